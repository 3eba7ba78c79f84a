// Minimum-cost perfect matching in a sparse graph: Edmonds' blossom algorithm with exact lexicographic costs.
//
// A cost has two parts, the second of which decides among equals of the first; both lie in one whole number of 128 bits,
// doubled, so that every dual is whole. The duals are those of the odd-set formulation by borders: no edge costs less
// than the duals of its two vertices and of all odd sets whose border it crosses. One tree is grown at a time, from a
// vertex without a partner (Edmonds 1965; Kolmogorov 2009 describes the variants). Inside a tree time is the dual of its
// root: what is on the outer side gains one unit of dual a unit of time, what is on the inner side loses one; what each
// node was at its last change is settled when it changes again.
//
// Memory is linear in the edges; the same input gives the same matching and the same duals.

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <cstdint>
#include <queue>
#include <vector>

namespace {

typedef __int128 Number;
typedef std::int64_t Int;

const int FREE = 0, OUTER = 1, INNER = -1;
const int NONE = -1;

struct Event {
    enum Kind { EDGE, EXPAND };
    Number time;
    Int order;  // of two events of one time the earlier one first
    Kind kind;
    int u, v;   // an edge from an outer vertex; or the node to expand
    bool operator>(const Event &other) const {
        return time != other.time ? time > other.time : order > other.order;
    }
};

// A vertex, or a blossom: an odd cycle of nodes. `children[0]` holds the base; `links[k]` joins children k and k + 1.
struct Node {
    int parent = NONE, base = NONE, label = FREE;
    int from = NONE, into = NONE;  // of an inner node: the edge by which the tree came, `from` outside, `into` inside
    Number since = 0, dual = 0;    // when it was settled last; the dual of a blossom
    std::vector<int> children;
    std::vector<std::pair<int, int>> links;
};

class Matching {
  public:
    Matching(int size, Number most, Int edges, const Int *a, const Int *b, const Int *first, const Int *second, int bits)
        : size(size), most(most), tail(a), head(b), cost(edges), begin(size + 1), arcs(2 * edges), value(size), mate(size, NONE), ring(size, NONE),
          top(size), best(size), nodes(size) {
        for (Int e = 0; e < edges; e++) {
            cost[e] = 2 * (((Number)first[e] << bits) + second[e]);
            begin[a[e] + 1]++, begin[b[e] + 1]++;
        }
        for (int v = 0; v < size; v++) {
            begin[v + 1] += begin[v];
            nodes[v].base = top[v] = v;
        }
        std::vector<Int> place(begin.begin(), begin.end() - 1);
        for (Int e = 0; e < edges; e++) arcs[place[a[e]]++] = arcs[place[b[e]]++] = e;
    }

    // Begin with duals and partners: duals are lowered to be feasible, partners kept where their edge is tight.
    void warm(const Number *y, const Int *partner) {
        for (int v = 0; v < size; v++) value[v] = std::min(y[v], most);
        for (Int e = 0; e < (Int)cost.size(); e++) {
            Number over = value[tail[e]] + value[head[e]] - cost[e];
            if (over > 0) value[tail[e]] -= over;
        }
        for (Int e = 0; e < (Int)cost.size(); e++)
            if (partner[tail[e]] == head[e] && value[tail[e]] + value[head[e]] == cost[e])
                mate[tail[e]] = head[e], mate[head[e]] = tail[e];
        for (int v = 0; v < size; v++) {  // raise who has no partner as far as the edges allow, and take a free one there
            if (mate[v] != NONE || begin[v] == begin[v + 1]) continue;
            Number least = 0;
            bool any = false;
            int partner_there = NONE;
            for (Int k = begin[v]; k < begin[v + 1]; k++) {
                int w = other(arcs[k], v);
                Number slack = cost[arcs[k]] - value[v] - value[w];
                if (!any || slack < least) any = true, least = slack, partner_there = NONE;
                if (slack == least && mate[w] == NONE && partner_there == NONE) partner_there = w;
            }
            if (least > most - value[v]) least = most - value[v], partner_there = NONE;
            value[v] += least;
            if (partner_there != NONE) mate[v] = partner_there, mate[partner_there] = v;
        }
    }

    // Give everybody a partner for whom no dual must exceed `most`, the price of having none; how many have none. First
    // without blossoms: an odd cycle that closes becomes a ring, whose edges count by half; then with them.
    int solve() {
        for (int v = 0; v < size; v++)
            if (mate[v] == NONE && ring[v] == NONE) grow(v, true);
        for (int k = 0; k < (int)rings.size(); k++)
            if (ring[rings[k][0]] == k) open_ring(rings[k][0]);
        for (int v = 0; v < size; v++)
            if (mate[v] == NONE) grow(v, false);
        return (int)std::count(mate.begin(), mate.end(), NONE);
    }

    std::vector<int> leaves(int node) const {
        std::vector<int> found, open(1, node);
        while (!open.empty()) {
            int one = open.back();
            open.pop_back();
            if (one < size) found.push_back(one);
            else open.insert(open.end(), nodes[one].children.rbegin(), nodes[one].children.rend());
        }
        return found;
    }

    const int size;
    const Number most;
    const Int *tail, *head;
    std::vector<Number> cost;

  private:
    std::vector<Int> begin, arcs;  // the edges at each vertex

  public:
    std::vector<Number> value;  // of a vertex: its dual and those of all blossoms around it
    std::vector<int> mate;

  private:
    std::vector<int> ring;      // of a vertex, while there are rings
    std::vector<std::vector<int>> rings;
    std::vector<int> top;       // the outermost node around each vertex
    std::vector<Number> best;   // the earliest event of a free vertex, by the time of the tree, less one; see `push_edge`

  public:
    std::vector<Node> nodes;    // vertices, then blossoms; a blossom that was dissolved has no children

  private:
    std::vector<int> unused, tree, touched;
    std::priority_queue<Event, std::vector<Event>, std::greater<Event>> events;
    Number now = 0, last = 0;  // the time of the tree, and that at which the dual of `dearest` reaches `most`
    int dearest = NONE;
    Int order = 0;

    int other(Int edge, int v) const { return tail[edge] == v ? (int)head[edge] : (int)tail[edge]; }

    Number at(int v) const {
        const Node &node = nodes[top[v]];
        return value[v] + node.label * (now - node.since);
    }

    void settle(int node) {
        Number gained = nodes[node].label * (now - nodes[node].since);
        nodes[node].since = now;
        if (gained == 0) return;
        for (int v : leaves(node)) value[v] += gained;
        if (node >= size) nodes[node].dual += gained;
    }

    void label(int node, int as) {
        settle(node);
        nodes[node].label = as;
        if (as != FREE) tree.push_back(node);
        if (as == INNER && node >= size) events.push({now + nodes[node].dual, order++, Event::EXPAND, node, NONE});
    }

    void push_edge(int u, int v, Number slack) {
        int to = nodes[top[v]].label;
        if (to == INNER) return;
        if (to == OUTER) {
            events.push({now + slack / 2, order++, Event::EDGE, u, v});
            return;
        }
        Number time = now + slack;
        if (best[v] != 0 && best[v] <= time + 1) return;
        if (best[v] == 0) touched.push_back(v);
        best[v] = time + 1;
        events.push({time, order++, Event::EDGE, u, v});
    }

    void scan(const std::vector<int> &some) {  // vertices that have become outer: their edges
        for (int u : some) {
            Number own = at(u);
            if (dearest == NONE || now + most - own < last) last = now + most - own, dearest = u;
            for (Int k = begin[u]; k < begin[u + 1]; k++) {
                int v = other(arcs[k], u);
                if (top[v] != top[u]) push_edge(u, v, cost[arcs[k]] - own - at(v));
            }
        }
    }

    void scan_free(int node) {  // a node that has left the tree: the edges from outer nodes to it
        for (int v : leaves(node)) {
            best[v] = 0;
            Number own = at(v);
            for (Int k = begin[v]; k < begin[v + 1]; k++) {
                int u = other(arcs[k], v);
                if (nodes[top[u]].label == OUTER) push_edge(u, v, cost[arcs[k]] - own - at(u));
            }
        }
    }

    void grow(int root, bool halves) {
        now = 0, order = 0, dearest = NONE;
        int first = top[root];
        for (int v : touched) best[v] = 0;
        touched.clear(), tree.clear();
        events = {};
        nodes[first].since = 0;
        label(first, OUTER);
        scan(leaves(first));
        bool found = false;
        while (!found && !events.empty() && events.top().time <= last) {
            Event event = events.top();
            events.pop();
            if (event.kind == Event::EXPAND) {
                const Node &node = nodes[event.u];
                if (node.label != INNER || node.parent != NONE || node.children.empty()) continue;
                Number left = node.dual - (event.time - node.since);
                if (left > 0) events.push({event.time + left, order++, Event::EXPAND, event.u, NONE});
                else now = event.time, expand(event.u);
                continue;
            }
            int u = event.u, v = event.v, from = top[u], to = top[v];
            if (from == to || nodes[to].label == INNER) continue;
            bool merges = nodes[to].label == OUTER;
            Number before = now;
            now = event.time;
            Number slack = slack_of(u, v);
            if (slack > 0) {  // it was inner for a while
                now = before;
                events.push({event.time + (merges ? slack / 2 : slack), order++, Event::EDGE, u, v});
            } else if (merges && halves) found = true, close_ring(u, v);
            else if (merges) shrink(u, v);
            else if (mate[nodes[to].base] == NONE) found = true, augment(u, v);
            else {
                nodes[to].from = u, nodes[to].into = v;
                start(to, INNER);
                int next = top[mate[nodes[to].base]];
                start(next, OUTER);
                scan(leaves(next));
            }
        }
        if (!found) now = last, flip(dearest, NONE);
        for (int node : tree)
            if (nodes[node].parent == NONE && (node < size || !nodes[node].children.empty())) {
                settle(node);
                nodes[node].label = FREE;
            }
    }

    void start(int node, int as) {  // join the tree
        nodes[node].since = now;
        label(node, as);
    }

    Number slack_of(int u, int v) const {
        for (Int k = begin[u]; k < begin[u + 1]; k++)
            if (other(arcs[k], u) == v) return cost[arcs[k]] - at(u) - at(v);
        return 1;
    }

    int up(int node) const {  // the outer node above an outer node; NONE for the root
        int partner = mate[nodes[node].base];
        return partner == NONE ? NONE : top[nodes[top[partner]].from];
    }

    // The odd cycle that an edge between two outer nodes closes, from the common node above both; and its edges.
    std::vector<int> cycle(int u, int v, std::vector<std::pair<int, int>> &links) const {
        std::vector<int> path;  // the outer nodes above u
        for (int node = top[u]; node != NONE; node = up(node)) path.push_back(node);
        std::sort(path.begin(), path.end());
        int common = top[v];
        while (!std::binary_search(path.begin(), path.end(), common)) common = up(common);
        std::vector<int> found;
        for (int one = top[u]; one != common; one = top[links.back().second]) {
            const int base = nodes[one].base, partner = mate[base], mid = top[partner];
            found.push_back(one), links.push_back({base, partner});
            found.push_back(mid), links.push_back({nodes[mid].into, nodes[mid].from});
        }
        found.push_back(common);
        std::reverse(found.begin(), found.end()), std::reverse(links.begin(), links.end());
        for (std::pair<int, int> &link : links) std::swap(link.first, link.second);
        links.push_back({u, v});
        for (int one = top[v]; one != common; one = top[links.back().second]) {
            const int base = nodes[one].base, partner = mate[base], mid = top[partner];
            found.push_back(one), links.push_back({base, partner});
            found.push_back(mid), links.push_back({nodes[mid].into, nodes[mid].from});
        }
        return found;
    }

    void close_ring(int u, int v) {
        std::vector<std::pair<int, int>> links;
        rings.push_back(cycle(u, v, links));
        const int common = rings.back()[0], partner = mate[common];
        for (int w : rings.back()) ring[w] = (int)rings.size() - 1, mate[w] = NONE;
        if (partner == NONE) return;
        mate[partner] = nodes[partner].from;
        flip(nodes[partner].from, partner);
    }

    void open_ring(int v) {  // pair all but v
        const std::vector<int> &own = rings[ring[v]];
        const int count = (int)own.size(), place = (int)(std::find(own.begin(), own.end(), v) - own.begin());
        for (int k = 1; k < count; k += 2) {
            const int one = own[(place + k) % count], other = own[(place + k + 1) % count];
            mate[one] = other, mate[other] = one;
        }
        for (int w : own) ring[w] = NONE;
    }

    void shrink(int u, int v) {
        std::vector<std::pair<int, int>> links;
        const std::vector<int> children = cycle(u, v, links);
        const int common = children[0];
        int node;
        if (unused.empty()) node = (int)nodes.size(), nodes.emplace_back();
        else node = unused.back(), unused.pop_back();
        std::vector<int> fresh;
        for (int child : children) {
            settle(child);
            if (nodes[child].label == INNER)
                for (int w : leaves(child)) fresh.push_back(w);
            nodes[child].parent = node;
            nodes[child].label = FREE;
        }
        Node &made = nodes[node];
        made.parent = NONE, made.base = nodes[common].base, made.label = OUTER, made.since = now, made.dual = 0;
        made.children = children, made.links = links;
        tree.push_back(node);
        for (int w : leaves(node)) top[w] = node;
        scan(fresh);
    }

    void dissolve(int node) {  // its children become nodes of their own, free
        for (int child : nodes[node].children) {
            nodes[child].parent = NONE, nodes[child].label = FREE, nodes[child].since = now;
            for (int v : leaves(child)) top[v] = child;
        }
        nodes[node].children.clear(), nodes[node].links.clear();
        nodes[node].label = FREE, nodes[node].dual = 0;
        unused.push_back(node);
    }

    void expand(int node) {  // an inner blossom of dual 0
        settle(node);
        const std::vector<int> children = nodes[node].children;
        const std::vector<std::pair<int, int>> links = nodes[node].links;
        const int count = (int)children.size(), from = nodes[node].from, into = nodes[node].into;
        dissolve(node);
        int at_child = (int)(std::find(children.begin(), children.end(), top[into]) - children.begin());
        const int step = at_child % 2 ? 1 : -1;  // by the edge of the partner first, on to the base
        std::vector<int> outer;
        std::vector<char> used(count, 0);
        nodes[children[at_child]].from = from, nodes[children[at_child]].into = into;
        int k = at_child;
        for (;;) {
            used[k] = 1;
            label(children[k], INNER);
            if (k == 0) break;
            int next = (k + step + count) % count;
            used[next] = 1;
            label(children[next], OUTER);
            outer.push_back(children[next]);
            int after = (next + step + count) % count;
            std::pair<int, int> link = step == 1 ? links[next] : links[after];
            if (step == -1) std::swap(link.first, link.second);
            nodes[children[after]].from = link.first, nodes[children[after]].into = link.second;
            k = after;
        }
        for (int one : outer) scan(leaves(one));
        for (int one = 0; one < count; one++)
            if (!used[one]) scan_free(children[one]);
    }

    void rebase(int node, int v) {  // v becomes the base of a blossom: partners change along its cycle
        if (node < size) return;
        int child = v;
        while (nodes[child].parent != node) child = nodes[child].parent;
        rebase(child, v);
        Node &own = nodes[node];
        const int count = (int)own.children.size();
        const int place = (int)(std::find(own.children.begin(), own.children.end(), child) - own.children.begin());
        const int step = place % 2 ? 1 : -1;
        for (int k = place; k != 0;) {
            int one = (k + step + count) % count, two = (one + step + count) % count;
            std::pair<int, int> link = step == 1 ? own.links[one] : own.links[two];
            if (step == -1) std::swap(link.first, link.second);
            rebase(own.children[one], link.first);
            rebase(own.children[two], link.second);
            mate[link.first] = link.second, mate[link.second] = link.first;
            k = two;
        }
        std::rotate(own.children.begin(), own.children.begin() + place, own.children.end());
        std::rotate(own.links.begin(), own.links.begin() + place, own.links.end());
        own.base = v;
    }

    void augment(int u, int v) {  // from the outer vertex u to v, which is free and without a partner
        if (ring[v] != NONE) open_ring(v);
        rebase(top[v], v);
        mate[v] = u;
        flip(u, v);
    }

    void flip(int u, int v) {  // u gets the partner v, or none, and all partners up to the root change
        for (;;) {
            int partner = mate[nodes[top[u]].base];
            rebase(top[u], u);
            mate[u] = v;
            if (partner == NONE) return;
            const int mid = top[partner];
            u = nodes[mid].from, v = nodes[mid].into;
            rebase(mid, v);
            mate[v] = u;
        }
    }
};

// The two parts of a number: the second between -2^(bits-1) and 2^(bits-1).
void split(Number number, int bits, Int *first, Int *second) {
    const Number half = (Number)1 << (bits - 1);
    Number upper = (number + half) >> bits;
    *first = (Int)upper;
    *second = (Int)(number - (upper << bits));
}

struct Buffers {
    std::vector<Py_buffer> open;
    ~Buffers() {
        for (Py_buffer &buffer : open) PyBuffer_Release(&buffer);
    }
    Int *get(PyObject *object, Py_ssize_t length, bool writable) {
        Py_buffer buffer;
        if (PyObject_GetBuffer(object, &buffer, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE)) return nullptr;
        open.push_back(buffer);
        if (length >= 0 && buffer.len != length * (Py_ssize_t)sizeof(Int)) {
            PyErr_SetString(PyExc_ValueError, "an array of another length was expected");
            return nullptr;
        }
        return (Int *)buffer.buf;
    }
};

template <typename Item> PyObject *bytes_of(const std::vector<Item> &items) {
    return PyBytes_FromStringAndSize((const char *)items.data(), (Py_ssize_t)(items.size() * sizeof(Item)));
}

PyObject *match(PyObject *, PyObject *arguments) {
    PyObject *a, *b, *first, *second, *y_first, *y_second, *partner;
    long long most;
    int size, bits;
    if (!PyArg_ParseTuple(arguments, "iiLOOOOOOO", &size, &bits, &most, &a, &b, &first, &second, &y_first, &y_second,
                          &partner))
        return nullptr;
    Buffers buffers;
    Int *from = buffers.get(a, -1, false);
    if (!from) return nullptr;
    const Py_ssize_t edges = buffers.open[0].len / (Py_ssize_t)sizeof(Int);
    Int *to = buffers.get(b, edges, false), *one = to ? buffers.get(first, edges, false) : nullptr;
    Int *two = one ? buffers.get(second, edges, false) : nullptr;
    Int *upper = two ? buffers.get(y_first, size, true) : nullptr;
    Int *lower = upper ? buffers.get(y_second, size, true) : nullptr;
    Int *mates = lower ? buffers.get(partner, size, true) : nullptr;
    if (!mates) return nullptr;
    for (Py_ssize_t e = 0; e < edges; e++)
        if (from[e] < 0 || to[e] < 0 || from[e] >= size || to[e] >= size || from[e] == to[e]) {
            PyErr_SetString(PyExc_ValueError, "an edge without two vertices");
            return nullptr;
        }
    int left = 0;
    std::vector<int> members, ends;
    std::vector<Int> duals;
    Py_BEGIN_ALLOW_THREADS
    std::vector<Number> y(size);
    for (int v = 0; v < size; v++) y[v] = ((Number)upper[v] << bits) + lower[v];
    Matching matching(size, (Number)most << bits, edges, from, to, one, two, bits);
    matching.warm(y.data(), mates);
    left = matching.solve();
    for (int node = size; node < (int)matching.nodes.size(); node++) {
        if (matching.nodes[node].children.empty() || matching.nodes[node].dual == 0) continue;
        const Number dual = matching.nodes[node].dual;
        for (int v : matching.leaves(node)) members.push_back(v), matching.value[v] -= dual;
        ends.push_back((int)members.size());
        duals.resize(duals.size() + 2);
        split(dual, bits, &duals[duals.size() - 2], &duals[duals.size() - 1]);
    }
    for (int v = 0; v < size; v++) {
        split(matching.value[v], bits, upper + v, lower + v);
        mates[v] = matching.mate[v];
    }
    Py_END_ALLOW_THREADS
    return Py_BuildValue("iNNN", left, bytes_of(members), bytes_of(ends), bytes_of(duals));
}

PyMethodDef methods[] = {
    {"match", match, METH_VARARGS, "See solver/matching/blossom.py."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_blossom", "Minimum-cost perfect matching.", -1, methods, nullptr, nullptr, nullptr, nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit__blossom() { return PyModule_Create(&definition); }

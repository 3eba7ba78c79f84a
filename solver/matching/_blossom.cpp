// Minimum-cost perfect matching in a sparse graph: Edmonds' blossom algorithm with exact lexicographic costs.
//
// A cost has several parts, of which each decides among equals of those before. All of them are doubled, so that every
// dual is whole: what holds for a whole number here holds for each of its parts. The duals are those of the odd-set
// formulation by borders: no edge costs less than the duals of its two vertices and of all odd sets whose border it
// crosses. One tree is grown at a time, from a vertex without a partner (Edmonds 1965; Kolmogorov 2009 describes the
// variants). Inside a tree time is the dual of its root: what is on the outer side gains one unit of dual a unit of time,
// what is on the inner side loses one; what each node was at its last change is settled when it changes again.
//
// Memory is linear in the edges; the same input gives the same matching and the same duals.

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace {

typedef std::int64_t Int;

const int FREE = 0, OUTER = 1, INNER = -1;
const int NONE = -1;
const int MOST_PARTS = 8;

// Whole numbers of which each decides among equals of those before.
template <int PARTS> struct Parts {
    Int part[PARTS];

    Parts &operator+=(const Parts &other) {
        for (int k = 0; k < PARTS; k++) part[k] += other.part[k];
        return *this;
    }
    Parts &operator-=(const Parts &other) {
        for (int k = 0; k < PARTS; k++) part[k] -= other.part[k];
        return *this;
    }
    friend Parts operator+(Parts one, const Parts &other) { return one += other; }
    friend Parts operator-(Parts one, const Parts &other) { return one -= other; }
    Parts half() const {
        Parts found;
        for (int k = 0; k < PARTS; k++) found.part[k] = part[k] / 2;
        return found;
    }
    bool operator<(const Parts &other) const {
        for (int k = 0; k < PARTS - 1; k++)
            if (part[k] != other.part[k]) return part[k] < other.part[k];
        return part[PARTS - 1] < other.part[PARTS - 1];
    }
    bool operator>(const Parts &other) const { return other < *this; }
    bool operator<=(const Parts &other) const { return !(other < *this); }
    bool operator==(const Parts &other) const {
        for (int k = 0; k < PARTS; k++)
            if (part[k] != other.part[k]) return false;
        return true;
    }
};

template <typename Number> struct Event {
    enum Kind { EDGE, EXPAND };
    Number time;
    Int order;  // of two events of one time the earlier one first
    Kind kind;
    int end;    // one end of an edge, or the node to expand
    Int arc;    // of the edge, at that end
    bool operator>(const Event &other) const {
        return time == other.time ? order > other.order : time > other.time;
    }
};

// What a scan of edges needs of a vertex, side by side; `label` and `since` are those of the node around it.
template <typename Number> struct alignas(64) Vertex {
    Number value = {}, since = {};  // its dual and those of all blossoms around it, when it was settled last
    Number best = {};               // of a free vertex that has been seen: its earliest event, by the time of the tree
    bool seen = false;
    int top = NONE, mate = NONE;  // the outermost node around it; its partner
    int label = FREE;
};

// A vertex, or a blossom: an odd cycle of nodes. `children[0]` holds the base; `links[k]` joins children k and k + 1.
template <typename Number> struct Node {
    int parent = NONE, base = NONE, label = FREE;
    int from = NONE, into = NONE;  // of an inner node: the edge by which the tree came, `from` outside, `into` inside
    Number since = {}, dual = {};  // when it was settled last; the dual of a blossom
    std::vector<int> children;
    std::vector<std::pair<int, int>> links;
};

template <typename Number> struct Range {  // the members of a set in a list in which those of any set stand side by side
    int begin, end;
    Number dual;
};

template <typename Number> class Matching {
    typedef ::Event<Number> Event;
    typedef ::Vertex<Number> Vertex;
    typedef ::Node<Number> Node;

  public:
    // The costs of the edges a, b, edge by edge, with `parts` numbers each.
    Matching(int size, Number unmatched_cost, int parts, Int edges, const Int *a, const Int *b, const Int *costs)
        : size(size), unmatched_cost(unmatched_cost), vertices(size), begin(size + 1), head(2 * edges), cost(2 * edges),
          ring(size, NONE), nodes(size) {
        for (Int e = 0; e < edges; e++) begin[a[e] + 1]++, begin[b[e] + 1]++;
        for (int v = 0; v < size; v++) {
            begin[v + 1] += begin[v];
            nodes[v].base = vertices[v].top = v;
        }
        std::vector<Int> place(begin.begin(), begin.end() - 1);
        for (Int e = 0; e < edges; e++) {
            const Int there = place[a[e]]++, back = place[b[e]]++;
            head[there] = (int)b[e], head[back] = (int)a[e];
            for (int k = 0; k < parts; k++) cost[there].part[k] = cost[back].part[k] = 2 * costs[e * parts + k];
        }
        endless.part[0] = INT64_MAX / 2;
    }

    // Begin with duals and partners: duals are lowered to be feasible, partners kept where their edge is tight.
    void warm(const Number *y, const Int *partner) {
        for (int v = 0; v < size; v++) vertices[v].value = std::min(y[v], unmatched_cost);
        for (int v = 0; v < size; v++)
            for (Int k = begin[v]; k < begin[v + 1]; k++) vertices[v].value += std::min(slack(v, k), zero);
        for (int v = 0; v < size; v++)
            for (Int k = begin[v]; k < begin[v + 1]; k++)
                if (partner[v] == head[k] && slack(v, k) == zero) vertices[v].mate = head[k];
        for (int v = 0; v < size; v++) {  // raise who has no partner as far as the edges allow, and take a free one there
            if (vertices[v].mate != NONE || begin[v] == begin[v + 1]) continue;
            Number least = unmatched_cost - vertices[v].value;
            int partner_there = NONE;
            for (Int k = begin[v]; k < begin[v + 1]; k++) {
                const Number left = slack(v, k);
                if (left < least) least = left, partner_there = NONE;
                if (left == least && vertices[head[k]].mate == NONE && partner_there == NONE) partner_there = head[k];
            }
            vertices[v].value += least;
            if (partner_there != NONE) vertices[v].mate = partner_there, vertices[partner_there].mate = v;
        }
    }

    // Give everybody a partner for whom no dual must exceed `unmatched_cost`. First without blossoms: an odd cycle that
    // closes becomes a ring, whose edges count by half and whose vertices have no partners. Then, if the matching is to
    // be `whole`, with blossoms.
    void solve(bool whole) {
        for (int v = 0; v < size; v++)
            if (vertices[v].mate == NONE && ring[v] == NONE) grow(v);
        halves = false;
        for (int k = 0; whole && k < (int)rings.size(); k++)
            if (ring[rings[k][0]] == k) open_ring(rings[k][0]);
        for (int v = 0; whole && v < size; v++)
            if (vertices[v].mate == NONE) grow(v);
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

    // Write down the sets of a blossom and of all inside it; the duals of sets are taken out of those of vertices.
    void list_sets(int node, Number around, std::vector<int> &members, std::vector<Range<Number>> &ranges) {
        if (node < size) vertices[node].value -= around, members.push_back(node);
        const int begin = (int)members.size();
        for (int child : nodes[node].children) list_sets(child, around + nodes[node].dual, members, ranges);
        if (!(nodes[node].dual == zero)) ranges.push_back({begin, (int)members.size(), nodes[node].dual});
    }

    const int size;
    const Number unmatched_cost, zero = {};
    std::vector<Vertex> vertices;

  private:
    std::vector<Int> begin;  // the edges at each vertex: where they begin, and of each its other end and its cost
    std::vector<int> head;
    std::vector<Number> cost;
    std::vector<int> ring;      // of a vertex, while there are rings
    std::vector<std::vector<int>> rings;

  public:
    std::vector<Node> nodes;    // vertices, then blossoms; a blossom that was dissolved has no children

  private:
    std::vector<int> unused, tree, touched;
    std::vector<Event> events;  // a heap
    Number now = {}, last = {}, endless = {};  // the time of the tree, and that at which it ends at the latest
    int dearest = NONE;         // the outer vertex whose dual would reach `unmatched_cost` first
    Int order = 0;
    bool halves = true;         // whether an odd cycle that closes becomes a ring

    Number at(int v) const {
        const Vertex &own = vertices[v];
        if (own.label == FREE) return own.value;
        return own.label == OUTER ? own.value + (now - own.since) : own.value + (own.since - now);
    }

    Number slack(int v, Int arc) const { return cost[arc] - at(v) - at(head[arc]); }

    template <typename Act> void each_leaf(int node, Act act) const {
        if (node < size) act(node);
        else for (int v : leaves(node)) act(v);
    }

    void settle(int node) {
        const int as = nodes[node].label;
        const Number gained = as == OUTER ? now - nodes[node].since : nodes[node].since - now;
        nodes[node].since = now;
        if (as == FREE || gained == zero) return;
        each_leaf(node, [&](int v) { vertices[v].value += gained, vertices[v].since = now; });
        if (node >= size) nodes[node].dual += gained;
    }

    void label(int node, int as) {
        settle(node);
        nodes[node].label = as;
        each_leaf(node, [&](int v) { vertices[v].label = as, vertices[v].since = now; });
        if (as != FREE) tree.push_back(node);
        if (as == INNER && node >= size) push({now + nodes[node].dual, order++, Event::EXPAND, node, 0});
    }

    void push(const Event &event) {
        if (event.time > last) return;
        events.push_back(event);
        std::push_heap(events.begin(), events.end(), std::greater<Event>());
    }

    // The edge between an outer vertex and v becomes tight after `slack`, or half of it; the arc is one of `end`. The tree
    // ends there at the latest, if v has no partner, or if an odd cycle ends it.
    void push_edge(int end, Int arc, int v, Number slack) {
        const bool outer = vertices[v].label == OUTER;
        const Number time = now + (outer ? slack.half() : slack);
        if (time > last) return;
        if (!outer) {
            if (vertices[v].seen && vertices[v].best <= time) return;
            if (!vertices[v].seen) touched.push_back(v);
            vertices[v].seen = true, vertices[v].best = time;
        }
        push({time, order++, Event::EDGE, end, arc});
        if (outer ? halves : vertices[v].mate == NONE) last = time;
    }

    void scan(int u) {  // a vertex that has become outer: its edges
        const Number own = at(u);
        if (now + unmatched_cost - own < last) last = now + unmatched_cost - own, dearest = u;
        for (Int k = begin[u]; k < begin[u + 1]; k++) {
            const int v = head[k];
            if (vertices[v].label == INNER || vertices[v].top == vertices[u].top) continue;
            push_edge(u, k, v, cost[k] - own - at(v));
        }
    }

    void scan_free(int node) {  // a node that has left the tree: the edges from outer nodes to it
        each_leaf(node, [&](int v) {
            vertices[v].seen = false;
            for (Int k = begin[v]; k < begin[v + 1]; k++)
                if (vertices[head[k]].label == OUTER) push_edge(v, k, v, slack(v, k));
        });
    }

    void grow(int root) {
        const int first = vertices[root].top;
        for (int v : touched) vertices[v].seen = false;
        touched.clear(), tree.clear(), events.clear();
        now = zero, order = 0, dearest = NONE, last = endless;
        label(first, OUTER);
        each_leaf(first, [&](int v) { scan(v); });
        bool found = false;
        while (!found && !events.empty()) {
            std::pop_heap(events.begin(), events.end(), std::greater<Event>());
            const Event event = events.back();
            events.pop_back();
            if (event.time > last) break;
            if (event.kind == Event::EXPAND) {
                const Node &node = nodes[event.end];
                if (node.label != INNER || node.parent != NONE || node.children.empty()) continue;
                const Number left = node.dual - (event.time - node.since);
                if (left > zero) push({event.time + left, order++, Event::EXPAND, event.end, 0});
                else now = event.time, expand(event.end);
                continue;
            }
            int u = event.end, v = head[event.arc];
            if (vertices[u].label != OUTER) std::swap(u, v);
            const int to = vertices[v].top;
            if (vertices[u].top == to || nodes[to].label == INNER) continue;
            const bool merges = nodes[to].label == OUTER;
            const Number before = now;
            now = event.time;
            const Number left = slack(event.end, event.arc);
            if (left > zero) {  // it was inner for a while
                now = before;
                push({event.time + (merges ? left.half() : left), order++, Event::EDGE, event.end, event.arc});
            } else if (merges && halves) found = true, close_ring(u, v);
            else if (merges) shrink(u, v);
            else if (mate(nodes[to].base) == NONE) found = true, augment(u, v);
            else {
                nodes[to].from = u, nodes[to].into = v;
                label(to, INNER);
                const int next = vertices[mate(nodes[to].base)].top;
                label(next, OUTER);
                each_leaf(next, [&](int w) { scan(w); });
            }
        }
        if (!found) now = last, flip(dearest, NONE);
        for (int node : tree)
            if (nodes[node].parent == NONE && (node < size || !nodes[node].children.empty())) free(node);
    }

    void free(int node) {
        settle(node);
        nodes[node].label = FREE;
        each_leaf(node, [&](int v) { vertices[v].label = FREE; });
    }

    int &mate(int v) { return vertices[v].mate; }
    int mate(int v) const { return vertices[v].mate; }

    int up(int node) const {  // the outer node above an outer node; NONE for the root
        const int partner = mate(nodes[node].base);
        return partner == NONE ? NONE : vertices[nodes[vertices[partner].top].from].top;
    }

    // The odd cycle that an edge between two outer nodes closes, from the common node above both; and its edges.
    std::vector<int> cycle(int u, int v, std::vector<std::pair<int, int>> &links) const {
        std::vector<int> path;  // the outer nodes above u
        for (int node = vertices[u].top; node != NONE; node = up(node)) path.push_back(node);
        std::sort(path.begin(), path.end());
        int common = vertices[v].top;
        while (!std::binary_search(path.begin(), path.end(), common)) common = up(common);
        std::vector<int> found;
        for (int one = vertices[u].top; one != common; one = vertices[links.back().second].top) {
            const int base = nodes[one].base, partner = mate(base), mid = vertices[partner].top;
            found.push_back(one), links.push_back({base, partner});
            found.push_back(mid), links.push_back({nodes[mid].into, nodes[mid].from});
        }
        found.push_back(common);
        std::reverse(found.begin(), found.end()), std::reverse(links.begin(), links.end());
        for (std::pair<int, int> &link : links) std::swap(link.first, link.second);
        links.push_back({u, v});
        for (int one = vertices[v].top; one != common; one = vertices[links.back().second].top) {
            const int base = nodes[one].base, partner = mate(base), mid = vertices[partner].top;
            found.push_back(one), links.push_back({base, partner});
            found.push_back(mid), links.push_back({nodes[mid].into, nodes[mid].from});
        }
        return found;
    }

    void close_ring(int u, int v) {
        std::vector<std::pair<int, int>> links;
        rings.push_back(cycle(u, v, links));
        const int common = rings.back()[0], partner = mate(common);
        for (int w : rings.back()) ring[w] = (int)rings.size() - 1, mate(w) = NONE;
        if (partner == NONE) return;
        mate(partner) = nodes[partner].from;
        flip(nodes[partner].from, partner);
    }

    void open_ring(int v) {  // pair all but v
        const std::vector<int> &own = rings[ring[v]];
        const int count = (int)own.size(), place = (int)(std::find(own.begin(), own.end(), v) - own.begin());
        for (int k = 1; k < count; k += 2) {
            const int one = own[(place + k) % count], other = own[(place + k + 1) % count];
            mate(one) = other, mate(other) = one;
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
        made.parent = NONE, made.base = nodes[common].base, made.label = OUTER, made.since = now, made.dual = zero;
        made.children = children, made.links = links;
        tree.push_back(node);
        for (int w : leaves(node)) vertices[w].top = node, vertices[w].label = OUTER, vertices[w].since = now;
        for (int w : fresh) scan(w);
    }

    void dissolve(int node) {  // its children become nodes of their own, free
        for (int child : nodes[node].children) {
            nodes[child].parent = NONE, nodes[child].label = FREE, nodes[child].since = now;
            each_leaf(child, [&](int v) { vertices[v].top = child, vertices[v].label = FREE; });
        }
        nodes[node].children.clear(), nodes[node].links.clear();
        nodes[node].label = FREE, nodes[node].dual = zero;
        unused.push_back(node);
    }

    void expand(int node) {  // an inner blossom of dual 0
        settle(node);
        const std::vector<int> children = nodes[node].children;
        const std::vector<std::pair<int, int>> links = nodes[node].links;
        const int count = (int)children.size(), from = nodes[node].from, into = nodes[node].into;
        dissolve(node);
        int at_child = (int)(std::find(children.begin(), children.end(), vertices[into].top) - children.begin());
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
        for (int one : outer) each_leaf(one, [&](int v) { scan(v); });
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
            mate(link.first) = link.second, mate(link.second) = link.first;
            k = two;
        }
        std::rotate(own.children.begin(), own.children.begin() + place, own.children.end());
        std::rotate(own.links.begin(), own.links.begin() + place, own.links.end());
        own.base = v;
    }

    void augment(int u, int v) {  // from the outer vertex u to v, which is free and without a partner
        if (ring[v] != NONE) open_ring(v);
        rebase(vertices[v].top, v);
        mate(v) = u;
        flip(u, v);
    }

    void flip(int u, int v) {  // u gets the partner v, or none, and all partners up to the root change
        for (;;) {
            const int partner = mate(nodes[vertices[u].top].base);
            rebase(vertices[u].top, u);
            mate(u) = v;
            if (partner == NONE) return;
            const int mid = vertices[partner].top;
            u = nodes[mid].from, v = nodes[mid].into;
            rebase(mid, v);
            mate(v) = u;
        }
    }
};

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

// Costs, edge by edge, and duals `y`, vertex by vertex, of `parts` numbers each; duals and partners are replaced.
struct Problem {
    int size, whole, parts;
    Int edges, unmatched_cost;
    const Int *from, *to, *cost;
    Int *y, *mates;
    std::vector<int> members, bounds;
    std::vector<Int> duals;

    template <int PARTS> void solve() {
        typedef Parts<PARTS> Number;
        std::vector<Number> start(size);
        for (int v = 0; v < size; v++) std::copy(y + v * (Int)parts, y + (v + 1) * (Int)parts, start[v].part);
        Number price = {};
        price.part[0] = unmatched_cost;
        Matching<Number> matching(size, price, parts, edges, from, to, cost);
        matching.warm(start.data(), mates);
        matching.solve(whole != 0);
        std::vector<Range<Number>> ranges;
        for (int node = size; node < (int)matching.nodes.size(); node++)
            if (matching.nodes[node].parent == NONE) matching.list_sets(node, matching.zero, members, ranges);
        for (const Range<Number> &range : ranges) {
            bounds.push_back(range.begin), bounds.push_back(range.end);
            duals.insert(duals.end(), range.dual.part, range.dual.part + parts);
        }
        for (int v = 0; v < size; v++) {
            std::copy(matching.vertices[v].value.part, matching.vertices[v].value.part + parts, y + v * (Int)parts);
            mates[v] = matching.vertices[v].mate;
        }
    }
};

PyObject *match(PyObject *, PyObject *arguments) {
    PyObject *a, *b, *cost, *y, *partner;
    long long unmatched_cost;
    Problem own;
    if (!PyArg_ParseTuple(arguments, "ipiLOOOOO", &own.size, &own.whole, &own.parts, &unmatched_cost, &a, &b, &cost, &y,
                          &partner))
        return nullptr;
    own.unmatched_cost = unmatched_cost;
    if (own.parts < 1 || own.parts > MOST_PARTS) {
        PyErr_SetString(PyExc_ValueError, "a cost of too many parts");
        return nullptr;
    }
    Buffers buffers;
    Int *from = buffers.get(a, -1, false);
    if (!from) return nullptr;
    own.from = from, own.edges = buffers.open[0].len / (Py_ssize_t)sizeof(Int);
    own.to = buffers.get(b, own.edges, false);
    own.cost = own.to ? buffers.get(cost, own.edges * own.parts, false) : nullptr;
    own.y = own.cost ? buffers.get(y, own.size * (Py_ssize_t)own.parts, true) : nullptr;
    own.mates = own.y ? buffers.get(partner, own.size, true) : nullptr;
    if (!own.mates) return nullptr;
    for (Int e = 0; e < own.edges; e++)
        if (from[e] < 0 || own.to[e] < 0 || from[e] >= own.size || own.to[e] >= own.size || from[e] == own.to[e]) {
            PyErr_SetString(PyExc_ValueError, "an edge without two vertices");
            return nullptr;
        }
    Py_BEGIN_ALLOW_THREADS
    if (own.parts == 1) own.solve<1>();
    else if (own.parts == 2) own.solve<2>();
    else if (own.parts == 3) own.solve<3>();
    else if (own.parts == 4) own.solve<4>();
    else own.solve<MOST_PARTS>();
    Py_END_ALLOW_THREADS
    return Py_BuildValue("NNN", bytes_of(own.members), bytes_of(own.bounds), bytes_of(own.duals));
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

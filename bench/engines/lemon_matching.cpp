// The perfect matching of least weight of a graph, by LEMON's MaxWeightedPerfectMatching.
//
// In: an edge list as `mcmahon bench export DIR round.dimacs` writes it: a line "p edge VERTICES EDGES", then a line
// "e u v weight" for each edge, vertices from 1. Other lines are comments.
// Out: the lines "e u v" of the matching, as `mcmahon bench verify round.dimacs FILE` reads them.
// Exit code 1: there is no perfect matching. Exit code 2: a line is wrong.
//
// By hand, with LEMON's headers (Debian's liblemon-dev):
//     c++ -O2 -o lemon_matching lemon_matching.cpp
//     ./lemon_matching < round.dimacs > answer

#include <iostream>
#include <limits>
#include <string>

#include <lemon/matching.h>
#include <lemon/smart_graph.h>

using Graph = lemon::SmartGraph;
using Weight = __int128;  // LEMON computes with four times the weights and with their sums
using Weights = Graph::EdgeMap<Weight>;
static_assert(std::numeric_limits<Weight>::is_integer, "expected GNU C++, in which 128 bits are a whole number");

// The whole number at a position of a line, which moves past it; -1 if there is none, or one of more than 118 bits.
Weight read_number(const char*& at) {
    while (*at == ' ' || *at == '\t') ++at;
    Weight number = *at >= '0' && *at <= '9' ? 0 : -1;
    for (; *at >= '0' && *at <= '9'; ++at) {
        number = 10 * number + (*at - '0');
        if (number >> 118 != 0) return -1;
    }
    return number;
}

int wrong(const std::string& line) {
    std::cerr << "wrong line: " << line << "\n";
    return 2;
}

int main() {
    std::ios::sync_with_stdio(false);
    Graph graph;
    Weights weight(graph);
    Weight vertices = 0;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.rfind("p edge ", 0) == 0) {
            const char* at = line.c_str() + 7;
            vertices = read_number(at);
            const Weight edges = read_number(at);
            if (vertices < 0 || vertices > 1000000 || edges < 0 || edges > 1000000000) return wrong(line);
            for (Weight v = 0; v < vertices; ++v) graph.addNode();
            graph.reserveEdge(static_cast<int>(edges));
        } else if (line.rfind("e ", 0) == 0) {
            const char* at = line.c_str() + 2;
            const Weight u = read_number(at), v = read_number(at), w = read_number(at);
            if (u < 1 || v < 1 || u > vertices || v > vertices || u == v || w < 0) return wrong(line);
            const auto node = [&](Weight number) { return graph.nodeFromId(static_cast<int>(number) - 1); };
            weight[graph.addEdge(node(u), node(v))] = -w;  // LEMON's matching has the greatest weight
        }
    }
    lemon::MaxWeightedPerfectMatching<Graph, Weights> matching(graph, weight);
    if (!matching.run()) return 1;
    for (int u = 0; u < graph.nodeNum(); ++u) {
        const int mate = graph.id(matching.mate(graph.nodeFromId(u)));
        if (u < mate) std::cout << "e " << u + 1 << " " << mate + 1 << "\n";
    }
}

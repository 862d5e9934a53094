// Times the extraction of a surface from a field that is given, on one thread: extraction_benchmark SIDE FILE ROUNDS
// writes the field to FILE (floats, x fastest) for others to cut, and prints milliseconds and triangles.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "surface/block_mesher.h"

namespace {

// Walls of a gyroid within a ball: bent everywhere, and outside at all faces.
std::vector<float> gyroidBall(int side) {
    const auto length = static_cast<float>(side);
    std::vector<float> nodes;
    nodes.reserve(static_cast<size_t>(side) * static_cast<size_t>(side) * static_cast<size_t>(side));
    for (int z = 0; z < side; ++z) {
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                const auto angle = [&](int a) { return 6.0f * 6.2831853f * static_cast<float>(a) / length; };
                const float gyroid = std::sin(angle(x)) * std::cos(angle(y)) + std::sin(angle(y)) * std::cos(angle(z)) +
                                     std::sin(angle(z)) * std::cos(angle(x));
                const float fromMiddle =
                    std::hypot(static_cast<float>(x) - 0.5f * length, static_cast<float>(y) - 0.5f * length,
                               static_cast<float>(z) - 0.5f * length);
                nodes.push_back(std::min(0.5f + 0.3f * gyroid, 0.5f + 0.1f * (0.45f * length - fromMiddle)));
            }
        }
    }
    return nodes;
}

double millisecondsNow() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) {
    const int side = argc == 4 ? std::atoi(argv[1]) : 0;
    const int rounds = argc == 4 ? std::atoi(argv[3]) : 0;
    if (side < 16 || side > 1024 || side % meniscus::kBlockSide != 0 || rounds < 1) {
        fmt::print(stderr, "usage: extraction_benchmark SIDE FILE ROUNDS, with a side of 16 to 1024 in steps of 16\n");
        return 2;
    }
    const std::vector<float> nodes = gyroidBall(side);
    std::ofstream file(argv[2], std::ios::binary);
    file.write(reinterpret_cast<const char*>(nodes.data()), static_cast<std::streamsize>(nodes.size() * sizeof(float)));
    file.close();
    if (!file) {
        fmt::print(stderr, "extraction_benchmark: cannot write {}\n", argv[2]);
        return 1;
    }

    meniscus::Threads threads(1);
    std::vector<double> times;
    size_t triangles = 0;
    for (int round = 0; round < rounds; ++round) {
        // Everything is made anew, as a filter of VTK makes its output anew.
        const double start = millisecondsNow();
        meniscus::BlockMesher mesher;
        meniscus::TriangleMesh mesh;
        mesher.useField(nodes, {side, side, side}, 0.5f, threads);
        mesher.extract(1.0f, threads, mesh);
        times.push_back(millisecondsNow() - start);
        triangles = mesh.indices.size() / 3;
    }
    std::ranges::sort(times);
    fmt::print("{{\"milliseconds\": {}, \"triangles\": {}}}\n", times[times.size() / 2], triangles);
    return 0;
}

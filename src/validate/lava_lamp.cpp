// Case lava-lamp: [MSKG05] figure 1, two minutes of it. No formula tells what wax does; it must rise and sink, again
// and again, as a whole and by its largest blob, and neither particles nor temperatures may drift.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr double kSeconds = 120.0;
constexpr double kWay = 0.065;  // m, a tenth of the height of the liquid: what counts as rising and sinking
constexpr uint8_t kWax = 1;

// Mean height of the largest group of particles of which each is near another.
double largestBlobHeight(std::span<const Vec3> x, float reach) {
    std::vector<size_t> parent(x.size());
    std::iota(parent.begin(), parent.end(), size_t{0});
    const auto rootOf = [&](size_t i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    for (size_t i = 0; i < x.size(); ++i) {
        for (size_t j = i + 1; j < x.size(); ++j) {
            if (lengthSquared(x[i] - x[j]) < reach * reach) parent[rootOf(i)] = rootOf(j);
        }
    }
    std::vector<size_t> count(x.size());
    std::vector<double> height(x.size());
    for (size_t i = 0; i < x.size(); ++i) {
        const size_t root = rootOf(i);
        ++count[root];
        height[root] += x[i].y;
    }
    const auto largest = static_cast<size_t>(std::max_element(count.begin(), count.end()) - count.begin());
    return height[largest] / static_cast<double>(count[largest]);
}

// Times that the height goes up by kWay from its lowest point and then down by it from its highest.
int countCycles(std::span<const double> heights) {
    int cycles = 0;
    bool isUp = false;
    double low = heights.front(), high = heights.front();
    for (const double y : heights) {
        low = std::min(low, y);
        high = std::max(high, y);
        if (!isUp && y > low + kWay) {
            isUp = true;
            high = y;
        }
        if (isUp && y < high - kWay) {
            isUp = false;
            low = y;
            ++cycles;
        }
    }
    return cycles;
}

ValidationResult cyclesRow(std::string_view what, std::span<const double> heights) {
    constexpr int kMin = 3;
    const int cycles = countCycles(heights);
    return judge({.name = fmt::format("lava-lamp: {}", what),
                  .reference = fmt::format("{} cycles of {:.2f} m or more in {:.0f} s", kMin, kWay, kSeconds),
                  .measured = fmt::format("{} cycles", cycles),
                  .error = static_cast<double>(std::max(kMin - cycles, 0)),
                  .bar = 0.0});
}

std::vector<ValidationResult> run(int threads) {
    World world(sceneSetup("lava-lamp"), threads);
    const size_t particles = world.particleCount();
    const float spacing = world.setup().spacing;
    std::vector<double> centre, blob;
    double coldest = 1e9, hottest = -1e9;
    Frame frame;
    observe(world, kSeconds, 0.5, [&](double) {
        world.capture(frame);
        std::vector<Vec3> wax;
        double sum = 0.0;
        for (size_t i = 0; i < frame.count(); ++i) {
            coldest = std::min<double>(coldest, frame.temperature[i]);
            hottest = std::max<double>(hottest, frame.temperature[i]);
            if (frame.fluid[i] != kWax) continue;
            wax.push_back(frame.x[i]);
            sum += frame.x[i].y;
        }
        centre.push_back(sum / static_cast<double>(wax.size()));
        blob.push_back(largestBlobHeight(wax, 1.3f * spacing));
    });
    const auto& heaters = world.setup().heaters;
    const double beyond =
        std::max({0.0, hottest - heaters[0].temperature, static_cast<double>(heaters[1].temperature) - coldest});
    const double lost = std::abs(static_cast<double>(world.particleCount()) - static_cast<double>(particles));
    return {cyclesRow("centre of the wax", centre), cyclesRow("largest blob", blob),
            judge({.name = "lava-lamp: temperatures",
                   .reference = fmt::format("{:.0f} to {:.0f} degrees", heaters[1].temperature, heaters[0].temperature),
                   .measured = fmt::format("{:.2f} to {:.2f} degrees", coldest, hottest),
                   .error = beyond,
                   .bar = 0.1}),
            judge({.name = "lava-lamp: particles",
                   .reference = fmt::format("{}", particles),
                   .measured = fmt::format("{}", world.particleCount()),
                   .error = lost,
                   .bar = 0.0})};
}

const ValidationRegistration kRegistration({250, "lava-lamp", "Wax in a lava lamp rises and sinks, again and again.",
                                            run});

}  // namespace
}  // namespace meniscus

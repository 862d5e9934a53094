// What the timeline costs, and how quickly it goes back: timeline_benchmark SCENE PARTICLES SECONDS MEGABYTES THREADS
// runs the same steps with and without a timeline, in turns so that other work on the machine slows both; then goes to
// 20 random moments of the last 30 s. PARTICLES 0: the scene's own; THREADS 0: one for each core.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "meniscus/core/rng.h"
#include "meniscus/scene/scene.h"
#include "meniscus/session/timeline.h"

namespace {

using namespace meniscus;

constexpr int kBlock = 20;      // steps
constexpr double kBack = 30.0;  // s
constexpr int kPlaces = 20;

struct Cost {
    double plain = 0.0;  // s
    double kept = 0.0;
    size_t mostBytes = 0;
    bool isSame = true;  // both worlds, to the last bit
};

Cost measureCost(World& plain, World& kept, Timeline& timeline, double seconds) {
    Cost cost;
    while (kept.clock() < seconds) {
        const double start = steadySeconds();
        for (int k = 0; k < kBlock; ++k) plain.step();
        const double middle = steadySeconds();
        for (int k = 0; k < kBlock; ++k) timeline.step(kept);
        cost.plain += middle - start;
        cost.kept += steadySeconds() - middle;
        cost.mostBytes = std::max(cost.mostBytes, timeline.keyframes().bytes());
    }
    cost.isSame = plain.stateHash() == kept.stateHash();
    return cost;
}

// From the wish to the frame, ms, sorted.
std::vector<double> measureSeeks(World& world, Timeline& timeline) {
    std::vector<double> all;
    Rng rng(1);
    Frame frame;
    const double last = world.clock();
    for (int k = 0; k < kPlaces; ++k) {
        const double back = kBack * static_cast<double>(rng.next() % 10000) / 10000.0;
        const double start = steadySeconds();
        timeline.aimAtStep(world, timeline.stepAt(world, std::max(0.0, last - back)));
        timeline.arrive(world);
        world.capture(frame);
        all.push_back(1e3 * (steadySeconds() - start));
    }
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::string scene = argc > 1 ? argv[1] : "glass-swirl";
        const size_t particles = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
        const double seconds = argc > 3 ? std::atof(argv[3]) : 35.0;
        const size_t megabytes = argc > 4 ? std::strtoul(argv[4], nullptr, 10) : size_t{kDefaultTimelineMegabytes};
        const int threads = argc > 5 ? std::atoi(argv[5]) : 0;
        SceneOptions options;
        options.isForPlay = true;
        if (particles > 0) options.particles = particles;
        World plain(buildScene(findScene(scene), options), threads);
        World kept(buildScene(findScene(scene), options), threads);
        Timeline timeline(megabytes << 20);
        timeline.begin(kept);
        const Cost cost = measureCost(plain, kept, timeline, seconds);
        const double reach = kept.clock() - timeline.status(kept).firstClock;
        const size_t keyframes = timeline.keyframes().states().size();
        const uint64_t steps = kept.stepIndex();
        const std::vector<double> seeks = measureSeeks(kept, timeline);
        std::cout << fmt::format(
            "{{\"scene\": \"{}\", \"particles\": {}, \"threads\": {}, \"steps\": {}, \"stepMs\": {:.3f}, "
            "\"cost\": {:.4f}, \"isSame\": {}, \"budgetMB\": {}, \"mostMB\": {:.2f}, \"keyframes\": {}, "
            "\"reachSeconds\": {:.1f}, \"seekMsMedian\": {:.1f}, \"seekMsMax\": {:.1f}}}\n",
            scene, kept.particleCount(), kept.threadCount(), steps, 1e3 * cost.plain / static_cast<double>(steps),
            cost.kept / cost.plain - 1.0, cost.isSame, megabytes, static_cast<double>(cost.mostBytes) / (1 << 20),
            keyframes, reach, seeks[seeks.size() / 2], seeks.back());
        return cost.isSame ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << "timeline_benchmark: " << error.what() << '\n';
        return 1;
    }
}

#include "app/cli/commands/scene_bench.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "meniscus/world/world.h"

namespace meniscus {
namespace {

constexpr int kWarmUpSteps = 20;
constexpr uint64_t kRounds = 5;  // odd, so that one round is the median
// The reference is about ten times slower; every second round is enough to see the machine's mood.
constexpr uint64_t kReferenceEvery = 2;
constexpr int kMeshesPerRound = 3;  // odd as well

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Round {
    double particleStepsPerSecond = 0.0;
    double stepSeconds = 0.0;
    StageSeconds stageSeconds{};  // per particle-step
};

Round timeRound(World& world, uint64_t steps) {
    const StepTotals before = world.totals();
    const auto start = std::chrono::steady_clock::now();
    for (uint64_t n = 0; n < steps; ++n) world.step();
    const double seconds = secondsSince(start);
    const StepTotals& after = world.totals();
    const auto particleSteps = static_cast<double>(after.particleSteps - before.particleSteps);

    Round round;
    round.particleStepsPerSecond = particleSteps / seconds;
    round.stepSeconds = seconds / static_cast<double>(steps);
    for (size_t s = 0; s < kStageCount; ++s) {
        round.stageSeconds[s] = (after.stageSeconds[s] - before.stageSeconds[s]) / particleSteps;
    }
    return round;
}

// The same scene after its warm-up, moved by the method in double precision; of more particles than that takes, as
// many as it takes: what counts is its speed per particle.
World referenceOf(const BenchCase& benchCase) {
    const MethodInfo& method = findMethod("reference");
    size_t particles = benchCase.particles;
    WorldSetup setup = buildScene(*benchCase.scene, {.particles = particles, .seed = 1});
    while (std::max(setup.capacity, setup.particles.size()) > method.maxParticles) {
        particles = std::min(particles, method.maxParticles) * 9 / 10;
        setup = buildScene(*benchCase.scene, {.particles = particles, .seed = 1});
    }
    World reference(std::move(setup), benchCase.threads);
    for (int n = 0; n < kWarmUpSteps; ++n) reference.step();
    reference.submit(SetMethod{std::string(method.name)});
    return reference;
}

// Meshes the fluid as a viewer would: all settings automatic, flat on walls.
class SurfaceRounds {
  public:
    SurfaceRounds(const World& world, int threads) : mesher_(threads), walls_(wallsOf(world.setup())) {
        build(world);  // arrays get their size
        seconds_.clear();
    }

    void build(const World& world) {
        world.capture(frame_);
        mesher_.build(frame_.particles(), {}, {}, walls_.get(), mesh_);
        seconds_.push_back(mesher_.seconds());
    }

    [[nodiscard]] SurfaceMesher::Seconds median() const;
    [[nodiscard]] size_t triangles() const { return mesh_.triangles.indices.size() / 3; }

  private:
    SurfaceMesher mesher_;
    ShapePtr walls_;
    Frame frame_;
    SurfaceMesh mesh_;
    std::vector<SurfaceMesher::Seconds> seconds_;
};

template <typename T, typename Key>
T medianBy(std::vector<T> values, Key key) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end(), [&](const T& a, const T& b) { return key(a) < key(b); });
    return *middle;
}

SurfaceMesher::Seconds SurfaceRounds::median() const {
    return medianBy(seconds_, [](const SurfaceMesher::Seconds& s) { return s.field + s.triangles; });
}

// Odd, and no more than there are steps.
uint64_t roundCount(uint64_t steps) {
    const uint64_t rounds = std::min(steps, kRounds);
    return rounds % 2 == 1 ? rounds : rounds - 1;
}

}  // namespace

BenchResult benchScene(const BenchCase& benchCase, const std::function<void(double)>& onProgress) {
    WorldSetup setup = buildScene(*benchCase.scene, {.particles = benchCase.particles, .seed = 1});
    if (!benchCase.method.empty()) setup.method = benchCase.method;
    World world(std::move(setup), benchCase.threads);
    for (int n = 0; n < kWarmUpSteps; ++n) world.step();
    World reference = referenceOf(benchCase);
    reference.step();
    SurfaceRounds surface(world, benchCase.threads);

    // Wide and reference rounds take turns: a machine that slows down for a while then slows down both.
    std::vector<Round> rounds;
    std::vector<double> referenceRates;
    const uint64_t count = roundCount(benchCase.steps);
    for (uint64_t r = 0; r < count; ++r) {
        onProgress(static_cast<double>(r) / static_cast<double>(count));
        rounds.push_back(timeRound(world, benchCase.steps / count + (r < benchCase.steps % count ? 1 : 0)));
        for (int n = 0; n < kMeshesPerRound; ++n) surface.build(world);
        if (r % kReferenceEvery == 0) referenceRates.push_back(timeRound(reference, 1).particleStepsPerSecond);
    }

    const Round median = medianBy(rounds, [](const Round& round) { return round.particleStepsPerSecond; });
    BenchResult result;
    result.scene = benchCase.scene->name;
    result.particles = world.particleCount();
    result.threads = world.threadCount();
    result.meanNeighbors = world.measure().meanNeighbors;
    result.particleStepsPerSecond = median.particleStepsPerSecond;
    result.pairsPerSecond = median.particleStepsPerSecond * result.meanNeighbors;
    result.referenceParticleStepsPerSecond = medianBy(referenceRates, [](double rate) { return rate; });
    result.bytesPerParticle = static_cast<double>(world.allocatedBytes()) / static_cast<double>(result.particles);
    result.stageSeconds = median.stageSeconds;
    result.stepSeconds = median.stepSeconds;
    result.surfaceSeconds = surface.median();
    result.surfaceTriangles = surface.triangles();
    return result;
}

}  // namespace meniscus

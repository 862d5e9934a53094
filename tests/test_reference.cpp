// The wide solver against the plain reference in double precision: densities and forces to about 1e-4 relative.
#include <algorithm>
#include <catch2/catch.hpp>

#include "instruction_set.h"
#include "meniscus/sph/fluid.h"
#include "meniscus/sph/wide_passes.h"
#include "meniscus/surface/surface_mesher.h"
#include "meniscus/world/world_state.h"
#include "soak.h"
#include "worlds.h"

using namespace meniscus;

namespace {

constexpr double kBar = 1.4e-4;

struct Disagreement {
    double density = 0.0;       // largest relative error
    double acceleration = 0.0;  // largest error over max(own size, the scene's root mean square)
};

// The same world, moved by the method in double precision.
World referenceOf(const World& world) {
    World reference(world.setup(), 1);
    WorldState state = world.save();
    state.method = "reference";
    reference.restore(state, world.log());
    return reference;
}

// [MCG03] eq. 19 acts above a threshold only: within rounding of it either side is right, and the jump is no error.
bool isAtThreshold(const ParticleView& particle, const World& world) {
    const float threshold = world.settings().surfaceThreshold / world.supportRadius();
    return std::abs(length(particle.colourGradient) / threshold - 1.0f) < 1e-4f;
}

// Against what an error in an acceleration counts, where it is larger than that acceleration itself.
enum class Scale {
    Scene,  // what is usual in the scene: the root mean square of the accelerations
    Terms,  // also what is usual for the pressure terms alone, p / (rho0 dx), and for a skin, sigma / (rho0 dx^2)
};

// Forces are sums of large terms that cancel, and single precision keeps seven digits of the terms, not of what
// remains. While a scene begins to move, accelerations are as large as the terms. A drop that has come to rest,
// however, has accelerations of 0.1 m/s^2 left of terms of 70 m/s^2; errors of 0.0005 m/s^2 in it say nothing against
// the sums.
Disagreement compare(const World& world, Scale scale) {
    const World reference = referenceOf(world);
    const std::vector<Vec3> truths = reference.accelerations();
    const std::vector<Vec3> accelerations = world.accelerations();
    REQUIRE(truths.size() == accelerations.size());
    double squares = 0.0, pressureSquares = 0.0;
    for (size_t k = 0; k < truths.size(); ++k) {
        squares += lengthSquared(truths[k]);
        pressureSquares += std::pow(static_cast<double>(world.particle(k).pressure), 2);
    }
    REQUIRE(std::isfinite(squares));
    const double count = std::max<double>(1.0, static_cast<double>(truths.size()));
    double usual = std::sqrt(squares / count);
    if (scale == Scale::Terms) {
        const double spacing = world.setup().spacing, perLayer = world.fluids()[0].restDensity * spacing;
        usual = std::max(usual, std::sqrt(pressureSquares / count) / perLayer);
        if (world.settings().tensionModel == TensionModel::Stress) {
            usual = std::max(usual, world.settings().surfaceTension / (perLayer * spacing));
        }
    }
    const std::span<const uint32_t> ids = reference.ids();  // the reference keeps particles in the order of identity
    Disagreement worst;
    for (size_t k = 0; k < accelerations.size(); ++k) {
        const ParticleView particle = world.particle(k);
        // Identities have gaps where gas has vanished.
        const auto place = std::ranges::lower_bound(ids, particle.id);
        REQUIRE((place != ids.end() && *place == particle.id));
        const auto index = static_cast<size_t>(place - ids.begin());
        const double truth = reference.particle(index).density;
        worst.density = std::max(worst.density, std::abs(particle.density - truth) / truth);
        if (isAtThreshold(particle, world)) continue;
        const double error = length(accelerations[k] - truths[index]);
        const double size = length(truths[index]);
        worst.acceleration = std::max(worst.acceleration, error / std::max({size, usual, 1e-30}));
    }
    return worst;
}

// The pressure in a drop is so small that the rounding of its density alone is 1e-4 of it.
double barOf(const SceneInfo& scene) {
    return scene.name == "drop" ? 2.0 * kBar : kBar;
}

void checkAgreement(const World& world, Scale scale, double bar = kBar) {
    const Disagreement worst = compare(world, scale);
    CHECK(worst.density < kBar);
    CHECK(worst.acceleration < bar);
}

// The strain, on which viscosity acts as a stress, has 16 bits, and 100 Pa s make much of it in an impact.
constexpr double kThickBar = 20.0 * kBar;

// As the bar says: all of the first 20 steps. Settings may differ from the scene's own.
void checkFirstSteps(const SceneInfo& scene, std::optional<size_t> particles, const std::vector<SetSetting>& changes,
                     Scale scale = Scale::Scene, double bar = kBar) {
    World world(buildScene(scene, {.particles = particles}), 1);
    for (const SetSetting& change : changes) world.submit(change);
    for (int n = 0; n < 20; ++n) {
        CAPTURE(scene.name, world.particleCount(), n);
        world.step();
        checkAgreement(world, scale, bar);
    }
}

}  // namespace

TEST_CASE("Density and forces agree with the reference in the first 20 steps of every scene", "[reference]") {
    for (const SceneInfo& scene : builtInScenes()) {
        checkFirstSteps(scene, {}, {}, scene.name == "drop" ? Scale::Terms : Scale::Scene, barOf(scene));
    }
}

TEST_CASE("Density and forces agree with the reference with every model of pressure and tension", "[reference]") {
    for (const SceneInfo& scene : builtInScenes()) {
        for (const float pair : {0.0f, 1.0f}) {
            for (const float tension : {0.0f, 1.0f, 2.0f}) {
                // Against the terms: with the Wendland pair the still tank is in balance from its first steps on, with
                // pressures so small that rounding of the density alone makes 1.2e-4 of them.
                checkFirstSteps(scene, 800, {{"kernelPair", pair}, {"tensionModel", tension}, {"surfaceTension", 5.0f}},
                                Scale::Terms, 2.0 * kBar);
            }
        }
    }
}

TEST_CASE("Density and forces agree with the reference in thick fluid, also at walls", "[reference]") {
    for (const SceneInfo& scene : builtInScenes()) {
        checkFirstSteps(scene, 400, {{"kernelPair", 1.0f}, {"stabiliser", 1.0f}, {"viscosity", 20.0f}}, Scale::Terms,
                        2.0 * kBar);
    }
}

TEST_CASE("Density and forces agree with the reference where viscosity needs stages", "[reference]") {
    for (const SceneInfo& scene : builtInScenes()) {
        for (const float stabiliser : {0.0f, 1.0f}) {
            checkFirstSteps(
                scene, 400,
                {{"kernelPair", 1.0f}, {"stabiliser", stabiliser}, {"viscosity", 100.0f}, {"wallGrip", 1.0f}},
                Scale::Terms, kThickBar);
        }
    }
}

TEST_CASE("Density and forces agree with the reference with suction and without wall density", "[reference]") {
    for (const SceneInfo& scene : builtInScenes()) {
        for (const float pair : {0.0f, 1.0f}) {
            checkFirstSteps(scene, 400, {{"kernelPair", pair}, {"allowSuction", 1.0f}}, Scale::Terms);
            checkFirstSteps(scene, 400, {{"kernelPair", pair}, {"wallDensityOn", 0.0f}}, Scale::Terms);
        }
    }
}

TEST_CASE("Density and forces agree with the reference when the scene is in full motion", "[reference][soak]") {
    for (const SceneInfo& scene : builtInScenes()) {
        CAPTURE(scene.name);
        World world = makeScene(scene.name);
        for (int round = 0; round < 4; ++round) {
            runSteps(world, soakSteps(150, 40));
            checkAgreement(world, Scale::Terms, barOf(scene));
        }
    }
}

TEST_CASE("Density and forces agree with the reference for the fewest particles", "[reference]") {
    for (const SceneInfo& scene : builtInScenes()) {
        for (const size_t count : {1u, 2u, 3u, 17u}) {
            checkFirstSteps(scene, count, {}, Scale::Scene, barOf(scene));
            checkFirstSteps(scene, count, {{"kernelPair", 1.0f}}, Scale::Scene, barOf(scene));
        }
    }
}

TEST_CASE("Density and forces agree with the reference where notes of neighbours overflow", "[reference]") {
    for (const float pair : {0.0f, 1.0f}) {
        World world = makeScene("dam-break", 3000);
        for (const SetSetting& change :
             {SetSetting{"stiffness", 1.0f}, SetSetting{"gravity", 20.0f}, SetSetting{"kernelPair", pair}}) {
            world.submit(change);
        }
        runSteps(world, 200);
        // More than kNotesPerParticle on average at the bottom, so that whole chunks must search again.
        REQUIRE(world.measure().meanNeighbors > 1.1 * static_cast<double>(kNotesPerParticle));
        checkAgreement(world, Scale::Terms);
    }
}

TEST_CASE("Density and forces agree with the reference on every instruction set", "[reference]") {
    std::vector<std::string> names;
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const InstructionSet chosen(target);
        names.emplace_back(simdTargetName());
        CAPTURE(names.back());
        CHECK(names.back() == hwy::TargetName(target));
        for (const float pair : {0.0f, 1.0f}) {
            checkFirstSteps(findScene("glass-swirl"), 1000, {{"kernelPair", pair}}, Scale::Terms);
            for (const float tension : {1.0f, 2.0f}) {
                checkFirstSteps(findScene("drop"), 500, {{"kernelPair", pair}, {"tensionModel", tension}},
                                Scale::Terms);
            }
            checkFirstSteps(findScene("splash"), 500, {{"kernelPair", pair}, {"viscosity", 100.0f}}, Scale::Terms,
                            kThickBar);
            World squeezed = makeScene("dam-break", 1500);
            for (const SetSetting& change :
                 {SetSetting{"stiffness", 1.0f}, SetSetting{"gravity", 20.0f}, SetSetting{"kernelPair", pair}}) {
                squeezed.submit(change);
            }
            runSteps(squeezed, 150);
            checkAgreement(squeezed, Scale::Terms);
        }
    }
    std::sort(names.begin(), names.end());
    CHECK(std::unique(names.begin(), names.end()) == names.end());
    CHECK(!names.empty());
}

TEST_CASE("The reference moves particles as the world does", "[reference]") {
    for (const std::string_view scene : {"still-tank", "dam-break", "drop"}) {
        CAPTURE(scene);
        World world = makeScene(scene, 1000);
        runSteps(world, 2);
        World reference = referenceOf(world);
        runSteps(world, 20);
        runSteps(reference, 20);
        const std::vector<ParticleView> truths = particlesById(reference);
        const std::vector<ParticleView> particles = particlesById(world);
        REQUIRE(truths.size() == particles.size());
        float farthest = 0.0f;
        for (size_t k = 0; k < truths.size(); ++k) {
            farthest = std::max(farthest, length(truths[k].x - particles[k].x));
        }
        CHECK(farthest < 1e-3f * world.setup().spacing);
    }
}

TEST_CASE("Forces of mixed fluids agree with the reference for every model", "[reference]") {
    for (const float pair : {0.0f, 1.0f}) {
        for (const float model : {0.0f, 1.0f}) {
            checkFirstSteps(findScene("two-fluids"), 800,
                            {{"kernelPair", pair}, {"interfaceModel", model}, {"interfaceTension", 3.0f}},
                            Scale::Terms);
        }
    }
}

TEST_CASE("Heat and dye flow as in the reference", "[reference]") {
    WorldSetup setup = buildScene(findScene("two-fluids"), {.particles = 800});
    setup.refill = nullptr;
    setup.settings.dyeDiffusion = 1e-3f;
    setup.fluids[0].heatDiffusion = 2e-3f;
    setup.fluids[1].expansion = 0.002f;
    for (ParticleSeed& i : setup.particles) i.temperature = 20.0f + 100.0f * i.x.y + 20.0f * i.dye;
    World world(setup, 1);
    runSteps(world, 2);
    const std::vector<ParticleView> before = particlesById(world);
    World reference = referenceOf(world);
    runSteps(world, 20);
    runSteps(reference, 20);
    const std::vector<ParticleView> truths = particlesById(reference);
    const std::vector<ParticleView> after = particlesById(world);
    double mostHeat = 0.0, mostDye = 0.0, heatError = 0.0, dyeError = 0.0;
    for (size_t k = 0; k < truths.size(); ++k) {
        const auto difference = [](float a, float b) { return std::abs(static_cast<double>(a) - b); };
        mostHeat = std::max(mostHeat, difference(truths[k].temperature, before[k].temperature));
        mostDye = std::max(mostDye, difference(truths[k].dye, before[k].dye));
        heatError = std::max(heatError, difference(truths[k].temperature, after[k].temperature));
        dyeError = std::max(dyeError, difference(truths[k].dye, after[k].dye));
    }
    CHECK(mostHeat > 1.0);
    CHECK(mostDye > 0.01);
    CHECK(heatError < 1e-3 * mostHeat);
    CHECK(dyeError < 1e-3 * mostDye);
}

TEST_CASE("The mesh of the surface is the same to the last bit on every instruction set", "[reference][surface]") {
    World world = makeScene("splash", 1500);
    runSteps(world, 150);
    Frame frame;
    world.capture(frame);
    SurfaceMesh first;
    for (const float cellSize : {1.0f, 0.6f, 2.0f}) {
        SurfaceMesher(1).build(frame.particles(), {.cellSize = cellSize}, frame.density, nullptr, first);
        for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
            const InstructionSet chosen(target);
            SurfaceMesh mesh;
            SurfaceMesher(1).build(frame.particles(), {.cellSize = cellSize}, frame.density, nullptr, mesh);
            CAPTURE(simdTargetName(), cellSize);
            REQUIRE(mesh.triangles.positions.size() > 1000);
            CHECK(mesh.triangles.positions == first.triangles.positions);
            CHECK(mesh.triangles.indices == first.triangles.indices);
            CHECK(mesh.values == first.values);
        }
    }
}

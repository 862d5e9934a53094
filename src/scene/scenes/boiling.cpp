// [MSKG05] figure 7: a burner heats a beaker until steam forms at a few places of its bottom and rises.
#include <algorithm>
#include <cmath>

#include "meniscus/core/rng.h"
#include "meniscus/sph/fluid.h"
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kRadius = 0.15f;
constexpr float kDepth = 0.2f;
constexpr float kUnderside = 0.24f;  // of the beaker
constexpr float kBurnerRadius = 0.035f;
constexpr float kBurnerHeight = 0.11f;
constexpr int kSites = 5;

enum Fluids : uint8_t { kWater, kSteam, kFlame };

std::vector<FluidKind> makeFluids(FluidKind water) {
    water.boilingPoint = 100.0f;
    water.vapour = kSteam;
    water.expansion = 4e-4f;
    water.heatDiffusion = 3e-3f;
    water.cooling = 0.01f;  // so that it stops boiling once the burner is off
    FluidKind steam = findKnownFluid("air");
    steam.name = "steam";
    steam.temperature = 100.0f;
    // As hard to compress as the water: see pour_with_air.cpp.
    steam.stiffness = water.stiffness * water.restDensity / steam.restDensity;
    FluidKind flame = findKnownFluid("air");
    flame.name = "flame";
    flame.isFlame = true;
    flame.stiffness = 20.0f;
    flame.viscosity = 0.08f;
    flame.buoyancy = 0.0f;
    flame.polarity = -0.5f;  // that of the glass, along which it licks
    flame.temperature = 1000.0f;
    flame.heatDiffusion = 2e-3f;
    flame.lift = 1.6f;
    flame.cooling = 1.5f;
    flame.red = 1.0f, flame.green = 0.45f, flame.blue = 0.08f;
    return {water, steam, flame};
}

std::vector<SolidPart> makeStand() {
    std::vector<SolidPart> parts{CylinderPart{{0.0f, 0.0f, 0.0f}, kBurnerRadius + 0.012f, kBurnerHeight}};
    for (int leg = 0; leg < 3; ++leg) {
        const float angle = 2.0943951f * static_cast<float>(leg) + 0.5f;
        const Vec3 foot{kRadius * std::cos(angle), 0.0f, kRadius * std::sin(angle)};
        parts.push_back(CylinderPart{foot, 0.012f, kUnderside});
    }
    return parts;
}

Scene build(size_t particles, uint64_t seed) {
    Scene scene;
    scene.fill = {cylinderFill({0.0f, 0.0f, 0.0f}, kRadius, kDepth)};
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, particles);
    const float dx = setup.spacing;
    // Particles keep half a spacing off the glass, and flame and water must not feel each other through it.
    const float thickness = std::max(0.02f, 1.05f * (kSupportPerSpacing - 1.0f) * dx);
    const float floor = kUnderside + thickness;
    scene.fill[0].shift = {0.0f, floor, 0.0f};
    setup.domain.bounds = {{-0.45f, 0.0f, -0.45f}, {0.45f, floor + 0.5f, 0.45f}};
    scene.solids = makeStand();
    scene.solids.push_back(GlassDimensions{.base = {0.0f, kUnderside, 0.0f},
                                           .innerRadius = kRadius,
                                           .height = thickness + 0.32f,
                                           .wallThickness = thickness,
                                           .baseThickness = thickness});
    setSyrup(setup, kDepth, 0.06f, 0.008f);
    setup.settings.surfaceTension = 0.6f;
    setup.settings.interfaceTension = 2.0f;
    setup.settings.boilingRate = 0.6f;
    setup.spacing = dx;
    setup.fluids = makeFluids(setup.fluids[0]);
    setup.isMixed = true;
    setup.capacity = particles + particles / 2;
    setup.emitters.push_back({.centre = {0.0f, kBurnerHeight + 1.2f * dx, 0.0f},
                              .direction = {0.0f, 1.0f, 0.0f},
                              .radius = kBurnerRadius,
                              .speed = 0.9f,
                              .fluid = kFlame});
    // The bottom of the beaker: what touches it from below heats it, and it heats what touches it from above.
    setup.heaters.push_back({.bounds = {{-kRadius, kUnderside - 1.5f * dx, -kRadius}, {kRadius, floor + dx, kRadius}},
                             .temperature = kRoomTemperature,
                             .rate = 1.4f,
                             .capacity = 1.0f});
    Rng rng(seed ^ 0x5175);
    while (setup.cavitationSites.size() < kSites) {
        const float x = rng.signedUniform(), z = rng.signedUniform();
        if (x * x + z * z > 1.0f) continue;
        setup.cavitationSites.push_back({0.8f * kRadius * x, floor + 0.5f * dx, 0.8f * kRadius * z});
    }
    return scene;
}

const SceneRegistration kRegistration(
    {90,
     "boiling",
     "Boiling water",
     "A burner heats a beaker of water until steam forms at its bottom and bubbles up.",
     2500,
     build,
     {.target = {0.0f, 0.3f, 0.0f}, .distance = 2.0f, .yaw = 0.32f, .pitch = 0.12f, .room = RoomLook::Tray}});

}  // namespace
}  // namespace meniscus

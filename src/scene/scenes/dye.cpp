// Ink in water ([MSKG05] 3.3): drops of dyed water fall into a glass that was stirred, are drawn out and diffuse.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kRadius = 0.16f;
constexpr float kDepth = 0.27f;
constexpr GlassDimensions kGlass{.base = {0.0f, 0.0f, 0.0f}, .innerRadius = kRadius, .height = 0.42f};
constexpr float kFloor = kGlass.baseThickness;
constexpr float kDropRadius = 0.03f;
constexpr float kSpin = 1.2f;  // rad/s at the start

WorldSetup build(size_t particles, uint64_t seed) {
    Filling filling = fillRegions({ballRegion({0.05f, kFloor + kDepth + 0.08f, 0.0f}, kDropRadius),
                                   ballRegion({-0.07f, kFloor + kDepth + 0.2f, 0.03f}, kDropRadius),
                                   cylinderRegion({0.0f, kFloor, 0.0f}, kRadius, kDepth)},
                                  particles, seed);
    WorldSetup setup;
    setup.domain.bounds = {{-0.35f, 0.0f, -0.35f}, {0.35f, 0.7f, 0.35f}};
    setup.solids = makeGlass(kGlass);
    setup.settings = waterSettings(kDepth, filling.spacing, 0.06f, 0.006f);
    setup.settings.wallGrip = 0.1f;
    setup.settings.dyeDiffusion = 1e-4f;
    setup.spacing = filling.spacing;
    setup.particles = std::move(filling.particles);
    for (ParticleSeed& particle : setup.particles) {
        const bool isDrop = particle.x.y > kFloor + kDepth;
        particle.dye = isDrop ? 1.0f : 0.0f;
        particle.v = isDrop ? Vec3{0.0f, -1.2f, 0.0f} : cross({0.0f, kSpin, 0.0f}, particle.x);
    }
    setup.fluids = {findKnownFluid("water")};
    return setup;
}

const SceneRegistration kRegistration(
    {77,
     "dye",
     "Ink in water",
     "Drops of ink fall into a glass of water that was stirred, are drawn out and diffuse.",
     3500,
     build,
     {.target = {0.0f, 0.22f, 0.0f}, .distance = 1.5f, .yaw = 0.32f, .pitch = 0.24f, .room = RoomLook::Tray}});

}  // namespace
}  // namespace meniscus

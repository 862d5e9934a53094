// Water that should simply stand still: what is wrong with a solver shows here first.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr Bounds kTank{{-0.15f, 0.0f, -0.15f}, {0.15f, 0.4f, 0.15f}};
constexpr float kDepth = 0.2f;

Scene build(size_t particles, uint64_t) {
    Scene scene;
    scene.fill = {boxFill({kTank.lower, {kTank.upper.x, kDepth, kTank.upper.z}})};
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, particles);
    setup.domain.bounds = kTank;
    setWater(setup, kDepth, 0.01f);
    setup.settings.stabiliserStrength = 0.06f;  // nothing moves here that it could hold back
    setup.settings.wallGrip = 1.0f;
    return scene;
}

const SceneRegistration kRegistration(
    {50,
     "still-tank",
     "Still tank",
     "A tank of water that settles and comes to rest, level and calm.",
     1500,
     build,
     {.target = {0.02f, 0.17f, 0.0f}, .distance = 1.05f, .yaw = 0.5f, .pitch = 0.28f}});

}  // namespace
}  // namespace meniscus

// [MCG03] figure 4: a tank to splash in. A ball of water falls into it, so that it also moves when nobody drags.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr Bounds kTank{{-0.25f, 0.0f, -0.15f}, {0.25f, 0.5f, 0.15f}};
constexpr float kDepth = 0.085f;

Scene build(size_t particles, uint64_t) {
    const Bounds pool{kTank.lower, {kTank.upper.x, kDepth, kTank.upper.z}};
    Scene scene;
    scene.fill = {ballFill({-0.05f, 0.33f, 0.0f}, 0.1f), boxFill(pool)};
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, particles);
    setup.domain.bounds = kTank;
    // Water at rest is shallow here, but the ball comes down at 2 m/s: stiff enough for that.
    setWater(setup, 0.2f, 0.025f);
    setup.settings.wallGrip = 0.1f;
    return scene;
}

const SceneRegistration kRegistration({20,
                                       "splash",
                                       "Splash in a tank",
                                       "A ball of water falls into a tank: splash along with the mouse.",
                                       1300,
                                       build,
                                       {.target = {0.01f, 0.2f, 0.0f}, .distance = 1.3f, .yaw = 0.5f, .pitch = 0.27f}});

}  // namespace
}  // namespace meniscus

// Without gravity, surface tension pulls a cube of fluid into a ball.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kSide = 0.2f;
constexpr Bounds kRoom{{-0.3f, -0.3f, -0.3f}, {0.3f, 0.3f, 0.3f}};

Scene build(size_t particles, uint64_t) {
    const Vec3 half{0.5f * kSide, 0.5f * kSide, 0.5f * kSide};
    Scene scene;
    scene.fill = {boxFill({-half, half})};
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, particles);
    setup.domain.bounds = kRoom;
    // Stiff enough for the strongest tension.
    setWater(setup, kSide, 0.01f);
    setup.fluids[0].viscosity = 0.1f;  // it swings a few times
    setup.settings.stabiliserStrength = 0.02f;
    setup.settings.gravity = 0.0f;
    setup.settings.surfaceTension = 5.0f;  // far more than water's: the drop is as large as a head
    return scene;
}

const SceneRegistration kRegistration(
    {60,
     "drop",
     "Drop without gravity",
     "Surface tension pulls a floating cube of fluid into a ball.",
     1000,
     build,
     {.target = {0.0f, -0.09f, 0.0f}, .distance = 1.1f, .yaw = 0.5f, .pitch = 0.34f, .room = RoomLook::Unseen}});

}  // namespace
}  // namespace meniscus

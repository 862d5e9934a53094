// [MCG03] figure 5: water is poured into a glass.
#include <cmath>

#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kRadius = 0.2f;
constexpr float kDepth = 0.285f;
constexpr GlassDimensions kGlass{.base = {0.0f, 0.0f, 0.0f}, .innerRadius = kRadius, .height = 0.5f};

Scene build(size_t particles, uint64_t) {
    const float volume = 3.14159265f * kRadius * kRadius * kDepth;
    Scene scene;
    WorldSetup& setup = scene.setup;
    setup.spacing = std::cbrt(volume / static_cast<float>(particles));
    setup.domain.bounds = {{-0.45f, 0.0f, -0.45f}, {0.45f, 0.9f, 0.45f}};
    scene.solids = {kGlass};
    setWater(setup, kDepth, 0.03f);
    setup.settings.stabiliserStrength = 0.05f;  // all of it stays in the glass
    setup.capacity = particles;
    setup.emitters.push_back({.centre = {-0.06f, 0.68f, 0.0f},
                              .direction = {0.0f, -1.0f, 0.0f},
                              .radius = 0.045f,
                              .speed = 1.4f,
                              .particleLimit = particles});
    return scene;
}

const SceneRegistration kRegistration(
    {30,
     "pour",
     "Pour a glass",
     "A jet of water falls into an empty glass and fills most of it.",
     3000,
     build,
     {.target = {0.0f, 0.34f, 0.0f}, .distance = 1.95f, .yaw = 0.32f, .pitch = 0.24f, .room = RoomLook::Tray}});

}  // namespace
}  // namespace meniscus

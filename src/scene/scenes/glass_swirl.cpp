// [MCG03] figure 3: a rotational force field makes the water in a glass swirl.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kRadius = 0.17f;
constexpr float kDepth = 0.29f;
constexpr GlassDimensions kGlass{.base = {0.0f, 0.0f, 0.0f}, .innerRadius = kRadius, .height = 0.52f};

Scene build(size_t particles, uint64_t) {
    Scene scene;
    scene.fill = {cylinderFill(kGlass.base + Vec3{0.0f, kGlass.baseThickness, 0.0f}, kRadius, kDepth)};
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, particles);
    setup.domain.bounds = {{-0.4f, 0.0f, -0.4f}, {0.4f, 0.8f, 0.4f}};
    scene.solids = {kGlass};
    setWater(setup, kDepth, 0.016f);
    // Far more than water's own, as the glass is far larger than a real one: it climbs the glass where it meets it.
    setup.settings.surfaceTension = 3.0f;
    setup.settings.contactAngle = 25.0f;
    setup.settings.stabiliserStrength = 0.04f;
    setup.settings.wallRoughness = 0.05f;  // as of a ground glass: it keeps the swirl within the rim
    setup.fields.push_back({.kind = FieldKind::Swirl,
                            .centre = kGlass.base,
                            .radius = 1.2f * kRadius,
                            .strength = 3.0f,
                            .direction = {0.0f, 1.0f, 0.0f}});
    return scene;
}

const SceneRegistration kRegistration(
    {10,
     "glass-swirl",
     "Swirl in a glass",
     "A rotational force field makes the water in a glass swirl and climb its wall.",
     2200,
     build,
     {.target = {0.0f, 0.2f, 0.0f}, .distance = 1.55f, .yaw = 0.32f, .pitch = 0.25f, .room = RoomLook::Tray}});

}  // namespace
}  // namespace meniscus

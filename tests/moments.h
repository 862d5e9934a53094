// Moments and sessions for tests: scenes that somebody plays with.
#pragma once

#include <fstream>

#include "meniscus/core/rng.h"
#include "meniscus/scene/moment.h"
#include "meniscus/scene/scene.h"

namespace meniscus {

// A little of everything that a user does with the mouse and the panels, at the same steps each time.
inline void play(World& world) {
    const Vec3 middle = world.setup().domain.bounds.centre();
    const Vec3 above = middle + Vec3{0.02f, 0.3f * world.setup().domain.bounds.size().y, 0.01f};
    switch (world.stepIndex()) {
        case 3:
            return world.submit(SetSetting{"viscosity", 1.5f * world.fluids()[0].viscosity});
        case 5:
            return world.submit(ApplyField{2,
                                           {.kind = FieldKind::Drag,
                                            .centre = middle,
                                            .radius = 0.2f,
                                            .strength = 5.0f,
                                            .direction = {1, 0, 0},
                                            .endTime = 0.3}});
        case 6:  // without an end
            return world.submit(
                ApplyField{0, {.kind = FieldKind::Swirl, .centre = middle, .strength = 3.0f, .direction = {0, 1, 0}}});
        case 8:
            return world.submit(Pour{true, above, 0.03f, 1.0f});
        case 20:
            return world.submit(AddFluid{FluidKind{.name = "syrup", .viscosity = 20.0f}});
        case 24:
            return world.submit(EmitBall{above, 0.04f, {0, -1, 0}, "syrup"});
        case 30:
            return world.submit(SetFluid{"syrup", "viscosity", 10.0f});
        case 50:
            return world.submit(Dye{middle, 0.1f, 0.5f});
        case 60:
            return world.submit(Pour{});
        case 70:
            return world.submit(Drain{middle, 0.03f});
        default:
            break;
    }
}

inline void playSteps(World& world, uint64_t steps) {
    for (uint64_t k = 0; k < steps; ++k) {
        play(world);
        world.step();
    }
}

// The moment of a small scene after some play.
inline Moment smallMoment(std::string_view name = "drop", size_t particles = 30, uint64_t steps = 12) {
    const Scene scene = describeScene(findScene(name), {.particles = particles});
    World world(worldSetup(scene, true), 1);
    playSteps(world, steps);
    return momentOf(world, scene, true);
}

inline void writeBytes(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace meniscus

// The built-in scenes, one file each under src/scene/scenes. App, tests and benchmarks share them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/look/scene_look.h"
#include "meniscus/solid/solid_part.h"
#include "meniscus/world/world.h"

namespace meniscus {

struct SceneOptions {
    std::optional<size_t> particles;  // the scene's own count when empty
    uint64_t seed = 1;
    bool isForPlay = false;  // with room in memory for fluid that the user pours in
};

// A part of the room that is full of fluid at the start.
struct FillRegion {
    enum class Shape { Box, Cylinder, Ball };
    Shape shape = Shape::Box;
    Bounds box{};         // of a box
    Vec3 place{};         // centre of a ball; middle of a cylinder's underside
    float radius = 0.1f;  // m, of a cylinder or a ball
    float height = 0.1f;  // m, of a cylinder
    Vec3 shift{};         // m; added to the particles once they are placed
    Vec3 velocity{};      // m/s
    Vec3 spin{};          // rad/s, about an axis through the origin
    // Fluids from the bottom up: each takes its share of the region's particles, the last one the rest.
    struct Layer {
        uint8_t fluid = 0;
        float share = 1.0f;
        float temperature = ParticleSeed::kOfItsFluid;
        float dye = 0.0f;
    };
    std::vector<Layer> layers = std::vector<Layer>(1);
    bool isShaken = false;  // fluids at random places instead of layers, in the same shares
};

// Names of what the render module has; empty: as the user has it.
struct SceneView {
    std::string view;
    std::string colour;
    std::string background;
};

// A scene as data: built in, read from a file, or kept in a snapshot.
struct Scene {
    std::string name;  // such as "glass-swirl"; of a file, its name without the ending
    std::string title;
    std::string description;
    size_t particles = 0;         // for which it is made
    size_t particlesAtStart = 0;  // how many of them the fill has, before walls take places away
    WorldSetup setup;             // with the spacing; without solids, particles and refill: they come from what follows
    std::vector<SolidPart> solids;  // the walls
    std::vector<FillRegion> fill;   // the fluid
    SceneLook look;
    SceneView view;
};

struct SceneInfo {
    int order;  // place in the list
    std::string_view name;
    std::string_view title;
    std::string_view description;  // one sentence
    size_t particles;              // at the scene's own resolution
    // Without name, title, description, look, seed and, where all of them are there from the start, counts of
    // particles.
    Scene (*build)(size_t particles, uint64_t seed);
    SceneLook look = {};
};

// A scene file registers itself by defining one of these at namespace scope.
struct SceneRegistration {
    explicit SceneRegistration(const SceneInfo& info);
};

[[nodiscard]] std::span<const SceneInfo> builtInScenes();

[[nodiscard]] bool isBuiltInScene(std::string_view name);

// The scene called name; throws InputError with the nearest known name otherwise.
[[nodiscard]] const SceneInfo& findScene(std::string_view name);

// Throws InputError when the count of particles is zero or more than fits into this machine's memory.
void checkParticleCount(size_t particles);

// The scene must be one of builtInScenes(); the count is checked as above.
[[nodiscard]] WorldSetup buildScene(const SceneInfo& scene, const SceneOptions& options);
// The same as data, from which worldSetup makes the same world.
[[nodiscard]] Scene describeScene(const SceneInfo& scene, const SceneOptions& options);
[[nodiscard]] WorldSetup worldSetup(const Scene& scene, bool isForPlay);
// The same without its particles, which its refill makes: whoever builds the world fills it.
[[nodiscard]] WorldSetup unfilledSetup(const Scene& scene, bool isForPlay);
// The scene with another count of particles: finer or coarser, with viscosity and time step to match.
[[nodiscard]] Scene withParticles(Scene scene, size_t particles);

}  // namespace meniscus

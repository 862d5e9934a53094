// Hashes of scenes, as "meniscus run --hash" prints them, without all that draws.
//
//   scene_hash SCENE STEPS THREADS    one scene with its own number of particles: for scripts/check-builds
//   scene_hash golden                 every scene on every instruction set of this machine, for tests/check_golden.py;
//                                     lines "target scene steps particles hash"
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "instruction_set.h"
#include "meniscus/core/text.h"
#include "meniscus/scene/scene.h"
#include "meniscus/sph/wide_passes.h"

namespace {

using namespace meniscus;

// Seconds for all scenes and instruction sets together.
constexpr size_t kGoldenParticles = 600;
constexpr int kGoldenSteps = 200;
constexpr int kMixedGoldenSteps = 80;  // mixed fluids take several substeps a step

std::string hashAfter(World world, int steps) {
    for (int step = 0; step < steps; ++step) world.step();
    return hex16(world.stateHash());
}

void printGolden() {
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const InstructionSet chosen(target);
        for (const SceneInfo& scene : builtInScenes()) {
            const WorldSetup setup = buildScene(scene, {.particles = kGoldenParticles});
            const int steps = setup.isMixed ? kMixedGoldenSteps : kGoldenSteps;
            std::cout << simdTargetName() << ' ' << scene.name << ' ' << steps << ' ' << kGoldenParticles << ' '
                      << hashAfter(World(setup, 1), steps) << '\n';
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "golden") {
        printGolden();
    } else if (argc == 4) {
        World world(buildScene(findScene(argv[1]), {}), std::atoi(argv[3]));
        std::cout << "hash: " << hashAfter(std::move(world), std::atoi(argv[2])) << '\n';
    } else {
        std::cerr << "usage: scene_hash SCENE STEPS THREADS, or scene_hash golden\n";
        return 2;
    }
    return EXIT_SUCCESS;
}

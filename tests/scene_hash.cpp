// The hash of a scene after some steps, as "meniscus run" prints it, without all that draws: for scripts/check-builds.
//
//   scene_hash SCENE STEPS THREADS
#include <cstdlib>
#include <iostream>

#include "meniscus/core/text.h"
#include "meniscus/scene/scene.h"

int main(int argc, char** argv) {
    using namespace meniscus;
    if (argc != 4) return EXIT_FAILURE;
    World world(buildScene(findScene(argv[1]), {}), std::atoi(argv[3]));
    for (int step = 0; step < std::atoi(argv[2]); ++step) world.step();
    std::cout << "hash: " << hex16(world.stateHash()) << '\n';
    return EXIT_SUCCESS;
}

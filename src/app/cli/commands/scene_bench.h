// Measures how fast a scene steps, against the scalar reference in the same minutes on the same machine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "meniscus/scene/scene.h"
#include "meniscus/surface/surface_mesher.h"

namespace meniscus {

struct BenchCase {
    const SceneInfo* scene;
    std::string method;  // empty: the scene's own
    size_t particles;
    int threads;
    uint64_t steps;  // timed ones, over all rounds
};

// A particle-step is one particle in one substep, so that scenes which the CFL guard splits compare fairly.
struct BenchResult {
    std::string scene;
    size_t particles = 0;
    int threads = 0;
    double meanNeighbors = 0.0;
    double particleStepsPerSecond = 0.0;
    double pairsPerSecond = 0.0;  // particle and neighbour, counted from both sides as the gather visits them
    double referenceParticleStepsPerSecond = 0.0;
    double bytesPerParticle = 0.0;
    StageSeconds stageSeconds{};  // per particle-step

    // The mesh of the surface, on as many threads, in the same rounds.
    double stepSeconds = 0.0;
    SurfaceMesher::Seconds surfaceSeconds;
    size_t surfaceTriangles = 0;
};

// onProgress gets the fraction of the work that is done.
[[nodiscard]] BenchResult benchScene(const BenchCase& benchCase, const std::function<void(double)>& onProgress);

}  // namespace meniscus

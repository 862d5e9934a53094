// The surface of the fluid, meshed on a thread of its own while the simulation goes on: frames in, meshes out. Neither
// side ever waits for the other longer than it takes to swap two pointers. While a mesh is being made the newest frame
// waits, and those before it are skipped.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "meniscus/look/fluid_surfaces.h"
#include "meniscus/world/frame.h"

namespace meniscus {

// A moment of the fluid and its surfaces.
struct FluidSurface {
    Frame frame;
    uint64_t frameSerial = 0;  // as it was given with the frame
    SurfaceWish wish;
    FluidSurfaces surfaces;
    double seconds = 0.0;  // that they took
    uint64_t serial = 0;   // another number for every mesh
    std::string error;     // why there is no mesh; empty when there is one
};

// How far a surface is behind the newest frame.
struct SurfaceLag {
    uint64_t steps = 0;
    double seconds = 0.0;  // of simulated time
};
[[nodiscard]] SurfaceLag lagBehind(const StepTotals& surface, const StepTotals& newest);

// Threads for meshing beside a simulation that uses so many: a quarter, and one at least.
[[nodiscard]] int meshingThreads(int simulationThreads);

class SurfaceWorker {
  public:
    // Makes the meshes of a frame, on the worker's thread.
    using Make = std::function<void(const Frame&, const SurfaceWish&, const Shape* walls, FluidSurfaces&)>;

    explicit SurfaceWorker(int threads);  // of SurfaceBuilder
    explicit SurfaceWorker(Make make);    // for tests
    ~SurfaceWorker();                     // waits for the mesh that is being made
    SurfaceWorker(const SurfaceWorker&) = delete;
    SurfaceWorker& operator=(const SurfaceWorker&) = delete;

    // Another scene, with walls or null. Meshes of the one before never come, not even the one that is being made.
    void open(ShapePtr walls);
    // As if the scene had just been opened: for views without a mesh.
    void rest();
    // Copies the frame, to be meshed as soon as the mesh before is done. What was asked for last is not made twice.
    void want(const Frame& frame, uint64_t frameSerial, const SurfaceWish& wish);
    // The newest mesh since the last call, or null. It stays valid and unchanged until the next call that returns one.
    [[nodiscard]] const FluidSurface* take();

  private:
    // Passed from hand to hand and never freed, so that its arrays are allocated once.
    struct Job {
        FluidSurface surface;
        ShapePtr walls;
        uint64_t sceneSerial = 0;
    };

    void run();
    void make(Job& job);

    const Make make_;

    std::mutex mutex_;  // guards what follows
    std::condition_variable wakeUp_;
    std::unique_ptr<Job> waiting_ = std::make_unique<Job>();
    std::unique_ptr<Job> ready_ = std::make_unique<Job>();
    bool isWaitingNew_ = false;
    bool isReadyNew_ = false;
    bool isQuitting_ = false;
    uint64_t sceneSerial_ = 0;

    // Of the window's side only.
    std::unique_ptr<Job> next_ = std::make_unique<Job>();
    std::unique_ptr<Job> front_ = std::make_unique<Job>();
    ShapePtr walls_;
    SurfaceWish lastWish_;
    uint64_t lastFrame_ = 0;
    bool hasAsked_ = false;
    // Of the worker's thread only.
    std::unique_ptr<Job> working_ = std::make_unique<Job>();
    uint64_t made_ = 0;

    std::thread thread_;
};

}  // namespace meniscus

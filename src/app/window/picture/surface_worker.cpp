#include "app/window/picture/surface_worker.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "meniscus/core/thread_priority.h"

namespace meniscus {

namespace {

SurfaceWorker::Make makeByBuilder(int threads) {
    auto builder = std::make_shared<SurfaceBuilder>(threads);
    return [builder](const Frame& frame, const SurfaceWish& wish, const Shape* walls, FluidSurfaces& surfaces) {
        builder->build(frame, wish, walls, surfaces);
    };
}

}  // namespace

SurfaceLag lagBehind(const StepTotals& surface, const StepTotals& newest) {
    // A reset came in between: the surface knows nothing of what happened since.
    if (newest.steps < surface.steps || newest.simulatedSeconds < surface.simulatedSeconds)
        return {newest.steps, newest.simulatedSeconds};
    return {newest.steps - surface.steps, newest.simulatedSeconds - surface.simulatedSeconds};
}

int meshingThreads(int simulationThreads) {
    return std::max(1, simulationThreads / 4);
}

SurfaceWorker::SurfaceWorker(int threads) : SurfaceWorker(makeByBuilder(threads)) {}

SurfaceWorker::SurfaceWorker(Make make) : make_(std::move(make)), thread_([this] { run(); }) {}

SurfaceWorker::~SurfaceWorker() {
    {
        const std::lock_guard lock(mutex_);
        isQuitting_ = true;
    }
    wakeUp_.notify_one();
    thread_.join();
}

void SurfaceWorker::open(ShapePtr walls) {
    walls_ = std::move(walls);
    rest();
}

void SurfaceWorker::rest() {
    if (!hasAsked_) return;  // nothing is on its way
    hasAsked_ = false;
    const std::lock_guard lock(mutex_);
    ++sceneSerial_;
    isWaitingNew_ = isReadyNew_ = false;
}

void SurfaceWorker::want(const Frame& frame, uint64_t frameSerial, const SurfaceWish& wish) {
    if (hasAsked_ && frameSerial == lastFrame_ && wish == lastWish_) return;
    hasAsked_ = true;
    lastFrame_ = frameSerial;
    lastWish_ = wish;
    next_->surface.frame = frame;
    next_->surface.frameSerial = frameSerial;
    next_->surface.wish = wish;
    next_->walls = walls_;
    {
        const std::lock_guard lock(mutex_);
        next_->sceneSerial = sceneSerial_;
        std::swap(next_, waiting_);
        isWaitingNew_ = true;
    }
    wakeUp_.notify_one();
}

const FluidSurface* SurfaceWorker::take() {
    const std::lock_guard lock(mutex_);
    if (!isReadyNew_) return nullptr;
    std::swap(front_, ready_);
    isReadyNew_ = false;
    return &front_->surface;
}

void SurfaceWorker::run() {
    giveWayToWindow();
    while (true) {
        {
            std::unique_lock lock(mutex_);
            wakeUp_.wait(lock, [this] { return isWaitingNew_ || isQuitting_; });
            if (isQuitting_) return;
            std::swap(waiting_, working_);
            isWaitingNew_ = false;
        }
        make(*working_);
        const std::lock_guard lock(mutex_);
        if (working_->sceneSerial != sceneSerial_) continue;  // nobody wants it any more
        std::swap(working_, ready_);
        isReadyNew_ = true;
    }
}

void SurfaceWorker::make(Job& job) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    FluidSurface& surface = job.surface;
    surface.error.clear();
    try {
        make_(surface.frame, surface.wish, job.walls.get(), surface.surfaces);
    } catch (const std::exception& failure) {
        surface.error = failure.what();
        surface.surfaces = {};
    }
    surface.serial = ++made_;
    surface.seconds = std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace meniscus

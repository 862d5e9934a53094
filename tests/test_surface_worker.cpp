// The thread that meshes the fluid's surface: the newest frame counts, nobody waits, and nothing old comes out.
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "app/window/picture/surface_worker.h"
#include "meniscus/session/simulation.h"
#include "worlds.h"

using namespace meniscus;

namespace {

constexpr std::chrono::seconds kPatience{60};  // which no machine needs

template <typename Condition>
bool waitUntil(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

const FluidSurface* waitForSurface(SurfaceWorker& worker) {
    const FluidSurface* taken = nullptr;
    (void)waitUntil([&] { return (taken = worker.take()) != nullptr; });
    return taken;
}

// A frame of so many particles in a row.
Frame frameOf(size_t count, uint64_t steps = 0) {
    Frame frame;
    frame.resize(count);
    frame.spacing = 0.02f;
    frame.supportRadius = 0.04f;
    frame.particleMass = 0.008f;
    frame.totals.steps = steps;
    for (size_t k = 0; k < count; ++k) {
        frame.x[k] = {0.02f * static_cast<float>(k), 0.0f, 0.0f};
        frame.v[k] = {static_cast<float>(k), 0.0f, 0.0f};
    }
    return frame;
}

// Stands in for a mesher that takes its time: each mesh waits until the test lets it pass.
class SlowMesher {
  public:
    [[nodiscard]] SurfaceWorker::Make make() {
        return [this](const Frame& frame, const SurfaceWish&, const Shape*, FluidSurfaces& made) {
            ++begun_;
            std::unique_lock lock(mutex_);
            if (!mayPass_.wait_for(lock, kPatience, [this] { return passes_ > 0; })) hasWaitedTooLong_ = true;
            --passes_;
            made.outer.triangles.indices.assign(3 * frame.count(), 0);
            ++done_;
        };
    }
    void letPass(int meshes = 1) {
        {
            const std::lock_guard lock(mutex_);
            passes_ += meshes;
        }
        mayPass_.notify_all();
    }
    [[nodiscard]] bool waitForBegin(int mesh) const {
        return waitUntil([&] { return begun_ >= mesh; });
    }
    [[nodiscard]] int begun() const { return begun_; }
    [[nodiscard]] int done() const { return done_; }
    // The test's own side was held up until the mesher gave up.
    [[nodiscard]] bool hasWaitedTooLong() const { return hasWaitedTooLong_; }

  private:
    std::mutex mutex_;
    std::condition_variable mayPass_;
    int passes_ = 0;
    std::atomic<int> begun_{0};
    std::atomic<int> done_{0};
    std::atomic<bool> hasWaitedTooLong_{false};
};

}  // namespace

TEST_CASE("While a mesh is made, frames are skipped, and only the newest of them is meshed", "[surface][parallel]") {
    SlowMesher mesher;
    SurfaceWorker worker(mesher.make());
    worker.want(frameOf(1), 1, {});
    REQUIRE(mesher.waitForBegin(1));
    for (uint64_t serial = 2; serial <= 9; ++serial) {
        worker.want(frameOf(serial), serial, {});
        CHECK(worker.take() == nullptr);  // and neither call waits
    }
    mesher.letPass(9);
    const FluidSurface* first = waitForSurface(worker);
    REQUIRE(first != nullptr);
    // The second may have been done in the meantime; then it is the newest.
    const FluidSurface* last = first->frameSerial == 9 ? first : waitForSurface(worker);
    REQUIRE(last != nullptr);
    CHECK(last->frameSerial == 9);
    CHECK(last->frame.count() == 9);
    CHECK(last->surfaces.outer.triangles.indices.size() == 27);
    CHECK(mesher.done() == 2);
    CHECK_FALSE(mesher.hasWaitedTooLong());
    CHECK(worker.take() == nullptr);
}

TEST_CASE("Of meshes that nobody took, the newest comes", "[surface][parallel]") {
    SlowMesher mesher;
    SurfaceWorker worker(mesher.make());
    for (int serial = 1; serial <= 3; ++serial) {
        worker.want(frameOf(static_cast<size_t>(serial)), static_cast<uint64_t>(serial), {});
        REQUIRE(mesher.waitForBegin(serial));
        mesher.letPass();
        REQUIRE(waitUntil([&] { return mesher.done() == serial; }));
    }
    const FluidSurface* taken = nullptr;
    REQUIRE(waitUntil([&] {
        if (const FluidSurface* newer = worker.take()) taken = newer;
        return taken != nullptr && taken->frameSerial == 3;
    }));
    CHECK(taken->serial == 3);
}

TEST_CASE("A mesh in the window's hands does not change while the next ones are made", "[surface][parallel]") {
    SlowMesher mesher;
    mesher.letPass(1000);
    SurfaceWorker worker(mesher.make());
    worker.want(frameOf(7), 1, {});
    const FluidSurface* held = waitForSurface(worker);
    REQUIRE(held != nullptr);
    for (int serial = 2; serial <= 20; ++serial) {
        worker.want(frameOf(100), static_cast<uint64_t>(serial), {});
        REQUIRE(mesher.waitForBegin(serial));
    }
    CHECK(held->frame.count() == 7);
    CHECK(held->surfaces.outer.triangles.indices.size() == 21);
    CHECK(held->serial == 1);
}

TEST_CASE("Nothing is meshed twice, but the same frame again when it is wanted otherwise", "[surface][parallel]") {
    SlowMesher mesher;
    mesher.letPass(1000);
    SurfaceWorker worker(mesher.make());
    CHECK(worker.take() == nullptr);
    SurfaceWish wish;
    const Frame frame = frameOf(5);
    worker.want(frame, 1, wish);
    REQUIRE(waitForSurface(worker) != nullptr);
    for (int k = 0; k < 20; ++k) worker.want(frame, 1, wish);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(worker.take() == nullptr);
    CHECK(mesher.begun() == 1);
    wish.settings.cellSize = 2.0f;
    worker.want(frame, 1, wish);
    const FluidSurface* coarse = waitForSurface(worker);
    REQUIRE(coarse != nullptr);
    CHECK(coarse->wish == wish);
    wish.colourBy = ColourBy::Speed;
    worker.want(frame, 1, wish);
    const FluidSurface* coloured = waitForSurface(worker);
    REQUIRE(coloured != nullptr);
    CHECK(coloured->wish == wish);
    CHECK(mesher.begun() == 3);
}

TEST_CASE("After another scene was opened, no mesh of the one before comes", "[surface][parallel]") {
    SlowMesher mesher;
    SurfaceWorker worker(mesher.make());
    worker.open(nullptr);
    worker.want(frameOf(1), 1, {});
    REQUIRE(mesher.waitForBegin(1));
    worker.want(frameOf(2), 2, {});  // waits
    SECTION("while one is made and one waits") {
        worker.open(makeSolidSphere({}, 0.1f));
        mesher.letPass(2);
    }
    SECTION("while one is done and one waits") {
        mesher.letPass();
        REQUIRE(mesher.waitForBegin(2));
        worker.rest();  // as when another view is shown
        mesher.letPass();
        REQUIRE(waitUntil([&] { return mesher.done() == 2; }));
    }
    CHECK(worker.take() == nullptr);
    worker.want(frameOf(3), 2, {});  // the number alone does not tell scenes apart
    mesher.letPass(2);
    const FluidSurface* taken = waitForSurface(worker);
    REQUIRE(taken != nullptr);
    CHECK(taken->frame.count() == 3);
}

TEST_CASE("The worker ends in the middle of its work, and leaves what waits", "[surface][parallel]") {
    // On a busy machine the mesh may be let pass before the worker is told to end: once in a few times it is not.
    bool hasLeftIt = false;
    for (int attempt = 0; attempt < 10 && !hasLeftIt; ++attempt) {
        SlowMesher mesher;
        auto worker = std::make_unique<SurfaceWorker>(mesher.make());
        worker->want(frameOf(1), 1, {});
        REQUIRE(mesher.waitForBegin(1));
        worker->want(frameOf(2), 2, {});
        std::atomic<bool> isLetPass{false};
        std::thread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            isLetPass = true;
            mesher.letPass(2);
        });
        worker.reset();
        CHECK(isLetPass);  // the mesh was still being written
        CHECK(mesher.begun() == mesher.done());
        hasLeftIt = mesher.done() == 1;
        later.join();
    }
    CHECK(hasLeftIt);
}

TEST_CASE("A worker that was never asked does nothing, and ends", "[surface][parallel]") {
    SlowMesher mesher;
    {
        SurfaceWorker worker(mesher.make());
        worker.open(nullptr);
        worker.rest();
        CHECK(worker.take() == nullptr);
    }
    CHECK(mesher.begun() == 0);
}

TEST_CASE("A mesh that fails says why, and the next one is made", "[surface][parallel]") {
    SurfaceWorker worker([](const Frame& frame, const SurfaceWish&, const Shape*, FluidSurfaces& made) {
        made.outer.triangles.indices.assign(3, 0);
        if (frame.count() == 1) throw std::runtime_error("too many cells");
    });
    worker.want(frameOf(1), 1, {});
    const FluidSurface* failed = waitForSurface(worker);
    REQUIRE(failed != nullptr);
    CHECK(failed->error == "too many cells");
    CHECK(failed->surfaces.outer.triangles.indices.empty());
    worker.want(frameOf(2), 2, {});
    const FluidSurface* made = waitForSurface(worker);
    REQUIRE(made != nullptr);
    CHECK(made->error.empty());
    CHECK(made->surfaces.outer.triangles.indices.size() == 3);
}

TEST_CASE("Frames are copied into the same few arrays again and again", "[surface][parallel]") {
    SlowMesher mesher;
    mesher.letPass(1000);
    SurfaceWorker worker(mesher.make());
    const Frame frame = frameOf(50);
    std::set<const void*> arrays;
    for (uint64_t serial = 1; serial <= 100; ++serial) {
        worker.want(frame, serial, {});
        const FluidSurface* taken = waitForSurface(worker);
        REQUIRE(taken != nullptr);
        arrays.insert(taken->frame.x.data());
    }
    CHECK(arrays.size() <= 5);
}

TEST_CASE("The worker's mesh is the mesher's own, with settings, walls and values", "[surface][parallel]") {
    WorldSetup setup = buildScene(findScene("splash"), {.particles = 500});
    const ShapePtr walls = wallsOf(setup);
    World world(std::move(setup), 1);
    runSteps(world, 20);
    Frame frame;
    world.capture(frame);
    for (const ColourBy by : {ColourBy::Plain, ColourBy::Speed}) {
        SurfaceWish wish{.settings = {.cellSize = 1.5f, .smoothingPasses = 3}, .colourBy = by};
        SurfaceWorker worker(2);
        worker.open(walls);
        worker.want(frame, 1, wish);
        const FluidSurface* taken = waitForSurface(worker);
        REQUIRE(taken != nullptr);
        std::vector<float> values;
        if (by != ColourBy::Plain) colourValues(frame, by, values);
        SurfaceMesher mesher(1);
        SurfaceMesh expected;
        mesher.build(frame.particles(), wish.settings, values, walls.get(), expected);
        CHECK(taken->error.empty());
        CHECK(taken->surfaces.outer.triangles.positions == expected.triangles.positions);
        CHECK(taken->surfaces.outer.triangles.indices == expected.triangles.indices);
        CHECK(taken->surfaces.outer.values == expected.values);
        CHECK(taken->surfaces.outer.values.empty() == (by == ColourBy::Plain));
        CHECK(taken->seconds > 0.0);
    }
}

TEST_CASE("Meshing beside the simulation leaves its bits alone", "[surface][parallel]") {
    Simulation simulation(2);
    SurfaceWorker worker(1);
    WorldSetup setup = buildScene(findScene("splash"), {.particles = 300, .isForPlay = true});
    worker.open(wallsOf(setup));
    simulation.setSpeed(2.0);
    simulation.stopAtStep(60);
    simulation.open(std::move(setup));
    uint64_t serial = 0, meshes = 0, lastStep = 0;
    REQUIRE(waitUntil([&] {
        if (const Frame* frame = simulation.takeFrame()) worker.want(*frame, ++serial, {});
        if (const FluidSurface* taken = worker.take()) {
            ++meshes;
            CHECK(taken->frame.totals.steps >= lastStep);
            lastStep = taken->frame.totals.steps;
        }
        return simulation.status().playback.isAtLastStep && meshes > 0;
    }));
    const auto world = simulation.finish();
    World headless = makeScene("splash", 300);
    runSteps(headless, 60);
    CHECK(world->stateHash() == headless.stateHash());
}

TEST_CASE("A surface lags by the steps and the time that the fluid is ahead of it") {
    StepTotals surface, newest;
    surface.steps = 100;
    surface.simulatedSeconds = 0.2;
    newest.steps = 103;
    newest.simulatedSeconds = 0.206;
    CHECK(lagBehind(surface, newest).steps == 3);
    CHECK(lagBehind(surface, newest).seconds == Approx(0.006));
    CHECK(lagBehind(surface, surface).steps == 0);
    // After a reset it misses everything since.
    newest.steps = 5;
    newest.simulatedSeconds = 0.01;
    CHECK(lagBehind(surface, newest).steps == 5);
    CHECK(lagBehind(surface, newest).seconds == Approx(0.01));
}

TEST_CASE("Meshing takes one thread of a small machine and a quarter of a large one") {
    for (const int cores : {0, 1, 2, 4}) CHECK(meshingThreads(cores) == 1);
    CHECK(meshingThreads(8) == 2);
    CHECK(meshingThreads(32) == 8);
}

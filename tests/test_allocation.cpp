// No allocation in a step after warm-up. This program replaces the global operator new to count calls to it.
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "meniscus/core/aligned_vector.h"
#include "soak.h"
#include "worlds.h"

namespace {

std::atomic<bool> isCounting{false};
std::atomic<size_t> allocations{0};

// Neither is inlined: GCC would then see posix_memalign() behind a delete and warn.
[[gnu::noinline]] void* allocate(size_t size, size_t alignment) {
    if (isCounting.load(std::memory_order_relaxed)) allocations.fetch_add(1, std::memory_order_relaxed);
    void* pointer = nullptr;
    if (posix_memalign(&pointer, alignment, size == 0 ? 1 : size) != 0) throw std::bad_alloc();
    return pointer;
}

[[gnu::noinline]] void release(void* pointer) {
    std::free(pointer);
}

constexpr size_t kDefault = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

void* operator new(size_t size) {
    return allocate(size, kDefault);
}
void* operator new[](size_t size) {
    return allocate(size, kDefault);
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
    return allocate(size, kDefault);
}
void* operator new[](size_t size, const std::nothrow_t&) noexcept {
    return allocate(size, kDefault);
}
void* operator new(size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<size_t>(alignment));
}
void* operator new[](size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<size_t>(alignment));
}
void operator delete(void* pointer) noexcept {
    release(pointer);
}
void operator delete[](void* pointer) noexcept {
    release(pointer);
}
void operator delete(void* pointer, size_t) noexcept {
    release(pointer);
}
void operator delete[](void* pointer, size_t) noexcept {
    release(pointer);
}
void operator delete(void* pointer, std::align_val_t) noexcept {
    release(pointer);
}
void operator delete[](void* pointer, std::align_val_t) noexcept {
    release(pointer);
}
void operator delete(void* pointer, size_t, std::align_val_t) noexcept {
    release(pointer);
}
void operator delete[](void* pointer, size_t, std::align_val_t) noexcept {
    release(pointer);
}

using namespace meniscus;

namespace {

size_t countAllocations(World& world, int steps) {
    allocations = 0;
    isCounting = true;
    runSteps(world, steps);
    isCounting = false;
    return allocations;
}

}  // namespace

TEST_CASE("Allocations are counted", "[allocation]") {
    allocations = 0;
    isCounting = true;
    std::vector<int> numbers(100);
    auto aligned = std::make_unique<AlignedVector<float>>(100);
    isCounting = false;
    CHECK(numbers.size() + aligned->size() == 200);
    CHECK(allocations == 3);
}

TEST_CASE("A step allocates nothing after warm-up", "[allocation]") {
    for (const SceneInfo& scene : builtInScenes()) {
        World world = makeScene(scene.name, {}, 1);
        runSteps(world, 3);
        CAPTURE(scene.name);
        CHECK(countAllocations(world, soakSteps(200, 50)) == 0);
    }
}

TEST_CASE("A step with fields allocates nothing after warm-up", "[allocation]") {
    World world = makeScene("splash", {}, 1);
    for (int slot = 0; slot < kFieldSlots; ++slot) {
        world.submit(ApplyField{slot, {.centre = {0, 0.1f, 0}, .strength = 5.0f, .direction = {1, 0, 0}}});
    }
    runSteps(world, 3);
    CHECK(countAllocations(world, 50) == 0);
}

TEST_CASE("A step whose pressure is solved for allocates nothing after warm-up", "[allocation]") {
    WorldSetup setup = buildScene(findScene("dam-break"), {.particles = 2000});
    setup.method = "dfsph";
    World world(std::move(setup), 1);
    runSteps(world, 3);
    CHECK(countAllocations(world, 100) == 0);
}

TEST_CASE("A step with a jet that the user pours allocates nothing after warm-up", "[allocation]") {
    WorldSetup setup = buildScene(findScene("splash"), {});
    setup.capacity = 10000;
    World world(std::move(setup), 1);
    world.submit(Pour{true, {0, 0.3f, 0}, 0.05f, 2.0f});
    runSteps(world, 3);
    const size_t before = world.particleCount();
    CHECK(countAllocations(world, 100) == 0);
    CHECK(world.particleCount() > before);  // it did pour
}

// oneTBB takes memory for its tasks from its own pools, which do not go through operator new.
TEST_CASE("A step with several threads allocates nothing after warm-up", "[allocation][parallel]") {
    for (const int threads : {2, 4}) {
        World world = makeScene("dam-break", {}, threads);
        runSteps(world, 20);
        CAPTURE(threads);
        CHECK(countAllocations(world, soakSteps(200, 30)) == 0);
    }
}

// Surface tension as a stress, and how it meets walls.
#include <catch2/catch.hpp>
#include <cmath>

#include "worlds.h"

using namespace meniscus;

namespace {

// A free cube of thin water on which only pressure, stabiliser and tension act.
WorldSetup freeDrop(float tension) {
    WorldSetup setup = buildScene(findScene("drop"), {.particles = 500});
    setup.settings.surfaceTension = tension;
    return setup;
}

Vec3 meanOf(const World& world, Vec3 ParticleView::*member) {
    Vec3 sum;
    for (const ParticleView& i : particlesById(world)) sum += i.*member;
    return sum * (1.0f / static_cast<float>(world.particleCount()));
}

// Root mean square of the distance from the centre, along each axis.
Vec3 extentOf(const World& world) {
    const Vec3 centre = meanOf(world, &ParticleView::x);
    Vec3 sum;
    for (const ParticleView& i : particlesById(world)) {
        const Vec3 d = i.x - centre;
        sum += Vec3{d.x * d.x, d.y * d.y, d.z * d.z};
    }
    const float share = 1.0f / static_cast<float>(world.particleCount());
    return {std::sqrt(sum.x * share), std::sqrt(sum.y * share), std::sqrt(sum.z * share)};
}

// A flat cake of fluid on the floor, after some time with that contact angle; ofFloor is that of the floor alone.
World cakeOnFloor(float degrees, double seconds, float ofFloor = -1.0f) {
    WorldSetup setup = freeDrop(5.0f);
    setup.settings.contactAngle = degrees;
    setup.settings.contactAngleFloor = ofFloor;
    setup.particles.clear();
    const float floor = setup.domain.bounds.lower.y;
    for (int x = -5; x < 5; ++x) {
        for (int y = 0; y < 5; ++y) {
            for (int z = -5; z < 5; ++z) {
                const Vec3 place{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.51f,
                                 static_cast<float>(z) + 0.5f};
                setup.particles.push_back({Vec3{0.0f, floor, 0.0f} + place * setup.spacing, {}});
            }
        }
    }
    World world(setup, 1);
    runSeconds(world, seconds);
    return world;
}

}  // namespace

TEST_CASE("The skin of a free drop has no net force and no net torque worth mentioning", "[tension]") {
    World world(freeDrop(20.0f), 1);
    runSteps(world, 50);
    const std::vector<Vec3> a = world.accelerations();
    Vec3 force, torque;
    double whole = 0.0, lever = 0.0;
    for (size_t i = 0; i < a.size(); ++i) {
        const ParticleView particle = world.particle(i);
        force += a[i];
        torque += cross(particle.x, a[i]);
        whole += length(a[i]);
        lever += length(particle.x) * length(a[i]);
    }
    REQUIRE(whole > 0.0);
    CHECK(length(force) < 1e-5 * whole);
    CHECK(length(torque) < 1e-2 * lever);
}

TEST_CASE("A flat sheet draws together, and does so faster the stronger the tension is", "[tension]") {
    double before = 1e9;
    for (const float tension : {0.0f, 1.0f, 5.0f, 20.0f}) {
        WorldSetup setup = freeDrop(tension);
        std::erase_if(setup.particles, [&](const ParticleSeed& i) { return std::abs(i.x.y) > setup.spacing; });
        World world(setup, 1);
        runSeconds(world, 0.3);
        const Vec3 extent = extentOf(world);
        const double wide = std::hypot(extent.x, extent.z);
        CAPTURE(tension, wide, before);
        CHECK(wide < before);
        before = wide;
    }
}

TEST_CASE("The pressure in a drop is that of its skin", "[tension]") {
    WorldSetup setup = freeDrop(5.0f);
    setup.fluids[0].viscosity = 1.0f;  // to be at rest soon
    World world(setup, 1);
    runSeconds(world, 3.0);
    const double radius = std::cbrt(0.75 / 3.14159265 * static_cast<double>(world.particleCount())) * setup.spacing;
    const Vec3 centre = meanOf(world, &ParticleView::x);
    double sum = 0.0, count = 0.0;
    for (const ParticleView& i : particlesById(world)) {
        if (length(i.x - centre) > 0.5 * radius) continue;
        sum += i.pressure, count += 1.0;
    }
    // Laplace's law, as roughly as 500 particles and a radius that is not sharper than a spacing know it.
    CHECK(sum / count == Approx(2.0 * 5.0 / (radius - 0.5 * setup.spacing)).epsilon(0.15));
}

TEST_CASE("A stretched drop swings through the ball and back", "[tension]") {
    WorldSetup setup = freeDrop(5.0f);
    for (ParticleSeed& i : setup.particles) i.x = {i.x.x * 1.3f, i.x.y / 1.14f, i.x.z / 1.14f};
    World world(setup, 1);
    const auto stretch = [&] {
        const Vec3 extent = extentOf(world);
        return extent.x / extent.y;
    };
    const float first = stretch();
    float least = first, most = 0.0f;
    while (world.totals().simulatedSeconds < 2.0) {
        world.step();
        const float now = stretch();
        if (now < least) least = now, most = now;
        most = std::max(most, now);
    }
    CAPTURE(first, least, most);
    CHECK(least < 0.97f);         // beyond the ball
    CHECK(most > least + 0.03f);  // and back
}

TEST_CASE("Fluid spreads on walls that it wets and draws up on those that it does not", "[tension]") {
    const World wet = cakeOnFloor(30.0f, 2.0), neutral = cakeOnFloor(90.0f, 2.0), dry = cakeOnFloor(140.0f, 2.0);
    const auto wideOf = [](const World& world) { return extentOf(world).x; };
    const auto highOf = [](const World& world) { return meanOf(world, &ParticleView::x).y; };
    CAPTURE(wideOf(wet), wideOf(neutral), wideOf(dry));
    CHECK(wideOf(wet) > 1.1f * wideOf(neutral));
    CHECK(wideOf(neutral) > 1.05f * wideOf(dry));
    CHECK(highOf(wet) < highOf(neutral));
    CHECK(highOf(neutral) < highOf(dry));
}

TEST_CASE("A wall with a contact angle of its own heeds no other", "[tension]") {
    const auto placesOf = [](const World& world) {
        std::vector<Vec3> places;
        for (const ParticleView& i : particlesById(world)) places.push_back(i.x);
        return places;
    };
    const std::vector<Vec3> dry = placesOf(cakeOnFloor(140.0f, 0.5));
    CHECK(placesOf(cakeOnFloor(30.0f, 0.5, 140.0f)) == dry);
    CHECK(placesOf(cakeOnFloor(30.0f, 0.5)) != dry);
}

TEST_CASE("Water between two walls stands higher at the one that it wets", "[tension]") {
    World world = makeScene("still-tank");
    for (const auto& [key, value] : {std::pair{"surfaceTension", 20.0f}, std::pair{"contactAngleLeft", 30.0f},
                                     std::pair{"contactAngleRight", 150.0f}}) {
        world.submit(SetSetting{key, value});
    }
    runSeconds(world, 3.0);
    const Bounds room = world.setup().domain.bounds;
    const float reach = 2.0f * world.setup().spacing;
    double left = 0.0, right = 0.0;
    for (const ParticleView& i : particlesById(world)) {
        if (i.x.x < room.lower.x + reach) left = std::max<double>(left, i.x.y);
        if (i.x.x > room.upper.x - reach) right = std::max<double>(right, i.x.y);
    }
    CAPTURE(left, right);
    CHECK(left > right + world.setup().spacing);
}

TEST_CASE("Without tension the contact angle changes no bit", "[tension]") {
    WorldSetup setup = buildScene(findScene("glass-swirl"), {.particles = 400});
    setup.settings.surfaceTension = 0.0f;
    const auto hashWith = [&](float degrees, TensionModel model) {
        setup.settings.contactAngle = degrees;
        setup.settings.tensionModel = model;
        World world(setup, 1);
        runSteps(world, 40);
        std::vector<Vec3> places;
        for (const ParticleView& i : particlesById(world)) places.push_back(i.x);
        return places;
    };
    CHECK(hashWith(20.0f, TensionModel::Stress) == hashWith(160.0f, TensionModel::Stress));
    CHECK(hashWith(90.0f, TensionModel::Stress) == hashWith(90.0f, TensionModel::ColourField));
}

TEST_CASE("Where the surface pulls as a stress every thread count gives the same bits", "[tension][parallel]") {
    for (const std::string_view scene : {"drop", "glass-swirl", "oil-and-water"}) {
        WorldSetup setup = buildScene(findScene(scene), {.particles = 800});
        setup.settings.tensionModel = TensionModel::Stress;
        setup.settings.surfaceTension = 3.0f;
        World one(setup, 1), three(setup, 3);
        runSteps(one, 40);
        runSteps(three, 40);
        CAPTURE(scene);
        CHECK(one.stateHash() == three.stateHash());
    }
}

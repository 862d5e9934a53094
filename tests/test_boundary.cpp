// What a fluid meets, and what it gives back: contacts say whose wall they are, and the force on the walls balances.
#include <catch2/catch.hpp>

#include "meniscus/solid/boundary.h"
#include "meniscus/world/world_state.h"
#include "worlds.h"

using namespace meniscus;

namespace {

Bounds unitRoom() {
    return {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
}

// A shape whose wall moves, as bodies will.
class MovingFloor final : public Shape {
  public:
    explicit MovingFloor(Vec3 velocity) : velocity_(velocity) {}
    [[nodiscard]] float distance(Vec3 point) const override { return point.y - 0.5f; }
    void addContacts(Vec3 point, float reach, ContactList& contacts) const override {
        const float d = distance(point);
        if (d < reach) contacts.add({.distance = d, .normal = {0.0f, 1.0f, 0.0f}, .velocity = velocity_});
    }
    void addMesh(TriangleMesh&) const override {}

  private:
    Vec3 velocity_;
};

Vec3 sumOf(const std::vector<WallForce>& forces) {
    Vec3 sum;
    for (const WallForce& force : forces) sum += force.force;
    return sum;
}

}  // namespace

TEST_CASE("A contact names its wall: faces first, then solids in their order", "[boundary]") {
    const ShapePtr solids = makeUnion(
        {makeSolidSphere({0.5f, 0.5f, 0.5f}, 0.1f),
         makeUnion({makeSolidSphere({0.2f, 0.5f, 0.5f}, 0.05f), makeSolidSphere({0.8f, 0.5f, 0.5f}, 0.05f)})});
    const Boundary boundary(unitRoom(), {}, solids, 0.08f, 0.01f);
    CHECK(boundary.wallCount() == Boundary::kFaceCount + 3);
    const auto wallAt = [&](Vec3 x) {
        ContactList contacts;
        boundary.findContacts(x, contacts);
        REQUIRE(contacts.size() == 1);
        return Boundary::wallName(contacts.items()[0].wall);
    };
    CHECK(wallAt({0.05f, 0.3f, 0.3f}) == "left");
    CHECK(wallAt({0.95f, 0.3f, 0.3f}) == "right");
    CHECK(wallAt({0.3f, 0.05f, 0.3f}) == "floor");
    CHECK(wallAt({0.3f, 0.95f, 0.3f}) == "ceiling");
    CHECK(wallAt({0.3f, 0.3f, 0.05f}) == "back");
    CHECK(wallAt({0.3f, 0.3f, 0.95f}) == "front");
    CHECK(wallAt({0.5f, 0.65f, 0.5f}) == "solid 1");
    CHECK(wallAt({0.2f, 0.6f, 0.5f}) == "solid 2");
    CHECK(wallAt({0.8f, 0.6f, 0.5f}) == "solid 3");
}

TEST_CASE("A particle is reflected relative to the wall, and the wall gets what it loses", "[boundary]") {
    const Vec3 wallVelocity{0.5f, 2.0f, 0.0f};
    const Boundary boundary(unitRoom(), {}, std::make_shared<MovingFloor>(wallVelocity), 0.2f, 0.01f);
    std::vector<WallLoad> loads(static_cast<size_t>(boundary.wallCount()));
    const Mover mover{.id = 7, .x = {0.5f, 0.52f, 0.5f}, .v = {0.0f, -3.0f, 0.0f}, .mass = 2.0f};
    // Elastic and without friction: the normal velocity relative to the wall, -5, comes back as +5.
    const Motion bounced = boundary.move(mover, 0.02f, {.restitution = 1.0f, .friction = 0.0f}, loads);
    CHECK(bounced.v.x == Approx(0.0f).margin(1e-6));
    CHECK(bounced.v.y == Approx(7.0f));
    CHECK(loads[Boundary::kFaceCount].y == Approx(2.0f * (-3.0f - 7.0f)));
    // With full friction the particle takes on the wall's velocity.
    const Motion stuck = boundary.move(mover, 0.02f, {.restitution = 0.0f, .friction = 1.0f}, loads);
    CHECK(stuck.v.x == Approx(wallVelocity.x));
    CHECK(stuck.v.y == Approx(wallVelocity.y));
}

TEST_CASE("The force on the walls is the weight of still water", "[boundary]") {
    World world = makeScene("still-tank");
    runSteps(world, 500);
    Vec3 mean;
    constexpr int kSteps = 50;
    for (int n = 0; n < kSteps; ++n) {
        world.step();
        mean += sumOf(world.wallForces()) / static_cast<float>(kSteps);
    }
    const float weight = world.particleMass() * static_cast<float>(world.particleCount()) * world.settings().gravity;
    CHECK(mean.y == Approx(-weight).epsilon(0.02));
    CHECK(std::abs(mean.x) < 0.01f * weight);
    CHECK(std::abs(mean.z) < 0.01f * weight);
}

TEST_CASE("Walls take the momentum that the fluid loses, in every step", "[boundary]") {
    struct Case {
        const char* scene;
        float viscosity;  // Pa s
    };
    for (const auto& [scene, viscosity] : {Case{"dam-break", 0.001f}, {"glass-swirl", 0.001f}, {"dam-break", 20.0f}}) {
        CAPTURE(scene, viscosity);
        World world = makeScene(scene, 600);
        world.submit(SetSetting{"viscosity", viscosity});
        world.submit(SetSetting{"fieldsOn", 0.0f});
        world.submit(SetSetting{"tensionOn", 0.0f});  // eq. 19 does not conserve momentum
        world.submit(EmitBall{.centre = {0.0f, 0.2f, 0.0f}, .radius = 0.03f, .velocity = {2.0f, -2.0f, 0.5f}});
        runSteps(world, 30);
        // Velocities are those of the half step, as the walls' loads are: by way of save().
        const auto momentum = [&] {
            const WorldState state = world.save();
            double y = 0.0;
            for (const float v : state.vy) y += v;
            return y * world.particleMass();
        };
        const double weight = world.particleMass() * world.particleCount() * world.settings().gravity;
        double given = 0.0, taken = 0.0, largest = 0.0;
        const double before = momentum();
        for (int n = 0; n < 100; ++n) {
            world.step();
            given += static_cast<double>(sumOf(world.wallForces()).y) * world.settings().timeStep;
            taken += weight * world.settings().timeStep;
            largest = std::max(largest, std::abs(given));
        }
        CHECK(largest > 0.0);
        CHECK(momentum() - before == Approx(-given - taken).margin(0.002 * largest));
    }
}

TEST_CASE("Forces on the walls are the same for every thread count", "[boundary][parallel]") {
    World one = makeScene("dam-break", 2000, 1), three = makeScene("dam-break", 2000, 3);
    runSteps(one, 50);
    runSteps(three, 50);
    const std::vector<WallForce> a = one.wallForces(), b = three.wallForces();
    REQUIRE(a.size() == b.size());
    for (size_t k = 0; k < a.size(); ++k) CHECK(a[k].force == b[k].force);
}

TEST_CASE("A reset and a restored state have no force on the walls yet", "[boundary]") {
    World world = makeScene("still-tank", 400);
    const WorldState start = world.save();
    const auto isUnloaded = [&] { return sumOf(world.wallForces()) == Vec3{}; };
    CHECK(isUnloaded());
    runSteps(world, 20);
    CHECK(!isUnloaded());
    world.submit(Reset{});
    world.applyCommands();
    CHECK(isUnloaded());
    runSteps(world, 20);
    world.restore(start, {});
    CHECK(isUnloaded());
}

// Boiling and flames ([MSKG05] 4.4): steam forms at the cavitation sites once the water there is hot, rises and leaves.
#include <catch2/catch.hpp>
#include <set>

#include "soak.h"
#include "worlds.h"

using namespace meniscus;

namespace {

enum Fluids : uint8_t { kWater, kSteam, kFlame };

// The scene with fewer particles and warm water, so that it boils soon.
WorldSetup warmBeaker(float celsius, size_t particles) {
    WorldSetup setup = buildScene(findScene("boiling"), {.particles = particles});
    setup.refill = nullptr;
    for (ParticleSeed& particle : setup.particles) particle.temperature = celsius;
    for (HeatRegion& plate : setup.heaters) plate.temperature = celsius;
    return setup;
}

float nearestSite(const World& world, Vec3 x) {
    float nearest = 1e9f;
    for (const Vec3 site : world.setup().cavitationSites) nearest = std::min(nearest, length(x - site));
    return nearest;
}

}  // namespace

TEST_CASE("The burner heats the beaker until it boils at its sites, and not before", "[boiling][slow]") {
    World world(warmBeaker(93.0f, 500), 1);
    const float h = world.supportRadius();
    float hottestAtSite = 0.0f;
    std::set<uint32_t> steamBefore;
    size_t rising = 0, risers = 0;
    while (world.totals().simulatedSeconds < 7.0) {
        runSteps(world, 8);
        std::set<uint32_t> steam;
        for (const ParticleView& p : particlesById(world)) {
            if (p.fluid == kWater) {
                if (nearestSite(world, p.x) < 1.6f * h) hottestAtSite = std::max(hottestAtSite, p.temperature);
                CHECK(p.temperature < 104.0f);
            }
            if (p.fluid != kSteam) continue;
            steam.insert(p.id);
            if (steamBefore.count(p.id) == 0) CHECK(nearestSite(world, p.x) < 1.8f * h);
            if (p.x.y > world.setup().cavitationSites[0].y + h) {
                ++risers;
                rising += p.v.y > 0.0f ? 1 : 0;
            }
        }
        if (!steam.empty()) CHECK(hottestAtSite >= 99.0f);  // looked at every few steps only
        steamBefore = std::move(steam);
    }
    const StateMeasure state = world.measure();
    CAPTURE(world.totals().boiled, world.totals().condensed, risers, rising, hottestAtSite);
    CHECK(world.totals().boiled > 20);
    CHECK(risers > 20);
    CHECK(10 * rising > 7 * risers);
    CHECK(state.perFluid[kWater] + state.perFluid[kSteam] < 500);  // some has left at the top
    CHECK(state.perFluid[kFlame] > 20);
    CHECK(state.hottest <= 1000.0f);
    CHECK(state.escaped == 0);
}

TEST_CASE("With the burner off the boiling ceases and the flame goes out", "[boiling]") {
    World world(warmBeaker(99.5f, 300), 1);
    runSeconds(world, 3.0);
    CHECK(world.totals().boiled > 5);
    CHECK(world.measure().perFluid[kFlame] > 0);
    world.submit(SetSetting{"emitterRate", 0.0f});
    runSeconds(world, 5.0);
    CHECK(world.measure().perFluid[kFlame] == 0);
    runSeconds(world, 9.0);
    const uint64_t boiled = world.totals().boiled;
    runSeconds(world, 11.0);
    CHECK(world.totals().boiled == boiled);
    CHECK(world.measure().perFluid[kSteam] == 0);
}

TEST_CASE("Water away from all sites does not boil, however hot", "[boiling]") {
    WorldSetup setup = warmBeaker(102.0f, 300);
    setup.cavitationSites.clear();
    World world(setup, 1);
    runSeconds(world, 1.0);
    CHECK(world.totals().boiled == 0);
}

TEST_CASE("Steam in cold water becomes water again", "[boiling]") {
    WorldSetup setup = warmBeaker(20.0f, 500);
    setup.emitters.clear();
    for (size_t k = 100; k < 140; ++k) {
        setup.particles[k].fluid = kSteam;
        setup.particles[k].temperature = 100.0f;
    }
    World world(setup, 1);
    CHECK(world.measure().perFluid[kSteam] == 40);
    runSeconds(world, 1.0);
    CHECK(world.measure().perFluid[kSteam] == 0);
    CHECK(world.totals().condensed + world.totals().gasGone == 40);
    CHECK(world.totals().condensed > 30);
}

TEST_CASE("Boiling is the same for every thread count and after a reset", "[boiling][parallel]") {
    const auto run = [](World& world) {
        runSeconds(world, 1.0);
        CHECK(world.totals().boiled > 0);
        CHECK(world.totals().gasGone > 0);
        return world.stateHash();
    };
    World first(warmBeaker(101.0f, 400), 1);
    const uint64_t fresh = first.stateHash();
    const float plate = first.heaterTemperatures()[0];
    const uint64_t expected = run(first);
    CHECK(first.heaterTemperatures()[0] != plate);
    first.submit(Reset{});
    first.applyCommands();
    CHECK(first.stateHash() == fresh);
    CHECK(first.heaterTemperatures()[0] == plate);
    CHECK(first.measure().perFluid[kSteam] == 0);
    CHECK(run(first) == expected);
    for (const int threads : {2, 3, 8}) {
        World other(warmBeaker(101.0f, 400), threads);
        CAPTURE(threads);
        CHECK(run(other) == expected);
    }
}

TEST_CASE("Flame and water do not feel each other through the glass", "[boiling]") {
    for (const size_t count : {100u, 800u}) {
        World world = makeScene("boiling", count);
        runSeconds(world, 0.5);
        float nearest = 1e9f;
        const std::vector<ParticleView> particles = particlesById(world);
        for (const ParticleView& flame : particles) {
            if (flame.fluid != kFlame) continue;
            for (const ParticleView& p : particles) {
                if (p.fluid == kWater) nearest = std::min(nearest, length(p.x - flame.x));
            }
        }
        CAPTURE(count);
        CHECK(nearest >= world.supportRadius());
    }
}

TEST_CASE("Shaken oil and water part", "[fluids][slow]") {
    World world = makeScene("oil-and-water", 600);
    const auto heights = [&] {
        std::vector<float> all;
        double sums[2] = {0.0, 0.0};
        size_t counts[2] = {0, 0};
        for (const ParticleView& p : particlesById(world)) {
            all.push_back(p.x.y);
            sums[p.fluid] += p.x.y;
            ++counts[p.fluid];
        }
        std::sort(all.begin(), all.end());
        double low = 0.0, high = 0.0;
        for (size_t k = 0; k < all.size(); ++k) (k < counts[0] ? low : high) += all[k];
        const double n0 = static_cast<double>(counts[0]), n1 = static_cast<double>(counts[1]);
        return (sums[1] / n1 - sums[0] / n0) / (high / n1 - low / n0);  // 1: all oil above all water
    };
    CHECK(std::abs(heights()) < 0.1);
    runSeconds(world, 10.0);
    CHECK(heights() > 0.8);
}

TEST_CASE("The ink of a jet spreads through the glass and none is lost", "[fluids]") {
    World world = makeScene("dye", 800);
    runSeconds(world, 0.4);
    CHECK(world.particleCount() == 720);
    runSeconds(world, 4.0);
    REQUIRE(world.particleCount() == 800);
    const auto spread = [&] {
        double sum = 0.0, squares = 0.0;
        for (const ParticleView& p : particlesById(world)) {
            sum += p.dye;
            squares += static_cast<double>(p.dye) * p.dye;
        }
        return std::pair(sum, sum * sum / squares);
    };
    const auto [before, places] = spread();
    CHECK(before == Approx(80.0).epsilon(0.05));
    runSeconds(world, 7.0);
    const auto [after, morePlaces] = spread();
    CHECK(after == Approx(before).epsilon(0.02));
    CHECK(morePlaces > 1.2 * places);
}

// The physics cases of `meniscus validate`: the exact ones must pass here too, and the instruments must measure right.
#include <catch2/catch.hpp>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "meniscus/validate/validation.h"
#include "validate/measurement.h"

using namespace meniscus;

namespace {

const ValidationCase& caseCalled(std::string_view name) {
    for (const ValidationCase& validationCase : validationCases()) {
        if (validationCase.name == name) return validationCase;
    }
    FAIL("no case called " << name);
    throw 0;
}

// Passes, or is a figure that the printed model is known to miss.
void requireNoFailure(std::string_view name) {
    const std::vector<ValidationResult> results = caseCalled(name).run(1);
    REQUIRE_FALSE(results.empty());
    for (const ValidationResult& result : results) {
        INFO(result.name << ": " << result.measured << ", error " << result.error << ", bar " << result.bar);
        CHECK(result.verdict != ValidationResult::Verdict::Fail);
        CHECK(std::isfinite(result.error));
        if (result.verdict == ValidationResult::Verdict::Pass) CHECK(result.error <= result.bar);
        if (result.verdict == ValidationResult::Verdict::Reported) CHECK_FALSE(result.note.empty());
    }
}

}  // namespace

TEST_CASE("Every validation case has a name, a description and a place of its own") {
    std::set<std::string_view> names, descriptions;
    std::set<int> orders;
    for (const ValidationCase& validationCase : validationCases()) {
        INFO(validationCase.name);
        CHECK_FALSE(validationCase.name.empty());
        CHECK_FALSE(validationCase.description.empty());
        CHECK(validationCase.run != nullptr);
        CHECK(names.insert(validationCase.name).second);
        CHECK(descriptions.insert(validationCase.description).second);
        CHECK(orders.insert(validationCase.order).second);
    }
    // The cases that the program promises.
    for (const std::string_view promised :
         {"kernels", "pair", "momentum", "spin", "free-fall", "hydrostatic", "rest", "energy", "poiseuille",
          "dam-break", "standing-wave", "drop", "heat", "dye", "buoyancy", "layers", "interface", "rising-bubble"}) {
        INFO(promised);
        CHECK(names.contains(promised));
    }
}

TEST_CASE("Validation: kernels integrate to one and match their differences") {
    requireNoFailure("kernels");
}

TEST_CASE("Validation: two particles push each other equally") {
    requireNoFailure("pair");
}

TEST_CASE("Validation: a free body keeps its momentum") {
    requireNoFailure("momentum");
}

TEST_CASE("Validation: a spinning drop keeps its angular momentum", "[slow]") {
    requireNoFailure("spin");
}

TEST_CASE("Validation: a thrown body follows the parabola") {
    requireNoFailure("free-fall");
}

// The length of a rod's run is that of the case, so this one is slow in slow builds.
TEST_CASE("Validation: heat flows as the heat equation has it", "[slow]") {
    requireNoFailure("heat");
}

TEST_CASE("A figure passes at its bar, and beyond it fails or is reported") {
    const auto verdict = [](double error) { return judge({"x", "", "", error, 0.1, ""}).verdict; };
    CHECK(verdict(0.1) == ValidationResult::Verdict::Pass);
    CHECK(verdict(0.11) == ValidationResult::Verdict::Fail);
    CHECK(verdict(NAN) == ValidationResult::Verdict::Fail);
    const auto known = [](double error) { return judgeKnownMiss({"x", "", "", error, 0.1, ""}).verdict; };
    CHECK(known(0.1) == ValidationResult::Verdict::Pass);
    CHECK(known(0.11) == ValidationResult::Verdict::Reported);
    CHECK(known(NAN) == ValidationResult::Verdict::Fail);
}

TEST_CASE("A line is found through its points") {
    const std::vector<double> x{0.0, 1.0, 2.0, 5.0}, y{3.0, 1.0, -1.0, -7.0};
    const Line line = fitLine(x, y);
    CHECK(line.slope == Approx(-2.0));
    CHECK(line.offset == Approx(3.0));
}

TEST_CASE("A damped wave is found in its samples") {
    std::vector<double> t, y;
    for (int n = 0; n < 120; ++n) {
        t.push_back(0.03 * n);
        y.push_back(0.2 + 1.5 * std::exp(-0.4 * t.back()) * std::cos(6.3 * t.back() + 0.7));
    }
    const DampedWave wave = fitDampedWave(t, y, 5.0);
    CHECK(wave.omega == Approx(6.3).epsilon(1e-3));
    CHECK(wave.decay == Approx(0.4).epsilon(1e-2));
    CHECK(wave.residual < 1e-3);
}

TEST_CASE("The level of a block of particles is its top") {
    std::vector<ParticleView> particles;
    for (int n = 0; n < 1000; ++n) {
        const float x = static_cast<float>(n % 10), y = static_cast<float>(n / 10 % 10),
                    z = static_cast<float>(n / 100);
        particles.emplace_back().x = Vec3{x + 0.5f, y + 0.5f, z + 0.5f} * 0.1f;
    }
    CHECK(surfaceLevel(particles, 0.1) == Approx(1.0));
}

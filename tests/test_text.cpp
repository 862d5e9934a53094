#include <array>
#include <catch2/catch.hpp>

#include "meniscus/core/text.h"

using namespace meniscus;

namespace {

constexpr std::array<std::string_view, 6> kKnown{"run",       "scenes",      "dam-break",
                                                 "viscosity", "viscosityOn", "glass-swirl"};

}  // namespace

TEST_CASE("The nearest word is one slip of the keys away", "[text]") {
    CHECK(nearestWord("rnu", kKnown) == "run");
    CHECK(nearestWord("rum", kKnown) == "run");
    CHECK(nearestWord("scene", kKnown) == "scenes");
    CHECK(nearestWord("dambreak", kKnown) == "dam-break");
    CHECK(nearestWord("viscosty", kKnown) == "viscosity");
}

TEST_CASE("The nearest word ignores case and knows fragments", "[text]") {
    CHECK(nearestWord("VISCOSITY", kKnown) == "viscosity");
    CHECK(nearestWord("visc", kKnown) == "viscosity");
    CHECK(nearestWord("swirl", kKnown) == "glass-swirl");
}

TEST_CASE("A known word is nearest to itself", "[text]") {
    for (const std::string_view word : kKnown) CHECK(nearestWord(word, kKnown) == word);
}

TEST_CASE("Nothing is near to a strange word", "[text]") {
    CHECK(nearestWord("", kKnown).empty());
    CHECK(nearestWord("q", kKnown).empty());
    CHECK(nearestWord("marmalade", kKnown).empty());
    CHECK(nearestWord(std::string(1'000'000, 'r'), kKnown).empty());
    CHECK(nearestWord("run", {}).empty());
}

TEST_CASE("A hash always has 16 lowercase digits", "[text]") {
    CHECK(hex16(0) == "0000000000000000");
    CHECK(hex16(0xDEADBEEF) == "00000000deadbeef");
    CHECK(hex16(~uint64_t{0}) == "ffffffffffffffff");
}

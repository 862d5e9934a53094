// The panel of fluids, and what scenes without them leave out.
#include <catch2/catch.hpp>

#include "ui/controls/fluid_edits.h"
#include "ui/controls/setting_needs.h"
#include "ui/widgets/value_scale.h"
#include "ui_bench.h"

using namespace meniscus;

TEST_CASE("The fluids of a scene are listed with their particles, and one is chosen", "[fluids]") {
    Bench bench(1280.0f, 2000.0f);
    bench.load("two-fluids");
    bench.show(3);
    CHECK(bench.has("fluids/viscosity"));  // open by itself, where there are several
    CHECK(bench.at("fluids/list/blue").value == "chosen");
    CHECK(bench.at("fluids/list/red").value.empty());
    const std::vector<size_t> counts = countPerFluid(bench.frame);
    REQUIRE(counts.size() == 2);
    CHECK(counts[0] + counts[1] == bench.frame.count());
    CHECK(counts[1] > 100);
    CHECK(bench.at("fluids/list/red/count").value == groupedCount(counts[1]));
    bench.frame.fluid[0] = 1 - bench.frame.fluid[0];
    bench.show();
    CHECK(bench.at("fluids/list/red/count").value != groupedCount(counts[1]));  // live

    CHECK(chosenFluid(bench.state, bench.frame) == 0);
    bench.click("fluids/list/red");
    CHECK(bench.at("fluids/list/red").value == "chosen");
    CHECK(chosenFluid(bench.state, bench.frame) == 1);
    CHECK(bench.at("fluids/restDensity").value == "500 kg/m³");
    CHECK(bench.asked().empty());  // looking changes nothing
    bench.state.chosenFluid = "gone";
    CHECK(chosenFluid(bench.state, bench.frame) == 0);
}

TEST_CASE("Every property of a fluid has a control, its ends can be reached, and it can be undone", "[fluids]") {
    Bench bench(1280.0f, 2400.0f);
    bench.load("two-fluids");
    FluidKind flame = findKnownFluid("air");
    flame.name = "red";
    flame.isFlame = true;
    flame.vapour = 0;
    bench.frame.fluids[1] = bench.state.parts.fluids[1] = flame;  // for which all of them matter
    bench.state.chosenFluid = "red";
    bench.show(3);
    bench.click("fluids/group/heat");
    for (const FluidProperty& property : fluidPropertyTable()) {
        if (property.key == "red" || property.key == "green" || property.key == "blue") continue;
        const std::string name = fmt::format("fluids/{}", property.key);
        CAPTURE(name);
        const float first = flame.*property.value;
        bench.asked();
        bench.click(name, 0.0f);
        CHECK(bench.frame.fluids[1].*property.value == property.minimum);
        bench.click(name, 0.999f);
        CHECK(bench.frame.fluids[1].*property.value == property.maximum);
        CHECK_FALSE(bench.asked().empty());
        if (bench.frame.fluids[1].*property.value != first) {
            CHECK(bench.at(name + "/reset").isEnabled);
            bench.click(name + "/reset");
        }
        CHECK(bench.frame.fluids[1].*property.value == first);
        CHECK_FALSE(bench.at(name + "/reset").isEnabled);
    }
    CHECK_FALSE(bench.at("fluids/reset-all").isEnabled);
    bench.click("fluids/viscosity", 0.9f);
    bench.click("fluids/temperature", 0.9f);
    CHECK(bench.frame.fluids[1] != flame);
    bench.click("fluids/reset-all");
    CHECK(bench.frame.fluids[1] == flame);
    CHECK(bench.frame.fluids[0] == bench.state.parts.fluids[0]);  // the other one was never touched
}

TEST_CASE("Only properties that matter are shown", "[fluids]") {
    Bench bench(1280.0f, 2000.0f);
    bench.load("two-fluids");
    bench.frame.fluids.push_back(findKnownFluid("air"));
    bench.show(3);
    bench.click("fluids/group/heat");
    for (const std::string name : {"buoyancy", "lift", "boilingPoint"}) CHECK_FALSE(bench.has("fluids/" + name));
    CHECK(bench.has("fluids/polarity"));
    bench.click("fluids/list/air");
    CHECK(bench.has("fluids/buoyancy"));
    CHECK_FALSE(bench.has("fluids/lift"));
    bench.frame.fluids[0].vapour = 2;
    bench.click("fluids/list/blue");
    CHECK(bench.has("fluids/boilingPoint"));
    bench.load("glass-swirl");
    bench.show(3);
    CHECK_FALSE(bench.has("fluids/viscosity"));  // folded where there is one
    bench.click("panel/fluids");
    CHECK(bench.has("fluids/viscosity"));
    CHECK_FALSE(bench.has("fluids/polarity"));
}

TEST_CASE("The colour of a fluid is one control with an editor", "[fluids]") {
    Bench bench(1280.0f, 2000.0f);
    bench.load("two-fluids");
    bench.state.chosenFluid = "red";
    bench.show(3);
    CHECK_FALSE(bench.has("fluids/red"));
    CHECK_FALSE(bench.has("fluids/colour/picker"));
    bench.click("fluids/colour");
    REQUIRE(bench.has("fluids/colour/picker"));
    const std::string before = bench.at("fluids/colour").value;
    bench.click("fluids/colour/picker", 0.2f);  // pale, and half as bright
    CHECK(bench.at("fluids/colour").value != before);
    const FluidKind& red = bench.frame.fluids[1];
    CHECK(red.green > bench.state.parts.fluids[1].green);
    CHECK(red.green < red.red);
    CHECK(red.red < bench.state.parts.fluids[1].red);
    bench.click("fluids/colour/reset");
    CHECK(red == bench.state.parts.fluids[1]);
    CHECK(bench.at("fluids/colour").value == before);
    bench.click("fluids/colour");
    CHECK_FALSE(bench.has("fluids/colour/picker"));
}

TEST_CASE("Fluids can be added until there are eight, and the new one is chosen", "[fluids]") {
    Bench bench(1280.0f, 2000.0f);
    bench.click("panel/fluids");
    CHECK_FALSE(bench.has("fluids/add/water"));  // it is here
    bench.click("fluids/add/oil");
    CHECK(bench.asked() == Asked{"add oil"});
    CHECK(bench.at("fluids/list/oil").value == "chosen");
    CHECK(bench.at("fluids/list/oil/count").value == "0");
    CHECK_FALSE(bench.has("fluids/add/oil"));
    CHECK_FALSE(bench.at("fluids/reset-all").isEnabled);  // it is as it was added
    bench.click("fluids/viscosity", 0.9f);
    bench.click("fluids/viscosity/reset");
    CHECK(bench.frame.fluids[1] == findKnownFluid("oil"));
    while (bench.frame.fluids.size() < kMaxFluids) {
        FluidKind kind;
        kind.name = fmt::format("extra-{}", bench.frame.fluids.size());
        bench.addFluid(kind);
    }
    bench.show(2);
    bench.asked();
    REQUIRE(bench.has("fluids/add/honey"));
    CHECK_FALSE(bench.at("fluids/add/honey").isEnabled);
    bench.click("fluids/add/honey");
    CHECK(bench.asked().empty());
    bench.load("two-fluids");  // another scene begins anew
    bench.show(3);
    CHECK(bench.at("fluids/list/blue").value == "chosen");
}

TEST_CASE("A property shows the user's value until the simulation has it", "[fluids]") {
    Bench bench(1280.0f, 2000.0f);
    bench.load("two-fluids");
    bench.show(3);
    bench.appliesSettings = false;  // it lags behind
    bench.state.playback.isPaused = true;
    bench.click("fluids/viscosity", 0.9f);
    const std::string shown = bench.at("fluids/viscosity").value;
    CHECK(bench.asked().size() == 1);
    bench.show(20);
    CHECK(bench.at("fluids/viscosity").value == shown);
    bench.click("fluids/list/red");
    CHECK(bench.at("fluids/viscosity").value != shown);  // that one was not asked to change
    bench.click("fluids/list/blue");
    CHECK(bench.at("fluids/viscosity").value == shown);
    bench.state.playback.isPaused = false;
    bench.show(10);  // steps went by without it: it was not taken
    CHECK(bench.at("fluids/viscosity").value != shown);
}

TEST_CASE("The first fluid keeps within the ranges of its settings", "[fluids]") {
    for (const FluidProperty& property : fluidPropertyTable()) {
        const PropertyRange own = rangeOf(property, false), first = rangeOf(property, true);
        CHECK(own.minimum == property.minimum);
        CHECK(own.maximum == property.maximum);
        CHECK(first.minimum == (property.key == "restDensity" ? findSetting("restDensity").minimum : own.minimum));
        CHECK(first.maximum == own.maximum);
    }
    Bench bench(1280.0f, 2000.0f);
    bench.click("panel/fluids");
    bench.click("fluids/restDensity", 0.0f);
    CHECK(bench.asked() == Asked{"water.restDensity=100"});
}

TEST_CASE("Settings without effect in a scene are disabled and say why", "[fluids]") {
    Bench bench(1280.0f, 2400.0f);
    for (const std::string group : {"world", "interface", "heat", "air"}) bench.click("fluid/group/" + group);
    const std::vector<std::string> idle{"interfaceTension", "dyeDiffusion", "heatOn",      "heaterStrength",
                                        "boilingRate",      "trappedAir",   "airThreshold"};
    for (const std::string& key : idle) {
        CAPTURE(key);
        CHECK_FALSE(bench.at("fluid/" + key).isEnabled);
        CHECK_FALSE(whyNoEffect(findSetting(key), bench.state.parts, bench.frame).empty());
    }
    CHECK(bench.at("fluid/fieldStrength").isEnabled);  // the swirl
    bench.asked();
    bench.click("fluid/interfaceTension", 0.9f);
    CHECK(bench.asked().empty());

    bench.load("two-fluids");
    bench.show(3);
    CHECK(bench.at("fluid/interfaceTension").isEnabled);
    CHECK(bench.at("fluid/dyeDiffusion").isEnabled);
    CHECK(bench.at("fluid/heatOn").isEnabled);
    CHECK_FALSE(bench.at("fluid/fieldStrength").isEnabled);
    CHECK_FALSE(bench.at("fluid/heaterStrength").isEnabled);
    bench.state.parts.hasHeaters = true;
    bench.show();
    CHECK(bench.at("fluid/heaterStrength").isEnabled);
    bench.click("fluid/heatOn");
    CHECK_FALSE(bench.at("fluid/heaterStrength").isEnabled);  // now by its switch
    for (FluidKind& kind : bench.frame.fluids) kind.polarity = bench.frame.settings.wallPolarity;
    bench.show();
    CHECK_FALSE(bench.at("fluid/interfaceTension").isEnabled);
}

TEST_CASE("Numbers tell of each fluid and of temperatures, where there are several", "[fluids]") {
    Bench bench(1280.0f, 2400.0f);
    bench.click("panel/numbers");
    const std::vector<std::string> added{"coldest", "hottest", "air-born", "gas-gone", "boiled", "condensed"};
    for (const std::string& name : added) CHECK_FALSE(bench.has("numbers/" + name));
    bench.load("two-fluids");
    bench.show(2);
    CHECK(bench.at("numbers/hottest").value == "–");  // not measured yet
    bench.frame.measure.particles = bench.frame.count();
    bench.frame.measure.coldest = 19.5;
    bench.frame.measure.hottest = 80.25;
    bench.frame.totals.airBorn = 1;
    bench.frame.totals.gasGone = 2;
    bench.frame.totals.boiled = 3;
    bench.frame.totals.condensed = 4;
    bench.show(2);
    for (const std::string& name : added) CHECK(bench.has("numbers/" + name));
    CHECK(bench.at("numbers/coldest").value == "19.5 °C");
    CHECK(bench.at("numbers/hottest").value == "80.25 °C");
    CHECK(bench.at("numbers/air-born").value == "1");
    CHECK(bench.at("numbers/gas-gone").value == "2");
    CHECK(bench.at("numbers/boiled").value == "3");
    CHECK(bench.at("numbers/condensed").value == "4");
    CHECK(bench.at("numbers/fluid/red").value == groupedCount(countPerFluid(bench.frame)[1]));
}

TEST_CASE("The panel of fluids fits every width of its column", "[fluids]") {
    Bench bench(1280.0f, 2000.0f);
    bench.load("two-fluids");
    for (const float width : {kMinColumn, 300.0f, kMaxColumn}) {
        bench.state.preferences.rightWidth = width;
        bench.show(3);
        if (!bench.has("fluids/colour/picker")) bench.click("fluids/colour");
        const ControlPlace& list = bench.at("fluids/list/red");
        for (const auto& [name, place] : bench.interface.controls()) {
            if (!name.starts_with("fluids/")) continue;
            CAPTURE(width, name);
            CHECK(place.x >= list.x - 0.5f);
            CHECK(place.x + place.width <= list.x + list.width + 0.5f);
        }
    }
}

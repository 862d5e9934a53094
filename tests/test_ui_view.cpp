// What views have of their own: colours, and the settings and numbers of the surface's mesh.
#include <catch2/catch.hpp>

#include "ui_bench.h"

using namespace meniscus;

TEST_CASE("Every view remembers its own colours") {
    Bench bench(1280.0f, 1800.0f);
    const auto colour = [&] { return bench.state.preferences.view.colourBy; };
    CHECK(colour() == ColourBy::Speed);
    bench.click("view/range/fixed");
    const std::optional<ValueRange> fixed = bench.state.preferences.view.range;
    CHECK(fixed);
    bench.click("view/surface");
    CHECK(colour() == ColourBy::Plain);
    CHECK_FALSE(bench.state.preferences.view.range);
    bench.click("view/colour/pressure");
    bench.click("view/splats");
    CHECK(colour() == ColourBy::Plain);
    bench.click("view/particles");
    CHECK(colour() == ColourBy::Speed);
    CHECK(bench.state.preferences.view.range == fixed);
    bench.click("view/surface");
    CHECK(colour() == ColourBy::Pressure);
    CHECK(bench.at("view/colour/pressure").value == "chosen");
}

TEST_CASE("To look at another view and come back changes no preferences") {
    const Preferences untouched;
    Preferences preferences;
    for (const ViewInfo& view : registeredViews()) {
        showView(preferences, view.name);
        CHECK(preferences.view.view == view.name);
        CHECK(preferences.view.colourBy == view.usualColour);
    }
    showView(preferences, untouched.view.view);
    CHECK(preferences == untouched);
    preferences.view.colourBy = ColourBy::Density;
    const Preferences chosen = preferences;
    showView(preferences, "surface");
    CHECK(preferences.colours.at("particles").by == ColourBy::Density);
    showView(preferences, "surface");
    showView(preferences, "particles");
    CHECK(preferences == chosen);
}

TEST_CASE("Where a view has no mesh or no particles, their controls say so") {
    Bench bench(1280.0f, 1800.0f);
    bench.click("panel/numbers");
    CHECK_FALSE(bench.has("surface/cell-size"));  // folded, since it means nothing here
    bench.click("view/group/surface");
    for (const ViewInfo& view : registeredViews()) {
        CAPTURE(view.name);
        bench.click(fmt::format("view/{}", view.name));
        for (const std::string name : {"cell-size", "iso-value", "smoothing", "normals/field", "droplets", "walls"}) {
            CAPTURE(name);
            CHECK(bench.at("surface/" + name).isEnabled == view.needsSurface);
        }
        for (const std::string name : {"triangles", "time", "lag"}) {
            CHECK(bench.at("numbers/surface/" + name).isEnabled == view.needsSurface);
        }
        CHECK(bench.at("view/size").isEnabled == (view.name == "particles"));
        const SurfaceSettings before = bench.state.preferences.view.surface;
        bench.click("surface/droplets");
        CHECK((bench.state.preferences.view.surface == before) == !view.needsSurface);
        bench.state.preferences.view.surface = before;
    }
}

TEST_CASE("The controls of the surface's mesh reach their ends and go back") {
    Bench bench(1280.0f, 1800.0f);
    bench.click("view/surface");
    const SurfaceSettings& surface = bench.state.preferences.view.surface;
    const auto back = [&](const std::string& name) {
        CHECK(surface != SurfaceSettings{});
        CHECK(bench.at(name + "/reset").isEnabled);
        bench.click(name + "/reset");
        CHECK(surface == SurfaceSettings{});
        CHECK_FALSE(bench.at(name + "/reset").isEnabled);
    };
    CHECK(bench.at("surface/cell-size").value.starts_with("auto"));
    bench.click("surface/cell-size", 0.0f);
    CHECK(surface.cellSize == SurfaceSettings::kMinCellSize);
    CHECK_FALSE(bench.at("surface/cell-size").value.starts_with("auto"));
    bench.click("surface/cell-size", 0.999f);
    CHECK(surface.cellSize == SurfaceSettings::kMaxCellSize);
    back("surface/cell-size");
    bench.click("surface/iso-value", 0.0f);
    CHECK(surface.isoValue == SurfaceSettings::kMinIso);
    bench.click("surface/iso-value", 0.999f);
    CHECK(surface.isoValue == SurfaceSettings::kMaxIso);
    back("surface/iso-value");
    bench.click("surface/smoothing", 0.0f);
    CHECK(surface.smoothingPasses == 0);
    bench.click("surface/smoothing", 0.999f);
    CHECK(surface.smoothingPasses == SurfaceSettings::kMaxSmoothing);
    bench.typeInto("surface/smoothing", "7");
    CHECK(surface.smoothingPasses == 7);
    back("surface/smoothing");
    bench.click("surface/normals/field");
    CHECK(surface.normals == SurfaceNormals::Field);
    back("surface/normals");
    bench.click("surface/droplets");
    CHECK_FALSE(surface.keepsDroplets);
    back("surface/droplets");
    bench.click("surface/walls");
    CHECK_FALSE(surface.hugsWalls);
    back("surface/walls");
    bench.typeInto("surface/cell-size", "0.3");  // out of range
    CHECK(surface == SurfaceSettings{});
}

TEST_CASE("The numbers tell how large the surface's mesh is and how far it lags") {
    Bench bench(1280.0f, 2000.0f);
    bench.click("panel/numbers");
    bench.click("view/surface");
    for (const std::string name : {"triangles", "time", "lag"}) CHECK(bench.at("numbers/surface/" + name).value == "–");
    bench.state.surface = SurfaceNumbers{
        .triangles = 12345, .droplets = 6, .milliseconds = 23.46, .lagSteps = 1, .lagSeconds = 0.0021, .meshes = 2};
    bench.show(2);
    CHECK(bench.at("numbers/surface/triangles").value == "12,345");
    CHECK(bench.at("numbers/surface/time").value == "23.5 ms");
    CHECK(bench.at("numbers/surface/lag").value == "1 step, 2.1 ms");
}

TEST_CASE("What only mixtures have can be chosen where there is one, and says why where there is none") {
    Bench bench(1280.0f, 1800.0f);
    for (const ColourInfo& colour : colourTable()) {
        CAPTURE(colour.name);
        CHECK(bench.at(fmt::format("view/colour/{}", colour.name)).isEnabled == !colour.needsMixture);
    }
    bench.click("view/colour/dye");
    CHECK(bench.state.preferences.view.colourBy == ColourBy::Speed);
    bench.state.isMixed = true;
    bench.frame.fluids = {findKnownFluid("water"), findKnownFluid("wax")};
    bench.show(2);
    bench.click("view/colour/fluid");
    CHECK(bench.state.preferences.view.colourBy == ColourBy::Fluid);
    CHECK(bench.at("view/legend/water").value == "water");
    CHECK(bench.at("view/legend/wax").value == "wax");
    bench.state.shownRange = {20.0f, 90.0f};
    bench.click("view/colour/temperature");
    CHECK(bench.at("view/legend").value == "20 to 90 \u00b0C");
}

TEST_CASE("Where there are several fluids, particles are coloured by them unless the user chose otherwise") {
    Preferences preferences;
    const Preferences untouched = preferences;
    showMixture(preferences, true);
    CHECK(preferences.view.colourBy == ColourBy::Fluid);
    showView(preferences, "surface", true);
    CHECK(preferences.view.colourBy == ColourBy::Plain);
    showView(preferences, "particles", true);
    CHECK(preferences.view.colourBy == ColourBy::Fluid);
    showMixture(preferences, false);
    CHECK(preferences == untouched);

    preferences.view.colourBy = ColourBy::Pressure;
    showMixture(preferences, true);
    CHECK(preferences.view.colourBy == ColourBy::Pressure);
    preferences.view.colourBy = ColourBy::Temperature;
    preferences.view.range = ValueRange{0.0f, 50.0f};
    showView(preferences, "surface", true);
    showMixture(preferences, false);
    showView(preferences, "particles", false);
    CHECK(preferences.view.colourBy == ColourBy::Speed);
    CHECK_FALSE(preferences.view.range);
}

TEST_CASE("The cut is chosen by its axis, and its place has no effect while nothing is cut") {
    Bench bench(1280.0f, 1800.0f);
    const CutSettings& cut = bench.state.preferences.view.cut;
    bench.state.room = {{-1.0f, 0.0f, -2.0f}, {1.0f, 1.0f, 2.0f}};
    CHECK_FALSE(bench.has("view/cut/off"));  // folded
    bench.click("view/group/cut");
    CHECK(bench.at("view/cut/off").value == "chosen");
    CHECK_FALSE(bench.at("view/cut/place").isEnabled);
    bench.click("view/cut/x");
    CHECK(cut == CutSettings{.isOn = true, .axis = CutAxis::X, .place = 0.0f});
    bench.click("view/cut/z");
    CHECK(cut.axis == CutAxis::Z);
    bench.click("view/cut/place", 0.999f);
    CHECK(cut.place == 1.0f);
    CHECK(bench.at("view/cut/place").value == "2 m");
    bench.click("view/cut/off");
    CHECK_FALSE(cut.isOn);
    bench.click("view/hidden");
    CHECK_FALSE(bench.at("view/cut/x").isEnabled);
}

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
    CHECK(surface.cellSize == SurfaceSettings::kLeastCellSize);
    CHECK_FALSE(bench.at("surface/cell-size").value.starts_with("auto"));
    bench.click("surface/cell-size", 0.999f);
    CHECK(surface.cellSize == SurfaceSettings::kLargestCellSize);
    back("surface/cell-size");
    bench.click("surface/iso-value", 0.0f);
    CHECK(surface.isoValue == SurfaceSettings::kLeastIso);
    bench.click("surface/iso-value", 0.999f);
    CHECK(surface.isoValue == SurfaceSettings::kLargestIso);
    back("surface/iso-value");
    bench.click("surface/smoothing", 0.0f);
    CHECK(surface.smoothingPasses == 0);
    bench.click("surface/smoothing", 0.999f);
    CHECK(surface.smoothingPasses == SurfaceSettings::kMostSmoothing);
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

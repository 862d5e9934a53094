// Mixtures of fluids as they are drawn: who is seen in whom, colours by fluid, temperature and dye, and the cut.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numbers>
#include <set>

#include "mesh_check.h"
#include "mixtures.h"

using namespace meniscus;

namespace {

constexpr int kSide = 14;
constexpr float kSpacing = 0.05f;
constexpr Vec3 kMiddle{0.0f, 0.35f, 0.0f};
constexpr float kBall = 0.17f;
const Camera kCamera{.target = kMiddle, .distance = 2.2f, .yaw = 0.0f, .pitch = 0.1f};

bool isInBall(Vec3 x) {
    return length(x - kMiddle) < kBall;
}

Scenery emptyRoom() {
    Scenery scenery;
    scenery.room = {{-1.0f, 0.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    return scenery;
}

bool isRed(Pixel p) {
    return p.r > p.g + 50 && p.r > p.b + 50;
}

Image pictureOf(Renderer& renderer, const Frame& frame, std::string_view view, ColourBy colourBy,
                std::optional<CutPlane> cut = std::nullopt) {
    DrawRequest request = requestFor(frame, kCamera);
    request.view.view = view;
    request.view.colourBy = colourBy;
    request.view.showShadow = false;
    request.cut = cut;
    FluidSurfaces surfaces;
    addSurfaces(request, surfaces);
    return drawPicture(renderer, request);
}

size_t countRed(const Image& image) {
    size_t red = 0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) red += isRed(pixelAt(image, x, y)) ? 1 : 0;
    }
    return red;
}

}  // namespace

TEST_CASE("Fluids look as their opacity says, and only the first clear one is clear") {
    std::vector<FluidKind> fluids{findKnownFluid("wax"), findKnownFluid("water"), findKnownFluid("water"),
                                  findKnownFluid("oil"), findKnownFluid("air"),   findKnownFluid("air")};
    fluids.back().isFlame = true;
    using enum FluidLook;
    const FluidLook expected[] = {Opaque, Clear, Tinted, Tinted, Bubble, Flame};
    for (size_t k = 0; k < fluids.size(); ++k) {
        CAPTURE(k);
        CHECK(lookOf(fluids, k) == expected[k]);
    }
}

TEST_CASE("Wax is seen red in the middle of clear water, about as large as it is") {
    Studio studio;
    studio.renderer.setScenery(emptyRoom());
    const Frame frame = mixtureOf(findKnownFluid("wax"), kSide, kSpacing, isInBall);
    const Frame water = mixtureOf(findKnownFluid("wax"), kSide, kSpacing, [](Vec3) { return false; });
    for (const std::string_view view : {"surface", "splats"}) {
        INFO(view);
        const Image image = pictureOf(studio.renderer, frame, view, ColourBy::Plain);
        const Place middle = project(kCamera, kTestPicture, kMiddle);
        CHECK(isRed(pixelAt(image, middle.x, middle.y)));
        CHECK(countRed(pictureOf(studio.renderer, water, view, ColourBy::Plain)) == 0);
        // Seen through the flat side of the block it looks nearer, and so larger, than it is: by up to a fifth.
        const float radius = kBall / kCamera.heightAt(kCamera.distance) * static_cast<float>(kTestPicture.height);
        const float area = std::numbers::pi_v<float> * radius * radius;
        const auto red = static_cast<float>(countRed(image));
        CHECK(red > 0.7f * area);
        CHECK(red < 1.5f * area);
        // Beside it the water is as clear as before.
        CHECK_FALSE(isRed(pixelAt(image, middle.x + static_cast<int>(1.5f * radius), middle.y)));
    }
}

TEST_CASE("Oil on water shows its colour, and the water below does not") {
    Studio studio;
    studio.renderer.setScenery(emptyRoom());
    const Frame frame = mixtureOf(findKnownFluid("oil"), kSide, kSpacing, [](Vec3 x) { return x.y > kMiddle.y; });
    const Image image = pictureOf(studio.renderer, frame, "surface", ColourBy::Plain);
    const Place above = project(kCamera, kTestPicture, kMiddle + Vec3{0.0f, 0.17f, 0.35f});
    const Place below = project(kCamera, kTestPicture, kMiddle + Vec3{0.0f, -0.17f, 0.35f});
    const Pixel oil = pixelAt(image, above.x, above.y), water = pixelAt(image, below.x, below.y);
    CHECK(oil.r > oil.b + 40);
    CHECK(water.b > water.r);
}

TEST_CASE("Bubbles are seen in water, and flames shine in front of it") {
    Studio studio;
    studio.renderer.setScenery(emptyRoom());
    const Frame water = mixtureOf(findKnownFluid("air"), kSide, kSpacing, [](Vec3) { return false; });
    const Frame bubble = mixtureOf(findKnownFluid("air"), kSide, kSpacing, isInBall);
    const float seen = shareOfDifferentPixels(pictureOf(studio.renderer, bubble, "surface", ColourBy::Plain),
                                              pictureOf(studio.renderer, water, "surface", ColourBy::Plain));
    CHECK(seen > 0.005f);
    CHECK(seen < 0.1f);

    FluidKind flame = findKnownFluid("air");
    flame.isFlame = true;
    flame.temperature = 1000.0f;
    Frame fire = mixtureOf(flame, kSide, kSpacing, isInBall);
    for (size_t i = 0; i < fire.count(); ++i) {
        if (fire.fluid[i] == 1) fire.x[i] += Vec3{0.8f, 0.0f, 0.0f}, fire.temperature[i] = 600.0f;
    }
    FluidSurfaces surfaces;
    SurfaceBuilder(1).build(fire, {}, nullptr, surfaces);
    CHECK(surfaces.inner.empty());  // a flame has no surface
    for (const Vec3 x : surfaces.outer.triangles.positions) CHECK(x.x < 0.5f);
    for (const std::string_view view : {"particles", "splats", "surface"}) {
        INFO(view);
        const Image image = pictureOf(studio.renderer, fire, view, ColourBy::Plain);
        const Place middle = project(kCamera, kTestPicture, kMiddle + Vec3{0.8f, 0.0f, 0.0f});
        const Pixel p = pixelAt(image, middle.x, middle.y);
        CHECK(p.r > p.b + 60);
    }
}

TEST_CASE("By fluid there are just two colours, in every view") {
    Studio studio;
    studio.renderer.setScenery(emptyRoom());
    const Frame frame = mixtureOf(findKnownFluid("wax"), kSide, kSpacing, [](Vec3 x) { return x.x > 0.0f; });
    for (const std::string_view view : {"particles", "splats", "surface"}) {
        INFO(view);
        const Image image = pictureOf(studio.renderer, frame, view, ColourBy::Fluid);
        const Place left = project(kCamera, kTestPicture, kMiddle + Vec3{-0.17f, 0.0f, 0.35f});
        const Place right = project(kCamera, kTestPicture, kMiddle + Vec3{0.17f, 0.0f, 0.35f});
        CHECK(isRed(pixelAt(image, right.x, right.y)));
        CHECK(pixelAt(image, left.x, left.y).b > pixelAt(image, left.x, left.y).r + 40);
    }
    FluidSurfaces surfaces;
    SurfaceBuilder(1).build(frame, {.settings = {}, .colourBy = ColourBy::Fluid}, nullptr, surfaces);
    const std::set<float> values(surfaces.outer.values.begin(), surfaces.outer.values.end());
    CHECK(values == std::set<float>{0.5f, 1.5f});
    CHECK(surfaces.outer.values.size() == surfaces.outer.triangles.positions.size());
}

TEST_CASE("Between three fluids none is taken for the one whose number lies between") {
    Frame frame = mixtureOf(findKnownFluid("wax"), kSide, kSpacing, [](Vec3) { return false; });
    frame.fluids.push_back(findKnownFluid("oil"));
    for (size_t i = 0; i < frame.count(); ++i) frame.fluid[i] = frame.x[i].x > 0.0f ? 2 : 0;
    FluidSurfaces surfaces;
    SurfaceBuilder(1).build(frame, {.settings = {}, .colourBy = ColourBy::Fluid}, nullptr, surfaces);
    for (const float value : surfaces.outer.values) CHECK((value == 0.5f || value == 2.5f));
}

TEST_CASE("Temperatures have a range in round degrees that holds them, and that flames do not stretch") {
    CHECK(colourInfo(ColourBy::Temperature).unit == "\u00b0C");
    Frame frame = mixtureOf(findKnownFluid("wax"), kSide, kSpacing, isInBall);
    ValueRange range = suggestRange(frame, ColourBy::Temperature, std::nullopt);
    CHECK(range == ValueRange{15.0f, 30.0f});
    for (size_t i = 0; i < frame.count(); ++i) frame.temperature[i] = 20.0f + 70.0f * frame.x[i].y / 0.7f;
    range = suggestRange(frame, ColourBy::Temperature, range);
    CHECK(range.lower == 10.0f);
    CHECK(range.upper == 90.0f);
    CHECK(suggestRange(frame, ColourBy::Temperature, range) == range);
    frame.fluids[1].isFlame = true;
    for (size_t i = 0; i < frame.count(); ++i) {
        if (frame.fluid[i] == 1) frame.temperature[i] = 1500.0f;
    }
    CHECK(suggestRange(frame, ColourBy::Temperature, range) == range);
    CHECK(suggestRange(frame, ColourBy::Dye, std::nullopt) == ValueRange{0.0f, 1.0f});
}

TEST_CASE("Hot is bright and cold is blue, dye is dark magenta and clear is pale") {
    const ColourScale& heat = colourScale(ColourBy::Temperature);
    CHECK(heat.front().b > 2.0f * heat.front().r);
    CHECK(heat.back().r > 0.9f);
    const ColourScale& dye = colourScale(ColourBy::Dye);
    CHECK(dye.front().g > 0.7f);
    CHECK(dye.back().g < 0.2f * dye.back().r);
}

TEST_CASE("A frame of one fluid cannot be coloured by what only mixtures have") {
    Studio studio;
    const Frame frame = frameOf(block(6, kSpacing), kSpacing);
    CHECK(possibleColour(frame, ColourBy::Dye, ColourBy::Speed) == ColourBy::Speed);
    CHECK(possibleColour(frame, ColourBy::Pressure, ColourBy::Speed) == ColourBy::Pressure);
    for (const ColourBy by : {ColourBy::Fluid, ColourBy::Temperature, ColourBy::Dye}) {
        const Image image = pictureOf(studio.renderer, frame, "particles", by);
        CHECK(image.rgb == pictureOf(studio.renderer, frame, "particles", ColourBy::Speed).rgb);
    }
}

TEST_CASE("The cut leaves out what is in front of it, on the side of the scene's camera") {
    const Camera front{.yaw = 0.4f, .pitch = 0.2f}, back{.yaw = 2.8f, .pitch = 0.2f};
    CHECK(cutPlane(CutAxis::Z, 0.0f, front).isUpperSideCut);
    CHECK(cutPlane(CutAxis::X, 0.0f, front).isUpperSideCut);
    CHECK_FALSE(cutPlane(CutAxis::Z, 0.0f, back).isUpperSideCut);
    const Bounds room{{-1.0f, 0.0f, 2.0f}, {3.0f, 1.0f, 4.0f}};
    CHECK(cutPosition({.isOn = true, .axis = CutAxis::X, .place = 0.0f}, room) == Approx(1.0f));
    CHECK(cutPosition({.isOn = true, .axis = CutAxis::Z, .place = -1.0f}, room) == Approx(2.0f));

    Studio studio;
    studio.renderer.setScenery(emptyRoom());
    // Wax before and behind the plane: only what is behind is seen, where before it was hidden by water.
    const Frame frame = mixtureOf(findKnownFluid("wax"), kSide, kSpacing, isInBall);
    const CutPlane cut = cutPlane(CutAxis::Z, 0.0f, kCamera);
    for (const std::string_view view : {"particles", "splats", "surface"}) {
        INFO(view);
        const Place middle = project(kCamera, kTestPicture, kMiddle);
        const Image whole = pictureOf(studio.renderer, frame, view, ColourBy::Fluid);
        CHECK_FALSE(isRed(pixelAt(whole, middle.x, middle.y)));
        CHECK(isRed(pixelAt(pictureOf(studio.renderer, frame, view, ColourBy::Fluid, cut), middle.x, middle.y)));
    }
}

TEST_CASE("At a cut all meshes are closed and flat") {
    const Frame frame = mixtureOf(findKnownFluid("wax"), kSide, kSpacing, isInBall);
    for (const CutAxis axis : {CutAxis::X, CutAxis::Z}) {
        const CutPlane cut{axis, 0.01f, axis == CutAxis::Z};
        FluidSurfaces surfaces;
        SurfaceBuilder(1).build(frame, {.settings = {}, .colourBy = ColourBy::Plain, .cut = cut}, nullptr, surfaces);
        REQUIRE(surfaces.inner.size() == 1);
        for (const SurfaceMesh* mesh : {&surfaces.outer, &surfaces.inner[0].mesh}) {
            CHECK(checkMesh(mesh->triangles).isClosed());
            size_t flat = 0;
            for (const Vec3 x : mesh->triangles.positions) {
                CHECK(cut.behind(x) > -0.02f * kSpacing);
                flat += cut.behind(x) < 0.02f * kSpacing ? 1 : 0;
            }
            CHECK(flat > mesh->triangles.positions.size() / 20);
        }
    }
}

TEST_CASE("Surfaces of mixtures have the same bytes for any number of threads, and one fluid is meshed as ever") {
    const Frame frame = mixtureOf(findKnownFluid("wax"), kSide, kSpacing, isInBall);
    FluidSurfaces first, second;
    SurfaceBuilder(1).build(frame, {}, nullptr, first);
    SurfaceBuilder(2).build(frame, {}, nullptr, second);
    REQUIRE(first.inner.size() == 1);
    REQUIRE(second.inner.size() == 1);
    CHECK(first.outer.triangles.positions == second.outer.triangles.positions);
    CHECK(first.inner[0].mesh.triangles.positions == second.inner[0].mesh.triangles.positions);
    CHECK(first.inner[0].mesh.triangles.indices == second.inner[0].mesh.triangles.indices);
    const Frame water = frameOf(block(kSide, kSpacing), kSpacing);
    SurfaceMesh expected;
    SurfaceMesher(1).build(water.particles(), {}, {}, nullptr, expected);
    SurfaceBuilder(1).build(water, {}, nullptr, first);
    CHECK(first.inner.empty());
    CHECK(first.outer.triangles.positions == expected.triangles.positions);
}

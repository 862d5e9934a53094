// Pictures without a display. Whole pictures are not compared with stored ones: laws of what must be where are.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "meniscus/core/error.h"
#include "meniscus/core/rng.h"
#include "meniscus/look/environment.h"
#include "meniscus/look/fill_grid.h"
#include "meniscus/look/tone.h"
#include "pictures.h"
#include "render/gl/framebuffer.h"
#include "render/passes/water.h"

using namespace meniscus;

TEST_CASE("The ray through a projected point passes through it") {
    const Camera camera{.target = {0.2f, 0.3f, -0.1f}, .distance = 1.7f, .yaw = 0.8f, .pitch = 0.4f};
    const float aspect = 1.6f;
    for (const Vec3 point : {Vec3{0.0f, 0.0f, 0.0f}, {0.3f, 0.5f, -0.2f}, {-0.4f, 0.1f, 0.3f}}) {
        const glm::vec4 clip =
            camera.clipFromView(aspect) * camera.viewFromWorld() * glm::vec4(point.x, point.y, point.z, 1.0f);
        const Ray ray = camera.rayThrough(clip.x / clip.w, clip.y / clip.w, aspect);
        const Vec3 way = point - ray.origin;
        CHECK(length(ray.direction) == Approx(1.0f));
        CHECK(length(cross(way, ray.direction)) < 1e-4f);
        CHECK(dot(way, ray.direction) > 0.0f);
    }
}

TEST_CASE("The camera's axes are at right angles, and it looks at its target") {
    const Camera camera{.target = {0.2f, 0.3f, -0.1f}, .distance = 1.7f, .yaw = 0.8f, .pitch = 0.4f};
    CHECK(length(cross(camera.right(), camera.up()) + camera.forward()) < 1e-5f);
    CHECK(length(camera.eye() + camera.forward() * camera.distance - camera.target) < 1e-5f);
    const Camera plain{.target = {}, .distance = 1.0f, .yaw = 0.0f, .pitch = 0.0f};
    CHECK(length(plain.forward() - Vec3{0.0f, 0.0f, -1.0f}) < 1e-6f);
    CHECK(plain.heightAt(2.0f) == Approx(4.0f * std::tan(0.5f * plain.fieldOfView)));
}

TEST_CASE("The camera stays where it shows something, however the mouse moves") {
    Camera camera;
    for (int k = 0; k < 50; ++k) camera.orbit(0.7f, -1.0f);
    CHECK(camera.pitch > 0.0f);
    CHECK(camera.eye().y > camera.target.y);
    for (int k = 0; k < 50; ++k) camera.orbit(0.7f, 1.0f);
    CHECK(camera.pitch < 1.57f);
    CHECK(std::abs(camera.yaw) <= 3.1416f);
    for (int k = 0; k < 100; ++k) camera.zoom(0.5f);
    CHECK(camera.distance > 0.05f);
    for (int k = 0; k < 100; ++k) camera.zoom(2.0f);
    CHECK(camera.distance < 100.0f);
    for (int k = 0; k < 100; ++k) camera.pan(-1.0f, -1.0f);
    CHECK(camera.target.y >= camera.floorHeight);
    CHECK(length(camera.target) < 20.0f);
    for (int k = 0; k < 100; ++k) camera.pan(1.0f, 1.0f);
    CHECK(length(camera.target) < 20.0f);
}

TEST_CASE("The sky in the picture is that of the look, for every background") {
    Studio studio;
    Scenery scenery;
    scenery.hasFloor = false;
    studio.renderer.setScenery(scenery);
    const Frame none;
    DrawRequest request = requestFor(none, kFront);
    request.view.view = "hidden";
    for (const BackgroundInfo& info : backgroundTable()) {
        INFO(info.name);
        request.view.background = info.background;
        const Image image = drawPicture(studio.renderer, request);
        for (const auto& [x, y] : {std::pair{160, 90}, {40, 20}, {300, 160}, {10, 5}}) {
            const float atX = (static_cast<float>(x) + 0.5f) / 160.0f - 1.0f;
            const float atY = 1.0f - (static_cast<float>(y) + 0.5f) / 90.0f;
            const Ray ray = request.camera.rayThrough(atX, atY, 320.0f / 180.0f);
            const Vec3 shown =
                shownBackdrop(environmentOf(info.background), ray.direction) * (255.0f * vignetteAt(atX, atY));
            const Pixel expected{static_cast<int>(shown.x), static_cast<int>(shown.y), static_cast<int>(shown.z)};
            CHECK(difference(pixelAt(image, x, y), expected) <= 2);
        }
    }
}

TEST_CASE("Colour scales are bright at the fast end, pale at rest density, and of two colours for the flag") {
    const auto luminance = [](Rgb c) { return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b; };
    for (const ColourInfo& info : colourTable()) {
        INFO(info.name);
        CHECK(parseColourBy(info.name) == info.by);
        CHECK(&colourInfo(info.by) == &info);
        for (const Rgb c : colourScale(info.by)) {
            for (const float channel : {c.r, c.g, c.b}) CHECK((channel >= 0.0f && channel <= 1.0f));
        }
    }
    CHECK_FALSE(parseColourBy("mood"));
    for (const ColourBy by : {ColourBy::Speed, ColourBy::Pressure}) {
        const auto& scale = colourScale(by);
        for (size_t k = 1; k < kScaleSteps; ++k) CHECK(luminance(scale[k]) >= luminance(scale[k - 1]) - 1e-3f);
        CHECK(luminance(scale.back()) > 0.8f);
    }
    const auto& density = colourScale(ColourBy::Density);
    CHECK(luminance(density[kScaleSteps / 2]) > 3.0f * luminance(density.front()));
    CHECK(luminance(density[kScaleSteps / 2]) > 3.0f * luminance(density.back()));
    CHECK(colourScale(ColourBy::Surface).front() != colourScale(ColourBy::Surface).back());
}

TEST_CASE("The suggested range of colours is round, holds the values, and does not flicker") {
    Frame frame = frameOf(block(10, 0.02f), 0.02f);
    std::optional<ValueRange> range;
    int changes = 0;
    for (int step = 0; step < 200; ++step) {
        const float speed = 1.3f * std::sin(0.05f * static_cast<float>(step)) + 0.01f * static_cast<float>(step % 3);
        for (size_t i = 0; i < frame.count(); ++i) frame.v[i] = {speed * static_cast<float>(i) / 1000.0f, 0.0f, 0.0f};
        const ValueRange next = suggestRange(frame, ColourBy::Speed, range);
        CHECK(next.lower == 0.0f);
        CHECK(next.upper >= 0.97f * std::abs(speed));
        changes += range && !(next == *range) ? 1 : 0;
        range = next;
    }
    CHECK(changes <= 3);
    const ValueRange density = suggestRange(frame, ColourBy::Density, {});
    CHECK(0.5f * (density.lower + density.upper) == Approx(frame.fluids[0].restDensity));
    CHECK(suggestRange(Frame{}, ColourBy::Speed, {}).upper > 0.0f);
}

TEST_CASE("The range of speeds follows water that has settled, after a while and not below a floor") {
    Studio studio;
    Frame frame = frameOf(block(10, 0.02f), 0.02f);
    const auto upperAt = [&](double seconds, float speed) {
        frame.totals.simulatedSeconds = seconds;
        for (Vec3& v : frame.v) v = {speed, 0.0f, 0.0f};
        (void)drawPicture(studio.renderer, requestFor(frame, kFront));
        return studio.renderer.shownRange().upper;
    };
    CHECK(upperAt(0.0, 2.0f) == Approx(2.0f));
    CHECK(upperAt(0.5, 0.2f) == Approx(2.0f));  // a wave that turns
    CHECK(upperAt(1.0, 1.5f) == Approx(2.0f));
    CHECK(upperAt(2.0, 0.2f) == Approx(2.0f));
    CHECK(upperAt(4.0, 0.2f) == Approx(0.3f));
    CHECK(upperAt(4.1, 0.25f) == Approx(0.3f));
    CHECK(upperAt(5.0, 0.001f) == Approx(0.3f));
    CHECK(upperAt(9.0, 0.001f) == Approx(0.1f));
    CHECK(upperAt(9.1, 1.4f) == Approx(1.5f));
}

TEST_CASE("Views are found by name, and a wrong one is named") {
    REQUIRE(registeredViews().size() >= 2);
    CHECK(registeredViews().front().name == "particles");
    CHECK(std::ranges::is_sorted(registeredViews(), {}, &ViewInfo::order));
    CHECK_FALSE(findView("hidden").drawsFluid);
    CHECK_THROWS_WITH(findView("particle"), Catch::Contains("did you mean 'particles'?"));
}

TEST_CASE("Every view of every scene draws a picture with the fluid where it is", "[slow]") {
    Studio studio;
    for (const SceneInfo& scene : builtInScenes()) {
        INFO(scene.name);
        WorldSetup setup = buildScene(scene, {.particles = 600});
        studio.renderer.setScenery(sceneryOf(scene, setup));
        World world(std::move(setup), 1);
        runSeconds(world, 0.3);
        Frame frame;
        world.capture(frame);
        DrawRequest request = requestFor(frame, cameraOf(scene.look));
        request.view.view = "hidden";
        const Image empty = drawPicture(studio.renderer, request);
        SurfaceMesh mesh;
        addSurface(request, mesh);
        for (const ViewInfo& view : registeredViews()) {
            INFO(view.name);
            request.view.view = view.name;
            const Image image = drawPicture(studio.renderer, request);
            CHECK(meanLuminance(image) > 0.2f);
            CHECK(meanLuminance(image) < 0.85f);
            if (!view.drawsFluid) {
                CHECK(image.rgb == empty.rgb);
                continue;
            }
            const float share = shareOfDifferentPixels(image, empty);
            CHECK(share > 0.01f);
            CHECK(share < 0.5f);
            // The particle that is nearest to the eye hides behind nothing.
            Place nearest{0, 0, std::numeric_limits<float>::max()};
            for (const Vec3 x : frame.x) {
                const Place place = project(request.camera, kTestPicture, x);
                if (place.depth < nearest.depth) nearest = place;
            }
            REQUIRE((nearest.x >= 0 && nearest.x < kTestPicture.width && nearest.y >= 0 &&
                     nearest.y < kTestPicture.height));
            const Pixel fluid = pixelAt(image, nearest.x, nearest.y);
            CHECK(difference(fluid, pixelAt(empty, nearest.x, nearest.y)) > 8);
            CHECK(fluid.b > fluid.r);  // water
        }
    }
}

TEST_CASE("The same request gives the same picture, also from another renderer") {
    Studio studio;
    const Frame frame = frameOf(block(6, 0.1f), 0.1f);
    const DrawRequest request = requestFor(frame, kFront);
    const Image first = drawPicture(studio.renderer, request);
    CHECK(drawPicture(studio.renderer, request).rgb == first.rgb);
    Renderer other;
    CHECK(drawPicture(other, request).rgb == first.rgb);
}

TEST_CASE("A picture that has not changed is presented again, also when its frame is gone, but not in another room") {
    Studio studio;
    Framebuffer target(TextureFormat::Rgba8, Filter::Nearest, false);
    target.resize(kTestPicture);
    CHECK_FALSE(studio.renderer.presentAgain(target.id(), kTestPicture));
    {
        const Frame frame = frameOf(block(6, 0.1f), 0.1f);
        DrawRequest request = requestFor(frame, kFront);
        request.framebuffer = target.id();
        CHECK(studio.renderer.draw(request));
        CHECK_FALSE(studio.renderer.draw(request));
        request.brush = BrushMark{};
        CHECK(studio.renderer.draw(request));
        request.resolution = 0.5f;
        CHECK(studio.renderer.draw(request));
    }
    CHECK(studio.renderer.presentAgain(target.id(), kTestPicture));
    CHECK_FALSE(studio.renderer.presentAgain(target.id(), {0, 0}));
    studio.renderer.setScenery({});
    CHECK_FALSE(studio.renderer.presentAgain(target.id(), kTestPicture));
}

TEST_CASE("The size of particles only counts where they are drawn as such") {
    Studio studio;
    Framebuffer target(TextureFormat::Rgba8, Filter::Nearest, false);
    target.resize(kTestPicture);
    const Frame frame = frameOf(block(6, 0.1f), 0.1f);
    for (const ViewInfo& view : registeredViews()) {
        INFO(view.name);
        CHECK(view.hasParticleSize == (view.name == "particles"));
        DrawRequest request = requestFor(frame, kFront);
        request.view.view = view.name;
        request.view.showVectors = true;
        request.framebuffer = target.id();
        CHECK(studio.renderer.draw(request));
        request.view.particleSize = 0.7f;
        CHECK(studio.renderer.draw(request) == view.hasParticleSize);
    }
}

TEST_CASE("Fluid beside the picture is not seen, on whichever side") {
    const auto isSeen = [](Vec3 centre) {
        const Vec3 half{0.1f, 0.1f, 0.1f};
        return extentOf({centre - half, centre + half}, kFront, kTestPicture).isSeen();
    };
    const Vec3 middle = kFront.target;
    CHECK(isSeen(middle));
    for (const Vec3 way : {kFront.right(), kFront.up()}) {
        CHECK_FALSE(isSeen(middle + way * 5.0f));
        CHECK_FALSE(isSeen(middle - way * 5.0f));
    }
    CHECK_FALSE(isSeen(middle - kFront.forward() * 10.0f));
}

TEST_CASE("The nearer of two balls hides the farther, in whichever order they come") {
    Studio studio;
    const Vec3 nearPlace{0.0f, 0.5f, 0.3f};
    const Vec3 farPlace{0.0f, 0.5f, -0.3f};
    for (const bool isNearFirst : {false, true}) {
        for (const bool isNearFast : {false, true}) {
            Frame frame = frameOf({isNearFirst ? nearPlace : farPlace, isNearFirst ? farPlace : nearPlace}, 0.3f);
            frame.v[isNearFirst == isNearFast ? 0 : 1] = {1.0f, 0.0f, 0.0f};
            DrawRequest request = requestFor(frame, kFront);
            request.view.range = ValueRange{0.0f, 1.0f};
            const Place place = project(kFront, kTestPicture, nearPlace);
            const Pixel seen = pixelAt(drawPicture(studio.renderer, request), place.x, place.y);
            // Fast is near white, slow is deep blue.
            CHECK((seen.r > 150) == isNearFast);
        }
    }
}

TEST_CASE("Balls that cut each other meet in the plane between them") {
    Studio studio;
    // Side by side, one a little nearer: without the depth of each pixel it would hide half of the other.
    Frame frame = frameOf({{-0.1f, 0.5f, 0.02f}, {0.1f, 0.5f, 0.0f}}, 0.35f);
    frame.v[0] = {1.0f, 0.0f, 0.0f};
    Camera camera = kFront;
    camera.pitch = 0.0f;
    DrawRequest request = requestFor(frame, camera);
    request.view.range = ValueRange{0.0f, 1.0f};
    const Image image = drawPicture(studio.renderer, request);
    const Place left = project(camera, kTestPicture, {-0.03f, 0.5f, 0.15f});
    const Place right = project(camera, kTestPicture, {0.03f, 0.5f, 0.15f});
    CHECK(pixelAt(image, left.x, left.y).r > 120);
    CHECK(pixelAt(image, right.x, right.y).r < 100);
}

TEST_CASE("A ball covers the ellipse that it covers in perspective, also at the edge and very near") {
    Studio studio;
    struct Case {
        Vec3 place;
        float spacing;
    };
    // Off the axis; partly outside of the picture; so near that it is larger than the driver's points.
    for (const Case& c :
         {Case{{1.1f, 0.9f, 0.0f}, 0.3f}, Case{{1.75f, 0.5f, 0.0f}, 0.4f}, Case{{0.2f, 0.5f, 2.2f}, 0.3f}}) {
        const Frame frame = frameOf({c.place}, c.spacing);
        DrawRequest request = requestFor(frame, kFront);
        request.view.showShadow = false;
        request.view.particleSize = 1.0f;
        const Image with = drawPicture(studio.renderer, request);
        request.view.view = "hidden";
        const Image without = drawPicture(studio.renderer, request);
        int expected = 0, wrong = 0;
        for (int y = 0; y < kTestPicture.height; ++y) {
            for (int x = 0; x < kTestPicture.width; ++x) {
                const auto ndc = [](int k, int n) {
                    return (2.0f * static_cast<float>(k) + 1.0f) / static_cast<float>(n) - 1.0f;
                };
                const Ray ray =
                    kFront.rayThrough(ndc(x, kTestPicture.width), -ndc(y, kTestPicture.height), 320.0f / 180.0f);
                const Vec3 way = c.place - ray.origin;
                const float away = length(cross(way, ray.direction));
                const bool isHit = away < 0.5f * c.spacing;
                const bool isDrawn = difference(pixelAt(with, x, y), pixelAt(without, x, y)) > 8;
                expected += isHit ? 1 : 0;
                // Soft edges are half a pixel wide.
                const bool isEdge = std::abs(away - 0.5f * c.spacing) < 1.5f * kFront.heightAt(length(way)) / 180.0f;
                wrong += isHit != isDrawn && !isEdge ? 1 : 0;
            }
        }
        INFO("place " << c.place.x << " " << c.place.y << " " << c.place.z);
        CHECK(expected > 200);
        CHECK(wrong <= expected / 50);
    }
}

TEST_CASE("Fluid casts a shadow on the floor, and none when it is switched off") {
    Studio studio;
    std::vector<Vec3> places = block(8, 0.04f);
    for (Vec3& x : places) x += Vec3{-0.15f, 0.3f, -0.15f};
    const Frame frame = frameOf(places, 0.04f);
    Scenery scenery;
    scenery.room = {{-0.5f, 0.0f, -0.5f}, {0.5f, 1.0f, 0.5f}};
    studio.renderer.setScenery(scenery);
    const Camera camera{.target = {0.0f, 0.2f, 0.0f}, .distance = 2.5f, .yaw = 0.4f, .pitch = 0.6f};
    DrawRequest request = requestFor(frame, camera);
    const Image shaded = drawPicture(studio.renderer, request);
    request.view.showShadow = false;
    const Image plain = drawPicture(studio.renderer, request);
    CHECK(shareOfDifferentPixels(shaded, plain) > 0.01f);
    CHECK(meanLuminance(shaded) < meanLuminance(plain));
}

TEST_CASE("Glass is seen, and so are arrows and the brush") {
    Studio studio;
    const SceneInfo& scene = findScene("glass-swirl");
    const WorldSetup setup = buildScene(scene, {.particles = 300});
    studio.renderer.setScenery(sceneryOf(scene, setup));
    std::vector<Vec3> places;
    for (const ParticleSeed& seed : setup.particles) places.push_back(seed.x);
    Frame frame = frameOf(places, setup.spacing);
    for (Vec3& v : frame.v) v = {1.0f, 0.5f, 0.0f};
    for (const BackgroundInfo& background : backgroundTable()) {
        INFO(background.name);
        DrawRequest request = requestFor(frame, cameraOf(scene.look));
        request.view.background = background.background;
        const Image image = drawPicture(studio.renderer, request);
        request.view.showContainer = false;
        CHECK(shareOfDifferentPixels(drawPicture(studio.renderer, request), image) > 0.02f);
        request.view.showContainer = true;
        request.view.showVectors = true;
        CHECK(shareOfDifferentPixels(drawPicture(studio.renderer, request), image) > 0.003f);
        request.view.showVectors = false;
        // In front of everything, and deep in the fluid.
        for (const Vec3 centre : {Vec3{0.2f, 0.3f, 0.3f}, Vec3{0.0f, 0.15f, 0.0f}}) {
            request.brush = BrushMark{.centre = centre, .radius = 0.07f};
            CHECK(shareOfDifferentPixels(drawPicture(studio.renderer, request), image) > 0.003f);
        }
    }
}

TEST_CASE("Odd requests are drawn or refused, and never crash") {
    Studio studio;
    Frame frame = frameOf(block(4, 0.1f), 0.1f);
    frame.x[0] = {std::numeric_limits<float>::quiet_NaN(), 0.0f, 0.0f};
    frame.x[1] = {1e6f, -1e6f, 1e6f};
    DrawRequest request = requestFor(frame, kFront);
    for (const PictureSize size : {PictureSize{1, 1}, {3, 200}, {200, 3}}) {
        request.size = size;
        CHECK(drawPicture(studio.renderer, request).rgb.size() == 3 * static_cast<size_t>(size.width * size.height));
    }
    request.size = kTestPicture;
    for (const float resolution : {0.0f, 0.25f, 0.5f, 0.7f, 1.0f, 1.5f, 2.0f, 99.0f}) {
        request.resolution = resolution;
        CHECK(meanLuminance(drawPicture(studio.renderer, request)) > 0.2f);
    }
    request.frame = nullptr;
    CHECK(meanLuminance(drawPicture(studio.renderer, request)) > 0.2f);
    const Frame none;
    request = requestFor(none, kFront);
    CHECK(meanLuminance(drawPicture(studio.renderer, request)) > 0.2f);
    request.camera.target.y = -3.0f;  // from below the floor
    CHECK(meanLuminance(drawPicture(studio.renderer, request)) > 0.05f);
    request.view.view = "mirror";
    CHECK_THROWS_AS(studio.renderer.draw(request), InputError);
    request.size = {0, 0};
    CHECK_NOTHROW(studio.renderer.draw(request));
    request.size = {1 << 20, 10};
    CHECK_THROWS_AS(drawPicture(studio.renderer, request), InputError);
}

TEST_CASE("Only what lies deep in the fluid, as seen from the eye, is hidden") {
    const float spacing = 0.02f;
    const Frame frame = frameOf(block(20, spacing), spacing);
    FillGrid grid;
    grid.update(frame, 1.1f * spacing, 100);
    const Vec3 eye{0.19f, 0.19f, 3.0f};
    const float thickness = 3.0f * spacing;
    CHECK(grid.isHidden({0.19f, 0.19f, 0.19f}, eye, thickness));
    CHECK(grid.isHidden({0.19f, 0.19f, 0.0f}, eye, thickness));         // the far side
    CHECK_FALSE(grid.isHidden({0.19f, 0.19f, 0.36f}, eye, thickness));  // the second layer
    CHECK_FALSE(grid.isHidden({0.19f, 0.38f, 0.19f}, {0.19f, 3.0f, 0.19f}, thickness));
    CHECK_FALSE(grid.isHidden({5.0f, 5.0f, 5.0f}, eye, thickness));
}

TEST_CASE("Leaving out what is hidden does not change the picture") {
    Studio studio;
    const float spacing = 0.04f;
    std::vector<Vec3> places = block(14, spacing);
    Rng random(3);
    for (Vec3& x : places) {
        const auto jitter = [&] { return 0.3f * spacing * (random.uniform() - 0.5f); };
        x += Vec3{jitter() - 0.26f, jitter() + 0.1f, jitter() - 0.26f};
    }
    // A crevice, two layers wide and deep, through which one sees far into the block.
    std::erase_if(places, [&](Vec3 x) { return std::abs(x.x) < spacing && x.y > 0.25f; });
    const Frame frame = frameOf(places, spacing);
    const Camera camera{.target = {0.0f, 0.36f, 0.0f}, .distance = 2.2f, .yaw = 0.6f, .pitch = 0.5f};
    DrawRequest request = requestFor(frame, camera);
    request.view.particleSize = 0.9f;  // the least at which anything is left out
    const Image fast = drawPicture(studio.renderer, request);
    request.view.particleSize = 0.8999f;
    const Image whole = drawPicture(studio.renderer, request);
    CHECK(shareOfDifferentPixels(fast, whole) < 0.001f);
}

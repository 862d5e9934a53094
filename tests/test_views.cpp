// Splats and surface: where they draw the fluid, and that it looks like water.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "meniscus/surface/surface_particles.h"
#include "pictures.h"

using namespace meniscus;

namespace {

constexpr std::string_view kWaterViews[] = {"splats", "surface"};

// One particle that has nobody around.
Frame loneParticle(Vec3 place, float spacing) {
    Frame frame = frameOf({place}, spacing);
    frame.density[0] = frame.particles().loneDensity;
    return frame;
}

// A block of water, as fluid that has been simulated describes itself: gradients at its outside point into it.
Frame waterBlock(int side, float spacing, Vec3 lower) {
    Frame frame = frameOf(block(side, spacing), spacing);
    const float half = 0.5f * static_cast<float>(side - 1) * spacing;
    for (size_t i = 0; i < frame.count(); ++i) {
        const Vec3 fromMiddle = frame.x[i] - Vec3{half, half, half};
        const auto inward = [&](float a) {
            return std::abs(a) > half - 0.5f * spacing ? -std::copysign(1.0f, a) : 0.0f;
        };
        frame.colourGradient[i] = Vec3{inward(fromMiddle.x), inward(fromMiddle.y), inward(fromMiddle.z)} *
                                  (2.0f * frame.settings.surfaceThreshold / frame.supportRadius);
        frame.x[i] += lower;
    }
    return frame;
}

float areaOf(const Silhouette& silhouette) {
    return static_cast<float>(std::ranges::count(silhouette, true));
}

// The mean over the pixels of the silhouette that lie well within it.
float meanWithin(const Image& image, const Silhouette& silhouette) {
    const auto isFluid = [&](int x, int y) { return silhouette[static_cast<size_t>(y * image.width + x)]; };
    double sum = 0.0, count = 0.0;
    for (int y = 3; y < image.height - 3; ++y) {
        for (int x = 3; x < image.width - 3; ++x) {
            if (!isFluid(x, y) || !isFluid(x - 3, y) || !isFluid(x + 3, y) || !isFluid(x, y - 3) ||
                !isFluid(x, y + 3)) {
                continue;
            }
            sum += static_cast<double>(pixelAt(image, x, y).luminance());
            count += 1.0;
        }
    }
    return static_cast<float>(sum / std::max(count, 1.0));
}

int strongestDifference(const Image& a, const Image& b) {
    int most = 0;
    for (int y = 0; y < a.height; ++y) {
        for (int x = 0; x < a.width; ++x) most = std::max(most, difference(pixelAt(a, x, y), pixelAt(b, x, y)));
    }
    return most;
}

Overlap splatsAgainstMesh(Renderer& renderer, const World& world, const Camera& camera) {
    const ShapePtr walls = wallsOf(world.setup());
    Frame frame;
    world.capture(frame);
    DrawRequest request = requestFor(frame, camera);
    request.size = {640, 360};
    SurfaceMesh mesh;
    addSurface(request, mesh, walls.get());
    return overlapOf(silhouetteOf(renderer, request, "splats"), silhouetteOf(renderer, request, "surface"));
}

Overlap splatsAgainstMesh(Renderer& renderer, std::string_view name, size_t particles, double seconds) {
    World world = makeScene(name, particles, 2);
    runSeconds(world, seconds);
    return splatsAgainstMesh(renderer, world, cameraOf(findScene(name).look));
}

// A block of water far from all walls, with waves on its top.
World wavyBlock() {
    const float spacing = 0.02f;
    WorldSetup setup = emptyRoom(3.0f, spacing);
    Rng rng(5);
    for (int x = -20; x < 20; ++x) {
        for (int z = -10; z < 10; ++z) {
            for (int y = 0; y < 14; ++y) {
                const Vec3 place = Vec3{x + 0.5f, y + 0.5f, z + 0.5f} * spacing;
                const float level = 0.2f + 0.05f * std::sin(12.0f * place.x) * std::cos(9.0f * place.z);
                if (place.y < level) setup.particles.push_back({place + randomDirection(rng) * (0.1f * spacing), {}});
            }
        }
    }
    return World(std::move(setup), 1);
}

}  // namespace

TEST_CASE("Views of water draw the first frame of every scene, and no fluid at all") {
    Studio studio;
    for (const SceneInfo& scene : builtInScenes()) {
        INFO(scene.name);
        WorldSetup setup = buildScene(scene, {.particles = 300});
        studio.renderer.setScenery(sceneryOf(scene, setup));
        World world(std::move(setup), 1);
        Frame frame;
        world.capture(frame);
        for (const std::string_view view : kWaterViews) {
            INFO(view);
            for (const ColourBy colourBy : {ColourBy::Plain, ColourBy::Speed}) {
                DrawRequest request = requestFor(frame, cameraOf(scene.look));
                request.view.view = view;
                request.view.colourBy = colourBy;
                SurfaceMesh mesh;
                addSurface(request, mesh);
                const Image image = drawPicture(studio.renderer, request);
                CHECK(meanLuminance(image) > 0.2f);
                CHECK(meanLuminance(image) < 0.9f);
                if (frame.count() == 0) continue;  // nothing has been poured yet
                request.view.showShadow = false;
                request.view.showContainer = false;
                const Image alone = drawPicture(studio.renderer, request);
                request.view.view = "hidden";
                CHECK(shareOfDifferentPixels(alone, drawPicture(studio.renderer, request)) > 0.005f);
            }
        }
    }
}

TEST_CASE("Views of water draw whatever they are asked for, and never crash") {
    Studio studio;
    const Frame lone = loneParticle({0.0f, 0.5f, 0.0f}, 0.1f);
    Frame odd = waterBlock(4, 0.1f, {-0.15f, 0.3f, -0.15f});
    odd.x[0] = {std::numeric_limits<float>::quiet_NaN(), 0.0f, 0.0f};
    odd.x[1] = {1e6f, -1e6f, 1e6f};
    Frame flat = frameOf(block(3, 0.1f), 0.1f);  // no gradient anywhere
    const Frame none;
    for (const std::string_view view : kWaterViews) {
        INFO(view);
        for (const Frame* frame : {&lone, &std::as_const(odd), &std::as_const(flat), &none}) {
            DrawRequest request = requestFor(*frame, kFront);
            request.view.view = view;
            request.view.colourBy = ColourBy::Plain;
            CHECK(meanLuminance(drawPicture(studio.renderer, request)) > 0.2f);  // no mesh yet
            SurfaceMesh mesh;
            if (frame != &odd) addSurface(request, mesh);  // no grid is large enough for what is lost
            for (const PictureSize size : {PictureSize{1, 1}, {3, 200}, {200, 3}, kTestPicture}) {
                request.size = size;
                CHECK(meanLuminance(drawPicture(studio.renderer, request)) > 0.05f);
            }
            for (const float resolution : {0.25f, 0.7f, 2.0f}) {
                request.resolution = resolution;
                CHECK(meanLuminance(drawPicture(studio.renderer, request)) > 0.2f);
            }
            // Within the fluid, next to it, and with all of it behind the eye.
            for (const float distance : {0.05f, 0.3f, 0.6f}) {
                for (const float turn : {0.0f, 3.1f}) {
                    request.camera = {.target = {0.0f, 0.45f, 0.0f}, .distance = distance, .yaw = turn, .pitch = 0.1f};
                    CHECK(meanLuminance(drawPicture(studio.renderer, request)) > 0.05f);
                }
            }
        }
    }
}

TEST_CASE("Water is drawn where the fluid is, and nowhere else") {
    Studio studio;
    const float spacing = 0.06f;
    const Frame frame = waterBlock(9, spacing, {-0.24f, 0.2f, -0.24f});
    const Camera camera{.target = {0.0f, 0.44f, 0.0f}, .distance = 3.0f, .yaw = 0.0f, .pitch = 0.0f};
    DrawRequest request = requestFor(frame, camera);
    SurfaceMesh mesh;
    addSurface(request, mesh);
    for (const std::string_view view : kWaterViews) {
        INFO(view);
        const Silhouette silhouette = silhouetteOf(studio.renderer, request, view);
        // Half a spacing further than the centres; the front face is what one sees.
        const float half = 4.5f * spacing;
        int missing = 0, wrong = 0;
        for (int y = 0; y < kTestPicture.height; ++y) {
            for (int x = 0; x < kTestPicture.width; ++x) {
                const auto ndc = [](int k, int n) {
                    return (2.0f * static_cast<float>(k) + 1.0f) / static_cast<float>(n) - 1.0f;
                };
                const Ray ray =
                    camera.rayThrough(ndc(x, kTestPicture.width), -ndc(y, kTestPicture.height), 320.0f / 180.0f);
                const Vec3 at = ray.origin + ray.direction * ((camera.distance - half) / -ray.direction.z);
                const float away = std::max(std::abs(at.x), std::abs(at.y - 0.44f)) - half;
                const bool isFluid = silhouette[static_cast<size_t>(y * kTestPicture.width + x)];
                missing += !isFluid && away < -1.0f * spacing ? 1 : 0;
                wrong += isFluid && away > 0.5f * spacing ? 1 : 0;
            }
        }
        CHECK(missing == 0);
        CHECK(wrong == 0);
    }
}

TEST_CASE("A lone droplet is drawn as a ball that keeps its volume") {
    Studio studio;
    const float spacing = 0.2f;
    const Vec3 place{0.3f, 0.6f, 0.0f};
    const Frame frame = loneParticle(place, spacing);
    DrawRequest request = requestFor(frame, kFront);
    request.size = {640, 360};
    SurfaceMesh mesh;
    addSurface(request, mesh);
    const float depth = dot(place - kFront.eye(), kFront.forward());
    const float pixels = kDropletRadius * spacing / kFront.heightAt(depth) * 360.0f;
    for (const std::string_view view : kWaterViews) {
        INFO(view);
        const float area = areaOf(silhouetteOf(studio.renderer, request, view));
        CHECK(area == Approx(std::numbers::pi_v<float> * pixels * pixels).epsilon(0.1));
    }
}

TEST_CASE("Splats cover what the mesh covers") {
    Studio studio;
    const Overlap drop = splatsAgainstMesh(studio.renderer, "drop", 1000, 3.0);
    CHECK(drop.both > 0.95f);  // all outline: the splats end a tenth of a spacing farther out
    CHECK(drop.holes < 0.001f);
    const Overlap block =
        splatsAgainstMesh(studio.renderer, wavyBlock(), {.target = {0.0f, 0.1f, 0.0f}, .distance = 1.6f});
    CHECK(block.both > 0.98f);
    CHECK(block.holes < 0.005f);
    const Overlap splash = splatsAgainstMesh(studio.renderer, "splash", 2000, 0.35);
    CHECK(splash.both > 0.89f);  // with the spray of thin water
    CHECK(splash.holes < 0.06f);
}

TEST_CASE("The colour of a value shows on water, by the scale of the legend") {
    Studio studio;
    Frame frame = waterBlock(8, 0.07f, {-0.245f, 0.2f, -0.245f});
    const Place left = project(kFront, kTestPicture, {-0.13f, 0.45f, 0.28f});
    const Place right = project(kFront, kTestPicture, {0.13f, 0.45f, 0.28f});
    for (size_t i = 0; i < frame.count(); ++i) frame.v[i] = {frame.x[i].x > 0.0f ? 1.0f : 0.0f, 0.0f, 0.0f};
    for (const std::string_view view : kWaterViews) {
        INFO(view);
        DrawRequest request = requestFor(frame, kFront);
        request.view.view = view;
        request.view.colourBy = ColourBy::Speed;
        request.view.range = ValueRange{0.0f, 1.0f};
        SurfaceMesh mesh;
        addSurface(request, mesh);
        const Image image = drawPicture(studio.renderer, request);
        // Slow is deep blue, fast is near white.
        const Pixel slow = pixelAt(image, left.x, left.y);
        const Pixel fast = pixelAt(image, right.x, right.y);
        CHECK(slow.b > slow.r + 40);
        CHECK(fast.r > slow.r + 80);
    }
}

TEST_CASE("Plain water is clear: the floor below it is seen, a little darker and bluer") {
    Studio studio;
    const float spacing = 0.05f;
    const Frame frame = waterBlock(8, spacing, {-0.175f, 0.025f, -0.175f});
    Scenery scenery;
    scenery.room = {{-1.0f, 0.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    studio.renderer.setScenery(scenery);
    const Camera camera{.target = {0.0f, 0.15f, 0.0f}, .distance = 1.5f, .yaw = 0.4f, .pitch = 1.1f};
    for (const Background background :
         {Background::Studio, Background::Plain, Background::Daylight, Background::Night}) {
        DrawRequest request = requestFor(frame, camera);
        SurfaceMesh mesh;
        addSurface(request, mesh);
        request.view.colourBy = ColourBy::Plain;
        request.view.background = background;
        for (const std::string_view view : kWaterViews) {
            INFO(backgroundInfo(background).name << " " << view);
            const Silhouette silhouette = silhouetteOf(studio.renderer, request, view);
            request.view.view = "hidden";
            const float floor = meanWithin(drawPicture(studio.renderer, request), silhouette);
            request.view.view = view;
            const Image image = drawPicture(studio.renderer, request);
            const float water = meanWithin(image, silhouette);
            CHECK(water > 0.7f * floor);
            CHECK(water < 1.15f * floor);
            const Place middle = project(camera, kTestPicture, {0.0f, 0.4f, 0.0f});
            CHECK(pixelAt(image, middle.x, middle.y).b > pixelAt(image, middle.x, middle.y).r);
        }
    }
}

TEST_CASE("Water hides what is behind it: it has depth") {
    Studio studio;
    const Frame frame = waterBlock(8, 0.07f, {-0.245f, 0.2f, -0.245f});
    for (const std::string_view view : kWaterViews) {
        INFO(view);
        for (const ColourBy colourBy : {ColourBy::Plain, ColourBy::Speed}) {
            DrawRequest request = requestFor(frame, kFront);
            request.view.view = view;
            request.view.colourBy = colourBy;
            SurfaceMesh mesh;
            addSurface(request, mesh);
            const Image without = drawPicture(studio.renderer, request);
            const auto brushAt = [&](float z) {
                request.brush = BrushMark{.centre = {0.0f, 0.45f, z}, .radius = 0.1f, .colour = {1.0f, 0.0f, 0.0f}};
                return strongestDifference(drawPicture(studio.renderer, request), without);
            };
            const int inFront = brushAt(0.45f);
            const int within = brushAt(0.1f);
            CHECK(inFront > 80);
            CHECK(static_cast<float>(within) < 0.6f * static_cast<float>(inFront));
        }
    }
}

TEST_CASE("Another mesh makes another picture, also for the same frame") {
    Studio studio;
    const Frame frame = waterBlock(6, 0.1f, {-0.25f, 0.2f, -0.25f});
    DrawRequest request = requestFor(frame, kFront);
    request.view.view = "surface";
    request.view.colourBy = ColourBy::Plain;
    const Image none = drawPicture(studio.renderer, request);
    SurfaceMesh mesh;
    addSurface(request, mesh);
    const Image first = drawPicture(studio.renderer, request);
    CHECK(shareOfDifferentPixels(first, none) > 0.01f);
    CHECK(drawPicture(studio.renderer, request).rgb == first.rgb);
    for (Vec3& p : mesh.triangles.positions) p.x += 0.2f;
    ++request.surfaceSerial;
    const Image moved = drawPicture(studio.renderer, request);
    CHECK(shareOfDifferentPixels(moved, first) > 0.01f);
    request.surface = nullptr;
    CHECK(shareOfDifferentPixels(drawPicture(studio.renderer, request), none) == 0.0f);
    mesh.triangles = {};
    request.surface = &mesh;
    ++request.surfaceSerial;
    CHECK(shareOfDifferentPixels(drawPicture(studio.renderer, request), none) == 0.0f);
}

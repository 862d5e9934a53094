// What a picture shows, without anybody who paints it: no OpenGL here.
#include <catch2/catch.hpp>

#include <cmath>
#include <glm/vec4.hpp>

#include "meniscus/look/colour_range.h"
#include "meniscus/look/environment.h"
#include "meniscus/look/flames.h"
#include "meniscus/look/fluid_body.h"
#include "meniscus/look/fluid_bounds.h"
#include "meniscus/look/framing.h"
#include "meniscus/look/look_builder.h"
#include "meniscus/look/material.h"
#include "meniscus/look/tone.h"
#include "mesh_check.h"
#include "worlds.h"

using namespace meniscus;

namespace {

constexpr float kAspect = 1.6f;

Frame frameOfScene(const SceneInfo& scene, int steps) {
    World world(buildScene(scene, {.particles = 600}), 1);
    runSteps(world, steps);
    Frame frame;
    world.capture(frame);
    return frame;
}

void checkClosed(const TriangleMesh& mesh) {
    CHECK(checkMesh(mesh).isClosed());
    REQUIRE(mesh.normals.size() == mesh.positions.size());
    bool isGood = true;
    for (size_t k = 0; k < mesh.positions.size(); ++k) {
        isGood = isGood && isFinite(mesh.positions[k]) && std::abs(length(mesh.normals[k]) - 1.0f) < 1e-3f;
    }
    CHECK(isGood);
}

// x and y of the screen, -1 to 1, and depth.
Vec3 onPicture(const Camera& camera, Vec3 p) {
    const glm::vec4 clip = camera.clipFromView(kAspect) * camera.viewFromWorld() * glm::vec4(p.x, p.y, p.z, 1.0f);
    return {clip.x / clip.w, clip.y / clip.w, clip.w};
}

bool isWithin(Vec3 a, float lower, float upper) {
    const auto isIn = [&](float c) { return c >= lower && c <= upper; };
    return isIn(a.x) && isIn(a.y) && isIn(a.z);
}

}  // namespace

TEST_CASE("The surfaces of every scene's look are closed, and finite") {
    for (const SceneInfo& scene : builtInScenes()) {
        INFO(scene.name);
        const Frame frame = frameOfScene(scene, 20);
        LookBuilder builder(wallsOf(buildScene(scene, {.particles = 600})), 1);
        Look look;
        look.camera = cameraOf(scene.look);
        look.view.view = "surface";
        look.view.colourBy = ColourBy::Plain;
        builder.build(frame, look);
        REQUIRE(look.surface != nullptr);
        CHECK((frame.count() == 0) == look.surface->triangles.indices.empty());
        checkClosed(look.surface->triangles);
        for (const InnerSurface& inner : look.inner) {
            INFO("fluid " << inner.fluid);
            checkClosed(inner.mesh.triangles);
            const FluidLook kind = lookOf(frame.fluids, inner.fluid);
            CHECK((kind != FluidLook::Clear && kind != FluidLook::Flame));
        }
        const Look shown = withoutUnseen(look);
        CHECK(shown.surface == look.surface);
        look.view.view = "hidden";
        CHECK(withoutUnseen(look).frame == nullptr);
        CHECK(withoutUnseen(look).surface == nullptr);
    }
}

namespace {

std::optional<Bounds> boundsOf(const std::vector<ParticleSeed>& particles) {
    if (particles.empty()) return {};
    Bounds bounds{particles.front().x, particles.front().x};
    for (const ParticleSeed& particle : particles) {
        bounds.lower = minPerAxis(bounds.lower, particle.x);
        bounds.upper = maxPerAxis(bounds.upper, particle.x);
    }
    return bounds;
}

}  // namespace

TEST_CASE("The camera of every scene looks at its subject, from above the floor") {
    for (const SceneInfo& scene : builtInScenes()) {
        INFO(scene.name);
        const WorldSetup setup = buildScene(scene, {.particles = 600});
        const Scenery scenery = sceneryOf(setup, scene.look.room);
        const Bounds subject = subjectOf(setup, boundsOf(setup.particles), scene.look.room);
        const Camera camera = framed(cameraOf(scene.look), subject, kAspect, {});
        CHECK(camera.eye().y > scenery.floorHeight);
        CHECK(scenery.floorHeight <= setup.domain.bounds.lower.y);
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 p{(corner & 1) != 0 ? subject.upper.x : subject.lower.x,
                         (corner & 2) != 0 ? subject.upper.y : subject.lower.y,
                         (corner & 4) != 0 ? subject.upper.z : subject.lower.z};
            const Vec3 place = onPicture(camera, p);
            CHECK(place.z > 0.0f);
            CHECK(std::max(std::abs(place.x), std::abs(place.y)) <= 1.0f);
        }
        REQUIRE(scenery.glass.normals.size() == scenery.glass.positions.size());
        for (const uint32_t index : scenery.glass.indices) REQUIRE(index < scenery.glass.positions.size());
        for (const Vec3 p : scenery.glass.positions) REQUIRE(isFinite(p));
    }
}

TEST_CASE("The fluids of every scene are of materials that can exist") {
    for (const SceneInfo& scene : builtInScenes()) {
        INFO(scene.name);
        const Frame frame = frameOfScene(scene, 1);
        const float size = fluidSize(frame);
        size_t clearCount = 0;
        for (size_t fluid = 0; fluid < frame.fluids.size(); ++fluid) {
            INFO(frame.fluids[fluid].name);
            const FluidMaterial material = materialOf(frame.fluids, fluid, size);
            CHECK(isWithin(material.colour, 0.0f, 1.0f));
            CHECK((material.index >= 1.0f && material.index < 2.0f));
            CHECK(isWithin(material.absorption, 0.0f, 1e6f));
            CHECK((material.scattering >= 0.0f && material.scattering < 1e6f));
            clearCount += material.look == FluidLook::Clear ? 1 : 0;
        }
        CHECK(clearCount <= 1);
    }
    // What glass mirrors from the front follows from its index of refraction.
    const float ratio = (kGlassIndex - 1.0f) / (kGlassIndex + 1.0f);
    CHECK(kGlassMirrored == Approx(ratio * ratio));
}

TEST_CASE("Every background has a sky that goes from the horizon to the zenith, and light from above") {
    CHECK(length(sunDirection()) == Approx(1.0f));
    CHECK(sunDirection().y > 0.0f);
    for (const BackgroundInfo& info : backgroundTable()) {
        INFO(info.name);
        CHECK(&backgroundInfo(info.background) == &info);
        const Environment& environment = environmentOf(info.background);
        for (const Vec3 light : {environment.sunLight, environment.skyLight, environment.groundLight,
                                 environment.zenith, environment.horizon, environment.nadir, environment.floorLight}) {
            CHECK(isWithin(light, 0.0f, 4.0f));
        }
        CHECK(environment.sunLight.y > environment.skyLight.y);
        CHECK(environment.skyLight.y > environment.groundLight.y);
        CHECK(length(lightFrom(environment, {0.0f, 1.0f, 0.0f}) - environment.zenith) < 1e-5f);
        CHECK(length(lightFrom(environment, {0.0f, -1.0f, 0.0f}) - environment.nadir) < 1e-5f);
        CHECK(length(lightFrom(environment, {0.0f, 0.0f, -1.0f}) - environment.horizon) < 1e-5f);
        const Vec3 lamp = lightFrom(environment, normalizedOr({kLamps[0].x, 0.0f, kLamps[0].z}, {}));
        CHECK(lamp.y > environment.horizon.y + 0.5f * environment.lamps);
        const FloorFade fade = floorFade(environment, {{-1.0f, 0.0f, -2.0f}, {3.0f, 1.0f, 2.0f}});
        CHECK(fade.x == 1.0f);
        CHECK(fade.z == 0.0f);
        CHECK((fade.begin > 0.0f && fade.way > 0.0f));
    }
}

TEST_CASE("More light is never darker on the screen, and all light fits on it") {
    Vec3 before = onScreen({});
    CHECK(before == Vec3{});
    for (int k = 1; k < 400; ++k) {
        const float light = 0.02f * static_cast<float>(k);
        const Vec3 shown = onScreen({light, 0.8f * light, 0.5f * light});
        CHECK(isWithin(shown - before, -1e-6f, 1.0f));
        CHECK(isWithin(shown, 0.0f, 1.0f));
        before = shown;
    }
    // Very bright light is nearly white, whatever colour it has.
    CHECK(before.z > 0.8f);
}

TEST_CASE("Every way to colour has values and a range for every scene that it suits") {
    for (const SceneInfo& scene : builtInScenes()) {
        const Frame frame = frameOfScene(scene, 5);
        std::vector<float> values;
        for (const ColourInfo& info : colourTable()) {
            INFO(scene.name << " by " << info.name);
            colourValues(frame, info.by, values);
            REQUIRE(values.size() == frame.count());
            for (const float value : values) REQUIRE(std::isfinite(value));
            ShownRange shown;
            ViewSettings view;
            view.colourBy = info.by;
            shown.update(frame, view);
            CHECK(shown.range().lower < shown.range().upper);
            view.colourBy = ColourBy::Speed;
            view.range = {1.0f, 2.0f};
            shown.update(frame, view);
            CHECK(shown.range() == ValueRange{1.0f, 2.0f});
        }
    }
}

TEST_CASE("Nothing of a look lies in front of its cut") {
    const SceneInfo& scene = findScene("splash");
    const Frame frame = frameOfScene(scene, 20);
    LookBuilder builder(wallsOf(buildScene(scene, {.particles = 600})), 1);
    Look look;
    look.view.view = "surface";
    look.cut = cutPlane(CutAxis::Z, 0.0f, cameraOf(scene.look));
    builder.build(frame, look);
    REQUIRE_FALSE(look.surface->triangles.positions.empty());
    float least = 1.0f;
    for (const Vec3 p : look.surface->triangles.positions) least = std::min(least, look.cut->behind(p));
    CHECK(least > -0.5f * frame.spacing);
    checkClosed(look.surface->triangles);
}

TEST_CASE("Flames are glows with light in them, and no part of the fluid's body") {
    Frame frame = frameOfScene(findScene("boiling"), 60);
    REQUIRE(hasFlames(frame));
    FluidBody body;
    body.update(frame, 1, {});
    REQUIRE_FALSE(body.flames().empty());
    CHECK(body.frame().count() + body.flames().size() == frame.count());
    std::vector<Glow> glows;
    findGlows(frame, body.flames(), ColourBy::Plain, {}, glows);
    REQUIRE_FALSE(glows.empty());
    for (const Glow& glow : glows) {
        CHECK(isFinite(glow.x));
        CHECK(glow.radius > 0.0f);
        CHECK((glow.cover >= 0.0f && glow.cover <= 1.0f));
        CHECK(glow.light.r + glow.light.g + glow.light.b > 0.0f);
    }
}

#include "render/passes/environment.h"

#include <algorithm>
#include <cmath>

#include "render/gl/framebuffer.h"

namespace meniscus {

namespace {

constexpr float kRimStrength = 2.2f;

// Linear light; white paper in the sun is about 1.
struct Surroundings {
    Vec3 sunLight;
    Vec3 skyLight;
    Vec3 groundLight;
    Vec3 zenith;
    Vec3 horizon;
    Vec3 nadir;
    Vec3 floorLight;
    Vec3 glassTint;
    Vec3 edgeBright;
    float horizonSharpness;  // how fast the horizon turns into the zenith
    float lamps;             // brightness in reflections
    float glassEdges;        // how dark they are
    float floorReach;        // where the floor has faded, in sizes of the room
};

const Surroundings& surroundingsOf(Background background) {
    static const Surroundings studio{.sunLight = {1.75f, 1.66f, 1.5f},
                                     .skyLight = {0.62f, 0.68f, 0.76f},
                                     .groundLight = {0.22f, 0.24f, 0.27f},
                                     .zenith = {0.09f, 0.15f, 0.22f},
                                     .horizon = {0.32f, 0.43f, 0.52f},
                                     .nadir = {0.5f, 0.54f, 0.57f},
                                     .floorLight = {0.74f, 0.77f, 0.79f},
                                     .glassTint = {0.1f, 0.17f, 0.2f},
                                     .edgeBright = {0.95f, 1.0f, 1.0f},
                                     .horizonSharpness = 1.9f,
                                     .lamps = 2.2f,
                                     .glassEdges = 0.55f,
                                     .floorReach = 2.4f};
    static const Surroundings daylight{.sunLight = {1.85f, 1.7f, 1.45f},
                                       .skyLight = {0.56f, 0.68f, 0.85f},
                                       .groundLight = {0.3f, 0.27f, 0.22f},
                                       .zenith = {0.07f, 0.24f, 0.62f},
                                       .horizon = {0.46f, 0.68f, 0.86f},
                                       .nadir = {0.5f, 0.46f, 0.4f},
                                       .floorLight = {0.8f, 0.74f, 0.63f},
                                       .glassTint = {0.1f, 0.17f, 0.17f},
                                       .edgeBright = {0.95f, 1.0f, 1.0f},
                                       .horizonSharpness = 2.2f,
                                       .lamps = 0.9f,
                                       .glassEdges = 0.5f,
                                       .floorReach = 4.0f};
    static const Surroundings night{.sunLight = {1.1f, 1.25f, 1.5f},
                                    .skyLight = {0.36f, 0.43f, 0.58f},
                                    .groundLight = {0.12f, 0.15f, 0.2f},
                                    .zenith = {0.004f, 0.007f, 0.018f},
                                    .horizon = {0.018f, 0.032f, 0.07f},
                                    .nadir = {0.04f, 0.06f, 0.09f},
                                    .floorLight = {0.13f, 0.17f, 0.25f},
                                    .glassTint = {0.02f, 0.03f, 0.05f},
                                    .edgeBright = {0.5f, 0.62f, 0.8f},
                                    .horizonSharpness = 1.6f,
                                    .lamps = 1.6f,
                                    .glassEdges = 0.25f,
                                    .floorReach = 2.6f};
    static const Surroundings plain{.sunLight = {1.6f, 1.56f, 1.5f},
                                    .skyLight = {0.66f, 0.7f, 0.75f},
                                    .groundLight = {0.3f, 0.3f, 0.3f},
                                    .zenith = {0.86f, 0.87f, 0.88f},
                                    .horizon = {0.86f, 0.87f, 0.88f},
                                    .nadir = {0.8f, 0.81f, 0.82f},
                                    .floorLight = {0.86f, 0.87f, 0.88f},
                                    .glassTint = {0.12f, 0.19f, 0.22f},
                                    .edgeBright = {1.0f, 1.0f, 1.0f},
                                    .horizonSharpness = 1.0f,
                                    .lamps = 0.5f,
                                    .glassEdges = 0.8f,
                                    .floorReach = 4.0f};
    switch (background) {
        case Background::Studio:
            return studio;
        case Background::Daylight:
            return daylight;
        case Background::Night:
            return night;
        case Background::Plain:
            break;
    }
    return plain;
}

// As in shaders/tone.glsl. Nothing here is so bright that it would turn white.
float onScreen(float light) {
    constexpr float kKnee = 0.6f;
    const float over = std::max(light - kKnee, 0.0f);
    const float root = std::sqrt(std::min(light, kKnee) + over / (1.0f + over / (1.0f - kKnee)));
    return root * (1.1f - 0.1f * root);
}

Vec3 onScreen(Vec3 light) {
    return {onScreen(light.x), onScreen(light.y), onScreen(light.z)};
}

// The camera never rolls: the horizon is a row of the picture.
int horizonRow(const Camera& camera, int height) {
    const float slope = std::tan(camera.pitch) / std::tan(0.5f * camera.fieldOfView);  // above the middle
    const float row = (0.5f + 0.5f * slope) * static_cast<float>(height);
    return static_cast<int>(std::clamp(row, 0.0f, static_cast<float>(height)));
}

}  // namespace

Vec3 sunDirection() {
    return normalizedOr({-0.55f, 0.85f, -0.28f}, {0.0f, 1.0f, 0.0f});
}

EnvironmentPass::EnvironmentPass() : sky_("backdrop.vert", "sky.frag"), floor_("backdrop.vert", "floor.frag") {}

void EnvironmentPass::describe(SceneBlock& block, Background background, const Scenery& scenery) const {
    const Surroundings& look = surroundingsOf(background);
    const Vec3 centre = scenery.room.centre();
    const Vec3 size = scenery.room.size();
    const float reach = std::max(size.x, size.z);
    block.sun = toVec4(sunDirection(), 0.0f);
    block.sunLight = toVec4(look.sunLight, look.lamps);
    block.skyLight = toVec4(look.skyLight, 0.0f);
    block.groundLight = toVec4(look.groundLight, 0.0f);
    block.zenith = toVec4(look.zenith, look.horizonSharpness);
    block.horizon = toVec4(look.horizon, 0.0f);
    block.nadir = toVec4(look.nadir, 0.0f);
    block.shownZenith = toVec4(onScreen(look.zenith), 0.0f);
    block.shownHorizon = toVec4(onScreen(look.horizon), 0.0f);
    block.shownFloor = toVec4(onScreen(look.floorLight), scenery.floorHeight);
    block.floorPlace = {centre.x, centre.z, 0.3f * reach, 1.0f / (look.floorReach * reach)};
    block.glassTint = toVec4(look.glassTint, look.glassEdges);
    block.rimLight = toVec4(look.edgeBright, kRimStrength);
    block.edgeBright = toVec4(onScreen(look.edgeBright), 0.7f);
    block.edgeDark = toVec4(onScreen(look.glassTint), 0.45f);
}

void EnvironmentPass::draw(const Camera& camera, PictureSize size, bool hasFloor) {
    setDrawing(DepthUse::None, Blending::None);
    const int horizon = hasFloor ? horizonRow(camera, size.height) : 0;
    limitRows(horizon, size.height, size.width);
    sky_.use();
    none_.drawTriangles(3);
    limitRows(0, horizon, size.width);
    floor_.use();
    none_.drawTriangles(3);
    clearRows();
}

}  // namespace meniscus

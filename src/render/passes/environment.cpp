#include "render/passes/environment.h"

#include <algorithm>
#include <cmath>

#include "meniscus/look/environment.h"
#include "meniscus/look/material.h"
#include "meniscus/look/tone.h"
#include "render/gl/framebuffer.h"

namespace meniscus {

namespace {

// The camera never rolls: the horizon is a row of the picture.
int horizonRow(const Camera& camera, int height) {
    const float slope = std::tan(camera.pitch) / std::tan(0.5f * camera.fieldOfView);  // above the middle
    const float row = (0.5f + 0.5f * slope) * static_cast<float>(height);
    return static_cast<int>(std::clamp(row, 0.0f, static_cast<float>(height)));
}

}  // namespace

EnvironmentPass::EnvironmentPass() : sky_("backdrop.vert", "sky.frag"), floor_("backdrop.vert", "floor.frag") {}

void EnvironmentPass::describe(SceneBlock& block, Background background, const Scenery& scenery) const {
    const Environment& look = environmentOf(background);
    const FloorFade fade = floorFade(look, scenery.room);
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
    block.floorPlace = {fade.x, fade.z, fade.begin, 1.0f / fade.way};
    block.glassTint = toVec4(look.glassTint, look.glassEdges);
    block.rimLight = toVec4(look.edgeBright, kGlassRim);
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

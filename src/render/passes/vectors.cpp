#include "render/passes/vectors.h"

#include <algorithm>
#include <cmath>

#include "render/gl/framebuffer.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

constexpr int kRows = 30;              // cells of the grid over the height of the picture
constexpr int kColumns = 4 * kRows;    // enough for a picture four times as wide as high
constexpr float kMinCell = 2.0f;       // spacings: seen from near, not every particle needs an arrow
constexpr float kHalfWidth = 0.0021f;  // of the shaft, in heights of the picture
constexpr float kMinHalfWidth = 0.9f;  // inner pixels
constexpr float kLift = 1.2f;          // diameters

}  // namespace

VectorPass::VectorPass() : program_("arrow.vert", "arrow.frag") {
    program_.set("colourScale", static_cast<int>(kColourUnit));
    array_.attribute(buffer_, {.components = 4, .stride = sizeof(Arrow), .advance = Advance::PerInstance});
    array_.attribute(buffer_, {.location = 1,
                               .components = 3,
                               .stride = sizeof(Arrow),
                               .offset = offsetof(Arrow, v),
                               .advance = Advance::PerInstance});
}

void VectorPass::update(const Frame& frame, const Camera& camera, const FluidBuffers& fluid) {
    const Vec3 eye = camera.eye();
    const float cell = std::max(camera.heightAt(1.0f) / kRows, kMinCell * frame.spacing / camera.distance);
    cells_.assign(static_cast<size_t>(kRows * kColumns), {});
    for (size_t k = 0; k < fluid.count(); ++k) {
        const Vec3 way = frame.x[fluid.order()[k]] - eye;
        const float depth = dot(way, camera.forward());
        if (depth <= 0.0f) continue;
        const float column = dot(way, camera.right()) / (depth * cell) + 0.5f * kColumns;
        const float row = dot(way, camera.up()) / (depth * cell) + 0.5f * kRows;
        if (!(column >= 0.0f && column < kColumns && row >= 0.0f && row < kRows)) continue;
        const auto offCentre = [](float a) { return std::abs(a - std::floor(a) - 0.5f); };
        // In front, and near the middle of the cell, so that arrows keep their distance from each other.
        const float score = depth * (1.0f + cell * (offCentre(column) + offCentre(row)));
        Front& front = cells_[static_cast<size_t>(row) * kColumns + static_cast<size_t>(column)];
        if (!front.isTaken || score < front.score) front = {score, k, true};
    }
    std::erase_if(cells_, [](const Front& front) { return !front.isTaken; });
    std::ranges::sort(cells_, {}, &Front::k);  // from far to near
    arrows_.clear();
    for (const Front& front : cells_) {
        const size_t i = fluid.order()[front.k];
        arrows_.push_back({frame.x[i], fluid.valueOf(i), frame.v[i]});
    }
    buffer_.upload<Arrow>(arrows_);
}

void VectorPass::draw(const FluidBuffers& fluid, float diameter, float seconds, PictureSize size) {
    if (arrows_.empty()) return;
    program_.set("seconds", seconds);
    program_.set("lift", kLift * diameter);
    program_.set("halfWidth", std::max(kHalfWidth * static_cast<float>(size.height), kMinHalfWidth));
    program_.set("colourRange", fluid.colourRange());
    setDrawing(DepthUse::Test, Blending::Over);
    array_.drawStripInstances(4, arrows_.size());
}

}  // namespace meniscus

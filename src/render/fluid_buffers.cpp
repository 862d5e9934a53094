#include "render/fluid_buffers.h"

#include <algorithm>
#include <limits>

namespace meniscus {

namespace {

// Finer than a hundredth of a particle for any fluid that one can see whole.
constexpr uint32_t kBuckets = 1 << 14;

constexpr float kCellSide = 1.1f;      // spacings
constexpr int kMaxCells = 160;         // along the longest side
constexpr float kMinHiding = 0.9f;     // diameter in spacings
constexpr float kCoarsest = 1.7f;      // cell side in spacings
constexpr float kHidingLayers = 3.2f;  // of balls as large as the spacing
constexpr float kGasSize = 0.6f;

}  // namespace

void FluidBuffers::upload(const Frame& frame, ColourBy colourBy, const Camera& camera, const Look& look,
                          bool isNewFrame) {
    if (isNewFrame) grid_.update(frame, kCellSide * frame.spacing, kMaxCells);
    colourValues(frame, colourBy, values_);
    findSeen(frame, camera.eye(), look);
    sortByDepth(frame, camera);
    placeStaging_.resize(count_);
    for (size_t k = 0; k < count_; ++k) placeStaging_[k] = {frame.x[order_[k]], values_[order_[k]], 1.0f};
    for (size_t k = 0; frame.isMixed() && k < count_; ++k) {
        if (frame.fluids[frame.fluid[order_[k]]].isGas) placeStaging_[k].size = kGasSize;
    }
    places_.upload<Place>(placeStaging_);
}

// Of a full tank, more than half lies too deep to be seen, and so needs no drawing.
void FluidBuffers::findSeen(const Frame& frame, Vec3 eye, const Look& look) {
    // Small balls leave gaps, and coarse cells do not see a crevice: then all are drawn.
    const bool canHide =
        look.isOpaque && look.diameter >= kMinHiding * frame.spacing && grid_.cellSide() <= kCoarsest * frame.spacing;
    const float thickness = kHidingLayers * frame.spacing * frame.spacing / look.diameter;
    seen_.clear();
    for (size_t i = 0; i < frame.count(); ++i) {
        if (!isFinite(frame.x[i])) continue;
        if (canHide && grid_.isHidden(frame.x[i], eye, thickness)) continue;
        seen_.push_back(static_cast<uint32_t>(i));
    }
    count_ = seen_.size();
}

// Counting sort: a tenth of the cost of comparing, and stable, so that pictures repeat.
void FluidBuffers::sortByDepth(const Frame& frame, const Camera& camera) {
    const Vec3 eye = camera.eye();
    const Vec3 forward = camera.forward();
    depths_.resize(count_);
    order_.resize(count_);
    float nearest = std::numeric_limits<float>::max();
    float farthest = std::numeric_limits<float>::lowest();
    nearestDepth_ = nearest;
    for (size_t k = 0; k < count_; ++k) {
        const float depth = dot(frame.x[seen_[k]] - eye, forward);
        depths_[k] = depth;
        nearest = std::min(nearest, depth);
        farthest = std::max(farthest, depth);
        if (depth > 0.0f) nearestDepth_ = std::min(nearestDepth_, depth);
    }
    const float scale = static_cast<float>(kBuckets - 1) / std::max(farthest - nearest, 1e-6f);
    const auto bucketOf = [&](size_t k) {
        return static_cast<size_t>(std::clamp((farthest - depths_[k]) * scale, 0.0f, static_cast<float>(kBuckets - 1)));
    };
    bucketEnds_.assign(kBuckets + 1, 0);
    for (size_t k = 0; k < count_; ++k) ++bucketEnds_[bucketOf(k) + 1];
    for (size_t k = 1; k <= kBuckets; ++k) bucketEnds_[k] += bucketEnds_[k - 1];
    for (size_t k = 0; k < count_; ++k) order_[bucketEnds_[bucketOf(k)]++] = seen_[k];
}

glm::vec2 colourRangeOf(ValueRange range) {
    return {range.lower, 1.0f / std::max(range.upper - range.lower, 1e-9f)};
}

void FluidBuffers::describePlaces(VertexArray& array, unsigned location, Advance advance) const {
    array.attribute(places_, {location, 4, sizeof(Place), offsetof(Place, x), advance});
}

void FluidBuffers::describeSizes(VertexArray& array, unsigned location, Advance advance) const {
    array.attribute(places_, {location, 1, sizeof(Place), offsetof(Place, size), advance});
}

}  // namespace meniscus

#include "meniscus/look/fluid_body.h"

namespace meniscus {

void FluidBody::update(const Frame& frame, uint64_t frameSerial, const std::optional<CutPlane>& cut) {
    whole_ = &frame;
    const Key key{frameSerial, cut};
    if (key_ == key) return;
    key_ = key;
    ++serial_;
    const bool mayShine = hasFlames(frame);
    isWhole_ = !mayShine && !cut;
    if (!isWhole_) copyBody(frame, cut, body_);
    flames_.clear();
    for (size_t i = 0; mayShine && i < frame.count(); ++i) {
        const bool isSeen = !cut || cut->behind(frame.x[i]) >= 0.0f;
        if (isSeen && frame.fluids[frame.fluid[i]].isFlame) flames_.push_back(static_cast<uint32_t>(i));
    }
}

}  // namespace meniscus

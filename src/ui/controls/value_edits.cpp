#include "ui/controls/value_edits.h"

namespace meniscus {

namespace {

// The step under way when the value was given, one that may have begun before the command was read, and one to spare.
constexpr uint64_t kStepsUnderWay = 3;

}  // namespace

void ValueEdits::update(const UiState& state, const Frame& frame, const ArrivedValue& arrivedValue) {
    const uint64_t step = frame.totals.steps;
    if (state.sceneSerial != sceneSerial_ || step < lastStep_) edits_.clear();
    sceneSerial_ = state.sceneSerial;
    lastStep_ = step;
    std::erase_if(edits_, [&](const auto& edit) {
        return arrivedValue(edit.first) == edit.second.value || step >= edit.second.step + kStepsUnderWay;
    });
}

float ValueEdits::shown(const std::string& key, float arrived) const {
    const auto found = edits_.find(key);
    return found == edits_.end() ? arrived : found->second.value;
}

void ValueEdits::note(const std::string& key, float value, const Frame& frame) {
    edits_[key] = {value, frame.totals.steps};
}

}  // namespace meniscus

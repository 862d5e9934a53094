#include "ui/setting_edits.h"

#include <cmath>

namespace meniscus {

namespace {

// The step under way when the value was given, one that may have begun before the command was read, and one to spare.
constexpr uint64_t kStepsUnderWay = 3;

}  // namespace

void SettingEdits::update(const UiState& state, const Frame& frame) {
    const uint64_t step = frame.totals.steps;
    if (state.sceneSerial != sceneSerial_ || step < lastStep_) edits_.clear();
    sceneSerial_ = state.sceneSerial;
    lastStep_ = step;
    std::erase_if(edits_, [&](const auto& edit) {
        const float arrived = frame.settings.*findSetting(edit.first).value;
        return arrived == edit.second.value || step >= edit.second.step + kStepsUnderWay;
    });
}

float SettingEdits::shown(const SettingInfo& info, const Frame& frame) const {
    const auto found = edits_.find(info.key);
    return found == edits_.end() ? frame.settings.*info.value : found->second.value;
}

void SettingEdits::set(const SettingInfo& info, float value, const Frame& frame, UiActions& actions) {
    if (!std::isfinite(value) || value < info.minimum || value > info.maximum || value == shown(info, frame)) return;
    edits_[info.key] = {value, frame.totals.steps};
    actions.setSetting(info.key, value);
}

}  // namespace meniscus

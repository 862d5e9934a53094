#include "ui/controls/setting_edits.h"

#include <cmath>

namespace meniscus {

void SettingEdits::update(const UiState& state, const Frame& frame) {
    edits_.update(state, frame,
                  [&](const std::string& key) { return valueOf(findSetting(key), frame.settings, frame.fluids[0]); });
}

float SettingEdits::shown(const SettingInfo& info, const Frame& frame) const {
    return edits_.shown(std::string(info.key), valueOf(info, frame.settings, frame.fluids[0]));
}

void SettingEdits::set(const SettingInfo& info, float value, const Frame& frame, const UiActions& actions) {
    if (!std::isfinite(value) || value < info.minimum || value > info.maximum || value == shown(info, frame)) return;
    edits_.note(std::string(info.key), value, frame);
    actions.fluid.setSetting(info.key, value);
}

}  // namespace meniscus

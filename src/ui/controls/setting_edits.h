// Settings on their way from a slider to the simulation.
#pragma once

#include "ui/controls/value_edits.h"

namespace meniscus {

class SettingEdits {
  public:
    // Once per frame, before the others.
    void update(const UiState& state, const Frame& frame);

    [[nodiscard]] float shown(const SettingInfo& info, const Frame& frame) const;
    // Hands the value on when it is within the range and another than the one shown.
    void set(const SettingInfo& info, float value, const Frame& frame, const UiActions& actions);

  private:
    ValueEdits edits_;  // by key
};

}  // namespace meniscus

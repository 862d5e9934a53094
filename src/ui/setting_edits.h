// Settings on their way from a slider to the simulation. The value that the user gave is shown until a frame comes that
// must know it, so that a slider never jumps back while the simulation is some steps behind.
#pragma once

#include <map>
#include <string_view>

#include "meniscus/ui/state.h"

namespace meniscus {

class SettingEdits {
  public:
    // Once per frame, before the others: forgets what has arrived and what a reset made void.
    void update(const UiState& state, const Frame& frame);

    [[nodiscard]] float shown(const SettingInfo& info, const Frame& frame) const;
    // Hands the value on when it is within the range and another than the one shown.
    void set(const SettingInfo& info, float value, const Frame& frame, UiActions& actions);

  private:
    struct Edit {
        float value = 0.0f;
        uint64_t step = 0;  // of the frame that was shown when it was made
    };
    std::map<std::string_view, Edit> edits_;  // by key
    uint64_t sceneSerial_ = 0;
    uint64_t lastStep_ = 0;
};

}  // namespace meniscus

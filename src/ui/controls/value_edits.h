// Values on their way from a slider to the simulation. The value that the user gave is shown until a frame comes that
// must know it, so that a slider never jumps back while the simulation is some steps behind.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "meniscus/ui/state.h"

namespace meniscus {

class ValueEdits {
  public:
    // What the frame says of a key; empty when it no longer knows it.
    using ArrivedValue = std::function<std::optional<float>(const std::string& key)>;

    // Once per frame, before the others: forgets what has arrived and what a reset made void.
    void update(const UiState& state, const Frame& frame, const ArrivedValue& arrivedValue);

    // The user's value, else the one of the frame.
    [[nodiscard]] float shown(const std::string& key, float arrived) const;
    void note(const std::string& key, float value, const Frame& frame);

  private:
    struct Edit {
        float value = 0.0f;
        uint64_t step = 0;  // of the frame that was shown when it was made
    };
    std::map<std::string, Edit> edits_;  // by key
    uint64_t sceneSerial_ = 0;
    uint64_t lastStep_ = 0;
};

}  // namespace meniscus

// The range of colours from picture to picture.
#pragma once

#include <optional>

#include "meniscus/look/view.h"

namespace meniscus {

// Water that has settled would be of one colour in a range that suits its fall. Whether less than half of the range is
// in use, of speeds only; and the range that suits the fluid as it moves now. One that shows it waits until it has been
// calm for a while, since waves rest at every turn.
[[nodiscard]] bool isCalm(const Frame& frame, ColourBy by, ValueRange range);
[[nodiscard]] ValueRange calmRange(const Frame& frame);

// As the user sets it, or else as it suits the fluid: it follows from frame to frame, without flicker.
class ShownRange {
  public:
    void update(const Frame& frame, const ViewSettings& view);
    // Another scene begins.
    void forget() { suggestedFor_.reset(); }
    [[nodiscard]] ValueRange range() const { return range_; }

  private:
    ValueRange range_;
    std::optional<ColourBy> suggestedFor_;  // empty after a change of scene, or where the user sets the range
    double calmSince_ = 0.0;                // simulated seconds: since then, half of the range is not in use
};

}  // namespace meniscus

#include "app/window/picture/resolution_control.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace meniscus {

namespace {

constexpr std::array<float, 6> kLevels{0.35f, 0.5f, 0.75f, 1.0f, 1.5f, 2.0f};
constexpr int kFull = 3;  // one inner pixel a pixel
// Slower than this is felt. Faster than the second, the next level (about twice the pixels) still fits.
constexpr double kSlow = 0.090;
constexpr double kFast = 0.014;
constexpr int kSlowDraws = 12;   // in a row, before it gets coarser
constexpr int kFastDraws = 120;  // in a row, before it gets finer: rarely, for a jump is seen

}  // namespace

// A graphics card has pixels to spare, a processor has not. Yet even a processor is slower with a little less than one
// inner pixel a pixel, for scaling up costs more than it saves on a window of usual size.
ResolutionControl::ResolutionControl(bool isSoftware) : level_(isSoftware ? kFull : 4), most_(isSoftware ? kFull : 5) {}

float ResolutionControl::current(const std::string& wish) const {
    float value = 0.0f;
    const auto [end, error] = std::from_chars(wish.data(), wish.data() + wish.size(), value);
    return error == std::errc() ? std::clamp(value, 0.25f, 2.0f) : kLevels[static_cast<size_t>(level_)];
}

void ResolutionControl::noteDraw(double seconds) {
    slow_ = seconds > kSlow ? slow_ + 1 : 0;
    fast_ = seconds < kFast ? fast_ + 1 : 0;
    if (slow_ >= kSlowDraws && level_ > 0) --level_, slow_ = fast_ = 0;
    if (fast_ >= kFastDraws && level_ < most_) ++level_, slow_ = fast_ = 0;
}

}  // namespace meniscus

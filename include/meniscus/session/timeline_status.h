// What the strip under the picture shows of the timeline. Plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace meniscus {

enum class TimelineMarkKind { Setting, Tool, Reset };

// A moment at which commands were given.
struct TimelineMark {
    double clock = 0.0;  // s, of World::clock
    TimelineMarkKind kind = TimelineMarkKind::Setting;

    friend bool operator==(const TimelineMark&, const TimelineMark&) = default;
};

struct TimelineStatus {
    uint64_t firstStep = 0;    // that can be gone back to
    uint64_t presentStep = 0;  // of World::stepIndex
    uint64_t lastStep = 0;     // of the future that is kept
    double firstClock = 0.0;   // s, of World::clock
    double presentClock = 0.0;
    double lastClock = 0.0;
    bool isInPast = false;  // there is a future that playing on repeats
    bool isSeeking = false;
    std::vector<TimelineMark> marks;  // in order; close ones are one
    std::vector<double> resets;       // s, of World::clock, in order: where simulated time began again
    size_t keyframes = 0;
    size_t bytes = 0;   // of memory in use
    size_t budget = 0;  // bytes
    bool canUndo = false;
    bool canRedo = false;
};

// Bounds of the budget that a user can choose, in MB of 2^20 bytes.
inline constexpr int kMinTimelineMegabytes = 16;
inline constexpr int kMaxTimelineMegabytes = 4096;
inline constexpr int kDefaultTimelineMegabytes = 256;

}  // namespace meniscus

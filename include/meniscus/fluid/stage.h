// The parts of a step whose time is measured.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace meniscus {

enum class Stage { Commands, Sort, Density, Forces, Move, Check, Phases, Count };
inline constexpr size_t kStageCount = static_cast<size_t>(Stage::Count);
[[nodiscard]] std::string_view stageName(Stage stage);

using StageSeconds = std::array<double, kStageCount>;

// Adds the time from its construction to its end to one stage.
class StageTimer {
  public:
    StageTimer(StageSeconds& seconds, Stage stage) : seconds_(seconds[static_cast<size_t>(stage)]) {}
    ~StageTimer() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

  private:
    double& seconds_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace meniscus

// One line on a terminal that says how far long work has come. Draws nothing when piped.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>
#include <string_view>

namespace meniscus {

class ProgressBar {
  public:
    enum class Mode { OnTerminal, Off };

    explicit ProgressBar(std::ostream& stream, Mode mode = Mode::OnTerminal);
    ~ProgressBar();  // clears the line
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // Whether there is somebody to see it.
    [[nodiscard]] bool isOn() const { return isOn_; }

    // True at most ten times a second, and only when it is on.
    [[nodiscard]] bool isDue() const;

    void draw(double fraction, std::string_view detail);

  private:
    using Clock = std::chrono::steady_clock;

    std::ostream& stream_;
    bool isOn_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point lastDrawn_ = start_;
    size_t drawnLength_ = 0;
};

// The line itself, in at most width - 1 columns: the last column would make some terminals wrap.
[[nodiscard]] std::string progressLine(double fraction, std::string_view detail, double elapsedSeconds, size_t width);

}  // namespace meniscus

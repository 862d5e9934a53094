#include "app/cli/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace meniscus {
namespace {

constexpr std::chrono::milliseconds kRedrawInterval{100};
constexpr size_t kDefaultWidth = 80;
constexpr size_t kShortestBar = 8;
constexpr size_t kMaxBar = 40;
constexpr double kShortestForEstimate = 0.5;  // s; what is left cannot be told from less than this

bool isTerminal(const std::ostream& stream) {
    return &stream == &std::cerr && ::isatty(STDERR_FILENO) == 1;
}

size_t terminalWidth() {
    winsize size{};
    const bool isKnown = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return isKnown ? size.ws_col : kDefaultWidth;
}

std::string duration(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string timeLeft(double fraction, double elapsedSeconds) {
    if (fraction <= 0.0 || elapsedSeconds < kShortestForEstimate) return "";
    return fmt::format("  {} left", duration(std::min(1e9, elapsedSeconds * (1.0 - fraction) / fraction)));
}

}  // namespace

ProgressBar::ProgressBar(std::ostream& stream, Mode mode)
    : stream_(stream), isOn_(mode == Mode::OnTerminal && isTerminal(stream)) {}

ProgressBar::~ProgressBar() {
    if (drawnLength_ > 0) stream_ << '\r' << std::string(drawnLength_, ' ') << '\r' << std::flush;
}

bool ProgressBar::isDue() const {
    return isOn_ && (drawnLength_ == 0 || Clock::now() - lastDrawn_ >= kRedrawInterval);
}

void ProgressBar::draw(double fraction, std::string_view detail) {
    lastDrawn_ = Clock::now();
    const double elapsed = std::chrono::duration<double>(lastDrawn_ - start_).count();
    const std::string line = progressLine(fraction, detail, elapsed, terminalWidth());
    const size_t leftover = drawnLength_ > line.size() ? drawnLength_ - line.size() : 0;
    stream_ << '\r' << line << std::string(leftover, ' ') << std::flush;
    drawnLength_ = line.size() + leftover;
}

std::string progressLine(double fraction, std::string_view detail, double elapsedSeconds, size_t width) {
    fraction = std::clamp(fraction, 0.0, 1.0);
    const std::string text =
        fmt::format("{:3.0f}%  {}{}", std::floor(fraction * 100.0), detail, timeLeft(fraction, elapsedSeconds));
    const size_t room = width > 0 ? width - 1 : 0;
    const size_t frame = 3;  // two brackets and a space
    if (text.size() + frame + kShortestBar > room) return text.substr(0, room);
    const size_t length = std::min(kMaxBar, room - text.size() - frame);
    const auto done = static_cast<size_t>(fraction * static_cast<double>(length));
    return fmt::format("[{}{}] {}", std::string(done, '#'), std::string(length - done, '-'), text);
}

}  // namespace meniscus

#include "app/window/picture/rate_meter.h"

namespace meniscus {

namespace {

constexpr double kSpan = 1.0;  // s
constexpr double kMinSpan = 0.05;

}  // namespace

void RateMeter::noteDraw(double time) {
    draws_.push_back(time);
    while (draws_.front() < time - kSpan) draws_.pop_front();
}

void RateMeter::noteSimulation(double time, const StepTotals& totals) {
    if (!samples_.empty() && totals.steps < samples_.back().totals.steps) samples_.clear();
    samples_.push_back({time, totals});
    while (samples_.size() > 2 && samples_[1].time < time - kSpan) samples_.pop_front();
}

Rates RateMeter::rates(double time) const {
    Rates rates;
    if (draws_.size() > 1 && time - draws_.back() < kSpan) {
        rates.framesPerSecond = static_cast<double>(draws_.size() - 1) / (draws_.back() - draws_.front());
    }
    if (samples_.size() < 2 || time - samples_.back().time > kSpan) return rates;
    const Sample& first = samples_.front();
    const Sample& last = samples_.back();
    const double seconds = last.time - first.time;
    const double steps = static_cast<double>(last.totals.steps - first.totals.steps);
    if (seconds < kMinSpan || steps == 0.0) return rates;
    rates.stepsPerSecond = steps / seconds;
    rates.realTimeFactor = (last.totals.simulatedSeconds - first.totals.simulatedSeconds) / seconds;
    for (size_t k = 0; k < kStageCount; ++k) {
        rates.stageMs[k] = 1e3 * (last.totals.stageSeconds[k] - first.totals.stageSeconds[k]) / steps;
    }
    return rates;
}

}  // namespace meniscus

#include "session/frame_publisher.h"

#include <algorithm>

namespace meniscus {

namespace {

// Measuring costs about a substep: seldom, and never more than this share of the time.
constexpr double kMeasureInterval = 0.25;
constexpr double kMeasureShare = 0.03;
constexpr double kShareInterval = 0.1;  // s between numbers of the timeline

}  // namespace

void FramePublisher::publishIfDue(const World& world, const Timeline& timeline) {
    const double now = steadySeconds();
    if (now - lastPublish_ < mailbox_.limits().frameInterval) return;
    if (now - lastShare_ >= kShareInterval) shareTimeline(world, timeline, now);
    if (now >= nextMeasure_) measure(world, now);
    handOver(world, now, 0);
}

void FramePublisher::publish(const World& world, const Timeline& timeline, int ticks, Measuring measuring) {
    const double now = steadySeconds();
    shareTimeline(world, timeline, now);
    const bool isDue = measuring == Measuring::WhenDue && now >= nextMeasure_;
    if (isDue || measuring == Measuring::Always) measure(world, now);
    handOver(world, now, ticks);
}

void FramePublisher::measure(const World& world, double now) {
    measure_ = world.measure();
    const double cost = steadySeconds() - now;
    nextMeasure_ = now + std::max(kMeasureInterval, cost / kMeasureShare);
}

void FramePublisher::shareTimeline(const World& world, const Timeline& timeline, double now) {
    lastShare_ = now;
    TimelineStatus shared = timeline.status(world);
    mailbox_.changeStatus([&](SimulationStatus& status) { status.timeline = std::move(shared); });
}

void FramePublisher::handOver(const World& world, double now, int ticks) {
    lastPublish_ = now;
    world.capture(frames_.back());
    frames_.back().measure = measure_;
    frames_.publish(ticks);
}

}  // namespace meniscus

// What the simulation's thread shows of its world: frames with measurements, and the state of the timeline.
#pragma once

#include "meniscus/session/frame_exchange.h"
#include "meniscus/session/timeline.h"
#include "session/mailbox.h"

namespace meniscus {

class FramePublisher {
  public:
    FramePublisher(Mailbox& mailbox, FrameExchange& frames) : mailbox_(mailbox), frames_(frames) {}

    enum class Measuring { Never, WhenDue, Always };

    // Unless the last one was published just now.
    void publishIfDue(const World& world, const Timeline& timeline);
    // Now, for so many ticks of a recording.
    void publish(const World& world, const Timeline& timeline, int ticks, Measuring measuring);

    [[nodiscard]] double lastPublished() const { return lastPublish_; }  // of steadySeconds

  private:
    void measure(const World& world, double now);
    void shareTimeline(const World& world, const Timeline& timeline, double now);
    void handOver(const World& world, double now, int ticks);

    Mailbox& mailbox_;
    FrameExchange& frames_;
    StateMeasure measure_;
    double nextMeasure_ = 0.0;
    double lastPublish_ = -1.0;
    double lastShare_ = -1.0;  // of the timeline's state
};

}  // namespace meniscus

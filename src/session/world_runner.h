// What the simulation's thread does: takes requests, turns wall time into steps of the world, goes through the
// timeline, repeats sessions and publishes frames.
#pragma once

#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "meniscus/session/timeline.h"
#include "session/frame_publisher.h"
#include "session/mailbox.h"
#include "session/tick_gate.h"

namespace meniscus {

class WorldRunner {
  public:
    WorldRunner(int threads, Mailbox& mailbox, PlaybackControl& playback, FrameExchange& frames);

    void run();  // until it is told to quit; the whole life of the thread
    // For after that; null when nothing was opened.
    [[nodiscard]] std::unique_ptr<World> takeWorld() { return std::move(world_); }

  private:
    // Requests.
    void handle(Inbox& news);
    void open(OpenRequest& request);  // where that fails, the world before goes on
    void handle(GivenCommand& given);
    void handle(Move move);
    void handle(const SeekRequest& seek);
    void answer(std::promise<SavedWorld>& promise);

    // Time.
    void advance(const PlaybackState& playback);
    void step();
    void runDueSteps();
    void noteBudget();
    void goBack(uint64_t steps);
    void approach();
    void finishSeek();
    [[nodiscard]] double idleSeconds() const;
    [[nodiscard]] double quantum(const PlaybackState& playback) const;

    // A session that is repeated.
    void startReplay(std::optional<ReplayPlayer> replay);
    void playBack();
    void endReplay(std::string note);

    // What is shown.
    bool publishTick();
    void publish(FramePublisher::Measuring measuring);
    void say(std::string note);

    const int threads_;
    Mailbox& mailbox_;
    PlaybackControl& playback_;
    FrameExchange& frames_;
    FramePublisher publisher_;
    TickGate ticks_;
    std::unique_ptr<World> world_;
    Timeline timeline_;
    std::optional<ReplayPlayer> replay_;
    std::optional<double> seekSince_;  // of the seek under way, when somebody waits for it
    int stepsDue_ = 0;                 // single ones that the user asked for
    int stepsSinceNote_ = 0;           // of the budget, that were within it
    double behind_ = 0.0;              // s of simulated time that is due
    double lastAdvance_ = 0.0;         // of steadySeconds
};

}  // namespace meniscus

// The simulation on its own thread: real time by a fixed step and an accumulator, commands in, frames out. This is the
// side that the user of it sees; session/world_runner.h is what the thread does.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "meniscus/session/frame_exchange.h"
#include "meniscus/session/playback_control.h"
#include "meniscus/session/replay_player.h"
#include "meniscus/session/timeline_status.h"
#include "meniscus/world/world.h"
#include "meniscus/world/world_state.h"

namespace meniscus {

struct SimulationStatus {
    PlaybackState playback;
    std::string refusal;  // why a command does not fit the world; taken once
    std::string note;     // what undo, redo or a replay did, or what slows the steps; taken once
    bool isReplaying = false;
    int threads = 0;
    TimelineStatus timeline;
    double seekSeconds = 0.0;  // from the last request to go somewhere until its frame was there
    uint64_t seeks = 0;        // that came to their end
    uint64_t jumps = 0;        // how often the world came to another place than by a step forwards
};

// Where a world stands, and how it came there.
struct SavedWorld {
    WorldState state;
    std::vector<LoggedCommand> log;
    uint64_t hash = 0;
};

// What is known of a world once it is built.
struct OpenedWorld {
    std::optional<Bounds> fluid;  // around the particles with which the scene begins; empty where there are none
};

// Counts what the user did that is worth keeping.
struct UserWork {
    uint64_t changes = 0;
    uint64_t toolChanges = 0;  // those in the fluid itself, which a scene file does not hold
};

class Mailbox;
class WorldRunner;

class Simulation {
  public:
    explicit Simulation(int threads);  // 0: as many as there are cores
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    // Replaces the world. Particles are filled and the world is built once, on the simulation's thread; the result
    // tells when, and throws what was wrong: the world that ran before then goes on. With saved, the new world goes on
    // from there. With a replay it repeats the session, until that ends or the user gives a command. isPaused: how the
    // new world begins; empty: as it is.
    std::future<OpenedWorld> open(WorldSetup setup, std::optional<SavedWorld> saved = {},
                                  std::optional<ReplayPlayer> replay = {}, std::optional<bool> isPaused = {});
    // The state between two steps, as soon as the thread comes to it. Throws from get() where there is no world.
    [[nodiscard]] std::future<SavedWorld> save();
    // The one way of commands into the world, which checks them; what it refuses comes back in the status. Commands of
    // one gesture are undone together. Those of gesture 0 are not the user's and cannot be undone.
    void submit(Command command, uint64_t gesture = 0);
    [[nodiscard]] UserWork work() const { return work_; }

    // How time runs (PlaybackControl has it).
    [[nodiscard]] PlaybackState playback() const { return playback_.state(); }
    void setPaused(bool isPaused);   // time goes forwards from then on
    void stepOnce();                 // also pauses
    void stepBack();                 // also pauses
    void playBackwards();            // until the first moment that is kept
    void setSpeed(double speed);     // simulated seconds per second
    void setHeld(bool isHeld);       // lets time stand still while the user drags
    void stopAtStep(uint64_t step);  // pauses there for good

    // The timeline (docs/timeline.md). Of several places to go to, the newest wins. A seek leaves playing or paused
    // as it was.
    void seek(uint64_t step);
    void seekTime(double clock);  // s, of World::clock
    void undo();
    void redo();
    void setTimelineBudget(size_t bytes);

    void setFrameInterval(double seconds);  // no more than one frame in this time
    // For recordings: frames come at the steps nearest to even ticks of simulated time and at no others, and no
    // step follows until the tick is released. Each call begins with a tick for the state as it is. Empty: as
    // usual.
    void setFrameTick(std::optional<double> seconds);
    void releaseTick();
    // As FrameExchange::take and takenTicks.
    [[nodiscard]] const Frame* takeFrame() { return frames_.take(); }
    [[nodiscard]] int frameTicks() const { return frames_.takenTicks(); }
    [[nodiscard]] SimulationStatus status();

    // For after the play: stops the thread for good and hands the world over; null before the first open.
    [[nodiscard]] std::unique_ptr<World> finish();

  private:
    PlaybackControl playback_;
    FrameExchange frames_;
    UserWork work_;
    std::unique_ptr<Mailbox> mailbox_;
    std::unique_ptr<WorldRunner> runner_;  // of the thread, until that has ended
    std::thread thread_;
};

}  // namespace meniscus

// The simulation on its own thread: real time by a fixed step and an accumulator, commands in, frames out. Neither side
// ever waits for the other longer than it takes to swap two pointers.
#pragma once

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "meniscus/scene/replay.h"
#include "meniscus/world/world.h"
#include "meniscus/world/world_state.h"

namespace meniscus {

struct SimulationStatus {
    bool isPaused = false;
    std::string stopReason;  // why it paused by itself; empty when it did not
    std::string refusal;     // why the last scene could not be opened, or a command does not fit it; taken once
    std::string note;        // what became of a replay; taken once
    bool isReplaying = false;
    int threads = 0;
    bool isAtLastStep = false;  // of stopAtStep
};

// Where a world stands, and how it came there.
struct SavedWorld {
    WorldState state;
    std::vector<LoggedCommand> log;
    uint64_t hash = 0;
};

// A session to be repeated: commands at their steps, up to its last one.
struct Playback {
    std::vector<LoggedCommand> log;
    uint64_t steps = 0;
    std::optional<uint64_t> hash;  // of the last state, where it must come out the same
};

class Simulation {
  public:
    explicit Simulation(int threads);  // 0: as many as there are cores
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    // Replaces the world, built on the simulation's thread; the one that runs goes on when that fails.
    // With saved, the new world goes on from there. With playback it repeats the session, until that ends or the user
    // gives a command.
    void open(WorldSetup setup, std::optional<SavedWorld> saved = {}, std::optional<Playback> playback = {});
    // The state between two steps, as soon as the thread comes to it. Throws from get() where there is no world.
    [[nodiscard]] std::future<SavedWorld> save();
    // Check commands first (checkCommand). What only the world can tell, such as that a fluid went with a reset, comes
    // back as a refusal.
    void submit(Command command);
    void setPaused(bool isPaused);
    void stepOnce();                        // also pauses
    void setSpeed(double speed);            // simulated seconds per second
    void stopAtStep(uint64_t step);         // pauses there for good
    void setFrameInterval(double seconds);  // no more than one frame in this time

    // The newest frame since the last call, or null. It stays valid and unchanged until the next call that returns one.
    [[nodiscard]] const Frame* takeFrame();
    [[nodiscard]] SimulationStatus status();

    // For after the play: stops the thread for good and hands the world over; null before the first open.
    [[nodiscard]] std::unique_ptr<World> finish();

  private:
    // What the window asks for, taken over by the thread at once.
    struct Inbox {
        std::optional<WorldSetup> setup;
        std::optional<SavedWorld> saved;  // for the setup
        std::optional<Playback> playback;
        std::vector<std::promise<SavedWorld>> saves;
        std::vector<std::promise<SavedWorld>> savesBefore;  // of the world before the setup
        std::vector<Command> commands;
        int steps = 0;
        bool isQuitting = false;
        bool hasNews = false;
    };

    template <typename Change>
    void post(const Change& change);
    void run();
    void handle(Inbox& news);
    void openWorld(WorldSetup setup, const std::optional<SavedWorld>& saved);
    void answer(std::promise<SavedWorld>& promise) const;
    void apply(Command command);
    void startPlayback(std::optional<Playback> playback);
    void playBack();
    void endPlayback(std::string note);
    void advance(double now);
    void stepWorld();
    void publish(double now, bool isForced);
    void measure(double now);
    [[nodiscard]] double idleSeconds(double now) const;

    const int threads_;

    std::mutex mutex_;  // guards what follows
    std::condition_variable wakeUp_;
    Inbox inbox_;
    SimulationStatus status_;
    double speed_ = 1.0;
    double frameInterval_ = 1.0 / 120.0;
    std::optional<uint64_t> lastStep_;
    std::unique_ptr<Frame> ready_ = std::make_unique<Frame>();
    bool isReadyNew_ = false;

    // Of the window's side only.
    std::unique_ptr<Frame> front_ = std::make_unique<Frame>();
    // Of the simulation's thread only.
    std::unique_ptr<Frame> back_ = std::make_unique<Frame>();
    std::unique_ptr<World> world_;
    std::optional<Playback> playback_;
    std::optional<ReplayPlayer> player_;
    StateMeasure measure_;
    double behind_ = 0.0;  // s of simulated time that is due
    double lastAdvance_ = 0.0;
    double lastPublish_ = -1.0;
    double nextMeasure_ = 0.0;

    std::thread thread_;
};

}  // namespace meniscus

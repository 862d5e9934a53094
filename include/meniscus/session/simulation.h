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
#include <variant>
#include <vector>

#include "meniscus/scene/replay.h"
#include "meniscus/session/frame_ticks.h"
#include "meniscus/session/timeline.h"
#include "meniscus/world/world.h"
#include "meniscus/world/world_state.h"

namespace meniscus {

struct SimulationStatus {
    bool isPaused = false;
    std::string stopReason;  // why it paused by itself; empty when it did not
    std::string refusal;     // why the last scene could not be opened, or a command does not fit it; taken once
    bool isReplaying = false;
    uint64_t openFailures = 0;  // how often a scene could not be opened and the one before goes on
    int threads = 0;
    bool isAtLastStep = false;  // of stopAtStep
    bool isBackwards = false;   // time runs back, unless it is paused
    std::string note;           // what undo, redo or a replay did; taken once
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

// A session to be repeated, up to its end.
struct Playback {
    std::vector<LoggedCommand> log;
    ReplayPlayer::By by = ReplayPlayer::By::Step;
    uint64_t steps = 0;            // of the session
    double clock = 0.0;            // likewise, s: counts where steps are others than those of the session
    std::optional<uint64_t> hash;  // of the last state, where it must come out the same
    size_t next = 0;               // of the log
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
    // Check commands first (checkCommand). What only the world can tell, such as that a fluid went with a reset,
    // comes back as a refusal. Commands of one gesture are undone together; those of gesture 0 cannot be undone.
    void submit(Command command, uint64_t gesture = 0);
    void setPaused(bool isPaused);          // time goes forwards from then on
    void stepOnce();                        // also pauses
    void setSpeed(double speed);            // simulated seconds per second
    void stopAtStep(uint64_t step);         // pauses there for good
    void setFrameInterval(double seconds);  // no more than one frame in this time
    // For recordings: frames come at the steps nearest to even ticks of simulated time and at no others, and no
    // step follows until the tick is released. Each call begins with a tick for the state as it is. Empty: as
    // usual.
    void setFrameTick(std::optional<double> seconds);
    void releaseTick();

    // The timeline (docs/timeline.md). Of several places to go to, the newest wins. A seek leaves playing or paused
    // as it was; hold lets time stand still while the user drags.
    void seek(uint64_t step);
    void seekTime(double clock);  // s, of World::clock
    void setHeld(bool isHeld);
    void stepBack();       // also pauses
    void playBackwards();  // at the speed of setSpeed, until the first moment that is kept
    void undo();
    void redo();
    void setTimelineBudget(size_t bytes);

    // The newest frame since the last call, or null. It stays valid and unchanged until the next call that returns
    // one.
    [[nodiscard]] const Frame* takeFrame();
    // How many ticks the frame that was taken last is for: none, or one, or several where steps are longer than
    // ticks.
    [[nodiscard]] int frameTicks() const { return frontTicks_; }
    [[nodiscard]] SimulationStatus status();

    // For after the play: stops the thread for good and hands the world over; null before the first open.
    [[nodiscard]] std::unique_ptr<World> finish();

  private:
    struct GivenCommand {
        Command command;
        uint64_t gesture = 0;
    };
    enum class Move { Step, StepBack, Undo, Redo };
    struct SeekRequest {
        std::variant<uint64_t, double> place;  // step, or time of the world's clock
        double since = 0.0;                    // when it was asked for
    };
    using Request = std::variant<GivenCommand, Move, SeekRequest>;

    // What the window asks for, taken over by the thread at once.
    struct Inbox {
        std::optional<WorldSetup> setup;
        std::optional<SavedWorld> saved;  // for the setup
        std::optional<Playback> playback;
        std::vector<std::promise<SavedWorld>> saves;
        std::vector<std::promise<SavedWorld>> savesBefore;  // of the world before the setup
        std::vector<Request> requests;                      // in order; of seeks in a row only the last
        std::optional<std::optional<double>> tick;          // the new interval, which may be none
        bool isTickReleased = false;
        bool isQuitting = false;
        bool hasNews = false;
    };

    template <typename Change>
    void post(const Change& change);
    void request(Request request);
    void run();
    void handle(Inbox& news);
    bool openWorld(WorldSetup setup, const std::optional<SavedWorld>& saved);  // false: the one before goes on
    void answer(std::promise<SavedWorld>& promise) const;
    void startPlayback(std::optional<Playback> playback);
    void playBack();
    void endPlayback(std::string note);
    void handle(GivenCommand& given);
    void handle(Move move);
    void handle(const SeekRequest& seek);
    void goBack(uint64_t steps);
    void finishSeek();
    void stop(const std::exception& failure);
    void approach();
    void advance(double now);
    void stepWorld();
    void say(std::string note);
    void runDueSteps();
    void restartTicks();
    bool publishTick();
    void shareTimeline(double now, bool isForced);
    void publish(double now, bool isForced, bool canMeasure = true);
    void measure(double now);
    void showStill();
    [[nodiscard]] double idleSeconds(double now) const;
    [[nodiscard]] double quantum() const;

    const int threads_;

    std::mutex mutex_;  // guards what follows
    std::condition_variable wakeUp_;
    Inbox inbox_;
    SimulationStatus status_;
    double speed_ = 1.0;
    double frameInterval_ = 1.0 / 120.0;
    std::optional<uint64_t> lastStep_;
    size_t timelineBudget_ = kUsualTimelineBytes;
    bool isHeld_ = false;
    std::unique_ptr<Frame> ready_ = std::make_unique<Frame>();
    bool isReadyNew_ = false;
    int readyTicks_ = 0;  // that the ready frame is for

    // Of the window's side only.
    std::unique_ptr<Frame> front_ = std::make_unique<Frame>();
    int frontTicks_ = 0;
    // Of the simulation's thread only.
    std::unique_ptr<Frame> back_ = std::make_unique<Frame>();
    std::unique_ptr<World> world_;
    std::optional<Playback> playback_;
    Timeline timeline_;
    StateMeasure measure_;
    std::optional<double> seekSince_;  // of the seek under way, when somebody waits for it
    double lastShare_ = -1.0;
    std::optional<double> tickInterval_;
    std::optional<FrameTicks> ticks_;  // while there is an interval
    int dueTicks_ = 0;                 // for the frame that is published next
    bool isTickWaiting_ = false;       // to be released
    int stepsDue_ = 0;                 // of stepOnce
    double behind_ = 0.0;              // s of simulated time that is due
    double lastAdvance_ = 0.0;
    double lastPublish_ = -1.0;
    double nextMeasure_ = 0.0;

    std::thread thread_;
};

}  // namespace meniscus

// What goes between the side of the user and the simulation's thread: requests one way, the status the other. Neither
// side holds the lock longer than it takes to move some pointers.
#pragma once

#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "meniscus/session/simulation.h"

namespace meniscus {

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

struct OpenRequest {
    WorldSetup setup;
    std::optional<SavedWorld> saved;
    std::optional<ReplayPlayer> replay;
    std::optional<bool> isPaused;
    std::promise<OpenedWorld> opened;
};

// What was asked for, taken over by the thread at once.
struct Inbox {
    std::vector<std::promise<SavedWorld>> savesBefore;  // of the world before the one to be opened
    std::optional<OpenRequest> open;
    std::vector<Request> requests;  // in order; of seeks in a row only the last
    std::vector<std::promise<SavedWorld>> saves;
    std::optional<std::optional<double>> tick;  // the new interval, which may be none
    bool isTickReleased = false;
    bool isQuitting = false;
    bool hasNews = false;
};

// Numbers that the thread reads again and again.
struct RunnerLimits {
    double frameInterval = 1.0 / 120.0;  // s
    size_t timelineBudget = size_t{kDefaultTimelineMegabytes} << 20;
};

class Mailbox {
  public:
    // Changes the inbox and wakes the thread.
    template <typename Change>
    void post(const Change& change) {
        {
            const std::lock_guard lock(mutex_);
            change(inbox_);
            inbox_.hasNews = true;
        }
        wakeUp_.notify_one();
    }
    void wake() {
        post([](Inbox&) {});
    }
    // What has come in; waits for it no longer than this.
    [[nodiscard]] Inbox take(double seconds) {
        std::unique_lock lock(mutex_);
        if (seconds > 0.0) {
            wakeUp_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return inbox_.hasNews; });
        }
        return std::exchange(inbox_, {});
    }

    template <typename Change>
    void changeStatus(const Change& change) {
        const std::lock_guard lock(mutex_);
        change(status_);
    }
    // Refusal and note are taken once.
    [[nodiscard]] SimulationStatus takeStatus() {
        const std::lock_guard lock(mutex_);
        SimulationStatus status = status_;
        status_.refusal.clear();
        status_.note.clear();
        return status;
    }

    template <typename Change>
    void changeLimits(const Change& change) {
        const std::lock_guard lock(mutex_);
        change(limits_);
    }
    [[nodiscard]] RunnerLimits limits() const {
        const std::lock_guard lock(mutex_);
        return limits_;
    }

  private:
    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable wakeUp_;
    Inbox inbox_;
    SimulationStatus status_;
    RunnerLimits limits_;
};

}  // namespace meniscus

// Work on files beside the window, which never waits for a disk: one errand after the other on a thread of its own, and
// what follows from each back on the window's thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace meniscus {

class Errands {
  public:
    // What is to be done in the window when an errand is done.
    using Sequel = std::function<void()>;
    using Errand = std::function<Sequel()>;  // must not throw

    // wake is called on the errands' thread when there is a sequel.
    explicit Errands(std::function<void()> wake);
    ~Errands();  // waits for all of them
    Errands(const Errands&) = delete;
    Errands& operator=(const Errands&) = delete;

    void add(Errand errand);
    // The sequels of those that are done; on the window's thread. They may add more.
    void takeSequels();
    // Waits until there is nothing left to do, sequels included.
    void finish();
    [[nodiscard]] bool isBusy() const;

  private:
    void run();

    const std::function<void()> wake_;
    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    std::deque<Errand> waiting_;
    std::vector<Sequel> sequels_;
    bool isWorking_ = false;
    bool isQuitting_ = false;
    std::thread thread_;
};

}  // namespace meniscus

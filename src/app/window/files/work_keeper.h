// Autosaves of the window: keeps work that was not saved, now and then, and offers what an instance before left behind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "meniscus/session/autosave.h"
#include "meniscus/session/document.h"
#include "meniscus/session/task_queue.h"
#include "meniscus/ui/state.h"

namespace meniscus {

class WorkKeeper {
  public:
    // folder: for autosaves; empty: nothing is kept. Tasks that write run on writes.
    WorkKeeper(UiState& state, Simulation& simulation, TaskQueue& writes, std::filesystem::path folder,
               double interval);

    // On another thread: work that was left and can be read. The rest is put aside, so that the next start does not
    // look at it again.
    [[nodiscard]] std::vector<LeftWork> findSound() const;
    void offer(std::vector<LeftWork> left);  // to the user, one after the other
    void offerNext();
    [[nodiscard]] bool hasOffer() const { return !left_.empty(); }
    [[nodiscard]] std::shared_ptr<LeftWork> takeOffered();
    void removeOffered();
    void postponeOffers();

    // Once a pass: writes an autosave when it is time and something has changed. kept: the scene with camera and view.
    using SceneToKeep = std::function<Scene()>;
    void keepIfDue(const Document& document, uint64_t changes, uint64_t steps, const SceneToKeep& kept);
    void keepNow(const Document& document, Scene kept);
    // There is nothing to keep any more; on the writes' thread.
    void clearInTask() const { autosave_.clear(); }
    void clear();
    // What was left becomes the work of this instance.
    void adopt(std::shared_ptr<LeftWork> work);
    // At the end; tasks that write are done by then.
    void finish(bool isKept);

    [[nodiscard]] bool hasPlace() const { return !autosave_.file().empty(); }
    [[nodiscard]] std::optional<uint64_t> keptStep() const { return keptStep_; }  // of the autosave that is there

  private:
    UiState& state_;
    Simulation& simulation_;
    TaskQueue& writes_;
    Autosave autosave_;
    const double interval_;     // s
    double next_;               // of the window's clock
    uint64_t keptChanges_ = 0;  // as they were when it was kept last
    uint64_t keptSteps_ = 0;    // likewise
    std::optional<uint64_t> keptStep_;
    std::vector<LeftWork> left_;  // the first is offered
};

}  // namespace meniscus

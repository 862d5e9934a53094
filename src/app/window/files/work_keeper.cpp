#include "app/window/files/work_keeper.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "meniscus/core/error.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/scene/any_file.h"

namespace meniscus {

namespace fs = std::filesystem;

namespace {

std::string timeText(std::time_t when) {
    try {
        const bool isToday = std::time(nullptr) - when < 12 * 3600;
        return isToday ? fmt::format("{:%H:%M}", fmt::localtime(when))
                       : fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(when));
    } catch (const std::exception&) {
        return "an unknown time";
    }
}

}  // namespace

WorkKeeper::WorkKeeper(UiState& state, Simulation& simulation, TaskQueue& writes, fs::path folder, double interval)
    : state_(state),
      simulation_(simulation),
      writes_(writes),
      autosave_(std::move(folder)),
      interval_(interval),
      next_(state.time + interval) {}

std::vector<LeftWork> WorkKeeper::findSound() const {
    std::vector<LeftWork> sound;
    for (LeftWork& work : autosave_.findLeft()) {
        try {
            (void)readAnyFile(work.file);
            sound.push_back(std::move(work));
        } catch (const InputError&) {
            Autosave::putAside(std::move(work));
        } catch (const std::exception&) {
            continue;  // the machine is at fault and not the file; the next start looks again
        }
    }
    return sound;
}

void WorkKeeper::offer(std::vector<LeftWork> left) {
    left_ = std::move(left);
    offerNext();
}

void WorkKeeper::offerNext() {
    state_.files.recovery.reset();
    state_.isPictureOld = true;
    if (left_.empty()) return;
    const LeftWork& work = left_.front();
    state_.files.recovery =
        RecoveryOffer{work.name.empty() ? "your work" : shownName(work.name), timeText(work.when), left_.size() - 1};
}

std::shared_ptr<LeftWork> WorkKeeper::takeOffered() {
    if (left_.empty()) return nullptr;
    auto work = std::make_shared<LeftWork>(std::move(left_.front()));
    left_.erase(left_.begin());
    offerNext();
    return work;
}

void WorkKeeper::removeOffered() {
    if (const std::shared_ptr<LeftWork> work = takeOffered()) Autosave::remove(std::move(*work));
}

void WorkKeeper::postponeOffers() {
    left_.clear();  // without their locks they are free for another instance
    offerNext();
}

void WorkKeeper::keepIfDue(const Document& document, uint64_t changes, uint64_t steps, const SceneToKeep& kept) {
    if (state_.time < next_ || !hasPlace()) return;
    next_ = state_.time + interval_;
    // To look back is not work.
    const bool isKept = changes == keptChanges_ && (steps == keptSteps_ || state_.timeline.isInPast);
    if (!document.isUnsaved || isKept || writes_.isBusy()) return;
    keptChanges_ = changes;
    keptSteps_ = steps;
    keepNow(document, kept());
}

void WorkKeeper::keepNow(const Document& document, Scene kept) {
    const auto saved = std::make_shared<std::future<SavedWorld>>(simulation_.save());
    writes_.add([this, saved, kept = std::move(kept), isForPlay = document.isForPlay,
                 title = titleOf(document)]() -> TaskQueue::Completion {
        try {
            autosave_.setName(title);
            SavedWorld world = saved->get();
            const uint64_t step = world.state.stepIndex;
            writeFileAtomically(autosave_.file(), fileBytes(FileKind::Snapshot, kept, isForPlay, std::move(world)));
            return [this, step] { keptStep_ = step; };
        } catch (const std::exception& error) {
            return [this, what = std::string(error.what())] {
                state_.say(Message::Kind::Error, fmt::format("No autosave: {}", what));
            };
        }
    });
}

void WorkKeeper::clear() {
    writes_.add([this] {
        autosave_.clear();
        return TaskQueue::Completion();
    });
}

void WorkKeeper::adopt(std::shared_ptr<LeftWork> work) {
    writes_.add([this, work = std::move(work)] {  // after the autosave of what was open before is gone
        autosave_.adopt(std::move(*work));
        return TaskQueue::Completion();
    });
}

void WorkKeeper::finish(bool isKept) {
    if (!isKept) autosave_.clear();
    autosave_.finish();
}

}  // namespace meniscus

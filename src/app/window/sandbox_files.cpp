// Files of the sandbox: what is open, opening and saving, sharing, autosave and recovery, and the question before work
// is lost.
#include "app/window/sandbox_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iostream>
#include <iterator>

#include "app/framing.h"
#include "app/window/sandbox.h"
#include "meniscus/core/error.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/session/recent_files.h"
#include "meniscus/session/user_folders.h"

namespace meniscus {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostDropped = 20;  // files of one drop that are tried
constexpr size_t kMostWarnings = 3;  // of one file that are shown

// What is worth keeping. To push water around is play: the next wave takes it away.
bool isWork(const Command& command) {
    if (std::holds_alternative<Reset>(command)) return false;
    const ApplyField* const apply = std::get_if<ApplyField>(&command);
    if (apply == nullptr) return true;
    const bool isHeat = apply->field.kind == FieldKind::Heat || apply->field.kind == FieldKind::Cool;
    return isHeat && apply->field.strength != 0.0f;
}

std::string timeText(std::time_t when) {
    try {
        const bool isToday = std::time(nullptr) - when < 12 * 3600;
        return isToday ? fmt::format("{:%H:%M}", fmt::localtime(when))
                       : fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(when));
    } catch (const std::exception&) {
        return "an unknown time";
    }
}

std::vector<RecentFile> withPresence(const std::vector<fs::path>& paths) {
    std::vector<RecentFile> files;
    for (const fs::path& path : paths) {
        std::error_code error;
        files.push_back({path, !fs::exists(path, error)});
    }
    return files;
}

// The first of the paths that can be opened, or the error of the first.
struct LoadedPath {
    LoadedFile loaded;
    fs::path path;
};
LoadedPath loadFirst(const std::vector<fs::path>& paths) {
    LoadedPath first;
    for (size_t k = 0; k < std::min(paths.size(), kMostDropped); ++k) {
        try {
            return {loadFile(paths[k]), paths[k]};
        } catch (const std::bad_alloc&) {
            if (k == 0) first.loaded.error = paths[k].string() + ": not enough memory to open it";
        } catch (const std::exception& error) {
            if (k == 0) first.loaded.error = error.what();
        }
    }
    return first;
}

// Those that can be opened. Others are put aside, so that the next start does not look at them again.
std::vector<LeftWork> soundWork(std::vector<LeftWork> left) {
    std::vector<LeftWork> sound;
    for (LeftWork& work : left) {
        try {
            (void)loadFile(work.file);
            sound.push_back(std::move(work));
        } catch (const InputError&) {
            Autosave::putAside(std::move(work));
        } catch (const std::exception&) {
            continue;  // the machine is at fault and not the file; the next start looks again
        }
    }
    return sound;
}

}  // namespace

SandboxFiles::SandboxFiles(const fs::path& state, const std::function<void()>& wake)
    : recentList(state.empty() ? fs::path() : state / "recent"),
      folder(documentsFolder()),
      autosave(state.empty() ? fs::path() : state / "autosave"),
      reads(wake),
      writes(wake) {}

void Sandbox::startFiles() {
    files_.nextAutosave = state_.time + options_.autosaveSeconds;
    const fs::path state = options_.state, preferences = options_.preferences, pictures = options_.screenshots;
    const auto left = std::make_shared<std::vector<LeftWork>>();
    files_.reads.add([this, state, preferences, pictures, left] {
        for (const fs::path& folder : {state, state / "autosave", preferences.parent_path(), pictures}) {
            if (!folder.empty() && folder.is_absolute()) removeStrayFiles(folder);
        }
        *left = soundWork(files_.autosave.findLeft());
        const std::vector<RecentFile> recent = withPresence(loadRecentFiles(files_.recentList));
        return [this, left, recent] {
            if (state_.files.recent.empty()) state_.files.recent = recent;
            files_.left = std::move(*left);
            offerLeftWork();
        };
    });
}

void Sandbox::updateFiles() {
    files_.reads.runCompletions();
    files_.writes.runCompletions();
    state_.files.isBusy = files_.reads.isBusy() || files_.writes.isBusy();
    if (!files_.dropped.empty()) load(std::exchange(files_.dropped, {}));
    state_.files.isUnsaved = files_.document.isUnsaved;
    state_.files.title = titleOf(files_.document);
    const std::string shown =
        fmt::format("{}{} - Meniscus", files_.document.isUnsaved ? "• " : "", shownName(state_.files.title));
    if (shown != files_.shownTitle) window_.setTitle(files_.shownTitle = shown);
    keepWork();
}

void Sandbox::openScene(std::string_view name) {
    unlessWorkIsLost("Opening another scene", [this, scene = std::string(name)] {
        // A count that was given is for the scene that it was given for.
        const std::optional<size_t> particles = scene == options_.scene ? options_.particles : std::nullopt;
        try {
            show({describeScene(findScene(scene), {.particles = particles, .seed = options_.seed}), {}}, {});
        } catch (const InputError& error) {
            say(Message::Kind::Error, error.what());
        }
    });
}

void Sandbox::openNeighbourScene(int by) {
    const auto scenes = builtInScenes();
    const int count = static_cast<int>(scenes.size());
    const auto found =
        std::ranges::find_if(scenes, [this](const SceneInfo& info) { return info.name == state_.scene; });
    // From what is not in the list to its ends.
    const int at = found != scenes.end() ? static_cast<int>(found - scenes.begin()) : (by > 0 ? -1 : count);
    openScene(scenes[static_cast<size_t>((at + by + count) % count)].name);
}

void Sandbox::show(AnyFile file, const fs::path& path) {
    Document document{.scene = file.scene(), .isForPlay = true, .path = path, .kind = {}, .isUnsaved = false};
    if (!path.empty()) document.kind = kindOf(file, path);
    std::optional<SavedWorld> saved;
    std::optional<Playback> playback;
    std::string note;
    if (Moment* const moment = std::get_if<Moment>(&file.content)) {
        document.isForPlay = moment->isForPlay;
        saved = SavedWorld{std::move(moment->state), std::move(moment->log), 0};
        note = "As it was at that moment: press Space to go on";
    }
    if (Replay* const replay = std::get_if<Replay>(&file.content)) {
        document.isForPlay = replay->isForPlay;
        playback = Playback{
            .log = std::move(replay->log), .steps = replay->steps, .clock = replay->clock, .hash = replay->hash};
        if (isFirstScene_ && options_.particles && *options_.particles != replay->scene.particles) {
            document.scene = sceneForReplay(*replay, *options_.particles);
            playback->by = ReplayPlayer::By::Clock;
            playback->hash.reset();
        }
        note = "A replay: the session as it was; change something to take over";
    }
    const bool waits = saved.has_value();
    const SceneView view = document.scene.view;
    showWorld(std::move(document), std::move(saved), std::move(playback));
    takeView(view);
    if (!options_.steps && !isFirstScene_) setPaused(waits);
    isFirstScene_ = false;
    if (!note.empty() && !options_.steps) say(Message::Kind::Note, note);
    for (size_t k = 0; k < std::min(file.warnings.size(), kMostWarnings); ++k) {
        say(Message::Kind::Note, file.warnings[k]);
    }
}

void Sandbox::showWorld(Document document, std::optional<SavedWorld> saved, std::optional<Playback> playback) {
    WorldSetup setup = worldSetup(document.scene, document.isForPlay);
    files_.document = std::move(document);
    ++files_.opened;
    files_.writes.add([this] {
        files_.autosave.clear();
        return TaskQueue::Completion();
    });
    state_.room = setup.domain.bounds;
    state_.scene = scene().name;
    state_.sceneSettings = setup.settings;
    state_.parts = partsOf(setup);
    state_.chosenFluid.clear();
    ++state_.sceneSerial;
    scenery_ = sceneryOf(setup, scene().look.room);
    renderer_.setScenery(scenery_);
    if (recording_) recording_->renderer.reset();
    floorHeight_ = scenery_.floorHeight;
    subject_ = subjectOf(setup, scene().look.room);
    surfaceWorker_.open(wallsOf(setup));
    surface_ = nullptr;
    frame_ = nullptr;
    if (recording_) recording_->ticks = 0;
    meter_.restartSimulation();
    (void)tool_.release();
    simulation_.open(std::move(setup), std::move(saved), std::move(playback));
    resetCamera();
}

// Only what the file names; what this version does not know is left as it is.
void Sandbox::takeView(const SceneView& view) {
    const auto views = registeredViews();
    if (std::ranges::any_of(views, [&](const ViewInfo& info) { return info.name == view.view; })) setView(view.view);
    for (const ColourInfo& info : colourTable()) {
        if (info.name == view.colour) state_.preferences.view.colourBy = info.by;
    }
    for (const BackgroundInfo& info : backgroundTable()) {
        if (info.name == view.background) state_.preferences.view.background = info.background;
    }
}

// The scene with camera and view as they are now.
Scene Sandbox::sceneToKeep() const {
    Scene kept = scene();
    if (!isCameraHome_) {
        kept.look.target = camera_.target;
        kept.look.distance = camera_.distance;
        kept.look.yaw = camera_.yaw;
        kept.look.pitch = camera_.pitch;
        kept.look.isExact = true;
    }
    const ViewSettings& view = state_.preferences.view;
    kept.view = {.view = view.view,
                 .colour = std::string(colourInfo(view.colourBy).name),
                 .background = std::string(backgroundInfo(view.background).name)};
    return kept;
}

void Sandbox::onDrop(std::vector<fs::path> paths) {
    files_.dropped = std::move(paths);
    isPictureOld_ = true;
}

void Sandbox::openFile(const fs::path& path) {
    load({path});
}

void Sandbox::load(std::vector<fs::path> paths) {
    if (state_.files.question) return say(Message::Kind::Note, "Answer the question first, then open a file");
    closeDialog();
    files_.reads.add([this, paths = std::move(paths)] {
        const auto read = std::make_shared<LoadedPath>(loadFirst(paths));
        return [this, read, count = paths.size()] {
            if (!read->loaded.error.empty()) return say(Message::Kind::Error, read->loaded.error);
            if (state_.files.isModal()) {
                return say(Message::Kind::Note, "Not opened, as another question was open; open the file again");
            }
            unlessWorkIsLost("Opening another file", [this, read, count] {
                try {
                    show(read->loaded.file, fs::absolute(read->path).lexically_normal());
                } catch (const std::exception& error) {
                    return say(Message::Kind::Error, error.what());
                }
                noteFile(read->path);
                if (count > 1) {
                    say(Message::Kind::Note,
                        fmt::format("{} files: opened {}", count, shownName(read->path.filename().string())));
                }
            });
        };
    });
}

void Sandbox::showOpenDialog() {
    const fs::path& path = files_.document.path;
    state_.files.dialog = FileDialog{.purpose = FileDialog::Purpose::Open,
                                     .folder = path.empty() ? files_.folder : path.parent_path(),
                                     .name = {},
                                     .kind = FileKind::Snapshot,
                                     .serial = ++files_.dialogSerial};
    state_.isHelpOpen = false;
    files_.afterSaving = {};
    // Another instance may have added some, and files come and go.
    files_.reads.add([this] {
        return [this, recent = withPresence(loadRecentFiles(files_.recentList))] { state_.files.recent = recent; };
    });
}

void Sandbox::showSaveDialog() {
    const Document& document = files_.document;
    const std::string name =
        document.path.empty() ? plainName(document.scene.name) : withoutEnding(document.path.filename().string());
    const bool isOurs = document.kind && fileKindInfo(*document.kind).canBeSaved;
    showOpenDialog();
    FileDialog& dialog = *state_.files.dialog;
    dialog.purpose = FileDialog::Purpose::Save;
    dialog.name = name;
    if (isOurs && !(document.kind == FileKind::Scene && document.hasToolWork)) dialog.kind = *document.kind;
}

void Sandbox::closeDialog() {
    state_.files.dialog.reset();
    files_.afterSaving = {};
    isPictureOld_ = true;
}

void Sandbox::save() {
    saveThen({});
}

// Asks for a name where there is none, and where the file that is there holds more than would be written, or would not
// hold what was done.
void Sandbox::saveThen(std::function<void()> after) {
    const Document& document = files_.document;
    const bool hasFile = document.kind && fileKindInfo(*document.kind).canBeSaved && !document.path.empty();
    const bool isPart = document.kind == FileKind::Replay && (isReplaying_ || state_.timeline.isInPast);
    const bool isMore = document.kind == FileKind::Scene && document.hasToolWork;
    const bool asks = !hasFile || isPart || isMore;
    if (asks) showSaveDialog();
    files_.afterSaving = std::move(after);
    if (!asks) writeFile(document.path, *document.kind);
}

void Sandbox::saveFile(const fs::path& path, FileKind kind) {
    std::error_code error;
    const auto write = [this, path, kind] {
        state_.files.dialog.reset();
        writeFile(path, kind);
    };
    if (!fs::exists(path, error)) return write();
    ask({.title = "Replace the file?",
         .text = fmt::format("{} is already in {}. What it holds would be lost.", shownName(path.filename().string()),
                             shownName(path.parent_path().string())),
         .yes = "Replace",
         .no = {}},
        write, {});
}

void Sandbox::writeFile(const fs::path& path, FileKind kind) {
    const auto saved = std::make_shared<std::future<SavedWorld>>(simulation_.save());
    Scene kept = sceneToKeep();
    if (kind == FileKind::Scene) kept.name = withoutEnding(path.filename().string());
    // What lies in the kept future is not in the file.
    files_.writes.add([this, path, kind, saved, kept, isForPlay = files_.document.isForPlay, work = files_.work,
                       isInPast = state_.timeline.isInPast, opened = files_.opened,
                       after = std::exchange(files_.afterSaving, {})] {
        std::string error;
        try {
            writeFileAtomically(path, fileBytes(kind, kept, isForPlay, saved->get()));
            if (!isInPast) files_.autosave.clear();
        } catch (const std::exception& failure) {
            error = failure.what();
        }
        return [this, path, kind, work, isInPast, opened, after, error] {
            if (!error.empty()) return say(Message::Kind::Error, fmt::format("Not saved: {}", error));
            say(Message::Kind::Note, fmt::format("Saved {}", shownName(path.string())));
            noteFile(path);
            if (opened == files_.opened) {
                files_.document.path = path;
                files_.document.kind = kind;
            }
            if (opened != files_.opened || work != files_.work) return;
            if (!isInPast) files_.document.isUnsaved = files_.document.hasToolWork = false;
            if (after) after();
        };
    });
}

void Sandbox::noteFile(const fs::path& path) {
    files_.folder = fs::absolute(path).parent_path();
    files_.reads.add([this, path] {
        return [this, recent = withPresence(addRecentFile(files_.recentList, path))] { state_.files.recent = recent; };
    });
}

fs::path Sandbox::picturePath(std::string_view prefix) const {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const std::string name = fmt::format("{}-{}-{:%Y%m%d-%H%M%S}", prefix, plainName(scene().name),
                                         fmt::localtime(std::chrono::system_clock::to_time_t(now)));
    std::error_code ignored;
    fs::create_directories(options_.screenshots, ignored);
    fs::path path = options_.screenshots / (name + ".png");
    for (int k = 2; fs::exists(path, ignored); ++k) path = options_.screenshots / fmt::format("{}-{}.png", name, k);
    return path;
}

void Sandbox::shareMoment() {
    try {
        const auto saved = std::make_shared<std::future<SavedWorld>>(simulation_.save());
        const auto picture = std::make_shared<Image>(screenshot());
        files_.writes.add([this, path = picturePath("meniscus-share"), saved, picture, kept = sceneToKeep(),
                           isForPlay = files_.document.isForPlay]() -> TaskQueue::Completion {
            try {
                writeFileAtomically(path, addMoment(encodePng(*picture), momentFrom(kept, isForPlay, saved->get())));
                return [this, path] {
                    say(Message::Kind::Note, fmt::format("This moment is in {}", path.string()));
                    noteFile(path);
                };
            } catch (const std::exception& error) {
                return [this, what = std::string(error.what())] {
                    say(Message::Kind::Error, fmt::format("Nothing to share: {}", what));
                };
            }
        });
    } catch (const std::exception& error) {
        say(Message::Kind::Error, fmt::format("Nothing to share: {}", error.what()));
    }
}

void Sandbox::unlessWorkIsLost(std::string_view what, std::function<void()> action) {
    if (!files_.document.isUnsaved || !state_.preferences.askBeforeLoss) return action();
    ask(
        {.title = "Save your changes?",
         .text = fmt::format("{} has changes that are in no file. {} would lose them.",
                             shownName(titleOf(files_.document)), what),
         .yes = "Save",
         .no = "Don't save",
         .canBeSilenced = true},
        [this, action] { saveThen(action); }, action);
}

void Sandbox::ask(Question question, std::function<void()> onYes, std::function<void()> onNo) {
    state_.isHelpOpen = false;
    state_.files.question = std::move(question);
    files_.onYes = std::move(onYes);
    files_.onNo = std::move(onNo);
    isPictureOld_ = true;
}

void Sandbox::answerQuestion(Question::Answer answer) {
    if (!state_.files.question) return;
    if (state_.files.question->isSilenced && answer != Question::Answer::Cancel) {
        state_.preferences.askBeforeLoss = false;
    }
    state_.files.question.reset();
    const std::function<void()> onYes = std::exchange(files_.onYes, {}), onNo = std::exchange(files_.onNo, {});
    isPictureOld_ = true;
    if (answer == Question::Answer::Yes && onYes) onYes();
    if (answer == Question::Answer::No && onNo) onNo();
}

void Sandbox::noteWork(const Command& command) {
    if (!isWork(command)) return;
    noteChange();
    const bool isInScene = std::holds_alternative<SetSetting>(command) || std::holds_alternative<SetFluid>(command) ||
                           std::holds_alternative<AddFluid>(command);
    files_.document.hasToolWork |= !isInScene;
}

void Sandbox::noteChange() {
    ++files_.work;
    files_.document.isUnsaved = true;
}

// Autosave: now and then, and only what has changed since.
void Sandbox::keepWork() {
    if (state_.time < files_.nextAutosave || files_.autosave.file().empty()) return;
    files_.nextAutosave = state_.time + options_.autosaveSeconds;
    const uint64_t steps = frame_ != nullptr ? frame_->stepIndex : 0;
    // To look back is not work.
    const bool isKept = files_.work == files_.keptWork && (steps == files_.keptSteps || state_.timeline.isInPast);
    if (!files_.document.isUnsaved || isKept || files_.writes.isBusy()) return;
    files_.keptWork = files_.work;
    files_.keptSteps = steps;
    keepWorkNow();
}

void Sandbox::keepWorkNow() {
    const auto saved = std::make_shared<std::future<SavedWorld>>(simulation_.save());
    files_.writes.add([this, saved, kept = sceneToKeep(), isForPlay = files_.document.isForPlay,
                       title = titleOf(files_.document)]() -> TaskQueue::Completion {
        try {
            files_.autosave.setName(title);
            SavedWorld world = saved->get();
            const uint64_t step = world.state.stepIndex;
            writeFileAtomically(files_.autosave.file(),
                                fileBytes(FileKind::Snapshot, kept, isForPlay, std::move(world)));
            return [this, step] { files_.keptStep = step; };
        } catch (const std::exception& error) {
            return [this, what = std::string(error.what())] {
                say(Message::Kind::Error, fmt::format("No autosave: {}", what));
            };
        }
    });
}

void Sandbox::offerLeftWork() {
    state_.files.recovery.reset();
    isPictureOld_ = true;
    if (files_.left.empty()) return;
    const LeftWork& work = files_.left.front();
    state_.files.recovery = RecoveryOffer{work.name.empty() ? "your work" : shownName(work.name), timeText(work.when),
                                          files_.left.size() - 1};
}

void Sandbox::answerRecovery(Recovery answer) {
    if (files_.left.empty()) return;
    if (answer == Recovery::Recover) {
        return unlessWorkIsLost("Recovering the other work", [this] { recoverWork(); });
    }
    if (answer == Recovery::Delete) {
        Autosave::remove(std::move(files_.left.front()));
        files_.left.erase(files_.left.begin());
    } else {
        files_.left.clear();  // without their locks they are free for another instance
    }
    offerLeftWork();
}

void Sandbox::recoverWork() {
    if (files_.left.empty()) return;
    const auto work = std::make_shared<LeftWork>(std::move(files_.left.front()));
    files_.left.erase(files_.left.begin());
    files_.reads.add([this, work] {
        const auto read = std::make_shared<LoadedPath>(loadFirst({work->file}));
        return [this, work, read] {
            try {
                if (!read->loaded.error.empty()) throw InputError(read->loaded.error);
                show(read->loaded.file, {});
                files_.document.isUnsaved = true;
                ++files_.work;
                files_.writes.add([this, work] {  // after the autosave of what was open before is gone
                    files_.autosave.adopt(std::move(*work));
                    return TaskQueue::Completion();
                });
            } catch (const std::exception& error) {
                say(Message::Kind::Error, fmt::format("Nothing to recover: {}", error.what()));
            }
            offerLeftWork();
        };
    });
    offerLeftWork();
}

bool Sandbox::mayEnd() {
    if (files_.isEnding) return true;
    if (!window_.shouldClose()) return false;
    if (!files_.document.isUnsaved || !state_.preferences.askBeforeLoss) return true;
    window_.stayOpen();
    if (state_.files.question) return false;
    closeDialog();
    unlessWorkIsLost("Closing the window", [this] { files_.isEnding = true; });
    return false;
}

// A user who closes the window has answered what is to become of the work; a signal has not.
void Sandbox::endFiles(bool isInterrupted) {
    if (isInterrupted && files_.document.isUnsaved && !files_.autosave.file().empty()) keepWorkNow();
    files_.reads.finish();
    files_.writes.finish();
    if (!isInterrupted || !files_.document.isUnsaved) files_.autosave.clear();
    files_.autosave.finish();
}

}  // namespace meniscus

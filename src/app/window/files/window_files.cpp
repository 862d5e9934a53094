#include "app/window/files/window_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/files/free_path.h"
#include "app/window/window.h"
#include "meniscus/core/error.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/session/recent_files.h"
#include "meniscus/session/user_folders.h"

namespace meniscus {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMaxDropped = 20;  // files of one drop that are tried
constexpr size_t kMaxWarnings = 3;  // of one file that are shown

std::vector<RecentFile> withPresence(const std::vector<fs::path>& paths) {
    std::vector<RecentFile> files;
    for (const fs::path& path : paths) {
        std::error_code error;
        files.push_back({path, !fs::exists(path, error)});
    }
    return files;
}

// The first of the paths that can be read, or the error of the first.
struct ReadPath {
    AnyFile file;
    fs::path path;
    std::string error;  // not empty: there is no file
};
ReadPath readFirst(const std::vector<fs::path>& paths) {
    ReadPath first;
    for (size_t k = 0; k < std::min(paths.size(), kMaxDropped); ++k) {
        try {
            return {readAnyFile(paths[k]), paths[k], {}};
        } catch (const std::bad_alloc&) {
            if (k == 0) first.error = lackOfMemory(paths[k].string());
        } catch (const std::exception& error) {
            if (k == 0) first.error = error.what();
        }
    }
    return first;
}

fs::path below(const fs::path& folder, std::string_view name) {
    return folder.empty() ? fs::path() : folder / name;
}

}  // namespace

WindowFiles::WindowFiles(const SandboxOptions& options, UiState& state, Simulation& simulation, Picture& picture,
                         OnOpened onOpened)
    : options_(options),
      state_(state),
      simulation_(simulation),
      picture_(picture),
      onOpened_(std::move(onOpened)),
      recentList_(below(options.state, "recent")),
      opener_(simulation, options.steps.has_value()),
      folder_(documentsFolder()),
      questions_(state),
      keeper_(state, simulation, writes_, below(options.state, "autosave"), options.autosaveSeconds),
      reads_(Window::wake),
      writes_(Window::wake) {}

void WindowFiles::start(Opening first) {
    const OpenedWorld world = first.world.get();
    show(first, world);
    if (options_.view) showView(state_.preferences, *options_.view);
    const fs::path state = options_.state, preferences = options_.preferences, pictures = options_.screenshots;
    reads_.add([this, state, preferences, pictures] {
        for (const fs::path& folder : {state, state / "autosave", preferences.parent_path(), pictures}) {
            if (!folder.empty() && folder.is_absolute()) removeStrayFiles(folder);
        }
        const auto left = std::make_shared<std::vector<LeftWork>>(keeper_.findSound());
        const std::vector<RecentFile> recent = withPresence(loadRecentFiles(recentList_));
        return [this, left, recent] {
            if (state_.files.recent.empty()) state_.files.recent = recent;
            keeper_.offer(std::move(*left));
        };
    });
}

void WindowFiles::update(std::vector<fs::path> dropped) {
    opener_.update();
    reads_.runCompletions();
    writes_.runCompletions();
    state_.files.isBusy = reads_.isBusy() || writes_.isBusy() || isOpening();
    if (!dropped.empty()) load(std::move(dropped));
    takeWork();
    state_.files.isUnsaved = document_.isUnsaved;
    state_.files.title = titleOf(document_);
    if (isOpening()) return;  // what is saved now would be of the new scene
    const Frame* const frame = picture_.frame();
    keeper_.keepIfDue(document_, work_.changes, frame != nullptr ? frame->stepIndex : 0,
                      [this] { return sceneToKeep(); });
}

// What the user did since the last time.
void WindowFiles::takeWork() {
    const UserWork now = simulation_.work();
    document_.isUnsaved |= now.changes != work_.changes;
    document_.hasToolWork |= now.toolChanges != work_.toolChanges;
    work_ = now;
}

std::string WindowFiles::windowTitle() const {
    return fmt::format("{}{} - Meniscus", document_.isUnsaved ? "• " : "", shownName(titleOf(document_)));
}

void WindowFiles::openScene(std::string_view name) {
    unlessWorkIsLost("Opening another scene", [this, scene = std::string(name)] {
        // A count that was given is for the scene that it was given for.
        const std::optional<size_t> particles = scene == options_.scene ? options_.particles : std::nullopt;
        try {
            const uint64_t seed = options_.seed.value_or(uint64_t{1});
            open({describeScene(findScene(scene), {.particles = particles, .seed = seed}), {}}, {}, {});
        } catch (const InputError& error) {
            state_.say(Message::Kind::Error, error.what());
        }
    });
}

void WindowFiles::openNeighbourScene(int by) {
    const std::string shown = isOpening() ? opener_.scene().name : document_.scene.name;
    const auto scenes = builtInScenes();
    const int count = static_cast<int>(scenes.size());
    const auto found = std::ranges::find_if(scenes, [&](const SceneInfo& info) { return info.name == shown; });
    // From what is not in the list to its ends.
    const int at = found != scenes.end() ? static_cast<int>(found - scenes.begin()) : (by > 0 ? -1 : count);
    openScene(scenes[static_cast<size_t>((at + by + count) % count)].name);
}

void WindowFiles::open(AnyFile file, const fs::path& path, Action then, SceneOpener::OnFailed fail) {
    const auto say = [this](const std::string& error, bool) { state_.say(Message::Kind::Error, error); };
    const auto onOpened = [this, then = std::move(then)](const Opening& opening, const OpenedWorld& world) {
        show(opening, world);
        if (then) then();
    };
    opener_.open(std::move(file), path, onOpened, fail ? std::move(fail) : say);
}

void WindowFiles::show(const Opening& opening, const OpenedWorld& world) {
    document_ = opening.document;
    work_ = simulation_.work();
    ++opened_;
    keeper_.clear();
    onOpened_(opening, world);
    picture_.takeView(document_.scene.view);
    if (!opening.note.empty() && !options_.steps) state_.say(Message::Kind::Note, opening.note);
    for (size_t k = 0; k < std::min(opening.warnings.size(), kMaxWarnings); ++k) {
        state_.say(Message::Kind::Note, opening.warnings[k]);
    }
}

void WindowFiles::openFile(const fs::path& path) {
    load({path});
}

void WindowFiles::load(std::vector<fs::path> paths) {
    if (questions_.isAsking()) {
        return state_.say(Message::Kind::Note, "Answer the question first, then open a file");
    }
    closeDialog();
    reads_.add([this, paths = std::move(paths)] {
        const auto read = std::make_shared<ReadPath>(readFirst(paths));
        return [this, read, count = paths.size()] {
            if (!read->error.empty()) return state_.say(Message::Kind::Error, read->error);
            if (state_.files.isModal()) {
                return state_.say(Message::Kind::Note, "Not opened, as another question was open; open the file again");
            }
            const auto tell = [this, read, count] {
                noteFile(read->path);
                if (count < 2) return;
                state_.say(Message::Kind::Note,
                           fmt::format("{} files: opened {}", count, shownName(read->path.filename().string())));
            };
            unlessWorkIsLost("Opening another file", [this, read, tell] {
                open(std::move(read->file), fs::absolute(read->path).lexically_normal(), tell);
            });
        };
    });
}

void WindowFiles::answerRecovery(Recovery answer) {
    if (!keeper_.hasOffer()) return;
    switch (answer) {
        case Recovery::Recover:
            return unlessWorkIsLost("Recovering the other work", [this] { recover(); });
        case Recovery::Delete:
            return keeper_.removeOffered();
        case Recovery::Later:
            return keeper_.postponeOffers();
    }
}

void WindowFiles::recover() {
    const std::shared_ptr<LeftWork> work = keeper_.takeOffered();
    if (!work) return;
    reads_.add([this, work] {
        const auto read = std::make_shared<ReadPath>(readFirst({work->file}));
        return [this, work, read] {
            const auto fail = [this, work](const std::string& error, bool isFileWrong) {
                state_.say(Message::Kind::Error, fmt::format("Nothing to recover: {}", error));
                if (isFileWrong) Autosave::putAside(std::move(*work));
            };
            if (!read->error.empty()) return fail(read->error, false);
            const auto adopt = [this, work] {
                document_.isUnsaved = true;
                keeper_.adopt(work);
            };
            open(std::move(read->file), {}, adopt, fail);
        };
    });
}

void WindowFiles::showOpenDialog() {
    const fs::path& path = document_.path;
    state_.files.dialog = FileDialog{.purpose = FileDialog::Purpose::Open,
                                     .folder = path.empty() ? folder_ : path.parent_path(),
                                     .name = {},
                                     .kind = FileKind::Snapshot,
                                     .serial = ++dialogSerial_};
    state_.isHelpOpen = false;
    afterSaving_ = {};
    // Another instance may have added some, and files come and go.
    reads_.add([this] {
        return [this, recent = withPresence(loadRecentFiles(recentList_))] { state_.files.recent = recent; };
    });
}

void WindowFiles::showSaveDialog() {
    opener_.settle();
    const std::string name =
        document_.path.empty() ? plainName(document_.scene.name) : withoutEnding(document_.path.filename().string());
    const bool isOurs = document_.kind && fileKindInfo(*document_.kind).canBeSaved;
    showOpenDialog();
    FileDialog& dialog = *state_.files.dialog;
    dialog.purpose = FileDialog::Purpose::Save;
    dialog.name = name;
    takeWork();
    if (isOurs && !(document_.kind == FileKind::Scene && document_.hasToolWork)) dialog.kind = *document_.kind;
}

void WindowFiles::closeDialog() {
    state_.files.dialog.reset();
    afterSaving_ = {};
    state_.isPictureOld = true;
}

void WindowFiles::save() {
    saveThen({});
}

// Asks for a name where there is none, and where the file that is there holds more than would be written, or would not
// hold what was done.
void WindowFiles::saveThen(Action after) {
    opener_.settle();
    takeWork();
    const bool hasFile = document_.kind && fileKindInfo(*document_.kind).canBeSaved && !document_.path.empty();
    const bool isPart = document_.kind == FileKind::Replay && (state_.isReplaying || state_.timeline.isInPast);
    const bool isMore = document_.kind == FileKind::Scene && document_.hasToolWork;
    const bool asks = !hasFile || isPart || isMore;
    if (asks) showSaveDialog();
    afterSaving_ = std::move(after);
    if (!asks) writeFile(document_.path, *document_.kind);
}

void WindowFiles::saveFile(const fs::path& path, FileKind kind) {
    std::error_code error;
    const auto write = [this, path, kind] {
        state_.files.dialog.reset();
        writeFile(path, kind);
    };
    if (!fs::exists(path, error)) return write();
    questions_.ask({.title = "Replace the file?",
                    .text = fmt::format("{} is already in {}. What it holds would be lost.",
                                        shownName(path.filename().string()), shownName(path.parent_path().string())),
                    .yes = "Replace",
                    .no = {}},
                   write, {});
}

void WindowFiles::writeFile(const fs::path& path, FileKind kind) {
    opener_.settle();
    takeWork();
    const auto saved = std::make_shared<std::future<SavedWorld>>(simulation_.save());
    Scene kept = sceneToKeep();
    if (kind == FileKind::Scene) kept.name = withoutEnding(path.filename().string());
    // What lies in the kept future is not in the file.
    writes_.add([this, path, kind, saved, kept, isForPlay = document_.isForPlay, changes = work_.changes,
                 isInPast = state_.timeline.isInPast, opened = opened_, after = std::exchange(afterSaving_, {})] {
        std::string error;
        try {
            writeFileAtomically(path, fileBytes(kind, kept, isForPlay, saved->get()));
            if (!isInPast) keeper_.clearInTask();
        } catch (const std::exception& failure) {
            error = failure.what();
        }
        return [this, path, kind, changes, isInPast, opened, after, error] {
            if (!error.empty()) return state_.say(Message::Kind::Error, fmt::format("Not saved: {}", error));
            state_.say(Message::Kind::Note, fmt::format("Saved {}", shownName(path.string())));
            noteFile(path);
            if (opened == opened_) {
                document_.path = path;
                document_.kind = kind;
            }
            takeWork();
            if (opened != opened_ || changes != work_.changes) return;
            if (!isInPast) document_.isUnsaved = document_.hasToolWork = false;
            if (after) after();
        };
    });
}

void WindowFiles::noteFile(const fs::path& path) {
    folder_ = fs::absolute(path).parent_path();
    reads_.add([this, path] {
        return [this, recent = withPresence(addRecentFile(recentList_, path))] { state_.files.recent = recent; };
    });
}

// The scene with camera and view as they are now.
Scene WindowFiles::sceneToKeep() const {
    Scene kept = document_.scene;
    picture_.keepIn(kept);
    return kept;
}

void WindowFiles::takeScreenshot() {
    try {
        const fs::path path = freePath(options_.screenshots, "meniscus", document_.scene.name, ".png");
        writePng(path, picture_.screenshot());
        state_.say(Message::Kind::Note, fmt::format("Saved {}", path.string()));
    } catch (const std::exception& error) {
        state_.say(Message::Kind::Error, fmt::format("No screenshot: {}", error.what()));
    }
}

void WindowFiles::shareMoment() {
    opener_.settle();
    const auto fail = [this](const std::string& error) {
        state_.say(Message::Kind::Error, fmt::format("Nothing to share: {}", error));
    };
    try {
        const auto saved = std::make_shared<std::future<SavedWorld>>(simulation_.save());
        const auto picture = std::make_shared<Image>(picture_.screenshot());
        const fs::path path = freePath(options_.screenshots, "meniscus-share", document_.scene.name, ".png");
        writes_.add([this, fail, path, saved, picture, kept = sceneToKeep(),
                     isForPlay = document_.isForPlay]() -> TaskQueue::Completion {
            try {
                writeFileAtomically(path, addMoment(encodePng(*picture), momentFrom(kept, isForPlay, saved->get())));
                return [this, path] {
                    state_.say(Message::Kind::Note, fmt::format("This moment is in {}", path.string()));
                    noteFile(path);
                };
            } catch (const std::exception& error) {
                return [fail, what = std::string(error.what())] { fail(what); };
            }
        });
    } catch (const std::exception& error) {
        fail(error.what());
    }
}

void WindowFiles::unlessWorkIsLost(std::string_view what, Action action) {
    takeWork();
    if (!document_.isUnsaved || !state_.preferences.askBeforeLoss) return action();
    questions_.ask(
        {.title = "Save your changes?",
         .text = fmt::format("{} has changes that are in no file. {} would lose them.", shownName(titleOf(document_)),
                             what),
         .yes = "Save",
         .no = "Don't save",
         .canBeSilenced = true},
        [this, action] { saveThen(action); }, action);
}

bool WindowFiles::mayClose() {
    takeWork();
    if (!document_.isUnsaved || !state_.preferences.askBeforeLoss) return true;
    if (questions_.isAsking()) return false;
    closeDialog();
    unlessWorkIsLost("Closing the window", [this] { isClosing_ = true; });
    return false;
}

void WindowFiles::finish(bool isInterrupted) {
    if (!isInterrupted || document_.isUnsaved) opener_.settle();
    takeWork();
    if (isInterrupted && document_.isUnsaved && keeper_.hasPlace()) keeper_.keepNow(document_, sceneToKeep());
    reads_.finish();
    writes_.finish();
    keeper_.finish(isInterrupted && document_.isUnsaved);
}

}  // namespace meniscus

// Files of the window: what is open, opening and saving, sharing, recent files, and the question before work is lost.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/window/files/questions.h"
#include "app/window/files/scene_opener.h"
#include "app/window/files/work_keeper.h"
#include "app/window/picture/picture.h"
#include "app/window/sandbox_options.h"
#include "meniscus/session/opening.h"
#include "meniscus/session/task_queue.h"
#include "meniscus/ui/state.h"

namespace meniscus {

class WindowFiles final : public FileActions {
  public:
    // A scene has been opened: called before its first frame is taken.
    using OnOpened = SceneOpener::OnOpened;

    WindowFiles(const SandboxOptions& options, UiState& state, Simulation& simulation, Picture& picture,
                OnOpened onOpened);

    // The first scene, on its way already: waits for its world. Throws InputError when there can be none.
    void start(Opening first);
    // Once a pass: goes on with what is under way. dropped: files from another program.
    void update(std::vector<std::filesystem::path> dropped);
    // Frames belong to a scene that is not shown yet.
    [[nodiscard]] bool isOpening() const { return opener_.isOpening(); }

    [[nodiscard]] const Document& document() const { return document_; }
    [[nodiscard]] std::string windowTitle() const;
    [[nodiscard]] std::optional<uint64_t> keptStep() const { return keeper_.keptStep(); }

    // The user wants to close the window: whether nothing is left to be asked. Otherwise the question is on its way.
    [[nodiscard]] bool mayClose();
    [[nodiscard]] bool isClosing() const { return isClosing_; }  // everything was answered
    // The window is closed. A user who closes it has answered what is to become of the work; a signal has not.
    void finish(bool isInterrupted);

    void openScene(std::string_view name) override;
    void openNeighbourScene(int by) override;
    void showOpenDialog() override;
    void save() override;
    void showSaveDialog() override;
    void shareMoment() override;
    void takeScreenshot() override;
    void openFile(const std::filesystem::path& path) override;
    void saveFile(const std::filesystem::path& path, FileKind kind) override;
    void closeDialog() override;
    void answerQuestion(Question::Answer answer) override { questions_.answer(answer); }
    void answerRecovery(Recovery answer) override;

  private:
    using Action = std::function<void()>;
    // then: once it is shown. fail: tells the user; the error alone when empty.
    void open(AnyFile file, const std::filesystem::path& path, Action then, SceneOpener::OnFailed fail = {});
    void show(const Opening& opening, const OpenedWorld& world);
    void load(std::vector<std::filesystem::path> paths);
    void recover();
    void unlessWorkIsLost(std::string_view what, Action action);
    void saveThen(Action after);
    void writeFile(const std::filesystem::path& path, FileKind kind);
    void noteFile(const std::filesystem::path& path);
    void takeWork();
    [[nodiscard]] Scene sceneToKeep() const;

    const SandboxOptions& options_;
    UiState& state_;
    Simulation& simulation_;
    Picture& picture_;
    const OnOpened onOpened_;
    const std::filesystem::path recentList_;

    Document document_;
    SceneOpener opener_;
    UserWork work_;                 // of the simulation, that the document knows of
    uint64_t opened_ = 0;           // counts what was opened
    std::filesystem::path folder_;  // that was used last
    Action afterSaving_;            // waits until a file is saved; given up when that is
    uint64_t dialogSerial_ = 0;
    bool isClosing_ = false;

    Questions questions_;
    WorkKeeper keeper_;
    // Last, so that they end first: their tasks use all of the above.
    TaskQueue reads_;
    TaskQueue writes_;
};

}  // namespace meniscus

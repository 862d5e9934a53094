// What panels, dialogs and keys can ask the window to do. Each part of the window does its own share.
#pragma once

#include <filesystem>
#include <string_view>

#include "meniscus/session/file_kind.h"
#include "meniscus/ui/files.h"
#include "meniscus/world/command.h"

namespace meniscus {

class FileActions {
  public:
    virtual ~FileActions() = default;
    virtual void openScene(std::string_view name) = 0;
    virtual void openNeighbourScene(int by) = 0;  // -1 previous, +1 next, around the ends
    virtual void showOpenDialog() = 0;
    virtual void save() = 0;  // asks for a name where there is none yet
    virtual void showSaveDialog() = 0;
    virtual void shareMoment() = 0;
    virtual void takeScreenshot() = 0;
    virtual void openFile(const std::filesystem::path& path) = 0;
    virtual void saveFile(const std::filesystem::path& path, FileKind kind) = 0;
    virtual void closeDialog() = 0;
    virtual void answerQuestion(Question::Answer answer) = 0;
    enum class Recovery { Recover, Delete, Later };
    virtual void answerRecovery(Recovery answer) = 0;
};

class TimeActions {
  public:
    virtual ~TimeActions() = default;
    virtual void setPaused(bool isPaused) = 0;
    virtual void stepOnce() = 0;  // pauses
    virtual void stepBack() = 0;  // pauses
    virtual void playBackwards() = 0;
    virtual void setSpeed(double speed) = 0;
    virtual void seekTime(double clock) = 0;  // s, of the world's clock
    virtual void holdTime(bool isHeld) = 0;   // while the user drags through time
    virtual void undo() = 0;
    virtual void redo() = 0;
    virtual void setTimelineMegabytes(int megabytes) = 0;
};

class FluidActions {
  public:
    virtual ~FluidActions() = default;
    virtual void resetScene() = 0;  // back to the first state and settings
    virtual void setSetting(std::string_view key, float value) = 0;
    virtual void setMethod(std::string_view name) = 0;
    virtual void setFluid(std::string_view name, std::string_view key, float value) = 0;  // a property of it
    virtual void addFluid(const FluidKind& kind) = 0;
    // Any command, so that a panel needs no function of its own here. When the world refuses it, the user is informed.
    virtual void submit(Command command) = 0;
};

class PictureActions {
  public:
    virtual ~PictureActions() = default;
    virtual void setView(std::string_view name) = 0;
    virtual void resetCamera() = 0;
    virtual void toggleFullScreen() = 0;
};

class RecordingActions {
  public:
    virtual ~RecordingActions() = default;
    virtual void toggleRecording() = 0;
};

struct UiActions {
    FileActions& files;
    TimeActions& time;
    FluidActions& fluid;
    PictureActions& picture;
    RecordingActions& recording;
};

}  // namespace meniscus

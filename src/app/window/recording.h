// Recordings in the window, in simulated time: the simulation stands at each picture until it is taken, so that a slow
// machine makes the same recording as a fast one.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/recorder.h"
#include "app/window/picture/picture.h"
#include "app/window/window.h"
#include "meniscus/session/simulation.h"
#include "meniscus/ui/state.h"

namespace meniscus {

class WindowRecording final : public RecordingActions {
  public:
    WindowRecording(UiState& state, const Window& window, Simulation& simulation, Picture& picture,
                    std::filesystem::path folder);

    // Once a pass: records the newest frame where it is one for a picture, and tells what has become of recordings.
    void follow();
    // The frame that the picture took is for so many ticks.
    void noteTicks(int ticks);
    // Another scene is shown.
    void restart();
    // The window is closed; nobody sees messages any more. Waits until all files are complete.
    void finish();

    [[nodiscard]] bool isOn() const { return current_.has_value(); }
    [[nodiscard]] std::filesystem::path path() const;  // of the recording that is made; empty while there is none

    void toggleRecording() override;

  private:
    struct Current {
        std::unique_ptr<Recorder> recorder;
        std::unique_ptr<Renderer> renderer;  // for pictures that are not as large as the window; null until needed
        PictureSize size;
        int fps = 30;
        int ticks = 0;  // of the newest frame, whose picture is not taken yet
    };

    void start();
    void stop();
    void takePicture();
    [[nodiscard]] Renderer& renderer();
    void tellEnded();

    UiState& state_;
    const Window& window_;
    Simulation& simulation_;
    Picture& picture_;
    const std::filesystem::path folder_;
    std::optional<Current> current_;
    std::vector<std::unique_ptr<Recorder>> ending_;  // that complete their files
};

}  // namespace meniscus

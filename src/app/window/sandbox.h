// The program with a window: brings simulation, picture, interface and input together in one frame loop. Each part has
// its own state; they share the interface's state (UiState), of which each writes its own share.
#pragma once

#include <string>

#include "app/window/files/window_files.h"
#include "app/window/input/window_input.h"
#include "app/window/picture/picture.h"
#include "app/window/preferences_keeper.h"
#include "app/window/probe.h"
#include "app/window/recording.h"
#include "app/window/sandbox_options.h"
#include "app/window/session_control.h"
#include "app/window/window.h"
#include "meniscus/session/opening.h"
#include "meniscus/session/simulation.h"
#include "meniscus/ui/interface.h"

namespace meniscus {

class Sandbox {
  public:
    // first is what is shown at first, on its way into the simulation. Throws InputError when there is no world of it.
    Sandbox(const SandboxOptions& options, Simulation& simulation, Opening first);

    // Until the window is closed, or the program is asked to end: then true.
    [[nodiscard]] bool run();

  private:
    void pass();
    void takeNews();
    void showPicture(PictureSize size);
    void showOpened(const Opening& opening, const OpenedWorld& world);
    [[nodiscard]] bool mayEnd();
    [[nodiscard]] double idleSeconds() const;

    const SandboxOptions options_;
    Simulation& simulation_;
    PreferencesKeeper preferences_;
    UiState state_;
    Window window_;
    Interface interface_;
    Picture picture_;
    SessionControl control_;
    WindowRecording recording_;
    WindowFiles files_;
    const UiActions actions_;
    WindowInput input_;
    Probe probe_;
    std::string title_;  // of the window, as it is shown
};

}  // namespace meniscus

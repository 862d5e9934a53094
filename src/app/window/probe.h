// What the window tells scripts and tests about itself (--probe): each line on the standard input is answered with one
// line of JSON. docs/architecture.md lists the fields.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/cli/json_output.h"
#include "app/window/files/window_files.h"
#include "app/window/input/window_input.h"
#include "app/window/picture/picture.h"
#include "app/window/recording.h"
#include "app/window/session_control.h"
#include "app/window/window.h"
#include "meniscus/ui/interface.h"

namespace meniscus {

// What the probe looks at.
struct ProbeView {
    const UiState& state;
    const Interface& interface;
    Window& window;
    Simulation& simulation;
    const SessionControl& control;
    Picture& picture;
    WindowFiles& files;
    WindowRecording& recording;
    WindowInput& input;
};

class Probe {
  public:
    explicit Probe(ProbeView view) : view_(view) {}

    // All questions that have come in.
    void answer();

  private:
    [[nodiscard]] std::optional<std::string> takeLine();
    [[nodiscard]] Json report() const;
    void addWindow(Json& json) const;
    void addFrame(Json& json, const Frame& frame) const;

    ProbeView view_;
    std::string gathered_;  // of the standard input
    bool isInputOpen_ = true;
};

}  // namespace meniscus

// Reads the preferences at the start and writes them a while after each change, and at the end.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/window/window.h"
#include "meniscus/ui/state.h"

namespace meniscus {

class PreferencesKeeper {
  public:
    // view: asked for by the call, for this time only. What is wrong with the file is said on the standard error.
    PreferencesKeeper(std::filesystem::path path, std::optional<std::string> view);

    [[nodiscard]] const Preferences& loaded() const { return saved_; }
    // Once a pass. The size of the window and the speed of the simulation are taken over from where they are kept.
    void update(UiState& state, const Window& window);
    // At the end: whatever is not written yet.
    void finish(UiState& state, const Window& window);

  private:
    [[nodiscard]] Preferences wanted(UiState& state, const Window& window) const;
    void write(const Preferences& preferences);

    const std::filesystem::path path_;
    const std::optional<std::string> view_;
    std::string complaint_;  // said last
    Preferences saved_;
    double changedSince_ = -1.0;
};

}  // namespace meniscus

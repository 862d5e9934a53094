#include "app/window/preferences_keeper.h"

#include <cmath>
#include <iostream>

#include "app/window/preferences.h"

namespace meniscus {

namespace {

constexpr double kWriteDelay = 1.0;  // s after a change, so that a slider is not written at each pixel

}  // namespace

PreferencesKeeper::PreferencesKeeper(std::filesystem::path path, std::optional<std::string> view)
    : path_(std::move(path)), view_(std::move(view)), saved_(loadPreferences(path_, complaint_)) {
    if (!complaint_.empty()) std::cerr << "meniscus: " << complaint_ << std::endl;
}

Preferences PreferencesKeeper::wanted(UiState& state, const Window& window) const {
    Preferences& preferences = state.preferences;
    const PictureSize size = window.size();
    if (!window.isFullScreen() && !window.isIconified() && size.width > 0 && size.height > 0) {
        const float scale = window.contentScale();  // the window will be scaled again when it is made
        preferences.windowWidth = static_cast<int>(std::lround(static_cast<float>(size.width) / scale));
        preferences.windowHeight = static_cast<int>(std::lround(static_cast<float>(size.height) / scale));
    }
    preferences.speed = state.playback.speed;
    Preferences wanted = preferences;
    if (view_ == wanted.view.view) showView(wanted, saved_.view.view);
    return wanted;
}

void PreferencesKeeper::update(UiState& state, const Window& window) {
    const Preferences now = wanted(state, window);
    if (now == saved_) return;
    if (changedSince_ < 0.0) changedSince_ = state.time;
    if (state.time - changedSince_ >= kWriteDelay) write(now);
}

void PreferencesKeeper::finish(UiState& state, const Window& window) {
    const Preferences now = wanted(state, window);
    if (!(now == saved_)) write(now);
}

void PreferencesKeeper::write(const Preferences& preferences) {
    changedSince_ = -1.0;
    saved_ = preferences;
    std::string complaint;
    if (savePreferences(path_, preferences, complaint)) return;
    if (complaint != complaint_) std::cerr << "meniscus: " << complaint << std::endl;
    complaint_ = complaint;  // once is enough
}

}  // namespace meniscus

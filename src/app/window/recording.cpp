#include "app/window/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/cli/picture_options.h"
#include "app/window/files/free_path.h"

namespace meniscus {

namespace {

namespace fs = std::filesystem;

std::unique_ptr<PictureWriter> openWriter(const fs::path& folder, std::string_view scene,
                                          const RecordingSettings& settings, PictureSize size) {
    if (settings.format == "png") return openPngSequence(freePath(folder, "meniscus", scene, ""));
    (void)requireFfmpeg();  // before a folder is made for nothing
    return openVideo(freePath(folder, "meniscus", scene, ".mp4"),
                     {.width = size.width, .height = size.height, .fps = settings.fps});
}

}  // namespace

WindowRecording::WindowRecording(UiState& state, const Window& window, Simulation& simulation, Picture& picture,
                                 fs::path folder)
    : state_(state), window_(window), simulation_(simulation), picture_(picture), folder_(std::move(folder)) {
    state_.videosFolder = folder_.string();
    state_.hasFfmpeg = findFfmpeg().has_value();
}

void WindowRecording::toggleRecording() {
    if (current_) {
        stop();
    } else {
        start();
    }
    state_.isPictureOld = true;
}

void WindowRecording::start() {
    const RecordingSettings& settings = state_.preferences.recording;
    try {
        state_.hasFfmpeg = findFfmpeg().has_value();
        Current recording;
        recording.size = settings.size == "window" ? window_.framebufferSize() : parseSize("size", settings.size);
        checkPictureSize("recording", recording.size);
        recording.fps = settings.fps;
        recording.recorder = std::make_unique<Recorder>(openWriter(folder_, state_.scene, settings, recording.size));
        current_ = std::move(recording);
        simulation_.setFrameTick(1.0 / settings.fps);
        state_.recording.emplace();
    } catch (const std::exception& error) {
        state_.say(Message::Kind::Error, fmt::format("No recording: {}", error.what()));
    }
}

// The file is completed meanwhile.
void WindowRecording::stop() {
    simulation_.setFrameTick({});
    current_->recorder->finish();
    ending_.push_back(std::move(current_->recorder));
    current_.reset();
    state_.recording.reset();
}

void WindowRecording::noteTicks(int ticks) {
    if (current_) current_->ticks += ticks;
}

void WindowRecording::restart() {
    if (!current_) return;
    current_->renderer.reset();
    current_->ticks = 0;
}

std::filesystem::path WindowRecording::path() const {
    return current_ ? current_->recorder->path() : fs::path();
}

void WindowRecording::follow() {
    if (current_) takePicture();
    if (current_) {
        const Recorder::Status status = current_->recorder->status();
        state_.recording = {.pictures = status.taken,
                            .seconds = static_cast<double>(status.taken) / static_cast<double>(current_->fps)};
        if (status.isDone) stop();  // by itself: it failed
    }
    tellEnded();
}

// Of the newest frame, once all that it shows is there and the writer has room for it.
void WindowRecording::takePicture() {
    if (current_->ticks == 0 || !current_->recorder->hasRoom() || !picture_.isComplete()) return;
    DrawRequest request = picture_.drawRequest(current_->size);
    request.resolution = std::max(1.0f, state_.resolution);
    try {
        current_->recorder->add(drawPicture(renderer(), request), current_->ticks);
    } catch (const std::exception& error) {  // not enough memory for it
        state_.say(Message::Kind::Error, fmt::format("The recording ended: {}", error.what()));
        return stop();
    }
    current_->ticks = 0;
    simulation_.releaseTick();
}

// The window's where the sizes are the same: it then shows what was recorded without drawing it a second time.
Renderer& WindowRecording::renderer() {
    if (current_->size == window_.framebufferSize()) return picture_.renderer();
    if (!current_->renderer) {
        current_->renderer = std::make_unique<Renderer>();
        current_->renderer->setScenery(picture_.scenery());
    }
    return *current_->renderer;
}

void WindowRecording::tellEnded() {
    std::erase_if(ending_, [this](const auto& recorder) {
        const Recorder::Status status = recorder->status();
        if (!status.isDone) return false;
        if (!status.error.empty()) {
            state_.say(Message::Kind::Error, fmt::format("Recording: {}", status.error));
        } else if (status.written == 0) {
            state_.say(Message::Kind::Note, "Nothing was recorded: the simulation stood still");
        } else {
            state_.say(Message::Kind::Note,
                       fmt::format("Saved {} ({} pictures)", recorder->path().string(), status.written));
        }
        return true;
    });
}

void WindowRecording::finish() {
    if (current_) stop();
    for (const auto& recorder : ending_) {
        recorder->finishAndWait();
        const std::string error = recorder->status().error;
        if (!error.empty()) std::cerr << "meniscus: " << error << std::endl;
    }
    ending_.clear();
}

}  // namespace meniscus

// Recordings in the sandbox, in simulated time: the simulation stands at each picture until it is taken, so that a slow
// machine makes the same recording as a fast one.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "app/cli/picture_options.h"
#include "app/window/sandbox.h"

namespace meniscus {

namespace {

namespace fs = std::filesystem;

// A name that nothing has yet.
fs::path freePath(const fs::path& folder, const std::string& name, std::string_view extension) {
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    fs::path path = folder / fmt::format("{}{}", name, extension);
    for (int k = 2; fs::exists(path, ignored); ++k) path = folder / fmt::format("{}-{}{}", name, k, extension);
    return path;
}

std::string recordingName(std::string_view scene) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("meniscus-{}-{:%Y%m%d-%H%M%S}", scene,
                       fmt::localtime(std::chrono::system_clock::to_time_t(now)));
}

std::unique_ptr<PictureWriter> openWriter(const fs::path& folder, std::string_view scene,
                                          const RecordingSettings& settings, PictureSize size) {
    const std::string name = recordingName(scene);
    if (settings.format == "png") return openPngSequence(freePath(folder, name, ""));
    (void)requireFfmpeg();  // before a folder is made for nothing
    return openVideo(freePath(folder, name, ".mp4"), {.width = size.width, .height = size.height, .fps = settings.fps});
}

}  // namespace

void Sandbox::toggleRecording() {
    if (recording_) {
        stopRecording();
    } else {
        startRecording();
    }
    isPictureOld_ = true;
}

void Sandbox::startRecording() {
    const RecordingSettings& settings = state_.preferences.recording;
    try {
        state_.hasFfmpeg = findFfmpeg().has_value();
        Recording recording;
        recording.size = settings.size == "window" ? window_.framebufferSize() : parseSize("size", settings.size);
        checkPictureSize("recording", recording.size);
        recording.fps = settings.fps;
        recording.recorder =
            std::make_unique<Recorder>(openWriter(options_.videos, plainName(scene().name), settings, recording.size));
        recording_ = std::move(recording);
        simulation_.setFrameTick(1.0 / settings.fps);
        state_.recording.emplace();
    } catch (const std::exception& error) {
        say(Message::Kind::Error, fmt::format("No recording: {}", error.what()));
    }
}

// The file is completed meanwhile.
void Sandbox::stopRecording() {
    simulation_.setFrameTick({});
    recording_->recorder->finish();
    endingRecorders_.push_back(std::move(recording_->recorder));
    recording_.reset();
    state_.recording.reset();
}

void Sandbox::followRecording() {
    if (recording_) recordPicture();
    if (recording_) {
        const Recorder::Status status = recording_->recorder->status();
        state_.recording = {.pictures = status.taken,
                            .seconds = static_cast<double>(status.taken) / static_cast<double>(recording_->fps)};
        if (status.isDone) stopRecording();  // by itself: it failed
    }
    tellEndedRecordings();
}

// Of the newest frame, once all that it shows is there and the writer has room for it.
void Sandbox::recordPicture() {
    if (recording_->ticks == 0 || frame_ == nullptr || !recording_->recorder->hasRoom()) return;
    if (needsSurface()) {
        wantSurface();
        if (surface_ == nullptr || surface_->frameSerial != frameSerial_) return;
    }
    DrawRequest request = drawRequest(recording_->size);
    request.brush.reset();
    request.resolution = std::max(1.0f, state_.resolution);
    try {
        recording_->recorder->add(drawPicture(recordingRenderer(), request), recording_->ticks);
    } catch (const std::exception& error) {  // not enough memory for it
        say(Message::Kind::Error, fmt::format("The recording ended: {}", error.what()));
        return stopRecording();
    }
    recording_->ticks = 0;
    simulation_.releaseTick();
}

// The window's where the sizes are the same: it then shows what was recorded without drawing it a second time.
Renderer& Sandbox::recordingRenderer() {
    if (recording_->size == window_.framebufferSize()) return renderer_;
    if (!recording_->renderer) {
        recording_->renderer = std::make_unique<Renderer>();
        recording_->renderer->setScenery(scenery_);
    }
    return *recording_->renderer;
}

void Sandbox::tellEndedRecordings() {
    std::erase_if(endingRecorders_, [this](const auto& recorder) {
        const Recorder::Status status = recorder->status();
        if (!status.isDone) return false;
        if (!status.error.empty()) {
            say(Message::Kind::Error, fmt::format("Recording: {}", status.error));
        } else if (status.written == 0) {
            say(Message::Kind::Note, "Nothing was recorded: the simulation stood still");
        } else {
            say(Message::Kind::Note, fmt::format("Saved {} ({} pictures)", recorder->path().string(), status.written));
        }
        return true;
    });
}

// The window is closed; nobody sees messages any more.
void Sandbox::finishRecordings() {
    if (recording_) stopRecording();
    for (const auto& recorder : endingRecorders_) {
        recorder->finishAndWait();
        const std::string error = recorder->status().error;
        if (!error.empty()) std::cerr << "meniscus: " << error << std::endl;
    }
    endingRecorders_.clear();
}

}  // namespace meniscus

#include "app/window/probe.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>

#include "meniscus/core/text.h"

namespace meniscus {

namespace {

Json settingsJson(const Frame& frame) {
    Json json = Json::object();
    for (const SettingInfo& info : settingTable()) {
        json[std::string(info.key)] = valueOf(info, frame.settings, frame.fluids[0]);
    }
    return json;
}

Json fluidsJson(const Frame& frame) {
    const std::vector<size_t> counts = countPerFluid(frame);
    Json json = Json::array();
    for (const FluidKind& kind : frame.fluids) {
        Json fluid{{"name", kind.name}, {"particles", counts[json.size()]}};
        for (const FluidProperty& property : fluidPropertyTable()) {
            fluid[std::string(property.key)] = kind.*property.value;
        }
        json.push_back(std::move(fluid));
    }
    return json;
}

// What frames of several fluids have besides.
Json mixtureJson(const Frame& frame) {
    return {{"coldest", frame.measure.coldest},
            {"hottest", frame.measure.hottest},
            {"dye", std::accumulate(frame.dye.begin(), frame.dye.end(), 0.0)}};
}

Json controlsJson(const std::map<std::string, ControlPlace>& controls) {
    Json json = Json::object();
    for (const auto& [name, place] : controls) {
        json[name] = {{"x", place.x},
                      {"y", place.y},
                      {"width", place.width},
                      {"height", place.height},
                      {"enabled", place.isEnabled},
                      {"value", place.value}};
    }
    return json;
}

Json surfaceSettingsJson(const SurfaceSettings& settings) {
    return {{"cellSize", settings.cellSize},
            {"isoValue", settings.isoValue},
            {"smoothingPasses", settings.smoothingPasses},
            {"normals", kNormalsNames[static_cast<size_t>(settings.normals)]},
            {"droplets", settings.keepsDroplets},
            {"flatAtWalls", settings.hugsWalls}};
}

Json surfaceJson(const SurfaceNumbers& surface) {
    return {{"triangles", surface.triangles},       {"droplets", surface.droplets},
            {"milliseconds", surface.milliseconds}, {"lagSteps", surface.lagSteps},
            {"lagSeconds", surface.lagSeconds},     {"meshes", surface.meshes}};
}

Json filesJson(const FilesState& files, const Document& document) {
    Json json{
        {"title", files.title},
        {"path", document.path.string()},
        {"kind", document.kind ? Json(fileKindInfo(*document.kind).name) : Json()},
        {"unsaved", document.isUnsaved},
        {"busy", files.isBusy},
        {"dialog", files.dialog ? Json(files.dialog->purpose == FileDialog::Purpose::Save ? "save" : "open") : Json()},
        {"question", files.question ? Json(files.question->text) : Json()},
        {"recovery", files.recovery ? Json(files.recovery->name) : Json()}};
    Json recent = Json::array();
    for (const RecentFile& file : files.recent) recent.push_back(file.path.string());
    json["recent"] = std::move(recent);
    return json;
}

Json timelineJson(const TimelineStatus& timeline) {
    return {{"firstStep", timeline.firstStep},
            {"presentStep", timeline.presentStep},
            {"lastStep", timeline.lastStep},
            {"firstClock", timeline.firstClock},
            {"presentClock", timeline.presentClock},
            {"lastClock", timeline.lastClock},
            {"isInPast", timeline.isInPast},
            {"marks", timeline.marks.size()},
            {"keyframes", timeline.keyframes},
            {"bytes", timeline.bytes},
            {"budget", timeline.budget},
            {"canUndo", timeline.canUndo},
            {"canRedo", timeline.canRedo}};
}

Json viewJson(const ViewSettings& view) {
    Json json{{"view", view.view},
              {"colour", colourInfo(view.colourBy).name},
              {"background", backgroundInfo(view.background).name},
              {"particleSize", view.particleSize},
              {"vectors", view.showVectors},
              {"vectorScale", view.vectorScale},
              {"container", view.showContainer},
              {"shadow", view.showShadow}};
    json["cut"] = {{"isOn", view.cut.isOn},
                   {"axis", kCutAxisNames[static_cast<size_t>(view.cut.axis)]},
                   {"place", view.cut.place}};
    json["surface"] = surfaceSettingsJson(view.surface);
    json["range"] = view.range ? Json::array({view.range->lower, view.range->upper}) : Json();
    return json;
}

void sendLine(const std::string& text) {
    std::fputs((text + '\n').c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace

std::optional<std::string> Probe::takeLine() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (isInputOpen_ && gathered_.find('\n') == std::string::npos && poll(&input, 1, 0) > 0) {
        char bytes[256];
        const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) isInputOpen_ = false;
        if (count > 0) gathered_.append(bytes, static_cast<size_t>(count));
    }
    const size_t end = gathered_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = gathered_.substr(0, end);
    gathered_.erase(0, end + 1);
    return line;
}

void Probe::answer() {
    while (const auto question = takeLine()) {
        view_.input.noteInput();  // who asks wants to see
        if (*question == "close") {
            view_.window.close();
        } else if (*question == "hash") {
            const SavedWorld saved = view_.simulation.save().get();
            sendLine(Json{{"hash", hex16(saved.hash)}, {"step", saved.state.stepIndex}}.dump());
        } else {
            sendLine(report().dump(-1, ' ', false, Json::error_handler_t::replace));
        }
    }
}

Json Probe::report() const {
    const UiState& state = view_.state;
    const Preferences& preferences = state.preferences;
    Json json{{"passes", view_.picture.drawnCount()},
              {"time", state.time},
              {"scene", state.scene},
              {"paused", state.playback.isPaused},
              {"help", state.isHelpOpen},
              {"stopReason", state.playback.stopReason},
              {"panels", preferences.showPanels},
              {"speed", state.playback.speed},
              {"tool", toolInfo(preferences.tools.tool).name},
              {"radius", preferences.tools.radius},
              {"strength", preferences.tools.strength},
              {"view", viewJson(preferences.view)},
              {"resolution", state.resolution},
              {"graphics", state.graphics},
              {"glMessages", glMessageCount()},
              {"framesPerSecond", state.rates.framesPerSecond},
              {"stepsPerSecond", state.rates.stepsPerSecond},
              {"realTimeFactor", state.rates.realTimeFactor},
              {"shownRange", Json::array({state.shownRange.lower, state.shownRange.upper})}};
    json["timeline"] = timelineJson(state.timeline);
    json["timeline"]["isBackwards"] = state.playback.isBackwards && !state.playback.isPaused;
    json["timeline"]["seekMs"] = 1e3 * view_.control.status().seekSeconds;
    json["timeline"]["seeks"] = view_.control.status().seeks;
    addWindow(json);
    json["files"] = filesJson(state.files, view_.files.document());
    const auto keptStep = view_.files.keptStep();
    json["files"]["keptStep"] = keptStep ? Json(*keptStep) : Json();
    if (view_.picture.frame() != nullptr) addFrame(json, *view_.picture.frame());
    if (state.recording) {
        json["recording"] = {{"pictures", state.recording->pictures},
                             {"seconds", state.recording->seconds},
                             {"path", view_.recording.path().string()}};
    }
    if (state.surface) json["surface"] = surfaceJson(*state.surface);
    Json messages = Json::array();
    for (const Message& message : state.messages) messages.push_back(message.text);
    json["messages"] = messages;
    json["controls"] = controlsJson(view_.interface.controls());
    return json;
}

void Probe::addWindow(Json& json) const {
    const PictureSize size = view_.window.size();
    json["window"] = {{"width", size.width}, {"height", size.height}};
    json["fullScreen"] = view_.window.isFullScreen();
    json["iconified"] = view_.window.isIconified();
    const Camera& camera = view_.picture.camera().camera();
    json["camera"] = {
        {"target", jsonOf(camera.target)}, {"distance", camera.distance}, {"yaw", camera.yaw}, {"pitch", camera.pitch}};
    if (const auto& mark = view_.input.tool().mark()) {
        json["brush"] = {{"centre", jsonOf(mark->centre)}, {"radius", mark->radius}, {"active", mark->isActive}};
    }
}

void Probe::addFrame(Json& json, const Frame& frame) const {
    json["steps"] = frame.totals.steps;
    json["simulatedSeconds"] = frame.totals.simulatedSeconds;
    json["particles"] = frame.count();
    json["cutSteps"] = frame.totals.cutSteps;
    json["budgetNote"] = frame.budgetNote;
    json["settings"] = settingsJson(frame);
    json["momentum"] = jsonOf(frame.measure.momentum);
    json["escaped"] = frame.measure.escaped;
    json["fluids"] = fluidsJson(frame);
    json["chosenFluid"] = frame.fluids[chosenFluid(view_.state, frame)].name;
    if (frame.isMixed()) json["mixture"] = mixtureJson(frame);
}

}  // namespace meniscus

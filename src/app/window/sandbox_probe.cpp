// What the sandbox tells scripts and tests about itself (--probe).
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/cli/json_output.h"
#include "app/window/probe.h"
#include "app/window/sandbox.h"
#include "meniscus/core/text.h"

namespace meniscus {

namespace {

Json settingsJson(const Settings& settings) {
    Json json = Json::object();
    for (const SettingInfo& info : settingTable()) json[std::string(info.key)] = settings.*info.value;
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

}  // namespace

void Sandbox::answerProbe() {
    while (const auto question = takeProbeLine()) {
        lastInput_ = state_.time;  // who asks wants to see
        if (*question == "close") {
            window_.close();
            continue;
        }
        if (*question == "hash") {
            const SavedWorld saved = simulation_.save().get();
            answerProbeLine(Json{{"hash", hex16(saved.hash)}, {"step", saved.state.stepIndex}}.dump());
            continue;
        }
        Json json{{"passes", passes_},
                  {"time", state_.time},
                  {"scene", state_.scene},
                  {"paused", state_.isPaused},
                  {"help", state_.isHelpOpen},
                  {"stopReason", state_.stopReason},
                  {"panels", state_.preferences.showPanels},
                  {"speed", state_.preferences.speed},
                  {"tool", toolInfo(state_.preferences.tools.tool).name},
                  {"radius", state_.preferences.tools.radius},
                  {"strength", state_.preferences.tools.strength},
                  {"view", viewJson(state_.preferences.view)},
                  {"resolution", state_.resolution},
                  {"graphics", state_.graphics},
                  {"glMessages", glMessageCount()},
                  {"fullScreen", window_.isFullScreen()},
                  {"iconified", window_.isIconified()},
                  {"framesPerSecond", state_.rates.framesPerSecond},
                  {"stepsPerSecond", state_.rates.stepsPerSecond},
                  {"realTimeFactor", state_.rates.realTimeFactor},
                  {"shownRange", Json::array({state_.shownRange.lower, state_.shownRange.upper})}};
        json["timeline"] = timelineJson(state_.timeline);
        json["timeline"]["isBackwards"] = state_.isBackwards && !state_.isPaused;
        json["timeline"]["seekMs"] = 1e3 * seekSeconds_;
        json["timeline"]["seeks"] = seeks_;
        const PictureSize size = window_.size();
        json["window"] = {{"width", size.width}, {"height", size.height}};
        json["camera"] = {{"target", jsonOf(camera_.target)},
                          {"distance", camera_.distance},
                          {"yaw", camera_.yaw},
                          {"pitch", camera_.pitch}};
        if (tool_.mark()) {
            json["brush"] = {{"centre", jsonOf(tool_.mark()->centre)},
                             {"radius", tool_.mark()->radius},
                             {"active", tool_.mark()->isActive}};
        }
        json["files"] = filesJson(state_.files, files_.document);
        json["files"]["keptStep"] = files_.keptStep ? Json(*files_.keptStep) : Json();
        if (frame_ != nullptr) {
            json["steps"] = frame_->totals.steps;
            json["simulatedSeconds"] = frame_->totals.simulatedSeconds;
            json["particles"] = frame_->count();
            json["settings"] = settingsJson(frame_->settings);
            json["momentum"] = jsonOf(frame_->measure.momentum);
            json["escaped"] = frame_->measure.escaped;
            json["fluids"] = fluidsJson(*frame_);
            json["chosenFluid"] = frame_->fluids[chosenFluid(state_, *frame_)].name;
            if (frame_->isMixed()) json["mixture"] = mixtureJson(*frame_);
        }
        if (state_.recording) {
            json["recording"] = {{"pictures", state_.recording->pictures},
                                 {"seconds", state_.recording->seconds},
                                 {"path", recording_->recorder->path().string()}};
        }
        if (state_.surface) json["surface"] = surfaceJson(*state_.surface);
        Json messages = Json::array();
        for (const Message& message : state_.messages) messages.push_back(message.text);
        json["messages"] = messages;
        json["controls"] = controlsJson(interface_.controls());
        answerProbeLine(json.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
}

}  // namespace meniscus

#include "app/window/preferences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <vector>

#include "app/cli/json_output.h"
#include "meniscus/core/text.h"
#include "meniscus/io/atomic_file.h"

namespace meniscus {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMaxBytes = 1u << 20;
// Sorted keys: that of the output looks every new key up along all others, which takes minutes for a megabyte of keys.
using Input = nlohmann::json;

constexpr size_t kMaxComplaints = 4;  // of one file that are named in the line
constexpr size_t kMaxOpenPanels = 200;
constexpr size_t kMaxIdLength = 64;
constexpr float kMaxValue = 1e12f;  // of a colour range
constexpr int kMinWindow = 64;      // pixels
constexpr int kMaxWindow = 16384;

// The value as a short text. Lists and objects are not written out: they may be deep or long.
std::string valueText(const Input& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    std::string text = value.dump(-1, ' ', true, Input::error_handler_t::replace);
    constexpr size_t kMaxLength = 40;
    if (text.size() > kMaxLength) text = text.substr(0, kMaxLength) + "...";
    return text;
}

// What is wrong with a file. Only the first few are put into words, however much there is.
struct Complaints {
    std::vector<std::string> texts;
    size_t count = 0;

    template <typename MakeText>
    void add(const MakeText& makeText) {
        if (count++ < kMaxComplaints) texts.push_back(makeText());
    }
};

// One object of the file: hands out its fields, and keeps what was wrong.
class Fields {
  public:
    Fields(const Input& object, std::string prefix, Complaints& complaints)
        : object_(object), prefix_(std::move(prefix)), complaints_(complaints) {}

    // The field, if it is there; each may be asked for once.
    const Input* find(std::string_view key) {
        known_.push_back(key);
        const auto found = object_.find(key);
        return found == object_.end() ? nullptr : &*found;
    }

    void complain(std::string_view key, const Input& value, std::string_view allowed) {
        complaints_.add([&] {
            return fmt::format("field {}{}: value {} is not allowed; allowed: {}", prefix_, key, valueText(value),
                               allowed);
        });
    }

    template <typename Number>
    void number(std::string_view key, Number& target, double least, double most, std::string_view also = {},
                const std::function<bool(double)>& isAlsoAllowed = {}) {
        const Input* value = find(key);
        if (value == nullptr) return;
        const double given = value->is_number() ? value->get<double>() : std::nan("");
        const bool isWhole = std::is_floating_point_v<Number> || given == std::floor(given);
        // Near the limits first, as the conversion may not overflow; then in the type itself, so that the limit passes.
        const double slack = 1e-6 * std::max(std::abs(least), std::abs(most));
        const bool isNear = isWhole && given >= least - slack && given <= most + slack;
        const bool isWithin = isNear && static_cast<Number>(given) >= static_cast<Number>(least) &&
                              static_cast<Number>(given) <= static_cast<Number>(most);
        if (isWithin || (isAlsoAllowed && isAlsoAllowed(given))) {
            target = static_cast<Number>(given);
        } else {
            complain(key, *value, fmt::format("{:.7g} to {:.7g}{}", least, most, also));
        }
    }

    void flag(std::string_view key, bool& target) {
        const Input* value = find(key);
        if (value == nullptr) return;
        if (value->is_boolean()) {
            target = value->get<bool>();
        } else {
            complain(key, *value, "true, false");
        }
    }

    // A name out of a list; take gets the index.
    void name(std::string_view key, const std::vector<std::string_view>& allowed,
              const std::function<void(size_t)>& take) {
        const Input* value = find(key);
        if (value == nullptr) return;
        const std::string* text = value->get_ptr<const std::string*>();
        const auto found = text == nullptr ? allowed.end() : std::find(allowed.begin(), allowed.end(), *text);
        if (found != allowed.end()) {
            take(static_cast<size_t>(found - allowed.begin()));
        } else {
            complain(key, *value, fmt::format("{}", fmt::join(allowed, ", ")));
        }
    }

    // An object within this one, or null with a complaint.
    const Input* object(std::string_view key) {
        const Input* value = find(key);
        if (value == nullptr || value->is_object()) return value;
        complain(key, *value, "an object");
        return nullptr;
    }

    // Whatever nobody asked for.
    void complainOfUnknown() {
        for (const auto& item : object_.items()) {
            const std::string& key = item.key();
            if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
            complaints_.add([&] {
                const std::string_view nearest = nearestWord(key, known_);
                return fmt::format(
                    "field {} is unknown{}", valueText(Input(prefix_ + key)),
                    nearest.empty() ? std::string() : fmt::format("; did you mean '{}{}'?", prefix_, nearest));
            });
        }
    }

  private:
    const Input& object_;
    std::string prefix_;
    Complaints& complaints_;
    std::vector<std::string_view> known_;
};

template <typename Table>
std::vector<std::string_view> namesOf(const Table& table) {
    std::vector<std::string_view> names;
    for (const auto& entry : table) names.push_back(entry.name);
    return names;
}

void readTools(Fields fields, ToolSettings& tools) {
    fields.name("tool", namesOf(toolTable()), [&](size_t k) { tools.tool = toolTable()[k].tool; });
    fields.number("radius", tools.radius, kMinBrush, kMaxBrush);
    fields.number("strength", tools.strength, kMinStrength, kMaxStrength);
    fields.complainOfUnknown();
}

void readRange(Fields& fields, std::optional<ValueRange>& range) {
    const Input* value = fields.find("range");
    if (value == nullptr || value->is_null()) return;
    const auto isEnd = [](const Input& end) {
        return end.is_number() && std::abs(end.get<double>()) <= static_cast<double>(kMaxValue);
    };
    if (value->is_array() && value->size() == 2 && isEnd((*value)[0]) && isEnd((*value)[1])) {
        const ValueRange given{(*value)[0].get<float>(), (*value)[1].get<float>()};
        if (given.lower < given.upper) {
            range = given;
            return;
        }
    }
    fields.complain("range", *value, "null, or a list of two numbers, the lower one first");
}

void readColourBy(Fields& fields, ColourBy& by) {
    fields.name("colourBy", namesOf(colourTable()), [&](size_t k) { by = colourTable()[k].by; });
}

void readSurface(Fields fields, SurfaceSettings& surface) {
    constexpr std::string_view kAutomatic = ", or 0 for automatic";
    const auto isZero = [](double given) { return given == 0.0; };
    using Limits = SurfaceSettings;
    fields.number("cellSize", surface.cellSize, Limits::kMinCellSize, Limits::kMaxCellSize, kAutomatic, isZero);
    fields.number("isoValue", surface.isoValue, Limits::kMinIso, Limits::kMaxIso, kAutomatic, isZero);
    fields.number("smoothingPasses", surface.smoothingPasses, 0, Limits::kMaxSmoothing);
    fields.name("normals", {std::begin(kNormalsNames), std::end(kNormalsNames)},
                [&](size_t k) { surface.normals = static_cast<SurfaceNormals>(k); });
    fields.flag("keepsDroplets", surface.keepsDroplets);
    fields.flag("hugsWalls", surface.hugsWalls);
    fields.complainOfUnknown();
}

void readCut(Fields fields, CutSettings& cut) {
    fields.flag("isOn", cut.isOn);
    fields.name("axis", {std::begin(kCutAxisNames), std::end(kCutAxisNames)},
                [&](size_t k) { cut.axis = static_cast<CutAxis>(k); });
    fields.number("place", cut.place, -1.0, 1.0);
    fields.complainOfUnknown();
}

void readView(Fields fields, Complaints& complaints, ViewSettings& view) {
    fields.name("view", namesOf(registeredViews()), [&](size_t k) { view.view = registeredViews()[k].name; });
    view.colourBy = findView(view.view).usualColour;
    readColourBy(fields, view.colourBy);
    readRange(fields, view.range);
    fields.name("background", namesOf(backgroundTable()),
                [&](size_t k) { view.background = backgroundTable()[k].background; });
    fields.number("particleSize", view.particleSize, kMinParticleSize, kMaxParticleSize);
    fields.flag("showVectors", view.showVectors);
    fields.number("vectorScale", view.vectorScale, kMinVectorScale, kMaxVectorScale);
    fields.flag("showContainer", view.showContainer);
    fields.flag("showShadow", view.showShadow);
    if (const Input* cut = fields.object("cut")) readCut({*cut, "view.cut.", complaints}, view.cut);
    if (const Input* surface = fields.object("surface")) {
        readSurface({*surface, "view.surface.", complaints}, view.surface);
    }
    fields.complainOfUnknown();
}

// Of the views that are not the shown one.
void readColours(Fields fields, Complaints& complaints, Preferences& preferences) {
    for (const ViewInfo& view : registeredViews()) {
        const Input* object = fields.object(view.name);
        if (object == nullptr) continue;
        ViewColour colour{view.usualColour, {}};
        Fields inner(*object, fmt::format("colours.{}.", view.name), complaints);
        readColourBy(inner, colour.by);
        readRange(inner, colour.range);
        inner.complainOfUnknown();
        const bool isShown = view.name == preferences.view.view;
        if (!isShown && !isUsualColour(view, colour)) preferences.colours[std::string(view.name)] = colour;
    }
    fields.complainOfUnknown();
}

// Panels that this version does not have stay in it: another version may.
void readOpenPanels(const Input& object, Fields& fields, std::map<std::string, bool>& open) {
    for (const auto& [id, isOpen] : object.items()) {
        if (isOpen.is_boolean() && id.size() <= kMaxIdLength && open.size() < kMaxOpenPanels) {
            open[id] = isOpen.get<bool>();
        } else {
            fields.complain(
                "openPanels", isOpen,
                fmt::format("true, false, for at most {} ids of at most {} bytes", kMaxOpenPanels, kMaxIdLength));
            return;
        }
    }
}

void readPanelNumbers(const Input& object, Fields& fields, std::map<std::string, double>& numbers) {
    for (const auto& [id, number] : object.items()) {
        if (number.is_number() && id.size() <= kMaxIdLength && numbers.size() < kMaxOpenPanels) {
            numbers[id] = number.get<double>();
        } else {
            fields.complain(
                "panelNumbers", number,
                fmt::format("numbers, for at most {} ids of at most {} bytes", kMaxOpenPanels, kMaxIdLength));
            return;
        }
    }
}

void readRecording(Fields fields, RecordingSettings& recording) {
    fields.name("format", {std::begin(kRecordingFormats), std::end(kRecordingFormats)},
                [&](size_t k) { recording.format = kRecordingFormats[k]; });
    fields.number("fps", recording.fps, kMinRecordingRate, kMaxRecordingRate);
    fields.name("size", {std::begin(kRecordingSizes), std::end(kRecordingSizes)},
                [&](size_t k) { recording.size = kRecordingSizes[k]; });
    fields.complainOfUnknown();
}

Preferences readAll(const Input& json, Complaints& complaints) {
    Preferences read;
    Fields fields(json, "", complaints);
    int version = read.version;
    fields.number("version", version, 1, 1);
    if (const Input* tools = fields.object("tools")) readTools({*tools, "tools.", complaints}, read.tools);
    if (const Input* view = fields.object("view")) readView({*view, "view.", complaints}, complaints, read.view);
    if (const Input* colours = fields.object("colours"))
        readColours({*colours, "colours.", complaints}, complaints, read);
    fields.number("speed", read.speed, std::begin(kSpeeds)[0], std::end(kSpeeds)[-1]);
    fields.number("interfaceScale", read.interfaceScale, kMinInterfaceScale, kMaxInterfaceScale,
                  ", or 0 for that of the screen", [](double given) { return given == 0.0; });
    fields.flag("showPanels", read.showPanels);
    fields.flag("showHints", read.showHints);
    if (const Input* open = fields.object("openPanels")) readOpenPanels(*open, fields, read.openPanels);
    if (const Input* numbers = fields.object("panelNumbers")) readPanelNumbers(*numbers, fields, read.panelNumbers);
    fields.number("leftWidth", read.leftWidth, kMinColumn, kMaxColumn);
    fields.number("rightWidth", read.rightWidth, kMinColumn, kMaxColumn);
    fields.name("resolution", {std::begin(kResolutions), std::end(kResolutions)},
                [&](size_t k) { read.resolution = kResolutions[k]; });
    fields.number("windowWidth", read.windowWidth, kMinWindow, kMaxWindow);
    fields.number("windowHeight", read.windowHeight, kMinWindow, kMaxWindow);
    fields.flag("askBeforeLoss", read.askBeforeLoss);
    if (const Input* recording = fields.object("recording")) {
        readRecording({*recording, "recording.", complaints}, read.recording);
    }
    fields.number("timelineMegabytes", read.timelineMegabytes, kMinTimelineMegabytes, kMaxTimelineMegabytes);
    fields.complainOfUnknown();
    return read;
}

Json rangeJson(const std::optional<ValueRange>& range) {
    if (!range) return nullptr;
    return Json::array({shortDecimal(range->lower), shortDecimal(range->upper)});
}

Json surfaceJson(const SurfaceSettings& surface) {
    return Json{
        {"cellSize", shortDecimal(surface.cellSize)}, {"isoValue", shortDecimal(surface.isoValue)},
        {"smoothingPasses", surface.smoothingPasses}, {"normals", kNormalsNames[static_cast<size_t>(surface.normals)]},
        {"keepsDroplets", surface.keepsDroplets},     {"hugsWalls", surface.hugsWalls}};
}

Json cutJson(const CutSettings& cut) {
    return Json{
        {"isOn", cut.isOn}, {"axis", kCutAxisNames[static_cast<size_t>(cut.axis)]}, {"place", shortDecimal(cut.place)}};
}

Json coloursJson(const std::map<std::string, ViewColour>& colours) {
    Json json = Json::object();
    for (const auto& [view, colour] : colours) {
        json[view] = {{"colourBy", colourInfo(colour.by).name}, {"range", rangeJson(colour.range)}};
    }
    return json;
}

Json toJson(const Preferences& p) {
    const auto decimal = [](float value) { return shortDecimal(value); };
    Json tools{{"tool", toolInfo(p.tools.tool).name},
               {"radius", decimal(p.tools.radius)},
               {"strength", decimal(p.tools.strength)}};
    Json view{{"view", p.view.view},
              {"colourBy", colourInfo(p.view.colourBy).name},
              {"range", rangeJson(p.view.range)},
              {"background", backgroundInfo(p.view.background).name},
              {"particleSize", decimal(p.view.particleSize)},
              {"showVectors", p.view.showVectors},
              {"vectorScale", decimal(p.view.vectorScale)},
              {"showContainer", p.view.showContainer},
              {"showShadow", p.view.showShadow},
              {"cut", cutJson(p.view.cut)},
              {"surface", surfaceJson(p.view.surface)}};
    return Json{{"version", p.version},
                {"tools", std::move(tools)},
                {"view", std::move(view)},
                {"colours", coloursJson(p.colours)},
                {"speed", p.speed},
                {"interfaceScale", decimal(p.interfaceScale)},
                {"showPanels", p.showPanels},
                {"showHints", p.showHints},
                {"openPanels", p.openPanels},
                {"panelNumbers", p.panelNumbers},
                {"leftWidth", decimal(p.leftWidth)},
                {"rightWidth", decimal(p.rightWidth)},
                {"resolution", p.resolution},
                {"windowWidth", p.windowWidth},
                {"windowHeight", p.windowHeight},
                {"askBeforeLoss", p.askBeforeLoss},
                {"recording", {{"format", p.recording.format}, {"fps", p.recording.fps}, {"size", p.recording.size}}},
                {"timelineMegabytes", p.timelineMegabytes}};
}

std::string lineFor(const fs::path& path, std::string_view what) {
    std::string line = fmt::format("preferences '{}': {}", path.string(), what);
    std::replace(line.begin(), line.end(), '\n', ' ');  // a name may hold anything; the log has one line for it
    return line;
}

std::string joined(const Complaints& complaints) {
    const size_t unsaid = complaints.count - complaints.texts.size();
    return fmt::format("{}{}; using the defaults for these", fmt::join(complaints.texts, "; "),
                       unsaid > 0 ? fmt::format("; and {} more", unsaid) : std::string());
}

// The text of the file, or empty with a complaint. A pipe or a device is not read: it might never end.
std::string readBounded(const fs::path& path, std::string& complaint) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) {
        complaint = "is not a regular file; using the defaults";
        return {};
    }
    if (const auto size = fs::file_size(path, error); error || size > kMaxBytes) {
        complaint = error ? fmt::format("cannot be read: {}; using the defaults", error.message())
                          : fmt::format("has {} bytes; allowed: at most {}; using the defaults", size, kMaxBytes);
        return {};
    }
    std::ifstream file(path, std::ios::binary);
    std::string text(kMaxBytes, '\0');
    if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file.is_open() || file.bad()) {
        complaint = "cannot be read; using the defaults";
        return {};
    }
    text.resize(static_cast<size_t>(file.gcount()));
    return text;
}

Preferences load(const fs::path& path, std::string& logLine) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (path.empty() || status.type() == fs::file_type::not_found) return {};
    std::string complaint;
    const std::string text = readBounded(path, complaint);
    if (!complaint.empty()) {
        logLine = lineFor(path, complaint);
        return {};
    }
    const Input json = Input::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object()) {
        logLine = lineFor(path, json.is_discarded() ? "is not valid JSON; using the defaults"
                                                    : "does not hold a JSON object; using the defaults");
        return {};
    }
    Complaints complaints;
    Preferences read = readAll(json, complaints);
    if (complaints.count > 0) logLine = lineFor(path, joined(complaints));
    return read;
}

}  // namespace

fs::path preferencesPath() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    // The XDG standard says that relative paths must be ignored.
    if (config != nullptr && fs::path(config).is_absolute()) return fs::path(config) / "meniscus" / "preferences.json";
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    return fs::path(home) / ".config" / "meniscus" / "preferences.json";
}

Preferences loadPreferences(const fs::path& path, std::string& logLine) {
    logLine.clear();
    try {
        return load(path, logLine);
    } catch (const std::exception& error) {
        logLine = lineFor(path, fmt::format("cannot be used: {}; using the defaults", error.what()));
        return {};
    }
}

bool savePreferences(const fs::path& path, const Preferences& preferences, std::string& logLine) {
    logLine.clear();
    if (path.empty()) {
        logLine = "preferences are not kept: neither XDG_CONFIG_HOME nor HOME is set";
        return false;
    }
    try {
        if (path.has_parent_path()) fs::create_directories(path.parent_path());
        writeFileAtomically(path, jsonText(toJson(preferences)));
        return true;
    } catch (const std::exception& error) {
        logLine = lineFor(path, error.what());
        return false;
    }
}

}  // namespace meniscus

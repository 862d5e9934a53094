#include "meniscus/scene/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/scene/scene_file.h"
#include "meniscus/sph/simd_target.h"
#include "scene/formats/command_json.h"
#include "scene/formats/scene_json.h"
#include "scene/formats/strict_json.h"

namespace meniscus {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "meniscus-replay";
constexpr int kVersion = 2;
constexpr int kVersionWithColours = 1;  // whose hash has the colours of fluids in it
constexpr uint64_t kMaxSteps = 1'000'000'000'000;
constexpr double kMaxClock = 1e9;  // s
constexpr size_t kMaxTarget = 40;
constexpr std::array<std::string_view, 9> kKeys{"format", "version", "scene",      "isForPlay", "steps",
                                                "clock",  "hash",    "simdTarget", "commands"};

// An object of the file; place is its JSON path.
class Fields {
  public:
    Fields(const Json& json, std::string where, std::string place)
        : json_(json), where_(std::move(where)), place_(std::move(place)) {
        if (!json.is_object()) refuse(place_, json, "an object");
    }

    [[nodiscard]] bool has(const std::string& key) const { return json_.contains(key); }
    [[nodiscard]] const Json& at(const std::string& key) const {
        if (!has(key)) throw InputError(fmt::format("{}: {} has no {}", where_, place_, key));
        return json_[key];
    }
    [[nodiscard]] std::string text(const std::string& key) const {
        if (!at(key).is_string()) refuse(pathOf(key), at(key), "a text");
        return at(key).get<std::string>();
    }
    [[nodiscard]] bool flag(const std::string& key) const {
        if (!at(key).is_boolean()) refuse(pathOf(key), at(key), "true, false");
        return at(key).get<bool>();
    }
    [[nodiscard]] uint64_t count(const std::string& key, uint64_t most) const {
        const Json& value = at(key);
        if (!value.is_number_unsigned() || value.get<uint64_t>() > most) {
            refuse(pathOf(key), value, fmt::format("a whole number from 0 to {}", most));
        }
        return value.get<uint64_t>();
    }
    [[nodiscard]] double number(const std::string& key, double most) const {
        const Json& value = at(key);
        if (!value.is_number() || !(value.get<double>() >= 0.0 && value.get<double>() <= most)) {
            refuse(pathOf(key), value, fmt::format("a number from 0 to {}", most));
        }
        return value.get<double>();
    }
    [[nodiscard]] const Json& list(const std::string& key) const {
        if (!at(key).is_array()) refuse(pathOf(key), at(key), "a list");
        return at(key);
    }
    [[noreturn]] void refuse(const std::string& place, const Json& value, std::string_view allowed) const {
        throw InputError(fmt::format("{}: {} is {}; allowed: {}", where_, place, shortText(value), allowed));
    }
    [[nodiscard]] std::string pathOf(const std::string& key) const { return place_ + "." + key; }

    void warnOfOthers(std::span<const std::string_view> known, std::vector<std::string>& warnings) const {
        for (const auto& [key, value] : json_.items()) {
            if (std::find(known.begin(), known.end(), key) != known.end()) continue;
            const std::string_view nearest = nearestWord(key, known);
            const std::string meant = nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
            warnings.push_back(
                fmt::format("{}: {} has an unknown key {}{}", where_, place_, shortText(Json(key)), meant));
        }
    }

  private:
    const Json& json_;
    std::string where_;
    std::string place_;
};

// A path that a file names must stay in the file's own folder, wherever links lead.
fs::path pathInside(const fs::path& folder, const std::string& name, const std::string& where) {
    const auto refuse = [&](std::string_view why) {
        throw InputError(fmt::format("{}: $.scene.file is {}: {}; allowed: a file in the folder of the replay", where,
                                     shortText(Json(name)), why));
    };
    const fs::path path(name);
    if (name.empty() || name.find('\0') != std::string::npos) refuse("it is no name");
    if (path.is_absolute()) refuse("it is an absolute path");
    if (std::find(path.begin(), path.end(), fs::path("..")) != path.end()) refuse("it leads out of the folder");
    std::error_code error;
    const fs::path base = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    if (error) refuse(error.message());
    const fs::path real = fs::canonical(base / path, error);
    if (error) refuse(error.message());
    const auto [baseEnd, rest] = std::mismatch(base.begin(), base.end(), real.begin(), real.end());
    if (baseEnd != base.end()) refuse("a link leads out of the folder");
    return real;
}

SceneReading builtInScene(const Fields& fields, const std::string& where) {
    static constexpr std::array<std::string_view, 3> kSceneKeys{"builtIn", "particles", "seed"};
    SceneReading reading;
    SceneOptions options;
    if (fields.has("particles")) options.particles = fields.count("particles", SceneLimits{}.particles);
    if (fields.has("seed")) options.seed = fields.count("seed", std::numeric_limits<uint64_t>::max());
    try {
        reading.scene = describeScene(findScene(fields.text("builtIn")), options);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: $.scene: {}", where, error.what()));
    }
    fields.warnOfOthers(kSceneKeys, reading.warnings);
    return reading;
}

SceneReading sceneIn(const Json& json, const std::string& where, const fs::path& folder) {
    const Fields fields(json, where, "$.scene");
    if (fields.has("builtIn")) return builtInScene(fields, where);
    if (!fields.has("file")) return sceneFromJson(json, where + ": scene");
    static constexpr std::array<std::string_view, 1> kFileKeys{"file"};
    SceneReading reading = readScene(pathInside(folder, fields.text("file"), where));
    fields.warnOfOthers(kFileKeys, reading.warnings);
    return reading;
}

uint64_t hashIn(const Fields& fields) {
    const std::string text = fields.text("hash");
    uint64_t hash = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
    const bool isHash = text.size() == 16 && error == std::errc{} && end == text.data() + text.size();
    if (!isHash) fields.refuse(fields.pathOf("hash"), Json(text), "16 hexadecimal digits");
    return hash;
}

void requireReplay(const Fields& fields, const std::string& where) {
    if (!fields.has("format") || fields.at("format") != kFormat) {
        throw InputError(fmt::format("{}: not a replay (format {})", where, kFormat));
    }
    const Json& version = fields.at("version");
    if (version != kVersion && version != kVersionWithColours) {
        fields.refuse(fields.pathOf("version"), version, fmt::format("{}, {}", kVersionWithColours, kVersion));
    }
}

}  // namespace

std::string replayText(const Replay& replay) {
    std::string text = fmt::format("{{\"format\": \"{}\",\n\"version\": {},\n\"steps\": {},\n\"clock\": {},\n", kFormat,
                                   kVersion, replay.steps, Json(replay.clock).dump());
    if (replay.hash) text += fmt::format("\"hash\": \"{}\",\n", hex16(replay.hash->value));
    if (!replay.simdTarget.empty()) text += fmt::format("\"simdTarget\": {},\n", Json(replay.simdTarget).dump());
    text += fmt::format("\"isForPlay\": {},\n", replay.isForPlay);
    std::string scene = sceneText(replay.scene);
    while (scene.ends_with('\n')) scene.pop_back();
    return text + fmt::format("\"scene\": {},\n\"commands\": {}}}\n", scene, commandLines(replay.log));
}

ReplayReading parseReplay(std::string_view text, const std::string& where, const fs::path& folder) {
    const Json json = parseStrictJson(text, where);
    const Fields fields(json, where, "$");
    requireReplay(fields, where);
    SceneReading scene = sceneIn(fields.at("scene"), where, folder);
    ReplayReading reading;
    reading.warnings = std::move(scene.warnings);
    Replay& replay = reading.replay;
    replay.scene = std::move(scene.scene);
    if (fields.has("isForPlay")) replay.isForPlay = fields.flag("isForPlay");
    replay.steps = fields.count("steps", kMaxSteps);
    replay.clock = fields.number("clock", kMaxClock);
    const bool hasColours = fields.at("version") == kVersionWithColours;
    if (fields.has("hash")) replay.hash = {hashIn(fields), hasColours ? HashRule::WithColours : HashRule::Physics};
    if (fields.has("simdTarget")) replay.simdTarget = fields.text("simdTarget").substr(0, kMaxTarget);
    replay.log = commandsOf(fields.list("commands"), where);
    if (!replay.log.empty() && replay.log.back().step > replay.steps) {
        throw InputError(fmt::format("{}: $.commands: a command of step {}; the session has {} steps", where,
                                     replay.log.back().step, replay.steps));
    }
    fields.warnOfOthers(kKeys, reading.warnings);
    return reading;
}

Replay replayOf(const World& world, Scene scene, bool isForPlay) {
    return {.scene = std::move(scene),
            .isForPlay = isForPlay,
            .log = {world.log().begin(), world.log().end()},
            .steps = world.stepIndex(),
            .clock = world.clock(),
            .hash = RecordedHash{world.stateHash()},
            .simdTarget = std::string(simdTargetName())};
}

// A built-in scene knows best how it is at another resolution.
Scene sceneForReplay(const Replay& replay, size_t particles) {
    const Scene& scene = replay.scene;
    for (const SceneInfo& info : builtInScenes()) {
        if (info.name != scene.name) continue;
        const uint64_t seed = scene.setup.seed;
        Scene builtIn = describeScene(info, {.particles = scene.particles, .seed = seed});
        builtIn.look = scene.look;
        builtIn.view = scene.view;
        if (sceneText(builtIn) != sceneText(scene)) break;
        Scene other = describeScene(info, {.particles = particles, .seed = seed});
        other.look = scene.look;
        other.view = scene.view;
        return other;
    }
    return withParticles(scene, particles);
}

}  // namespace meniscus

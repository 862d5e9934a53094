#include "scene/formats/scene_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "scene/formats/scene_checks.h"
#include "scene/formats/scene_fields.h"

namespace meniscus {

namespace {

constexpr size_t kMaxWarnings = 20;

const FluidKind& knownOrPlain(std::string_view name) {
    static const FluidKind plain;
    const auto fluids = knownFluids();
    const auto place = std::ranges::find(fluids, name, &FluidKind::name);
    return place == fluids.end() ? plain : *place;
}

// Writes what differs from what a missing key stands for; after always(), the next value whatever it is.
class SceneWriter {
  public:
    static constexpr bool kIsWriter = true;

    explicit SceneWriter(const Scene& scene) {
        for (const FluidKind& kind : scene.setup.fluids) fluidNames_.push_back(kind.name);
    }

    [[nodiscard]] Json& root() { return root_; }
    [[nodiscard]] static const FluidKind& knownFluid(const std::string& name) { return knownOrPlain(name); }

    SceneWriter& always() {
        isAlways_ = true;
        return *this;
    }

    template <typename T, typename Fallback>
    void number(std::string_view key, T value, Fallback fallback, const Range&, std::string_view) {
        if (!isWanted(value, std::optional<T>(fallback)) || !std::isfinite(value)) return;
        if constexpr (std::is_same_v<T, float>) {
            put(key, shortest(value));
        } else {
            put(key, value);
        }
    }
    void count(std::string_view key, uint64_t value, uint64_t fallback, uint64_t, uint64_t, std::string_view) {
        if (isWanted(value, std::optional(fallback))) put(key, value);
    }
    void flag(std::string_view key, bool value, bool fallback, std::string_view) {
        if (isWanted(value, std::optional(fallback))) put(key, value);
    }
    void vector(std::string_view key, Vec3 value, std::optional<Vec3> fallback, const Range&, std::string_view) {
        if (isWanted(value, fallback)) put(key, jsonOf(value));
    }
    void text(std::string_view key, const std::string& value, std::optional<std::string> fallback, size_t,
              std::string_view) {
        if (isWanted(value, fallback)) put(key, value);
    }
    void name(std::string_view key, const std::string& value, std::span<const std::string_view>,
              std::string_view about) {
        text(key, value, "", kMaxNameLength, about);
    }
    template <typename T, typename Fallback>
    void choice(std::string_view key, T value, Fallback fallback, std::span<const std::string_view> names,
                std::string_view) {
        if (isWanted(value, std::optional<T>(fallback))) put(key, nameAt(key, names, static_cast<size_t>(value)));
    }
    void fluid(std::string_view key, int value, int fallback, std::string_view) {
        if (value != fallback) put(key, fluidNames_.at(static_cast<size_t>(value)));
    }
    void axes(std::string_view key, const std::array<bool, 3>& periodic, std::string_view) {
        Json names = Json::array();
        for (size_t k = 0; k < 3; ++k) {
            if (periodic[k]) names.push_back(std::string(1, "xyz"[k]));
        }
        if (!names.empty()) put(key, std::move(names));
    }
    void spacing(std::string_view key, const Scene& scene, const Range&, std::string_view) {
        if (scene.fill.empty()) put(key, shortest(scene.setup.spacing));
    }
    void points(std::string_view key, const std::vector<Vec3>& points, size_t, const Range&, std::string_view) {
        Json list = Json::array();
        for (const Vec3 point : points) list.push_back(jsonOf(point));
        if (!list.empty()) put(key, std::move(list));
    }
    template <typename Visit>
    void object(std::string_view key, bool, std::string_view, const Visit& visit) {
        Json object = inside(visit);
        if (!object.empty()) put(key, std::move(object));
    }
    template <typename T, typename Visit>
    void list(std::string_view key, std::vector<T>& items, size_t, std::string_view, const Visit& visit) {
        Json list = Json::array();
        for (T& item : items) list.push_back(inside([&] { visit(item); }));
        const bool isPlain = list.empty() || (list.size() == 1 && list.front().empty());
        if (!isPlain) put(key, std::move(list));
    }
    template <typename Visit>
    void alternatives(std::string_view key, size_t index, std::span<const std::string_view> names, std::string_view,
                      const Visit& visit) {
        put(key, nameAt(key, names, index));
        visit(index);
    }

  private:
    static std::string_view nameAt(std::string_view key, std::span<const std::string_view> names, size_t index) {
        if (index < names.size()) return names[index];
        throw InputError(fmt::format("{}: choice {} has no name; allowed: {}", key, index, fmt::join(names, ", ")));
    }

    static Json jsonOf(Vec3 v) { return Json::array({shortest(v.x), shortest(v.y), shortest(v.z)}); }

    template <typename T>
    bool isWanted(const T& value, const std::optional<T>& fallback) {
        const bool isAlways = std::exchange(isAlways_, false);
        return isAlways || !fallback || !(value == *fallback);
    }

    void put(std::string_view key, Json value) { (*at_)[std::string(key)] = std::move(value); }

    template <typename Visit>
    Json inside(const Visit& visit) {
        Json object = Json::object();
        Json* const outer = std::exchange(at_, &object);
        visit();
        at_ = outer;
        return object;
    }

    std::vector<std::string> fluidNames_;
    Json root_ = Json::object();
    Json* at_ = &root_;
    bool isAlways_ = false;
};

// Reads the keys of the object where it stands. Missing ones get what they stand for.
class SceneReader {
  public:
    static constexpr bool kIsWriter = false;

    SceneReader(const Json& root, const std::string& where) : where_(where), path_("$") {
        if (!root.is_object()) refuse(root, "an object");
        gatherFluidNames(root);
        level_ = {&root, {"$schema", "format", "version"}};
    }

    SceneReader& always() { return *this; }
    [[nodiscard]] static const FluidKind& knownFluid(const std::string& name) { return knownOrPlain(name); }

    template <typename T, typename Fallback>
    void number(std::string_view key, T& value, Fallback fallback, const Range& range, std::string_view) {
        read(key, value, std::optional<T>(fallback), [&](const Json& json) { return numberOf<T>(json, range); });
    }
    template <typename T>
    void count(std::string_view key, T& value, uint64_t fallback, uint64_t minimum, uint64_t maximum,
               std::string_view) {
        read(key, value, std::optional<T>(fallback), [&](const Json& json) -> T {
            const bool isAllowed =
                json.is_number_unsigned() && json.get<uint64_t>() >= minimum && json.get<uint64_t>() <= maximum;
            if (!isAllowed) refuse(json, fmt::format("whole numbers from {} to {}", minimum, maximum));
            return json.get<uint64_t>();
        });
    }
    void flag(std::string_view key, bool& value, bool fallback, std::string_view) {
        read(key, value, std::optional(fallback), [&](const Json& json) {
            if (!json.is_boolean()) refuse(json, "true, false");
            return json.get<bool>();
        });
    }
    void vector(std::string_view key, Vec3& value, std::optional<Vec3> fallback, const Range& range, std::string_view) {
        read(key, value, fallback, [&](const Json& json) { return vectorOf(json, range); });
    }
    void text(std::string_view key, std::string& value, std::optional<std::string> fallback, size_t most,
              std::string_view) {
        read(key, value, std::move(fallback), [&](const Json& json) {
            const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
            const auto* text = json.get_ptr<const std::string*>();
            if (text == nullptr || text->size() > most || std::ranges::any_of(*text, isControl)) {
                refuse(json, fmt::format("a text on one line of up to {} bytes", most));
            }
            return *text;
        });
    }
    // One of the names, or nothing. Where there are none, any text.
    void name(std::string_view key, std::string& value, std::span<const std::string_view> names,
              std::string_view about) {
        if (names.empty()) return text(key, value, "", kMaxNameLength, about);
        read(key, value, std::optional<std::string>(""),
             [&](const Json& json) { return std::string(names[indexOf(json, names)]); });
    }
    template <typename T, typename Fallback>
    void choice(std::string_view key, T& value, Fallback fallback, std::span<const std::string_view> names,
                std::string_view) {
        read(key, value, std::optional<T>(fallback),
             [&](const Json& json) { return static_cast<T>(indexOf(json, names)); });
    }
    void fluid(std::string_view key, int& value, int fallback, std::string_view) {
        read(key, value, std::optional(fallback), [&](const Json& json) {
            std::vector<std::string_view> names(fluidNames_.begin(), fluidNames_.end());
            return static_cast<int>(indexOf(json, names));
        });
    }
    void axes(std::string_view key, std::array<bool, 3>& periodic, std::string_view) {
        periodic = {};
        eachOf(key, 3, [&](const Json& axis, size_t) {
            constexpr std::array<std::string_view, 3> kNames{"x", "y", "z"};
            periodic[indexOf(axis, kNames)] = true;
        });
    }
    void spacing(std::string_view key, Scene& scene, const Range& range, std::string_view) {
        const bool hasFill = level_.object->contains("fill") && !level_.object->at("fill").empty();
        const bool isGiven = level_.object->contains(key);
        if (hasFill && isGiven) warn("spacing is not used: it follows from particles and fill");
        const std::optional<float> fallback = hasFill ? std::optional(scene.setup.spacing) : std::nullopt;
        number(key, scene.setup.spacing, fallback, range, "");
    }
    void points(std::string_view key, std::vector<Vec3>& points, size_t most, const Range& range, std::string_view) {
        points.clear();
        eachOf(key, most, [&](const Json& json, size_t) { points.push_back(vectorOf(json, range)); });
    }
    template <typename Visit>
    void object(std::string_view key, bool isNeeded, std::string_view, const Visit& visit) {
        static const Json nothing = Json::object();
        const Json* json = find(key);
        if (json == nullptr && isNeeded) refuseMissing(key);
        const Step step(*this, fmt::format(".{}", key));
        inside(json == nullptr ? nothing : *json, visit);
    }
    template <typename T, typename Visit>
    void list(std::string_view key, std::vector<T>& items, size_t most, std::string_view, const Visit& visit) {
        if (!level_.object->contains(key)) return static_cast<void>(find(key));
        items.clear();
        eachOf(key, most, [&](const Json& json, size_t) {
            items.emplace_back();
            inside(json, [&] { visit(items.back()); });
        });
    }
    template <typename Visit>
    void alternatives(std::string_view key, size_t, std::span<const std::string_view> names, std::string_view,
                      const Visit& visit) {
        size_t index = 0;
        choice(key, index, std::nullopt, names, "");
        visit(index);
    }

    void finish() { warnOfUnknown(); }
    [[nodiscard]] std::vector<std::string> takeWarnings() { return std::move(warnings_); }

  private:
    struct Level {
        const Json* object = nullptr;
        std::vector<std::string_view> known;
    };

    // Goes one step down the path for as long as it lives.
    class Step {
      public:
        Step(SceneReader& reader, std::string_view step) : reader_(reader), before_(reader.path_.size()) {
            reader_.path_ += step;
        }
        ~Step() { reader_.path_.resize(before_); }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

      private:
        SceneReader& reader_;
        size_t before_;
    };

    [[noreturn]] void refuse(const Json& value, std::string_view allowed) const {
        throw InputError(
            fmt::format("{}: {}: {} is not allowed; allowed: {}", where_, path_, shortText(value), allowed));
    }
    [[noreturn]] void refuseMissing(std::string_view key) const {
        throw InputError(fmt::format("{}: {}.{}: is missing", where_, path_, key));
    }
    void warn(std::string_view what) {
        if (warnings_.size() < kMaxWarnings) warnings_.push_back(fmt::format("{}: {}: {}", where_, path_, what));
    }

    const Json* find(std::string_view key) {
        level_.known.push_back(key);
        const auto place = level_.object->find(key);
        return place == level_.object->end() ? nullptr : &*place;
    }

    template <typename T, typename Convert>
    void read(std::string_view key, T& value, std::optional<T> fallback, const Convert& convert) {
        const Json* json = find(key);
        if (json == nullptr) {
            if (!fallback) refuseMissing(key);
            value = *std::move(fallback);
            return;
        }
        const Step step(*this, fmt::format(".{}", key));
        value = convert(*json);
    }

    template <typename Visit>
    void eachOf(std::string_view key, size_t most, const Visit& visit) {
        const Json* json = find(key);
        if (json == nullptr) return;
        const Step step(*this, fmt::format(".{}", key));
        if (!json->is_array() || json->size() > most) refuse(*json, fmt::format("an array of up to {}", most));
        for (size_t k = 0; k < json->size(); ++k) {
            const Step item(*this, fmt::format("[{}]", k));
            visit((*json)[k], k);
        }
    }

    template <typename Visit>
    void inside(const Json& json, const Visit& visit) {
        if (!json.is_object()) refuse(json, "an object");
        Level outer = std::exchange(level_, Level{&json, {}});
        visit();
        warnOfUnknown();
        level_ = std::move(outer);
    }

    template <typename T>
    T numberOf(const Json& json, const Range& range) const {
        const double wide = json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
        const auto minimum = static_cast<T>(range.minimum), maximum = static_cast<T>(range.maximum);
        // Narrowed only where it fits; ends of ranges are floats themselves.
        const T value = std::abs(wide) < 1e30 ? static_cast<T>(wide) : std::numeric_limits<T>::quiet_NaN();
        if (value >= minimum && value <= maximum) return value;
        refuse(json, fmt::format("{} to {}{}{}", minimum, maximum, range.unit.empty() ? "" : " ", range.unit));
    }

    Vec3 vectorOf(const Json& json, const Range& range) {
        if (!json.is_array() || json.size() != 3) refuse(json, "three numbers");
        std::array<float, 3> parts{};
        for (size_t k = 0; k < 3; ++k) {
            const Step step(*this, fmt::format("[{}]", k));
            parts[k] = numberOf<float>(json[k], range);
        }
        return {parts[0], parts[1], parts[2]};
    }

    size_t indexOf(const Json& json, std::span<const std::string_view> names) const {
        const auto* text = json.get_ptr<const std::string*>();
        const auto place = text == nullptr ? names.end() : std::ranges::find(names, std::string_view(*text));
        if (place != names.end()) return static_cast<size_t>(place - names.begin());
        const std::string_view nearest = text == nullptr ? "" : nearestWord(*text, names);
        refuse(json, nearest.empty() ? fmt::format("{}", fmt::join(names, ", "))
                                     : fmt::format("{}; did you mean '{}'?", fmt::join(names, ", "), nearest));
    }

    void gatherFluidNames(const Json& root) {
        if (root.contains("fluids") && root["fluids"].is_array()) {
            for (const Json& fluid : root["fluids"]) {
                if (fluidNames_.size() >= kMaxFluids) break;
                const bool hasName = fluid.is_object() && fluid.contains("name") && fluid["name"].is_string();
                // One that is too long is refused later, and not shown where others are listed.
                const std::string name = hasName ? fluid["name"].get<std::string>() : "";
                fluidNames_.push_back(name.size() <= kMaxFluidNameLength ? name : "");
            }
        }
        if (fluidNames_.empty()) fluidNames_.push_back(FluidKind{}.name);
    }

    void warnOfUnknown() {
        for (const auto& [key, value] : level_.object->items()) {
            if (warnings_.size() >= kMaxWarnings) return;
            if (std::ranges::find(level_.known, std::string_view(key)) != level_.known.end()) continue;
            const std::string_view nearest = nearestWord(key, level_.known);
            warn(fmt::format("key {} is unknown{}", shortText(key),
                             nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
        }
    }

    std::string where_;
    std::string path_;
    Level level_;
    std::vector<std::string> fluidNames_;
    std::vector<std::string> warnings_;
};

void checkFormat(const Json& json, const std::string& where) {
    const auto valueOf = [&](const char* key) { return json.is_object() && json.contains(key) ? json[key] : Json(); };
    if (valueOf("format") != kSceneFormat) {
        throw InputError(fmt::format("{}: $.format: {} is not allowed; allowed: \"{}\"", where,
                                     shortText(valueOf("format")), kSceneFormat));
    }
    if (valueOf("version") != kSceneVersion) {
        throw InputError(fmt::format("{}: $.version: {} is not allowed; allowed: {}", where,
                                     shortText(valueOf("version")), kSceneVersion));
    }
}

}  // namespace

Json sceneToJson(const Scene& scene) {
    Scene copy = scene;
    if (copy.fill.empty()) copy.particlesAtStart = copy.particles;  // which is what a missing key stands for
    SceneWriter writer(copy);
    writer.root()["format"] = kSceneFormat;
    writer.root()["version"] = kSceneVersion;
    visitScene(writer, copy, {});
    return writer.root();
}

SceneReading sceneFromJson(const Json& json, const std::string& where, const SceneLimits& limits) {
    checkFormat(json, where);
    SceneReading reading;
    SceneReader reader(json, where);
    visitScene(reader, reading.scene, limits);
    reader.finish();
    reading.warnings = reader.takeWarnings();
    completeScene(reading.scene, json, where, limits);
    return reading;
}

}  // namespace meniscus

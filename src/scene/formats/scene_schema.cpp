// The JSON Schema of scene files, from the same fields that they are read by.
#include <fmt/format.h>

#include <utility>

#include "scene/formats/scene_fields.h"
#include "scene/formats/scene_json.h"

namespace meniscus {

namespace {

// Settings that a file may leave out for the program to find; see completeScene.
bool isFound(std::string_view key) {
    return isInSettings(key) || key == "timeStep";
}

// Describes the keys of the object where it stands.
class SchemaWriter {
  public:
    static constexpr bool kIsWriter = false;

    SchemaWriter& always() { return *this; }
    [[nodiscard]] static FluidKind knownFluid(const std::string&) { return {}; }

    template <typename T, typename Fallback>
    void number(std::string_view key, T&, Fallback fallback, const Range& range, std::string_view about) {
        Json schema = numberSchema<T>(range);
        if constexpr (!std::is_same_v<Fallback, std::nullopt_t>) {
            const auto value = static_cast<T>(fallback);
            if (!isFound(key) && value >= static_cast<T>(range.minimum) && value <= static_cast<T>(range.maximum)) {
                schema["default"] = plain(value);
            }
        } else {
            need(key);
        }
        put(key, std::move(schema),
            range.unit.empty() ? std::string(about) : fmt::format("{} ({})", about, range.unit));
    }
    template <typename T>
    void count(std::string_view key, T&, uint64_t, uint64_t minimum, uint64_t maximum, std::string_view about) {
        put(key, {{"type", "integer"}, {"minimum", minimum}, {"maximum", maximum}}, about);
    }
    void flag(std::string_view key, bool&, bool fallback, std::string_view about) {
        put(key, {{"type", "boolean"}, {"default", fallback}}, about);
    }
    void vector(std::string_view key, Vec3&, std::optional<Vec3> fallback, const Range& range, std::string_view about) {
        if (!fallback) need(key);
        put(key, vectorSchema(range),
            range.unit.empty() ? std::string(about) : fmt::format("{} ({})", about, range.unit));
    }
    void text(std::string_view key, std::string&, std::optional<std::string> fallback, size_t most,
              std::string_view about) {
        if (!fallback) need(key);
        put(key, {{"type", "string"}, {"maxLength", most}}, about);
    }
    void name(std::string_view key, std::string&, std::span<const std::string_view> names, std::string_view about) {
        put(key, {{"enum", names}}, about);
    }
    template <typename T, typename Fallback>
    void choice(std::string_view key, T&, Fallback fallback, std::span<const std::string_view> names,
                std::string_view about) {
        Json schema{{"enum", names}};
        if constexpr (std::is_same_v<Fallback, std::nullopt_t>) {
            need(key);
        } else {
            schema["default"] = names[static_cast<size_t>(fallback)];
        }
        put(key, std::move(schema), about);
    }
    void fluid(std::string_view key, int&, int, std::string_view about) {
        put(key, {{"type", "string"}, {"maxLength", kMaxFluidNameLength}}, about);
    }
    void axes(std::string_view key, std::array<bool, 3>&, std::string_view about) {
        put(key, {{"type", "array"}, {"items", {{"enum", {"x", "y", "z"}}}}, {"maxItems", 3}}, about);
    }
    void spacing(std::string_view key, Scene&, const Range& range, std::string_view about) {
        put(key, numberSchema<float>(range), fmt::format("{} ({})", about, range.unit));
    }
    void points(std::string_view key, std::vector<Vec3>&, size_t most, const Range& range, std::string_view about) {
        put(key, {{"type", "array"}, {"items", vectorSchema(range)}, {"maxItems", most}}, about);
    }
    template <typename Visit>
    void object(std::string_view key, bool isNeeded, std::string_view about, const Visit& visit) {
        if (isNeeded) need(key);
        put(key, inside(visit), about);
    }
    template <typename T, typename Visit>
    void list(std::string_view key, std::vector<T>&, size_t most, std::string_view about, const Visit& visit) {
        T item;
        put(key, {{"type", "array"}, {"items", inside([&] { visit(item); })}, {"maxItems", most}}, about);
    }
    template <typename Visit>
    void alternatives(std::string_view key, size_t, std::span<const std::string_view> names, std::string_view about,
                      const Visit& visit) {
        Json each = Json::array();
        for (size_t k = 0; k < names.size(); ++k) {
            each.push_back(inside([&] {
                need(key);
                put(key, {{"const", names[k]}}, about);
                visit(k);
            }));
        }
        level_ = {{"oneOf", std::move(each)}};
    }

    template <typename Visit>
    Json inside(const Visit& visit) {
        Json outer = std::exchange(level_, emptyObject());
        visit();
        if (level_.contains("required") && level_["required"].empty()) level_.erase("required");
        return std::exchange(level_, std::move(outer));
    }

    void need(std::string_view key) { level_["required"].push_back(key); }
    void put(std::string_view key, Json schema, std::string_view about) {
        Json described{{"description", about}};
        described.update(schema);
        level_["properties"][std::string(key)] = std::move(described);
    }

  private:
    static Json emptyObject() {
        return {{"type", "object"},
                {"additionalProperties", false},
                {"required", Json::array()},
                {"properties", Json::object()}};
    }

    static double plain(float value) { return shortest(value); }
    static double plain(double value) { return value; }

    template <typename T>
    static Json numberSchema(const Range& range) {
        return {{"type", "number"},
                {"minimum", plain(static_cast<T>(range.minimum))},
                {"maximum", plain(static_cast<T>(range.maximum))}};
    }
    static Json vectorSchema(const Range& range) {
        return {{"type", "array"}, {"items", numberSchema<float>(range)}, {"minItems", 3}, {"maxItems", 3}};
    }

    Json level_ = emptyObject();
};

}  // namespace

std::string sceneSchemaText() {
    SchemaWriter writer;
    Scene scene;
    Json object = writer.inside([&] {
        writer.put("$schema", {{"type", "string"}}, "where the schema is, for editors");
        writer.need("format");
        writer.put("format", {{"const", kSceneFormat}}, "what this file is");
        writer.need("version");
        writer.put("version", {{"const", kSceneVersion}}, "of the format");
        visitScene(writer, scene, {});
    });
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "Meniscus scene"},
                {"description", "A scene of Meniscus; see docs/scene-files.md. Numbers are in SI units."}};
    schema.update(object);
    return layOut(schema);
}

}  // namespace meniscus

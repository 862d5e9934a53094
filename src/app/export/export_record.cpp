#include "app/export/export_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/commands/run_report.h"
#include "app/export/particle_fields.h"
#include "meniscus/scene/scene.h"

namespace meniscus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFormat = "meniscus-export";
constexpr int kVersion = 1;

bool isBuiltIn(const std::string& name) {
    return std::ranges::any_of(builtInScenes(), [&](const SceneInfo& scene) { return scene.name == name; });
}

// As a shell takes it for one word.
std::string shellWord(std::string_view text) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

// As a shell and the program take it for one path, even where it begins like an option.
std::string shellPath(const fs::path& path) {
    const std::string text = path.string();
    return shellWord(text.starts_with('-') ? "./" + text : text);
}

// A folder beside the given one that is not there yet.
fs::path newSibling(const fs::path& folder) {
    fs::path base = folder.has_filename() ? folder : folder.parent_path();  // without a slash at the end
    if (base.filename() == "." || base.filename() == "..") base = fs::weakly_canonical(base);
    const auto isThere = [](const fs::path& path) {
        std::error_code ignored;  // a path that cannot be looked at is not there for us either
        return fs::exists(fs::symlink_status(path, ignored));
    };
    base += "-again";
    fs::path sibling = base;
    for (int k = 2; isThere(sibling); ++k) sibling = fmt::format("{}-{}", base.string(), k);
    return sibling;
}

std::string surfaceArguments(const SurfaceSettings& surface) {
    std::string text = " --surface";
    if (surface.cellSize > 0.0f) text += fmt::format(" --cell-size {}", surface.cellSize);
    if (surface.isoValue > 0.0f) text += fmt::format(" --iso {}", surface.isoValue);
    return text + fmt::format(" --smoothing {}", surface.smoothingPasses);
}

Json shortDecimals(Vec3 v) {
    return Json::array({shortDecimal(v.x), shortDecimal(v.y), shortDecimal(v.z)});
}

Json boundsJson(const Bounds& bounds) {
    return Json::array({shortDecimals(bounds.lower), shortDecimals(bounds.upper)});
}

Json fluidJson(const FluidKind& kind) {
    Json json{{"name", kind.name}, {"gas", kind.isGas}, {"flame", kind.isFlame}, {"vapour", kind.vapour}};
    for (const FluidProperty& property : fluidPropertyTable()) {
        json[std::string(property.key)] = shortDecimal(kind.*property.value);
    }
    return json;
}

Json fluidsJson(const World& world) {
    Json fluids = Json::array();
    for (const FluidKind& kind : world.fluids()) {
        fluids.push_back(fluidJson(kind));
        fluids.back()["particleMass"] = shortDecimal(world.particleMass(fluids.size() - 1));
    }
    return fluids;
}

Json heatersJson(const World& world) {
    Json heaters = Json::array();
    for (const HeatRegion& heater : world.setup().heaters) {
        heaters.push_back({{"bounds", boundsJson(heater.bounds)},
                           {"temperature", shortDecimal(heater.temperature)},
                           {"rate", shortDecimal(heater.rate)},
                           {"power", shortDecimal(heater.power)},
                           {"period", shortDecimal(heater.period)},
                           {"onTime", shortDecimal(heater.onTime)},
                           {"capacity", shortDecimal(heater.capacity)}});
    }
    return heaters;
}

Json filesJson(const ExportOptions& exporting) {
    Json files;
    const auto add = [&](std::string_view kind) {
        files[std::string(kind)] = exportFileName(kind, "INDEX", exporting.format);
    };
    add(kParticleFiles);
    if (exporting.hasSurface) add(kSurfaceFiles);
    if (exporting.hasSurfacePerFluid) add(surfaceFilesOf("FLUID"));
    return files;
}

Json fieldJson(std::string_view unit, std::string_view meaning) {
    return {{"unit", unit}, {"meaning", meaning}};
}

// Keys and units are those of the preferences; what is automatic there stands here as what it came to.
Json surfaceJson(const SurfaceSettings& surface) {
    return {{"cellSize", shortDecimal(cellSizeOf(surface))},
            {"isoValue", shortDecimal(isoValueOf(surface))},
            {"smoothingPasses", surface.smoothingPasses}};
}

Json meaningsJson() {
    return {{"units", "SI: metres, seconds, kilograms, pascals"},
            {"axes", "right-handed, y is up"},
            {"command",
             "makes the same files again, in a new folder beside this one; for a shell in the same working directory"},
            {"particles", "count that the scene was built for"},
            {"settings", "at the first step; --set takes each of them as KEY=VALUE"},
            {"spacing", "distance of particles at rest, m; half of it is a particle's radius"},
            {"supportRadius", "how far particles feel each other, m"},
            {"particleMass", "kg; of the first fluid, where there are several"},
            {"fluids",
             "at the first step, by their index; temperatures in degrees Celsius; vapour: index of the fluid "
             "that it boils into, or -1; --set takes each property as NAME.KEY=VALUE"},
            {"heaters",
             "bounds: lowest and highest corner, m; temperature: degrees Celsius; rate: 1/s; power: K/s at most; on "
             "for onTime of every period, s, or always where that is 0; capacity: kg of "
             "fluid that store as much heat, or 0 for one that keeps its temperature"},
            {"room", "lowest and highest corner of the closed room, m"},
            {"surface", "cellSize: in particle radii, which are half a spacing; isoValue: of the colour field"},
            {"exports",
             "index: number in the file names; step: steps made; seconds: simulated time since the start; "
             "fluids: their names by index, where there are several"},
            {"hash", "of the last state; 'meniscus run ... --hash' prints it, the same for the same simdTarget"},
            {"finished", "false while it runs, and when it was interrupted or failed"}};
}

}  // namespace

std::string exportFileName(std::string_view kind, std::string_view number, GeometryFormat format) {
    return fmt::format("{}_{}{}", kind, number, geometryFormatInfo(format).extension);
}

std::string surfaceFilesOf(std::string_view fluid) {
    return fmt::format("{}-{}", kSurfaceFiles, fluid);
}

Json fieldsJson(const ExportOptions& exporting, bool isMixed) {
    Json fields{{"position", fieldJson("m", "centre of the particle; of the surface, a corner of its triangles")}};
    if (exporting.format != GeometryFormat::Obj) {
        for (const ParticleField& field : particleFields(isMixed)) {
            fields[std::string(field.name)] = fieldJson(field.unit, field.meaning);
        }
    }
    if (exporting.hasSurface) fields["normal"] = fieldJson("", "of the surface: unit length, out of the fluid");
    return fields;
}

std::string repeatedRun(const RunOptions& options, const Scene& scene) {
    const bool isFile = !isBuiltIn(options.scene);  // which has both in itself
    std::string text = "meniscus run " + (isFile ? shellPath(options.scene) : options.scene);
    if (!isFile || options.particles) text += fmt::format(" --particles {}", scene.particles);
    if (!isFile || options.seed) text += fmt::format(" --seed {}", scene.setup.seed);
    if (options.method) text += " --method " + shellWord(*options.method);
    for (const std::string& assignment : options.assignments) text += " --set " + shellWord(assignment);
    return text;
}

std::string repeatCommand(const RunOptions& options, const Scene& scene) {
    const bool isFile = !isBuiltIn(options.scene);
    std::string text = repeatedRun(options, scene);
    if (options.steps) text += fmt::format(" --steps {}", *options.steps);
    if (!options.steps && (options.seconds || !isFile)) {
        text += fmt::format(" --seconds {}", options.seconds.value_or(RunOptions::kDefaultSeconds));
    }
    const ExportOptions& exporting = options.exporting;
    if (options.commands) text += " --commands " + shellPath(*exporting.folder / kCommandsFile);
    text += fmt::format(" --export {} --format {} --every {}", shellPath(newSibling(*exporting.folder)),
                        geometryFormatInfo(exporting.format).name, exporting.every);
    if (exporting.hasSurface) text += surfaceArguments(exporting.surface);
    if (exporting.hasSurfacePerFluid) text += " --per-fluid";
    return text;
}

Json exportRecord(const RunOptions& options, const Scene& scene, const World& world) {
    const ExportOptions& exporting = options.exporting;
    const float spacing = world.setup().spacing;
    Json record{{"format", kFormat},
                {"version", kVersion},
                {"program", fmt::format("meniscus {}", MENISCUS_VERSION)},
                {"finished", false},
                {"command", repeatCommand(options, scene)},
                {"scene", scene.name},
                {"description", scene.description},
                {"seed", scene.setup.seed},
                {"particles", scene.particles},
                {"settings", settingsJson(world.settings(), world.fluids().front())},
                {"spacing", shortDecimal(spacing)},
                {"supportRadius", shortDecimal(world.supportRadius())},
                {"particleMass", shortDecimal(world.particleMass())},
                {"fluids", fluidsJson(world)},
                {"heaters", heatersJson(world)},
                {"room", boundsJson(world.setup().domain.bounds)},
                {"every", exporting.every},
                {"files", filesJson(exporting)},
                {"fields", fieldsJson(exporting, world.isMixed())}};
    if (exporting.hasSurface) record["surface"] = surfaceJson(exporting.surface);
    record["meanings"] = meaningsJson();
    record["exports"] = Json::array();
    return record;
}

}  // namespace meniscus

// meniscus run --export: which files appear when, what is in them, and what is refused.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "app/export/export_record.h"
#include "app/export/exporter.h"
#include "call_program.h"
#include "geometry_readers.h"
#include "meniscus/core/error.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/io/output_folder.h"
#include "meniscus/scene/command_log.h"
#include "small_file_limit.h"
#include "temporary_folder.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Contains;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

// A short run into the folder, with further arguments.
Outcome exportRun(const fs::path& folder, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "splash", "--particles", "300", "--export", folder.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call(arguments);
}

std::set<std::string> namesIn(const fs::path& folder) {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
    return names;
}

// Name and content of each file.
std::map<std::string, std::string> contentOf(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const std::string& name : namesIn(folder)) files[name] = readText(folder / name);
    return files;
}

json recordOf(const fs::path& folder) {
    return json::parse(readText(folder / "scene.json"));
}

json exportsOf(const fs::path& folder) {
    return recordOf(folder)["exports"];
}

std::vector<uint64_t> exportedSteps(const fs::path& folder) {
    const json exports = exportsOf(folder);
    std::vector<uint64_t> steps;
    for (const json& entry : exports) steps.push_back(entry["step"]);
    return steps;
}

std::vector<std::string> wordsOf(const std::string& command) {
    std::istringstream text(command);
    return {std::istream_iterator<std::string>(text), {}};
}

}  // namespace

TEST_CASE("Exports are numbered from the first state on, with a record beside them", "[export]") {
    const TemporaryFolder folder;
    for (const GeometryFormatInfo& info : geometryFormats()) {
        CAPTURE(info.name);
        const fs::path made = folder.file("new") / std::string(info.name);
        const Outcome outcome = exportRun(
            made, {"--format", std::string(info.name), "--steps", "3", "--every", "0.0001", "--surface", "--quiet"});
        REQUIRE(outcome.exitCode == 0);
        CHECK(outcome.out.empty());
        CHECK(outcome.err.empty());
        std::set<std::string> expected{"scene.json"};
        for (const std::string kind : {"particles", "surface"}) {
            for (const char index : {'0', '1', '2', '3'}) {
                expected.insert(kind + "_00000" + index + std::string(info.extension));
            }
            if (info.format == GeometryFormat::Vtk) expected.insert(kind + ".pvd");
        }
        CHECK(namesIn(made) == expected);
    }
}

TEST_CASE("Exports happen at the steps nearest to their times", "[export]") {
    const TemporaryFolder folder;
    constexpr double kTimeStep = 0.004;
    for (const double every : {0.0001, 0.004, 0.00471, 0.0101, 0.0309}) {
        CAPTURE(every);
        const fs::path made = folder.file(std::to_string(every));
        REQUIRE(
            exportRun(made, {"--set", "timeStep=0.004", "--steps", "25", "--every", std::to_string(every)}).exitCode ==
            0);
        std::vector<uint64_t> expected;
        for (int k = 0; k * every < 25.5 * kTimeStep; ++k) {
            const auto nearest = static_cast<uint64_t>(std::lround(k * every / kTimeStep));
            if (expected.empty() || nearest > expected.back()) expected.push_back(nearest);
        }
        CHECK(exportedSteps(made) == expected);
        const json exports = exportsOf(made);
        for (const json& entry : exports) {
            CHECK(entry["seconds"].get<double>() == Approx(entry["step"].get<double>() * kTimeStep).margin(1e-9));
        }
    }
}

TEST_CASE("By default a second has thirty exports, after that of the first state", "[export]") {
    const TemporaryFolder folder;
    REQUIRE(exportRun(folder.file("a"), {"--seconds", "1", "--quiet"}).exitCode == 0);
    CHECK(exportsOf(folder.file("a")).size() == 31);
}

TEST_CASE("Exported particles are the particles of the world at that step", "[export]") {
    const TemporaryFolder folder;
    for (const GeometryFormat format : {GeometryFormat::Ply, GeometryFormat::Vtk}) {
        const GeometryFormatInfo& info = geometryFormatInfo(format);
        const fs::path made = folder.file(std::string(info.name));
        REQUIRE(exportRun(made, {"--format", std::string(info.name), "--steps", "40", "--every", "1e-6"}).exitCode ==
                0);
        World world = makeScene("splash", 300);
        for (const int step : {0, 1, 40}) {
            CAPTURE(info.name, step);
            runSteps(world, step - static_cast<int>(world.stepIndex()));
            const std::string name = fmt::format("particles_{:06}{}", step, info.extension);
            const ReadGeometry read = readGeometry(format, readText(made / name));
            const std::vector<ParticleView> particles = particlesById(world);
            REQUIRE(read.pointCount() == particles.size());
            size_t wrong = 0;
            for (size_t i = 0; i < read.pointCount(); ++i) {
                const ParticleView& particle = particles.at(read.columns.at("id")[i]);
                const bool isSame = read.vector("", i) == particle.x && read.vector("v", i) == particle.v &&
                                    read.number("density", i) == particle.density &&
                                    read.number("pressure", i) == particle.pressure;
                wrong += isSame ? 0 : 1;
            }
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("Files of several fluids tell of each particle what it is of, how warm and how dyed", "[export]") {
    const TemporaryFolder folder;
    World world = makeScene("two-fluids", 500);
    runSteps(world, 3);
    const std::vector<ParticleView> particles = particlesById(world);
    for (const GeometryFormat format : {GeometryFormat::Ply, GeometryFormat::Vtk}) {
        const GeometryFormatInfo& info = geometryFormatInfo(format);
        CAPTURE(info.name);
        const fs::path made = folder.file(std::string(info.name));
        REQUIRE(call({"run", "two-fluids", "--particles", "500", "--steps", "3", "--every", "1e-6", "--export",
                      made.string(), "--format", std::string(info.name)})
                    .exitCode == 0);
        const std::string name = "particles_000003" + std::string(info.extension);
        const ReadGeometry read = readGeometry(format, readText(made / name));
        REQUIRE(read.pointCount() == particles.size());
        size_t wrong = 0, red = 0;
        for (size_t i = 0; i < read.pointCount(); ++i) {
            const ParticleView& particle = particles.at(read.columns.at("id")[i]);
            const bool isSame = read.columns.at("fluid")[i] == particle.fluid &&
                                read.number("dye", i) == particle.dye &&
                                read.number("temperature", i) == particle.temperature;
            wrong += isSame ? 0 : 1;
            red += particle.fluid;
        }
        CHECK(wrong == 0);
        CHECK(red > 100);
        const json record = recordOf(made);
        for (const std::string field : {"fluid", "temperature", "dye"}) CHECK(record["fields"].contains(field));
        REQUIRE(record["fluids"].size() == 2);
        CHECK(record["fluids"][1]["name"] == "red");
        CHECK(record["fluids"][1]["restDensity"] == 500.0);
        CHECK(record["fluids"][1]["gas"] == false);
        CHECK(record["fluids"][1]["particleMass"].get<double>() == Approx(0.5 * record["particleMass"].get<double>()));
        CHECK(record["heaters"] == json::array());
        CHECK(record["exports"][3]["fluids"] == json::array({"blue", "red"}));
    }
    REQUIRE(exportRun(folder.file("one"), {"--steps", "1"}).exitCode == 0);
    const json record = recordOf(folder.file("one"));
    CHECK_FALSE(record["fields"].contains("temperature"));
    CHECK_FALSE(record["exports"][0].contains("fluids"));
    CHECK(record["fluids"][0]["name"] == "water");
    REQUIRE(call({"run", "lava-lamp", "--particles", "300", "--steps", "1", "--export", folder.file("lamp").string()})
                .exitCode == 0);
    const json heaters = recordOf(folder.file("lamp"))["heaters"];
    const std::vector<HeatRegion> expected = buildScene(findScene("lava-lamp"), {.particles = 300}).heaters;
    REQUIRE(heaters.size() == expected.size());
    CHECK(heaters[0]["temperature"].get<float>() == expected[0].temperature);
    CHECK(heaters[0]["power"].get<float>() == expected[0].power);
    CHECK(heaters[0]["bounds"][1][1].get<float>() == expected[0].bounds.upper.y);
}

TEST_CASE("A fluid that is added on the way is in the files from then on", "[export]") {
    const TemporaryFolder folder;
    const fs::path made = folder.file("a");
    const fs::path commands = folder.file("played.json");
    const std::vector<LoggedCommand> log{{2, AddFluid{findKnownFluid("oil")}},
                                         {2, EmitBall{{0.0f, 0.4f, 0.0f}, 0.06f, {}, "oil"}},
                                         {4, Reset{}},
                                         {4, AddFluid{findKnownFluid("oil")}}};
    writeFileAtomically(commands, commandLogText(log));
    const Outcome outcome = exportRun(made, {"--commands", commands.string(), "--steps", "4", "--every", "1e-6",
                                             "--format", "vtk", "--surface", "--per-fluid"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.exitCode == 0);
    const json record = recordOf(made);
    CHECK(record["fields"].contains("fluid"));
    CHECK(record["fluids"].size() == 1);  // at the first step
    CHECK_FALSE(record["exports"][2].contains("fluids"));
    CHECK(record["exports"][3]["fluids"] == json::array({"water", "oil"}));
    CHECK_FALSE(readVtp(readText(made / "particles_000002.vtp")).columns.contains("fluid"));
    CHECK(std::ranges::count(readVtp(readText(made / "particles_000003.vtp")).columns.at("fluid"), 1u) > 5);
    // Its own series begins with it.
    CHECK_THAT(readText(made / "surface-oil.pvd"), Contains("surface-oil_000003.vtp") && !Contains("_000002"));
    CHECK_THAT(readText(made / "surface-water.pvd"), Contains("surface-water_000000.vtp"));
}

TEST_CASE("Each fluid has a surface of its own, and one fluid the same as the whole", "[export]") {
    const TemporaryFolder folder;
    const fs::path made = folder.file("two");
    REQUIRE(call({"run", "two-fluids", "--particles", "800", "--steps", "1", "--export", made.string(), "--surface",
                  "--per-fluid"})
                .exitCode == 0);
    const auto heights = [&](const std::string& kind) {
        const ReadGeometry mesh = readPly(readText(made / (kind + "_000000.ply")));
        REQUIRE(mesh.triangles.size() > 300);
        std::pair<float, float> range{1e9f, -1e9f};
        for (size_t i = 0; i < mesh.pointCount(); ++i) {
            range = {std::min(range.first, mesh.number("y", i)), std::max(range.second, mesh.number("y", i))};
        }
        return range;
    };
    // The light one begins below.
    const auto [whole0, whole1] = heights("surface");
    const auto [red0, red1] = heights("surface-red");
    const auto [blue0, blue1] = heights("surface-blue");
    const float middle = whole0 + 0.4f * (whole1 - whole0);
    const float margin = 0.1f * (whole1 - whole0);
    CHECK(red0 == Approx(whole0).margin(0.01));
    CHECK(red1 == Approx(middle).margin(margin));
    CHECK(blue0 == Approx(middle).margin(margin));
    CHECK(blue1 == Approx(whole1).margin(0.01));
    CHECK_THAT(recordOf(made)["command"].get<std::string>(), Contains(" --per-fluid"));

    REQUIRE(exportRun(folder.file("one"), {"--steps", "1", "--surface", "--per-fluid"}).exitCode == 0);
    CHECK(readText(folder.file("one") / "surface-water_000000.ply") ==
          readText(folder.file("one") / "surface_000000.ply"));
}

TEST_CASE("Exported surfaces have unit normals and triangles of their own points", "[export]") {
    const TemporaryFolder folder;
    std::vector<ReadGeometry> surfaces;
    for (const GeometryFormatInfo& info : geometryFormats()) {
        const fs::path made = folder.file(std::string(info.name));
        REQUIRE(exportRun(made, {"--format", std::string(info.name), "--steps", "1", "--surface"}).exitCode == 0);
        const std::string name = "surface_000000" + std::string(info.extension);
        surfaces.push_back(readGeometry(info.format, readText(made / name)));
        CHECK(surfaces.back() == surfaces.front());
    }
    const ReadGeometry& surface = surfaces.front();
    REQUIRE(surface.triangles.size() > 300);
    float worst = 0.0f;
    for (size_t i = 0; i < surface.pointCount(); ++i) {
        worst = std::max(worst, std::abs(length(surface.vector("n", i)) - 1.0f));
    }
    CHECK(worst < 1e-5f);
    CHECK(std::ranges::max(surface.triangles) < surface.pointCount());
    // Counter-clockwise from outside: a closed mesh that is turned inside out has a negative volume.
    double volume = 0.0;
    for (size_t k = 0; k < surface.triangles.size(); k += 3) {
        const Vec3 a = surface.vector("", surface.triangles[k]);
        volume +=
            dot(a, cross(surface.vector("", surface.triangles[k + 1]), surface.vector("", surface.triangles[k + 2])));
    }
    CHECK(volume > 0.0);
}

TEST_CASE("The exported surface of a tank is the one that the window shows, flat on the floor", "[export]") {
    const TemporaryFolder folder;
    const fs::path made = folder.file("a");
    REQUIRE(call({"run", "still-tank", "--particles", "1000", "--steps", "20", "--every", "1e-6", "--surface",
                  "--export", made.string()})
                .exitCode == 0);
    World world = makeScene("still-tank", 1000);
    runSteps(world, 20);
    world.evaluate();
    Frame frame;
    world.capture(frame);
    SurfaceMesh mesh;
    SurfaceMesher(1).build(frame.particles(), {}, {}, wallsOf(world.setup()).get(), mesh);

    const ReadGeometry read = readPly(readText(made / "surface_000020.ply"));
    CHECK(read.triangles == mesh.triangles.indices);
    REQUIRE(read.pointCount() == mesh.triangles.positions.size());
    const float floor = world.setup().domain.bounds.lower.y;
    size_t different = 0;
    size_t onFloor = 0;
    for (size_t i = 0; i < read.pointCount(); ++i) {
        const Vec3 p = read.vector("", i);
        different += p == mesh.triangles.positions[i] && read.vector("n", i) == mesh.triangles.normals[i] ? 0 : 1;
        onFloor += std::abs(p.y - floor) < 0.02f * frame.spacing ? 1 : 0;
    }
    CHECK(different == 0);
    CHECK(onFloor > 100);
}

TEST_CASE("The options of the surface reach it", "[export]") {
    const TemporaryFolder folder;
    const auto surfaceOf = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"--steps", "1", "--surface"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        REQUIRE(exportRun(folder.file(name), arguments).exitCode == 0);
        return readText(folder.file(name) / "surface_000000.ply");
    };
    const std::string plain = surfaceOf("plain", {});
    CHECK(surfaceOf("same", {"--smoothing", "10"}) == plain);
    CHECK(surfaceOf("cells", {"--cell-size", "0.5"}).size() > 2 * plain.size());
    CHECK(surfaceOf("iso", {"--iso", "0.25"}) != plain);
    CHECK(surfaceOf("rough", {"--smoothing", "0"}) != plain);
    CHECK(recordOf(folder.file("iso"))["surface"]["isoValue"] == 0.25);
    CHECK(recordOf(folder.file("cells"))["surface"]["cellSize"] == 0.5);
    CHECK(recordOf(folder.file("rough"))["surface"]["smoothingPasses"] == 0);
}

TEST_CASE("Exported bytes are the same for any number of threads, and the run does not notice", "[export][parallel]") {
    const TemporaryFolder folder;
    const std::vector<std::string> steps{"--steps", "12", "--quiet", "--hash"};
    const std::string hash = call({"run", "splash", "--particles", "300", "--steps", "12", "--quiet", "--hash"}).out;
    CHECK_THAT(hash, Contains("hash: "));
    std::map<std::string, std::string> first;
    for (const std::string threads : {"1", "2", "8"}) {
        CAPTURE(threads);
        const fs::path made = folder.file("same");  // scene.json names it
        fs::remove_all(made);
        std::vector<std::string> more{"--threads", threads, "--surface", "--every", "0.01"};
        more.insert(more.end(), steps.begin(), steps.end());
        const Outcome outcome = exportRun(made, more);
        CHECK(outcome.exitCode == 0);
        CHECK(outcome.out == hash);
        if (first.empty()) first = contentOf(made);
        CHECK(first.size() > 8);
        CHECK(contentOf(made) == first);
    }
}

TEST_CASE("The command in scene.json makes every file again", "[export]") {
    const TemporaryFolder folder;
    const fs::path made = folder.file("a");
    const fs::path commands = folder.file("played.json");
    const std::vector<LoggedCommand> log{{0, SetSetting{"viscosity", 1.5f}},
                                         {3, EmitBall{{0.0f, 0.4f, 0.0f}, 0.04f, {}}},
                                         {6, Reset{}},
                                         {9, SetSetting{"timeStep", 0.002f}}};
    writeFileAtomically(commands, commandLogText(log));
    const Outcome outcome =
        exportRun(made, {"--seed", "9", "--set", "gravity=3", "--commands", commands.string(), "--steps", "14",
                         "--format", "vtk", "--every", "0.008", "--surface", "--cell-size", "1.5", "--iso", "0.5"});
    REQUIRE(outcome.exitCode == 0);
    const auto before = contentOf(made);
    const json record = recordOf(made);
    CHECK(record["finished"] == true);
    CHECK(record["scene"] == "splash");
    CHECK(record["seed"] == 9);
    CHECK(record["particles"] == 300);
    CHECK(record["settings"]["gravity"] == 3.0);
    CHECK(record["settings"]["viscosity"] == 1.5);
    CHECK(record["settings"].size() == settingTable().size());
    // Time goes on over the reset.
    double last = -1.0;
    for (const json& entry : record["exports"]) {
        CHECK(entry["seconds"].get<double>() > last);
        last = entry["seconds"];
    }

    std::vector<std::string> words = wordsOf(record["command"]);
    REQUIRE(words.at(0) == "meniscus");
    words.erase(words.begin());
    fs::remove(commands);  // it reads the copy
    CHECK(call(words).exitCode == 0);
    CHECK(contentOf(made) == before);
    // All the same but the folder that the next command would name.
    auto again = contentOf(folder.file("a-again"));
    json repeated = json::parse(again["scene.json"]);
    CHECK(repeated["command"] != record["command"]);
    repeated["command"] = record["command"];
    CHECK(repeated == record);
    again["scene.json"] = before.at("scene.json");
    CHECK(again == before);
}

TEST_CASE("The command in scene.json names a new folder beside the export's, quoted for the shell", "[export]") {
    const TemporaryFolder folder;
    const auto namedBy = [&](const std::string& name) {
        const std::string made = folder.path().string() + "/" + name;
        REQUIRE(exportRun(made, {"--steps", "1"}).exitCode == 0);
        const std::string command = recordOf(made)["command"];
        const size_t begin = command.find("--export ") + 9;
        return command.substr(begin, command.find(" --format") - begin);
    };
    const std::string start = folder.path().string() + "/";
    CHECK(namedBy("a") == start + "a-again");
    CHECK(namedBy("slash/") == start + "slash-again");
    CHECK(namedBy("dot/.") == start + "dot-again");
    CHECK(namedBy("it's new") == "'" + start + "it'\\''s new-again'");
    fs::create_directory(folder.file("b-again"));
    writeFileAtomically(folder.file("b-again-2"), "a file is in the way too");
    CHECK(namedBy("b") == start + "b-again-3");
}

TEST_CASE("The report tells what was written where", "[export]") {
    const TemporaryFolder folder;
    const std::string stats = folder.file("stats.json").string();
    const fs::path made = folder.file("a");
    const Outcome outcome = exportRun(made, {"--steps", "2", "--every", "1e-4", "--format", "vtk", "--stats", stats});
    REQUIRE(outcome.exitCode == 0);
    uint64_t bytes = 0;
    for (const auto& [name, content] : contentOf(made)) bytes += content.size();
    const json exported = json::parse(readText(stats))["export"];
    CHECK(exported["files"] == 5);
    CHECK(exported["bytes"] == bytes);
    CHECK(exported["folder"] == made.string());
    CHECK_THAT(outcome.out, Contains("exported        5 files with ") && Contains(" MB in '" + made.string() + "'"));
    CHECK_THAT(call({"run", "splash", "--particles", "300", "--steps", "1"}).out, !Contains("exported"));
}

TEST_CASE("An export of a scene that begins empty begins with empty files", "[export]") {
    const TemporaryFolder folder;
    for (const GeometryFormatInfo& info : geometryFormats()) {
        CAPTURE(info.name);
        const fs::path made = folder.file(std::string(info.name));
        REQUIRE(call({"run", "pour", "--particles", "400", "--steps", "30", "--every", "0.1", "--surface", "--export",
                      made.string(), "--format", std::string(info.name)})
                    .exitCode == 0);
        const std::string extension(info.extension);
        CHECK(readGeometry(info.format, readText(made / ("particles_000000" + extension))).pointCount() == 0);
        CHECK(readGeometry(info.format, readText(made / ("surface_000000" + extension))).pointCount() == 0);
        CHECK(readGeometry(info.format, readText(made / ("particles_000001" + extension))).pointCount() > 0);
    }
}

TEST_CASE("Wrong exports are refused with one line before the first step, and leave no folder", "[export]") {
    const TemporaryFolder folder;
    const std::string made = folder.file("new").string();
    const std::string file = folder.file("file").string();
    writeFileAtomically(file, "content");
    struct BadCall {
        std::vector<std::string> arguments;
        std::vector<std::string> words;
    };
    const std::vector<BadCall> table{
        {{"--format", "ply"}, {"--format", "--export"}},
        {{"--every", "0.1"}, {"--every", "--export"}},
        {{"--surface"}, {"--surface", "--export"}},
        {{"--cell-size", "1"}, {"--cell-size", "--surface"}},
        {{"--export", made, "--iso", "0.5"}, {"--iso", "--surface"}},
        {{"--export", made, "--per-fluid"}, {"--per-fluid", "--surface"}},
        {{"--export", made, "--smoothing", "5"}, {"--smoothing", "--surface"}},
        {{"--export"}, {"--export", "missing"}},
        {{"--export", ""}, {"--export", "empty"}},
        {{"--export", made, "--format", "plx"}, {"--format", "'plx'", "did you mean 'ply'"}},
        {{"--export", made, "--format", "marmalade"}, {"--format", "'marmalade'", "ply, vtk, obj"}},
        {{"--export", made, "--format", "PLY"}, {"--format", "'PLY'", "did you mean 'ply'"}},
        {{"--export", made, "--every", "0"}, {"--every", "'0'", "above 0"}},
        {{"--export", made, "--every", "-1"}, {"--every", "'-1'", "above 0"}},
        {{"--export", made, "--every", "nan"}, {"--every", "'nan'"}},
        {{"--export", made, "--every", "1e9"}, {"--every", "'1e9'", "1000000"}},
        {{"--export", made, "--surface", "--cell-size", "0.39"}, {"--cell-size", "'0.39'", "0.4 to 3"}},
        {{"--export", made, "--surface", "--cell-size", "3.1"}, {"--cell-size", "'3.1'", "0.4 to 3"}},
        {{"--export", made, "--surface", "--cell-size", "0"}, {"--cell-size", "'0'", "0.4 to 3"}},
        {{"--export", made, "--surface", "--cell-size", "1x"}, {"--cell-size", "'1x'"}},
        {{"--export", made, "--surface", "--iso", "1"}, {"--iso", "'1'", "0.2 to 0.9"}},
        {{"--export", made, "--surface", "--iso", "nan"}, {"--iso", "'nan'", "0.2 to 0.9"}},
        {{"--export", made, "--surface", "--smoothing", "51"}, {"--smoothing", "'51'", "0 to 50"}},
        {{"--export", made, "--surface", "--smoothing", "-1"}, {"--smoothing", "'-1'", "0 to 50"}},
        {{"--export", made, "--set", "viscosity=nan"}, {"viscosity"}},
        {{"--export", made, "--stats", made + "/a/b.json"}, {"--stats"}},
        {{"--export", file}, {"--export", file, "Not a directory"}},
        {{"--export", file + "/below"}, {"--export", file + "/below", "Not a directory"}},
        {{"--export", "/proc/meniscus"}, {"--export", "/proc/meniscus"}},
        {{"--export", folder.path().string()}, {"--export", folder.path().string(), "not empty", "allowed"}},
    };
    for (const BadCall& bad : table) {
        CAPTURE(bad.arguments);
        std::vector<std::string> arguments{"run", "splash", "--particles", "300", "--seconds", "1000000"};
        arguments.insert(arguments.end(), bad.arguments.begin(), bad.arguments.end());
        const Outcome outcome = call(arguments);
        CAPTURE(outcome.err);
        CHECK(outcome.exitCode == 2);
        CHECK(outcome.out.empty());
        CHECK(isOneErrorLine(outcome.err));
        for (const std::string& word : bad.words) CHECK_THAT(outcome.err, Contains(word));
        CHECK(namesIn(folder.path()) == std::set<std::string>{"file"});
    }
    CHECK(readText(file) == "content");
}

TEST_CASE("A second export into the same folder is refused and changes nothing", "[export]") {
    const TemporaryFolder folder;
    const fs::path made = folder.file("a");
    fs::create_directory(made);  // an empty one is good
    REQUIRE(exportRun(made, {"--steps", "2"}).exitCode == 0);
    const auto before = contentOf(made);
    const Outcome outcome = exportRun(made, {"--steps", "2", "--seed", "2"});
    CHECK(outcome.exitCode == 2);
    CHECK(isOneErrorLine(outcome.err));
    CHECK_THAT(outcome.err, Contains(made.string()) && Contains("not empty"));
    CHECK(contentOf(made) == before);
}

TEST_CASE("A full disk ends the run with the file's name and leaves only whole files", "[export]") {
    const TemporaryFolder folder;
    const fs::path made = folder.file("a");
    Outcome outcome;
    {
        // The files of this scene grow; scene.json has room.
        const SmallFileLimit limit(12000);
        outcome = call(
            {"run", "pour", "--particles", "3000", "--seconds", "5", "--every", "0.05", "--export", made.string()});
    }
    CHECK(outcome.exitCode == 1);
    CHECK(isOneErrorLine(outcome.err));
    const json exports = exportsOf(made);
    REQUIRE(exports.size() > 2);
    const std::string next = fmt::format("particles_{:06}.ply", exports.size());
    CHECK_THAT(outcome.err, Contains((made / next).string()) && Contains("File too large"));
    CHECK(recordOf(made)["finished"] == false);
    const std::set<std::string> names = namesIn(made);
    CHECK(names.size() == exports.size() + 1);
    for (const json& entry : exports) {
        const std::string name = fmt::format("particles_{:06}.ply", entry["index"].get<size_t>());
        CHECK(readPly(readText(made / name)).pointCount() == entry["particles"]);
    }
    CHECK_THAT(outcome.out, Contains(fmt::format("exported        {} files", names.size())));
}

TEST_CASE("A folder that vanishes on the way is a failure of the work", "[export]") {
    const TemporaryFolder folder;
    RunOptions options;
    options.scene = "splash";
    options.exporting.folder = folder.file("a");
    options.exporting.every = 1e-4;
    World world = makeScene("splash", 300);
    Exporter exporter(options, describeScene(findScene("splash"), {.particles = 300}), world, {});
    CHECK(exporter.totals().files == 2);
    world.step();
    fs::remove_all(folder.file("a"));
    CHECK_THROWS_WITH(exporter.followStep(world), Contains((folder.file("a") / "particles_000001.ply").string()));
    CHECK_THROWS_AS(exporter.finish(world, false), WorkError);
}

TEST_CASE("Of two runs that find a folder empty at the same time, one gets it", "[export]") {
    const TemporaryFolder folder;
    claimFolder(folder.path(), "scene.json");
    CHECK_THROWS_WITH(claimFolder(folder.path(), "scene.json"), Contains("another run"));
    CHECK_THROWS_WITH(claimFolder(folder.path() / "missing", "scene.json"), Contains("missing"));
}

TEST_CASE("The call that repeats a run names its count, seed, method and settings", "[export]") {
    RunOptions options;
    options.scene = "splash";
    options.method = "ballistic";
    options.assignments = {"viscosity=5", "kernelPair=wendland"};
    const Scene scene = describeScene(findScene("splash"), {.particles = 300, .seed = 4});
    CHECK(
        repeatedRun(options, scene) ==
        "meniscus run splash --particles 300 --seed 4 --method ballistic --set viscosity=5 --set kernelPair=wendland");
}

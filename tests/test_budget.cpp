// No setting and no file hangs the program: a step has a budget, which is counted and never timed.
#include <catch2/catch.hpp>

#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "call_program.h"
#include "meniscus/core/error.h"
#include "meniscus/scene/moment.h"
#include "meniscus/scene/scene_file.h"
#include "meniscus/session/simulation.h"
#include "meniscus/sph/cell_grid.h"
#include "temporary_folder.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Contains;
using nlohmann::json;

namespace {

constexpr int kMaxSubsteps = 256;

// Syrup in a room of a few centimetres: viscosity needs substeps of some hundred nanoseconds.
std::string thickFile(size_t particles, float viscosity = 100.0f) {
    json scene = json::parse(R"({"format": "meniscus-scene", "version": 1,
                                 "room": {"lower": [0, 0, 0], "upper": [0.02, 0.02, 0.02]},
                                 "fill": [{"shape": "box", "lower": [0, 0, 0], "upper": [0.0105, 0.0105, 0.0105]}],
                                 "settings": {"restDensity": 100, "timeStep": 0.01}})");
    scene["particles"] = particles;
    scene["settings"]["viscosity"] = viscosity;
    return scene.dump();
}

World thickWorld(size_t particles, float viscosity = 100.0f, int threads = 1) {
    return World(worldSetup(parseScene(thickFile(particles, viscosity), "thick.json").scene, true), threads);
}

std::string writeThick(const TemporaryFolder& folder, size_t particles, float viscosity = 100.0f) {
    const std::string path = folder.file("thick.json").string();
    std::ofstream(path) << thickFile(particles, viscosity);
    return path;
}

json jsonFrom(const std::filesystem::path& path) {
    std::ifstream file(path);
    return json::parse(file);
}

// A moment in which all particles are in one place.
Moment crowdedMoment(size_t particles) {
    const Scene scene = describeScene(findScene("dam-break"), {.particles = particles});
    World world(worldSetup(scene, true), 1);
    Moment moment = momentOf(world, scene, true);
    const Vec3 centre = scene.setup.domain.bounds.centre();
    for (size_t i = 0; i < moment.state.count(); ++i) {
        // Not quite one: where they coincide, no force could separate them.
        moment.state.x[i] = centre.x + 1e-6f * static_cast<float>(i % 97);
        moment.state.y[i] = centre.y;
        moment.state.z[i] = centre.z + 1e-6f * static_cast<float>(i % 89);
    }
    return moment;
}

}  // namespace

TEST_CASE("A step of the thickest and finest fluid has a bounded number of substeps", "[budget]") {
    World world = thickWorld(2000);
    world.step();
    const StepTotals totals = world.totals();
    CHECK(totals.lastSubsteps == kMaxSubsteps);
    CHECK(totals.isCut);
    CHECK(totals.cutSteps == 1);
    CHECK(totals.steps == 1);
    // It has simulated what its substeps came to, and no more.
    const double atOnce = 100.0 * std::pow(world.supportRadius(), 2) / (40.0 * 100.0);
    CHECK(totals.simulatedSeconds > kMaxSubsteps * 45.0 * atOnce);  // viscosity acts in stages
    CHECK(totals.simulatedSeconds < kMaxSubsteps * 60.0 * atOnce);
    CHECK(world.clock() == totals.simulatedSeconds);
    CHECK(world.stepSeconds() == totals.simulatedSeconds);
    CHECK(world.measure().escaped == 0);
    CHECK_THAT(world.budgetNote(), Contains("viscosity 100 needs substeps of") && Contains("lower it to"));
    CHECK(std::ranges::count(world.budgetNote(), '\n') == 0);
}

TEST_CASE("What is said to help against steps that are cut short does help", "[budget]") {
    World world = thickWorld(500);
    world.step();
    REQUIRE(world.totals().isCut);
    const std::string note = world.budgetNote();
    std::smatch advice;
    REQUIRE(std::regex_search(note, advice, std::regex("lower it to ([0-9.e-]+)")));
    world.submit(SetSetting{"viscosity", std::stof(advice[1])});
    world.step();
    CHECK_FALSE(world.totals().isCut);
    CHECK(world.budgetNote().empty());
    CHECK(world.totals().lastSeconds == static_cast<double>(0.01f));
    CHECK(world.totals().cutSteps == 1);
}

TEST_CASE("The work of many particles bounds the substeps of a step, too", "[budget]") {
    World world = makeScene("dam-break", 60000);
    world.submit(SetSetting{"stiffness", 2000.0f});
    world.submit(SetSetting{"timeStep", 0.01f});
    world.step();
    CHECK(world.totals().isCut);
    CHECK(world.totals().lastSubsteps < 30);
    CHECK(world.totals().lastSubsteps > 5);
}

TEST_CASE("Iterations of the method dfsph count as work", "[budget]") {
    World world = makeScene("splash", 3000);
    world.submit(SetMethod{"dfsph"});
    for (const auto& [key, value] :
         {std::pair("viscosity", 100.0f), std::pair("restDensity", 100.0f), std::pair("timeStep", 0.01f),
          std::pair("pressureIterations", 20.0f), std::pair("divergenceIterations", 20.0f)}) {
        world.submit(SetSetting{key, value});
    }
    world.step();
    CHECK(world.totals().isCut);
    CHECK(world.totals().lastSubsteps < 60);  // it would be 256
}

TEST_CASE("No built-in scene is cut short as it comes, nor with honey", "[budget]") {
    for (const SceneInfo& info : builtInScenes()) {
        CAPTURE(info.name);
        World world = makeScene(info.name);
        runSteps(world, 5);
        world.submit(SetSetting{"viscosity", 100.0f});
        runSteps(world, 3);
        CHECK(world.totals().cutSteps == 0);
        CHECK(world.totals().crowded == 0);
        CHECK(world.budgetNote().empty());
        CHECK(world.totals().lastSeconds == static_cast<double>(world.settings().timeStep));
    }
}

TEST_CASE("Steps that are cut short are the same for every thread count", "[budget][parallel]") {
    World one = thickWorld(700, 100.0f, 1), three = thickWorld(700, 100.0f, 3);
    runSteps(one, 3);
    runSteps(three, 3);
    CHECK(one.totals().cutSteps == 3);
    CHECK(one.stateHash() == three.stateHash());
}

TEST_CASE("A run of steps that are cut short is saved and replayed bit for bit", "[budget][cli]") {
    const TemporaryFolder folder;
    const std::string file = writeThick(folder, 300);
    const std::string snapshot = folder.file("half.meniscus").string(), replay = folder.file("r.json").string();
    const Outcome whole = call({"run", file, "--steps", "4", "--set", "gravity=5", "--hash", "--save-replay", replay});
    REQUIRE(whole.exitCode == 0);
    const std::string hash = whole.out.substr(whole.out.find("hash: "));
    CHECK_THAT(whole.err, Contains("warning: viscosity 100 needs substeps of"));
    CHECK(std::ranges::count(whole.err, '\n') == 1);
    CHECK_THAT(whole.out, Contains("cut steps") && Contains("budget"));
    CHECK_THAT(call({"replay", replay, "--headless"}).out, Contains("bit for bit"));
    REQUIRE(call({"run", file, "--steps", "2", "--set", "gravity=5", "--save", snapshot}).exitCode == 0);
    CHECK_THAT(call({"run", snapshot, "--steps", "2", "--hash"}).out, Contains(hash));
}

TEST_CASE("A run to a time ends there also when its steps are cut short", "[budget][cli]") {
    const TemporaryFolder folder;
    // About twice as many substeps as a step may have.
    const std::string file = writeThick(folder, 200);
    const std::string stats = folder.file("stats.json").string(), exported = folder.file("out").string();
    const Outcome run =
        call({"run", file, "--seconds", "0.012", "--stats", stats, "--export", exported, "--every", "0.004"});
    REQUIRE(run.exitCode == 0);
    const json report = jsonFrom(stats);
    CHECK(report["cutSteps"].get<int>() >= 2);
    CHECK_THAT(report["budgetNote"].get<std::string>(), Contains("viscosity"));
    const double step = report["simulatedSeconds"].get<double>() / report["steps"].get<double>();
    CHECK(step < 0.006);
    CHECK(std::abs(report["simulatedSeconds"].get<double>() - 0.012) <= 0.6 * step);
    const json exports = jsonFrom(folder.file("out") / "scene.json")["exports"];
    for (size_t k = 0; k < exports.size(); ++k) {
        CHECK(std::abs(exports[k]["seconds"].get<double>() - 0.004 * static_cast<double>(k)) <= 0.6 * step);
    }
    CHECK(exports.size() == 4);
}

TEST_CASE("Of a step that is cut short only its own time counts for boiling", "[budget]") {
    json scene = json::parse(thickFile(500));
    scene["fluids"] = {{{"name", "water"}, {"vapour", "air"}, {"boilingPoint", 100}, {"temperature", 102}},
                       {{"name", "air"}}};
    scene["settings"]["boilingRate"] = 20;
    for (int k = 0; k < 216; ++k) {
        scene["cavitationSites"].push_back({0.002 * (k % 6), 0.002 * (k / 6 % 6), 0.002 * (k / 36)});
    }
    World world(worldSetup(parseScene(scene.dump(), "hot.json").scene, true), 1);
    world.step();
    REQUIRE(world.totals().isCut);
    CHECK(world.totals().lastSeconds < 1e-3);
    CHECK(world.totals().boiled < 5);  // 18 % of those at a site would boil in the time step
}

TEST_CASE("Particles in one place cost bounded work, and the user is told", "[budget]") {
    const Moment moment = crowdedMoment(20000);
    const auto world = worldOf(moment, 1);
    world->step();
    CHECK(world->totals().lastCrowded == world->particleCount());
    CHECK(world->totals().crowded >= world->particleCount());
    CHECK(world->measure().meanNeighbors <= 9.0 * maxCandidatesPerRow(world->particleCount()));
    CHECK(world->measure().escaped == 0);
    const auto parallel = worldOf(moment, 3);
    parallel->step();
    CHECK(parallel->stateHash() == world->stateHash());
    while (world->totals().isCut) world->step();
    CHECK_THAT(world->budgetNote(), Contains("crowded"));
}

TEST_CASE("Iterations that are too much work for a substep are left out, and the user is told", "[budget]") {
    Moment moment = crowdedMoment(20000);
    moment.state.method = "dfsph";
    const auto world = worldOf(moment, 1);
    for (const char* key : {"pressureIterations", "divergenceIterations"}) world->submit(SetSetting{key, 20.0f});
    world->step();
    CHECK(world->totals().lastLeftOut == 38);
    CHECK(world->totals().lastCrowded == world->particleCount());
    CHECK(world->measure().escaped == 0);
    World usual = makeScene("splash", 3000);
    usual.submit(SetMethod{"dfsph"});
    for (const char* key : {"pressureIterations", "divergenceIterations"}) usual.submit(SetSetting{key, 20.0f});
    runSteps(usual, 3);
    CHECK(usual.totals().lastLeftOut == 0);
    CHECK_FALSE(usual.totals().isLimited());
}

TEST_CASE("Force fields count as work", "[budget]") {
    const auto substepsWith = [](size_t fields) {
        WorldSetup setup = buildScene(findScene("dam-break"), {.particles = 100000});
        setup.settings.timeStep = 0.01f;
        setup.fluids[0].stiffness = 2000.0f;
        for (size_t k = 0; k < fields; ++k) {
            setup.fields.push_back(
                {.kind = FieldKind::Pull, .centre = {}, .radius = 0.01f, .strength = 1e-3f, .direction = {}});
        }
        World world(std::move(setup), 1);
        world.step();
        CHECK(world.totals().isCut);
        return world.totals().lastSubsteps;
    };
    CHECK(substepsWith(64) < substepsWith(0) / 3);
}

TEST_CASE("A step that has no time for more tries goes straight to the last", "[budget]") {
    const auto triesWith = [](bool isLarge) {
        WorldSetup setup = emptyRoom(1.0f, 0.02f);
        setup.method = "reference";
        setup.settings.timeStep = 0.01f;
        setup.fields.push_back(
            {.kind = FieldKind::Pull, .centre = {}, .radius = 2.0f, .strength = 1e38f, .direction = {}});
        for (int k = 0; isLarge && k < 63; ++k) {
            setup.fields.push_back({.kind = FieldKind::Pull,
                                    .centre = {0.4f, 0.4f, 0.4f},
                                    .radius = 0.01f,
                                    .strength = 1e-3f,
                                    .direction = {}});
        }
        const int count = isLarge ? 6000 : 10;
        for (int n = 0; n < count; ++n) {
            const auto at = [](int place) { return 0.05f * (static_cast<float>(place) - 9.0f); };
            setup.particles.push_back({{at(n % 19), at(n / 19 % 19), at(n / 361)}, {}});
        }
        World world(setup, 1);
        CHECK_THROWS_AS(world.step(), WorkError);
        CHECK(world.measure().escaped == 0);
        return world.totals().halvings;
    };
    CHECK(triesWith(false) == 11);
    CHECK(triesWith(true) == 2);
}

TEST_CASE("The reference refuses more particles than it can move in a moment", "[budget][cli]") {
    const Outcome refused = call({"run", "dam-break", "--particles", "60000", "--method", "reference", "--steps", "1"});
    CHECK(refused.exitCode == 2);
    CHECK_THAT(refused.err, Contains("method reference is for up to 50000 particles; there may be 60"));
    CHECK(std::ranges::count(refused.err, '\n') == 1);
    World world = makeScene("dam-break", 60000);
    CHECK_THROWS_AS(world.submit(SetMethod{"reference"}), InputError);
    CHECK(world.method().name == "mcg03");
}

TEST_CASE("All neighbours count where that is no great work", "[budget]") {
    const auto world = worldOf(crowdedMoment(3000), 1);
    world->step();
    CHECK(world->totals().crowded == 0);
    CHECK(worldOf(crowdedMoment(3000), 1)->measure().meanNeighbors == static_cast<double>(world->particleCount() - 1));
}

TEST_CASE("The window tells of steps that are cut short and hears commands between them", "[budget][simulation]") {
    Simulation simulation(1);
    simulation.open(worldSetup(parseScene(thickFile(500), "thick.json").scene, true)).get();
    std::string note;
    const Frame* frame = nullptr;
    const auto waitFor = [&](const auto& condition) {
        for (int k = 0; k < 15000; ++k) {
            if (note.empty()) note = simulation.status().note;
            if (const Frame* newest = simulation.takeFrame()) frame = newest;
            if (frame != nullptr && condition(*frame)) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return false;
    };
    REQUIRE(waitFor([&](const Frame& f) { return f.totals.cutSteps > 2 && !note.empty(); }));
    CHECK_THAT(note, Contains("viscosity 100 needs substeps of"));
    CHECK_THAT(frame->budgetNote, Contains("viscosity 100 needs substeps of"));
    // All of the time is used: what one step leaves due, the next ones do at once.
    CHECK(frame->totals.simulatedSeconds < 0.01);
    simulation.submit(SetSetting{"viscosity", 0.01f}, 1);
    REQUIRE(waitFor([](const Frame& f) { return f.budgetNote.empty() && f.totals.simulatedSeconds > 0.05; }));
    CHECK(frame->fluids[0].viscosity == 0.01f);
}

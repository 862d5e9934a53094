// The timeline: whatever moment one goes back to is the moment that was there, bit for bit; undo and redo.
#include <catch2/catch.hpp>
#include <map>

#include "meniscus/core/error.h"
#include "meniscus/session/timeline.h"
#include "worlds.h"

using namespace meniscus;

namespace {

using Hashes = std::map<TimelinePosition, uint64_t>;

// Every look at it takes as long: keyframes are then 50 steps apart, on any machine.
KeyframeStore::Clock evenClock(double tick = 0.002) {
    return [time = 0.0, tick]() mutable { return time += tick; };
}

constexpr uint64_t kDistance = 50;

struct Run {
    explicit Run(WorldSetup setup, int threads = 1, size_t budget = kDefaultTimelineBytes, double tick = 0.002)
        : world(std::move(setup), threads), timeline(budget, evenClock(tick)) {
        timeline.begin(world);
        note();
    }

    void note() { hashes[here()] = world.stateHash(); }
    void steps(int count) {
        for (int k = 0; k < count; ++k) {
            timeline.step(world);
            note();
        }
    }
    void give(Command command, uint64_t gesture = 0) {
        timeline.submit(world, std::move(command), gesture);
        note();
    }
    void go(TimelinePosition position) {
        timeline.aim(world, position);
        timeline.arrive(world);
    }
    void goToStep(uint64_t step) {
        timeline.aimAtStep(world, step);
        timeline.arrive(world);
    }
    std::string undo() {
        std::string said = timeline.undo(world);
        timeline.arrive(world);
        return said;
    }
    std::string redo() {
        std::string said = timeline.redo(world);
        timeline.arrive(world);
        return said;
    }
    [[nodiscard]] TimelinePosition here() const { return Timeline::positionOf(world); }
    [[nodiscard]] bool isAsItWas() const { return hashes.at(here()) == world.stateHash(); }

    World world;
    Timeline timeline;
    Hashes hashes;  // of all moments so far
};

WorldSetup smallScene(std::string_view name, size_t particles = 400) {
    return buildScene(findScene(name), {.particles = particles, .isForPlay = true});
}

// A little of everything that a user does.
void play(Run& run) {
    const Vec3 middle = run.world.setup().domain.bounds.centre();
    run.give(SetSetting{"viscosity", 2.0f * run.world.fluids()[0].viscosity}, 1);
    run.steps(20);
    run.give(
        ApplyField{
            0, {.kind = FieldKind::Drag, .centre = middle, .radius = 0.3f, .strength = 20.0f, .direction = {1, 0, 0}}},
        2);
    run.steps(9);
    run.give(ApplyField{0, {}}, 2);
    run.give(Pour{true, middle, 0.03f, 1.0f}, 3);
    run.steps(40);
    run.give(Pour{}, 3);
    run.give(Dye{middle, 0.1f, 0.5f}, 4);
    run.steps(25);
    run.give(Reset{}, 5);
    run.steps(12);
    run.give(AddFluid{findKnownFluid("mercury")}, 6);
    run.give(SetSetting{"timeStep", 0.002f}, 7);
    run.give(Drain{middle, 0.2f}, 8);
    run.steps(30);
}

}  // namespace

TEST_CASE("Any moment that one goes back to is the one that was there", "[timeline][parallel]") {
    const SceneInfo& scene = builtInScenes()[GENERATE(range(size_t{0}, size_t{12}))];
    INFO(scene.name);
    Hashes first;
    for (const int threads : {1, 2}) {
        Run run(smallScene(scene.name), threads);
        play(run);
        if (first.empty()) first = run.hashes;
        CHECK(run.hashes == first);
        CHECK(run.timeline.keyframes().states().size() > 2);
        std::vector<TimelinePosition> positions;
        for (const auto& [position, hash] : run.hashes) positions.push_back(position);
        Rng rng(static_cast<uint64_t>(threads));
        for (int k = 0; k < 12; ++k) {
            const TimelinePosition wanted = positions[rng.next() % positions.size()];
            run.go(wanted);
            REQUIRE(run.here() == wanted);
            CHECK(run.isAsItWas());
        }
        run.go(run.timeline.end());
        CHECK(run.isAsItWas());
        CHECK(!run.timeline.isInPast(run.world));
    }
}

TEST_CASE("Playing on in the past repeats the future bit for bit, and goes on from its end", "[timeline]") {
    Run run(smallScene("splash"));
    play(run);
    World whole(smallScene("splash"), 1);
    const TimelinePosition end = run.here();
    const std::vector<LoggedCommand> log(run.world.log().begin(), run.world.log().end());
    run.goToStep(33);
    CHECK(run.timeline.isInPast(run.world));
    while (run.timeline.isInPast(run.world)) {
        run.timeline.step(run.world);
        REQUIRE(run.isAsItWas());
    }
    CHECK(run.here() == end);
    CHECK(std::equal(log.begin(), log.end(), run.world.log().begin(), run.world.log().end()));
    run.steps(20);
    // A world that never went back says the same.
    size_t next = 0;
    while (whole.stepIndex() < run.world.stepIndex()) {
        for (; next < log.size() && log[next].step == whole.stepIndex(); ++next) whole.submit(log[next].command);
        whole.step();
    }
    CHECK(whole.stateHash() == run.world.stateHash());
}

TEST_CASE("Backwards every state comes in reverse order", "[timeline]") {
    const size_t budget = GENERATE(kDefaultTimelineBytes, size_t{400} << 10);
    Run run(smallScene("two-fluids"), 1, budget);
    run.steps(70);
    run.give(SetSetting{"gravity", 3.0f}, 1);
    run.steps(50);
    while (run.here().step > run.timeline.first(run.world).step) {
        const uint64_t before = run.here().step;
        run.timeline.aimAtStep(run.world, before - 1, true);
        run.timeline.arrive(run.world);
        REQUIRE(run.here().step == before - 1);
        REQUIRE(run.isAsItWas());
        REQUIRE(run.timeline.keyframes().bytes() <= budget);
    }
    CHECK(run.here().step == 0);
}

TEST_CASE("Backwards the steps of a gap are taken once and not for each moment", "[timeline]") {
    int looks = 0;
    World world(smallScene("splash"), 1);
    Timeline timeline(kDefaultTimelineBytes, [&looks] { return 0.002 * ++looks; });
    timeline.begin(world);
    for (int k = 0; k < 200; ++k) timeline.step(world);
    const int forwards = looks;
    while (world.stepIndex() > 0) {
        timeline.aimAtStep(world, world.stepIndex() - 1, true);
        timeline.arrive(world);
    }
    CHECK(looks - forwards < 2 * forwards);
}

TEST_CASE("Stepping forth to the end finds what was done there while time stood still", "[timeline]") {
    Run run(smallScene("splash"));
    run.steps(10);
    run.give(SetSetting{"gravity", 3.0f}, 1);
    run.give(Drain{{0, 0, 0}, 0.1f}, 2);
    const TimelinePosition end = run.here();
    run.goToStep(8);
    run.timeline.step(run.world);
    run.timeline.step(run.world);
    CHECK(run.here() == end);
    CHECK(run.isAsItWas());
    run.goToStep(10);
    CHECK(run.here() == end);
}

TEST_CASE("A command in the past cuts the future off there", "[timeline]") {
    Run run(smallScene("splash"));
    run.steps(60);
    run.give(SetSetting{"viscosity", 9.0f}, 1);
    run.steps(60);
    run.goToStep(40);
    const uint64_t at40 = run.world.stateHash();
    run.timeline.submit(run.world, SetSetting{"gravity", 1.0f}, 2);
    CHECK(!run.timeline.isInPast(run.world));
    CHECK(run.timeline.end() == TimelinePosition{40, 1});
    CHECK(run.timeline.status(run.world).lastStep == 40);
    for (int k = 0; k < 80; ++k) run.timeline.step(run.world);
    World other(smallScene("splash"), 1);
    runSteps(other, 40);
    CHECK(other.stateHash() == at40);
    other.submit(SetSetting{"gravity", 1.0f});
    runSteps(other, 80);
    CHECK(other.stateHash() == run.world.stateHash());
    run.goToStep(30);
    CHECK(run.isAsItWas());

    SECTION("and undoing it brings the old future back, redoing it the new one") {
        run.goToStep(120);
        CHECK(run.undo() == "Undone: gravity 1, back to 0.2 s");
        CHECK(run.here() == TimelinePosition{40, 0});
        CHECK(run.world.stateHash() == at40);
        CHECK(run.timeline.end().step == 120);
        run.goToStep(120);
        CHECK(run.here().logSize == 1);
        CHECK(run.world.fluids()[0].viscosity == 9.0f);
        CHECK(run.isAsItWas());
        CHECK(run.redo() == "Done again: gravity 1");
        CHECK(run.here().step == 120);
        CHECK(run.world.stateHash() == other.stateHash());
        run.undo();
        run.goToStep(120);
        CHECK(run.isAsItWas());
    }
}

TEST_CASE("A refused command in the past changes nothing", "[timeline]") {
    Run run(smallScene("splash"));
    run.steps(20);
    run.goToStep(5);
    CHECK_THROWS_AS(run.timeline.submit(run.world, SetFluid{"wax", "viscosity", 1.0f}, 1), InputError);
    CHECK(run.timeline.end().step == 20);
    run.goToStep(20);
    CHECK(run.isAsItWas());
}

TEST_CASE("The timeline keeps to its budget, whatever happens", "[timeline]") {
    constexpr size_t kBudget = 90 << 10;  // some eight states
    const double tick = GENERATE(0.0002, 0.002, 0.03);
    Run run(smallScene("splash"), 1, kBudget, tick);
    Rng rng(5);
    for (int k = 0; k < 900; ++k) {
        run.timeline.step(run.world);
        REQUIRE(run.timeline.keyframes().bytes() <= kBudget);
        if (k % 100 == 70) run.timeline.submit(run.world, SetSetting{"gravity", 0.01f * static_cast<float>(k)}, 1 + k);
        if (k % 200 == 150) {
            const uint64_t first = run.timeline.first(run.world).step;
            run.goToStep(first + rng.next() % (run.world.stepIndex() - first + 1));
            run.timeline.submit(run.world, Drain{{0, 0, 0}, 0.05f}, 1000 + k);
        }
        if (k % 300 == 200) run.undo();
    }
    CHECK(run.timeline.keyframes().states().size() > 0);
    SECTION("also when it shrinks") {
        run.timeline.setBudget(kBudget / 4);
        CHECK(run.timeline.keyframes().bytes() <= kBudget / 4);
        run.timeline.step(run.world);
        CHECK(run.timeline.keyframes().bytes() <= kBudget / 4);
    }
    SECTION("and when nothing fits into it") {
        run.timeline.setBudget(1000);
        CHECK(run.timeline.keyframes().bytes() == 0);
        for (int k = 0; k < 60; ++k) run.timeline.step(run.world);
        CHECK(run.timeline.keyframes().bytes() == 0);
        const TimelineStatus status = run.timeline.status(run.world);
        CHECK(status.firstStep == status.presentStep);
        run.goToStep(3);
        CHECK(run.world.stepIndex() == status.presentStep);
    }
}

TEST_CASE("Old keyframes are thinned out while that can be taken again in a second, then the oldest go", "[timeline]") {
    Run run(smallScene("still-tank", 200), 1, 200 << 10);  // steps of 2 ms
    for (int k = 0; k < 3000; ++k) run.timeline.step(run.world);
    const std::vector<uint64_t> early = run.timeline.keyframes().steps();
    CHECK(early.front() == 0);
    for (int k = 0; k < 22000; ++k) run.timeline.step(run.world);
    const std::vector<uint64_t> steps = run.timeline.keyframes().steps();
    CHECK(steps.front() > 0);
    CHECK(steps.back() > 25000 - 2 * kDistance);
    for (size_t k = 1; k < steps.size(); ++k) CHECK(steps[k] - steps[k - 1] <= 500);
    CHECK(steps.back() - steps.front() > 5000);
    const uint64_t middle = (steps.front() + steps.back()) / 2;
    run.goToStep(middle);
    CHECK(run.world.stepIndex() == middle);
}

TEST_CASE("The timeline can go back past a step that failed", "[timeline]") {
    Run run(failingRoom());
    int failures = 0;
    for (int k = 0; k < 5; ++k) {
        try {
            run.timeline.step(run.world);
        } catch (const WorkError&) {
            ++failures;
        }
        run.note();
        if (k == 2) run.give(SetSetting{"fieldsOn", 0.0f}, 1);
    }
    CHECK(failures == 3);
    for (const auto& [position, hash] : run.hashes) {
        run.go(position);
        CHECK(run.here() == position);
        CHECK(run.isAsItWas());
    }
}

TEST_CASE("Undo of a value sets what was before, and time goes on", "[timeline][undo]") {
    Run run(smallScene("splash"));
    const float viscosity = run.world.fluids()[0].viscosity, gravity = run.world.settings().gravity;
    run.steps(5);
    // A slider that is dragged is one thing; another drag is another.
    for (const float value : {2.0f, 3.0f, 4.0f}) run.give(SetSetting{"viscosity", value}, 7);
    run.steps(5);
    for (const float value : {5.0f, 6.0f}) run.give(SetSetting{"viscosity", value}, 8);
    run.give(SetSetting{"gravity", 3.0f}, 9);
    run.steps(5);
    CHECK(run.undo() == "Undone: gravity 3");
    CHECK(run.world.settings().gravity == gravity);
    CHECK(run.here().step == 15);
    CHECK(run.undo() == "Undone: viscosity 6");
    CHECK(run.world.fluids()[0].viscosity == 4.0f);
    run.steps(1);
    CHECK(run.undo() == "Undone: viscosity 4");
    CHECK(run.world.fluids()[0].viscosity == viscosity);
    CHECK(run.undo() == "Nothing to undo");
    CHECK(run.here().step == 16);
    CHECK(run.redo() == "Done again: viscosity 4");
    CHECK(run.redo() == "Done again: viscosity 6");
    CHECK(run.world.fluids()[0].viscosity == 6.0f);
    CHECK(run.undo() == "Undone: viscosity 6");
    run.give(SetSetting{"gravity", 4.0f}, 10);
    CHECK(run.redo() == "Nothing to do again");
    CHECK(run.world.fluids()[0].viscosity == 4.0f);
    // What was undone and done again is in the log like everything else.
    run.goToStep(15);
    run.go(run.timeline.end());
    CHECK(run.isAsItWas());
}

TEST_CASE("Undo of a fluid's colour and properties", "[timeline][undo]") {
    Run run(smallScene("lava-lamp"));
    const FluidKind wax = run.world.fluids()[1];
    run.give(SetFluid{wax.name, "red", 0.1f}, 1);
    run.give(SetFluid{wax.name, "green", 0.2f}, 1);
    run.give(SetFluid{wax.name, "viscosity", 3.0f}, 2);
    run.steps(3);
    CHECK_THAT(run.undo(), Catch::Contains("viscosity of " + wax.name + " 3"));
    CHECK(run.world.fluids()[1].viscosity == wax.viscosity);
    CHECK(run.undo() == "Undone: colour of " + wax.name);
    CHECK(run.world.fluids()[1] == wax);
    run.redo();
    CHECK(run.world.fluids()[1].green == 0.2f);
}

TEST_CASE("Undo of tools, reset and added fluids goes back to the moment before", "[timeline][undo]") {
    const auto what = GENERATE(0, 1, 2, 3, 4, 5);
    const Vec3 middle{0.0f, 0.1f, 0.0f};
    const std::vector<std::vector<Command>> gestures{
        {Pour{true, middle, 0.03f, 1.0f}, Pour{true, middle, 0.03f, 1.0f}, Pour{}},
        {ApplyField{
             0,
             {.kind = FieldKind::Swirl, .centre = middle, .radius = 0.3f, .strength = 20.0f, .direction = {0, 1, 0}}},
         ApplyField{0, {}}},
        {Drain{middle, 0.1f}, Drain{middle, 0.2f}},
        {Dye{middle, 0.1f}},
        {Reset{}},
        {AddFluid{findKnownFluid("oil")}}};
    const std::vector<std::string> names{"pouring", "swirling", "draining", "dyeing", "reset", "added oil"};
    INFO(names[what]);
    Run run(smallScene("splash"));
    run.steps(60);
    const TimelinePosition before = run.here();
    for (const Command& command : gestures[what]) {
        run.give(command, 3);
        run.steps(4);
    }
    const TimelinePosition after = run.here();
    const uint64_t afterHash = run.world.stateHash();
    CHECK(run.undo() == "Undone: " + names[what] + ", back to 0.3 s");
    CHECK(run.here() == before);
    CHECK(run.isAsItWas());
    // What was undone does not come again by itself.
    CHECK(!run.timeline.isInPast(run.world));
    for (int k = 0; k < 20; ++k) run.timeline.step(run.world);
    World untouched(smallScene("splash"), 1);
    runSteps(untouched, 80);
    CHECK(run.world.stateHash() == untouched.stateHash());
    CHECK(run.redo() == "Done again: " + names[what]);
    CHECK(run.here() == after);
    CHECK(run.world.stateHash() == afterHash);
    run.undo();
    CHECK(run.here() == before);
    run.timeline.submit(run.world, SetSetting{"gravity", 2.0f}, 4);
    CHECK(run.redo() == "Nothing to do again");
    CHECK(run.undo() == "Undone: gravity 2");
    CHECK(run.undo() == "Nothing to undo");
}

TEST_CASE("Several things are undone and done again one by one", "[timeline][undo]") {
    Run run(smallScene("splash"));
    run.steps(10);
    run.give(Drain{{0, 0, 0}, 0.1f}, 1);
    run.steps(10);
    run.give(SetSetting{"gravity", 3.0f}, 2);
    run.steps(10);
    run.give(Reset{}, 3);
    run.steps(10);
    const TimelinePosition end = run.here();
    run.undo();
    CHECK(run.here().step == 30);
    run.undo();
    CHECK(run.world.settings().gravity != 3.0f);
    run.undo();
    CHECK(run.here() == TimelinePosition{10, 0});
    CHECK(run.isAsItWas());
    run.redo();
    run.redo();
    CHECK(run.world.settings().gravity == 3.0f);
    run.redo();
    CHECK(run.here() == end);
    CHECK(run.isAsItWas());
}

TEST_CASE("Times of the strip are found as steps, also where the time step changed", "[timeline]") {
    Run run(smallScene("splash"));
    std::map<uint64_t, double> clocks;
    const auto steps = [&](int count) {
        for (int k = 0; k < count; ++k) {
            clocks[run.world.stepIndex()] = run.world.clock();
            run.timeline.step(run.world);
        }
    };
    steps(70);
    run.give(SetSetting{"timeStep", 0.001f}, 1);
    steps(100);
    run.give(Reset{}, 2);
    steps(30);
    run.goToStep(90);
    for (const auto& [step, clock] : clocks) CHECK(run.timeline.stepAt(run.world, clock) == step);
    CHECK(run.timeline.stepAt(run.world, 1e9) == 200);
    CHECK(run.timeline.stepAt(run.world, -1.0) == 0);
    const TimelineStatus status = run.timeline.status(run.world);
    CHECK(status.firstStep == 0);
    CHECK(status.presentStep == 90);
    CHECK(status.lastStep == 200);
    REQUIRE(status.marks.size() == 2);
    CHECK(status.marks[0] == TimelineMark{clocks[70], TimelineMarkKind::Setting});
    CHECK(status.marks[1].kind == TimelineMarkKind::Reset);
}

TEST_CASE("A gesture that a branch cuts through ends there", "[timeline]") {
    World world(buildScene(findScene("splash"), {.particles = 200, .seed = 1, .isForPlay = true}), 1);
    Timeline timeline;
    timeline.begin(world);
    const Vec3 above = world.setup().domain.bounds.centre();
    const auto stepOn = [&](int steps) {
        for (int k = 0; k < steps; ++k) timeline.step(world);
    };
    stepOn(5);
    timeline.submit(world, Pour{true, above, 0.03f, 1.0f}, 1);
    timeline.submit(world, ApplyField{3, {.kind = FieldKind::Push, .centre = above, .strength = 5.0f}}, 1);
    stepOn(40);
    timeline.submit(world, Pour{}, 1);
    timeline.submit(world, ApplyField{3, {}}, 1);
    stepOn(5);
    timeline.aimAtStep(world, 20);
    timeline.arrive(world);
    REQUIRE(world.save().jet);
    SECTION("by a change of another kind") {
        timeline.submit(world, SetSetting{"viscosity", 7.0f}, 2);
        CHECK_FALSE(world.save().jet);
        CHECK(world.save().userFields[3].strength == 0.0f);
        CHECK_FALSE(timeline.isInPast(world));
        timeline.undo(world);  // brings the old future back, with its gesture
        timeline.arrive(world);
        CHECK(world.save().jet);
        CHECK(timeline.isInPast(world));
    }
    SECTION("but not by itself") {
        timeline.submit(world, Pour{true, above, 0.02f, 1.0f}, 2);
        CHECK(world.save().jet);
        CHECK(world.save().userFields[3].strength == 0.0f);
    }
    SECTION("nor while nothing is done") {
        stepOn(3);
        CHECK(world.save().jet);
    }
}

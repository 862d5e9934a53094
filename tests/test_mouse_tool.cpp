// Where the mouse is in the water, and what its tools ask of the world.
#include <catch2/catch.hpp>
#include <cmath>
#include <glm/vec4.hpp>

#include "app/window/input/mouse_tool.h"
#include "app/window/picture/rate_meter.h"
#include "app/window/picture/resolution_control.h"
#include "meniscus/look/framing.h"
#include "meniscus/world/command.h"

using namespace meniscus;

namespace {

constexpr Bounds kRoom{{-0.5f, 0.0f, -0.5f}, {0.5f, 1.0f, 0.5f}};

// A block of fluid in the middle of the room.
Frame makeBlock() {
    Frame frame;
    frame.spacing = 0.02f;
    frame.supportRadius = 0.04f;
    for (int z = -5; z <= 5; ++z) {
        for (int y = 0; y <= 10; ++y) {
            for (int x = -5; x <= 5; ++x) {
                frame.x.push_back(Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * 0.02f);
            }
        }
    }
    frame.v.resize(frame.count());
    return frame;
}

Camera makeCamera() {
    return {.target = {0.0f, 0.1f, 0.0f}, .distance = 1.0f, .yaw = 0.0f, .pitch = 0.0f};
}

MouseMoment momentAt(const Frame& frame, float x, float y, double time) {
    const Camera camera = makeCamera();
    return {time, 1.0, camera, camera.rayThrough(x, y, 16.0f / 9.0f), &frame, kRoom};
}

const ForceField& fieldOf(const std::vector<Command>& commands) {
    REQUIRE(commands.size() == 1);
    return std::get<ApplyField>(commands[0]).field;
}

}  // namespace

TEST_CASE("A ray finds the near surface of the fluid", "[mouse]") {
    const Frame frame = makeBlock();
    const auto hit = hitFluid(frame, makeCamera().rayThrough(0.0f, 0.0f, 1.0f));
    REQUIRE(hit.has_value());
    CHECK(*hit == Approx(1.0f - 0.1f - 0.75f * 0.02f).margin(0.005));  // the front particles, less their radius
    CHECK_FALSE(hitFluid(frame, makeCamera().rayThrough(0.0f, 0.9f, 1.0f)).has_value());
    CHECK_FALSE(hitFluid(frame, {{0.0f, 0.1f, 1.0f}, {0.0f, 0.0f, 1.0f}}).has_value());  // it lies behind
    CHECK_FALSE(hitFluid(Frame{}, makeCamera().rayThrough(0.0f, 0.0f, 1.0f)).has_value());
}

TEST_CASE("The brush goes below the surface, and beside the fluid to the depth of its middle", "[mouse]") {
    const Frame frame = makeBlock();
    const Camera camera = makeCamera();
    const FluidHit inside = findBrushPlace(frame, camera, camera.rayThrough(0.0f, 0.0f, 1.0f), 0.05f);
    CHECK(inside.isInFluid);
    CHECK(inside.place.z < 0.1f);
    CHECK(inside.place.z > 0.05f);
    const FluidHit beside = findBrushPlace(frame, camera, camera.rayThrough(0.0f, 0.9f, 1.0f), 0.05f);
    CHECK_FALSE(beside.isInFluid);
    CHECK(beside.place.z == Approx(0.0f).margin(1e-4));
    CHECK(isFinite(findBrushPlace(Frame{}, camera, camera.rayThrough(0.3f, 0.2f, 1.0f), 0.05f).place));
}

TEST_CASE("Heat and Cool ask for their fields, in kelvin a second, and end them", "[mouse]") {
    const Frame frame = makeBlock();
    for (const auto& [tool, kind] : {std::pair{Tool::Heat, FieldKind::Heat}, {Tool::Cool, FieldKind::Cool}}) {
        MouseTool mouse;
        const ToolSettings settings{.tool = tool, .strength = 2.0f};
        const auto asked = mouse.update(momentAt(frame, 0.0f, 0.0f, 0.0), settings, true);
        CHECK(fieldOf(asked).kind == kind);
        CHECK(fieldOf(asked).strength == 120.0f);
        CHECK(fieldOf(asked).centre == mouse.mark()->centre);
        CHECK_NOTHROW(checkCommand(asked[0]));
        CHECK(fieldOf(mouse.update(momentAt(frame, 0.0f, 0.0f, 0.1), settings, false)).strength == 0.0f);
    }
}

TEST_CASE("Dye dyes all of the brush and leaves nothing to end", "[mouse]") {
    const Frame frame = makeBlock();
    MouseTool mouse;
    const auto asked = mouse.update(momentAt(frame, 0.0f, 0.0f, 0.0), {.tool = Tool::Dye}, true);
    REQUIRE(asked.size() == 1);
    CHECK(std::get<Dye>(asked[0]) == Dye{mouse.mark()->centre, mouse.mark()->radius, 1.0f});
    CHECK(mouse.release().empty());
}

TEST_CASE("Pour pours the fluid that it is told", "[mouse]") {
    const Frame frame = makeBlock();
    MouseTool mouse;
    MouseMoment moment = momentAt(frame, 0.0f, 0.0f, 0.0);
    CHECK(std::get<Pour>(mouse.update(moment, {.tool = Tool::Pour}, true)[0]).fluid.empty());
    moment.fluid = "oil";
    CHECK(std::get<Pour>(mouse.update(moment, {.tool = Tool::Pour}, true)[0]).fluid == "oil");
}

TEST_CASE("A drag asks for a field with the velocity of the cursor and clears it at the end", "[mouse]") {
    const Frame frame = makeBlock();
    MouseTool tool;
    const ToolSettings settings;
    double time = 0.0;
    CHECK(tool.update(momentAt(frame, -0.1f, 0.0f, time), settings, false).empty());
    REQUIRE(tool.mark().has_value());
    (void)tool.update(momentAt(frame, -0.1f, 0.0f, time += 0.02), settings, true);
    const Vec3 start = tool.mark()->centre;
    std::vector<Command> commands;
    for (int k = 1; k <= 20; ++k) {
        commands =
            tool.update(momentAt(frame, -0.1f + 0.01f * static_cast<float>(k), 0.0f, time += 0.02), settings, true);
    }
    const Vec3 way = tool.mark()->centre - start;
    const ForceField& field = fieldOf(commands);
    CHECK(field.kind == FieldKind::Drag);
    CHECK(way.x > 0.0f);
    CHECK(field.direction.x == Approx(kGestureGain * way.x / 0.4f).epsilon(0.02));  // m/s
    CHECK(std::abs(field.direction.y) < 1e-3f);
    CHECK_NOTHROW(checkCommand(commands[0]));
    // The cursor rests: the fluid is held.
    for (int k = 0; k < 20; ++k) commands = tool.update(momentAt(frame, 0.1f, 0.0f, time += 0.02), settings, true);
    CHECK(length(fieldOf(commands).direction) < 1e-3f);
    CHECK(fieldOf(commands).strength > 0.0f);
    CHECK(fieldOf(tool.update(momentAt(frame, 0.1f, 0.0f, time += 0.02), settings, false)).strength == 0.0f);
    CHECK(tool.release().empty());
}

TEST_CASE("In slow motion the same gesture is faster for the fluid", "[mouse]") {
    const Frame frame = makeBlock();
    const auto speedAt = [&](double pace) {
        MouseTool tool;
        std::vector<Command> commands;
        double time = 0.0;
        for (int k = 0; k <= 20; ++k) {
            MouseMoment moment = momentAt(frame, -0.1f + 0.01f * static_cast<float>(k), 0.0f, time += 0.02);
            moment.pace = pace;
            commands = tool.update(moment, {}, true);
        }
        return length(fieldOf(commands).direction);
    };
    CHECK(speedAt(0.5) == Approx(2.0f * speedAt(1.0)).epsilon(0.01));
}

TEST_CASE("Every tool asks for what it is called, within what is allowed", "[mouse]") {
    const Frame frame = makeBlock();
    for (const ToolInfo& info : toolTable()) {
        for (const float strength : {kMinStrength, kMaxStrength}) {
            for (const float radius : {kMinBrush, kMaxBrush}) {
                MouseTool tool;
                const ToolSettings settings{info.tool, radius, strength};
                CAPTURE(info.name, strength, radius);
                const auto commands = tool.update(momentAt(frame, 0.0f, 0.0f, 1.0), settings, true);
                REQUIRE(commands.size() == 1);
                CHECK_NOTHROW(checkCommand(commands[0]));
                CHECK(std::holds_alternative<Pour>(commands[0]) == (info.tool == Tool::Pour));
                CHECK(std::holds_alternative<Drain>(commands[0]) == (info.tool == Tool::Drain));
            }
        }
    }
}

TEST_CASE("Fluid is poured from above the brush and within the room", "[mouse]") {
    const Frame frame = makeBlock();
    MouseTool tool;
    const auto commands = tool.update(momentAt(frame, 0.0f, 0.0f, 1.0), {.tool = Tool::Pour, .radius = 1.0f}, true);
    const Pour& jet = std::get<Pour>(commands.at(0));
    CHECK(jet.isOpen);
    CHECK(jet.centre.y > tool.mark()->centre.y);
    CHECK(jet.centre.y < kRoom.upper.y);
    const auto end = tool.update(momentAt(frame, 0.0f, 0.0f, 1.1), {.tool = Tool::Pour, .radius = 1.0f}, false);
    CHECK_FALSE(std::get<Pour>(end.at(0)).isOpen);
}

TEST_CASE("Rates come from the last second and start again after a reset", "[rates]") {
    RateMeter meter;
    StepTotals totals;
    for (int k = 0; k < 30; ++k) {
        meter.noteDraw(0.05 * k);
        totals.steps += 10;
        totals.simulatedSeconds += 0.02;
        totals.stageSeconds[1] += 0.01;
        meter.noteSimulation(0.05 * k, totals);
    }
    const Rates rates = meter.rates(1.45);
    CHECK(rates.framesPerSecond == Approx(20.0));
    CHECK(rates.stepsPerSecond == Approx(200.0));
    CHECK(rates.realTimeFactor == Approx(0.4));
    CHECK(rates.stageMs[1] == Approx(1.0));
    CHECK(meter.rates(10.0).stepsPerSecond == 0.0);  // nothing has happened for long
    meter.noteSimulation(1.5, StepTotals{});
    CHECK(meter.rates(1.5).stepsPerSecond == 0.0);
}

TEST_CASE("The picture gets coarser when it is slow, finer when it is fast, and heeds a wish", "[resolution]") {
    ResolutionControl control(true);
    const float first = control.current("auto");
    for (int k = 0; k < 100; ++k) control.noteDraw(0.2);
    const float coarse = control.current("auto");
    CHECK(coarse < first);
    for (int k = 0; k < 2000; ++k) control.noteDraw(0.005);
    CHECK(control.current("auto") == 1.0f);  // a processor never draws more than the screen has
    CHECK(control.current("1.5") == 1.5f);
    CHECK(control.current("99") == 2.0f);
    // One slow picture among fast ones is no reason.
    for (int k = 0; k < 100; ++k) control.noteDraw(k % 5 == 0 ? 0.2 : 0.02);
    CHECK(control.current("auto") == 1.0f);
    CHECK(ResolutionControl(false).current("auto") > 1.0f);
}

TEST_CASE("A framed scene lies within its part of the picture, and what the camera looks at in its middle",
          "[framing]") {
    const Bounds subject{{0.0f, 0.0f, 0.0f}, {1.6f, 0.7f, 0.4f}};
    for (const float aspect : {0.25f, 1.0f, 16.0f / 9.0f, 4.0f}) {
        for (const PicturePart& part : {PicturePart{}, PicturePart{-0.45f, -0.7f, 0.5f, 0.95f}}) {
            const Camera first{.target = {0.8f, 0.3f, 0.2f}, .distance = 1.0f, .yaw = 0.4f, .pitch = 0.3f};
            const Camera camera = framed(first, subject, aspect, part);
            CAPTURE(aspect, part.left, camera.distance);
            for (int corner = 0; corner < 8; ++corner) {
                const glm::vec4 p{(corner & 1) != 0 ? 1.6f : 0.0f, (corner & 2) != 0 ? 0.7f : 0.0f,
                                  (corner & 4) != 0 ? 0.4f : 0.0f, 1.0f};
                const glm::vec4 clip = camera.clipFromView(aspect) * camera.viewFromWorld() * p;
                CHECK(clip.x / clip.w > part.left - 0.03f);
                CHECK(clip.x / clip.w < part.right + 0.03f);
                CHECK(clip.y / clip.w > part.bottom - 0.03f);
                CHECK(clip.y / clip.w < part.top + 0.03f);
            }
            CHECK(camera.yaw == first.yaw);
            CHECK(camera.pitch == first.pitch);
        }
    }
    // Where it fits already, nothing moves.
    const Camera far{.target = {0.8f, 0.35f, 0.2f}, .distance = 9.0f};
    CHECK(framed(far, subject, 1.0f, {}) == far);
}

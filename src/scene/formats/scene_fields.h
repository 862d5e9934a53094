// Every key of a scene file, once: its name, its range and what it means. Reader, writer and schema visit these.
//
// A visitor has number, count, flag, vector, text, name, choice, fluid, object, list and alternatives. The value that a
// missing key stands for comes with it; std::nullopt marks keys that must be there.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "meniscus/look/view.h"
#include "meniscus/scene/scene_file.h"

namespace meniscus {

struct Range {
    double minimum = 0.0;
    double maximum = 0.0;
    std::string_view unit = "";
};

inline constexpr std::string_view kSceneFormat = "meniscus-scene";
inline constexpr int kSceneVersion = 1;

inline constexpr double kFarthest = 100.0;          // m
inline constexpr double kSmallestSize = 0.001;      // m, of what fluid is put into
inline constexpr double kFastest = 100.0;           // m/s
inline constexpr double kLastTime = 1e6;            // s
inline constexpr double kFinestSpacing = 5e-4;      // m
inline constexpr double kCoarsestSpacing = 1.0;     // m
inline constexpr uint64_t kMaxPoured = 1ull << 53;  // particles: what a double still counts
inline constexpr size_t kMaxParts = 64;             // of solids, fill, emitters, fields
inline constexpr size_t kMaxSites = 256;
inline constexpr size_t kMaxLayers = 32;
inline constexpr size_t kMaxTitleLength = 200;         // bytes
inline constexpr size_t kMaxDescriptionLength = 2000;  // bytes
inline constexpr size_t kMaxFluidNameLength = 24;      // bytes
inline constexpr size_t kMaxNameLength = 64;           // bytes

inline constexpr Range kPlaceRange{-kFarthest, kFarthest, "m"};
inline constexpr Range kLength{kSmallestSize, kFarthest, "m"};
inline constexpr Range kVelocity{-kFastest, kFastest, "m/s"};
inline constexpr Range kDirection{-1e3, 1e3};
inline constexpr Range kShare{0.0, 1.0};
inline constexpr Range kCelsius{kAbsoluteZero, kHottest, "C"};

inline constexpr std::array<std::string_view, 5> kSolidNames{"box", "cylinder", "sphere", "plane", "glass"};
template <>
inline constexpr auto kNamesOf<RoomLook> = namesFor<RoomLook>("tank", "tray", "unseen");
template <>
inline constexpr auto kNamesOf<FillRegion::Shape> = namesFor<FillRegion::Shape>("box", "cylinder", "ball");
inline constexpr auto kMustBeThere = std::nullopt;

struct SolidFields {
    template <typename V>
    void operator()(V& v, BoxPart& p) const {
        v.vector("lower", p.box.lower, kMustBeThere, kPlaceRange, "lower corner");
        v.vector("upper", p.box.upper, kMustBeThere, kPlaceRange, "upper corner");
        container(v, p.isContainer);
    }
    template <typename V>
    void operator()(V& v, CylinderPart& p) const {
        v.vector("base", p.base, kMustBeThere, kPlaceRange, "middle of the underside; the cylinder is upright");
        v.number("radius", p.radius, kMustBeThere, kLength, "radius");
        v.number("height", p.height, kMustBeThere, kLength, "height");
        container(v, p.isContainer);
    }
    template <typename V>
    void operator()(V& v, SpherePart& p) const {
        v.vector("centre", p.centre, kMustBeThere, kPlaceRange, "centre");
        v.number("radius", p.radius, kMustBeThere, kLength, "radius");
        container(v, p.isContainer);
    }
    template <typename V>
    void operator()(V& v, PlanePart& p) const {
        v.vector("point", p.point, kMustBeThere, kPlaceRange, "a point of the plane");
        v.vector("normal", p.normal, kMustBeThere, kDirection, "to where the room is free, of any length but 0");
    }
    template <typename V>
    void operator()(V& v, GlassDimensions& p) const {
        const GlassDimensions d;
        v.vector("base", p.base, kMustBeThere, kPlaceRange, "middle of the underside");
        v.number("innerRadius", p.innerRadius, kMustBeThere, kLength, "inner radius");
        v.number("height", p.height, kMustBeThere, kLength, "from the underside to the rim");
        v.always().number("wallThickness", p.wallThickness, d.wallThickness, kLength, "thickness of the wall");
        v.always().number("baseThickness", p.baseThickness, d.baseThickness, kLength,
                          "thickness of the base, below the height");
    }

  private:
    template <typename V>
    static void container(V& v, bool& isContainer) {
        v.flag("container", isContainer, false, "free inside instead of solid inside");
    }
};

inline SolidPart solidOfShape(size_t shape) {
    switch (shape) {
        case 0:
            return BoxPart{};
        case 1:
            return CylinderPart{};
        case 2:
            return SpherePart{};
        case 3:
            return PlanePart{};
        default:
            return GlassDimensions{};
    }
}

template <typename V>
void visitSolid(V& v, SolidPart& part) {
    v.alternatives("shape", part.index(), kSolidNames, "which shape", [&](size_t shape) {
        if (part.index() != shape) part = solidOfShape(shape);
        std::visit([&](auto& p) { SolidFields{}(v, p); }, part);
    });
}

template <typename V>
void visitLayer(V& v, FillRegion::Layer& layer) {
    const FillRegion::Layer d;
    int fluid = layer.fluid;
    v.fluid("fluid", fluid, 0, "name of the fluid; the first one when left out");
    layer.fluid = static_cast<uint8_t>(fluid);
    v.number("share", layer.share, d.share, kShare, "of the region's particles; the last layer takes the rest");
    v.number("temperature", layer.temperature, d.temperature, kCelsius,
             "at the start; that of the fluid when left out");
    v.number("dye", layer.dye, d.dye, kShare, "dye at the start");
}

template <typename V>
void visitFill(V& v, FillRegion& region) {
    v.alternatives(
        "shape", static_cast<size_t>(region.shape), kNamesOf<FillRegion::Shape>, "which shape", [&](size_t index) {
            const FillRegion d;
            region.shape = static_cast<FillRegion::Shape>(index);
            if (region.shape == FillRegion::Shape::Box) {
                v.vector("lower", region.box.lower, kMustBeThere, kPlaceRange, "lower corner");
                v.vector("upper", region.box.upper, kMustBeThere, kPlaceRange, "upper corner");
            } else if (region.shape == FillRegion::Shape::Cylinder) {
                v.vector("base", region.place, kMustBeThere, kPlaceRange,
                         "middle of the underside; the cylinder is upright");
                v.number("radius", region.radius, kMustBeThere, kLength, "radius");
                v.number("height", region.height, kMustBeThere, kLength, "height");
            } else {
                v.vector("centre", region.place, kMustBeThere, kPlaceRange, "centre");
                v.number("radius", region.radius, kMustBeThere, kLength, "radius");
            }
            v.vector("shift", region.shift, d.shift, kPlaceRange, "added to the particles once they are placed");
            v.vector("velocity", region.velocity, d.velocity, kVelocity, "at the start");
            v.vector("spin", region.spin, d.spin, Range{-kFastest, kFastest, "rad/s"},
                     "about an axis through the origin");
            v.list("layers", region.layers, kMaxLayers,
                   "fluids from the bottom up; one of the first fluid when left out",
                   [&](FillRegion::Layer& layer) { visitLayer(v, layer); });
            v.flag("shaken", region.isShaken, d.isShaken, "the layers' fluids at random places, in the same shares");
        });
}

template <typename V>
void visitEmitter(V& v, Emitter& e) {
    const Emitter d;
    v.choice("shape", e.shape, d.shape, kNamesOf<EmitterShape>, "of the opening");
    v.vector("centre", e.centre, kMustBeThere, kPlaceRange, "of the opening");
    v.vector("direction", e.direction, d.direction, kDirection, "of the jet, of any length but 0");
    v.number("radius", e.radius, d.radius, Range{1e-4, kFarthest, "m"}, "of the opening; half the side of a square");
    v.number("speed", e.speed, d.speed, Range{0.01, kFastest, "m/s"}, "of the jet");
    v.number("rate", e.rate, d.rate, Range{0.0, 1e6, "m^3/s"}, "0: as much as the opening gives at this speed");
    v.number("startTime", e.startTime, d.startTime, Range{0.0, kLastTime, "s"}, "when it begins");
    v.number("endTime", e.endTime, d.endTime, Range{0.0, kLastTime, "s"}, "when it ends; never when left out");
    v.count("particleLimit", e.particleLimit, d.particleLimit, 0, kMaxPoured,
            "how many particles it pours; any number when left out");
    v.fluid("fluid", e.fluid, 0, "name of the fluid; the first one when left out");
    v.number("dye", e.dye, d.dye, kShare, "dye of what it pours");
    v.flag("avoidsFluid", e.avoidsFluid, d.avoidsFluid, "leaves out places where fluid already is");
}

template <typename V>
void visitField(V& v, ForceField& f) {
    const ForceField d;
    v.choice("kind", f.kind, kMustBeThere, kNamesOf<FieldKind>, "what it does");
    v.vector("centre", f.centre, kMustBeThere, kPlaceRange, "centre, or a point of a swirl's axis");
    v.number("radius", f.radius, d.radius, Range{1e-4, kFarthest, "m"}, "it fades to nothing there");
    v.number("strength", f.strength, kMustBeThere, Range{0.0, 1e4},
             "drag: 1/s, how fast fluid takes on the velocity; heat, cool: K/s; the others: m/s^2");
    v.vector("direction", f.direction, d.direction, kVelocity, "drag: the velocity to take on, m/s; swirl: the axis");
    v.number("endTime", f.endTime, d.endTime, Range{0.0, kLastTime, "s"}, "when it ends; never when left out");
}

template <typename V>
void visitHeater(V& v, HeatRegion& h) {
    const HeatRegion d;
    v.vector("lower", h.bounds.lower, kMustBeThere, kPlaceRange, "lower corner");
    v.vector("upper", h.bounds.upper, kMustBeThere, kPlaceRange, "upper corner");
    v.number("temperature", h.temperature, d.temperature, kCelsius, "that fluid within takes on");
    v.number("rate", h.rate, d.rate, Range{0.0, 1e3, "1/s"}, "how fast");
    v.number("power", h.power, d.power, Range{0.0, 1e6, "K/s"}, "at most");
    v.number("period", h.period, d.period, Range{0.0, kLastTime, "s"}, "of its thermostat; 0: always on");
    v.number("onTime", h.onTime, d.onTime, Range{0.0, kLastTime, "s"}, "of each period");
    v.number("capacity", h.capacity, d.capacity, Range{0.0, 1e3, "kg"},
             "how much fluid would store as much heat; 0: it keeps its temperature");
}

// What the settings say of the first fluid is not written a second time.
inline bool isInSettings(std::string_view property) {
    return std::ranges::any_of(settingTable(),
                               [&](const SettingInfo& info) { return info.isOfFluid && info.key == property; });
}

template <typename V>
void visitFluid(V& v, FluidKind& kind, bool isFirst) {
    v.text("name", kind.name, kMustBeThere, kMaxFluidNameLength,
           "letters, digits and dashes; a known name gives what is left out");
    const FluidKind d = v.knownFluid(kind.name);
    v.flag("gas", kind.isGas, d.isGas, "air, steam, flame: vanishes where no liquid holds it");
    v.flag("flame", kind.isFlame, d.isFlame, "a gas that drives itself and fades as it cools");
    v.fluid("vapour", kind.vapour, kNoFluid, "name of the fluid that it boils into");
    for (const FluidProperty& property : fluidPropertyTable()) {
        if (isFirst && V::kIsWriter && isInSettings(property.key)) continue;
        v.always().number(property.key, kind.*property.value, d.*property.value,
                          Range{property.minimum, property.maximum, property.unit}, property.effect);
    }
}

// Only where particles carry fluid, temperature and dye there is a list.
template <typename V>
void visitFluids(V& v, WorldSetup& setup) {
    std::vector<FluidKind> fluids = setup.isMixed ? setup.fluids : std::vector<FluidKind>();
    v.list("fluids", fluids, kMaxFluids, "what particles may be made of; water alone when left out",
           [&](FluidKind& kind) { visitFluid(v, kind, &kind == fluids.data()); });
    if constexpr (!V::kIsWriter) {
        setup.isMixed = !fluids.empty();
        if (setup.isMixed) setup.fluids = std::move(fluids);
    }
}

template <typename V>
void visitSetting(V& v, Settings& settings, FluidKind& firstFluid, const SettingInfo& info) {
    float value = valueOf(info, settings, firstFluid);
    // What the settings do not say of the first fluid stays as it stands among the fluids.
    const float fallback = info.isOfFluid ? value : defaultOf(info);
    if (info.kind == SettingKind::Toggle) {
        bool isOn = value != 0.0f;
        v.always().flag(info.key, isOn, fallback != 0.0f, info.effect);
        value = isOn ? 1.0f : 0.0f;
    } else if (info.kind == SettingKind::Choice) {
        auto index = static_cast<size_t>(value);
        v.always().choice(info.key, index, static_cast<size_t>(fallback), info.choices, info.effect);
        value = static_cast<float>(index);
    } else {
        v.always().number(info.key, value, fallback, Range{info.minimum, info.maximum, info.unit}, info.effect);
    }
    if constexpr (!V::kIsWriter) setValue(info, value, settings, firstFluid);
}

template <typename V>
void visitMethod(V& v, std::string& method) {
    std::vector<std::string_view> names;  // the default first
    for (const MethodInfo& info : methods()) names.push_back(info.name);
    size_t index = static_cast<size_t>(std::ranges::find(names, method) - names.begin());
    v.choice("method", index, size_t{0}, names, "how the fluid moves, see 'meniscus methods'");
    if constexpr (!V::kIsWriter) method = names[index];
}

template <typename V>
void visitRoom(V& v, Domain& domain, RoomLook& look) {
    const SceneLook d;
    v.vector("lower", domain.bounds.lower, kMustBeThere, kPlaceRange, "lower corner");
    v.vector("upper", domain.bounds.upper, kMustBeThere, kPlaceRange, "upper corner");
    v.axes("periodic", domain.periodic, "axes without walls: what leaves on one side comes back on the other");
    v.always().choice("look", look, d.room, kNamesOf<RoomLook>, "a tank of glass, a tray with a low rim, or nothing");
}

template <typename V>
void visitCamera(V& v, SceneLook& look) {
    const SceneLook d;
    v.always().vector("target", look.target, d.target, kPlaceRange, "where it looks");
    v.always().number("distance", look.distance, d.distance, Range{0.01, 1e3, "m"}, "from there to the eye");
    v.always().number("yaw", look.yaw, d.yaw, Range{-1e3, 1e3, "rad"}, "0 looks along -z");
    v.always().number("pitch", look.pitch, d.pitch, Range{-1.6, 1.6, "rad"}, "above the horizon");
    v.flag("exact", look.isExact, d.isExact, "where a user put it; otherwise moved back until all is in sight");
}

template <typename Table>
std::vector<std::string_view> namesIn(const Table& table) {
    std::vector<std::string_view> names;
    for (const auto& row : table) names.push_back(row.name);
    return names;
}

// A program without painters, such as a fuzz target, has no views; any name will do there.
template <typename V>
void visitView(V& v, SceneView& view) {
    v.name("view", view.view, namesIn(registeredViews()), "as the user has it when left out");
    v.name("colour", view.colour, namesIn(colourTable()), "by what the fluid is coloured; likewise");
    v.name("background", view.background, namesIn(backgroundTable()), "likewise");
}

template <typename V>
void visitScene(V& v, Scene& scene, const SceneLimits& limits) {
    const Scene d;
    WorldSetup& setup = scene.setup;
    v.text("name", scene.name, "", kMaxNameLength, "for messages; that of the file when left out");
    v.text("title", scene.title, "", kMaxTitleLength, "as lists show it");
    v.text("description", scene.description, "", kMaxDescriptionLength, "one sentence");
    v.always().count("seed", setup.seed, uint64_t{1}, 0, std::numeric_limits<uint64_t>::max(), "of all that is random");
    v.always().count("particles", scene.particles, d.particles, 1, limits.particles,
                     "for how many the scene is made; the fill has as many, and the spacing follows from that");
    v.count("particlesAtStart", scene.particlesAtStart, scene.particles, 1, limits.particles,
            "how many of them the fill has, when emitters pour the others");
    v.spacing("spacing", scene, Range{kFinestSpacing, kCoarsestSpacing, "m"},
              "distance of particles at rest; only where there is no fill");
    v.object("room", true, "the closed room around everything", [&] { visitRoom(v, setup.domain, scene.look.room); });
    v.list("solids", scene.solids, kMaxParts, "walls and obstacles", [&](SolidPart& part) { visitSolid(v, part); });
    visitFluids(v, setup);
    v.fluid("air", setup.air, kNoFluid, "name of the fluid that trapped air is made of");
    v.list("fill", scene.fill, kMaxParts, "where fluid is at the start",
           [&](FillRegion& region) { visitFill(v, region); });
    v.list("emitters", setup.emitters, kMaxParts, "what pours fluid in", [&](Emitter& e) { visitEmitter(v, e); });
    v.list("fields", setup.fields, kMaxParts, "force fields", [&](ForceField& f) { visitField(v, f); });
    v.list("heaters", setup.heaters, kMaxHeaters, "places that heat or cool",
           [&](HeatRegion& h) { visitHeater(v, h); });
    v.points("cavitationSites", setup.cavitationSites, kMaxSites, kPlaceRange, "where liquid boils");
    v.count("capacity", setup.capacity, d.setup.capacity, 0, limits.capacity,
            "most particles that may exist; those of the start when left out");
    visitMethod(v, setup.method);
    v.object("settings", false, "see docs/settings.md", [&] {
        for (const SettingInfo& info : settingTable()) visitSetting(v, setup.settings, setup.fluids[0], info);
    });
    v.object("camera", false, "from where it is seen at first", [&] { visitCamera(v, scene.look); });
    v.object("view", false, "how it is seen at first", [&] { visitView(v, scene.view); });
}

}  // namespace meniscus

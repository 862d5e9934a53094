#include "ui/controls/setting_needs.h"

#include <algorithm>
#include <array>

namespace meniscus {

namespace {

using Scene = const SceneParts&;

struct Need {
    std::string_view key;
    bool (*isMet)(Scene scene, const Frame& frame);
    std::string_view why;  // not
};

bool isMixed(Scene, const Frame& frame) {
    return frame.isMixed();
}

// Of two fluids, or of a fluid and the walls: all are alike unless one differs from the walls.
bool hasTwoPolarities(Scene, const Frame& frame) {
    return frame.isMixed() && std::any_of(frame.fluids.begin(), frame.fluids.end(), [&](const FluidKind& kind) {
               return kind.polarity != frame.settings.wallPolarity;
           });
}

bool hasGas(Scene, const Frame& frame) {
    return std::any_of(frame.fluids.begin(), frame.fluids.end(), [](const FluidKind& kind) { return kind.isGas; });
}

bool canBoil(Scene scene, const Frame& frame) {
    return scene.hasCavitationSites && std::any_of(frame.fluids.begin(), frame.fluids.end(),
                                                   [](const FluidKind& kind) { return kind.vapour != kNoFluid; });
}

bool isIncompressible(Scene, const Frame& frame) {
    return frame.method == "dfsph";
}

bool isSpringy(Scene scene, const Frame& frame) {
    return !isIncompressible(scene, frame);
}

// The stabiliser is a part of mcg03, and so of its reference.
bool canBeStabilised(Scene, const Frame& frame) {
    return frame.method == "mcg03" || frame.method == "reference";
}

bool hasSkin(Scene, const Frame& frame) {
    return frame.settings.tensionModel == TensionModel::Stress;
}

constexpr std::string_view kNoStabiliser = "No effect: only the methods mcg03 and reference have a stabiliser.";
constexpr std::string_view kNoIterations = "No effect: only the method dfsph iterates.";
constexpr std::string_view kNoSprings = "No effect: the method dfsph has no springs.";
constexpr std::string_view kOnePolarity =
    "No effect: nothing of different polarity meets here. Add another fluid under Fluids.";
constexpr std::array kNeeds{
    Need{"interfaceTension", hasTwoPolarities, kOnePolarity},
    Need{"interfaceModel", hasTwoPolarities, kOnePolarity},
    Need{"wallPolarity", isMixed, kOnePolarity},
    Need{"interfaceOn", hasTwoPolarities, kOnePolarity},
    Need{"dyeDiffusion", isMixed, "No effect: nothing is dyed here. Use the tool Dye."},
    Need{"heatOn", isMixed, "No effect: nothing here is warm or cold. Use the tool Heat."},
    Need{"heaterStrength", [](Scene scene, const Frame&) { return scene.hasHeaters; },
         "No effect: this scene has no heaters."},
    Need{"boilingRate", canBoil, "No effect: nothing boils in this scene."},
    Need{"trappedAir", [](Scene scene, const Frame&) { return scene.hasAir; },
         "No effect: this scene has no air to trap."},
    Need{"airThreshold", hasGas, "No effect: there is no gas here."},
    Need{"fieldStrength", [](Scene scene, const Frame&) { return scene.hasFields; },
         "No effect: this scene has no force fields of its own."},
    Need{"pressureIterations", isIncompressible, kNoIterations},
    Need{"divergenceIterations", isIncompressible, kNoIterations},
    Need{"stabiliser", canBeStabilised, kNoStabiliser},
    Need{"stabiliserStrength", canBeStabilised, kNoStabiliser},
    Need{"contactAngle", hasSkin, "No effect: it needs \"Surface tension by\" stress, under Solver."},
    Need{"contactAngleSolids", [](Scene scene, const Frame&) { return scene.hasSolids; },
         "No effect: this scene has no solids."},
    Need{"stiffness", isSpringy, kNoSprings},
    Need{"allowSuction", isSpringy, kNoSprings},
};

}  // namespace

std::string_view whyNoEffect(const SettingInfo& info, const SceneParts& scene, const Frame& frame) {
    for (const Need& need : kNeeds) {
        const bool isOfWall = need.key == "contactAngle" && info.key.starts_with(need.key);
        if ((need.key == info.key || isOfWall) && !need.isMet(scene, frame)) return need.why;
    }
    return {};
}

}  // namespace meniscus

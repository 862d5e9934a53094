#include "world/check_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

bool isPeriodic(const WorldSetup& setup) {
    return std::ranges::any_of(setup.domain.periodic, std::identity{});
}

}  // namespace

void checkSetup(const WorldSetup& setup) {
    const auto refuse = [&](std::string_view what) {
        throw InputError(fmt::format("scene {}: {}", setup.scene, what));
    };
    if (!(setup.spacing > 0.0f) || !std::isfinite(setup.spacing)) refuse(fmt::format("spacing {} m", setup.spacing));
    const Vec3 size = setup.domain.bounds.size();
    if (!isFinite(size) || std::min({size.x, size.y, size.z}) < 1.03f * setup.spacing) {
        refuse(fmt::format("room of {} x {} x {} m is too small for a spacing of {} m", size.x, size.y, size.z,
                           setup.spacing));
    }
    const size_t fluids = setup.fluids.size();
    if (fluids < 1 || fluids > kMaxFluids) {
        refuse(fmt::format("{} fluids; allowed: 1 to {}", fluids, kMaxFluids));
    }
    if (fluids > 1 && !setup.isMixed) refuse("several fluids, but its particles do not carry them (isMixed)");
    for (const SettingInfo& info : settingTable()) {
        checkValue(info, valueOf(info, setup.settings, setup.fluids[0]));
    }
    checkFluids(setup.fluids);
    if (setup.air != kNoFluid && (setup.air < 0 || static_cast<size_t>(setup.air) >= fluids)) {
        refuse(fmt::format("air {} is not an index of its {} fluids", setup.air, fluids));
    }
    if (setup.air != kNoFluid && isPeriodic(setup)) {
        refuse("trapped air is not for rooms with periodic axes");  // phases.cpp looks for places in the grid
    }
    if (setup.heaters.size() > kMaxHeaters) {
        refuse(fmt::format("{} heaters; allowed: up to {}", setup.heaters.size(), kMaxHeaters));
    }
}

void checkMethod(const MethodInfo& method, const WorldSetup& setup, size_t fluidCount) {
    const auto refuse = [&](std::string_view what) {
        throw InputError(fmt::format("scene {}: method {} is {}", setup.scene, method.name, what));
    };
    if (isPeriodic(setup) && !method.supports.periodic) refuse("not for rooms with periodic axes");
    const size_t capacity = std::max(setup.capacity, setup.particles.size());
    if (capacity > method.maxParticles) {
        refuse(fmt::format("for up to {} particles; there may be {}", method.maxParticles, capacity));
    }
    if (!method.supports.needsOneFluid) return;
    if (fluidCount > 1) refuse(fmt::format("for one fluid; there are {}", fluidCount));
    if (setup.isMixed) refuse("for one fluid without heat and dye of its own");
}

ShapePtr wallsOf(const WorldSetup& setup) {
    return wallsOf(setup.domain.bounds, setup.domain.periodic, setup.solids);
}

}  // namespace meniscus

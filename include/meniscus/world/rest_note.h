// Why a fluid does not come to rest: because the scene drives it, or because of settings that are doubtful.
#pragma once

#include <string>
#include <string_view>

#include "meniscus/fluid/settings.h"

namespace meniscus {

class World;

// Fluid whose particles are slower than this on average has come to rest, m/s. Calm water of a few hundred particles
// trembles at a sixth of it.
inline constexpr double kRestSpeed = 0.03;

struct RestFacts {
    const Settings& settings;
    const FluidKind& fluid;  // the first one
    std::string_view method;
    float supportRadius = 0.0f;  // h, m
    float size = 0.0f;           // m, side of a cube of the fluid that is there
    bool isCut = false;          // steps simulate less than their time step
    bool isPoured = false;       // emitters are at work
    bool hasFields = false;      // of force, of the scene itself
    bool hasHeaters = false;
};

struct RestNote {
    std::string text;      // one line; empty where fluid comes to rest
    bool isMeant = false;  // the scene is made so: nothing is wrong with the settings
};

// Doubtful settings first; those that act most strongly before the others.
[[nodiscard]] RestNote restNote(const RestFacts& facts);
// Of a world as it stands; empty once it has come to rest.
[[nodiscard]] RestNote restNote(const World& world);

}  // namespace meniscus

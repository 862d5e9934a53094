// Whether a world can be made of a setup.
#pragma once

#include "meniscus/fluid/method.h"
#include "meniscus/world/world.h"

namespace meniscus {

// Throws InputError that names the scene and what is not allowed.
void checkSetup(const WorldSetup& setup);

// Throws InputError where the method cannot do what the scene needs.
void checkMethod(const MethodInfo& method, const WorldSetup& setup, size_t fluidCount);

}  // namespace meniscus

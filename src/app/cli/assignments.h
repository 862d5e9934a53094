// What --set takes: key=value for a setting, NAME.key=value for a property of the fluid called NAME.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "meniscus/world/command.h"

namespace meniscus {

// As commands, with keys and values checked; that of --method, if any, comes first.
[[nodiscard]] std::vector<Command> parseAssignments(const std::vector<std::string>& texts,
                                                    const std::optional<std::string>& method = {});

// Throws InputError when one is for a fluid that the table does not have. An empty table is that of a scene with one
// fluid, which is called as FluidKind is by default.
void checkFluidNames(std::span<const Command> assignments, std::span<const FluidKind> fluids);

}  // namespace meniscus

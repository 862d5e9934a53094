// scene.json of an export: what was run, how to run it again, and what the files hold.
#pragma once

#include "app/commands.h"
#include "app/json_output.h"
#include "app/particle_fields.h"
#include "meniscus/world/world.h"

namespace meniscus {

inline constexpr std::string_view kRecordFile = "scene.json";
inline constexpr std::string_view kCommandsFile = "commands.json";  // copy of what --commands named

// The call that makes the same files again, for a shell in the same working directory. It names a folder beside the
// export's that is not there yet, as an export goes into no folder that has files. The number of threads does not
// matter, and commands come from the copy.
[[nodiscard]] std::string repeatCommand(const RunOptions& options);

// Everything but the list of exports, which is empty, and "finished", which is false. The state is the first one.
[[nodiscard]] Json exportRecord(const RunOptions& options, const World& world, const ParticleState& first);

}  // namespace meniscus

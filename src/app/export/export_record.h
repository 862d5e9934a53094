// scene.json of an export: what was run, how to run it again, and what the files hold.
#pragma once

#include "app/cli/commands/commands.h"
#include "app/cli/json_output.h"
#include "meniscus/scene/scene.h"
#include "meniscus/world/world.h"

namespace meniscus {

inline constexpr std::string_view kRecordFile = "scene.json";
inline constexpr std::string_view kCommandsFile = "commands.json";  // copy of what --commands named

inline constexpr std::string_view kParticleFiles = "particles";
inline constexpr std::string_view kSurfaceFiles = "surface";

// Files of the surface of one fluid: surface-wax for wax.
[[nodiscard]] std::string surfaceFilesOf(std::string_view fluid);

// Name of a numbered file of one of these kinds; the number as text, so that it may also be a word for any number.
[[nodiscard]] std::string exportFileName(std::string_view kind, std::string_view number, GeometryFormat format);

// The call that begins the same run, without its length: "meniscus run splash --particles 1300 --seed 1 --set ...".
[[nodiscard]] std::string repeatedRun(const RunOptions& options, const Scene& scene);

// The call that makes the same files again, for a shell in the same working directory. It names a folder beside the
// export's that is not there yet, as an export goes into no folder that has files. The number of threads does not
// matter, and commands come from the copy.
[[nodiscard]] std::string repeatCommand(const RunOptions& options, const Scene& scene);

// What each field of the files means; those of mixed states have more.
[[nodiscard]] Json fieldsJson(const ExportOptions& exporting, bool isMixed);

// Everything but the list of exports, which is empty, and "finished", which is false.
[[nodiscard]] Json exportRecord(const RunOptions& options, const Scene& scene, const World& world);

}  // namespace meniscus

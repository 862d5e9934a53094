// meniscus write: a scene as a file. meniscus schema: what such files may hold.
#include <fmt/format.h>

#include <ostream>

#include "app/cli/commands/commands.h"
#include "app/cli/option_value.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/scene/scene_file.h"

namespace meniscus {

int writeScene(const WriteOptions& options, std::ostream& out) {
    if (options.output) checkOutput("--output", *options.output);
    const Scene scene = describeScene(findScene(options.scene), {.particles = options.particles, .seed = options.seed});
    const std::string text = sceneText(scene);
    // With very many particles a scene can be run, but not be read from a file.
    (void)parseScene(text, fmt::format("scene {}", options.scene));
    if (options.output) {
        writeFileAtomically(*options.output, text);
    } else {
        out << text;
    }
    return kExitDone;
}

int printSchema(std::ostream& out) {
    out << sceneSchemaText();
    return kExitDone;
}

}  // namespace meniscus

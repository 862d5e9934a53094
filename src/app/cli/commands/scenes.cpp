// meniscus scenes: what there is to run.
#include <ostream>

#include "app/cli/commands/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/text_table.h"
#include "meniscus/scene/scene.h"

namespace meniscus {
namespace {

// Their names, in the order of the table.
Json fluidsJson(const SceneInfo& scene) {
    Json names = Json::array();
    for (const FluidKind& kind : buildScene(scene, {}).fluids) names.push_back(kind.name);
    return names;
}

Json scenesJson() {
    Json list = Json::array();
    for (const SceneInfo& scene : builtInScenes()) {
        list.push_back({{"name", scene.name},
                        {"title", scene.title},
                        {"description", scene.description},
                        {"particles", scene.particles},
                        {"fluids", fluidsJson(scene)}});
    }
    return list;
}

std::string scenesTable() {
    TextTable table({"name", ">particles", "title", "description"});
    for (const SceneInfo& scene : builtInScenes()) {
        table.addRow({std::string(scene.name), std::to_string(scene.particles), std::string(scene.title),
                      std::string(scene.description)});
    }
    return table.text();
}

}  // namespace

int listScenes(const ScenesOptions& options, std::ostream& out) {
    out << (options.json ? jsonText(scenesJson()) : scenesTable());
    return kExitDone;
}

}  // namespace meniscus

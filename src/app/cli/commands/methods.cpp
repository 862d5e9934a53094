// meniscus methods: how a fluid can be moved.
#include <ostream>

#include "app/cli/commands/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/text_table.h"
#include "meniscus/fluid/method.h"

namespace meniscus {
namespace {

Json methodsJson() {
    Json list = Json::array();
    for (const MethodInfo& info : methods()) {
        const bool isLimited = info.maxParticles < std::numeric_limits<size_t>::max();
        list.push_back({{"name", info.name},
                        {"title", info.title},
                        {"description", info.description},
                        {"dimensions", {3}},
                        {"maxParticles", isLimited ? Json(info.maxParticles) : Json(nullptr)},
                        {"supports", {{"mixtures", info.supports.mixtures}, {"periodic", info.supports.periodic}}}});
    }
    return list;
}

std::string methodsTable() {
    TextTable table({"name", "mixtures", "title", "description"});
    for (const MethodInfo& info : methods()) {
        table.addRow({std::string(info.name), info.supports.mixtures ? "yes" : "no", std::string(info.title),
                      std::string(info.description)});
    }
    return table.text();
}

}  // namespace

int listMethods(const MethodsOptions& options, std::ostream& out) {
    out << (options.json ? jsonText(methodsJson()) : methodsTable());
    return kExitDone;
}

}  // namespace meniscus

// meniscus views: the ways of showing the fluid.
#include <ostream>

#include "app/cli/commands/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/text_table.h"
#include "meniscus/look/view.h"

namespace meniscus {
namespace {

Json viewsJson() {
    Json list = Json::array();
    for (const ViewInfo& view : registeredViews()) {
        list.push_back({{"name", view.name},
                        {"title", view.title},
                        {"description", view.description},
                        {"key", view.order},
                        {"drawsFluid", view.drawsFluid}});
    }
    return list;
}

std::string viewsTable() {
    TextTable table({"name", ">key", "description"});
    for (const ViewInfo& view : registeredViews()) {
        table.addRow({std::string(view.name), std::to_string(view.order), std::string(view.description)});
    }
    return table.text();
}

}  // namespace

int listViews(const ViewsOptions& options, std::ostream& out) {
    out << (options.json ? jsonText(viewsJson()) : viewsTable());
    return kExitDone;
}

}  // namespace meniscus

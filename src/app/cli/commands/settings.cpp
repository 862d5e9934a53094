// meniscus settings: everything that --set takes, settings first, then the properties of fluids. docs/settings.md is
// generated from --markdown.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "app/cli/commands/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/text_table.h"
#include "meniscus/fluid/fluid_kind.h"
#include "meniscus/fluid/settings.h"

namespace meniscus {
namespace {

std::string_view kindName(SettingKind kind) {
    switch (kind) {
        case SettingKind::Number:
            return "number";
        case SettingKind::Toggle:
            return "toggle";
        case SettingKind::Choice:
            return "choice";
    }
    return "";
}

std::string rangeOf(const SettingInfo& info) {
    if (info.kind == SettingKind::Toggle) return "off, on";
    if (info.kind == SettingKind::Choice) return fmt::format("{}", fmt::join(info.choices, ", "));
    return fmt::format("{} to {}", info.minimum, info.maximum);
}

// Stands for the name of any fluid.
constexpr std::string_view kAnyFluid = "FLUID";

std::string keyOf(const FluidProperty& property) {
    return fmt::format("{}.{}", kAnyFluid, property.key);
}

std::string rangeOf(const FluidProperty& property) {
    return fmt::format("{} to {}", property.minimum, property.maximum);
}

float defaultOf(const FluidProperty& property) {
    return FluidKind{}.*property.value;
}

Json settingsJson() {
    Json list = Json::array();
    for (const SettingInfo& info : settingTable()) {
        Json entry = {{"key", info.key},
                      {"label", info.label},
                      {"kind", kindName(info.kind)},
                      {"unit", info.unit},
                      {"minimum", shortDecimal(info.minimum)},
                      {"maximum", shortDecimal(info.maximum)},
                      {"default", shortDecimal(defaultOf(info))},
                      {"effect", info.effect}};
        if (info.kind == SettingKind::Choice) {
            entry["choices"] = std::vector<std::string>(info.choices.begin(), info.choices.end());
        }
        list.push_back(std::move(entry));
    }
    for (const FluidProperty& property : fluidPropertyTable()) {
        list.push_back({{"key", keyOf(property)},
                        {"label", property.label},
                        {"kind", "fluid"},
                        {"unit", property.unit},
                        {"minimum", shortDecimal(property.minimum)},
                        {"maximum", shortDecimal(property.maximum)},
                        {"default", shortDecimal(defaultOf(property))},
                        {"effect", property.effect}});
    }
    return list;
}

std::string settingsMarkdown() {
    constexpr std::string_view kHead =
        "| key | meaning | unit | allowed | default | effect of raising it |\n"
        "|---|---|---|---|---|---|\n";
    std::string text(kHead);
    for (const SettingInfo& info : settingTable()) {
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", info.key, info.label, info.unit, rangeOf(info),
                            formatValue(info, defaultOf(info)), info.effect);
    }
    text +=
        fmt::format("\nOf a fluid; {} stands for its name, such as `--set red.viscosity=8`:\n\n{}", kAnyFluid, kHead);
    for (const FluidProperty& property : fluidPropertyTable()) {
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", keyOf(property), property.label, property.unit,
                            rangeOf(property), defaultOf(property), property.effect);
    }
    return text;
}

std::string settingsTable() {
    TextTable table({"key", "unit", "allowed", ">default", "effect of raising it"});
    for (const SettingInfo& info : settingTable()) {
        table.addRow({std::string(info.key), std::string(info.unit), rangeOf(info), formatValue(info, defaultOf(info)),
                      std::string(info.effect)});
    }
    for (const FluidProperty& property : fluidPropertyTable()) {
        table.addRow({keyOf(property), std::string(property.unit), rangeOf(property),
                      fmt::format("{}", defaultOf(property)), std::string(property.effect)});
    }
    return table.text();
}

}  // namespace

int listSettings(const SettingsOptions& options, std::ostream& out) {
    if (options.json) {
        out << jsonText(settingsJson());
    } else {
        out << (options.markdown ? settingsMarkdown() : settingsTable());
    }
    return kExitDone;
}

}  // namespace meniscus

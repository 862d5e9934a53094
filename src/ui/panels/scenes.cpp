// The built-in scenes; a click opens one. Only the open one has its sentence below it, the others in their tooltips: as
// many as there are, the panels below must stay in sight.
#include <fmt/format.h>

#include <algorithm>

#include "meniscus/scene/scene.h"
#include "meniscus/ui/keys.h"
#include "ui/panel.h"

namespace meniscus {

namespace {

class ScenesPanel : public Panel {
  public:
    void draw(PanelContext& context) override {
        drawFileButtons(context);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, context.ui.px(3.0f)});
        for (const SceneInfo& scene : builtInScenes()) drawEntry(context, scene);
        ImGui::PopStyleVar();
    }

  private:
    static void drawFileButtons(PanelContext& context) {
        Widgets& ui = context.ui;
        const float gap = ui.px(3.0f), width = (ui.width() - 2.0f * gap) / 3.0f;
        const auto button = [&](std::string_view id, std::string_view label, KeyAction action, std::string_view what) {
            const std::string tip = fmt::format("{} ({})", what, keysOf(action));
            return ui.button(fmt::format("files/{}", id), label, {width, 0.0f}, {tip, {}});
        };
        if (button("open", "Open", KeyAction::OpenFile, "A scene, snapshot, replay or shared picture from a file")) {
            context.actions.files.showOpenDialog();
        }
        ImGui::SameLine(0.0f, gap);
        const std::string save =
            fmt::format("To a file; {} asks for another name or kind", keysOf(KeyAction::SaveFileAs));
        if (button("save", "Save", KeyAction::SaveFile, save)) context.actions.files.save();
        ImGui::SameLine(0.0f, gap);
        if (button("share", "Share", KeyAction::Share,
                   "A picture of this moment that can be opened to go on from it")) {
            context.actions.files.shareMoment();
        }
        ImGui::Dummy({1.0f, ui.px(2.0f)});
    }

    static void drawEntry(PanelContext& context, const SceneInfo& scene) {
        Widgets& ui = context.ui;
        const bool isCurrent = scene.name == context.state.scene;
        const float pad = ui.px(8.0f), textWidth = ui.width() - 2.0f * pad;
        ImFont* small = ui.fonts().small;
        ImFont* regular = ui.fonts().regular;
        const float textHeight = isCurrent ? textSize(small, scene.description, textWidth).y + ui.px(3.0f) : 0.0f;
        const float height = regular->FontSize + textHeight + ui.px(10.0f);
        const ImVec2 at = ImGui::GetCursorScreenPos();

        const std::string name = fmt::format("scenes/{}", scene.name);
        const std::string tip =
            fmt::format("{}\nA click opens it, with {} particles.", scene.description, groupedCount(scene.particles));
        ImGui::PushID(name.c_str());
        const bool isClicked = ImGui::InvisibleButton("##scene", {ui.width(), height});
        ImGui::PopID();
        const bool isHovered = ImGui::IsItemHovered();
        ui.record(name, true, isCurrent ? "chosen" : "");
        ui.explain(name, {tip, {}});

        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 end{at.x + ui.width(), at.y + height};
        if (isCurrent || isHovered) {
            list.AddRectFilled(at, end, isCurrent ? palette::kAccentSoft : palette::kControl, ui.px(6.0f));
        }
        if (isCurrent) {
            list.AddRectFilled({at.x, at.y + ui.px(6.0f)}, {at.x + ui.px(3.0f), end.y - ui.px(6.0f)}, palette::kAccent,
                               ui.px(1.5f));
        }
        const std::string count = groupedCount(scene.particles);
        const float countWidth = textSize(small, count).x;
        drawCutText(list, regular, {at.x + pad, at.y + ui.px(5.0f)}, textWidth - countWidth - ui.px(6.0f),
                    isCurrent ? palette::kAccent : palette::kText, scene.title);
        drawCutText(list, small, {end.x - pad - countWidth, at.y + ui.px(6.0f)}, countWidth + 1.0f, palette::kFaint,
                    count);
        if (isCurrent) {
            list.AddText(small, small->FontSize, {at.x + pad, at.y + regular->FontSize + ui.px(7.0f)}, palette::kDim,
                         scene.description.data(), scene.description.data() + scene.description.size(), textWidth);
        }
        if (isClicked) context.actions.files.openScene(scene.name);
    }
};

const PanelRegistration kRegistration({"scenes", "Scenes", Side::Left, 10, true, makePanel<ScenesPanel>});

}  // namespace
}  // namespace meniscus

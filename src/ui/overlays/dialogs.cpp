#include "ui/overlays/dialogs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/widgets/card.h"
#include "ui/windows.h"

namespace meniscus {

namespace {

constexpr float kQuestionWidth = 460.0f;  // unscaled pixels
constexpr float kBannerWidth = 560.0f;

bool isPressed(ImGuiKey key) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
}

void text(const Widgets& ui, ImVec2 at, std::string_view what, ImU32 colour, float wrap) {
    ImFont* font = ui.fonts().regular;
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, colour, what.data(), what.data() + what.size(), wrap);
}

}  // namespace

void drawQuestion(PanelContext& context) {
    Widgets& ui = context.ui;
    Question& question = *context.state.files.question;
    const float pad = ui.px(kCardPad), wrap = ui.px(kQuestionWidth) - 2.0f * pad, gap = ui.px(8.0f);
    const float textHeight = textSize(ui.fonts().regular, question.text, wrap).y;
    const float silence = question.canBeSilenced ? ui.rowHeight() + ui.px(10.0f) : 0.0f;
    const float buttonHeight = ui.px(32.0f);
    const float height = ui.px(kCardTitle) + textHeight + ui.px(18.0f) + silence + buttonHeight + pad;
    const UiRect card = beginCard(context, "##question", ui.px(kQuestionWidth), height);
    drawCardTitle(context, card, question.title);
    text(ui, {card.x + pad, card.y + ui.px(kCardTitle)}, question.text, palette::kDim, wrap);
    if (question.canBeSilenced) {
        ImGui::SetCursorScreenPos({card.x + pad, card.y + ui.px(kCardTitle) + textHeight + ui.px(12.0f)});
        ui.setWidth(card.width - 2.0f * pad);
        if (ui.toggle("question/silence", "Don't ask again", question.isSilenced,
                      {"Can be taken back in the panel View.", {}})) {
            question.isSilenced = !question.isSilenced;
        }
    }
    using Answer = Question::Answer;
    std::optional<Answer> answer;
    const float y = card.bottom() - pad - buttonHeight, width = ui.px(kCardButton);
    float x = card.right() - pad - width;
    const auto button = [&](const char* name, std::string_view label, Answer meaning, bool isMain) {
        ImGui::SetCursorScreenPos({x, y});
        if (ui.button(name, label, {width, buttonHeight}, {{}, {}}, isMain)) answer = meaning;
        x -= width + gap;
    };
    button("question/yes", question.yes, Answer::Yes, true);
    button("question/cancel", "Cancel", Answer::Cancel, false);
    if (!question.no.empty()) {
        x = card.x + pad;
        button("question/no", question.no, Answer::No, false);
    }
    if (isPressed(ImGuiKey_Enter) || isPressed(ImGuiKey_KeyPadEnter)) answer = Answer::Yes;
    if (isPressed(ImGuiKey_Escape)) answer = Answer::Cancel;
    ui.recordAt("question", {card.x, card.y}, {card.right(), card.bottom()}, question.text);
    ImGui::End();
    if (answer) context.actions.files.answerQuestion(*answer);
}

std::optional<UiRect> drawRecovery(PanelContext& context, const Layout& layout) {
    if (!context.state.files.recovery) return std::nullopt;
    Widgets& ui = context.ui;
    const RecoveryOffer offer = *context.state.files.recovery;
    const float display = ImGui::GetIO().DisplaySize.x, pad = ui.px(14.0f), gap = ui.px(8.0f);
    const float room = std::max(layout.centre.width, std::min(ui.px(280.0f), display - ui.px(16.0f)));
    const float most = std::max(1.0f, std::min(ui.px(kBannerWidth), room) - 2.0f * pad);
    const std::string said = fmt::format("Meniscus ended unexpectedly. Recover {} of {}?{}", offer.name, offer.when,
                                         offer.more > 0 ? fmt::format(" ({} more after it)", offer.more) : "");
    // No wider than what is said.
    const float wrap = std::min(
        most, std::max(3.0f * ui.px(kCardButton) + 2.0f * gap, std::ceil(textSize(ui.fonts().regular, said).x) + 1.0f));
    const float textHeight = textSize(ui.fonts().regular, said, wrap).y;
    const UiRect place{std::round(0.5f * (display - wrap) - pad), layout.centre.y + ui.px(36.0f), wrap + 2.0f * pad,
                       textHeight + ui.rowHeight() + 2.0f * pad + ui.px(8.0f)};
    beginPlainWindow("##recovery", place, kPlainWindow & ~ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({place.x, place.y}, {place.right(), place.bottom()}, palette::kSolid, ui.px(9.0f));
    list.AddRect({place.x, place.y}, {place.right(), place.bottom()}, withAlpha(palette::kAccent, 0.7f), ui.px(9.0f));
    text(ui, {place.x + pad, place.y + pad}, said, palette::kText, wrap);
    const float width = std::min(ui.px(kCardButton), (wrap - 2.0f * gap) / 3.0f);
    ImGui::SetCursorScreenPos(
        {place.x + 0.5f * (place.width - 3.0f * width - 2.0f * gap), place.y + pad + textHeight + ui.px(8.0f)});
    using Answer = FileActions::Recovery;
    std::optional<Answer> answer;
    const auto button = [&](const char* name, std::string_view label, Answer meaning, std::string_view what) {
        if (ui.button(name, label, {width, 0.0f}, {what, {}}, meaning == Answer::Recover)) answer = meaning;
        ImGui::SameLine(0.0f, gap);
    };
    button("recovery/recover", "Recover", Answer::Recover, "Opens the work as it was saved last by itself.");
    button("recovery/delete", "Delete", Answer::Delete, "Throws the work away for good.");
    button("recovery/later", "Later", Answer::Later, "Keeps it, and asks again at the next start.");
    ui.recordAt("recovery", {place.x, place.y}, {place.right(), place.bottom()}, said);
    ImGui::End();
    if (answer) context.actions.files.answerRecovery(*answer);
    return place;
}

}  // namespace meniscus

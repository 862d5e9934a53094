#include "ui/widgets/stage_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace meniscus {

namespace {

constexpr size_t kSamples = 120;
constexpr double kSampleSeconds = 0.1;
constexpr double kDefaultShare = 0.9;  // of the samples decide the axis
constexpr double kHeadroom = 1.15;

// From the accent to warm, told apart also by those who see few colours: they differ in lightness.
constexpr std::array<ImU32, kStageCount> kColours{IM_COL32(150, 160, 170, 255), IM_COL32(86, 110, 200, 255),
                                                  IM_COL32(64, 200, 224, 255),  IM_COL32(255, 200, 104, 255),
                                                  IM_COL32(120, 214, 140, 255), IM_COL32(226, 120, 150, 255),
                                                  IM_COL32(236, 240, 196, 255)};

double total(const StageSeconds& stages) {
    return std::accumulate(stages.begin(), stages.end(), 0.0);
}

// Above nearly all samples: one slow step must not press the others flat.
double usualHighest(const std::deque<StageSeconds>& samples) {
    if (samples.empty()) return 0.0;
    std::vector<double> totals;
    for (const StageSeconds& sample : samples) totals.push_back(total(sample));
    const auto place = totals.begin() + static_cast<std::ptrdiff_t>(kDefaultShare * static_cast<double>(totals.size()));
    std::nth_element(totals.begin(), place, totals.end());
    return kHeadroom * *place;
}

// The next of 1, 2, 5, 10, ... so that the axis stays still most of the time.
double roundUp(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-3))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (value <= factor * unit) return factor * unit;
    }
    return 10.0 * unit;
}

}  // namespace

void StagePlot::update(const UiState& state) {
    if (state.sceneSerial != sceneSerial_) samples_.clear();
    sceneSerial_ = state.sceneSerial;
    if (state.playback.isPaused || state.time - lastTime_ < kSampleSeconds || !(total(state.rates.stageMs) > 0.0))
        return;
    lastTime_ = state.time;
    samples_.push_back(state.rates.stageMs);
    if (samples_.size() > kSamples) samples_.pop_front();
}

void StagePlot::drawAreas(const Widgets& ui, ImVec2 at, float height) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double top = roundUp(usualHighest(samples_));
    const float each = ui.width() / static_cast<float>(kSamples);
    const float start = at.x + each * static_cast<float>(kSamples - samples_.size());
    for (size_t k = 0; k < samples_.size(); ++k) {
        const float x = start + each * static_cast<float>(k);
        double below = 0.0;
        for (size_t stage = 0; stage < kStageCount; ++stage) {
            const double above = below + samples_[k][stage];
            const auto y = [&](double ms) { return at.y + height * static_cast<float>(1.0 - std::min(1.0, ms / top)); };
            list.AddRectFilled({x, y(above)}, {x + each, y(below)}, kColours[stage]);
            below = above;
        }
        // What goes beyond the axis ends in a bright cap.
        if (below > top) list.AddRectFilled({x, at.y}, {x + each, at.y + ui.px(3.0f)}, palette::kText);
    }
    const std::string label = samples_.empty() ? "no step yet" : fmt::format("{:g} ms", top);
    drawCutText(list, ui.fonts().small, {at.x + ui.px(5.0f), at.y + ui.px(3.0f)}, ui.width(), palette::kDim, label);
}

void StagePlot::drawLegend(Widgets& ui, const StageSeconds& nowMs) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* font = ui.fonts().small;
    const bool isKnown = total(nowMs) > 0.0;
    const int columns = ui.width() > ui.px(220.0f) ? 2 : 1;
    const float each = ui.width() / static_cast<float>(columns);
    for (size_t stage = 0; stage < kStageCount; ++stage) {
        const int column = static_cast<int>(stage) % columns;
        if (column != 0) ImGui::SameLine(0.0f, 0.0f);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({each, font->FontSize + ui.px(3.0f)});
        const std::string_view name = stageName(static_cast<Stage>(stage));
        const std::string value = isKnown ? fmt::format("{:.2f} ms", nowMs[stage]) : "–";
        const std::string full = fmt::format("numbers/stage/{}", name);
        ui.record(full, true, value);
        list.AddRectFilled({at.x, at.y + ui.px(4.0f)}, {at.x + ui.px(8.0f), at.y + ui.px(12.0f)}, kColours[stage],
                           ui.px(2.0f));
        const float extent = textSize(font, value).x;
        const float end = at.x + each - (column + 1 < columns ? ui.px(12.0f) : 0.0f);
        drawCutText(list, font, {at.x + ui.px(13.0f), at.y + ui.px(1.0f)}, end - extent - at.x - ui.px(16.0f),
                    palette::kDim, name);
        drawCutText(list, font, {end - extent, at.y + ui.px(1.0f)}, extent + 1.0f, palette::kText, value);
    }
}

void StagePlot::draw(Widgets& ui, const StageSeconds& nowMs) const {
    const float height = ui.px(54.0f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({ui.width(), height});
    const std::string now = total(nowMs) > 0.0 ? fmt::format("{:.2f} ms", total(nowMs)) : "–";
    ui.record("numbers/stages", true, now);
    ui.explain("numbers/stages",
               {fmt::format("Time of one step by stage, over the last {:.0f} s while it ran; now {}. A white cap: "
                            "higher than the axis.",
                            kSamples * kSampleSeconds, now),
                {}});
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + ui.width(), at.y + height}, palette::kControl, ui.px(4.0f));
    drawAreas(ui, at, height);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    drawLegend(ui, nowMs);
    ImGui::PopStyleVar();
}

}  // namespace meniscus

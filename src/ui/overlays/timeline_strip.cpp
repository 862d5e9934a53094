#include "ui/overlays/timeline_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "meniscus/ui/keys.h"

namespace meniscus {

namespace {

constexpr double kMinSpan = 10.0;     // s
constexpr double kMaxSpan = 300.0;    // s
constexpr float kButton = 30.0f;      // unscaled pixels, as all that follow
constexpr float kPlaceWidth = 62.0f;  // of the text on the right
constexpr float kRail = 6.0f;
constexpr float kTimeWidth = 74.0f;  // that a time below the rail needs

double startOf(const TimelineStatus& timeline, double clock) {
    double start = 0.0;
    for (const double reset : timeline.resets) {
        if (reset <= clock + 1e-9) start = reset;
    }
    return start;
}

ImU32 colourOf(TimelineMarkKind kind) {
    if (kind == TimelineMarkKind::Reset) return palette::kWarning;
    return kind == TimelineMarkKind::Tool ? palette::kAccent : palette::kText;
}

std::string helpText(const TimelineStatus& timeline) {
    const auto megabytes = [](size_t bytes) { return static_cast<double>(bytes) / (1 << 20); };
    return fmt::format(
        "Drag to go back in time, and forth. Playing on repeats what happened; whatever you do there begins anew from "
        "there. {:.0f} of {:.0f} MB of memory, {} moments kept (Numbers panel).",
        megabytes(timeline.bytes), megabytes(timeline.budget), timeline.keyframes);
}

}  // namespace

StripSpan spanOf(const TimelineStatus& timeline) {
    const double length = std::clamp(timeline.lastClock - timeline.firstClock, kMinSpan, kMaxSpan);
    double from = std::max(timeline.firstClock, timeline.lastClock - length);
    if (timeline.presentClock < from) from = std::max(timeline.firstClock, timeline.presentClock - 0.1 * length);
    return {from, from + length};
}

double labelDistance(const StripSpan& span, double pixels, double each) {
    const double least = (span.to - span.from) * each / std::max(pixels, 1.0);
    for (const double distance : {1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0}) {
        if (distance >= least) return distance;
    }
    return kMaxSpan;
}

std::string timeText(const TimelineStatus& timeline, double clock, int digits) {
    const double time = std::max(0.0, clock - startOf(timeline, clock));
    if (time < 59.95) return fmt::format("{:.{}f} s", time, digits);
    const double minutes = std::floor((time + 1e-9) / 60.0), seconds = time - 60.0 * minutes;
    return fmt::format("{:.0f}:{:0{}.{}f}", minutes, std::max(0.0, seconds), digits > 0 ? digits + 3 : 2, digits);
}

std::string distanceText(const TimelineStatus& timeline, double clock) {
    const double distance = timeline.lastClock - clock;
    if (!(distance > 0.0005) && !timeline.isInPast) return "now";
    return distance < 99.95 ? fmt::format("-{:.1f} s", distance) : fmt::format("-{:.0f} s", distance);
}

void TimelineStrip::draw(PanelContext& context, const UiRect& place) {
    Widgets& ui = context.ui;
    UiState& state = context.state;
    const bool isBackwards = state.playback.isBackwards && !state.playback.isPaused;
    const bool hasPast = state.timeline.presentStep > state.timeline.firstStep;
    ImGui::SetCursorScreenPos({place.x, place.y + ui.px(1.0f)});
    const std::string tip = fmt::format("Let time run backwards ({}). One step back: {}",
                                        keysOf(KeyAction::PlayBackwards), keysOf(KeyAction::StepBack));
    if (ui.iconButton("timeline/backwards", Icon::Backwards, {}, {ui.px(kButton), ui.px(25.0f)},
                      {tip, hasPast ? "" : "This is the first moment that is kept."}, isBackwards)) {
        if (isBackwards) {
            context.actions.time.setPaused(true);
        } else {
            context.actions.time.playBackwards();
        }
    }
    const float left = place.x + ui.px(kButton + 12.0f), right = place.right() - ui.px(kPlaceWidth + 10.0f);
    drawRail(context, {left, place.y, std::max(1.0f, right - left), place.height - ui.px(4.0f)});

    const double shown = isDragged_ ? wanted_ : state.timeline.presentClock;
    const std::string text = distanceText(state.timeline, shown);
    const bool isNow = text == "now";
    ImFont* font = isNow ? ui.fonts().small : ui.fonts().regular;
    const ImVec2 extent = textSize(font, text);
    const ImVec2 at{place.right() - extent.x - ui.px(2.0f), place.y + ui.px(13.0f) - 0.5f * extent.y};
    drawCutText(*ImGui::GetWindowDrawList(), font, at, extent.x + 1.0f, isNow ? palette::kDim : palette::kWarning,
                text);
    ui.recordAt("timeline/distance", at, {at.x + extent.x, at.y + extent.y}, text);
}

void TimelineStrip::leave(PanelContext& context) {
    if (std::exchange(isDragged_, false)) context.actions.time.holdTime(false);
}

float TimelineStrip::xOf(double clock, const UiRect& rail) const {
    const double share = (clock - span_.from) / (span_.to - span_.from);
    return rail.x + static_cast<float>(std::clamp(share, 0.0, 1.0)) * rail.width;
}

double TimelineStrip::clockUnderMouse(const TimelineStatus& timeline, const UiRect& rail) const {
    const double share = (ImGui::GetIO().MousePos.x - rail.x) / rail.width;
    return std::clamp(span_.from + share * (span_.to - span_.from), timeline.firstClock, timeline.lastClock);
}

void TimelineStrip::drawRail(PanelContext& context, const UiRect& rail) {
    Widgets& ui = context.ui;
    const TimelineStatus& timeline = context.state.timeline;
    // While the user drags, the ground under the mouse stays where it is.
    if (!isDragged_) span_ = spanOf(timeline);
    // The handle can be taken at the ends, too.
    const float margin = ui.px(8.0f);
    ImGui::SetCursorScreenPos({rail.x - margin, rail.y});
    ImGui::InvisibleButton("##rail", {rail.width + 2.0f * margin, rail.height});
    const bool isHeld = ImGui::IsItemActive();
    const bool isHovered = ImGui::IsItemHovered();
    ui.record("timeline/rail", true, timeText(timeline, timeline.presentClock));
    if (!isHeld) ui.explain("timeline/rail", {helpText(timeline), {}});
    drag(context, rail, isHeld);

    const double present = isDragged_ ? wanted_ : timeline.presentClock;
    const float middle = std::round(rail.y + ui.px(13.0f)), half = 0.5f * ui.px(kRail);
    const float first = xOf(timeline.firstClock, rail), now = xOf(present, rail), last = xOf(timeline.lastClock, rail);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto bar = [&](float from, float to, ImU32 colour) {
        if (to > from) list.AddRectFilled({from, middle - half}, {to, middle + half}, colour, half);
    };
    bar(rail.x, rail.right(), palette::kControl);
    bar(first, last, palette::kAccentSoft);  // what is kept of the future shows dimmer
    bar(first, now, withAlpha(palette::kAccent, 0.62f));
    drawMarks(context, rail);
    drawTimes(context, rail);
    const float radius = ui.px(isHeld || isHovered ? 7.5f : 6.5f);
    list.AddCircleFilled({now, middle}, radius + ui.px(1.5f), palette::kSolid);
    list.AddCircleFilled({now, middle}, radius, timeline.isInPast ? palette::kWarning : palette::kText);
    ui.recordAt("timeline/first", {first, middle - half}, {first + 1.0f, middle + half}, {});
    ui.recordAt("timeline/present", {now, middle - half}, {now + 1.0f, middle + half}, timeText(timeline, present));
    ui.recordAt("timeline/last", {last - 1.0f, middle - half}, {last, middle + half}, {});
    if (isHeld || isHovered) {
        drawHover(context, rail, clockUnderMouse(timeline, rail));
    }
}

void TimelineStrip::drag(PanelContext& context, const UiRect& rail, bool isHeld) {
    if (isHeld) {
        const double clock = clockUnderMouse(context.state.timeline, rail);
        if (!isDragged_) context.actions.time.holdTime(true);
        if (!isDragged_ || clock != wanted_) context.actions.time.seekTime(clock);
        wanted_ = clock;
        isDragged_ = true;
    } else {
        leave(context);
    }
}

void TimelineStrip::drawMarks(PanelContext& context, const UiRect& rail) const {
    Widgets& ui = context.ui;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const TimelineMark& mark : context.state.timeline.marks) {
        if (mark.clock < span_.from || mark.clock > span_.to) continue;
        const float x = std::round(xOf(mark.clock, rail));
        const bool isReset = mark.kind == TimelineMarkKind::Reset;
        const float reach = ui.px(isReset ? 8.0f : 6.0f), middle = std::round(rail.y + ui.px(13.0f));
        list.AddRectFilled({x, middle - reach}, {x + ui.px(2.0f), middle + (isReset ? reach : -0.5f * ui.px(kRail))},
                           withAlpha(colourOf(mark.kind), 0.8f));
    }
}

void TimelineStrip::drawTimes(PanelContext& context, const UiRect& rail) const {
    Widgets& ui = context.ui;
    const TimelineStatus& timeline = context.state.timeline;
    ImFont* font = ui.fonts().small;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double distance = labelDistance(span_, rail.width, ui.px(kTimeWidth));
    float free = rail.x;
    for (double clock = span_.from; clock <= span_.to;) {
        const double start = startOf(timeline, clock);
        const double next = start + distance * std::ceil((clock - start) / distance - 1e-6);
        // A reset may come before the next time does; there it begins again.
        const auto reset = std::upper_bound(timeline.resets.begin(), timeline.resets.end(), clock);
        const bool isReset = reset != timeline.resets.end() && *reset < next;
        const double at = isReset ? *reset : next;
        clock = at + 1e-6;
        if (at > span_.to) break;
        if (!isReset) clock = at + 0.5 * distance;
        const std::string text = timeText(timeline, at, 0);
        const float extent = textSize(font, text).x;
        const float x = std::clamp(xOf(at, rail) - 0.5f * extent, rail.x, rail.right() - extent);
        if (x < free) continue;
        free = x + extent + ui.px(8.0f);
        drawCutText(list, font, {x, rail.y + ui.px(20.0f)}, extent + 1.0f, palette::kFaint, text);
    }
}

void TimelineStrip::drawHover(PanelContext& context, const UiRect& rail, double clock) const {
    Widgets& ui = context.ui;
    const TimelineStatus& timeline = context.state.timeline;
    ImFont* font = ui.fonts().small;
    std::string text = timeText(timeline, clock);
    if (timeline.lastClock - clock > 0.05) text += "  ·  " + distanceText(timeline, clock);
    const ImVec2 extent = textSize(font, text);
    const float pad = ui.px(6.0f), x = xOf(clock, rail);
    const float left = std::clamp(x - 0.5f * extent.x - pad, 0.0f,
                                  std::max(0.0f, ImGui::GetIO().DisplaySize.x - extent.x - 2.0f * pad));
    const ImVec2 lower{std::round(left), std::round(rail.y - extent.y - 2.0f * pad - ui.px(4.0f))};
    const ImVec2 upper{lower.x + extent.x + 2.0f * pad, lower.y + extent.y + 2.0f * pad};
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddRectFilled(lower, upper, palette::kSolid, ui.px(5.0f));
    list.AddRect(lower, upper, palette::kBorder, ui.px(5.0f));
    drawCutText(list, font, {lower.x + pad, lower.y + pad}, extent.x + 1.0f, palette::kText, text);
    ui.recordAt("timeline/hover", lower, upper, text);
}

}  // namespace meniscus

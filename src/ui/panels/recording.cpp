// Videos, and pictures in a row.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "meniscus/ui/keys.h"
#include "ui/panel.h"

namespace meniscus {

namespace {

constexpr std::string_view kFormatLabels[] = {"MP4 video", "PNG pictures"};
constexpr std::string_view kFormatHelp[] = {"A video that every player plays, made by ffmpeg.",
                                            "A folder with a file for each picture, without loss. Needs no ffmpeg."};
constexpr std::string_view kSizeLabels[] = {"window", "720p", "1080p", "4K"};

class RecordingPanel : public Panel {
  public:
    void draw(PanelContext& context) override {
        drawButton(context);
        const std::string why = context.state.recording ? "The recording keeps what it began with." : "";
        drawFormat(context, why);
        drawRate(context, why);
        drawSize(context, why);
        drawFolder(context);
    }

  private:
    static void drawButton(PanelContext& context) {
        Widgets& ui = context.ui;
        const bool isOn = context.state.recording.has_value();
        const std::string caption = fmt::format("{} ({})", isOn ? "Stop" : "Record", firstKeyOf(KeyAction::Record));
        if (ui.iconButton("recording/toggle", isOn ? Icon::Stop : Icon::Record, caption, {ui.width(), ui.px(44.0f)},
                          {"Records the picture without the panels, in simulated time: however slow the machine, the "
                           "recording runs smoothly.",
                           {}},
                          isOn, isOn ? "recording" : "ready")) {
            context.actions.recording.toggleRecording();
        }
    }

    static void drawFormat(PanelContext& context, std::string_view why) {
        std::string& format = context.state.preferences.recording.format;
        std::vector<Choice> all;
        for (size_t k = 0; k < std::size(kRecordingFormats); ++k) {
            all.push_back({kRecordingFormats[k], kFormatLabels[k], kFormatHelp[k]});
        }
        const auto* const chosen = std::ranges::find(kRecordingFormats, format);
        const auto clicked = choose(context, "Format", "recording/format", all,
                                    static_cast<size_t>(chosen - std::begin(kRecordingFormats)), why);
        if (clicked) format = kRecordingFormats[*clicked];
        if (!context.state.hasFfmpeg && format == "mp4") {
            context.ui.wrapped("ffmpeg is not installed. Install it for videos, or choose PNG pictures.",
                               palette::kWarning, context.ui.fonts().small);
        }
    }

    static void drawRate(PanelContext& context, std::string_view why) {
        int& fps = context.state.preferences.recording.fps;
        std::vector<std::string> labels;
        for (const int rate : kRecordingRates) labels.push_back(std::to_string(rate));
        std::vector<Choice> all;
        size_t chosen = labels.size();
        for (size_t k = 0; k < labels.size(); ++k) {
            if (kRecordingRates[k] == fps) chosen = k;
            all.push_back({labels[k], labels[k], "Pictures for each second of simulated time."});
        }
        if (const auto clicked = choose(context, "Pictures a second", "recording/fps", all, chosen, why)) {
            fps = kRecordingRates[*clicked];
        }
    }

    static void drawSize(PanelContext& context, std::string_view why) {
        std::string& size = context.state.preferences.recording.size;
        std::vector<Choice> all;
        for (size_t k = 0; k < std::size(kRecordingSizes); ++k) {
            all.push_back({kRecordingSizes[k], kSizeLabels[k],
                           k == 0 ? "As large as the window when the recording begins." : kRecordingSizes[k]});
        }
        const auto* const chosen = std::ranges::find(kRecordingSizes, size);
        const auto clicked = choose(context, "Size", "recording/size", all,
                                    static_cast<size_t>(chosen - std::begin(kRecordingSizes)), why);
        if (clicked) size = kRecordingSizes[*clicked];
    }

    static void drawFolder(PanelContext& context) {
        if (context.state.videosFolder.empty()) return;
        context.ui.wrapped(fmt::format("Goes to {}", context.state.videosFolder), palette::kFaint,
                           context.ui.fonts().small);
    }

    static std::optional<size_t> choose(PanelContext& context, std::string_view caption, std::string_view name,
                                        std::span<const Choice> all, size_t chosen, std::string_view why) {
        context.ui.caption(caption);
        return context.ui.choices(name, all, chosen, context.ui.width(), why);
    }
};

const PanelRegistration kRegistration({"recording", "Recording", Side::Left, 40, false, makePanel<RecordingPanel>});

}  // namespace
}  // namespace meniscus

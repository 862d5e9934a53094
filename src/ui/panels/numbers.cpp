// What the program measures about itself and the fluid. What is not known is shown as a dash, never as zero.
#include <fmt/format.h>

#include <cmath>

#include "meniscus/fluid/material.h"
#include "ui/controls/surface_controls.h"
#include "ui/panel.h"
#include "ui/widgets/stage_plot.h"

namespace meniscus {

namespace {

constexpr const char* kUnknown = "–";

std::string percent(double share) {
    if (!std::isfinite(share)) return kUnknown;
    return fmt::format("{:.2f} %", std::abs(share) < 5e-5 ? 0.0 : 100.0 * share);
}

std::string rate(double perSecond, int digits, std::string_view unit) {
    return perSecond > 0.0 ? fmt::format("{:.{}f}{}", perSecond, digits, unit) : kUnknown;
}

class NumbersPanel : public Panel {
  public:
    void draw(PanelContext& context) override {
        plot_.update(context.state);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, context.ui.px(1.0f)});
        drawSpeed(context);
        space(context);
        plot_.draw(context.ui, context.state.rates.stageMs);
        space(context);
        if (context.frame != nullptr) {
            drawFluid(context, *context.frame);
            space(context);
            if (context.frame->isMixed()) {
                drawMixture(context, *context.frame);
                space(context);
            }
            drawSteps(context, *context.frame);
            space(context);
            drawSurface(context);
        } else {
            context.ui.wrapped("Waiting for the first frame of the simulation.", palette::kDim,
                               context.ui.fonts().small);
        }
        space(context);
        drawTimeline(context);
        space(context);
        drawMachine(context);
        ImGui::PopStyleVar();
    }

  private:
    static void space(PanelContext& context) { ImGui::Dummy({1.0f, context.ui.px(5.0f)}); }

    static void drawSpeed(PanelContext& context) {
        Widgets& ui = context.ui;
        const UiState& state = context.state;
        const bool isSlow = !state.playback.isPaused && state.rates.realTimeFactor > 0.0 &&
                            state.rates.realTimeFactor < 0.9 * state.playback.speed;
        ui.numberRow("numbers/fps", "Frames per second", rate(state.rates.framesPerSecond, 1, ""),
                     "Pictures that the window draws per second.");
        ui.numberRow("numbers/steps-per-second", "Steps per second", rate(state.rates.stepsPerSecond, 1, ""),
                     "Time steps that the simulation takes per second.");
        ui.numberRow("numbers/real-time", "Real-time factor",
                     state.playback.isPaused ? "paused" : rate(state.rates.realTimeFactor, 2, "×"),
                     "Simulated seconds per second. 1 is real time; the speed below the picture sets what is aimed at.",
                     isSlow ? palette::kWarning : palette::kText);
    }

    static void drawFluid(PanelContext& context, const Frame& frame) {
        Widgets& ui = context.ui;
        const StateMeasure& m = frame.measure;
        const bool isMeasured = m.particles > 0;
        const auto ifMeasured = [isMeasured](std::string text) { return isMeasured ? std::move(text) : kUnknown; };
        ui.numberRow("numbers/particles", "Particles",
                     fmt::format("{} of {}", groupedCount(frame.count()), groupedCount(frame.capacity)),
                     fmt::format("Particles in the world, and how many it can hold: room for {} more.",
                                 groupedCount(frame.capacity - std::min(frame.capacity, frame.count()))));
        ui.numberRow("numbers/neighbours", "Mean neighbours", ifMeasured(fmt::format("{:.1f}", m.meanNeighbors)),
                     "Particles within the support radius of a particle, on average.");
        ui.numberRow("numbers/density-mean", "Density error, mean", ifMeasured(percent(m.meanDensityRatio - 1.0)),
                     "Mean density against the rest density. Particles at a free surface count as thinner than they "
                     "are, so a little below zero is usual.");
        ui.numberRow("numbers/density-max", "Density error, worst", ifMeasured(percent(m.maxDensityRatio - 1.0)),
                     "Density of the most compressed particle against the rest density. More stiffness lowers it.");
        ui.numberRow("numbers/volume", "Volume drift",
                     m.meanDensityRatio > 0.0 ? ifMeasured(percent(1.0 / m.meanDensityRatio - 1.0)) : kUnknown,
                     "Volume of the fluid against its volume at rest, estimated from the mean density: rest density / "
                     "mean density - 1. Mass is kept exactly, so a negative value is compression and a positive one "
                     "spray or a large free surface.");
        ui.numberRow("numbers/kinetic", "Kinetic energy", ifMeasured(shortNumber(m.kineticEnergy, "J")),
                     "Energy of motion of all particles, in joules.");
        ui.numberRow("numbers/potential", "Potential energy", ifMeasured(shortNumber(m.potentialEnergy, "J")),
                     "Energy of height above the floor of the room, in joules.");
        const double momentum = length(m.momentum);
        ui.numberRow("numbers/momentum", "Momentum", ifMeasured(shortNumber(momentum, "kg m/s")),
                     isMeasured
                         ? fmt::format("Momentum of all particles: x {:.3g}, y {:.3g}, z {:.3g} kg m/s; y is up.",
                                       m.momentum.x, m.momentum.y, m.momentum.z)
                         : "Momentum of all particles, in kg m/s.");
        ui.numberRow("numbers/speed-max", "Fastest particle", ifMeasured(shortNumber(m.maxSpeed, "m/s")),
                     isMeasured ? fmt::format("Speed of the fastest particle; the mean is {:.3g} m/s.", m.meanSpeed)
                                : "Speed of the fastest particle.");
        ui.numberRow("numbers/escaped", "Escaped", ifMeasured(groupedCount(m.escaped)),
                     "Particles outside the room, inside solid matter, or without a finite place. It should stay 0.",
                     m.escaped > 0 ? palette::kError : palette::kText);
    }

    static void drawMixture(PanelContext& context, const Frame& frame) {
        Widgets& ui = context.ui;
        const std::vector<size_t> counts = countPerFluid(frame);
        for (size_t k = 0; k < frame.fluids.size(); ++k) {
            const std::string& name = frame.fluids[k].name;
            ui.numberRow(fmt::format("numbers/fluid/{}", name), fmt::format("Particles of {}", name),
                         groupedCount(counts[k]), "Particles of this fluid of the scene.");
        }
        const bool isMeasured = frame.measure.particles > 0;
        const auto degrees = [&](double celsius) { return isMeasured ? shortNumber(celsius, "C") : kUnknown; };
        ui.numberRow("numbers/coldest", "Coldest", degrees(frame.measure.coldest),
                     "Temperature of the coldest particle.");
        ui.numberRow("numbers/hottest", "Hottest", degrees(frame.measure.hottest),
                     "Temperature of the hottest particle.");
        const StepTotals& totals = frame.totals;
        ui.numberRow("numbers/air-born", "Air trapped", groupedCount(totals.airBorn),
                     "Particles of air that came into being where liquid closed it in, since the scene began.");
        ui.numberRow("numbers/gas-gone", "Gas gone", groupedCount(totals.gasGone),
                     "Particles of gas that vanished where no liquid holds them, or as a flame went out.");
        ui.numberRow("numbers/boiled", "Boiled", groupedCount(totals.boiled),
                     "Particles that turned from liquid into vapour, since the scene began.");
        ui.numberRow("numbers/condensed", "Condensed", groupedCount(totals.condensed),
                     "Particles that turned from vapour back into liquid, since the scene began.");
    }

    static void drawSteps(PanelContext& context, const Frame& frame) {
        Widgets& ui = context.ui;
        const StepTotals& totals = frame.totals;
        ui.numberRow("numbers/time", "Simulated time", fmt::format("{:.2f} s", totals.simulatedSeconds),
                     "Time in the fluid since the scene began.");
        ui.numberRow("numbers/steps", "Steps", groupedCount(totals.steps), "Time steps since the scene began.");
        ui.numberRow("numbers/substeps", "Substeps of last step",
                     totals.steps > 0 ? std::to_string(totals.lastSubsteps) : kUnknown,
                     "Parts that the last time step was split into, so that it stays stable.");
        if (!frame.budgetNote.empty()) {
            const auto limited = [&](const char* what, const std::string& value) {
                ui.numberRow("numbers/budget", what, value, asSentence(frame.budgetNote), palette::kWarning);
            };
            if (totals.isCut) {
                limited("Simulated per step", shortNumber(totals.lastSeconds, "s"));
            } else if (totals.lastCrowded > 0) {
                limited("Crowded particles", groupedCount(totals.lastCrowded));
            } else {
                limited("Iterations left out", std::to_string(totals.lastLeftOut));
            }
        }
        if (frame.settings.stabiliser && frame.method == "mcg03") {
            const double viscosity = stabiliserViscosity(frame.settings, frame.fluids[0], frame.supportRadius);
            ui.numberRow("numbers/stabiliser", "Stabiliser acts as",
                         "< " + shortNumber(kStabiliserOnFlow * viscosity, "Pa s"),
                         fmt::format("Viscosity that the stabiliser adds to a flow of vortices twelve spacings wide; "
                                     "finer motion meets more of it, up to {} between neighbours.",
                                     shortNumber(viscosity, "Pa s")));
        }
        ui.numberRow("numbers/halvings", "Halvings", groupedCount(totals.halvings),
                     "How often a step went wrong, was taken back and done in halves.",
                     totals.halvings > 0 ? palette::kWarning : palette::kText);
        ui.numberRow("numbers/speed-limited", "Speed-limited", groupedCount(totals.speedLimited),
                     "How often the speed limit held a particle back, counted per particle and substep.",
                     totals.speedLimited > 0 ? palette::kWarning : palette::kText);
        if (totals.emitterSkipped > 0) {
            ui.numberRow("numbers/skipped", "Not poured", groupedCount(totals.emitterSkipped),
                         "Particles that an emitter could not place because the world is full.", palette::kWarning);
        }
    }

    static void drawSurface(PanelContext& context) {
        const std::string why = whyNoSurface(context.state);
        const std::optional<SurfaceNumbers>& surface = context.state.surface;
        const auto row = [&](std::string_view name, std::string_view label, const std::string& value,
                             std::string_view what) {
            context.ui.numberRow(name, label, surface && why.empty() ? value : kUnknown, what, palette::kText, why);
        };
        const SurfaceNumbers shown = surface.value_or(SurfaceNumbers{});
        row("numbers/surface/triangles", "Surface triangles", groupedCount(shown.triangles),
            fmt::format("Triangles of the surface's mesh, {} droplets among it.", groupedCount(shown.droplets)));
        row("numbers/surface/time", "Surface made in", fmt::format("{:.1f} ms", shown.milliseconds),
            "Time that the shown mesh took, on a thread of its own beside the simulation.");
        row("numbers/surface/lag", "Surface lags",
            fmt::format("{} {}, {:.1f} ms", groupedCount(shown.lagSteps), shown.lagSteps == 1 ? "step" : "steps",
                        1e3 * shown.lagSeconds),
            "How far the shown surface is behind the simulation, in steps and in simulated time.");
    }

    static void drawTimeline(PanelContext& context) {
        Widgets& ui = context.ui;
        const TimelineStatus& timeline = context.state.timeline;
        const double used = static_cast<double>(timeline.bytes) / (1 << 20);
        ui.numberRow("numbers/timeline/reach", "Timeline",
                     fmt::format("{:.1f} s", timeline.lastClock - timeline.firstClock),
                     fmt::format("Simulated time that the timeline covers; {} moments of it are stored, "
                                 "and the steps between them are computed again.",
                                 groupedCount(timeline.keyframes)));
        ui.numberRow("numbers/timeline/memory", "Timeline in memory", fmt::format("{:.1f} MB", used),
                     "Memory that the timeline takes now.");
        const int megabytes = context.state.preferences.timelineMegabytes;
        const auto wanted = ui.labelledSlider(
            "numbers/timeline/budget", "At most", static_cast<float>(megabytes),
            {static_cast<float>(kMinTimelineMegabytes), static_cast<float>(kMaxTimelineMegabytes)},
            fmt::format("{} MB", megabytes),
            {"Most memory that the timeline may take. More of it reaches further back and goes there faster.", {}});
        if (wanted) context.actions.time.setTimelineMegabytes(static_cast<int>(std::lround(*wanted)));
    }

    static void drawMachine(PanelContext& context) {
        Widgets& ui = context.ui;
        ui.numberRow("numbers/threads", "Threads", std::to_string(context.state.threads),
                     "Processor threads that the simulation uses.");
        const std::string& graphics = context.state.graphics;
        ui.numberRow("numbers/graphics", "Graphics", graphics.empty() ? kUnknown : graphics,
                     fmt::format("What draws the picture: {}", graphics.empty() ? "unknown" : graphics));
    }

    StagePlot plot_;
};

const PanelRegistration kRegistration({"numbers", "Numbers", Side::Left, 30, false, makePanel<NumbersPanel>});

}  // namespace
}  // namespace meniscus

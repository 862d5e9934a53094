#include "ui/widgets/icons.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace meniscus {

namespace {

constexpr float kPi = 3.14159265f;

// A pen on a square from -1 to 1, y downward.
class Pen {
  public:
    Pen(ImDrawList& list, ImVec2 centre, float size, ImU32 colour)
        : list_(list), centre_(centre), half_(0.5f * size), colour_(colour), width_(std::max(1.0f, 0.10f * size)) {}

    [[nodiscard]] ImVec2 at(float x, float y) const { return {centre_.x + half_ * x, centre_.y + half_ * y}; }
    void line(float x0, float y0, float x1, float y1) { list_.AddLine(at(x0, y0), at(x1, y1), colour_, width_); }
    void box(float x0, float y0, float x1, float y1) {
        list_.AddRectFilled(at(x0, y0), at(x1, y1), colour_, 0.12f * half_);
    }
    void frame(float x0, float y0, float x1, float y1) {
        list_.AddRect(at(x0, y0), at(x1, y1), colour_, 0.2f * half_, 0, width_);
    }
    void triangle(float x0, float y0, float x1, float y1, float x2, float y2) {
        list_.AddTriangleFilled(at(x0, y0), at(x1, y1), at(x2, y2), colour_);
    }
    void dot(float x, float y, float radius) { list_.AddCircleFilled(at(x, y), radius * half_, colour_); }
    // From angle to angle, in turns; 0 is right, a quarter is down.
    void arc(float x, float y, float radius, float from, float to) {
        list_.PathArcTo(at(x, y), radius * half_, 2.0f * kPi * from, 2.0f * kPi * to, 24);
        list_.PathStroke(colour_, ImDrawFlags_None, width_);
    }
    // A head at the place, pointing along the angle in turns.
    void arrowHead(float x, float y, float turn, float size) {
        const float c = std::cos(2.0f * kPi * turn), s = std::sin(2.0f * kPi * turn);
        triangle(x + size * c, y + size * s, x - 0.8f * size * s - 0.3f * size * c,
                 y + 0.8f * size * c - 0.3f * size * s, x + 0.8f * size * s - 0.3f * size * c,
                 y - 0.8f * size * c - 0.3f * size * s);
    }
    void arrow(float x0, float y0, float x1, float y1, float head) {
        const float turn = std::atan2(y1 - y0, x1 - x0) / (2.0f * kPi);
        const float length = std::hypot(x1 - x0, y1 - y0);
        const float share = std::max(0.0f, 1.0f - head / length);
        line(x0, y0, x0 + share * (x1 - x0), y0 + share * (y1 - y0));
        arrowHead(x0 + share * (x1 - x0), y0 + share * (y1 - y0), turn, head);
    }
    // A drop of water whose tip points up.
    void drop(float x, float y, float radius) {
        dot(x, y, radius);
        triangle(x, y - 2.1f * radius, x + 0.92f * radius, y - 0.36f * radius, x - 0.92f * radius, y - 0.36f * radius);
    }

  private:
    ImDrawList& list_;
    ImVec2 centre_;
    float half_;
    ImU32 colour_;
    float width_;
};

// Arrows between the brush in the middle and its rim.
void drawSpokes(Pen& pen, bool outward) {
    pen.dot(0.0f, 0.0f, 0.18f);
    for (const auto& [x, y] : std::array<std::array<float, 2>, 4>{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}}) {
        const float from = outward ? 0.38f : 0.98f, to = outward ? 0.98f : 0.36f;
        pen.arrow(from * x, from * y, to * x, to * y, 0.36f);
    }
}

// Hot air that rises: waves that go up.
void drawWaves(Pen& pen) {
    for (const float x : {-0.60f, 0.0f, 0.60f}) {
        pen.arc(x - 0.16f, 0.52f, 0.36f, -0.13f, 0.13f);
        pen.arc(x + 0.34f, 0.01f, 0.36f, 0.37f, 0.63f);
        pen.arc(x - 0.16f, -0.50f, 0.36f, -0.13f, 0.13f);
    }
}

// A crystal of ice: six spokes with barbs.
void drawFlake(Pen& pen) {
    for (int k = 0; k < 6; ++k) {
        const float angle = kPi * (static_cast<float>(k) / 3.0f + 0.5f);
        const auto at = [&](float radius, float turn) {
            return std::array{radius * std::cos(angle + turn), radius * std::sin(angle + turn)};
        };
        const auto tip = at(0.92f, 0.0f), fork = at(0.50f, 0.0f);
        pen.line(0.0f, 0.0f, tip[0], tip[1]);
        for (const float turn : {-0.36f, 0.36f}) {
            const auto barb = at(0.80f, turn);
            pen.line(fork[0], fork[1], barb[0], barb[1]);
        }
    }
}

}  // namespace

Icon iconOf(Tool tool) {
    switch (tool) {
        case Tool::Drag:
            return Icon::Drag;
        case Tool::Push:
            return Icon::Push;
        case Tool::Pull:
            return Icon::Pull;
        case Tool::Swirl:
            return Icon::Swirl;
        case Tool::Pour:
            return Icon::Pour;
        case Tool::Drain:
            return Icon::Drain;
        case Tool::Heat:
            return Icon::Heat;
        case Tool::Cool:
            return Icon::Cool;
        case Tool::Dye:
            return Icon::Dye;
    }
    return Icon::Drag;
}

void drawIcon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 colour) {
    Pen pen(list, centre, size, colour);
    switch (icon) {
        case Icon::Previous:
            pen.box(-0.80f, -0.70f, -0.52f, 0.70f);
            pen.triangle(0.75f, -0.75f, 0.75f, 0.75f, -0.45f, 0.0f);
            break;
        case Icon::Next:
            pen.box(0.52f, -0.70f, 0.80f, 0.70f);
            pen.triangle(-0.75f, -0.75f, 0.45f, 0.0f, -0.75f, 0.75f);
            break;
        case Icon::Play:
            pen.triangle(-0.60f, -0.90f, 0.90f, 0.0f, -0.60f, 0.90f);
            break;
        case Icon::Backwards:
            pen.triangle(0.60f, -0.90f, -0.90f, 0.0f, 0.60f, 0.90f);
            break;
        case Icon::Pause:
            pen.box(-0.70f, -0.80f, -0.22f, 0.80f);
            pen.box(0.22f, -0.80f, 0.70f, 0.80f);
            break;
        case Icon::Step:
            pen.box(-0.80f, -0.70f, -0.50f, 0.70f);
            pen.triangle(-0.25f, -0.75f, 0.85f, 0.0f, -0.25f, 0.75f);
            break;
        case Icon::Reset:
        case Icon::Undo:
            pen.arc(0.0f, 0.05f, 0.68f, -0.36f, 0.44f);
            pen.arrowHead(-0.46f, -0.50f, 0.36f, 0.44f);
            break;
        case Icon::Drag:
            pen.arc(-0.25f, 0.75f, 0.55f, 0.62f, 0.88f);
            pen.arrow(-0.85f, -0.15f, 0.95f, -0.15f, 0.50f);
            pen.arc(0.50f, 0.75f, 0.55f, 0.62f, 0.88f);
            break;
        case Icon::Push:
            drawSpokes(pen, true);
            break;
        case Icon::Pull:
            drawSpokes(pen, false);
            break;
        case Icon::Swirl:
            pen.arc(0.0f, 0.0f, 0.78f, 0.06f, 0.44f);
            pen.arrowHead(-0.74f, 0.20f, -0.22f, 0.40f);
            pen.arc(0.0f, 0.0f, 0.78f, 0.56f, 0.94f);
            pen.arrowHead(0.74f, -0.20f, 0.28f, 0.40f);
            pen.dot(0.0f, 0.0f, 0.16f);
            break;
        case Icon::Pour:
            pen.drop(-0.30f, 0.30f, 0.42f);
            pen.line(0.62f, -0.80f, 0.62f, -0.10f);
            pen.line(0.27f, -0.45f, 0.97f, -0.45f);
            break;
        case Icon::Drain:
            pen.drop(-0.30f, 0.30f, 0.42f);
            pen.line(0.27f, -0.45f, 0.97f, -0.45f);
            break;
        case Icon::Heat:
            drawWaves(pen);
            break;
        case Icon::Cool:
            drawFlake(pen);
            break;
        case Icon::Dye:
            pen.drop(0.0f, -0.18f, 0.34f);
            pen.arc(0.0f, -0.35f, 1.05f, 0.14f, 0.36f);
            pen.arc(0.0f, -0.65f, 1.05f, 0.17f, 0.33f);
            break;
        case Icon::Home:
            pen.triangle(0.0f, -0.90f, 0.95f, 0.05f, -0.95f, 0.05f);
            pen.box(-0.62f, 0.0f, -0.20f, 0.85f);
            pen.box(0.20f, 0.0f, 0.62f, 0.85f);
            pen.box(-0.62f, 0.0f, 0.62f, 0.30f);
            break;
        case Icon::Picture:
            pen.frame(-0.95f, -0.55f, 0.95f, 0.80f);
            pen.box(-0.35f, -0.85f, 0.35f, -0.50f);
            pen.arc(0.0f, 0.12f, 0.36f, 0.0f, 1.0f);
            break;
        case Icon::Record:
            pen.dot(0.0f, 0.0f, 0.72f);
            break;
        case Icon::Stop:
            pen.box(-0.66f, -0.66f, 0.66f, 0.66f);
            break;
        case Icon::FullScreen:
            for (const float x : {-0.85f, 0.85f}) {
                for (const float y : {-0.75f, 0.75f}) {
                    pen.line(x, y, 0.35f * x, y);
                    pen.line(x, y, x, 0.30f * y);
                }
            }
            break;
        case Icon::Open:
            pen.line(-0.65f, -0.30f, 0.04f, 0.39f);
            pen.line(-0.04f, 0.39f, 0.65f, -0.30f);
            break;
        case Icon::Up:
            pen.arrow(0.0f, 0.85f, 0.0f, -0.90f, 0.62f);
            break;
        case Icon::Folder:
            pen.box(-0.95f, -0.72f, -0.05f, 0.0f);
            pen.box(-0.95f, -0.46f, 0.95f, 0.78f);
            break;
        case Icon::Snapshot:
            pen.drop(0.0f, 0.30f, 0.60f);
            break;
        case Icon::SceneFile:
            pen.frame(-0.72f, -0.95f, 0.72f, 0.95f);
            pen.line(-0.36f, -0.40f, 0.36f, -0.40f);
            pen.line(-0.36f, 0.0f, 0.36f, 0.0f);
            pen.line(-0.36f, 0.40f, 0.10f, 0.40f);
            break;
        case Icon::Replay:
            pen.frame(-0.95f, -0.80f, 0.95f, 0.80f);
            pen.triangle(-0.32f, -0.46f, 0.55f, 0.0f, -0.32f, 0.46f);
            break;
        case Icon::Closed:
            pen.line(-0.30f, -0.65f, 0.39f, 0.04f);
            pen.line(0.39f, -0.04f, -0.30f, 0.65f);
            break;
    }
}

}  // namespace meniscus

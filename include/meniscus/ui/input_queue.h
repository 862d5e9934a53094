// Events of mouse and keys between the moment they happen and the frame that shows their effect. ImGui 1.86 looks at
// the mouse and the keys once a frame: at 15 frames a second it would miss a key that was pressed and let go in
// between, and would see a click at the place where the mouse went afterwards. The queue hands over as many events per
// frame as cannot hide each other, and leaves the others for the next one.
#pragma once

#include <bitset>
#include <deque>
#include <utility>
#include <vector>

namespace meniscus {

struct UiRect {
    float x = 0.0f, y = 0.0f, width = 0.0f, height = 0.0f;  // window pixels

    [[nodiscard]] float right() const { return x + width; }
    [[nodiscard]] float bottom() const { return y + height; }
    [[nodiscard]] bool contains(float px, float py) const {
        return px >= x && px < right() && py >= y && py < bottom();
    }
};

class InputQueue {
  public:
    // As they come from the window. Keys are those of GLFW, buttons 0 left, 1 right, 2 middle.
    void moveMouse(float x, float y);
    void leaveWindow();
    void changeButton(int button, bool isDown);
    void turnWheel(float x, float y);
    void changeKey(int key, bool isDown);
    void typeCharacter(unsigned character);
    void loseFocus();  // every key and button counts as let go

    // Gives ImGui the events of one frame; between frames. While no text is typed characters are dropped, and keys,
    // which then mean next to nothing to ImGui, never hold up the mouse.
    void handOver(bool isTyping);

    // Where the interface catches the mouse; from the last layout.
    void setSolidPlaces(std::vector<UiRect> places) { solid_ = std::move(places); }
    // Whether the last event of the mouse is the interface's: over a panel, or part of a drag that began there, up to
    // and including the release.
    [[nodiscard]] bool ownsMouse() const;
    [[nodiscard]] bool isEmpty() const { return events_.empty(); }

    // Presses of keys and characters that can wait; more are dropped, so that typing never gets far behind.
    static constexpr int kMaxWaiting = 32;

  private:
    static constexpr int kKeys = 512;  // as many as ImGui knows
    enum class Kind { Move, Button, Wheel, Key, Character };
    struct Event {
        Kind kind;
        float x = 0.0f;
        float y = 0.0f;
        int code = 0;
        bool isDown = false;
    };
    struct Taken;  // what the present frame has already taken

    [[nodiscard]] bool fits(const Event& event, const Taken& taken) const;
    void apply(const Event& event, Taken& taken);
    [[nodiscard]] bool isOverSolid() const;

    [[nodiscard]] bool fitsKey(const Event& event, const Taken& taken) const;
    void applyKey(const Event& event, Taken& taken);
    [[nodiscard]] bool hasRoomForKey() const { return waitingKeys_ < kMaxWaiting; }

    std::deque<Event> events_;
    int waitingKeys_ = 0;            // presses and characters among the events
    std::bitset<kKeys> keys_;        // those that are down after all events
    std::vector<int> lateReleases_;  // keys that were pressed and let go in the frame before
    std::vector<UiRect> solid_;
    float x_ = -1.0f;  // where the mouse is after all events
    float y_ = -1.0f;
    unsigned held_ = 0;  // bits of the buttons that are down after all events
    bool beganOverSolid_ = false;
    bool isReleasing_ = false;  // the last event ended a drag
};

}  // namespace meniscus

// What a fluid meets: the faces of the room and the solids in it ([MCG03] 3.4). A contact says how far and in which
// direction a wall is, how it moves there, and whose it is, so that what the wall does to the fluid can be given back
// to the wall.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "meniscus/solid/shape.h"

namespace meniscus {

struct Motion {
    Vec3 x;
    Vec3 v;
};

struct Bounce {
    float restitution = 0.0f;  // share of the normal speed that comes back
    float friction = 0.0f;     // share of the tangential speed that is lost in a touch
};

// Momentum that a wall got from the fluid, kg m/s. Double precision: it is summed over many particles.
struct WallLoad {
    double x = 0.0, y = 0.0, z = 0.0;

    void add(Vec3 momentum) { x += momentum.x, y += momentum.y, z += momentum.z; }
    void add(const WallLoad& other) { x += other.x, y += other.y, z += other.z; }
};

// A particle that is about to move.
struct Mover {
    uint32_t id = 0;
    Vec3 x;
    Vec3 v;
    float mass = 0.0f;  // kg
};

class Boundary {
  public:
    static constexpr int kFaceCount = 6;  // -x, +x, -y, +y, -z, +z of the room: walls 0 to 5; solids follow

    // reach is how far a wall acts: the support radius. clearance is how near to a wall a particle may come: half the
    // spacing. Along periodic axes the room has no walls.
    Boundary(Bounds room, const std::array<bool, 3>& periodic, ShapePtr solids, float reach, float clearance);

    // Notes which cells of a grid are near a solid, so that isNear() costs one look. To be called again when a solid
    // has moved.
    void followCells(size_t cellCount, float cellSize, const std::function<Vec3(size_t)>& centreOf);

    // Whether a wall may be within reach of x; cell is the cell of x.
    [[nodiscard]] bool isNear(Vec3 x, size_t cell) const {
        return faceDistance(x) < reach_ || (solids_ && nearCells_[cell] != 0);
    }
    // Whether a particle that was not near any wall may go to x without asking move().
    [[nodiscard]] bool isClear(Vec3 x) const { return faceDistance(x) >= clearance_; }

    // All pieces of wall within reach.
    void findContacts(Vec3 x, ContactList& contacts) const { addContacts(x, reach_, contacts); }

    // Where a particle gets in dt: it follows its velocity, stops at walls, is pushed out and reflected, relative to
    // the wall's own velocity. The result is always a place where fluid may be, if x is one: paths are traced by
    // distance, so no wall is too thin and no particle too fast. Each particle keeps a slightly different clearance by
    // its id: two that are pushed into the same corner could otherwise coincide, and no force could separate them.
    // The momentum that walls take goes to loads, one for each wall.
    [[nodiscard]] Motion move(const Mover& particle, float dt, const Bounce& bounce, std::span<WallLoad> loads) const;

    // What walls leave of the velocity of a particle that lies at them: nothing that points into them.
    [[nodiscard]] Vec3 heldVelocity(const Mover& particle) const;

    // How near the particle of that id comes to walls, m.
    [[nodiscard]] float clearanceOf(uint32_t id) const {
        // Knuth's multiplicative hash, [0, 1)
        const float share = static_cast<float>((id * 2654435761u) >> 8) * 0x1p-24f;
        return clearance_ * (1.0f + 0.04f * share);
    }

    // Farther from every wall than rounding: where fluid may be.
    [[nodiscard]] bool isFree(Vec3 x) const { return distance(x) >= kTraceStop * clearance_; }
    // With the clearance that a resting particle keeps: where fluid may be put.
    [[nodiscard]] bool hasClearance(Vec3 x) const { return distance(x) >= 0.999f * clearance_; }

    [[nodiscard]] int wallCount() const { return kFaceCount + (solids_ ? solids_->wallCount() : 0); }
    // Such as "floor" or "solid 2".
    [[nodiscard]] static std::string wallName(int wall);
    [[nodiscard]] size_t bytes() const { return nearCells_.size(); }

  private:
    static constexpr float kTraceStop = 0.05f;  // of the clearance

    // Distance to the nearest face of the room; negative outside.
    [[nodiscard]] float faceDistance(Vec3 x) const {
        const Vec3 low = x - lower_;
        const Vec3 high = upper_ - x;
        return std::min({low.x, low.y, low.z, high.x, high.y, high.z});
    }
    [[nodiscard]] float distance(Vec3 x) const;
    void addContacts(Vec3 x, float reach, ContactList& contacts) const;
    [[nodiscard]] Vec3 trace(Vec3 from, Vec3 way) const;
    [[nodiscard]] Vec3 pushOut(Vec3 from, Vec3 way) const;

    Vec3 lower_;  // of the room; far away along periodic axes
    Vec3 upper_;
    ShapePtr solids_;
    float reach_;
    float clearance_;
    std::vector<uint8_t> nearCells_;
};

// All that keeps the fluid in: the solids and the faces of the room, as one shape.
[[nodiscard]] ShapePtr wallsOf(Bounds room, const std::array<bool, 3>& periodic, const ShapePtr& solids);

}  // namespace meniscus

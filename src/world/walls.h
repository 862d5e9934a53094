// Walls as the fluid meets them: the faces of the room and the solids in it ([MCG03] 3.4).
#pragma once

#include <cstdint>
#include <vector>

#include "meniscus/solid/shape.h"
#include "meniscus/sph/cell_grid.h"
#include "meniscus/sph/domain.h"

namespace meniscus {

struct Motion {
    Vec3 x;
    Vec3 v;
};

struct Bounce {
    float restitution = 0.0f;  // share of the normal speed that comes back
    float friction = 0.0f;     // share of the tangential speed that is lost in a touch
};

class Walls {
  public:
    // clearance is how near to a wall a particle may come: half the spacing.
    Walls(const Domain& domain, ShapePtr solids, const CellGrid& grid, float supportRadius, float clearance);

    // Whether a wall may be within the support radius of x; cell is the cell of x.
    [[nodiscard]] bool isNear(Vec3 x, size_t cell) const {
        return faceDistance(x) < reach_ || (solids_ && nearCells_[cell] != 0);
    }
    // Whether a particle that was not near any wall may go to x without asking move().
    [[nodiscard]] bool isClear(Vec3 x) const { return faceDistance(x) >= clearance_; }

    // All pieces of wall within the support radius.
    void findContacts(Vec3 x, ContactList& contacts) const { addContacts(x, reach_, contacts); }

    // Where a particle gets in dt: it follows its velocity, stops at walls, is pushed out and reflected. The result is
    // always a place where fluid may be, if x is one: paths are traced by distance, so no wall is too thin and no
    // particle too fast. Each particle keeps a slightly different clearance by its id: two that are pushed into the
    // same corner would else end in the very same place and, having no direction from each other, stay one for ever.
    [[nodiscard]] Motion move(uint32_t id, Vec3 x, Vec3 v, float dt, const Bounce& bounce) const;

    // Farther from every wall than rounding: where fluid may be.
    [[nodiscard]] bool isFree(Vec3 x) const { return distance(x) >= kTraceStop * clearance_; }
    // With the clearance that a resting particle keeps: where fluid may be put.
    [[nodiscard]] bool hasClearance(Vec3 x) const { return distance(x) >= 0.999f * clearance_; }

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

}  // namespace meniscus

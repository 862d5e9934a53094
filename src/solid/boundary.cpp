#include "meniscus/solid/boundary.h"

#include <algorithm>

namespace meniscus {

namespace {

struct Axis {
    float Vec3::*coordinate;
    Vec3 normal;
};
constexpr Axis kAxes[3] = {{&Vec3::x, {1, 0, 0}}, {&Vec3::y, {0, 1, 0}}, {&Vec3::z, {0, 0, 1}}};

Bounds withoutPeriodicFaces(Bounds room, const std::array<bool, 3>& periodic, float farAway) {
    for (size_t k = 0; k < 3; ++k) {
        if (!periodic[k]) continue;
        room.lower.*kAxes[k].coordinate = -farAway;
        room.upper.*kAxes[k].coordinate = farAway;
    }
    return room;
}

void reflect(Vec3& v, const Contact& contact, const Bounce& bounce) {
    const Vec3 relative = v - contact.velocity;
    const float inward = dot(relative, contact.normal);
    if (inward >= 0.0f) return;
    const Vec3 tangential = relative - contact.normal * inward;
    v = tangential * (1.0f - bounce.friction) - contact.normal * (bounce.restitution * inward);
    // Adding zero would turn -0 into 0, and a run with still walls must not depend on how walls move.
    if (contact.velocity != Vec3{}) v += contact.velocity;
}

}  // namespace

Boundary::Boundary(Bounds room, const std::array<bool, 3>& periodic, ShapePtr solids, float reach, float clearance)
    : solids_(std::move(solids)), reach_(reach), clearance_(clearance) {
    constexpr float kFarAway = 1e20f;
    const Bounds faces = withoutPeriodicFaces(room, periodic, kFarAway);
    lower_ = faces.lower;
    upper_ = faces.upper;
}

void Boundary::followCells(size_t cellCount, float cellSize, const std::function<Vec3(size_t)>& centreOf) {
    if (!solids_) return;
    // From the centre of a cell to its corner, then the reach, then half of it for the way of one substep.
    const float nearDistance = 0.867f * cellSize + 1.5f * reach_;
    nearCells_.resize(cellCount);
    for (size_t cell = 0; cell < cellCount; ++cell) {
        nearCells_[cell] = solids_->distance(centreOf(cell)) < nearDistance;
    }
}

std::string Boundary::wallName(int wall) {
    constexpr std::array<const char*, kFaceCount> kFaces{"left", "right", "floor", "ceiling", "back", "front"};
    if (wall < kFaceCount) return kFaces[static_cast<size_t>(wall)];
    return "solid " + std::to_string(wall - kFaceCount + 1);
}

float Boundary::distance(Vec3 x) const {
    const float face = faceDistance(x);
    return solids_ ? std::min(face, solids_->distance(x)) : face;
}

void Boundary::addContacts(Vec3 x, float reach, ContactList& contacts) const {
    int wall = 0;
    for (const Axis& axis : kAxes) {
        const float low = x.*axis.coordinate - lower_.*axis.coordinate;
        const float high = upper_.*axis.coordinate - x.*axis.coordinate;
        contacts.setWall(wall++);
        if (low < reach) contacts.add({low, axis.normal});
        contacts.setWall(wall++);
        if (high < reach) contacts.add({high, -axis.normal});
    }
    contacts.setWall(kFaceCount);
    if (solids_) solids_->addContacts(x, reach, contacts);
}

// Follows the way as far as free space goes: a ball of the radius of the distance is free, so each stride is safe.
Vec3 Boundary::trace(Vec3 from, Vec3 way) const {
    constexpr int kMaxStrides = 64;  // grazing a wall takes short strides; stopping early is safe, only slow
    const float wayLength = length(way);
    const float stop = kTraceStop * clearance_;
    float travelled = 0.0f;
    for (int stride = 0; stride < kMaxStrides; ++stride) {
        const Vec3 at = from + way * (travelled / wayLength);
        const float free = distance(at) - stop;
        if (travelled + free >= wayLength) return from + way;
        if (free < stop) return at;
        travelled += free;
    }
    return from + way * (travelled / wayLength);
}

// The way out of one wall must not lead through another. Unlike trace() it begins beside a wall, so strides are shares
// of the distance itself; it ends where that becomes too small.
Vec3 Boundary::pushOut(Vec3 from, Vec3 way) const {
    constexpr int kMaxStrides = 64;
    const float wayLength = length(way);
    Vec3 at = from;
    float travelled = 0.0f;
    for (int stride = 0; stride < kMaxStrides; ++stride) {
        travelled += 0.9f * distance(at);
        const Vec3 next = from + way * std::min(travelled / wayLength, 1.0f);
        if (distance(next) < kTraceStop * clearance_) return at;
        if (travelled >= wayLength) return next;
        at = next;
    }
    return at;
}

Motion Boundary::move(const Mover& particle, float dt, const Bounce& bounce, std::span<WallLoad> loads) const {
    const Vec3 x = particle.x;
    const float clearance = clearanceOf(particle.id);
    Motion to{x + particle.v * dt, particle.v};
    const Vec3 way = to.x - x;
    if (solids_) {
        // Most particles near a solid do not reach it: a ball of the radius of the distance is free.
        const float free = distance(x) - clearance;
        if (free > 0.0f && lengthSquared(way) <= free * free) return to;
        if (lengthSquared(way) > 0.0f) to.x = trace(x, way);
    } else if (faceDistance(to.x) >= clearance) {
        return to;
    }
    // In corners pushing out of one wall may push into another: a few rounds settle it.
    ContactList contacts;
    int lastWall = 0;
    for (int round = 0; round < 4; ++round) {
        contacts.clear();
        addContacts(to.x, clearance, contacts);
        if (contacts.empty()) break;
        const Vec3 at = to.x;
        for (const Contact& contact : contacts.items()) {
            // What earlier contacts have pushed counts: parts of a union that overlap push once.
            const float push = clearance - contact.distance - dot(to.x - at, contact.normal);
            if (push > 0.0f) to.x = solids_ ? pushOut(to.x, contact.normal * push) : to.x + contact.normal * push;
            const Vec3 before = to.v;
            reflect(to.v, contact, bounce);
            lastWall = contact.wall;
            loads[static_cast<size_t>(lastWall)].add((before - to.v) * particle.mass);
        }
    }
    if (isFree(to.x)) return to;
    // A gap narrower than a particle leaves no place to be pushed to: stay, at rest.
    loads[static_cast<size_t>(lastWall)].add(to.v * particle.mass);
    return {x, Vec3{}};
}

Vec3 Boundary::heldVelocity(const Mover& particle) const {
    constexpr float kTouch = 1.001f;  // of the clearance: rounding
    ContactList contacts;
    addContacts(particle.x, kTouch * clearanceOf(particle.id), contacts);
    Vec3 v = particle.v;
    for (const Contact& contact : contacts.items()) reflect(v, contact, {});
    return v;
}

ShapePtr wallsOf(Bounds room, const std::array<bool, 3>& periodic, const ShapePtr& solids) {
    constexpr float kFarAway = 1e6f;
    std::vector<ShapePtr> parts{makeBoxContainer(withoutPeriodicFaces(room, periodic, kFarAway))};
    if (solids) parts.push_back(solids);
    return makeUnion(std::move(parts));
}

}  // namespace meniscus

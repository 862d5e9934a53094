// Triangles of the solid shapes. Round things are lathed from a profile, in the half plane (r, y), like their
// distances.
#include "meniscus/solid/mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "solid/mesh_builder.h"

namespace meniscus {

namespace {

constexpr int kTurnSteps = 72;  // around the axis
constexpr int kArcSteps = 4;    // of a rounded edge, a quarter turn
constexpr int kBallSteps = 36;  // from pole to pole
constexpr float kPi = std::numbers::pi_v<float>;

// A flat face with four corners, given counter-clockwise.
void addFace(TriangleMesh& mesh, const std::array<Vec3, 4>& corners) {
    const Vec3 normal = normalizedOr(cross(corners[1] - corners[0], corners[2] - corners[0]), {0.0f, 1.0f, 0.0f});
    const auto first = static_cast<uint32_t>(mesh.positions.size());
    for (const Vec3 corner : corners) {
        mesh.positions.push_back(corner);
        mesh.normals.push_back(normal);
    }
    for (const uint32_t k : {0u, 1u, 2u, 0u, 2u, 3u}) mesh.indices.push_back(first + k);
}

// The parallelogram a, a + u, a + u + v, a + v with the normal u x v.
void addQuad(TriangleMesh& mesh, Vec3 a, Vec3 u, Vec3 v) {
    addFace(mesh, {a, a + u, a + u + v, a + v});
}

// The corners of a box at the height y, around the y axis from +x towards -z.
std::array<Vec3, 4> cornersAt(Bounds box, float y) {
    return {Vec3{box.upper.x, y, box.upper.z}, Vec3{box.upper.x, y, box.lower.z}, Vec3{box.lower.x, y, box.lower.z},
            Vec3{box.lower.x, y, box.upper.z}};
}

// The four upright sides and the bottom of a box. side +1: seen from outside; -1: seen from within.
void addSidesAndBottom(TriangleMesh& mesh, Bounds box, float side) {
    const Vec3 size = box.size();
    const Vec3 x{size.x, 0.0f, 0.0f};
    const Vec3 y{0.0f, size.y, 0.0f};
    const Vec3 z{0.0f, 0.0f, size.z};
    const auto add = [&](Vec3 a, Vec3 u, Vec3 v) { side > 0.0f ? addQuad(mesh, a, u, v) : addQuad(mesh, a, v, u); };
    add(box.lower, z, y);
    add(box.lower + x, y, z);
    add(box.lower, y, x);
    add(box.lower + z, x, y);
    add(box.lower, x, z);
}

// A quarter of a rounded edge from angle begin on (0 along r, pi/2 along y), turning left.
void addArc(std::vector<ProfilePoint>& profile, float centreR, float centreY, float radius, float begin) {
    for (int k = 0; k <= kArcSteps; ++k) {
        const float angle = begin + 0.5f * kPi * static_cast<float>(k) / kArcSteps;
        const float c = std::cos(angle);
        const float s = std::sin(angle);
        profile.push_back({centreR + radius * c, centreY + radius * s, c, s});
    }
}

}  // namespace

void addLathe(TriangleMesh& mesh, Vec3 base, std::span<const ProfilePoint> profile) {
    const auto first = static_cast<uint32_t>(mesh.positions.size());
    const auto rowLength = static_cast<uint32_t>(profile.size());
    for (int turn = 0; turn <= kTurnSteps; ++turn) {
        const float angle = 2.0f * kPi * static_cast<float>(turn % kTurnSteps) / kTurnSteps;
        const float c = std::cos(angle);
        const float s = std::sin(angle);
        for (const ProfilePoint& at : profile) {
            mesh.positions.push_back(base + Vec3{at.r * c, at.y, at.r * s});
            mesh.normals.push_back({at.normalR * c, at.normalY, at.normalR * s});
        }
    }
    for (uint32_t turn = 0; turn < kTurnSteps; ++turn) {
        for (uint32_t k = 0; k + 1 < rowLength; ++k) {
            const ProfilePoint& lower = profile[k];
            const ProfilePoint& upper = profile[k + 1];
            if (lower.r == upper.r && lower.y == upper.y) continue;  // a sharp edge has no area
            const uint32_t a = first + turn * rowLength + k;
            const uint32_t b = a + rowLength;
            // On the axis one of the two triangles has no area.
            if (lower.r > 0.0f) mesh.indices.insert(mesh.indices.end(), {a, a + 1, b});
            if (upper.r > 0.0f) mesh.indices.insert(mesh.indices.end(), {b, a + 1, b + 1});
        }
    }
}

void addBox(TriangleMesh& mesh, Bounds box) {
    addSidesAndBottom(mesh, box, 1.0f);
    const Vec3 size = box.size();
    addQuad(mesh, {box.lower.x, box.upper.y, box.lower.z}, {0.0f, 0.0f, size.z}, {size.x, 0.0f, 0.0f});
}

void addOpenBox(TriangleMesh& mesh, Bounds inside, float thickness) {
    const Vec3 t{thickness, thickness, thickness};
    const Bounds outside{inside.lower - t, {inside.upper.x + thickness, inside.upper.y, inside.upper.z + thickness}};
    addSidesAndBottom(mesh, inside, -1.0f);
    addSidesAndBottom(mesh, outside, 1.0f);
    // The rim, with mitred corners.
    const std::array<Vec3, 4> outer = cornersAt(outside, inside.upper.y);
    const std::array<Vec3, 4> inner = cornersAt(inside, inside.upper.y);
    for (size_t k = 0; k < 4; ++k) {
        const size_t next = (k + 1) % 4;
        addFace(mesh, {outer[k], outer[next], inner[next], inner[k]});
    }
}

void addBall(TriangleMesh& mesh, Vec3 centre, float radius, float side) {
    std::vector<ProfilePoint> profile;
    for (int k = 0; k <= kBallSteps; ++k) {
        const float angle = side * kPi * (static_cast<float>(k) / kBallSteps - 0.5f);
        const bool isPole = k == 0 || k == kBallSteps;
        const float c = isPole ? 0.0f : std::cos(angle);
        const float s = std::sin(angle);
        profile.push_back({radius * c, radius * s, side * c, side * s});
    }
    addLathe(mesh, centre, profile);
}

void addVessel(TriangleMesh& mesh, Vec3 base, float innerRadius, float height, float wallThickness,
               float baseThickness) {
    const float outer = innerRadius + wallThickness;
    const float foot = 0.6f * std::min(wallThickness, baseThickness);
    const float rim = std::min(0.5f * wallThickness, height - baseThickness);
    std::vector<ProfilePoint> profile{{0.0f, 0.0f, 0.0f, -1.0f}};
    addArc(profile, outer - foot, foot, foot, -0.5f * kPi);
    addArc(profile, outer - rim, height - rim, rim, 0.0f);
    addArc(profile, innerRadius + rim, height - rim, rim, 0.5f * kPi);
    profile.push_back({innerRadius, baseThickness, -1.0f, 0.0f});
    profile.push_back({innerRadius, baseThickness, 0.0f, 1.0f});
    profile.push_back({0.0f, baseThickness, 0.0f, 1.0f});
    addLathe(mesh, base, profile);
}

void addCylinder(TriangleMesh& mesh, Vec3 base, float radius, float height) {
    const std::array<ProfilePoint, 6> profile{{{0.0f, 0.0f, 0.0f, -1.0f},
                                               {radius, 0.0f, 0.0f, -1.0f},
                                               {radius, 0.0f, 1.0f, 0.0f},
                                               {radius, height, 1.0f, 0.0f},
                                               {radius, height, 0.0f, 1.0f},
                                               {0.0f, height, 0.0f, 1.0f}}};
    addLathe(mesh, base, profile);
}

}  // namespace meniscus

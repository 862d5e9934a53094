// Pieces that the meshes of shapes are made of. All are wound counter-clockwise as seen from where their normals point.
#pragma once

#include <span>

#include "meniscus/solid/mesh.h"

namespace meniscus {

// Vessels whose walls have no thickness of their own are drawn with this share of their size.
inline constexpr float kWallShare = 0.02f;

// A point of a profile that is turned about the y axis: radius, height, and the normal in that plane (y unused: z).
struct ProfilePoint {
    float r;
    float y;
    float normalR;
    float normalY;
};

// The surface of revolution of the profile about the upright axis through base, with solid matter on the left of the
// way along the profile in the (r, y) plane. Two points in the same place with different normals make a sharp edge.
void addLathe(TriangleMesh& mesh, Vec3 base, std::span<const ProfilePoint> profile);

// The six faces of a box, seen from outside.
void addBox(TriangleMesh& mesh, Bounds box);

// side +1: seen from outside; -1: seen from within.
void addBall(TriangleMesh& mesh, Vec3 centre, float radius, float side);

// The upright vessel of a glass: the wall's top is rounded fully, the underside's edge a little. That shaves off less
// than half of the wall's thickness from the exact shape.
void addVessel(TriangleMesh& mesh, Vec3 base, float innerRadius, float height, float wallThickness,
               float baseThickness);

// A solid upright cylinder.
void addCylinder(TriangleMesh& mesh, Vec3 base, float radius, float height);

}  // namespace meniscus

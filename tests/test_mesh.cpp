// Meshes of shapes lie on the shapes: for drawing, so a rounded edge or the shell of a container may differ a little.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "meniscus/solid/shape.h"

using namespace meniscus;

namespace {

constexpr float kTolerance = 1e-5f;  // m

struct Sample {
    std::string name;
    ShapePtr shape;
    float rounding;  // how far vertices may lie within solid matter: rounded edges, shells of containers
    bool hasMesh = true;
};

std::vector<Sample> samples() {
    const Bounds box{{-0.5f, 0.1f, -0.3f}, {0.4f, 0.8f, 0.6f}};
    const Vec3 base{0.1f, -0.2f, 0.05f};
    const GlassDimensions glass{base, 0.4f, 0.9f, 0.1f, 0.15f};
    return {{"solid box", makeSolidBox(box), 0.0f},
            {"box container", makeBoxContainer(box), 0.03f},
            {"solid cylinder", makeSolidCylinder(base, 0.3f, 0.5f), 0.0f},
            {"cylinder container", makeCylinderContainer(base, 0.3f, 0.5f), 0.02f},
            {"solid sphere", makeSolidSphere(base, 0.6f), 0.0f},
            {"sphere container", makeSphereContainer(base, 0.6f), 0.02f},
            {"glass", makeGlass(glass), 0.03f},
            {"plane", makePlane(base, {0.0f, 1.0f, 0.0f}), 0.0f, false},
            {"union", makeUnion({makeSolidSphere({2.0f, 0.0f, 0.0f}, 0.2f), makeGlass(glass)}), 0.03f}};
}

TriangleMesh meshOf(const ShapePtr& shape) {
    TriangleMesh mesh;
    shape->addMesh(mesh);
    return mesh;
}

bool isContainer(const Sample& sample) {
    return sample.name.find("container") != std::string::npos;
}

float meshArea(const TriangleMesh& mesh) {
    float area = 0.0f;
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
        const Vec3 a = mesh.positions[mesh.indices[k]];
        area += 0.5f * length(cross(mesh.positions[mesh.indices[k + 1]] - a, mesh.positions[mesh.indices[k + 2]] - a));
    }
    return area;
}

}  // namespace

TEST_CASE("Vertices of meshes lie on their shapes") {
    for (const Sample& sample : samples()) {
        INFO(sample.name);
        const TriangleMesh mesh = meshOf(sample.shape);
        REQUIRE(mesh.positions.empty() != sample.hasMesh);
        REQUIRE(mesh.normals.size() == mesh.positions.size());
        float outermost = 0.0f;
        float innermost = 0.0f;
        for (const Vec3 p : mesh.positions) {
            outermost = std::max(outermost, sample.shape->distance(p));
            innermost = std::min(innermost, sample.shape->distance(p));
        }
        CHECK(outermost <= kTolerance);
        CHECK(innermost >= -sample.rounding - kTolerance);
    }
}

TEST_CASE("Normals of meshes point out of solid matter") {
    for (const Sample& sample : samples()) {
        if (isContainer(sample)) continue;  // the outside of the shell has no shape behind it
        INFO(sample.name);
        const TriangleMesh mesh = meshOf(sample.shape);
        const float step = 2.0f * sample.rounding + 0.01f;
        float longestError = 0.0f;
        float leastAhead = 1.0f;   // distance a step along the normal
        float mostBehind = -1.0f;  // and a step against it
        for (size_t k = 0; k < mesh.positions.size(); ++k) {
            longestError = std::max(longestError, std::abs(length(mesh.normals[k]) - 1.0f));
            leastAhead = std::min(leastAhead, sample.shape->distance(mesh.positions[k] + mesh.normals[k] * step));
            mostBehind = std::max(mostBehind, sample.shape->distance(mesh.positions[k] - mesh.normals[k] * 0.01f));
        }
        CHECK(longestError < 1e-4f);
        CHECK(leastAhead > -kTolerance);  // 0 in a corner, along the other face
        CHECK(mostBehind < kTolerance);
    }
}

TEST_CASE("Triangles are counter-clockwise as seen from where their normals point") {
    for (const Sample& sample : samples()) {
        INFO(sample.name);
        const TriangleMesh mesh = meshOf(sample.shape);
        REQUIRE(mesh.indices.size() % 3 == 0);
        if (!sample.hasMesh) continue;
        REQUIRE(*std::max_element(mesh.indices.begin(), mesh.indices.end()) < mesh.positions.size());
        size_t wrong = 0;
        for (size_t k = 0; k < mesh.indices.size(); k += 3) {
            const Vec3 a = mesh.positions[mesh.indices[k]];
            const Vec3 face = cross(mesh.positions[mesh.indices[k + 1]] - a, mesh.positions[mesh.indices[k + 2]] - a);
            for (size_t j = k; j < k + 3; ++j) wrong += dot(face, mesh.normals[mesh.indices[j]]) > 0.0f ? 0 : 1;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("Meshes have the area of their shapes") {
    const float pi = 3.14159265f;
    CHECK(meshArea(meshOf(makeSolidBox({{0.0f, 0.0f, 0.0f}, {1.0f, 2.0f, 3.0f}}))) == Approx(22.0f));
    CHECK(meshArea(meshOf(makeSolidSphere({}, 0.5f))) == Approx(pi).epsilon(0.01));
    CHECK(meshArea(meshOf(makeSolidCylinder({}, 0.5f, 2.0f))) == Approx(2.5f * pi).epsilon(0.01));
    // Five faces inside, five outside, and the rim.
    TriangleMesh open;
    addOpenBox(open, {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}}, 0.1f);
    CHECK(meshArea(open) == Approx(5.0f + (4.0f * 1.2f * 1.1f + 1.44f) + (1.44f - 1.0f)));
}

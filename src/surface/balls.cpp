#include "surface/balls.h"

#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace meniscus {

namespace {

struct Ball {
    std::array<Vec3, kBallVertices> directions;
    std::array<uint32_t, 3 * kBallTriangles> indices;
    float scale;  // of the vertices' distance, so that the triangles enclose the volume of a unit sphere
};

// An icosahedron with every triangle cut into four.
Ball makeBall() {
    Ball ball;
    const float golden = std::numbers::phi_v<float>;
    size_t vertices = 0;
    const auto add = [&](Vec3 direction) {
        ball.directions[vertices] = normalizedOr(direction, {});
        return static_cast<uint32_t>(vertices++);
    };
    for (const float a : {-1.0f, 1.0f}) {
        for (const float b : {-golden, golden}) {
            add({0.0f, a, b});
            add({a, b, 0.0f});
            add({b, 0.0f, a});
        }
    }
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles;
    const auto middle = [&](uint32_t a, uint32_t b) {
        const auto [found, isNew] = middles.try_emplace(std::minmax(a, b), 0);
        if (isNew) found->second = add(ball.directions[a] + ball.directions[b]);
        return found->second;
    };
    size_t corners = 0;
    const auto addTriangle = [&](uint32_t a, uint32_t b, uint32_t c) {
        for (const uint32_t vertex : {a, b, c}) ball.indices[corners++] = vertex;
    };
    // Neighbours on an icosahedron are 63 degrees apart, others 117 and more.
    const auto areNeighbors = [&](uint32_t a, uint32_t b) {
        return dot(ball.directions[a], ball.directions[b]) > 0.4f;
    };
    for (uint32_t a = 0; a < 12; ++a) {
        for (uint32_t b = a + 1; b < 12; ++b) {
            for (uint32_t c = a + 1; c < 12; ++c) {
                const Vec3* const d = ball.directions.data();
                const bool isTriangle = areNeighbors(a, b) && areNeighbors(b, c) && areNeighbors(c, a);
                if (!isTriangle || dot(cross(d[b] - d[a], d[c] - d[a]), d[a]) <= 0.0f) continue;
                const uint32_t ab = middle(a, b);
                const uint32_t bc = middle(b, c);
                const uint32_t ca = middle(c, a);
                addTriangle(a, ab, ca);
                addTriangle(b, bc, ab);
                addTriangle(c, ca, bc);
                addTriangle(ab, bc, ca);
            }
        }
    }
    float volume = 0.0f;
    for (size_t k = 0; k < corners; k += 3) {
        const Vec3* const d = ball.directions.data();
        volume += dot(d[ball.indices[k]], cross(d[ball.indices[k + 1]], d[ball.indices[k + 2]])) / 6.0f;
    }
    ball.scale = std::cbrt(4.0f / 3.0f * std::numbers::pi_v<float> / volume);
    return ball;
}

}  // namespace

void placeBall(TriangleMesh& mesh, size_t firstVertex, size_t firstTriangle, Vec3 centre, float radius) {
    static const Ball kBall = makeBall();
    for (size_t k = 0; k < kBallVertices; ++k) {
        mesh.positions[firstVertex + k] = centre + kBall.directions[k] * (kBall.scale * radius);
        mesh.normals[firstVertex + k] = kBall.directions[k];
    }
    for (size_t k = 0; k < kBall.indices.size(); ++k) {
        mesh.indices[3 * firstTriangle + k] = static_cast<uint32_t>(firstVertex) + kBall.indices[k];
    }
}

}  // namespace meniscus

#include "surface/balls.h"

#include <algorithm>
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

constexpr uint32_t kCorners = 12;  // of an icosahedron

void addCorners(Ball& ball) {
    const float golden = std::numbers::phi_v<float>;
    size_t count = 0;
    for (const float a : {-1.0f, 1.0f}) {
        for (const float b : {-golden, golden}) {
            for (const Vec3 corner : {Vec3{0.0f, a, b}, Vec3{a, b, 0.0f}, Vec3{b, 0.0f, a}}) {
                ball.directions[count++] = normalizedOr(corner, {});
            }
        }
    }
}

// Cuts faces into four and adds them; middles of edges belong to two faces.
class FaceCutter {
  public:
    explicit FaceCutter(Ball& ball) : ball_(ball) {}

    void add(uint32_t a, uint32_t b, uint32_t c) {
        const uint32_t ab = middle(a, b);
        const uint32_t bc = middle(b, c);
        const uint32_t ca = middle(c, a);
        for (const uint32_t vertex : {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca})
            ball_.indices[indexCount_++] = vertex;
    }

  private:
    uint32_t middle(uint32_t a, uint32_t b) {
        const auto [found, isNew] = middles_.try_emplace(std::minmax(a, b), vertexCount_);
        if (isNew) ball_.directions[vertexCount_++] = normalizedOr(ball_.directions[a] + ball_.directions[b], {});
        return found->second;
    }

    Ball& ball_;
    uint32_t vertexCount_ = kCorners;
    size_t indexCount_ = 0;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles_;
};

void addFaces(Ball& ball) {
    const auto& d = ball.directions;
    // Neighbours on an icosahedron are 63 degrees apart, others 117 and more.
    const auto areNeighbors = [&](uint32_t a, uint32_t b) { return dot(d[a], d[b]) > 0.4f; };
    FaceCutter cutter(ball);
    for (uint32_t a = 0; a < kCorners; ++a) {
        for (uint32_t b = a + 1; b < kCorners; ++b) {
            for (uint32_t c = a + 1; c < kCorners; ++c) {
                const bool isFace = areNeighbors(a, b) && areNeighbors(b, c) && areNeighbors(c, a);
                const bool looksOutward = dot(cross(d[b] - d[a], d[c] - d[a]), d[a]) > 0.0f;
                if (isFace && looksOutward) cutter.add(a, b, c);
            }
        }
    }
}

float volumeOf(const Ball& ball) {
    const auto& d = ball.directions;
    float volume = 0.0f;
    for (size_t k = 0; k < ball.indices.size(); k += 3) {
        volume += dot(d[ball.indices[k]], cross(d[ball.indices[k + 1]], d[ball.indices[k + 2]])) / 6.0f;
    }
    return volume;
}

// An icosahedron with every face cut into four.
Ball makeBall() {
    Ball ball;
    addCorners(ball);
    addFaces(ball);
    ball.scale = std::cbrt(4.0f / 3.0f * std::numbers::pi_v<float> / volumeOf(ball));
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

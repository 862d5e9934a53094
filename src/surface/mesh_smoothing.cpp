#include "surface/mesh_smoothing.h"

namespace meniscus {

namespace {

constexpr size_t kVerticesPerChunk = 2048;
// A step in and a step out; slightly longer out, or the body would shrink.
constexpr float kIn = 0.5f;
constexpr float kOut = -0.53f;

}  // namespace

void MeshSmoothing::setMesh(const TriangleMesh& mesh) {
    const size_t vertices = mesh.positions.size();
    starts_.assign(vertices + 2, 0);
    for (const uint32_t vertex : mesh.indices) ++starts_[vertex + 2];
    for (size_t k = 2; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
    corners_.resize(mesh.indices.size());
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
        const uint32_t a = mesh.indices[k];
        const uint32_t b = mesh.indices[k + 1];
        const uint32_t c = mesh.indices[k + 2];
        corners_[starts_[a + 1]++] = {b, c};
        corners_[starts_[b + 1]++] = {c, a};
        corners_[starts_[c + 1]++] = {a, b};
    }
}

void MeshSmoothing::moveTowardsNeighbors(const std::vector<Vec3>& from, std::vector<Vec3>& to, float share,
                                         Threads& threads) const {
    threads.forChunks(from.size(), kVerticesPerChunk, [&](size_t begin, size_t end, size_t) {
        for (size_t vertex = begin; vertex < end; ++vertex) {
            const uint32_t first = starts_[vertex];
            const uint32_t last = starts_[vertex + 1];
            Vec3 sum;
            for (uint32_t k = first; k < last; ++k) sum += from[corners_[k][0]];
            const Vec3 mean = sum / static_cast<float>(last - first);
            to[vertex] = from[vertex] + (mean - from[vertex]) * share;
        }
    });
}

void MeshSmoothing::smooth(TriangleMesh& mesh, int passes, Threads& threads) {
    moved_.resize(mesh.positions.size());
    for (int pass = 0; pass < passes; ++pass) {
        moveTowardsNeighbors(mesh.positions, moved_, pass % 2 == 0 ? kIn : kOut, threads);
        mesh.positions.swap(moved_);
    }
}

void MeshSmoothing::findNormals(TriangleMesh& mesh, Threads& threads) const {
    mesh.normals.resize(mesh.positions.size());
    threads.forChunks(mesh.positions.size(), kVerticesPerChunk, [&](size_t begin, size_t end, size_t) {
        for (size_t vertex = begin; vertex < end; ++vertex) {
            const Vec3 at = mesh.positions[vertex];
            Vec3 sum;
            for (uint32_t k = starts_[vertex]; k < starts_[vertex + 1]; ++k) {
                sum += cross(mesh.positions[corners_[k][0]] - at, mesh.positions[corners_[k][1]] - at);
            }
            mesh.normals[vertex] = normalizedOr(sum, {0.0f, 1.0f, 0.0f});
        }
    });
}

}  // namespace meniscus

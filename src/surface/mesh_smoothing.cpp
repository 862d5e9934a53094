// Bumps of the size of particles must go, waves must stay, and the volume too. Each pass moves every vertex towards the
// mean of its neighbours; that alone would shrink the fluid. What all passes took away is smoothed as often and put
// back: of bumps nothing remains of it, of a round body all of it (Tukey's twicing). Parts of a few particles are all
// bump, and are scaled to their old volume instead.
#include "surface/mesh_smoothing.h"

#include <cmath>

namespace meniscus {

namespace {

constexpr size_t kVerticesPerChunk = 2048;
constexpr float kShare = 0.6f;              // of the way to the mean of the neighbours
constexpr uint32_t kMostOfSmallPart = 800;  // vertices: about 300 particles at the usual cell size
constexpr uint32_t kLeastToSmooth = 64;     // smaller parts would vanish into a point: they stay as they are
constexpr uint32_t kLarge = ~0u;
constexpr uint32_t kUnseen = ~0u - 1;

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

void MeshSmoothing::moveTowardsNeighbors(std::vector<Vec3>& values, int passes, Threads& threads) {
    moved_.resize(values.size());
    for (int pass = 0; pass < passes; ++pass) {
        threads.forChunks(values.size(), kVerticesPerChunk, [&](size_t begin, size_t end, size_t) {
            for (size_t vertex = begin; vertex < end; ++vertex) {
                const uint32_t first = starts_[vertex];
                const uint32_t last = starts_[vertex + 1];
                Vec3 sum;
                for (uint32_t k = first; k < last; ++k) sum += values[corners_[k][0]];
                const float share = kShare / static_cast<float>(last - first);
                moved_[vertex] = values[vertex] * (1.0f - kShare) + sum * share;
            }
        });
        values.swap(moved_);
    }
}

void MeshSmoothing::smooth(TriangleMesh& mesh, int passes, Threads& threads) {
    if (passes == 0 || mesh.positions.empty()) return;
    findSmallParts(mesh);
    measureParts(mesh, before_);
    first_ = mesh.positions;
    moveTowardsNeighbors(mesh.positions, passes, threads);
    lost_.resize(first_.size());
    for (size_t k = 0; k < lost_.size(); ++k) lost_[k] = first_[k] - mesh.positions[k];
    moveTowardsNeighbors(lost_, passes, threads);
    for (size_t k = 0; k < lost_.size(); ++k) mesh.positions[k] += lost_[k];
    restoreSmallParts(mesh);
}

void MeshSmoothing::findSmallParts(const TriangleMesh& mesh) {
    partOf_.assign(mesh.positions.size(), kUnseen);
    before_.clear();
    for (uint32_t start = 0; start < partOf_.size(); ++start) {
        if (partOf_[start] != kUnseen) continue;
        const auto number = static_cast<uint32_t>(before_.size());
        toVisit_.assign(1, start);
        partOf_[start] = number;
        for (size_t k = 0; k < toVisit_.size(); ++k) {
            const uint32_t vertex = toVisit_[k];
            for (uint32_t n = starts_[vertex]; n < starts_[vertex + 1]; ++n) {
                const uint32_t neighbor = corners_[n][0];
                if (partOf_[neighbor] != kUnseen) continue;
                partOf_[neighbor] = number;
                toVisit_.push_back(neighbor);
            }
        }
        if (toVisit_.size() <= kMostOfSmallPart) {
            before_.emplace_back();
        } else {
            for (const uint32_t vertex : toVisit_) partOf_[vertex] = kLarge;
        }
    }
    smallTriangles_.clear();
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
        if (partOf_[mesh.indices[k]] != kLarge) smallTriangles_.push_back(static_cast<uint32_t>(k));
    }
}

void MeshSmoothing::measureParts(const TriangleMesh& mesh, std::vector<Part>& parts) const {
    for (Part& part : parts) part = {};
    for (size_t k = 0; k < partOf_.size(); ++k) {
        if (partOf_[k] == kLarge) continue;
        Part& part = parts[partOf_[k]];
        part.middle += mesh.positions[k];
        ++part.vertices;
    }
    for (Part& part : parts) part.middle = part.middle / static_cast<float>(part.vertices);
    for (const uint32_t k : smallTriangles_) {
        Part& part = parts[partOf_[mesh.indices[k]]];
        const Vec3 a = mesh.positions[mesh.indices[k]] - part.middle;
        const Vec3 b = mesh.positions[mesh.indices[k + 1]] - part.middle;
        const Vec3 c = mesh.positions[mesh.indices[k + 2]] - part.middle;
        part.volume += static_cast<double>(dot(a, cross(b, c))) / 6.0;
    }
}

void MeshSmoothing::restoreSmallParts(TriangleMesh& mesh) {
    after_.resize(before_.size());
    measureParts(mesh, after_);
    for (size_t k = 0; k < partOf_.size(); ++k) {
        if (partOf_[k] == kLarge) continue;
        const Part& was = before_[partOf_[k]];
        const Part& is = after_[partOf_[k]];
        if (was.vertices < kLeastToSmooth) {
            mesh.positions[k] = first_[k];
            continue;
        }
        const double ratio = was.volume / is.volume;
        // Of a shape that smoothing turned inside out or flattened, nothing can be restored.
        const float scale = ratio > 0.0 && std::isfinite(ratio) ? static_cast<float>(std::cbrt(ratio)) : 1.0f;
        mesh.positions[k] = was.middle + (mesh.positions[k] - is.middle) * scale;
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

// Bumps of the size of particles must go, waves must stay, and the volume too. Each pass moves every vertex towards the
// mean of its neighbours; that alone would shrink the fluid. What all passes took away is smoothed as often and put
// back: of bumps nothing remains of it, of a round body all of it (Tukey's twicing). Parts of a few particles are all
// bump, and are scaled to their old volume instead.
#include "surface/mesh_smoothing.h"

#include <cmath>

namespace meniscus {

namespace {

constexpr size_t kVerticesPerChunk = 2048;
constexpr float kShare = 0.9f;             // of the way to the mean of the neighbours
constexpr uint32_t kMaxOfSmallPart = 800;  // vertices: about 300 particles at the usual cell size
constexpr uint32_t kMinToSmooth = 64;      // smaller parts would vanish into a point: they stay as they are
constexpr double kMaxRestored = 4.0;       // times the volume
constexpr uint32_t kLarge = ~0u;
constexpr uint32_t kUnseen = ~0u - 1;

}  // namespace

void MeshSmoothing::setMesh(const TriangleMesh& mesh) {
    const size_t vertices = mesh.positions.size();
    starts_.assign(vertices + 2, 0);
    for (const uint32_t vertex : mesh.indices) ++starts_[vertex + 2];
    for (size_t k = 2; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
    neighbors_.resize(mesh.indices.size());
    others_.resize(mesh.indices.size());
    const auto add = [&](uint32_t vertex, uint32_t neighbor, uint32_t other) {
        const uint32_t place = starts_[vertex + 1]++;
        neighbors_[place] = neighbor;
        others_[place] = other;
    };
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
        const uint32_t a = mesh.indices[k];
        const uint32_t b = mesh.indices[k + 1];
        const uint32_t c = mesh.indices[k + 2];
        add(a, b, c);
        add(b, c, a);
        add(c, a, b);
    }
}

void MeshSmoothing::moveTowardsNeighbors(std::vector<Vec4>& values, int passes, Threads& threads) {
    moved_.resize(values.size());
    for (int pass = 0; pass < passes; ++pass) {
        threads.forChunks(values.size(), kVerticesPerChunk, [&](size_t begin, size_t end, size_t) {
            for (size_t vertex = begin; vertex < end; ++vertex) {
                const uint32_t first = starts_[vertex];
                const uint32_t last = starts_[vertex + 1];
                Vec4 sum;
                for (uint32_t k = first; k < last; ++k) {
                    const Vec4 value = values[neighbors_[k]];
                    sum = {sum.x + value.x, sum.y + value.y, sum.z + value.z, sum.unused + value.unused};
                }
                const float share = kShare / static_cast<float>(last - first);
                const float kept = 1.0f - kShare;
                const Vec4 own = values[vertex];
                moved_[vertex] = {own.x * kept + sum.x * share, own.y * kept + sum.y * share,
                                  own.z * kept + sum.z * share, own.unused * kept + sum.unused * share};
            }
        });
        values.swap(moved_);
    }
}

void MeshSmoothing::smooth(TriangleMesh& mesh, int passes, float farthest, Threads& threads) {
    if (passes == 0 || mesh.positions.empty()) return;
    findSmallParts(mesh);
    smoothed_.resize(mesh.positions.size());
    lost_.resize(mesh.positions.size());
    for (size_t k = 0; k < smoothed_.size(); ++k) {
        const Vec3 x = mesh.positions[k];
        smoothed_[k] = {x.x, x.y, x.z, 0.0f};
    }
    moveTowardsNeighbors(smoothed_, passes, threads);
    for (size_t k = 0; k < lost_.size(); ++k) {
        const Vec3 x = mesh.positions[k];
        lost_[k] = {x.x - smoothed_[k].x, x.y - smoothed_[k].y, x.z - smoothed_[k].z, 0.0f};
    }
    moveTowardsNeighbors(lost_, passes, threads);
    takeOver(mesh, farthest);
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
                const uint32_t neighbor = neighbors_[n];
                if (partOf_[neighbor] != kUnseen) continue;
                partOf_[neighbor] = number;
                toVisit_.push_back(neighbor);
            }
        }
        if (toVisit_.size() <= kMaxOfSmallPart) {
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

template <typename Places>
void MeshSmoothing::measureParts(const TriangleMesh& mesh, const Places& place, std::vector<Part>& parts) const {
    for (Part& part : parts) part = {};
    for (size_t k = 0; k < partOf_.size(); ++k) {
        if (partOf_[k] == kLarge) continue;
        Part& part = parts[partOf_[k]];
        part.middle += place(k);
        ++part.vertices;
    }
    for (Part& part : parts) part.middle = part.middle / static_cast<float>(part.vertices);
    for (const uint32_t k : smallTriangles_) {
        Part& part = parts[partOf_[mesh.indices[k]]];
        const Vec3 a = place(mesh.indices[k]) - part.middle;
        const Vec3 b = place(mesh.indices[k + 1]) - part.middle;
        const Vec3 c = place(mesh.indices[k + 2]) - part.middle;
        part.volume += static_cast<double>(dot(a, cross(b, c))) / 6.0;
    }
}

void MeshSmoothing::takeOver(TriangleMesh& mesh, float farthest) {
    const auto newPlace = [&](size_t k) {
        return Vec3{smoothed_[k].x + lost_[k].x, smoothed_[k].y + lost_[k].y, smoothed_[k].z + lost_[k].z};
    };
    const auto moveTo = [&](Vec3& x, Vec3 wanted) {
        const float way = length(wanted - x);
        x += (wanted - x) * (way > farthest ? farthest / way : 1.0f);
    };
    after_.resize(before_.size());
    measureParts(
        mesh, [&](size_t k) { return mesh.positions[k]; }, before_);
    measureParts(mesh, newPlace, after_);
    for (size_t k = 0; k < partOf_.size(); ++k) {
        if (partOf_[k] == kLarge) {
            moveTo(mesh.positions[k], newPlace(k));
            continue;
        }
        const Part& was = before_[partOf_[k]];
        const Part& is = after_[partOf_[k]];
        const double ratio = was.volume / is.volume;
        // What smoothing turned inside out or made flat cannot be scaled back: it stays as it was.
        if (was.vertices < kMinToSmooth || !(ratio > 0.0) || ratio > kMaxRestored) continue;
        moveTo(mesh.positions[k], was.middle + (newPlace(k) - is.middle) * static_cast<float>(std::cbrt(ratio)));
    }
}

void MeshSmoothing::findNormals(TriangleMesh& mesh, Threads& threads) const {
    mesh.normals.resize(mesh.positions.size());
    threads.forChunks(mesh.positions.size(), kVerticesPerChunk, [&](size_t begin, size_t end, size_t) {
        for (size_t vertex = begin; vertex < end; ++vertex) {
            const Vec3 at = mesh.positions[vertex];
            Vec3 sum;
            for (uint32_t k = starts_[vertex]; k < starts_[vertex + 1]; ++k) {
                sum += cross(mesh.positions[neighbors_[k]] - at, mesh.positions[others_[k]] - at);
            }
            mesh.normals[vertex] = normalizedOr(sum, {0.0f, 1.0f, 0.0f});
        }
    });
}

}  // namespace meniscus

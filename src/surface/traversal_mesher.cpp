#include "surface/traversal_mesher.h"

#include <array>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "surface/case_table.h"

namespace meniscus {

namespace {

struct Node {
    int x = 0;
    int y = 0;
    int z = 0;

    [[nodiscard]] Node moved(int axis, int by) const {
        Node node = *this;
        (axis == 0 ? node.x : axis == 1 ? node.y : node.z) += by;
        return node;
    }
    [[nodiscard]] Node corner(int c) const { return {x + (c & 1), y + (c >> 1 & 1), z + (c >> 2 & 1)}; }
    [[nodiscard]] Vec3 place() const { return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}; }
    // 21 bits an axis: two million cells.
    [[nodiscard]] uint64_t key() const {
        const auto part = [](int a) { return static_cast<uint64_t>(a + (1 << 20)) & 0x1fffff; };
        return part(x) | part(y) << 21 | part(z) << 42;
    }
};

Node nodeBelow(Vec3 place, float side) {
    const auto along = [&](float a) { return static_cast<int>(std::floor(a / side)); };
    return {along(place.x), along(place.y), along(place.z)};
}

Vec3 placeOf(const Blob& blob) {
    return {blob.x, blob.y, blob.z};
}

class Traversal {
  public:
    Traversal(const ColourField& field, TriangleMesh& mesh) : field_(field), mesh_(mesh) {
        for (const Blob& blob : field.blobs) bins_[nodeBelow(placeOf(blob), field.reach).key()].push_back(&blob);
    }

    void run() {
        mesh_.positions.clear();
        mesh_.indices.clear();
        for (const Blob& blob : field_.blobs) {
            const Vec3 place = placeOf(blob);
            searchAlong(place, outwardAt(place));
            for (int axis = 0; axis < 3; ++axis) {
                for (const float way : {-1.0f, 1.0f}) {
                    searchAlong(place, Vec3{axis == 0 ? way : 0.0f, axis == 1 ? way : 0.0f, axis == 2 ? way : 0.0f});
                }
            }
        }
    }

  private:
    template <typename Visit>
    void forBlobsNear(Vec3 place, const Visit& visit) const {
        const Node middle = nodeBelow(place, field_.reach);
        for (int z = -1; z <= 1; ++z) {
            for (int y = -1; y <= 1; ++y) {
                for (int x = -1; x <= 1; ++x) {
                    const auto bin = bins_.find(Node{middle.x + x, middle.y + y, middle.z + z}.key());
                    if (bin == bins_.end()) continue;
                    for (const Blob* blob : bin->second) visit(*blob);
                }
            }
        }
    }

    float valueAt(Node node) {
        const auto [found, isNew] = values_.try_emplace(node.key(), 0.0f);
        if (isNew) {
            float sum = 0.0f;
            forBlobsNear(node.place(), [&](const Blob& blob) { sum += field_.term(blob, node.place()); });
            found->second = sum;
        }
        return found->second;
    }

    [[nodiscard]] Vec3 outwardAt(Vec3 place) const {
        Vec3 sum;
        forBlobsNear(place, [&](const Blob& blob) {
            const Vec3 d = place - placeOf(blob);
            const float near = std::max(field_.reach * field_.reach - lengthSquared(d), 0.0f);
            sum += d * (near * near * blob.weight);
        });
        return normalizedOr(sum, {0.0f, 1.0f, 0.0f});
    }

    size_t caseOf(Node cell) {
        size_t cellCase = 0;
        for (int c = 0; c < kCellCorners; ++c) {
            if (valueAt(cell.corner(c)) > field_.isoValue) cellCase |= size_t{1} << c;
        }
        return cellCase;
    }

    void searchAlong(Vec3 place, Vec3 direction) {
        for (float way = 0.0f; way <= field_.reach + 1.0f; way += 0.5f) {
            const Node cell = nodeBelow(place + direction * way, 1.0f);
            if (visited_.contains(cell.key())) return;
            const size_t cellCase = caseOf(cell);
            if (cellCase == 0 || cellCase == 255) continue;
            follow(cell);
            return;
        }
    }

    void follow(Node first) {
        std::vector<Node> toVisit{first};
        visited_.insert(first.key());
        while (!toVisit.empty()) {
            const Node cell = toVisit.back();
            toVisit.pop_back();
            const size_t cellCase = caseOf(cell);
            addTriangles(cell, cellCase);
            for (int axis = 0; axis < 3; ++axis) {
                for (const int side : {0, 1}) {
                    if (!isFaceCut(cellCase, axis, side)) continue;
                    const Node next = cell.moved(axis, side == 0 ? -1 : 1);
                    if (visited_.insert(next.key()).second) toVisit.push_back(next);
                }
            }
        }
    }

    static bool isFaceCut(size_t cellCase, int axis, int side) {
        int inside = 0;
        for (int c = 0; c < kCellCorners; ++c) {
            if ((c >> axis & 1) == side) inside += static_cast<int>(cellCase >> c & 1);
        }
        return inside != 0 && inside != 4;
    }

    void addTriangles(Node cell, size_t cellCase) {
        for (const uint8_t edge : caseTable()[cellCase].used()) mesh_.indices.push_back(vertexOn(cell, edge));
    }

    uint32_t vertexOn(Node cell, int edge) {
        const std::array<int, 2> ends = cornersOfEdge(edge);
        const Node lower = cell.corner(ends[0]);
        const int axis = edge / 4;
        auto& vertices = verticesAlong_[static_cast<size_t>(axis)];
        const auto [found, isNew] = vertices.try_emplace(lower.key(), static_cast<uint32_t>(mesh_.positions.size()));
        if (isNew) {
            const float a = valueAt(lower);
            const float b = valueAt(cell.corner(ends[1]));
            const float t = std::clamp((field_.isoValue - a) / (b - a), kCutMargin, 1.0f - kCutMargin);
            Vec3 place = lower.place();
            (axis == 0 ? place.x : axis == 1 ? place.y : place.z) += t;
            mesh_.positions.push_back(place * field_.cell);
        }
        return found->second;
    }

    const ColourField& field_;
    TriangleMesh& mesh_;
    std::unordered_map<uint64_t, std::vector<const Blob*>> bins_;  // cubes of side reach
    std::unordered_map<uint64_t, float> values_;
    std::unordered_set<uint64_t> visited_;
    std::array<std::unordered_map<uint64_t, uint32_t>, 3> verticesAlong_;  // by the edge's lower node
};

}  // namespace

void meshByTraversal(const ColourField& field, TriangleMesh& mesh) {
    Traversal(field, mesh).run();
}

}  // namespace meniscus

#include "look/own_share.h"

#include <algorithm>

#include "meniscus/look/fill_grid.h"
#include "meniscus/look/fluid_bounds.h"

namespace meniscus {

namespace {

constexpr int kMaxCells = 64;  // along each side: a lost particle must not cost memory

// Particles by cell, each at least as wide as the support radius.
class KindGrid {
  public:
    struct Item {
        Vec3 x;
        uint8_t kind;
    };

    KindGrid(std::span<const Vec3> places, std::span<const uint8_t> kinds, float supportRadius) {
        const Bounds bounds = boundsOf(places, 0.0f);
        const Vec3 extent = bounds.upper - bounds.lower;
        lower_ = bounds.lower;
        side_ = std::max({supportRadius, extent.x / kMaxCells, extent.y / kMaxCells, extent.z / kMaxCells});
        const auto cellsAlong = [&](float length) { return static_cast<int>(length / side_) + 1; };
        size_ = {cellsAlong(extent.x), cellsAlong(extent.y), cellsAlong(extent.z)};
        begin_.assign(size_.count() + 1, 0);
        for (const Vec3 place : places) {
            if (isFinite(place)) ++begin_[indexOf(cellOf(place)) + 1];
        }
        for (size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
        items_.resize(begin_.back());
        std::vector<uint32_t> next(begin_.begin(), begin_.end() - 1);
        for (size_t i = 0; i < places.size(); ++i) {
            if (isFinite(places[i])) items_[next[indexOf(cellOf(places[i]))]++] = {places[i], kinds[i]};
        }
    }

    // Calls visit with all items of the cells around.
    template <typename Visit>
    void forAround(Vec3 place, Visit visit) const {
        const GridSize cell = cellOf(place);
        for (int z = std::max(cell.z - 1, 0); z <= std::min(cell.z + 1, size_.z - 1); ++z) {
            for (int y = std::max(cell.y - 1, 0); y <= std::min(cell.y + 1, size_.y - 1); ++y) {
                const size_t first = size_.index(std::max(cell.x - 1, 0), y, z);
                const size_t last = size_.index(std::min(cell.x + 1, size_.x - 1), y, z);
                for (uint32_t k = begin_[first]; k < begin_[last + 1]; ++k) visit(items_[k]);
            }
        }
    }

  private:
    [[nodiscard]] GridSize cellOf(Vec3 place) const {
        const Vec3 p = (place - lower_) / side_;
        const auto cell = [](float a, int count) { return std::clamp(static_cast<int>(a), 0, count - 1); };
        return {cell(p.x, size_.x), cell(p.y, size_.y), cell(p.z, size_.z)};
    }
    [[nodiscard]] size_t indexOf(GridSize cell) const { return size_.index(cell.x, cell.y, cell.z); }

    Vec3 lower_;
    float side_ = 1.0f;
    GridSize size_;
    std::vector<uint32_t> begin_;
    std::vector<Item> items_;
};

}  // namespace

void findOwnShare(std::span<const Vec3> places, std::span<const uint8_t> kinds, float supportRadius,
                  std::vector<float>& share) {
    const KindGrid grid(places, kinds, supportRadius);
    const float reach = supportRadius * supportRadius;
    share.assign(places.size(), 0.0f);
    for (size_t i = 0; i < places.size(); ++i) {
        const Vec3 x = places[i];
        if (!isFinite(x)) continue;
        float all = 0.0f, own = 0.0f;
        grid.forAround(x, [&](const KindGrid::Item& item) {
            const Vec3 d = item.x - x;
            const float near = std::max(reach - dot(d, d), 0.0f);
            const float weight = near * near * near;
            all += weight;
            if (item.kind == kinds[i]) own += weight;
        });
        share[i] = own / all;  // which has at least its own weight
    }
}

}  // namespace meniscus

#include "render/outside_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace meniscus {

namespace {

constexpr float kCellSide = 1.0f;  // spacings
constexpr int kMaxCells = 160;     // along the longest side
constexpr int kBlurs = 3;          // each over three cells along every axis
// What the fill of a flat side rises by over two cells, at the particles next to it.
constexpr float kFlatRise = 0.5f;
// Of the second derivative across a sheet: by the fill there (a single layer has 0.5), and how much of it the other two
// may have together (a thread has as much again).
constexpr float kSheetBend = 0.22f;
constexpr float kSheetFlat = 0.25f;
// Of the fill itself: a single layer has 0.3, a few particles together have less than the first, and what has more than
// the second is no thin sheet.
constexpr float kMinSheet = 0.12f;
constexpr float kMaxSheet = 0.6f;
constexpr int kSquarings = 5;

}  // namespace

void OutsideField::update(const Frame& frame) {
    grid_.update(frame, kCellSide * frame.spacing, kMaxCells);
    fill_ = grid_.fill();
    // Compressed fluid is not more inside than other.
    for (float& fill : fill_) fill = std::min(fill, 1.0f);
    const GridSize size = grid_.size();
    const size_t row = static_cast<size_t>(size.x);
    for (int k = 0; k < kBlurs; ++k) {
        for (const size_t next : {size_t{1}, row, row * static_cast<size_t>(size.y)}) blur(next);
    }
}

// By 1 2 1 along the axis on which neighbours are next cells apart. At the grid's faces rows run into each other, which
// does no harm: there is a margin without fluid.
void OutsideField::blur(size_t next) {
    scratch_ = fill_;
    for (size_t k = next; k + next < fill_.size(); ++k) {
        fill_[k] = 0.5f * scratch_[k] + 0.25f * (scratch_[k - next] + scratch_[k + next]);
    }
}

OutsideField::Cell OutsideField::cellOf(Vec3 place) const {
    const GridSize size = grid_.size();
    const Vec3 cell = (place - grid_.lower()) / grid_.cellSide() - Vec3{0.5f, 0.5f, 0.5f};
    const auto inner = [](float a, int count) {
        return std::clamp(a, 1.0f, std::max(static_cast<float>(count) - 3.001f, 1.0f));
    };
    const float x = inner(cell.x, size.x), y = inner(cell.y, size.y), z = inner(cell.z, size.z);
    const int x0 = static_cast<int>(x), y0 = static_cast<int>(y), z0 = static_cast<int>(z);
    return {x0, y0, z0, {x - static_cast<float>(x0), y - static_cast<float>(y0), z - static_cast<float>(z0)}};
}

template <typename Find>
auto OutsideField::between(Vec3 place, Find find) const {
    const auto [x, y, z, part] = cellOf(place);
    decltype(find(fill_.data())) sum{};
    for (int corner = 0; corner < 8; ++corner) {
        const bool hasX = (corner & 1) != 0, hasY = (corner & 2) != 0, hasZ = (corner & 4) != 0;
        const float weight =
            (hasX ? part.x : 1.0f - part.x) * (hasY ? part.y : 1.0f - part.y) * (hasZ ? part.z : 1.0f - part.z);
        sum += find(&fill_[grid_.size().index(x + (hasX ? 1 : 0), y + (hasY ? 1 : 0), z + (hasZ ? 1 : 0))]) * weight;
    }
    return sum;
}

Vec3 OutsideField::at(Vec3 place) const {
    const size_t row = static_cast<size_t>(grid_.size().x);
    const size_t plane = row * static_cast<size_t>(grid_.size().y);
    const Vec3 sum = between(place, [&](const float* f) {
        return Vec3{f[-1] - f[1], *(f - row) - f[row], *(f - plane) - f[plane]};
    });
    return sum / kFlatRise;
}

Vec3 OutsideField::acrossSheet(Vec3 place) const {
    const auto row = static_cast<ptrdiff_t>(grid_.size().x);
    const ptrdiff_t plane = row * static_cast<ptrdiff_t>(grid_.size().y);
    const std::array<ptrdiff_t, 3> next{1, row, plane};
    const float fill = between(place, [](const float* f) { return *f; });
    if (fill < kMinSheet || fill > kMaxSheet) return {};
    // The fill falls to both sides of a sheet: its second derivatives have one direction in which they are much less
    // than in the others.
    const glm::mat3 bend = between(place, [&](const float* f) {
        glm::mat3 second{0.0f};
        for (int a = 0; a < 3; ++a) {
            const ptrdiff_t toA = next[static_cast<size_t>(a)];
            second[a][a] = f[toA] + f[-toA] - 2.0f * f[0];
            for (int b = 0; b < a; ++b) {
                const ptrdiff_t toB = next[static_cast<size_t>(b)];
                second[a][b] = second[b][a] = 0.25f * (f[toA + toB] + f[-toA - toB] - f[toA - toB] - f[toB - toA]);
            }
        }
        return second;
    });
    float squares = 0.0f;
    for (int a = 0; a < 3; ++a) squares += glm::dot(bend[a], bend[a]);
    if (squares <= 0.0f) return {};
    // Squaring leaves of a matrix only the direction in which it is largest.
    glm::mat3 power = glm::mat3(1.0f) - bend / std::sqrt(squares);
    for (int k = 0; k < kSquarings; ++k) {
        power = power * power;
        power /= power[0][0] + power[1][1] + power[2][2];
    }
    int longest = 0;
    for (int a = 1; a < 3; ++a) longest = power[a][a] > power[longest][longest] ? a : longest;
    const glm::vec3 across = glm::normalize(power[longest]);
    const float least = glm::dot(across, bend * across);
    const float others = bend[0][0] + bend[1][1] + bend[2][2] - least;
    const bool isSheet = least < -kSheetBend * fill && others > kSheetFlat * least;
    return isSheet ? Vec3{across.x, across.y, across.z} : Vec3{};
}

}  // namespace meniscus

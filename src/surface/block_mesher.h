// Marching cubes over a sparse grid of blocks (see block_kernels.h): those that particles reach. Blocks are worked on
// independently, and their results are put in the order of the blocks: the mesh is the same for any number of threads.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meniscus/core/aligned_vector.h"
#include "meniscus/core/parallel.h"
#include "meniscus/core/triangle_mesh.h"
#include "surface/block_kernels.h"

namespace meniscus {

struct GridPoint {
    int x = 0;
    int y = 0;
    int z = 0;

    friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

// A box of cubes that are numbered along x, then y, then z.
struct GridBox {
    GridPoint lower;
    GridPoint size;

    [[nodiscard]] size_t count() const;
    [[nodiscard]] bool contains(GridPoint p) const;
    [[nodiscard]] size_t index(GridPoint p) const;  // of one that it contains
    [[nodiscard]] GridPoint point(size_t index) const;
};

class BlockMesher {
  public:
    // The field that the blobs add up to, reach in cells, and which of its nodes are above the iso value. Throws
    // WorkError when blobs lie too far apart for any memory.
    void makeField(std::span<const Blob> blobs, float reach, float isoValue, Threads& threads);
    // A field that is given, kept by the caller: x fastest, every size a multiple of 16, outside at all faces.
    void useField(std::span<const float> nodes, GridPoint size, float isoValue, Threads& threads);

    // Positions and triangles of the surface where the field passes the iso value; normals are left alone. The grid's
    // nodes lie at whole numbers times cell.
    void extract(float cell, Threads& threads, TriangleMesh& mesh);
    // After extract: the value of each vertex, a mean over the blobs that reach it; one value a blob of makeField.
    void findValues(std::span<const float> blobValues, Threads& threads, std::vector<float>& values);

    // The field at a place in units of the grid, between the eight nodes around it.
    [[nodiscard]] float sample(Vec3 place) const;
    // True only when all nodes around the place are inside; a quick answer for most places.
    [[nodiscard]] bool isInside(Vec3 place) const;

  private:
    struct Block {
        GridPoint at;  // its first node is 16 times this
        Filling filling = Filling::None;
        bool hasCuts = false;
        uint32_t firstVertex = 0;
        uint32_t firstTriangle = 0;
    };

    void sortIntoBins(std::span<const Blob> blobs, Threads& threads);
    [[nodiscard]] Bounds boundsOf(std::span<const Blob> blobs, Threads& threads);
    void findBlocks(float reach, Threads& threads);
    void listBlocks();
    void addBinnedBlobs(size_t block, const Blob* blobs, float* nodes) const;
    [[nodiscard]] Vec3 originOf(size_t block) const;
    [[nodiscard]] BlockNodes nodesOf(size_t block) const;
    [[nodiscard]] BlockNodes sumsOf(size_t block) const;
    [[nodiscard]] std::array<int32_t, 8> neighborsOf(size_t block) const;
    [[nodiscard]] BlockNeighborhood neighborhoodOf(const std::array<int32_t, 8>& neighbors) const;
    [[nodiscard]] float nodeAt(GridPoint p) const;

    float reach_ = 0.0f;
    float isoValue_ = 0.0f;

    // Blobs sorted by bin; a bin is a cube of 8 nodes a side.
    std::vector<Bounds> chunkBounds_;
    GridBox bins_;
    std::vector<uint32_t> binOf_;
    std::vector<uint32_t> binStarts_;
    std::vector<uint32_t> order_;
    AlignedVector<Blob> sorted_;
    AlignedVector<Blob> weighted_;  // with weights times values

    GridBox blockBox_;
    std::vector<int32_t> blockAt_;  // number of the block, or -1
    std::vector<Block> blocks_;
    AlignedVector<float> field_;  // unless one is given
    std::span<const float> given_;
    GridPoint givenSize_;
    AlignedVector<float> sums_;
    std::vector<uint32_t> sumsAt_;  // where a block's sums are among sums_, in blocks
    std::vector<BlockBits> bits_;
};

}  // namespace meniscus

// The hot loops of the block mesher, compiled once per instruction set (block_kernels.cpp). A block is a cube of 16 x
// 16 x 16 nodes of the grid; a row of nodes along x is one or a few vectors, and one 16-bit number holds which of them
// are inside. All that follows works on these bits: cut edges are differences of two rows, vertices are numbered by
// counting bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "meniscus/core/vec3.h"

namespace meniscus {

inline constexpr int kBlockSide = 16;  // nodes
inline constexpr size_t kBlockRows = size_t{kBlockSide} * kBlockSide;
inline constexpr size_t kBlockNodes = kBlockRows * kBlockSide;

// A particle in units of the grid: node n lies at n.
struct Blob {
    float x = 0.0f;
    float y = 0.0f;
    float z = 0.0f;
    float weight = 0.0f;  // times (reach^2 - distance^2)^3 is what it adds to the field
};

// The nodes of one block, in an array of its own or within a larger one; x fastest.
struct BlockNodes {
    const float* nodes = nullptr;
    size_t rowStride = kBlockSide;
    size_t planeStride = kBlockRows;

    [[nodiscard]] const float* row(size_t y, size_t z) const { return nodes + y * rowStride + z * planeStride; }
};

// What the bits of a block say. Row y, z of the block is row y + 16 z here; bit x is node x.
struct BlockBits {
    using Rows = std::array<uint16_t, kBlockRows>;
    Rows inside;
    std::array<Rows, 3> cut;    // edges from the node along x, y and z that the surface cuts
    std::array<Rows, 3> first;  // number within the block of the vertex on the row's first cut edge
    uint32_t vertexCount;
    uint32_t triangleCount;
};

// A block with those that follow it along the axes: number k lies one further along x, y, z by the bits of k; 0 is the
// block itself. Those that do not exist are null, and all of their nodes are outside.
struct BlockNeighborhood {
    std::array<const BlockBits*, 8> bits{};
    std::array<BlockNodes, 8> nodes{};
};

// Adds blobs to a block of its own array whose first node is at origin. reach: in cells.
void addBlobs(const Blob* blobs, size_t count, Vec3 origin, float reach, float* nodes);

enum class Filling { None, Some, All };
// Sets bits.inside and says how many nodes are inside: those above the iso value.
Filling findInside(const BlockNodes& nodes, float isoValue, BlockBits& bits);

// Sets the cut edges and the counts of a block, from its own inside and those of its neighbours.
void countCuts(const BlockNeighborhood& blocks, BlockBits& bits);

// Where the block's part of the mesh goes.
struct BlockOutput {
    std::array<uint32_t, 8> firstVertex;  // of each block of the neighbourhood
    Vec3* positions = nullptr;            // of this block's first vertex
    uint32_t* indices = nullptr;          // of this block's first triangle
};
// Nodes lie at (origin + number) * cell.
void emitMesh(const BlockNeighborhood& blocks, Vec3 origin, float cell, float isoValue, const BlockOutput& output);

// The value of each vertex of the block: the ratio of sums, a second field, to the first one.
void emitValues(const BlockNeighborhood& blocks, const std::array<BlockNodes, 8>& sums, float isoValue, float* values);

}  // namespace meniscus

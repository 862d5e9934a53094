#include "meniscus/surface/surface_mesher.h"

#include <chrono>

#include "meniscus/core/parallel.h"
#include "meniscus/surface/surface_particles.h"
#include "surface/balls.h"
#include "surface/block_mesher.h"
#include "surface/colour_field.h"
#include "surface/mesh_smoothing.h"

namespace meniscus {

namespace {

constexpr float kDefaultCellSize = 1.0f;  // particle radii
constexpr float kDefaultIso = 0.5f;
constexpr size_t kVerticesPerChunk = 2048;

double secondsNow() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// By itself the surface lies on a wall with dents of a tenth of a spacing. What is very near moves on to it, what is
// farther off moves less, and none past another. In spacings, before and after.
constexpr float kOnWall = 0.45f;
constexpr float kFree = 1.2f;
float huggedDistance(float distance) {
    constexpr float kLeft = 0.02f;  // of the distance, so that films on a wall keep two sides
    const float t = std::clamp((distance - kOnWall) / (kFree - kOnWall), 0.0f, 1.0f);
    return distance * (kLeft + (1.0f - kLeft) * t * t * (3.0f - 2.0f * t));
}

// A particle comes nearer to a wall than its ball is large.
Vec3 ballCentre(Vec3 place, float radius, const Shape* walls) {
    if (walls == nullptr) return place;
    ContactList contacts;
    walls->addContacts(place, radius, contacts);
    for (const Contact& contact : contacts.items()) place += contact.normal * (radius - contact.distance);
    return place;
}

}  // namespace

float cellSizeOf(const SurfaceSettings& settings) {
    return settings.cellSize > 0.0f ? settings.cellSize : kDefaultCellSize;
}

float isoValueOf(const SurfaceSettings& settings) {
    return settings.isoValue > 0.0f ? settings.isoValue : kDefaultIso;
}

struct SurfaceMesher::Impl {
    Threads threads;
    Seconds seconds;
    ColourField field;
    BlockMesher blocks;
    MeshSmoothing smoothing;
    std::vector<float> blobValues;
    std::vector<std::vector<uint32_t>> missed;  // droplets by chunk

    explicit Impl(int threadCount) : threads(threadCount) {}

    void findDroplets();
    void hugWalls(const Shape& walls, float spacing, TriangleMesh& mesh);
    void findFieldNormals(TriangleMesh& mesh);
    void addDroplets(const FluidParticles& fluid, std::span<const float> values, const Shape* walls,
                     SurfaceMesh& mesh) const;
};

// Besides lone particles, those that the field does not enclose, for there are too few of them or the cells are too
// large.
void SurfaceMesher::Impl::findDroplets() {
    constexpr size_t kBlobsPerChunk = 4096;
    missed.resize(chunkCount(field.blobs.size(), kBlobsPerChunk));
    threads.forChunks(field.blobs.size(), kBlobsPerChunk, [&](size_t begin, size_t end, size_t chunk) {
        missed[chunk].clear();
        for (size_t k = begin; k < end; ++k) {
            const Vec3 place{field.blobs[k].x, field.blobs[k].y, field.blobs[k].z};
            if (blocks.isInside(place) || blocks.sample(place) > field.isoValue) continue;
            missed[chunk].push_back(field.particleOf[k]);
        }
    });
    for (const std::vector<uint32_t>& part : missed) field.lone.insert(field.lone.end(), part.begin(), part.end());
}

void SurfaceMesher::Impl::hugWalls(const Shape& walls, float spacing, TriangleMesh& mesh) {
    threads.forChunks(mesh.positions.size(), kVerticesPerChunk, [&](size_t begin, size_t end, size_t) {
        ContactList contacts;
        for (size_t k = begin; k < end; ++k) {
            Vec3& x = mesh.positions[k];
            contacts.clear();
            walls.addContacts(x, kFree * spacing, contacts);
            for (const Contact& contact : contacts.items()) {
                const float wanted = spacing * huggedDistance(contact.distance / spacing);
                x += contact.normal * (wanted - contact.distance);
            }
        }
    });
}

void SurfaceMesher::Impl::findFieldNormals(TriangleMesh& mesh) {
    mesh.normals.resize(mesh.positions.size());
    threads.forChunks(mesh.positions.size(), kVerticesPerChunk, [&](size_t begin, size_t end, size_t) {
        for (size_t k = begin; k < end; ++k) {
            const Vec3 place = mesh.positions[k] / field.cell;
            const auto rise = [&](Vec3 step) { return blocks.sample(place + step) - blocks.sample(place - step); };
            const Vec3 gradient{rise({1.0f, 0.0f, 0.0f}), rise({0.0f, 1.0f, 0.0f}), rise({0.0f, 0.0f, 1.0f})};
            mesh.normals[k] = normalizedOr(-gradient, {0.0f, 1.0f, 0.0f});
        }
    });
}

void SurfaceMesher::Impl::addDroplets(const FluidParticles& fluid, std::span<const float> values, const Shape* walls,
                                      SurfaceMesh& mesh) const {
    TriangleMesh& triangles = mesh.triangles;
    const size_t firstVertex = triangles.positions.size();
    const size_t firstTriangle = triangles.indices.size() / 3;
    const size_t count = field.lone.size();
    triangles.positions.resize(firstVertex + count * kBallVertices);
    triangles.normals.resize(triangles.positions.size());
    triangles.indices.resize(3 * (firstTriangle + count * kBallTriangles));
    for (size_t k = 0; k < count; ++k) {
        placeBall(triangles, firstVertex + k * kBallVertices, firstTriangle + k * kBallTriangles,
                  ballCentre(fluid.x[field.lone[k]], kDropletRadius * fluid.spacing, walls),
                  kDropletRadius * fluid.spacing);
        if (!values.empty()) mesh.values.insert(mesh.values.end(), kBallVertices, values[field.lone[k]]);
    }
    mesh.dropletCount = count;
}

SurfaceMesher::SurfaceMesher(int threads) : impl_(std::make_unique<Impl>(threads)) {}

SurfaceMesher::~SurfaceMesher() = default;

SurfaceMesher::Seconds SurfaceMesher::seconds() const {
    return impl_->seconds;
}

void SurfaceMesher::build(const FluidParticles& fluid, const SurfaceSettings& settings, std::span<const float> values,
                          const Shape* walls, SurfaceMesh& mesh) {
    Impl& m = *impl_;
    const double start = secondsNow();
    if (!settings.hugsWalls) walls = nullptr;
    describeField(fluid, settings, walls, m.threads, m.field);
    m.blocks.makeField(m.field.blobs, m.field.reach, m.field.isoValue, m.threads);
    const double withField = secondsNow();

    m.blocks.extract(m.field.cell, m.threads, mesh.triangles);
    const double withTriangles = secondsNow();

    mesh.values.clear();
    if (!values.empty()) {
        m.blobValues.resize(m.field.blobs.size());
        for (size_t k = 0; k < m.blobValues.size(); ++k) m.blobValues[k] = values[m.field.particleOf[k]];
        m.blocks.findValues(m.blobValues, m.threads, mesh.values);
    }
    m.smoothing.setMesh(mesh.triangles);
    m.smoothing.smooth(mesh.triangles, settings.smoothingPasses, m.field.cell, m.threads);
    if (walls != nullptr) m.hugWalls(*walls, fluid.spacing, mesh.triangles);
    if (settings.normals == SurfaceNormals::Field) {
        m.findFieldNormals(mesh.triangles);
    } else {
        m.smoothing.findNormals(mesh.triangles, m.threads);
    }
    m.findDroplets();
    if (!settings.keepsDroplets) m.field.lone.clear();
    m.addDroplets(fluid, values, walls, mesh);
    mesh.cellSize = m.field.cell;
    mesh.isoValue = m.field.isoValue;
    m.seconds = {withField - start, withTriangles - withField, secondsNow() - withTriangles};
}

void SurfaceMesher::findKinds(std::span<const uint8_t> kinds, std::vector<float>& values) {
    Impl& m = *impl_;
    std::array<bool, 256> isThere{};
    for (const uint8_t kind : kinds) isThere[kind] = true;
    std::vector<float> shares, most;
    values.clear();
    for (size_t kind = 0; kind < isThere.size(); ++kind) {
        if (!isThere[kind]) continue;
        m.blobValues.resize(m.field.blobs.size());
        for (size_t k = 0; k < m.blobValues.size(); ++k) {
            m.blobValues[k] = kinds[m.field.particleOf[k]] == kind ? 1.0f : 0.0f;
        }
        m.blocks.findValues(m.blobValues, m.threads, shares);
        most.resize(shares.size(), -1.0f);
        values.resize(shares.size());
        for (size_t k = 0; k < shares.size(); ++k) {
            if (shares[k] <= most[k]) continue;
            most[k] = shares[k];
            values[k] = static_cast<float>(kind);
        }
    }
    for (const uint32_t i : m.field.lone) values.insert(values.end(), kBallVertices, static_cast<float>(kinds[i]));
}

}  // namespace meniscus

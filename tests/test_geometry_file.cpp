// What the encoders write is what they were given, to the last bit.
#include <catch2/catch.hpp>
#include <limits>

#include "geometry_readers.h"
#include "meniscus/core/error.h"

using namespace meniscus;
using Catch::Contains;

namespace {

uint32_t bitsOf(float value) {
    return std::bit_cast<uint32_t>(value);
}

// Numbers that are easily lost on the way: a sign of zero, the smallest and largest ones, one with all its digits.
struct Sample {
    std::vector<Vec3> points{{0.1f, -0.0f, 1.0f / 3.0f}, {1e-42f, -3.4028235e38f, 1e9f}, {16777217.0f, 0.3f, -7e-8f}};
    std::vector<Vec3> normals{{1.0f, 0.0f, 0.0f}, {0.0f, -1.0f, 0.0f}, {0.6f, 0.0f, -0.8f}};
    std::vector<Vec3> velocity{{1.0f, 2.0f, 3.0f}, {-4.0f, 5.5f, 6.0f}, {7.0f, 1e-20f, 9.0f}};
    std::vector<float> density{998.25f, 1000.1f, std::numeric_limits<float>::denorm_min()};
    std::vector<uint32_t> id{7, 0, 0xffffffffu};
    std::vector<uint8_t> fluid{0, 7, 255};
    std::vector<uint32_t> triangles{0, 1, 2, 2, 1, 0};

    [[nodiscard]] Geometry cloud() const {
        Geometry geometry;
        geometry.points = points;
        geometry.fields = {{"velocity", velocity, "v"}, {"density", density}, {"id", id}, {"fluid", fluid}};
        geometry.seconds = 0.25;
        return geometry;
    }
    [[nodiscard]] Geometry mesh() const {
        Geometry geometry;
        geometry.points = points;
        geometry.normals = normals;
        geometry.triangles = triangles;
        return geometry;
    }
};

void addColumns(ReadGeometry& expected, const std::string& prefix, std::span<const Vec3> values) {
    for (const Vec3& v : values) expected.addVector(prefix, {bitsOf(v.x), bitsOf(v.y), bitsOf(v.z)});
}

ReadGeometry expectedCloud(const Sample& sample, GeometryFormat format) {
    ReadGeometry expected;
    addColumns(expected, "", sample.points);
    if (format == GeometryFormat::Obj) return expected;
    addColumns(expected, "v", sample.velocity);
    for (const float value : sample.density) expected.columns["density"].push_back(bitsOf(value));
    expected.columns["id"] = sample.id;
    expected.columns["fluid"].assign(sample.fluid.begin(), sample.fluid.end());
    return expected;
}

ReadGeometry expectedMesh(const Sample& sample) {
    ReadGeometry expected;
    addColumns(expected, "", sample.points);
    addColumns(expected, "n", sample.normals);
    expected.triangles = sample.triangles;
    return expected;
}

std::string refusalOf(const Geometry& geometry) {
    try {
        (void)encodeGeometry(GeometryFormat::Ply, geometry);
    } catch (const WorkError& error) {
        return error.what();
    }
    return "nothing was refused";
}

}  // namespace

TEST_CASE("Every format keeps points, fields, normals and triangles to the last bit", "[export]") {
    const Sample sample;
    for (const GeometryFormatInfo& info : geometryFormats()) {
        CAPTURE(info.name);
        CHECK(readGeometry(info.format, encodeGeometry(info.format, sample.cloud())) ==
              expectedCloud(sample, info.format));
        CHECK(readGeometry(info.format, encodeGeometry(info.format, sample.mesh())) == expectedMesh(sample));
    }
}

TEST_CASE("A mesh may lack normals", "[export]") {
    const Sample sample;
    Geometry bare = sample.mesh();
    bare.normals = {};
    ReadGeometry expected = expectedMesh(sample);
    for (const char* column : {"nx", "ny", "nz"}) expected.columns.erase(column);
    for (const GeometryFormatInfo& info : geometryFormats()) {
        CAPTURE(info.name);
        CHECK(readGeometry(info.format, encodeGeometry(info.format, bare)) == expected);
    }
}

TEST_CASE("No particles and no triangles still make whole files", "[export]") {
    Geometry empty;
    empty.fields = {{"velocity", std::span<const Vec3>(), "v"}, {"density", std::span<const float>()}};
    for (const GeometryFormatInfo& info : geometryFormats()) {
        CAPTURE(info.name);
        CHECK(readGeometry(info.format, encodeGeometry(info.format, empty)).pointCount() == 0);
        Geometry mesh;
        mesh.triangles = std::span<const uint32_t>();
        CHECK(readGeometry(info.format, encodeGeometry(info.format, mesh)).triangles.empty());
    }
    CHECK_THAT(encodeGeometry(GeometryFormat::Ply, empty), Contains("property float vz\nproperty float density\n"));
}

TEST_CASE("Files tell their moment", "[export]") {
    const Sample sample;
    const Geometry cloud = sample.cloud();
    CHECK_THAT(encodeGeometry(GeometryFormat::Ply, cloud), Contains("\ncomment time 0.25 s\n"));
    CHECK_THAT(encodeGeometry(GeometryFormat::Obj, cloud), Contains("\n# time 0.25 s\n"));
    CHECK_THAT(encodeGeometry(GeometryFormat::Vtk, cloud), Contains("Name=\"TimeValue\"") && Contains(">0.25<"));
    const std::vector<SeriesEntry> entries{{"a.vtp", 0.0}, {"b.vtp", 0.125}};
    CHECK_THAT(encodeVtkSeries(entries), Contains("timestep=\"0\" part=\"0\" file=\"a.vtp\"") &&
                                             Contains("timestep=\"0.125\" part=\"0\" file=\"b.vtp\""));
}

TEST_CASE("Parts that do not fit together are refused", "[export]") {
    const Sample sample;
    const std::vector<float> two{1.0f, 2.0f};
    const std::vector<uint32_t> four{0, 1, 2, 0};
    const std::vector<uint32_t> beyond{0, 1, 3};
    Geometry geometry = sample.cloud();
    geometry.fields.push_back({"temperature", two});
    CHECK_THAT(refusalOf(geometry), Contains("2 of 'temperature' for 3 points"));
    geometry = sample.mesh();
    geometry.normals = geometry.normals.first(1);
    CHECK_THAT(refusalOf(geometry), Contains("1 of 'normals' for 3 points"));
    geometry = sample.mesh();
    geometry.triangles = four;
    CHECK_THAT(refusalOf(geometry), Contains("4 corners"));
    geometry.triangles = beyond;
    CHECK_THAT(refusalOf(geometry), Contains("beyond 3 points"));
}

// VTK's PolyData in XML (.vtp): a description in XML, then all arrays as they lie in memory, each after its size. Of
// VTK's two formats it is the one that a .pvd can give times to, and it needs no bytes swapped; the older .vtk is big
// endian.
#include <fmt/format.h>

#include <numeric>

#include "io/geometry_encoders.h"

namespace meniscus {

namespace {

// Collects arrays for the end of the file, and tells for each what stands in the XML.
class AppendedArrays {
  public:
    std::string add(std::string_view type, std::string_view name, int components, std::span<const std::byte> bytes) {
        std::string element = fmt::format(
            "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n", type,
            name, components, size_);
        blocks_.push_back(bytes);
        size_ += sizeof(uint64_t) + bytes.size();
        return element;
    }
    std::string add(std::string_view name, std::span<const Vec3> values) {
        return add("Float32", name, 3, std::as_bytes(values));
    }
    std::string add(std::string_view name, std::span<const float> values) {
        return add("Float32", name, 1, std::as_bytes(values));
    }
    std::string add(std::string_view name, std::span<const uint32_t> values) {
        return add("UInt32", name, 1, std::as_bytes(values));
    }
    std::string add(std::string_view name, std::span<const uint8_t> values) {
        return add("UInt8", name, 1, std::as_bytes(values));
    }
    // Numbers of points and cells; VTK wants them with a sign.
    std::string addIndices(std::string_view name, std::span<const uint32_t> values) {
        return add("Int32", name, 1, std::as_bytes(values));
    }

    [[nodiscard]] size_t size() const { return size_; }
    void appendTo(std::string& text) const {
        for (const std::span<const std::byte> block : blocks_) {
            const uint64_t blockSize = block.size();
            appendBytes(text, std::as_bytes(std::span(&blockSize, 1)));
            appendBytes(text, block);
        }
    }

  private:
    std::vector<std::span<const std::byte>> blocks_;
    uint64_t size_ = 0;
};

// The first field of each kind is what ParaView shows at once.
template <typename T>
std::string firstFieldAttribute(std::string_view attribute, const Geometry& geometry) {
    for (const GeometryField& field : geometry.fields) {
        if (std::holds_alternative<std::span<const T>>(field.values)) {
            return fmt::format(" {}=\"{}\"", attribute, field.name);
        }
    }
    return "";
}

std::string pointData(const Geometry& geometry, AppendedArrays& arrays) {
    const bool hasNormals = !geometry.normals.empty();
    std::string text =
        fmt::format("<PointData{}{}{}>\n", firstFieldAttribute<float>("Scalars", geometry),
                    firstFieldAttribute<Vec3>("Vectors", geometry), hasNormals ? " Normals=\"Normals\"" : "");
    if (hasNormals) text += arrays.add("Normals", geometry.normals);
    for (const GeometryField& field : geometry.fields) {
        text += std::visit([&](auto values) { return arrays.add(field.name, values); }, field.values);
    }
    return text + "</PointData>\n";
}

// Corners of the cells, and where each cell ends. Lone points are cells too: what is in no cell is not drawn.
struct Cells {
    std::vector<uint32_t> lonePoints;
    std::vector<uint32_t> ends;

    explicit Cells(const Geometry& geometry) {
        const size_t corners = geometry.triangles ? 3 : 1;
        if (!geometry.triangles) {
            lonePoints.resize(geometry.points.size());
            std::iota(lonePoints.begin(), lonePoints.end(), 0u);
        }
        ends.resize(geometry.triangles ? geometry.triangles->size() / 3 : geometry.points.size());
        for (size_t cell = 0; cell < ends.size(); ++cell) ends[cell] = static_cast<uint32_t>(corners * (cell + 1));
    }
};

std::string cellElement(std::string_view kind, std::span<const uint32_t> corners, std::span<const uint32_t> ends,
                        AppendedArrays& arrays) {
    const std::string connectivity = arrays.addIndices("connectivity", corners);
    const std::string offsets = arrays.addIndices("offsets", ends);
    return fmt::format("<{0}>\n{1}{2}</{0}>\n", kind, connectivity, offsets);
}

std::string timeElement(const Geometry& geometry) {
    if (!geometry.seconds) return "";
    return fmt::format(
        "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
        "format=\"ascii\">{}</DataArray>\n"
        "</FieldData>\n",
        *geometry.seconds);
}

}  // namespace

std::string encodeVtk(const Geometry& geometry) {
    const Cells cells(geometry);
    AppendedArrays arrays;
    std::string text =
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n";
    text += timeElement(geometry);
    text += fmt::format(
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"{}\">\n",
        geometry.points.size(), cells.lonePoints.size(), geometry.triangles ? cells.ends.size() : 0);
    text += pointData(geometry, arrays);
    text += fmt::format("<Points>\n{}</Points>\n", arrays.add("Points", geometry.points));
    text += geometry.triangles ? cellElement("Polys", *geometry.triangles, cells.ends, arrays)
                               : cellElement("Verts", cells.lonePoints, cells.ends, arrays);
    text += "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
    const std::string_view end = "\n</AppendedData>\n</VTKFile>\n";
    text.reserve(text.size() + arrays.size() + end.size());
    arrays.appendTo(text);
    return text.append(end);
}

std::string encodeVtkSeries(std::span<const SeriesEntry> entries) {
    std::string text =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
        "<Collection>\n";
    for (const SeriesEntry& entry : entries) {
        text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", entry.seconds, entry.file);
    }
    return text + "</Collection>\n</VTKFile>\n";
}

}  // namespace meniscus

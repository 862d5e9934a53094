// Small readers of the files that an export writes. They take what docs/export.md promises and nothing else, and throw
// on anything that is too short, too long or not where the header says.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "meniscus/io/geometry_file.h"

namespace meniscus {

// What was written, in any format. Columns are named as PLY does (x, nx, vx, density, id) and hold bits, so that equal
// means equal to the last one. Bytes become whole numbers.
struct ReadGeometry {
    std::map<std::string, std::vector<uint32_t>> columns;
    std::vector<uint32_t> triangles;

    [[nodiscard]] size_t pointCount() const { return columns.at("x").size(); }
    [[nodiscard]] float number(const std::string& column, size_t i) const {
        return std::bit_cast<float>(columns.at(column)[i]);
    }
    [[nodiscard]] Vec3 vector(const std::string& prefix, size_t i) const {
        return {number(prefix + "x", i), number(prefix + "y", i), number(prefix + "z", i)};
    }
    void addVector(const std::string& prefix, const std::array<uint32_t, 3>& bits) {
        columns[prefix + "x"].push_back(bits[0]);
        columns[prefix + "y"].push_back(bits[1]);
        columns[prefix + "z"].push_back(bits[2]);
    }
    friend bool operator==(const ReadGeometry&, const ReadGeometry&) = default;
};

inline void require(bool isGood, const std::string& what) {
    if (!isGood) throw std::runtime_error("bad file: " + what);
}

template <typename T>
T takeNumber(std::string_view& bytes) {
    require(bytes.size() >= sizeof(T), "too short");
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes.remove_prefix(sizeof value);
    return value;
}

inline std::string takeLine(std::string_view& bytes) {
    const size_t end = bytes.find('\n');
    require(end != std::string_view::npos, "a line does not end");
    const std::string line(bytes.substr(0, end));
    bytes.remove_prefix(end + 1);
    return line;
}

inline ReadGeometry readPly(std::string_view bytes) {
    ReadGeometry read;
    std::vector<std::pair<std::string, bool>> properties;  // name, and whether it is a byte
    size_t vertices = 0, faces = 0;
    require(takeLine(bytes) == "ply" && takeLine(bytes) == "format binary_little_endian 1.0", "not PLY");
    for (std::string line = takeLine(bytes); line != "end_header"; line = takeLine(bytes)) {
        std::istringstream words(line);
        std::string first, second, third;
        words >> first >> second >> third;
        if (first == "comment") continue;
        if (first == "element") {
            (second == "vertex" ? vertices : faces) = std::stoul(third);
        } else if (second == "list") {
            require(line == "property list uchar int vertex_indices", line);
        } else {
            require(first == "property" && (second == "float" || second == "uint" || second == "uchar"), line);
            properties.emplace_back(third, second == "uchar");
            read.columns[third] = {};
        }
    }
    for (size_t i = 0; i < vertices; ++i) {
        for (const auto& [name, isByte] : properties) {
            read.columns[name].push_back(isByte ? takeNumber<uint8_t>(bytes) : takeNumber<uint32_t>(bytes));
        }
    }
    for (size_t k = 0; k < faces; ++k) {
        require(takeNumber<uint8_t>(bytes) == 3, "a face is no triangle");
        for (int corner = 0; corner < 3; ++corner) read.triangles.push_back(takeNumber<uint32_t>(bytes));
    }
    require(bytes.empty(), "too long");
    return read;
}

// The value of an attribute in an element of XML.
inline std::string attributeOf(std::string_view element, const std::string& name) {
    const size_t begin = element.find(" " + name + "=\"");
    require(begin != std::string_view::npos, "no " + name + " in " + std::string(element));
    const size_t value = begin + name.size() + 3;
    return std::string(element.substr(value, element.find('"', value) - value));
}

inline std::vector<uint32_t> arrayAt(std::string_view appended, size_t offset, bool isByte) {
    require(offset <= appended.size(), "offset beyond the end");
    std::string_view rest = appended.substr(offset);
    const auto size = takeNumber<uint64_t>(rest);
    require(size <= rest.size() && (isByte || size % 4 == 0), "an array is longer than the file");
    std::vector<uint32_t> numbers;
    if (isByte) {
        for (const char c : rest.substr(0, size)) numbers.push_back(static_cast<uint8_t>(c));
        return numbers;
    }
    numbers.resize(size / 4);
    if (size > 0) std::memcpy(numbers.data(), rest.data(), size);
    return numbers;
}

inline ReadGeometry readVtp(std::string_view bytes) {
    constexpr std::string_view kStart = "<AppendedData encoding=\"raw\">\n_";
    constexpr std::string_view kEnd = "\n</AppendedData>\n</VTKFile>\n";
    const size_t start = bytes.find(kStart);
    require(start != std::string_view::npos && bytes.ends_with(kEnd), "no appended data");
    const std::string_view xml = bytes.substr(0, start);
    std::string_view appended = bytes.substr(start + kStart.size());
    appended.remove_suffix(kEnd.size());
    require(
        xml.find("type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\"") != xml.npos,
        "not PolyData");

    ReadGeometry read;
    const size_t piece = xml.find("<Piece ");
    const size_t points = std::stoul(attributeOf(xml.substr(piece), "NumberOfPoints"));
    const bool isMesh = xml.find("<Polys>") != xml.npos;
    const size_t corners = isMesh ? 3 : 1;
    const size_t cells = std::stoul(attributeOf(xml.substr(piece), isMesh ? "NumberOfPolys" : "NumberOfVerts"));
    size_t total = 0;
    for (size_t at = xml.find("<DataArray", piece); at != xml.npos; at = xml.find("<DataArray", at + 1)) {
        const std::string_view element = xml.substr(at, xml.find('>', at) - at);
        const std::string name = attributeOf(element, "Name");
        const bool isByte = attributeOf(element, "type") == "UInt8";
        const std::vector<uint32_t> numbers = arrayAt(appended, std::stoul(attributeOf(element, "offset")), isByte);
        total += 8 + (isByte ? 1 : 4) * numbers.size();
        if (name == "connectivity" || name == "offsets") {
            require(numbers.size() == (name == "offsets" ? cells : corners * cells), name);
            for (size_t k = 0; k < numbers.size(); ++k) {
                if (name == "offsets") require(numbers[k] == corners * (k + 1), name);
                if (name == "connectivity" && !isMesh) require(numbers[k] == k, name);
            }
            if (name == "connectivity" && isMesh) read.triangles = numbers;
            continue;
        }
        const size_t components = std::stoul(attributeOf(element, "NumberOfComponents"));
        require(numbers.size() == components * points, name);
        const std::string prefix = name == "Points" ? "" : name == "Normals" ? "n" : name.substr(0, 1);
        constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
        for (size_t c = 0; c < components; ++c) {
            std::vector<uint32_t>& column = read.columns[components == 1 ? name : prefix + kAxes[c]];
            for (size_t i = 0; i < points; ++i) column.push_back(numbers[components * i + c]);
        }
    }
    require(total == appended.size(), "arrays do not fill the appended data");
    return read;
}

inline ReadGeometry readObj(std::string_view text) {
    ReadGeometry read;
    for (const char* column : {"x", "y", "z"}) read.columns[column] = {};
    while (!text.empty()) {
        const std::string line = takeLine(text);
        if (line.starts_with('#')) continue;
        std::istringstream words(line);
        std::string keyword;
        std::array<std::string, 3> parts;
        words >> keyword >> parts[0] >> parts[1] >> parts[2];
        require(words.eof() && !words.fail(), line);
        std::array<uint32_t, 3> bits{};
        for (size_t k = 0; k < 3; ++k) {
            if (keyword == "f") {
                const std::string first = parts[k].substr(0, parts[k].find('/'));
                const bool hasNormals = read.columns.contains("nx");
                require(parts[k] == (hasNormals ? first + "//" + first : first), line);
                read.triangles.push_back(static_cast<uint32_t>(std::stoul(first)) - 1);
                continue;
            }
            float value = 0.0f;
            const char* const end = parts[k].data() + parts[k].size();
            require(std::from_chars(parts[k].data(), end, value).ptr == end, line);
            bits[k] = std::bit_cast<uint32_t>(value);
        }
        if (keyword == "f") continue;
        require(keyword == "v" || keyword == "vn", line);
        read.addVector(keyword == "vn" ? "n" : "", bits);
    }
    return read;
}

inline ReadGeometry readGeometry(GeometryFormat format, std::string_view bytes) {
    switch (format) {
        case GeometryFormat::Ply:
            return readPly(bytes);
        case GeometryFormat::Vtk:
            return readVtp(bytes);
        case GeometryFormat::Obj:
            break;
    }
    return readObj(bytes);
}

}  // namespace meniscus

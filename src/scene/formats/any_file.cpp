#include "meniscus/scene/any_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/io/bounded_read.h"
#include "meniscus/io/png_chunks.h"
#include "meniscus/scene/scene_file.h"
#include "meniscus/sph/simd_target.h"
#include "scene/formats/snapshot_container.h"

namespace meniscus {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxBytes = size_t{4} << 30;
constexpr size_t kMaxTextBytes = 256 << 20;
constexpr size_t kBeginning = 4096;     // bytes that tell the kind
constexpr size_t kMaxBlanks = 4 << 20;  // bytes of blanks before a text: no scene file has more in all

// Takes "format" out of the outermost object of a JSON text, and goes no further.
class FormatFinder : public nlohmann::json_sax<nlohmann::json> {
  public:
    [[nodiscard]] const std::string& format() const { return format_; }

    bool key(string_t& value) override {
        isFormat_ = depth_ == 1 && value == "format";
        return true;
    }
    bool string(string_t& value) override {
        if (!isFormat_) return true;
        format_ = value;
        return false;
    }
    bool start_object(std::size_t) override { return enter(); }
    bool start_array(std::size_t) override { return enter(); }
    bool end_object() override { return leave(); }
    bool end_array() override { return leave(); }
    bool null() override { return other(); }
    bool boolean(bool) override { return other(); }
    bool number_integer(number_integer_t) override { return other(); }
    bool number_unsigned(number_unsigned_t) override { return other(); }
    bool number_float(number_float_t, const string_t&) override { return other(); }
    bool binary(binary_t&) override { return other(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  private:
    bool enter() {
        ++depth_;
        return other();
    }
    bool leave() {
        --depth_;
        return true;
    }
    bool other() {
        isFormat_ = false;
        return true;
    }

    int depth_ = 0;
    bool isFormat_ = false;
    std::string format_;
};

std::string formatOf(std::string_view text) {
    FormatFinder finder;
    nlohmann::json::sax_parse(text.begin(), text.end(), &finder, nlohmann::json::input_format_t::json, false);
    return finder.format();
}

// Where it is not blank; npos where it is nothing else. Some editors put a mark before UTF-8.
size_t startOfText(std::string_view text) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    return text.find_first_not_of(" \t\r\n", text.starts_with(kMark) ? kMark.size() : 0);
}

// A film that was dropped by mistake is not read whole to find out what it is; blanks are, to what follows them.
std::string beginningOf(const fs::path& path) {
    std::string start = readBeginning(path, kBeginning);
    const bool isBlank = start.size() == kBeginning && startOfText(start) == std::string_view::npos;
    return isBlank ? readBeginning(path, kMaxBlanks) : start;
}

// Or is meant to be one: texts in other encodings, whose reader tells what is wrong.
bool isJsonObject(std::string_view text) {
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") || text.starts_with(std::string_view("\0{", 2)) ||
        text.starts_with(std::string_view("{\0", 2))) {
        return true;
    }
    const size_t start = startOfText(text);
    return start != std::string_view::npos && text[start] == '{';
}

// Pictures of other kinds, which have no place for data of ours. Empty for all else.
std::string_view foreignPicture(std::string_view bytes) {
    if (bytes.starts_with("\xff\xd8\xff")) return "JPEG";
    if (bytes.starts_with("GIF8")) return "GIF";
    if (bytes.starts_with("RIFF") && bytes.substr(std::min<size_t>(8, bytes.size())).starts_with("WEBP")) return "WebP";
    return "";
}

AnyFile snapshotFile(Moment moment, const std::string& where) {
    AnyFile file;
    if (moment.simdTarget != simdTargetName()) {
        file.warnings.push_back(
            fmt::format("{}: computed on {} and goes on here on {}, where the last bits of numbers may differ", where,
                        moment.simdTarget.empty() ? "an unknown processor" : moment.simdTarget, simdTargetName()));
    }
    file.content = std::move(moment);
    return file;
}

AnyFile textFile(std::string_view text, const fs::path& path) {
    const std::string where = path.string();
    const std::string format = formatOf(text);
    if (format == "meniscus-replay") {
        ReplayReading reading = parseReplay(text, where, path.parent_path());
        return {std::move(reading.replay), std::move(reading.warnings)};
    }
    if (format == "meniscus-commands") {
        throw InputError(fmt::format(
            "{}: a log of commands without its scene; 'meniscus run SCENE --commands FILE' repeats it", where));
    }
    if (format == "meniscus-export") {
        throw InputError(fmt::format("{}: the record of an export; its \"command\" repeats the run", where));
    }
    SceneReading reading = readScene(path);
    return {std::move(reading.scene), std::move(reading.warnings)};
}

}  // namespace

const Scene& AnyFile::scene() const {
    struct Visit {
        const Scene& operator()(const Scene& scene) const { return scene; }
        const Scene& operator()(const Moment& moment) const { return moment.scene; }
        const Scene& operator()(const Replay& replay) const { return replay.scene; }
    };
    return std::visit(Visit{}, content);
}

AnyFile readAnyFile(const fs::path& path) {
    const std::string where = path.string();
    const std::string start = beginningOf(path);
    if (isSnapshot(start)) return snapshotFile(decodeMoment(readFile(path, kMaxBytes), where), where);
    if (isPng(start)) return snapshotFile(momentInPicture(readFile(path, kMaxBytes), where), where);
    if (const std::string_view kind = foreignPicture(start); !kind.empty()) {
        throw InputError(
            fmt::format("{}: a {} picture, which cannot hold a moment; allowed: the PNG file as Meniscus "
                        "wrote it, as sending by messengers turns it into something else",
                        where, kind));
    }
    if (isJsonObject(start)) return textFile(readFile(path, kMaxTextBytes), path);
    if (start.empty()) throw InputError(where + ": the file is empty");
    throw InputError(where + ": neither a scene, a snapshot, a replay nor a picture of Meniscus");
}

AnyFile openSceneOrFile(const std::string& nameOrPath, const SceneOptions& options) {
    if (isBuiltInScene(nameOrPath)) return {describeScene(findScene(nameOrPath), options), {}};
    std::error_code error;
    const bool isFile = fs::exists(fs::symlink_status(nameOrPath, error));
    // A plain word is meant as a scene, and the message then tells the nearest one.
    const bool isPath = nameOrPath.find_first_of("/.") != std::string::npos;
    if (!isFile && !isPath) (void)findScene(nameOrPath);
    AnyFile file = readAnyFile(nameOrPath);
    if (!options.particles) return file;
    if (std::holds_alternative<Moment>(file.content)) {
        throw InputError(
            fmt::format("--particles: {} holds particles already; a replay, or the scene that it came "
                        "from, can be run with others",
                        nameOrPath));
    }
    if (Scene* const scene = std::get_if<Scene>(&file.content))
        *scene = withParticles(std::move(*scene), *options.particles);
    return file;
}

}  // namespace meniscus

#include "app/cli/picture_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/cli/option_value.h"
#include "meniscus/core/error.h"
#include "meniscus/look/framing.h"

namespace meniscus {
namespace {

constexpr float kDegree = std::numbers::pi_v<float> / 180.0f;

// The value of the option; otherwise that of the file, if this program knows it; otherwise the default.
template <typename Table>
std::string chosenName(const std::optional<std::string>& told, const std::string& inFile, const Table& known,
                       const char* usual) {
    if (told) return *told;
    const bool isKnown = std::ranges::any_of(known, [&](const auto& entry) { return entry.name == inFile; });
    return isKnown ? inFile : usual;
}

ViewSettings viewSettings(const ShotOptions& options, const SceneView& inFile) {
    ViewSettings view;
    view.view = findView(chosenName(options.view, inFile.view, registeredViews(), ShotOptions::kDefaultView)).name;
    if (options.colour) view.colourBy = findByName("--colour", "colour", colourTable(), *options.colour).by;
    const std::string background =
        chosenName(options.background, inFile.background, backgroundTable(), ShotOptions::kDefaultBackground);
    view.background = findByName("--background", "background", backgroundTable(), background).background;
    return view;
}

// Numbers separated by commas; empty when anything else is in between.
std::vector<float> parseNumbers(std::string_view text) {
    std::vector<float> numbers;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        float value = 0.0f;
        const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, value);
        if (error != std::errc{} || stop != text.data() + end || !std::isfinite(value)) return {};
        numbers.push_back(value);
        begin = end + 1;
    }
    return numbers;
}

// YAW,PITCH,DISTANCE[,X,Y,Z]: angles in degrees, the rest in metres.
void pointCamera(Camera& camera, std::string_view text) {
    constexpr float kMaxYaw = 360.0f;
    constexpr float kMaxPitch = 89.0f;
    constexpr float kMinDistance = 0.05f;
    constexpr float kMaxDistance = 100.0f;
    const std::vector<float> n = parseNumbers(text);
    const bool isGood = (n.size() == 3 || n.size() == 6) && std::abs(n[0]) <= kMaxYaw && n[1] >= 0.0f &&
                        n[1] <= kMaxPitch && n[2] >= kMinDistance && n[2] <= kMaxDistance &&
                        std::all_of(n.begin() + 3, n.end(), [](float m) { return std::abs(m) <= kMaxDistance; });
    if (!isGood) {
        throw InputError(
            fmt::format("--camera: {} is not YAW,PITCH,DISTANCE[,X,Y,Z] with yaw -{:.0f} to {:.0f} and "
                        "pitch 0 to {:.0f} degrees, distance {} to {:.0f} m, and a place within {:.0f} m",
                        quoted(text), kMaxYaw, kMaxYaw, kMaxPitch, kMinDistance, kMaxDistance, kMaxDistance));
    }
    camera.yaw = n[0] * kDegree;
    camera.pitch = n[1] * kDegree;
    camera.distance = n[2];
    if (n.size() == 6) camera.target = {n[3], n[4], n[5]};
}

Camera shotCamera(const ShotOptions& options, const SceneLook& look) {
    Camera camera = cameraOf(look);
    if (options.camera) pointCamera(camera, *options.camera);
    return camera;
}

// x=POSITION or z=POSITION, in metres. The half towards the scene's own camera is left out.
CutPlane parseCut(std::string_view text, const SceneLook& look) {
    constexpr float kFarthest = 100.0f;
    const size_t equals = std::min(text.find('='), text.size());
    const auto* const name = std::ranges::find(kCutAxisNames, text.substr(0, equals));
    const std::vector<float> position = parseNumbers(text.substr(std::min(equals + 1, text.size())));
    if (name == std::end(kCutAxisNames) || position.size() != 1 || std::abs(position[0]) > kFarthest) {
        throw InputError(fmt::format("--cut: {} is not x=POSITION or z=POSITION in metres, within {:.0f} m",
                                     quoted(text), kFarthest));
    }
    return cutPlane(static_cast<CutAxis>(name - std::begin(kCutAxisNames)), position[0], cameraOf(look));
}

}  // namespace

PictureSize parseSize(std::string_view option, std::string_view text) {
    constexpr uint64_t kMaxPixels = 1 << 20;  // the driver knows better; this only keeps numbers small
    const size_t cross = std::min(text.find('x'), text.size());
    try {
        const uint64_t width = parseCount(option, text.substr(0, cross), {1, kMaxPixels});
        const uint64_t height = parseCount(option, text.substr(std::min(cross + 1, text.size())), {1, kMaxPixels});
        return {static_cast<int>(width), static_cast<int>(height)};
    } catch (const InputError&) {
        throw InputError(
            fmt::format("{}: {} is not WIDTHxHEIGHT in whole pixels, such as 1280x720", option, quoted(text)));
    }
}

ColourBy colourOf(const ShotOptions& options, const Scene& scene, const ViewSettings& view, bool isMixed) {
    if (!options.colour) {
        const auto known = parseColourBy(scene.view.colour);
        const bool isPossible = known && (isMixed || !colourInfo(*known).needsMixture);
        return isPossible ? *known : usualColourOf(findView(view.view), isMixed);
    }
    const ColourInfo& colour = findByName("--colour", "colour", colourTable(), *options.colour);
    if (colour.needsMixture && !isMixed) {
        throw InputError(fmt::format("--colour: scene {} has no {}: it is of one fluid",
                                     meniscus::quoted(options.scene),
                                     colour.by == ColourBy::Fluid ? "fluids to tell apart" : colour.name));
    }
    return colour.by;
}

DrawRequest pictureRequest(const ShotOptions& options, const Scene& scene) {
    DrawRequest request;
    request.view = viewSettings(options, scene.view);
    request.camera = shotCamera(options, scene.look);
    if (options.cut) request.cut = parseCut(*options.cut, scene.look);
    request.size = parseSize("--size", options.size);
    return request;
}

}  // namespace meniscus

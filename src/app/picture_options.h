// What shot and record are told about their pictures, as the renderer takes it.
#pragma once

#include <string_view>

#include "app/commands.h"
#include "meniscus/render/renderer.h"
#include "meniscus/scene/look.h"

namespace meniscus {

// View, camera, cut and size; the rest is as usual. Throws InputError that names the option.
[[nodiscard]] DrawRequest pictureRequest(const ShotOptions& options, const SceneLook& look);

// What the picture is coloured by, which depends on what the scene is made of.
[[nodiscard]] ColourBy colourOf(const ShotOptions& options, bool isMixed);

// WIDTHxHEIGHT
[[nodiscard]] PictureSize parseSize(std::string_view option, std::string_view text);

}  // namespace meniscus

// The options of shot and record about their pictures, as the renderer takes them.
#pragma once

#include <string_view>

#include "app/cli/commands/commands.h"
#include "meniscus/render/renderer.h"
#include "meniscus/scene/scene.h"

namespace meniscus {

// View, camera, cut and size: the options, or those of the scene's file, or the defaults. Throws InputError that
// names the option.
[[nodiscard]] DrawRequest pictureRequest(const ShotOptions& options, const Scene& scene);

// What the picture is coloured by, which depends on what the scene is made of.
[[nodiscard]] ColourBy colourOf(const ShotOptions& options, const Scene& scene, const ViewSettings& view, bool isMixed);

// WIDTHxHEIGHT
[[nodiscard]] PictureSize parseSize(std::string_view option, std::string_view text);

}  // namespace meniscus

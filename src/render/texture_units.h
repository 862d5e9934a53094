// Which texture is bound where while a picture is drawn.
#pragma once

namespace meniscus {

inline constexpr unsigned kPictureUnit = 0;  // also for changing textures
inline constexpr unsigned kShadowUnit = 1;
inline constexpr unsigned kLightUnit = 2;
inline constexpr unsigned kColourUnit = 3;
inline constexpr unsigned kNormalUnit = 4;  // layers of the fluid, see passes/water.h
inline constexpr unsigned kValueUnit = 5;
inline constexpr unsigned kFarSideUnit = 6;
inline constexpr unsigned kInsideUnit = 7;  // what one sees within the fluid, see passes/inside.h
inline constexpr unsigned kInsideDepthUnit = 8;
inline constexpr unsigned kTintUnit = 9;
inline constexpr unsigned kHazeUnit = 10;
inline constexpr unsigned kInsideFarUnit = 11;

}  // namespace meniscus

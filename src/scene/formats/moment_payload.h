// What is inside a snapshot once it is unpacked; apart from moment.h for tests that want to get past the checksum.
#pragma once

#include "meniscus/scene/moment.h"
#include "meniscus/scene/scene_file.h"
#include "scene/formats/snapshot_container.h"

namespace meniscus {

[[nodiscard]] std::string momentPayload(const Moment& moment);
// fileBytes: of the file that the payload came in, by which it may take memory.
[[nodiscard]] Moment parseMomentPayload(const Payload& payload, const std::string& where, size_t fileBytes,
                                        const SceneLimits& limits);

}  // namespace meniscus

// Commands as snapshots of version 1 have them: the index of the command, and its fields in a fixed order. Later
// versions have names (command_bytes.h). This describes files that exist: it does not change with the commands.
#pragma once

#include "meniscus/world/command.h"
#include "scene/formats/byte_stream.h"

namespace meniscus {

void readCommandV1(ByteReader& bytes, LoggedCommand& logged);

}  // namespace meniscus

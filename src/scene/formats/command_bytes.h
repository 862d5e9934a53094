// Commands as bytes, for snapshots, from the descriptions in world/command.h: the name and each field by its key, so
// that a further command or optional field does not change the format.
#pragma once

#include "meniscus/world/command.h"
#include "scene/formats/byte_stream.h"

namespace meniscus {

void writeCommand(ByteWriter& bytes, const LoggedCommand& logged);
// Checks the command, too.
void readCommand(ByteReader& bytes, LoggedCommand& logged);

}  // namespace meniscus

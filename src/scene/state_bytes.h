// The parts of a moment as bytes; each is described once for both directions, by what byte_stream.h has.
#pragma once

#include "meniscus/scene/moment.h"
#include "scene/byte_stream.h"

namespace meniscus {

void write(ByteWriter& bytes, const WorldState& state);
void read(ByteReader& bytes, WorldState& state);

void write(ByteWriter& bytes, const std::vector<LoggedCommand>& log);
// Each command is checked. Takes no more than the given memory.
void read(ByteReader& bytes, std::vector<LoggedCommand>& log, size_t mostMemory);

}  // namespace meniscus

// The parts of a moment as bytes; each is described once for both directions, by what byte_stream.h has.
#pragma once

#include "meniscus/scene/moment.h"
#include "scene/formats/byte_stream.h"

namespace meniscus {

void write(ByteWriter& bytes, const WorldState& state);
void read(ByteReader& bytes, WorldState& state, uint32_t version);

void read(ByteReader& bytes, ForceField& field);
void read(ByteReader& bytes, FluidKind& kind);

void write(ByteWriter& bytes, const std::vector<LoggedCommand>& log);
// Each command is checked. version is that of the snapshot. Takes no more than the given memory.
void read(ByteReader& bytes, std::vector<LoggedCommand>& log, uint32_t version, size_t mostMemory);

}  // namespace meniscus

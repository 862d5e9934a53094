#include "scene/formats/commands_v1.h"

#include "scene/formats/state_bytes.h"

namespace meniscus {
namespace {

constexpr size_t kMaxNameLength = 200;
// In the order of the indices.
enum class KindV1 { Set, Field, Emit, Pour, Drain, Reset, SetFluid, AddFluid, Dye };

Command fieldsOf(ByteReader& bytes, KindV1 kind) {
    switch (kind) {
        case KindV1::Set: {
            SetSetting c;
            bytes.text(c.key, kMaxNameLength);
            bytes(c.value);
            return c;
        }
        case KindV1::Field: {
            ApplyField c;
            bytes(c.slot);
            read(bytes, c.field);
            return c;
        }
        case KindV1::Emit: {
            EmitBall c;
            bytes(c.centre);
            bytes(c.radius);
            bytes(c.velocity);
            bytes.text(c.fluid, kMaxNameLength);
            return c;
        }
        case KindV1::Pour: {
            Pour c;
            bytes(c.isOpen);
            bytes(c.centre);
            bytes(c.radius);
            bytes(c.speed);
            bytes.text(c.fluid, kMaxNameLength);
            return c;
        }
        case KindV1::Drain: {
            Drain c;
            bytes(c.centre);
            bytes(c.radius);
            return c;
        }
        case KindV1::Reset:
            return Reset{};
        case KindV1::SetFluid: {
            SetFluid c;
            bytes.text(c.fluid, kMaxNameLength);
            bytes.text(c.key, kMaxNameLength);
            bytes(c.value);
            return c;
        }
        case KindV1::AddFluid: {
            AddFluid c;
            read(bytes, c.kind);
            return c;
        }
        case KindV1::Dye: {
            Dye c;
            bytes(c.centre);
            bytes(c.radius);
            bytes(c.amount);
            return c;
        }
    }
    return Reset{};
}

}  // namespace

void readCommandV1(ByteReader& bytes, LoggedCommand& logged) {
    bytes(logged.step);
    bytes(logged.clock);
    KindV1 kind{};
    bytes(kind);
    logged.command = fieldsOf(bytes, kind);
    try {
        checkCommand(logged.command);
    } catch (const InputError& error) {
        bytes.refuse(fmt::format("a command of step {}: {}", logged.step, error.what()));
    }
}

}  // namespace meniscus

#include "session/user_work.h"

namespace meniscus {

namespace {

// To push water around is play: the next wave takes it away.
bool isWork(const Command& command) {
    if (std::holds_alternative<Reset>(command)) return false;
    const ApplyField* const apply = std::get_if<ApplyField>(&command);
    if (apply == nullptr) return true;
    const bool isHeat = apply->field.kind == FieldKind::Heat || apply->field.kind == FieldKind::Cool;
    return isHeat && apply->field.strength != 0.0f;
}

bool isInSceneFile(const Command& command) {
    const UndoKind undo = infoOf(command).undo;
    return undo == UndoKind::Values || undo == UndoKind::AddedFluid;
}

}  // namespace

void countWork(UserWork& work, const Command& command) {
    if (!isWork(command)) return;
    ++work.changes;
    if (!isInSceneFile(command)) ++work.toolChanges;
}

}  // namespace meniscus

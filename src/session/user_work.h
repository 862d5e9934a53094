// Which commands are worth keeping in a file.
#pragma once

#include "meniscus/session/simulation.h"

namespace meniscus {

void countWork(UserWork& work, const Command& command);

}  // namespace meniscus

#include "meniscus/core/thread_priority.h"

#include <sys/resource.h>

namespace meniscus {

void giveWayToWindow() {
    constexpr int kNice = 10;
    setpriority(PRIO_PROCESS, 0, kNice);  // on Linux of this thread alone; it may well be refused
}

}  // namespace meniscus

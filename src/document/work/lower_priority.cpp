#include "document/work/lower_priority.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace regard {

void giveWay()
{
    constexpr int lowerPriority = 10; // "nice"
    setpriority(PRIO_PROCESS, id_t(syscall(SYS_gettid)), lowerPriority);
}

} // namespace regard

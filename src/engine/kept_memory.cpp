#include "engine/kept_memory.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace regard {

void keepFreedMemory()
{
#ifdef __GLIBC__
    constexpr int largestInStore = 32 << 20; // the most that glibc takes; larger pieces come from the system singly
    constexpr int mostKept = 256 << 20;
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, largestInStore);
    mallopt(M_TRIM_THRESHOLD, mostKept);
#endif
}

} // namespace regard

#include "engine/kernels/kept_memory.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace regard {

namespace {

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
/// Grows the store by `bytes`, all still untouched, and asks for large pages there.
void askForLargePages(int bytes)
{
    constexpr int usualGrowth = 128 << 10;
    mallopt(M_TOP_PAD, bytes);
    void *volatile first = std::malloc(1 << 20); // more than the store begins with
    mallopt(M_TOP_PAD, usualGrowth);
    const auto pageSize = std::uintptr_t(sysconf(_SC_PAGESIZE));
    const auto from = (reinterpret_cast<std::uintptr_t>(first) + pageSize - 1) / pageSize * pageSize;
    const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    std::free(first);
    if (first && from < end && end - from >= std::uintptr_t(bytes) / 2)
        madvise(reinterpret_cast<void *>(from), end - from, MADV_HUGEPAGE);
}
#endif

} // namespace

void keepFreedMemory()
{
#ifdef __GLIBC__
    constexpr int largestInStore = 32 << 20; // the most that glibc takes; larger pieces come singly from the system
    constexpr int mostKept = 256 << 20;
    constexpr int withLargePages = 512 << 20;
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, largestInStore);
    mallopt(M_TRIM_THRESHOLD, withLargePages + mostKept);
#ifdef MADV_HUGEPAGE
    askForLargePages(withLargePages);
#endif
#endif
}

} // namespace regard

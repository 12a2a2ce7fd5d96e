#pragma once

#include <omp.h>

/// While it lives, passes on the calling thread are shared out among all processors, whatever benchmarks before it,
/// with a window or a document, have left the thread to do.
class AllThreads {
public:
    AllThreads() { omp_set_num_threads(omp_get_num_procs()); }
    ~AllThreads() { omp_set_num_threads(m_before); }
    AllThreads(const AllThreads &) = delete;
    AllThreads &operator=(const AllThreads &) = delete;

private:
    int m_before = omp_get_max_threads();
};

#include "engine/kernels/serial_thread.h"

#include <omp.h>

namespace regard {

void computeSerially()
{
    omp_set_num_threads(1);
}

} // namespace regard

#include "engine/kernels/serial_thread.h"

#include <omp.h>

namespace regard {

void computeSerially()
{
    omp_set_num_threads(1);
}

SerialWork::SerialWork(bool isSerial) : m_threads(isSerial ? omp_get_max_threads() : 0)
{
    if (isSerial)
        omp_set_num_threads(1);
}

SerialWork::~SerialWork()
{
    if (m_threads > 0)
        omp_set_num_threads(m_threads);
}

} // namespace regard

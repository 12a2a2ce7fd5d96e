#include "engine/pass/numbers_to_read.h"

namespace regard {

double numbersToRead(const Trace &trace)
{
    double numbers = 0;
    for (const auto &block : trace.blocks)
        if (block->heads.source())
            numbers += double(block->heads.size()) * double(block->heads.queries()) * double(block->heads.keys());
    return numbers;
}

} // namespace regard

#include "engine/kernels/instruction_set.h"

#include <hwy/targets.h>

namespace regard {

std::string instructionSet()
{
    const auto targets = hwy::SupportedTargets(); // the best has the lowest bit
    return hwy::TargetName(targets & -targets);
}

} // namespace regard

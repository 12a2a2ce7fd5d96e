#include "views/steps/step_data.h"

namespace regard {

int StepsData::positionOf(StepKind kind) const
{
    int position = 0;
    for (int i = 0; i < int(steps.size()); ++i) {
        const StepKind found = steps[std::size_t(i)].kind;
        if (found == kind)
            return i;
        if (found < kind && (found >= steps[std::size_t(position)].kind || steps[std::size_t(position)].kind > kind))
            position = i;
    }
    return position;
}

} // namespace regard

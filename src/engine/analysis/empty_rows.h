#pragma once

#include <memory>

#include "engine/pass/trace.h"

namespace regard {

/// A head's weights, n × m, for pictures and differences: a row that was left empty, because a number in it is no
/// weight (HeadTrace::hasEmptyRows), is NaN. The head's own where it has none.
std::shared_ptr<const Matrix> shownWeights(const std::shared_ptr<const HeadTrace> &head);

} // namespace regard

#pragma once

#include <vector>

#include "engine/model/interventions.h"
#include "training/base/rows.h"

namespace regard {

/// Puts zeros, or in each row the mean of those that are not masked, in the place of one sentence's rows. On the way
/// back, rows that the mean read share the derivative of all rows, and the others have none.
template <typename Number>
void replace(RowsView<Number> rows, Replacement replacement, const std::vector<int> &masked, bool isBack);

} // namespace regard

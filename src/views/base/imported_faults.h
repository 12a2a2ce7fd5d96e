#pragma once

#include <vector>

#include <QString>
#include <QStringList>

#include "document/shown/shown.h"

namespace regard {

/// What is wrong with the weights of the heads that are in view, where they come from a file: a sentence each, with
/// tensor, head, row and number. `allHeads`: of the heads that are on (links), else of the one in view. A summary has
/// all heads of the layer. Empty where they were computed, or nothing is wrong.
QStringList importedFaults(const ShownState &state, bool allHeads);

/// The faults in a few words, for titles: "rows that do not sum to 1"; empty where nothing is wrong. `within` says
/// which heads; of a comparison those of both states.
QString importedFaultText(const Trace &trace, const Model &model, const Selection &within);

/// Whether a row of the head or summary in view was left empty, because a number in it is no weight.
bool hasEmptyRows(const ShownState &state);

} // namespace regard

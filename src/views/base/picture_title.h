#pragma once

#include <QString>

#include "document/shown/shown.h"
#include "draw/pair_parts.h"

namespace regard {

// Titles of pictures of attention: with what is switched off in view, how tokens are shown, and faults of a file's
// rows, so that an exported picture says so. With a comparison they are those of a difference.

/// The title of the head in view.
QString headTitleOf(const Model &model, const Trace &trace, const Selection &within, const TraceComparison *comparison,
                    const PairParts &pair);
/// The title of the heads that are on, without those that the pinned state lacks, or of the summary.
QString viewTitleOf(const Model &model, const Trace &trace, Selection within, const TraceComparison *comparison,
                    const PairParts &pair);

} // namespace regard

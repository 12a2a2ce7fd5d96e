#pragma once

#include <memory>
#include <string>

#include <QString>

#include "document/look/selection.h"
#include "engine/analysis/trace_comparison.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "figures/base/pair_parts.h"

namespace regard {

/// Files that hold numbers rather than a picture.
enum class NumbersFormat { Json, Csv, Safetensors };

/// What there is to write.
struct Numbers {
    const Model &model; ///< the trace's own
    SharedTrace trace;
    Selection selection; ///< for CSV
    /// Its `now` is the trace: both states and their difference are written. Null: the trace alone.
    std::shared_ptr<const TraceComparison> comparison{};
    QString comparisonName{};    ///< which states are compared
    std::string further{};       ///< more top-level members of a JSON trace, or empty
    std::string furtherPinned{}; ///< the same of the pinned one's
    PairParts pair{};            ///< for CSV: of a filter only those rows and columns
};

/// Throws ConfigError where a table of the difference would be empty: its head or layer is new.
void checkTable(const TraceComparison &comparison, const Selection &selection);

/// Writes the trace, or for CSV the selected head's matrix at the selected stage, or the selected summary: the queries'
/// tokens down, the keys' across. Of two states JSON and safetensors hold both and the difference, CSV the difference,
/// with empty cells where a token is new or both states forbid. Atomic; throws FileError, and ConfigError
/// as checkTable().
void writeNumbers(const QString &path, NumbersFormat format, const Numbers &numbers);

} // namespace regard

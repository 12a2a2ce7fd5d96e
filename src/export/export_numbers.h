#pragma once

#include <string>

#include <QString>

#include "document/shown/shown.h"
#include "io/project/project.h"
#include "io/trace/number_table.h"
#include "io/trace/trace_parts.h"

namespace regard {

/// Files that hold numbers rather than a picture.
enum class NumbersFormat { Json, Csv, Safetensors, Page };

/// What there is to write.
struct Numbers {
    const ShownState &state;            ///< of a difference both states are written too
    const Project &project;             ///< the present one
    QString comparisonName{};           ///< which states are compared
    std::string further{};              ///< more top-level members of a JSON trace, or empty
    std::string furtherPinned{};        ///< the same of the pinned one's
    TraceParts parts{};                 ///< of JSON and safetensors
    const NumberTable *table = nullptr; ///< what a CSV file holds in place of a matrix
    bool uniqueNames = false;           ///< of a matrix' rows and columns
    bool beginsWithHeatmap = false;     ///< a page, which else begins with links
};

/// Throws ConfigError where a table of the difference would be empty: its head or layer is new.
void checkTable(const ShownState &state);

/// Writes the trace, or for CSV the selected head's matrix at the selected stage, or the selected summary: the queries'
/// tokens down, the keys' across, of a pair those that the filter lets through. For two states JSON and safetensors
/// hold both and the difference, a page both, CSV the difference, with empty cells where a token is new or both states
/// forbid. Atomic; throws FileError, and ConfigError as checkTable().
void writeNumbers(const QString &path, NumbersFormat format, const Numbers &numbers);

} // namespace regard

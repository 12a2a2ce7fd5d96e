#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "draw/figure.h"
#include "export/export_comparison.h"
#include "export/export_options.h"
#include "export/export_outputs.h"
#include "io/project/project.h"
#include "io/trace/number_table.h"

namespace regard {

/// Everything that is computed for one sentence before a file is written.
struct Pass {
    Shown shown;                                 ///< with a pinned state the difference
    ComparedCaptions captions;                   ///< of both states; empty where nothing is pinned
    std::unique_ptr<Figure> figure;              ///< null where no picture or a walk is asked for
    std::vector<std::unique_ptr<Figure>> frames; ///< of a film that is no walk; then `figure` is null
    std::string furtherNumbers;                  ///< of a JSON trace
    std::string furtherPinned;                   ///< of the pinned one
    std::optional<NumberTable> table;            ///< what a CSV file holds in place of a head's matrix, JSON too

    /// The names of two states that are compared.
    QString stateNames(const ExportOptions &options) const;
    /// The title in the picture's file: the one that is asked for, of two states both, else the project's.
    QString pictureTitle(const ExportOptions &options, const Project &project) const;
};

/// `pinned` null: nothing is pinned. `computed`: the project's result, where it is there already; null: it is computed
/// now. Throws Error, without the file's name.
Pass computePass(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project,
                 const PinnedProject *pinned, const Result *computed = nullptr);

} // namespace regard

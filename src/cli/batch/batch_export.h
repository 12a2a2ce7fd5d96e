#pragma once

#include <vector>

#include "cli/export/export_comparison.h"
#include "cli/export/export_options.h"
#include "cli/export/export_outputs.h"
#include "io/project/project.h"

namespace regard {

/// Writes the outputs once for every sentence of the list, numbered as the list is: NAME-001.svg and so on. What one
/// line cannot give is counted, and the others are written; in the end FileError says how many failed and which was
/// the first. The project keeps all but its sentences.
void runBatch(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project,
              const PinnedProject *pinned);

} // namespace regard

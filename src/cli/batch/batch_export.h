#pragma once

#include <vector>

#include "export/export_comparison.h"
#include "export/export_options.h"
#include "export/export_outputs.h"
#include "io/project/project.h"

namespace regard {

/// Writes the outputs once for every sentence of the list, numbered like the list: NAME-001.svg and so on. Lines that
/// fail are counted, and the others are written; at the end FileError says how many failed and which was the first. The
/// project keeps everything but its sentences.
void runBatch(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project,
              const PinnedProject *pinned);

} // namespace regard

#pragma once

#include "cli/scan/scan_options.h"

namespace regard {

/// `regard scan`: measures every head over a corpus, or merges the parts of one. Throws UsageError, and FileError also
/// where it was interrupted: the same command goes on then.
int runScan(const ScanOptions &options);

} // namespace regard

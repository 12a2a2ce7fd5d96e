#pragma once

#include <QString>

#include "cli/scan/scan_reader.h"
#include "io/scan/scan_state.h"

namespace regard {

/// Measures what the reader has left and adds it to the state, which is written to the path every now and then and at
/// the end. Throws FileError, also where Ctrl+C or SIGTERM ends it before; nothing that was counted is lost then.
void runScanWork(const Project &project, const ScanOptions &options, ScanReader &reader, const QString &path,
                 ScanState &state);

} // namespace regard

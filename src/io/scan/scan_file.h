#pragma once

#include <QString>

#include "io/scan/scan_state.h"

namespace regard {

/// The word for a measure in files: of a pattern that of `--find`.
const char *spelling(ScanMeasure measure);

/// Writes a complete scan (resources/guide/formats.md). Nothing in it depends on when, where or by how many threads or
/// shards it was computed. Throws FileError.
void writeScan(const QString &path, const ScanState &state);

} // namespace regard

#pragma once

#include "export/export_options.h"

namespace regard {

/// Writes every output, or none where one of them fails; of a list of sentences those of every sentence that can be
/// written. Throws UsageError and FileError. Needs a QGuiApplication.
int runExport(const ExportOptions &options);

} // namespace regard

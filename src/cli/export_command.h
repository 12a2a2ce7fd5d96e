#pragma once

#include "cli/export/export_options.h"

namespace regard {

/// Writes every output, or none where one of them cannot be; of a list of sentences those of every sentence that can
/// be. Throws UsageError and FileError. Needs a QGuiApplication.
int runExport(const ExportOptions &options);

} // namespace regard

#pragma once

#include <vector>

#include "export/export_options.h"
#include "export/export_outputs.h"
#include "export/export_pass.h"
#include "io/project/project.h"

namespace regard {

/// Fails where a file of that name could not be written, and leaves nothing behind.
void probe(const QString &path);

/// Writes every output, or none where one is known to fail. Throws FileError.
void writeOutputs(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project,
                  const Pass &pass);

} // namespace regard

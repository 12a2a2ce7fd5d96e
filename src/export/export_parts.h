#pragma once

#include <memory>

#include "export/export_options.h"
#include "io/checkpoint/checkpoint.h"
#include "io/trace/number_table.h"
#include "views/parts/parts_data.h"

namespace regard {

/// What --beyond, --word and --over ask of the views of parts. Throws ConfigError where there is no such key or word.
PartsQuestion partsQuestion(const ExportOptions &options, const ShownState &state,
                            const std::shared_ptr<const Checkpoint> &checkpoint);

/// Every part of the score, or of the logit, that the view shows, and how parts of query and key make it together.
/// Throws ConfigError where there are none.
NumberTable scorePartsTable(const ShownState &state, const PartsQuestion &question);
NumberTable logitPartsTable(const ShownState &state, const PartsQuestion &question);

/// What each patch from the pinned state alone does to the logit, or to the link. Throws ConfigError where there is
/// nothing to tell.
NumberTable patchTable(const ShownState &state, PatchKind kind, const PartsQuestion &question);

} // namespace regard

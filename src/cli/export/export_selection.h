#pragma once

#include <string>

#include "cli/export/export_options.h"
#include "document/look/selection.h"
#include "engine/model/input.h"
#include "engine/model/model_config.h"

namespace regard {

/// What the command line chooses to see. Throws ConfigError naming the option and what there is.
Selection selectionOf(const ExportOptions &options, const ModelConfig &config, const Input &input);

/// Whether every head that there is is wanted, because the command line says so or nothing and the view shows all.
bool wantsAllHeads(const ExportOptions &options);

/// Whether the command line chooses what is in view, which a project that is written then keeps.
bool saysWhatIsSeen(const ExportOptions &options);

} // namespace regard

#pragma once

#include <string>

#include "document/look/selection.h"
#include "engine/model/input.h"
#include "engine/model/model_config.h"
#include "export/export_options.h"
#include "views/base/grid_cells.h"

namespace regard {

/// What the command line selects. Throws ConfigError naming the option and what there is.
Selection selectionOf(const ExportOptions &options, const ModelConfig &config, const Input &input);

/// Whether several heads or layers are shown as small multiples.
bool wantsGrid(const ExportOptions &options);
/// Their cells; empty: one picture. Throws ConfigError as selectionOf().
/// Layers that a pinned state does not have are left out.
Grid gridOf(const ExportOptions &options, const Selection &selection, const ModelConfig &config, bool isPinned = false);

/// Whether all heads are wanted, because the command line says so or because it names none and the view shows all.
bool wantsAllHeads(const ExportOptions &options);

/// Whether the command line selects what is in view, which a written project then keeps.
bool saysWhatIsSeen(const ExportOptions &options);

} // namespace regard

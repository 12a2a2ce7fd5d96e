#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "document/look/selection.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "views/base/token_focus.h"
#include "views/block/block_diagram.h"
#include "views/block/block_view_figure.h"
#include "views/block/strip_figure.h"

namespace regard {

// What the block panel and `--view block` show, made from a result and a selection. A selection that points beyond the
// model is clamped to it. None of them accepts a null trace.

/// A strip of the selected box.
struct BoxStrip {
    Strip strip;
    std::optional<TokenSide> side; ///< what its rows are to the selected attention; nothing: neither
    QString hint;                  ///< what the numbers are
};

/// What goes into the selected box and what comes out, in the order of computation. The numbers are the trace's own
/// where it keeps them. `dimensions` are names of the d_model columns, or empty.
std::vector<BoxStrip> boxStrips(const Model &model, const SharedTrace &trace, const Selection &selection,
                                const std::vector<std::string> &dimensions,
                                std::optional<BlockStep> step = std::nullopt);

/// The strips' pictures with the row in focus: the query's, or the key's where rows are keys.
std::vector<Strip> focusedStrips(const std::vector<BoxStrip> &strips, const Selection &selection);

/// Diagram and strips as one picture, as `--view block` and the export of the panel make it.
std::unique_ptr<Figure> blockViewFigure(const Model &model, const SharedTrace &trace, const Selection &selection,
                                        const std::vector<std::string> &dimensions, QSizeF size, const Theme &theme,
                                        std::optional<BlockStep> step = std::nullopt);

} // namespace regard

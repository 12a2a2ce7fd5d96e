#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QSizeF>

#include "document/shown/shown.h"
#include "engine/model/step_kind.h"
#include "figures/base/figure.h"
#include "figures/base/theme.h"
#include "io/project/project.h"

namespace regard {

/// What a figure of the command line is drawn from.
struct ViewRequest {
    const Project &project; ///< what is shown is of it
    const Shown &shown;
    QSizeF size; ///< CSS pixels
    const Theme &theme;
    std::optional<StepKind> step{}; ///< of the steps: one stage instead of the page of all
};

/// A word of `--view`.
struct ExportView {
    const char *word;
    /// What it makes is null where the model has nothing of the kind.
    std::unique_ptr<Figure> (*make)(const ViewRequest &request);
    bool showsAllHeads = false;     ///< where --head is not given
    bool showsOneHead = false;      ///< more than one cannot be asked for
    bool compares = false;          ///< can show two states
    bool leavesNewHeadsOut = false; ///< of a difference: heads that the other state does not have
    bool groupsTokens = false;      ///< the trace may be one of groups of tokens
    bool filtersPairs = false;      ///< can show a part of the attention of two sentences
};

/// The pair that the steps follow: token 1 and key 1 where nothing is in focus.
Selection pairOf(Selection selection);

/// Every word that `--view` takes, the default first.
const std::vector<ExportView> &exportViews();

/// Throws UsageError for another word.
const ExportView &exportView(const std::string &word);

} // namespace regard

#pragma once

#include <QString>

#include "document/look/layer_title.h" // callers that name views name layers too
#include "document/look/selection.h"
#include "engine/model/model.h"

namespace regard {

/// "layer 1 · head 2", "layer 1 · heads 1, 3", "layer 1 · all 8 heads", "layer 1 · mean of 8 heads"; where the model
/// has more than an encoder "cross layer 1 · head 2". Counted from 1.
/// `isMoved`: by value, where no mean is taken but what the heads move together: "layer 1 · 8 heads together".
QString viewTitle(const Model &model, const Selection &within, bool isMoved = false);
/// The title for one head, whichever are on; or for the summary where one is in view.
QString headTitle(const Model &model, const Selection &within, bool isMoved = false);
/// What is done from outside to the heads in view: "T = 4", "switched off", "uniform", of some of several heads with
/// their numbers: "head 2 switched off"; all of it with " · ". Empty where nothing is, and of a rollout.
QString doneText(const Model &model, const Selection &within);

/// A title of what is now − before: "layer 1 · head 2 · now − pinned".
QString differenceTitle(const QString &title);

} // namespace regard

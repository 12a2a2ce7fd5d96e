#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QString>

#include "document/shown/shown.h"
#include "views/play/play_data.h"

namespace regard {

/// A play, or one sentence that says why there is none.
struct MadePlay {
    std::shared_ptr<const PlayData> data; ///< null: none
    QString message;
};

/// How the query in focus comes to look at the key in focus in the head in view: the numbers of the trace, and where a
/// file gives weights alone, or pieces are merged into words, these. Where no query or no key is in focus,
/// pairInFocus() takes one. `state` is one of attention (groups where the view merges or hides tokens) and not of a
/// difference.
MadePlay madePlay(const ShownState &state, bool asSpelled = false);

} // namespace regard

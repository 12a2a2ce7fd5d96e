#pragma once

#include <QString>

#include "document/shown/shown.h"

namespace regard {

class Document;

// Texts about a state that is shown.

/// The state's name in captions: empty now, "pinned" or the name of what is pinned, "now − pinned".
QString stateName(const ShownState &state);
/// The title with the name of the pinned state where that is shown and has one.
QString titledWithState(const ShownState &state, const QString &title);
/// A sentence in place of the picture where the head in view is not in the pinned state, which is shown or compared
/// with; else empty.
QString missingHeadText(const ShownState &state);
/// That rows of another pass stand in a state that is shown, whose stages are not known; empty where none do.
QString patchedText(const ShownState &state);
/// Why a computed model has no attention to show, and where it can be given one; empty where it has.
QString noAttentionText(const Result &result);
/// noAttentionText() of the document; why its sentences cannot be read comes first.
QString whyNoAttention(const Document &document);
/// missingHeadText() of the heads that are on, where all of them are new.
QString missingHeadsText(const ShownState &state);

} // namespace regard

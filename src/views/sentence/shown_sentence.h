#pragma once

#include "document/shown/shown.h"
#include "views/sentence/sentence_figure.h"

namespace regard {

/// The sentence as it is shown, which needs a result. White space is that of the keys' text; where its tokens are not
/// the trace's own (the sentence has just changed), every token but punctuation is apart.
SentenceData sentenceData(const ShownState &state);

} // namespace regard

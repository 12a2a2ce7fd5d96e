#pragma once

#include <optional>

#include <QString>

#include "document/shown/shown.h"
#include "engine/analysis/head_patterns.h"

namespace regard {

/// What the parts of the sink take of a head's attention, and of what it moves.
struct HeadSink {
    SinkShares byWeight;
    std::optional<SinkShares> byValue; ///< nothing where there are no values, or it moves nothing
};

/// `tokens` is a state of tokens, which has the head (Shown::tokens).
HeadSink headSink(const ShownState &tokens, const HeadRef &head);

/// "sink 63 %: first 40 %, special 20 %, punctuation 3 %", by value in a second line.
QString headSinkText(const HeadSink &sink);

} // namespace regard

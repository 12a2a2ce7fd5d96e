#pragma once

#include <vector>

#include "document/look/selection.h"
#include "engine/base/matrix.h"

namespace regard {

/// The tokens of an attention that no picture shows, by position; empty: all are shown.
struct HiddenTokens {
    std::vector<bool> queries;
    std::vector<bool> keys;
};

bool isShown(int token, const std::vector<bool> &hidden);

struct TokenPair {
    int query = 0;
    int key = 0;
};

/// The pair that is explained: what is in focus, else the first query that is shown, and of the keys that are shown the
/// one that it weighs most. Where all are hidden, of all. `weights` is n × m, of the head in view.
TokenPair pairInFocus(const Selection &within, const Matrix &weights, const HiddenTokens &hidden);

} // namespace regard

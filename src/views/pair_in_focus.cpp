#include "views/pair_in_focus.h"

#include <algorithm>
#include <cstddef>

namespace regard {

namespace {

int firstShown(int count, const std::vector<bool> &hidden)
{
    for (int token = 0; token < count; ++token)
        if (isShown(token, hidden))
            return token;
    return 0;
}

int strongestShown(const Matrix &weights, int query, const std::vector<bool> &hidden)
{
    int strongest = firstShown(static_cast<int>(weights.cols()), hidden);
    for (int key = strongest + 1; key < static_cast<int>(weights.cols()); ++key)
        if (isShown(key, hidden) && weights(query, key) > weights(query, strongest))
            strongest = key;
    return strongest;
}

} // namespace

bool isShown(int token, const std::vector<bool> &hidden)
{
    return token >= static_cast<int>(hidden.size()) || !hidden[static_cast<std::size_t>(token)];
}

TokenPair pairInFocus(const Selection &within, const Matrix &weights, const HiddenTokens &hidden)
{
    TokenPair pair{within.query, within.key};
    if (pair.query < 0)
        pair.query = firstShown(static_cast<int>(weights.rows()), hidden.queries);
    if (pair.key < 0)
        pair.key = strongestShown(weights, pair.query, hidden.keys);
    return pair;
}

} // namespace regard

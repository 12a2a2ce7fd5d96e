#include "views/base/pair_in_focus.h"

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
    int strongest = firstShown(int(weights.cols()), hidden);
    for (int key = strongest + 1; key < int(weights.cols()); ++key)
        if (isShown(key, hidden) && weights(query, key) > weights(query, strongest))
            strongest = key;
    return strongest;
}

} // namespace

bool isShown(int token, const std::vector<bool> &hidden)
{
    return token >= int(hidden.size()) || !hidden[std::size_t(token)];
}

TokenPair pairInFocus(const Selection &within, const Matrix &weights, const HiddenTokens &hidden)
{
    TokenPair pair{within.query, within.key};
    if (pair.query < 0)
        pair.query = firstShown(int(weights.rows()), hidden.queries);
    if (pair.key < 0)
        pair.key = strongestShown(weights, pair.query, hidden.keys);
    return pair;
}

} // namespace regard

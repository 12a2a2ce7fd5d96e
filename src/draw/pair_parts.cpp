#include "draw/pair_parts.h"

#include <algorithm>
#include <cstddef>

namespace regard {

namespace {

bool isIn(const std::vector<bool> &second, int token, int sentence)
{
    const bool isThere = token >= 0 && std::size_t(token) < second.size();
    return sentence < 0 || !isThere || second[std::size_t(token)] == (sentence == 1);
}

int firstOf(const std::vector<bool> &second)
{
    const auto found = std::find(second.begin(), second.end(), true);
    return found == second.begin() || found == second.end() ? -1 : int(found - second.begin());
}

QString sentenceName(int sentence)
{
    return sentence < 0 ? QStringLiteral("A, B") : sentence == 0 ? QStringLiteral("A") : QStringLiteral("B");
}

} // namespace

bool PairParts::shows(int query, int key) const
{
    return isIn(secondQueries, query, from) && isIn(secondKeys, key, to);
}

std::pair<int, int> PairParts::borders() const
{
    return {firstOf(secondQueries), firstOf(secondKeys)};
}

QString PairParts::text() const
{
    return isFiltered() ? sentenceName(from) + QStringLiteral(" → ") + sentenceName(to) : QString();
}

} // namespace regard

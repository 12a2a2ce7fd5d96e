#include "engine/analysis/token_alignment.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace regard {

namespace {

/// Texts as numbers, equal texts as equal ones: the table below mostly compares them.
std::vector<int> numbered(const std::vector<std::string> &texts, std::map<std::string, int> &numbers)
{
    std::vector<int> sequence;
    sequence.reserve(texts.size());
    for (const std::string &text : texts)
        sequence.push_back(numbers.try_emplace(text, int(numbers.size())).first->second);
    return sequence;
}

/// What lies between the common ends: [begin, endBefore) and [begin, endAfter).
struct Middle {
    std::size_t begin = 0;
    std::size_t endBefore = 0;
    std::size_t endAfter = 0;
};

Middle middleOf(const std::vector<int> &before, const std::vector<int> &after)
{
    Middle middle{0, before.size(), after.size()};
    while (middle.begin < middle.endBefore && middle.begin < middle.endAfter &&
           before[middle.begin] == after[middle.begin])
        ++middle.begin;
    while (middle.endBefore > middle.begin && middle.endAfter > middle.begin &&
           before[middle.endBefore - 1] == after[middle.endAfter - 1]) {
        --middle.endBefore;
        --middle.endAfter;
    }
    return middle;
}

void pair(TokenAlignment &alignment, std::size_t before, std::size_t after)
{
    alignment.before[after] = int(before);
    alignment.after[before] = int(after);
}

/// The longest common subsequence of what lies between. The table holds one bit a cell: whether as much is in common
/// without the earlier sentence's token as without the later one's.
void alignMiddle(TokenAlignment &alignment, const std::vector<int> &before, const std::vector<int> &after,
                 const Middle &middle)
{
    const std::size_t rows = middle.endBefore - middle.begin;
    const std::size_t columns = middle.endAfter - middle.begin;
    if (rows == 0 || columns == 0)
        return;
    std::vector<bool> skipsBefore(rows * columns);
    std::vector<int> below(columns + 1, 0); // lengths from the next row on
    std::vector<int> lengths(columns + 1, 0);
    for (std::size_t row = rows; row-- > 0;) {
        for (std::size_t column = columns; column-- > 0;) {
            if (before[middle.begin + row] == after[middle.begin + column]) {
                lengths[column] = below[column + 1] + 1;
            } else {
                skipsBefore[row * columns + column] = below[column] >= lengths[column + 1];
                lengths[column] = std::max(below[column], lengths[column + 1]);
            }
        }
        below.swap(lengths);
    }
    for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
        if (before[middle.begin + row] == after[middle.begin + column]) {
            pair(alignment, middle.begin + row, middle.begin + column);
            ++row;
            ++column;
        } else if (skipsBefore[row * columns + column]) {
            ++row;
        } else {
            ++column;
        }
    }
}

/// What moved past each other: of the tokens that are left, equal ones in their order.
void alignMoved(TokenAlignment &alignment, const std::vector<int> &before, const std::vector<int> &after)
{
    std::map<int, std::vector<std::size_t>> left; // positions of each token, the last first
    for (std::size_t i = before.size(); i-- > 0;)
        if (alignment.after[i] < 0)
            left[before[i]].push_back(i);
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (alignment.before[i] >= 0)
            continue;
        const auto found = left.find(after[i]);
        if (found == left.end() || found->second.empty())
            continue;
        pair(alignment, found->second.back(), i);
        found->second.pop_back();
    }
}

} // namespace

bool TokenAlignment::isIdentity() const
{
    if (before.size() != after.size())
        return false;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] != int(i))
            return false;
    return true;
}

TokenAlignment alignTokens(const std::vector<std::string> &before, const std::vector<std::string> &after)
{
    std::map<std::string, int> numbers;
    const std::vector<int> then = numbered(before, numbers);
    const std::vector<int> now = numbered(after, numbers);
    TokenAlignment alignment{std::vector<int>(now.size(), -1), std::vector<int>(then.size(), -1)};
    const Middle middle = middleOf(then, now);
    for (std::size_t i = 0; i < middle.begin; ++i)
        pair(alignment, i, i);
    for (std::size_t i = 0; middle.endBefore + i < then.size(); ++i)
        pair(alignment, middle.endBefore + i, middle.endAfter + i);
    alignMiddle(alignment, then, now, middle);
    alignMoved(alignment, then, now);
    return alignment;
}

} // namespace regard

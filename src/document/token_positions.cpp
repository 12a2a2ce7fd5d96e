#include "document/token_positions.h"

#include <algorithm>

namespace regard {

namespace {

/// Whether the tokens from `first` on are of one word; pieces of a word share its number.
bool isOneWord(const Tokens &tokens, std::size_t first, std::size_t count)
{
    const auto start = tokens.tokens.begin() + static_cast<std::ptrdiff_t>(first);
    const int word = count > 0 ? start->word : -1;
    return count == 1 || (word >= 0 && std::all_of(start, start + static_cast<std::ptrdiff_t>(count),
                                                   [word](const Token &token) { return token.word == word; }));
}

} // namespace

TokenPositions::TokenPositions(const Tokens &before, const Tokens &after) : m_after(before.tokens.size(), -1)
{
    const std::size_t shorter = std::min(before.tokens.size(), after.tokens.size());
    const auto same = [&](std::size_t i, std::size_t j) { return before.tokens[i].text == after.tokens[j].text; };
    std::size_t front = 0;
    for (; front < shorter && same(front, front); ++front)
        m_after[front] = static_cast<int>(front);
    std::size_t back = 0;
    for (; back < shorter - front && same(before.tokens.size() - 1 - back, after.tokens.size() - 1 - back); ++back)
        m_after[before.tokens.size() - 1 - back] = static_cast<int>(after.tokens.size() - 1 - back);
    for (std::size_t i = front; i + back < shorter; ++i)
        if (same(i, i))
            m_after[i] = static_cast<int>(i);
    // While a word is being typed or changed it is another word with every key; the one in its place is taken for it.
    // As pieces it may have more or fewer of them.
    const std::size_t gone = before.tokens.size() - front - back;
    const std::size_t come = after.tokens.size() - front - back;
    if (!isOneWord(before, front, gone) || !isOneWord(after, front, come))
        return;
    for (std::size_t i = 0; i < gone; ++i)
        m_after[front + i] = static_cast<int>(front + std::min(i, come - 1));
}

int TokenPositions::after(int position) const
{
    return position >= 0 && position < static_cast<int>(m_after.size()) ? m_after[static_cast<std::size_t>(position)]
                                                                        : -1;
}

std::vector<int> TokenPositions::after(const std::vector<int> &positions) const
{
    std::vector<int> remaining;
    for (const int position : positions)
        if (const int now = after(position); now >= 0)
            remaining.push_back(now);
    return remaining;
}

} // namespace regard

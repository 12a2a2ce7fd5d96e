#include "document/sentence/token_positions.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "engine/analysis/token_alignment.h"

namespace regard {

namespace {

/// Whether the `count` tokens from `first` on are of one word; pieces of a word share its number.
bool isOneWordAt(const Tokens &tokens, std::size_t first, std::size_t count)
{
    const auto start = tokens.tokens.begin() + std::ptrdiff_t(first);
    const int word = count > 0 ? start->word : -1;
    return count == 1 || (word >= 0 && std::all_of(start, start + std::ptrdiff_t(count),
                                                   [word](const Token &token) { return token.word == word; }));
}

std::vector<bool> specials(const Tokens &tokens)
{
    std::vector<bool> specials;
    specials.reserve(tokens.tokens.size());
    for (const Token &token : tokens.tokens)
        specials.push_back(token.isSpecial && !token.isMask); // a mask stands for a word
    return specials;
}

} // namespace

TokenPositions::TokenPositions(const Tokens &before, const Tokens &after)
    : m_after(alignTokens(textsOf(before), textsOf(after)).after), m_wasSpecial(specials(before)),
      m_isSpecial(specials(after))
{
    const std::size_t shorter = std::min(before.tokens.size(), after.tokens.size());
    const auto same = [&](std::size_t i, std::size_t j) { return before.tokens[i].text == after.tokens[j].text; };
    std::size_t front = 0;
    while (front < shorter && same(front, front))
        ++front;
    std::size_t back = 0;
    while (back < shorter - front && same(before.tokens.size() - 1 - back, after.tokens.size() - 1 - back))
        ++back;
    // Every key makes a word another one while it is typed or changed; the one in its place counts as the same word. It
    // may have more or fewer pieces.
    const std::size_t gone = before.tokens.size() - front - back;
    const std::size_t come = after.tokens.size() - front - back;
    if (!isOneWordAt(before, front, gone) || !isOneWordAt(after, front, come))
        return;
    for (std::size_t i = 0; i < gone; ++i)
        m_after[front + i] = int(front + std::min(i, come - 1));
}

int TokenPositions::after(int position) const
{
    return position >= 0 && position < int(m_after.size()) ? m_after[std::size_t(position)] : -1;
}

SideLinks movedLinks(const SideLinks &links, const ModelConfig &config, const TokenPositions &source,
                     const TokenPositions &target)
{
    const auto moved = [&](Attention attention, int layer, const LinkRef &link) -> std::optional<LinkRef> {
        const auto after = [&](Side side, int position) {
            return (side == Side::Source ? source : target).after(position);
        };
        const LinkRef now{after(queriesSide(config, attention), link.query),
                          after(keysSide(config, attention), link.key)};
        return now.query < 0 || now.key < 0 || MaskRule(config, {attention, layer}).hides(now.query, now.key)
                   ? std::nullopt
                   : std::optional(now);
    };
    SideLinks result;
    for (const auto &[head, weights] : links.weights)
        for (const auto &[link, weight] : weights)
            if (const auto now = moved(head.attention, head.layer, link))
                result.weights[head].emplace(*now, weight);
    for (Cut cut : links.cuts)
        if (const auto now = moved(cut.attention, cut.firstLayer, cut.link)) {
            cut.link = *now;
            result.cuts.insert(std::move(cut));
        }
    for (const auto &[place, rows] : links.patches) {
        const auto after = [&, &place = place](bool isKey, int position) { // clang 14 captures no structured binding
            const Side side = isKey ? keysSide(config, place.attention) : queriesSide(config, place.attention);
            return (side == Side::Source ? source : target).after(position);
        };
        for (const auto &[token, row] : rows) {
            PatchRow now{{}, {}, row.from};
            for (std::size_t i = 0; i < row.keys.size(); ++i)
                if (const int key = after(true, row.keys[i]); key >= 0) {
                    now.keys.push_back(key);
                    now.numbers.push_back(row.numbers[i]);
                }
            const bool isPattern = place.kind == PatchKind::Pattern;
            if (!isPattern)
                now.numbers = row.numbers;
            const int position = after(isOfKeys(place.kind), token);
            if (position >= 0 && !now.numbers.empty())
                result.patches[place].emplace(position, std::move(now));
        }
    }
    return result;
}

int TokenPositions::nearest(int position) const
{
    const auto count = int(m_after.size());
    if (position < 0 || position >= count || after(position) >= 0)
        return after(position);
    const auto isLeft = [&](int i) { return i >= 0 && i < count && after(i) >= 0; };
    const auto isWordLeft = [&](int i) { return isLeft(i) && !m_wasSpecial[std::size_t(i)]; };
    int left = position;
    while (left >= 0 && !isLeft(left))
        --left;
    int right = position;
    while (right < count && !isLeft(right))
        ++right;
    int nearest = -1;
    for (int distance = 1; nearest < 0 && distance < count; ++distance)
        nearest = isWordLeft(position - distance)   ? after(position - distance)
                  : isWordLeft(position + distance) ? after(position + distance)
                                                    : -1;
    const int begin = left < 0 ? 0 : after(left) + 1;
    const int end = right < count ? after(right) : int(m_isSpecial.size());
    const int inPlace = std::min(begin + position - left - 1, end - 1);
    return nearest >= 0 && inPlace >= begin && !m_isSpecial[std::size_t(inPlace)] ? inPlace : nearest;
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

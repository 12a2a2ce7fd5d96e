#include "document/look/followed_tokens.h"

#include <algorithm>
#include <utility>

#include "document/sentence/token_positions.h"

namespace regard {

namespace {

bool chosenAlike(const Selection &a, const Selection &b)
{
    return a.attention == b.attention && a.query == b.query && a.key == b.key && a.pinnedQueries == b.pinnedQueries &&
           a.pinnedKeys == b.pinnedKeys;
}

} // namespace

/// One change of one sentence.
class FollowedTokens::Move {
public:
    Move(const Tokens &before, const Tokens &now) : m_before(before), m_now(now), m_positions(before, now) {}

    void move(Side &side)
    {
        for (Words *words : {&side.pins, &side.focus})
            for (Word &word : *words)
                follow(word);
        // Pins whose words are gone wait for them, except the newest where no pin is left: the focus goes to that one.
        const auto isHere = [](const Word &pin) { return !pin.home; };
        const auto isShown = [](const Word &pin) { return pin.now >= 0; };
        auto newest = std::find_if(side.pins.rbegin(), side.pins.rend(), isHere);
        if (newest == side.pins.rend())
            newest = std::find_if(side.pins.rbegin(), side.pins.rend(), isShown);
        if (newest == side.pins.rend())
            return;
        for (Word &pin : side.pins)
            if (pin.home && &pin != &*newest)
                pin.now = -1;
        if (!side.focus.empty() && side.focus.front().home)
            side.focus.front().now = newest->now;
    }

private:
    void follow(Word &word)
    {
        if (!word.home && m_positions.after(word.now) < 0) {
            if (!m_home)
                m_home = std::make_shared<const Tokens>(m_before);
            word.home = m_home;
            word.atHome = word.now;
        }
        if (!word.home) {
            word.now = m_positions.after(word.now);
            return;
        }
        // The word that replaced it until now does not count: a sentence passes through other words while it is
        // retyped.
        const TokenPositions sinceHome(*word.home, m_now);
        const int back = sinceHome.after(word.atHome);
        word = back >= 0 ? Word{back, nullptr, -1} : Word{sinceHome.nearest(word.atHome), word.home, word.atHome};
    }

    const Tokens &m_before;
    const Tokens &m_now;
    TokenPositions m_positions;
    std::shared_ptr<const Tokens> m_home; ///< a copy of m_before, made when a word is gone
};

FollowedTokens::Side FollowedTokens::sideOf(int focus, const std::vector<int> &pins)
{
    Side side;
    if (focus >= 0)
        side.focus.push_back({focus, nullptr, -1});
    for (const int pin : pins)
        side.pins.push_back({pin, nullptr, -1});
    return side;
}

void FollowedTokens::tell(const Side &side, int &focus, std::vector<int> &pins)
{
    focus = side.focus.empty() ? -1 : side.focus.front().now;
    pins.clear();
    for (const Word &pin : side.pins)
        if (pin.now >= 0 && std::find(pins.begin(), pins.end(), pin.now) == pins.end())
            pins.push_back(pin.now);
}

Selection FollowedTokens::after(Selection selection, Change change, const Tokens &before, const Tokens &now)
{
    if (!chosenAlike(selection, m_told)) {
        m_queries = sideOf(selection.query, selection.pinnedQueries);
        m_keys = sideOf(selection.key, selection.pinnedKeys);
    }
    const auto isEmpty = [](const Side &side) { return side.focus.empty() && side.pins.empty(); };
    if ((change.ofQueries && !isEmpty(m_queries)) || (change.ofKeys && !isEmpty(m_keys))) {
        Move move(before, now);
        if (change.ofQueries)
            move.move(m_queries);
        if (change.ofKeys)
            move.move(m_keys);
        tell(m_queries, selection.query, selection.pinnedQueries);
        tell(m_keys, selection.key, selection.pinnedKeys);
    }
    m_told = selection;
    return selection;
}

} // namespace regard

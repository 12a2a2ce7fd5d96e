#pragma once

#include <memory>
#include <vector>

#include "document/look/selection.h"
#include "text/tokenizer.h"

namespace regard {

/// Keeps the tokens in focus and pinned with their words while a sentence changes.
///
/// Where a word is deleted, the focus goes to what took its place in the last sentence that had it, else to the nearest
/// remaining word, and so does its pin where it was the only one; nowhere where no word is left. When the word comes
/// back, retyped or by undo, it gets both back, unless the user has chosen another one.
class FollowedTokens {
public:
    /// Which of an attention's sentences change: that of its queries, that of its keys.
    struct Change {
        bool ofQueries = false;
        bool ofKeys = false;
    };

    Selection after(Selection selection, Change change, const Tokens &before, const Tokens &now);
    void forget() { *this = {}; }

private:
    struct Word {
        int now = -1;                       ///< its token, or the one that replaces it; −1 none
        std::shared_ptr<const Tokens> home; ///< the last sentence that had the word; null: the present one has it
        int atHome = -1;
    };
    using Words = std::vector<Word>;
    struct Side {
        Words focus;
        Words pins;
    };

    class Move;
    static Side sideOf(int focus, const std::vector<int> &pins);
    static void tell(const Side &side, int &focus, std::vector<int> &pins);

    Side m_queries;
    Side m_keys;
    Selection m_told; ///< the selection resulting from the words above
};

} // namespace regard

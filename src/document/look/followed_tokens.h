#pragma once

#include <memory>
#include <vector>

#include "document/look/selection.h"
#include "text/tokenizer.h"

namespace regard {

/// Keeps the tokens in focus and pinned with their words while a sentence changes.
///
/// What came to the place of a deleted word, in the last sentence that had it, else the nearest word that is left,
/// takes the focus for it, and its pin where it was the only one; nothing does where no word is left. When the word
/// comes back, typed anew or by undo, it has both again, as long as nobody has chosen another one.
class FollowedTokens {
public:
    /// Of the sentences that change, which ones an attention's queries and keys stand in.
    struct Change {
        bool ofQueries = false;
        bool ofKeys = false;
    };

    Selection after(Selection selection, Change change, const Tokens &before, const Tokens &now);
    void forget() { *this = {}; }

private:
    struct Word {
        int now = -1;                       ///< its token, or the one that stands in for it; −1 none
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
    Selection m_told; ///< what the words above gave
};

} // namespace regard

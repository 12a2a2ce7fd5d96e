#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "draw/number_scale.h"
#include "draw/pair_parts.h"
#include "draw/shared_rows.h"
#include "engine/base/matrix.h"
#include "views/base/set_attention.h"

namespace regard {

/// What a picture of links shows, as plain data.
struct LinkData {
    struct Head {
        int index = 0;                         ///< from 0; gives colour and name; −1: a matrix made of all heads
        std::shared_ptr<const Matrix> weights; ///< queries × keys; of a difference signed, NaN where a token is new
        /// Nothing of what it gathers goes on: its links are fainter and dashed (of a difference fainter, where dashes
        /// are the lost ones'), its square in the legend is hollow, and the legend says why.
        bool isOff = false;
        QString name{}; ///< above its own picture, where it is not "head 2"
    };
    QStringList queries;
    QStringList keys;
    /// The weights are now − before: a link's width is the magnitude, gained links are solid in Theme::change(+1), lost
    /// ones dashed in Theme::change(−1). Numbers beside tokens carry their sign. The floor applies to magnitudes.
    bool isDifference = false;
    std::vector<bool> newQueries; ///< of a difference: tokens that the other state does not have; may be empty
    std::vector<bool> newKeys;
    /// A token that only the other state of a difference has. No link leads to it; the legend names it.
    struct Gone {
        QString token;
        double lost = 0; ///< signed: the weight that the query in focus had on it, of several heads the mean; 0: none
    };
    std::vector<Gone> gone;
    std::vector<bool> randomQueries; ///< tokens whose row was drawn: marked with a dotted underline; may be empty
    std::vector<bool> randomKeys;
    std::vector<bool> maskedQueries; ///< tokens that are masked out: struck through; may be empty
    std::vector<bool> maskedKeys;
    /// Tokens that are there for the model, [CLS] and </s>: their names and links are faint unless they are themselves
    /// in focus, and no link of theirs is among the strongest; may be empty.
    std::vector<bool> faintQueries;
    std::vector<bool> faintKeys;
    /// Two sentences: a line parts them; links that the filter does not let through are left out and counted.
    PairParts pair{};
    std::vector<Head> heads; ///< heads that are on
    int query = -1;          ///< focus: its links stand out, others fade; its weights are beside the keys
    int key = -1;            ///< focus on a key: its incoming links, weights beside the queries
    std::vector<int> pinnedQueries;
    std::vector<int> pinnedKeys;
    /// Weights of the heads that are set by hand, and links that are cut: a dot on each, a cross where nothing is left.
    std::vector<HandLink> byHand{};
    std::vector<int> namedQueries{}; ///< their labels stand even where others have no room
    std::vector<int> namedKeys{};
    /// Links below are hidden and counted; a token in focus shows all of its links. Where more links lie above it than
    /// a picture should hold (LinkFigure::mostLinks), the figure raises it to what the strongest of them need, and the
    /// legend says so.
    double floor = 0.04;
    NumberScale numbers{};   ///< what the weights are
    bool horizontal = false; ///< tokens side by side, queries above keys
    /// Links run along curves (views/links/link_curve.h), and their weight is their extent along the tokens; else
    /// they are straight, and it is their width.
    bool curved = false;
    bool multiples = false; ///< one small picture a head, side by side, instead of the overlay
    int columns = 0;        ///< of these; 0, or where so many do not fit: as many as fit
    /// Each pair has one link in a picture of several heads, of the head that gives it the largest weight. Those that
    /// stand out have that head's number on them and the other heads as thin lines beside them. Rows near 1/n are
    /// faint, of one head too. A difference has none of this.
    bool strongest = false;
    /// All tokens fit in the size, however close that packs them: labels are then thinned to those that can be read,
    /// and the floor is lowered, as the legend says, until every query has a link.
    bool fit = false;
    /// The legend of a screen far away has the samples and the heads' colours, or nothing, so that words are large.
    bool sparse = false;
    std::optional<SharedRows> rows{}; ///< on which the tokens stand, one above the other in one picture
    QString title;                    ///< "layer 1 · head 2"
    QString queryLabel;               ///< "query", "target · query"
    QString keyLabel;                 ///< "key", "source · key"
};

} // namespace regard

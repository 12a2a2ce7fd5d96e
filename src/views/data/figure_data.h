#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "document/shown/shown.h"
#include "figures/heads/heads_figure.h"
#include "figures/heatmap/heatmap_figure.h"
#include "figures/links/link_figure.h"
#include "figures/sentence_figure.h"
#include "views/data/shown_matrix.h"
#include "views/text/change_text.h"
#include "views/text/view_title.h"
#include "views/tokens/shown_tokens.h"

namespace regard {

// What each figure shows, made from what is shown. Window and command line call the same functions, so that an exported
// figure is the figure seen. None of them accepts a state without a result. Of a difference: the signed differences
// from what was before, in the tokens of now.

/// The link view's own settings beside the selection.
struct LinkOptions {
    double floor = 0.04; ///< links below are hidden and counted
    bool horizontal = false;
    bool multiples = false;    ///< one small picture a head instead of the overlay
    bool curved = false;       ///< links run along curves; LinkData::curved
    bool strongest = false;    ///< of several heads each pair's strongest; LinkData::strongest
    bool faintSpecial = false; ///< tokens that a trained tokenizer added are faint; LinkData::faintKeys

    bool operator==(const LinkOptions &) const = default;
};

/// Of a difference, heads that are new are left out.
LinkData linkData(const ShownState &state, const LinkOptions &options);

/// `scores` are those of the head in view, if already computed. Without a scale the picture is drawn as the command
/// line does where none is asked for; see HeatmapData. `faintSpecial`: as in LinkOptions.
HeatmapData heatmapData(const ShownState &state, std::shared_ptr<const HeadScores> scores = nullptr,
                        std::optional<ColorScale> scale = std::nullopt, bool faintSpecial = false);

/// What the map of heads shows beside the difference of two states: how much each head moved.
struct HeadsOptions {
    bool notesMovement = false; ///< of one state too, while another one is pinned
    /// Whether all heads of a large file may be read for scales that need all their weights; else they go from 0 to 1.
    bool readsAll = true;
    bool sortsByMovement = false;       ///< the heads that moved most first, new ones last
    std::map<HeadRef, double> shares{}; ///< another number of each head, from 0: how much it matters
    QString sharesLabel{};
};

/// Heads that are switched off or have a temperature are marked. A head that the pinned state lacks is marked nowhere
/// rather than on its neighbour. Without a scale weights go from 0 to 1.
HeadsData headsData(const ShownState &state, const HeadsOptions &options = {},
                    std::optional<ColorScale> scale = std::nullopt);
/// The heading over an attention's heads in the map of several.
QString sectionTitle(const ModelConfig &config, Attention attention);
/// What is marked in the map of heads.
HeadsMarks headsMarks(const ShownState &state);
/// White space is that of the keys' text; where its tokens are not the trace's own (the sentence has just changed),
/// every token but punctuation is apart.
SentenceData sentenceData(const ShownState &state);

} // namespace regard

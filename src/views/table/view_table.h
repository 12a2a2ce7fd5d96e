#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <QSizeF>
#include <QString>

#include "document/shown/shown.h"
#include "draw/figure.h"
#include "draw/theme.h"
#include "io/checkpoint/checkpoint.h"
#include "views/base/grid_cells.h"
#include "views/block/block_diagram.h"
#include "views/circuits/circuits_data.h"
#include "views/heads/shown_heads.h"
#include "views/lens/lens_data.h"
#include "views/links/shown_links.h"
#include "views/output/output_data.h"
#include "views/parts/parts_data.h"
#include "views/patch/patch_data.h"
#include "views/path/path_data.h"
#include "views/steps/step_maker.h"
#include "views/summaries/matrix_change_data.h"
#include "views/summaries/summary_data.h"
#include "views/training/step_dropout.h"
#include "views/training/training_data.h"
#include "words/panel_word.h"
#include "words/step_kind.h"

namespace regard {

class Document;

/// Every kind of picture.
enum class ViewId {
    Links,
    Heatmap,
    Heads,
    Sentence,
    Why,
    Steps,
    Play,
    Block,
    Entropy,
    Similarity,
    Matrices,
    Output,
    Lens,
    Circuits,
    Unrolled,
    Path,
    ScoreParts,
    LogitParts,
    Patch,
    Training,
    Lengths,
    Ablation,
    Find
};

/// A view's own settings beside the selection; each view reads its own.
struct ViewOptions {
    /// The first and the last query, and key, of a part of the heatmap.
    struct Part {
        std::pair<int, int> queries;
        std::pair<int, int> keys;
    };

    LinkOptions links{};
    Grid grid{};                                ///< of links and heatmap: small multiples in place of one picture
    std::shared_ptr<const HeadScores> scores{}; ///< of the head in view, if already computed
    std::optional<Part> part{};                 ///< of the heatmap; nothing: all of it
    std::optional<ColorScale> scale{};          ///< of weights in the heatmap and in the map of heads; nothing: as ever
    std::optional<StepDropout> dropout{};       ///< of a run's step, over the heatmap's weights; nothing: none
    HeadsOptions heads{};
    StepChoice steps{};
    std::optional<StepKind> step{}; ///< one stage instead of the page of all
    std::optional<double> playAt{}; ///< the moment of the play, seconds; nothing: its end, which shows all of it
    std::optional<BlockStep> blockStep{};
    SummaryOptions summary{};
    MatrixChangeOptions matrices{};
    LensOptions lens{};
    CircuitOptions circuits{};
    PathOptions path{};
    PatchOptions patch{};
    PartsQuestion parts{};
    std::shared_ptr<const PartsData> madeParts{};    ///< of a score or a logit, if already computed
    std::shared_ptr<NextTokens> next{};              ///< rows of the output that are already computed
    std::shared_ptr<const TrainingShown> training{}; ///< the curve of the model's run; null: none
    int candidate = -1;                              ///< in focus, of the words that the text could go on with
    /// A screen far away has all tokens of the links in the picture, and a short legend.
    bool isPresented = false;
    /// Queries and keys, each −1 or in view, whose names stand even where others have no room.
    std::vector<std::pair<int, int>> named{};
};

/// What an exported picture has in another way than its panel; nothing: as the panel has it.
struct LookChanges {
    std::optional<double> floor{};     ///< of links
    std::optional<bool> curved{};      ///< links run along curves
    std::optional<bool> strongest{};   ///< of several heads each link once
    std::optional<ColorScale> scale{}; ///< of weights

    ViewOptions applied(ViewOptions options) const;
};

/// What a picture is made of.
struct ViewRequest {
    const ShownState &state;                    ///< as stateFor() chooses it
    const std::vector<std::string> &dimensions; ///< names of the d_model columns, or empty
    std::shared_ptr<const Checkpoint> checkpoint;
    const ViewOptions &options;
    QSizeF size; ///< CSS pixels
    const Theme &theme;
};

/// A picture, or none.
struct MadeView {
    std::unique_ptr<Figure> figure;
    QString whyNone; ///< a sentence where there is something to say
};

/// One row of the table that window, command line, export dialog and their tests read.
struct View {
    ViewId id;
    const char *word;                             ///< of `--view`; null: a list that the window alone computes
    PanelId panel;                                ///< shows it, and has its title
    MadeView (*make)(const ViewRequest &request); ///< of a state with a result; null without a word
    bool showsAllHeads = false;                   ///< where --head is not given
    bool showsOneHead = false;                    ///< more than one cannot be asked for
    bool multiplies = false;                      ///< can show several heads and layers as small multiples
    bool explainsPair = false;                    ///< shows one query and one key
    bool compares = false;                        ///< can show two states
    bool needsPinned = false;                     ///< shows what differs between two states, and nothing else
    bool leavesNewHeadsOut = false;               ///< of a difference: heads that the other state does not have
    bool groupsTokens = false;                    ///< the state may be one of groups of tokens
    bool showsMoved = false;                      ///< can show what weights move, and rows without the sink
    bool filtersPairs = false;                    ///< can show a part of the attention of two sentences
    bool isOfMatrix = true;                       ///< shows what a head's matrix in a CSV file holds
    bool needsWeights = true;                     ///< is made of attention
    bool needsOutput = false;                     ///< is made of what an output layer says
    bool needsModel = false;                      ///< is computed from weights, which a file of attention does not have
};

const View &viewOf(ViewId id);
/// Every row, in the order in which they are offered.
std::span<const View> views();

/// What the view shows: groups of tokens, or single tokens.
const ShownState &stateFor(const View &view, const Shown &shown);

/// Whether the state has what the view is made of.
bool canShow(const View &view, const ShownState &state);
/// Why it is not shown of a file of attention, as a sentence; empty where it needs no model, or all that is shown has
/// one.
QString noModelText(const View &view, const ShownState &state);

/// The picture. None where the state lacks what the view needs.
MadeView madeView(const View &view, const ViewRequest &request);
/// The picture of what the window shows; null where there is none.
std::unique_ptr<Figure> shownFigure(ViewId id, const Document &document, const ViewOptions &options, QSizeF size,
                                    const Theme &theme);

/// Returns the state for a picture below a caption that names it: its title omits the name.
ShownState unnamed(ShownState state);

} // namespace regard

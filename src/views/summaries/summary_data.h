#pragma once

#include <memory>
#include <vector>

#include <QSizeF>
#include <QString>

#include "document/shown/shown.h"
#include "draw/theme.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/summaries/bar_list_figure.h"
#include "views/summaries/head_measures.h"

namespace regard {

// What the pictures of whole heads show, for both window and command line.

enum class EntropyOrder { ByHead, LowestFirst, HighestFirst };

/// A head of the attention in view, both counted from 0.
struct HeadNumber {
    int layer = 0;
    int head = 0;

    bool operator==(const HeadNumber &) const = default;
};

/// Distances of the heads of all layers are offered up to this many heads; beyond, one layer at a time.
inline constexpr int mostComparedHeads = 144;

/// "encoder", "decoder", "cross".
QString attentionTitle(Attention attention);

/// The attention's blocks, one a layer.
std::vector<SharedBlock> blocksOf(const Model &model, const Trace &trace, Attention attention);
/// The heads of those blocks, in order; `layer` is that of the first block.
std::vector<HeadNumber> headsIn(const std::vector<SharedBlock> &blocks, int layer = 0);
/// Positions in `entropies`, as a list in that order shows them. What is not known yet comes last.
std::vector<int> entropyOrder(const std::vector<double> &entropies, EntropyOrder order);

/// What whole heads are measured by: a trace of groups whose rows sum to 1. What hidden tokens or a learned sink leave
/// of a row is no distribution, nor is what is moved, so that there it is renormalised whatever is shown. `previous` is
/// what it gave before.
SharedTrace measuredTrace(const SharedTrace &shown, const SharedTrace &previous = nullptr);
/// measuredTrace() of everything shown.
ShownState measured(ShownState state, const SharedTrace &previous = nullptr);

// Everything below takes a measured state, which must have a result.

/// A list of all heads of the attention in view. `order` as entropyOrder() gives it.
BarListData entropyData(const ShownState &state, const std::vector<double> &entropies, const std::vector<int> &order);
/// Distances of the heads of the layer in view, or of all layers of its attention.
HeatmapData similarityData(const ShownState &state, bool allLayers, Matrix distances);

/// The blocks whose heads are compared; all layers only where they have no more than mostComparedHeads.
std::vector<SharedBlock> comparedBlocks(const ShownState &state, bool allLayers);

/// The whole-head pictures' own settings.
struct SummaryOptions {
    EntropyOrder order = EntropyOrder::ByHead;
    bool allLayers = false;           ///< compares the heads of all layers
    HeadMeasures *measures = nullptr; ///< has the numbers, or is computing them; null: they are computed now
    int row = -1;                     ///< where the keyboard is: of the list, or of the matrix
    int column = -1;                  ///< of the matrix
    bool evenNumbers = false;         ///< of the matrix: as many digits in every cell, as in the window
};

/// The pictures of what is shown, which must have attention.
std::unique_ptr<Figure> entropyViewFigure(const ShownState &state, const SummaryOptions &options, QSizeF size,
                                          const Theme &theme);
std::unique_ptr<Figure> similarityViewFigure(const ShownState &state, const SummaryOptions &options, QSizeF size,
                                             const Theme &theme);

} // namespace regard

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "draw/color_range.h"
#include "draw/number_scale.h"
#include "draw/pair_parts.h"
#include "engine/base/matrix.h"
#include "views/base/set_attention.h"

namespace regard {

/// What a heatmap shows.
struct HeatmapData {
    QStringList queries;
    QStringList keys;
    std::shared_ptr<const Matrix> values; ///< queries × keys; −infinity is a masked cell, hatched rather than coloured
    bool isCausal = false;                ///< keys after the query are masked, whatever their values say
    int window = 0;                       ///< keys so far from the query, too, as MaskRule has it; 0: none
    std::vector<bool> randomQueries;      ///< tokens whose row was drawn: dotted underline; may be empty
    std::vector<bool> randomKeys;
    std::vector<bool> faintQueries; ///< tokens that are there for the model, as in LinkData; may be empty
    std::vector<bool> faintKeys;
    std::vector<bool> struckQueries; ///< tokens that are masked out: labels struck through; may be empty
    std::vector<bool> struckKeys;
    std::vector<int> maskedKeys; ///< columns that are masked for every query, whatever their values say
    /// The values are now − before: the diverging map, symmetric about 0, numbers with their sign; NaN is a cell of a
    /// new token, marked as such and not coloured.
    bool isDifference = false;
    std::vector<bool> newQueries; ///< of a difference: tokens that the other state does not have; may be empty
    std::vector<bool> newKeys;
    QStringList gone{}; ///< of a difference: tokens that only the other state has; the legend names them
    /// Two sentences: lines part them, and cells that the filter does not let through are faded, without numbers; the
    /// colours span the others.
    PairParts pair{};
    bool isWeights =
        true; ///< 0 … 1 (or what `numbers` says) on the sequential map; else the true range, diverging where signed
    /// The scale of weights; the bar names it, and numbers in cells have as many digits each. Nothing: stretched, as
    /// the command line draws and writes where no scale is asked for.
    std::optional<ColorScale> scale{};
    /// What a sink took of each query: a column of its own outside the sentence. Empty: there is none.
    std::vector<float> sinks{};
    NumberScale numbers{};          ///< what weights are
    std::vector<bool> dropped{};    ///< of weights after dropout: those that are 0 by it, row by row, crossed out
    std::vector<HandLink> byHand{}; ///< weights set by hand and links cut: a corner of each is filled
    bool isOff = false; ///< of a head that is switched off: faded, in a dashed frame, and the legend says why
    int query = -1;     ///< crosshair
    int key = -1;
    std::vector<int> namedQueries{}; ///< beside the one in focus: their labels stand even where others have no room
    std::vector<int> namedKeys{};
    QString title;      ///< "layer 1 · head 2"
    QString valueLabel; ///< "weight", "score"
    QString axis{};     ///< what rows and columns are, where they are no queries and keys: "head"
    QString queryLabel; ///< what the rows are, where both sides differ: "target · query"; empty: nothing
    QString keyLabel;

    /// Whether a scale was asked for, of weights.
    bool hasScale() const { return scale && isWeights && !isDifference; }
    /// The scale's name; empty where none was asked for, or where there are no plain weights.
    QString scaleText() const;
    bool hasNewTokens() const;
    QString newText() const; ///< the legend's text about new cells

    // The functions below need `values`.

    ColorRange range() const;
    /// Whether the mask of its own hides the cell, whatever its value.
    bool isMaskedByRule(int ofQuery, int ofKey) const;
    bool isMasked(int ofQuery, int ofKey) const;
    /// Whether the other state of a difference has no such cell.
    bool isNew(int ofQuery, int ofKey) const;
    /// Whether there is no number, and no mask that would be why; false in a difference.
    bool isEmpty(int ofQuery, int ofKey) const;
    bool hasNumber(int ofQuery, int ofKey) const;
    /// Whether the query in focus looks at the key so much that its name stands out.
    bool isSaid(int ofKey) const;

    bool operator==(const HeatmapData &) const = default; ///< the same `values` object, not equal numbers
};

} // namespace regard

#pragma once

#include <memory>

#include <QString>

#include "document/look/selection.h"
#include "engine/analysis/cell_derivative.h"
#include "views/base/pair_in_focus.h"
#include "views/weights/derivative_figure.h"

namespace regard {

/// What one cell of a weight matrix does to the head in view, in words and as a picture. Everything is the change per
/// unit that the cell grows, for small growth.
struct CellEffect {
    bool reaches = false; ///< false: nothing of the head depends on the cell
    int count = 0;        ///< scores that no mask hides
    int moved = 0;        ///< those of them that the cell moves
    int mostQuery = -1;   ///< the pair whose score moves most; −1: none moves
    int mostKey = -1;
    float most = 0;

    // The pair in focus, or what pairInFocus() takes in its place.
    int query = 0;
    int key = 0;
    bool isMasked = false; ///< no weight, whatever the score
    float score = 0;       ///< before scaling
    float weight = 0;

    QString movedText; ///< "Moves 6 of 9 scores of head 1; most x1 → x2: +1 per unit"
    QString lineText;  ///< "Moves only “it”: cat +4, rug −4 per unit"; movedText where several queries move
    QString pairText;  ///< "x1 → x2: score +1, weight −0.0123 per unit"
};

/// `model` and `trace` are those that the derivative came from, `within` a selection that the trace has, digits as
/// stepNumberText() takes them.
CellEffect cellEffect(const Model &model, const Trace &trace, const Selection &within,
                      const std::shared_ptr<const HeadDerivative> &derivative, int digits = -1,
                      const HiddenTokens &hidden = {});

/// Puts another pair in focus.
void setPair(CellEffect &effect, const Model &model, const Trace &trace, const Selection &within,
             const HeadDerivative &derivative, int digits = -1, const HiddenTokens &hidden = {});

/// The picture of the scores, or of the weights.
DerivativeData derivativeData(const Model &model, const Trace &trace, const Selection &within,
                              const std::shared_ptr<const HeadDerivative> &derivative, bool ofWeights, int digits = -1);

/// "x1 → x3: score +4, weight +0.4512 per unit" of any pair of the head.
QString pairEffectText(const Model &model, const Trace &trace, const Selection &within,
                       const HeadDerivative &derivative, int query, int key, int digits = -1);

} // namespace regard

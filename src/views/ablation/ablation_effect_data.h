#pragma once

#include <vector>

#include <QString>

#include "document/comparison/pinned_state.h"
#include "document/look/selection.h"
#include "io/checkpoint/checkpoint.h"
#include "views/summaries/bar_list_figure.h"

namespace regard {

/// Which part of the effect is shown.
enum class EffectView {
    Sublayer,  ///< each token's output of the selected attention or feed-forward
    Stack,     ///< each token's output of the stack that it belongs to
    Words,     ///< the words whose probability to come next changes most, at one token
    Variation, ///< each token's total variation of the next-token probabilities
};

/// The effect as a picture and in words.
struct AblationEffectData {
    BarListData list;
    QString shortTitle;          ///< of a narrow picture; empty: the list's own
    std::vector<QString> angles; ///< of each row, where they do not fit beside it; empty: not of vectors
    QString summary;             ///< one line
    std::vector<QString> notes;  ///< a sentence for each row
};

/// The list for a picture that wide: where space is short, second texts are shortened rather than cut.
BarListData fittedList(const AblationEffectData &data, double width);

/// Words and Variation need an output layer.
bool hasView(const Trace &trace, EffectView view);

/// Whether the view takes more than a few milliseconds: a large vocabulary.
bool isSlow(const Result &now, EffectView view);

/// The token whose word Words shows: the selected one of the sentence that the output layer reads, else its last.
int wordPosition(const Trace &trace, const Selection &within);

/// The row of the selected token; −1 where the view has none.
int selectedRow(const Result &now, const Selection &within, EffectView view);

/// The present result against the same model with nothing switched off. Both must be of one sentence and
/// configuration, and have the view. The checkpoint, where there is one, names the words. Any thread may ask.
AblationEffectData ablationEffectData(const Result &now, const Result &whole, const Selection &within, EffectView view,
                                      const Checkpoint *checkpoint = nullptr);

} // namespace regard

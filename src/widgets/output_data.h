#pragma once

#include <map>
#include <memory>

#include <QSizeF>

#include "document/selection.h"
#include "engine/model.h"
#include "engine/trace.h"
#include "figures/output_figure.h"
#include "figures/theme.h"

namespace regard {

/// How the numbers of the output layer become probabilities.
struct NextTokenRule {
    double temperature = 1; ///< above 0
    int topK = 0;           ///< 0: all words

    bool operator==(const NextTokenRule &) const = default;
};

/// The next-token probabilities of a trace, one position at a time and kept, because a vocabulary may hold 50,000 words
/// and a picture shows a few rows of it.
class NextTokens {
public:
    /// The trace must have logits.
    NextTokens(SharedTrace trace, NextTokenRule rule);

    const SharedTrace &trace() const { return m_trace; }
    const NextTokenRule &rule() const { return m_rule; }
    /// The position's best OutputFigure::mostCells words that are not impossible, and how the text goes on.
    const OutputData::Row &row(int position);

private:
    OutputData::Row computed(int position) const;

    SharedTrace m_trace;
    NextTokenRule m_rule;
    std::map<int, OutputData::Row> m_rows;
};

/// True where a decoder's pass left something to predict from.
bool hasOutput(const Trace &trace);

/// True where output.w, or W_Q or W_K of a layer of the decoder, was drawn rather than given: the words mean nothing.
bool isOutputRandom(const Model &model);

/// The selection where its attention asks from the decoder's sentence, else moved to the decoder's self-attention.
Selection askingFromDecoder(Selection selection);

/// What the output picture shows. The selection's query counts where its attention asks from the decoder's sentence.
OutputData outputData(const Model &model, const std::shared_ptr<NextTokens> &next, const Selection &selection);

/// The picture as a window shows it, for a space; null where the trace has no output. Throws ValueError where the rule
/// is not one that nextTokenProbabilities() takes.
std::unique_ptr<Figure> outputViewFigure(const Model &model, const SharedTrace &trace, const Selection &selection,
                                         double temperature, int topK, QSizeF size, const Theme &theme);

} // namespace regard

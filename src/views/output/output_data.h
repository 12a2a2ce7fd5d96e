#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QSizeF>
#include <QString>

#include "document/comparison/pinned_state.h"
#include "document/look/selection.h"
#include "draw/theme.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "io/checkpoint/checkpoint.h"
#include "text/tokenizer.h"
#include "views/output/output_figure.h"

namespace regard {

/// How the numbers of the output layer become probabilities.
struct NextTokenRule {
    double temperature = 1; ///< above 0
    int topK = 0;           ///< 0: all words

    bool operator==(const NextTokenRule &) const = default;
};

/// What an output layer says, and from what.
struct OutputSource {
    Result result;                                  ///< the trace must have an output
    std::shared_ptr<const Checkpoint> checkpoint{}; ///< names the words of its vocabulary; null: as they are spelled
    int goesOnAt = -1; ///< the row that a text goes on from (goingOnFrom()); −1: its last
};

/// The words that the output layer gives a chance, one position at a time and kept, because a vocabulary may hold
/// 50,000 words and a picture shows a few rows of it.
class NextTokens {
public:
    NextTokens(OutputSource source, NextTokenRule rule);

    const SharedTrace &trace() const { return m_source.result.trace; }
    const OutputSource &source() const { return m_source; }
    const NextTokenRule &rule() const { return m_rule; }
    /// Whether a row takes less than a few milliseconds.
    bool isQuick() const;
    /// The position's best OutputFigure::mostCells words that are not impossible, and how the text goes on.
    const OutputData::Row &row(int position);
    /// Computes rows of neighbouring positions, which are not kept. Any thread may ask. Throws ValueError where the
    /// rule is invalid.
    std::vector<OutputData::Row> computed(int first, int count) const;
    const OutputData::Row *known(int position) const; ///< null: not asked for yet
    bool isEmpty() const { return m_rows.empty(); }
    void keep(int position, OutputData::Row row) { m_rows.insert_or_assign(position, std::move(row)); }

private:
    OutputData::Row rowOf(int position, const Matrix &logits, const Matrix &probabilities) const;

    OutputSource m_source;
    NextTokenRule m_rule;
    std::map<int, OutputData::Row> m_rows;
};

/// Whether a row of the model's logits and its probabilities are computed in less than a few milliseconds.
bool isOutputQuick(const Model &model, const Trace &trace);

/// True where a pass left something to name words from: a decoder's, or a masked language model's.
bool hasOutput(const Trace &trace);

/// Why a model has no output layer and what helps, a sentence for both the window and the command line; empty where it
/// has one.
QString noOutputText(const Model &model, const Checkpoint *checkpoint = nullptr);

/// True where output.w, or W_Q or W_K of a layer of the stack that it reads, was drawn rather than given: the words
/// mean nothing.
bool isOutputRandom(const Model &model);

/// A word of the vocabulary as a window shows it: a checkpoint's without the marks of its pieces.
QString wordName(const Checkpoint *checkpoint, const std::string &word);

/// The row of the token that a text goes on from: the last that was typed, not one that a tokenizer puts behind it. −1
/// where there is no token.
int goingOnFrom(const Tokens &tokens);

/// What a decoder's text can begin with where there is no text yet: of a checkpoint without a token that its tokenizer
/// puts before a text, the language that it puts behind one, as mBART's, else the padding token, as in Marian's
/// decoder; else empty.
QString startToken(const Checkpoint *checkpoint);

/// The position of the first mask token, of a checkpoint that has one; −1: none.
int firstMask(const Checkpoint *checkpoint, const Model &model, const Trace &trace);

/// The selection where its attention asks from the sentence that the output layer reads, else moved to the decoder's
/// self-attention.
Selection askingFromOutput(const ModelConfig &config, Selection selection);

/// What the output picture shows. The selection's query counts where its attention asks from the sentence that the
/// output layer reads; without one, the first mask token is in focus.
OutputData outputData(const std::shared_ptr<NextTokens> &next, const Selection &selection);

/// The picture as a window shows it, for a space; null where the trace has no output. Throws ValueError where the rule
/// is not one that nextTokenProbabilities() takes.
std::unique_ptr<Figure> outputViewFigure(const OutputSource &source, const Selection &selection,
                                         const NextTokenRule &rule, QSizeF size, const Theme &theme);
std::unique_ptr<Figure> outputViewFigure(const Model &model, const SharedTrace &trace, const Selection &selection,
                                         double temperature, int topK, QSizeF size, const Theme &theme);

} // namespace regard

#pragma once

#include <string>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/input.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// Whether the configuration has an output layer, and the model is not a checkpoint's without one.
bool hasOutputLayer(const Model &model);

/// Whether a row of logits is about the token that comes next, and not about the one in its own place: of a decoder, or
/// of a checkpoint's encoder whose mask is causal (BERT with is_decoder).
bool predictsNext(const Model &model);

/// Whether output.w is the embedding of the vocabulary: as `tied_output` says, or the checkpoint's table where no other
/// output.w is given.
bool isTied(const Model &model);

/// Whether output.w is a matrix of its own, to be looked at cell by cell: neither tied nor in a checkpoint's table.
bool holdsOutputWeights(const Model &model);

/// Whether every number of output.w is given, by a file or a user.
bool isOutputGiven(const Model &model);

/// Brings the rows of a checkpoint's output layer into memory, where that is the one used. Throws as RowTable::keep().
void keepOutputRows(const Model &model);

/// Whether tokens × vocabulary logits are kept in a trace, or computed when shown.
bool keepsLogits(std::size_t tokens, std::size_t vocabulary);

/// What the output layer reads out: the output of the decoder, or of an encoder alone; n × d_model.
const TraceMatrix &readOutStream(const Trace &trace);

/// Logits of `count` rows of the trace from `first` on, count × vocabulary: the trace's, else computed now, from the
/// trace's own model. No columns where the model has no output layer.
Matrix logitsRows(const Model &model, const Trace &trace, int first, int count);

/// The token of each column of the logits: outputWords() where there are any, else the distinct tokens that
/// the model reads (source, then target), in order of first appearance, then `end` where it is not among them.
TokenList vocabularyOf(const Model &model, const Input &input);

/// output.w, outputWidthOf() × vocabulary: the embedding's rows where it is tied, else given, else a copy of the
/// checkpoint's, else drawn by the model's initialization. A tied one includes the rows of the embedding that the user
/// gave. Throws InputError naming both numbers where a given one has another number of columns.
Matrix outputWeights(const Model &model, const TokenList &vocabulary);

/// One column of it, d_model × 1, without copying the others.
Matrix outputColumn(const Model &model, const TokenList &vocabulary, int column);

/// output.b, 1 × vocabulary: given, else zeros, whatever the key `bias` says of the layers. Throws as
/// outputWeights().
Matrix outputBias(const Model &model, int vocabularySize);

/// What output.w multiplies, n × outputWidthOf(): the stack's output itself, or x · output.projection.w, or, of an
/// encoder alone, activation(x · output.transform.w + output.transform.b), which a masked language model norms. Devlin
/// et al. 2019, whose programs do so.
Matrix outputInput(const Model &model, const Matrix &stackOutput);

/// The logits of n rows, a range of the vocabulary at a time, where all of them would be too many to keep. The model
/// must outlive it. Any thread may ask.
class LogitRanges {
public:
    /// Throws as outputWeights().
    LogitRanges(const Model &model, const Matrix &stackOutput, const TokenList &vocabulary);

    int rows() const { return int(m_input.rows()); }
    int words() const { return m_words; }
    /// n × count, of the words from `first` on; with the bits that logitsOf() gives.
    Matrix of(int first, int count) const;
    /// The columns of output.w, d_model × count, of the words from `first` on.
    Matrix weights(int first, int count) const;

private:
    Matrix compared(int first, int count) const;

    const Model &m_model;
    int m_words;
    Matrix m_input;   ///< outputInput()
    Matrix m_bias;    ///< 1 × vocabulary
    Matrix m_rows;    ///< vocabulary × d_model, where the output is tied to a model's own embedding
    Weight m_weights; ///< d_model × vocabulary; none: tied, or the checkpoint's table
};

/// outputInput() · output.w + output.b: n × vocabulary from n × d_model.
Matrix logitsOf(const Model &model, const Matrix &stackOutput, const TokenList &vocabulary);

} // namespace regard

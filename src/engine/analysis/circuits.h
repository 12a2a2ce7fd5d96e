#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/interventions.h"
#include "engine/model/model.h"

namespace regard {

// What a head does with words alone, whatever the sentence: which word asks which (QK), and for which words what it
// reads of a word speaks (OV). Elhage et al. 2021, "A mathematical framework for transformer circuits".
//
// A word is its embedding row as the model scales it, without position and type. Norms are folded in: their gain and
// bias, and the mean that they subtract, but not what they divide by. It is the norm that the head reads through: with
// Norm::Pre that of its sublayer, after the embedding's norm where there is one; with Norm::Post the one before its
// sublayer. Keys of a cross-attention are read through the encoder's last norm.

/// Whether an attention has these: not where it reads recurrent cells.
bool hasCircuits(const ModelConfig &config, Attention attention);
/// Whether what an attention writes goes to the output layer, and is as wide as that.
bool hasOvCircuit(const Model &model, Attention attention);

/// The scaled scores of words that ask, down, with words that are looked at, across, biases counted, keys shared as in
/// the pass. Rotary positions are those of a query `distance` tokens after its key, in a sentence of `tokens`; bias by
/// distance and mask do not count. Throws InputError where a word has no row.
Matrix qkCircuit(const Model &model, const HeadRef &head, const std::vector<std::string> &queries,
                 const std::vector<std::string> &keys, int distance, int tokens);

/// What the head adds for words of the vocabulary, across, where it reads these words, down: through the gain of the
/// final norm to output.w, without their biases and without a masked-word head's transform. Scores, not logits.
Matrix ovCircuit(const Model &model, const HeadRef &head, const std::vector<std::string> &read,
                 const TokenList &vocabulary, const std::vector<int> &columns);

/// Over the whole vocabulary the sum of output.w's column times the word's scaled row: d_model × embedding width. It
/// depends on neither layer nor head. Nothing where it was cancelled.
std::optional<Matrix> vocabularyProduct(const Model &model, const TokenList &vocabulary,
                                        const std::atomic<bool> *cancelled = nullptr);

/// Re Σλ ÷ Σ|λ| of the eigenvalues of the head's OV circuit over the whole vocabulary, without biases: 1 where it
/// raises just the words that it reads, −1 where it lowers them. NaN where all are 0.
double copyingScore(const Model &model, const HeadRef &head, const Matrix &vocabularyProduct);

} // namespace regard

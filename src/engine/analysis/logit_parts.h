#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/stream_parts.h"

namespace regard {

/// The logit of a word at a position, or how far it is above another word's; words by their columns.
struct LogitQuestion {
    int position = 0;
    int word = 0;
    std::optional<int> other{};

    bool operator==(const LogitQuestion &) const = default;
};

/// A logit, or the difference of two, as a sum over the parts of the stream that the output layer reads, and its
/// biases.
struct LogitParts {
    struct Entry {
        StreamPart part;
        double number = 0;
        /// What each key of a head brings to its number, which is their sum; empty: of no head, or of one whose output
        /// is not its weights · values.
        std::vector<double> byKey{};
    };
    std::vector<Entry> entries; ///< in the order of computation; they sum to `total`
    double total = 0;           ///< as the pass computed it, before a soft cap
};

/// The sentence that says why the logits of a model are no sum over such parts; empty: they are.
std::string reasonForNoLogitParts(const Model &model);

/// The final norm, and a masked language model's transform with its norm, are held at this pass's scale, its activation
/// at this pass's gate. Call it where reasonForNoLogitParts() is empty.
LogitParts logitParts(const Model &model, const Trace &trace, const LogitQuestion &question);

/// The attention whose queries are the tokens that the output layer speaks of.
Attention readOutAttention(const ModelConfig &config);

/// The likeliest word at a position, less the second one where there are two.
LogitQuestion likeliestWords(const Model &model, const Trace &trace, int position);

} // namespace regard

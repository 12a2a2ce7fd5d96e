#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/kept_numbers.h"

namespace regard {

/// Rows of numbers that are kept elsewhere, such as in a file: an embedding with tens of thousands of rows, when a
/// sentence needs only a few. Never changes; safe to read from several threads.
class RowTable {
public:
    virtual ~RowTable() = default;
    virtual int rows() const = 0;
    virtual int columns() const = 0;
    /// Writes `count` rows from `first` on as float32, one after the other. The rows must exist. Throws Error where
    /// they cannot be read.
    virtual void read(int first, int count, float *numbers) const = 0;
    /// Brings all rows into memory where they are not there yet, because all of them will be read. From then on nothing
    /// here throws. Throws Error where they cannot be read.
    virtual void keep() const {}
    /// All numbers as float32, row by row; null where they are not in memory or must be converted.
    virtual const float *numbers() const = 0;
    /// All numbers, row by row, as they are in memory; their first is null where they are not there or must be
    /// converted.
    virtual KeptNumbers kept() const { return numbers(); }
};

/// A trained vocabulary with its numbers, which copies of a model share.
struct TokenTable {
    std::shared_ptr<const RowTable> embedding; ///< vocabulary × d_model; never null
    /// vocabulary × d_model, `output.w` transposed, which is used where `output.w` is not given. It is the embedding's
    /// own object (the target's, where it has one) where the checkpoint ties them; null: no output layer.
    std::shared_ptr<const RowTable> output;
    std::unordered_map<std::string, int> ids; ///< row by the token's text; every id is below embedding->rows()
    std::string padding;                      ///< the token that positions of tables pass over; empty: none
    /// d_model numbers: what is added to that token in place of a position's row.
    std::vector<float> paddingPosition{};
    /// The rows of a decoder that has a vocabulary of its own beside the encoder's: its embedding and ids, nothing
    /// else. Null: both read the same.
    std::shared_ptr<const TokenTable> target{};

    /// How a token is shown: without the marks of pieces, bytes as the characters that they make. Empty: as its text.
    std::function<std::string(const std::string &)> label{};

    /// Throws Error where the file is gone or was changed. May be empty.
    std::function<void()> requireUnchanged{};

    /// What the decoder beside an encoder reads.
    const TokenTable &ofTarget() const { return target ? *target : *this; }
    bool isTied() const { return output && output == ofTarget().embedding; }
};

} // namespace regard

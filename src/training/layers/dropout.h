#pragma once

#include <cstdint>

#include "engine/model/sublayer.h"
#include "training/base/place_bits.h"
#include "training/base/rows.h"

namespace regard {

/// What a mask of dropout is laid over.
enum class DroppedPart { EmbeddedTokens, SublayerOutput, AttentionWeights };

/// One matrix of one sentence of one step.
struct DropoutPlace {
    std::uint64_t seed = 0;
    std::uint64_t step = 0;
    std::uint64_t sentence = 0; ///< of the batch, from 0
    DroppedPart part = DroppedPart::EmbeddedTokens;
    Sublayer sublayer{}; ///< of EmbeddedTokens the stack alone
    int head = 0;        ///< of AttentionWeights
};

/// What one matrix is multiplied by, number by number: 0 with probability `rate`, else 1 ÷ (1 − rate), so that the mean
/// stays. A function of its arguments alone: the mask of any step can be looked at afterwards. Srivastava et al. 2014;
/// where it is laid, Vaswani et al. 2017, section 5.4, and attention weights as their programs do.
class DropoutMask {
public:
    /// rate in [0, 1).
    DropoutMask(double rate, const DropoutPlace &place);
    /// row and column count from 0, columns is the matrix's width.
    double at(Eigen::Index row, Eigen::Index column, Eigen::Index columns) const
    {
        return m_bits.unitAt(std::uint64_t(row * columns + column)) < m_rate ? 0.0 : m_kept;
    }

private:
    PlaceBits m_bits;
    double m_rate;
    double m_kept;
};

/// x ← x ∘ mask. x has the mask's rows from firstRow on.
template <typename Number>
void applyDropout(const DropoutMask &mask, RowsView<Number> x, Eigen::Index firstRow = 0);

} // namespace regard

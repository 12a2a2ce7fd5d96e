#pragma once

#include <memory>
#include <vector>

#include "engine/model/model_config.h"
#include "engine/pass/trace.h"
#include "io/attention/imported_tensor.h"

namespace regard {

/// The heads of one attention in a file. Each row is checked when its head is read: a number below 0, or none, is no
/// weight, and its row is left empty; the sum must be 1, or 0 where every key is masked, within 1e-3 (of bfloat16,
/// which keeps eight bits, 1/256). HeadTrace::fault says which row is not so.
class ImportedHeads : public HeadSource {
public:
    using Tensor = std::shared_ptr<const ImportedTensor>;

    /// All of the weights' size; null: the file does not have them. `mask` and `maskedKeys`, positions from 0: a weight
    /// where they forbid one is a fault too.
    ImportedHeads(Tensor weights, Tensor scores, Tensor scaled, Tensor masked, Mask mask, std::vector<int> maskedKeys);

    std::size_t count() const override { return std::size_t(m_weights->count()); }
    Eigen::Index queries() const override { return m_weights->rows(); }
    Eigen::Index keys() const override { return m_weights->columns(); }
    std::shared_ptr<const HeadTrace> read(std::size_t head) const override;
    HeadScores scores(std::size_t head) const override;
    bool hasScores() const override { return m_scores != nullptr; }
    bool hasScaled() const override { return m_scaled != nullptr; }
    bool hasMasked() const override { return m_masked != nullptr; }

private:
    Tensor m_weights;
    Tensor m_scores;
    Tensor m_scaled;
    Tensor m_masked;
    Mask m_mask;
    std::vector<int> m_maskedKeys;
};

} // namespace regard

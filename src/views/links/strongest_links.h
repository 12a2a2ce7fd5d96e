#pragma once

#include <cstddef>
#include <vector>

#include "engine/base/matrix.h"
#include "views/links/link_data.h"

namespace regard {

/// Which head gives each pair of tokens the largest weight, and in which rows of which head nothing stands out.
class StrongestLinks {
public:
    explicit StrongestLinks(const LinkData &data);

    /// The largest weight of each pair; 0 where no head has one.
    const Matrix &weights() const { return m_weights; }
    /// Index into LinkData::heads; of equal heads the first.
    int slot(int query, int key) const { return m_slots[placeOf(query, key)]; }
    bool isStrongest(int slot, int query, int key) const { return this->slot(query, key) == slot; }
    /// Whether a row lies near 1/n: its largest weight is at most half as much again. A row of one weight is.
    bool isNearUniform(int slot, int query) const { return m_nearUniform[std::size_t(slot)][std::size_t(query)]; }

private:
    std::size_t placeOf(int query, int key) const { return std::size_t(query) * std::size_t(m_weights.cols()) + key; }
    void add(int slot, const Matrix &weights);

    Matrix m_weights;
    std::vector<int> m_slots;
    std::vector<std::vector<bool>> m_nearUniform; ///< of each head, each query
};

} // namespace regard

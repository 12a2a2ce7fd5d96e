#include "views/links/strongest_links.h"

#include <algorithm>

namespace regard {

namespace {

template <typename Row>
bool isNearUniformRow(const Row &row)
{
    constexpr float mostOfNearUniform = 1.5F;
    const auto others = (row.array() > 0).count(); // tokens that the mask allows
    return others == 0 || row.maxCoeff() * float(others) <= mostOfNearUniform;
}

} // namespace

StrongestLinks::StrongestLinks(const LinkData &data)
    : m_weights(Matrix::Zero(data.queries.size(), data.keys.size())), m_slots(std::size_t(m_weights.size()), 0)
{
    for (std::size_t slot = 0; slot < data.heads.size(); ++slot)
        add(int(slot), *data.heads[slot].weights);
}

void StrongestLinks::add(int slot, const Matrix &weights)
{
    std::vector<bool> &nearUniform = m_nearUniform.emplace_back(std::size_t(weights.rows()), false);
    const Eigen::Index keys = std::min(weights.cols(), m_weights.cols());
    for (Eigen::Index query = 0; query < std::min(weights.rows(), m_weights.rows()); ++query) {
        const float *row = weights.row(query).data();
        float *strongest = m_weights.row(query).data();
        int *heads = m_slots.data() + placeOf(int(query), 0);
        for (Eigen::Index key = 0; key < keys; ++key) {
            heads[key] = row[key] > strongest[key] ? slot : heads[key];
            strongest[key] = row[key] > strongest[key] ? row[key] : strongest[key];
        }
        nearUniform[std::size_t(query)] = isNearUniformRow(weights.row(query));
    }
}

} // namespace regard

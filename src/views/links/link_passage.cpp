// How a link picture follows another one on the screen: links that change grow or shrink.
#include <algorithm>
#include <utility>

#include "views/links/link_figure.h"

namespace regard {

namespace {

constexpr Eigen::Index mostGrowing = 100'000; // weights: more are not mixed within a display frame

bool hasEqualPlaces(const LinkData &a, const LinkData &b)
{
    return a.queries == b.queries && a.keys == b.keys && a.horizontal == b.horizontal && a.curved == b.curved &&
           a.multiples == b.multiples && a.isDifference == b.isDifference;
}

bool hasEqualHeads(const LinkData &a, const LinkData &b)
{
    return std::equal(a.heads.begin(), a.heads.end(), b.heads.begin(), b.heads.end(),
                      [](const LinkData::Head &one, const LinkData::Head &other) {
                          return one.index == other.index && one.weights->rows() == other.weights->rows() &&
                                 one.weights->cols() == other.weights->cols();
                      });
}

} // namespace

Figure::Passage LinkFigure::passageFrom(const Figure &former) const
{
    const auto *links = dynamic_cast<const LinkFigure *>(&former);
    if (!links || links->m_size != m_size || !hasEqualPlaces(m_data, links->m_data))
        return Passage::Jumps;
    if (!hasEqualHeads(m_data, links->m_data))
        return Passage::Fades;
    Eigen::Index size = 0;
    bool isChanged = false;
    for (std::size_t i = 0; i < m_data.heads.size() && size <= mostGrowing; ++i) {
        const std::shared_ptr<const Matrix> &now = m_data.heads[i].weights;
        size += now->size();
        isChanged = isChanged || (now != links->m_data.heads[i].weights && *now != *links->m_data.heads[i].weights);
    }
    return isChanged && size <= mostGrowing ? Passage::Grows : Passage::Jumps;
}

std::unique_ptr<Figure> LinkFigure::grownFrom(const Figure &former, double share) const
{
    const LinkData &before = static_cast<const LinkFigure &>(former).m_data;
    LinkData between = m_data;
    for (std::size_t i = 0; i < between.heads.size(); ++i) {
        std::shared_ptr<const Matrix> &weights = between.heads[i].weights;
        if (weights != before.heads[i].weights)
            weights = std::make_shared<const Matrix>(*before.heads[i].weights +
                                                     float(share) * (*weights - *before.heads[i].weights));
    }
    auto figure = std::make_unique<LinkFigure>(std::move(between), m_space, m_theme);
    figure->m_layout = m_layout;
    figure->m_read = this;
    return figure;
}

} // namespace regard

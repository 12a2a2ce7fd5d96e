// How many links of a picture lie above and below the floor, and where the floor lies.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "views/links/link_figure.h"

namespace regard {

float LinkFigure::everyQuerysFloor() const
{
    constexpr float ofTheLargest = 0.125F;
    float floor = 1;
    float largest = 0;
    for (const Matrix *weights : linkMatrices()) {
        for (Eigen::Index query = 0; weights && query < weights->rows(); ++query) {
            float strongest = 0;
            for (Eigen::Index key = 0; key < weights->cols(); ++key)
                if (m_data.pair.shows(int(query), int(key)))
                    strongest = std::max(strongest, magnitude((*weights)(query, key)));
            largest = std::max(largest, strongest);
            if (strongest > 0) // a masked row has none
                floor = std::min(floor, strongest);
        }
    }
    return m_data.isDifference ? largest * ofTheLargest : floor;
}

float LinkFigure::floorFor(long links) const
{
    std::vector<float> weights;
    for (int slot = 0; slot < int(m_data.heads.size()); ++slot)
        forEachLinkOf(slot, Which::AboveFloor, [&](int, int, float weight) { weights.push_back(magnitude(weight)); });
    const auto last = weights.begin() + std::min<std::ptrdiff_t>(links, std::ptrdiff_t(weights.size())) - 1;
    std::nth_element(weights.begin(), last, weights.end(), std::greater<>());
    return *last;
}

void LinkFigure::count()
{
    LinkBackdrop::Scene scene;
    std::optional<LinkBackdrop::Counts> counts;
    if (m_backdrop) {
        scene = countedScene();
        counts = m_backdrop->counts(scene);
    }
    if (!counts) {
        counts = countAll();
        if (counts->shown > m_mostLinks) {
            m_floor = double(floorFor(m_mostLinks));
            counts = countAll();
        }
        if (m_backdrop)
            m_backdrop->keepCounts(scene, *counts);
    }
    m_floor = counts->floor;
    m_shown = counts->shown;
    m_hidden = counts->hidden - (m_theme.leastLine > 0 ? 0 : hiddenInFocus()); // which print leaves out
}

LinkBackdrop::Counts LinkFigure::countAll() const
{
    LinkBackdrop::Counts counts;
    counts.floor = m_floor;
    const auto floor = float(m_floor);
    for (const Matrix *matrix : linkMatrices()) {
        const Matrix &weights = *matrix;
        const float *end = weights.data() + weights.size();
        if (!m_data.isDifference && !m_data.pair.isFiltered()) { // nothing to ask of each: vector instructions
            const auto all = std::count_if(weights.data(), end, [](float weight) { return weight > 0; });
            const auto shown =
                std::count_if(weights.data(), end, [floor](float weight) { return weight > 0 && weight >= floor; });
            counts.shown += shown;
            counts.hidden += all - shown;
            continue;
        }
        for (int query = 0; query < weights.rows(); ++query) {
            for (int key = 0; key < weights.cols(); ++key) {
                const float weight = magnitude(weights(query, key));
                const bool isLink = weight > 0 && m_data.pair.shows(query, key);
                counts.shown += isLink && weight >= floor ? 1 : 0;
                counts.hidden += isLink && weight < floor ? 1 : 0;
            }
        }
    }
    return counts;
}

bool LinkFigure::isHidden(int query, int key, float weight) const
{
    const float shown = magnitude(weight);
    return shown > 0 && shown < float(m_floor) && m_data.pair.shows(query, key);
}

long LinkFigure::hiddenInFocus() const
{
    long hidden = 0;
    const std::vector<int> known = focusedKeys();
    for (const Matrix *matrix : linkMatrices()) {
        const Matrix &weights = *matrix;
        for (int query = 0; query < weights.rows(); ++query) {
            const float *row = weights.row(query).data();
            for (int key = 0; isFocusedQuery(query) && key < weights.cols(); ++key)
                hidden += isHidden(query, key, row[key]) ? 1 : 0;
            for (std::size_t i = 0; !isFocusedQuery(query) && i < known.size(); ++i)
                hidden += known[i] < weights.cols() && isHidden(query, known[i], row[known[i]]) ? 1 : 0;
        }
    }
    return hidden;
}

long LinkFigure::countFiltered() const
{
    long filtered = 0;
    const auto floor = float(m_floor);
    for (const Matrix *weights : linkMatrices()) {
        for (int query = 0; m_data.pair.isFiltered() && query < weights->rows(); ++query) {
            for (int key = 0; key < weights->cols(); ++key) {
                const float shown = magnitude((*weights)(query, key));
                filtered += shown > 0 && shown >= floor && !m_data.pair.shows(query, key) ? 1 : 0;
            }
        }
    }
    return filtered;
}

} // namespace regard

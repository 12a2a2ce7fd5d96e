#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "figures/links/link_figure.h"

// How LinkFigure goes through its links, for those of its parts that do.

namespace regard {

template <typename Visit>
void LinkFigure::forEachLinkOf(int slot, Which which, Visit visit) const
{
    const auto floor = float(m_floor);
    const std::vector<int> known = focusedKeys();
    const bool filters = m_data.pair.isFiltered();
    const Matrix &weights = *m_data.heads[std::size_t(slot)].weights;
    for (int query = 0; query < weights.rows(); ++query) {
        const bool isWhole = isFocusedQuery(query);
        const float *row = weights.row(query).data();
        const auto visitIf = [&](int key, bool isSeen) {
            const float shown = magnitude(row[key]);
            if (shown > 0 && isSeen && (!filters || m_data.pair.shows(query, key)))
                visit(query, key, row[key]);
        };
        if (which == Which::Focused || which == Which::FocusedAboveFloor) {
            const auto isSeen = [&](int key) { return which == Which::Focused || magnitude(row[key]) >= floor; };
            for (int key = 0; isWhole && key < weights.cols(); ++key)
                visitIf(key, isSeen(key));
            for (std::size_t i = 0; !isWhole && i < known.size(); ++i)
                if (known[i] < weights.cols())
                    visitIf(known[i], isSeen(known[i]));
            continue;
        }
        const bool isAll = which == Which::AboveFloor;
        for (int key = 0; (isAll || !isWhole) && key < weights.cols(); ++key)
            // Most links of a long sentence lie below the floor.
            if (std::abs(row[key]) >= floor && (isAll || !std::binary_search(known.begin(), known.end(), key)))
                visitIf(key, magnitude(row[key]) >= floor);
    }
}

template <typename Visit>
void LinkFigure::forEachLink(Which which, Visit visit) const
{
    for (const LinkPanel &panel : m_layout.panels)
        for (const int slot : panel.heads)
            forEachLinkOf(slot, which,
                          [&](int query, int key, float weight) { visit(panel, slot, query, key, weight); });
}

} // namespace regard

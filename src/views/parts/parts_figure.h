#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "draw/broken_title.h"
#include "draw/figure.h"
#include "draw/listed_figure.h"
#include "draw/theme.h"
#include "views/parts/parts_data.h"

namespace regard {

/// A row of one of the lists of a PartsFigure; of the list after the last one a cell of the map.
struct PartsHit {
    int list = 0;
    int row = 0;

    bool operator==(const PartsHit &) const = default;
};

/// A sum of parts: what the numbers say in sentences, lists of bars, and a map below them.
class PartsFigure : public Figure, public ListedFigure {
public:
    /// Takes the available width, but no less than 300 pixels; size() grows downwards. Lists stand side by side where
    /// each has room.
    PartsFigure(PartsData data, QSizeF size, const Theme &theme, std::optional<PartsHit> current = {});

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;

    /// One list below the other, each with its own heading before its rows.
    ListTable table() const override;

    const PartsData &data() const { return m_data; }
    std::optional<PartsHit> hit(QPointF point) const;
    QRectF rowRect(PartsHit hit) const;
    /// Lists, and the map where its cells are parts; how many rows each has.
    int lists() const;
    int rows(int list) const;
    /// The part that a row stands for; nothing: none, or several.
    std::optional<StreamPart> part(PartsHit hit) const;
    bool isOfKey(PartsHit hit) const;
    QString text(PartsHit hit) const; ///< its name and number

private:
    struct Placed {
        std::unique_ptr<BarListFigure> list;
        QPointF corner;
    };

    bool isOnMap(PartsHit hit) const { return hit.list == int(m_lists.size()); }

    PartsData m_data;
    Theme m_theme;
    BrokenTitle m_title;
    std::vector<BrokenTitle> m_sentences;
    std::vector<Placed> m_lists;
    std::unique_ptr<HeatmapFigure> m_map; ///< null: there is none
    QPointF m_mapCorner;
    QSizeF m_size;
};

/// A picture for a screen far away: as much as has room, and of long lists the strongest rows.
std::unique_ptr<PartsFigure> presentedParts(PartsData data, QSizeF size, const Theme &theme);

} // namespace regard

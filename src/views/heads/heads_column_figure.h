#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "draw/theme.h"
#include "engine/model/interventions.h"
#include "views/heads/head_thumbnails.h"
#include "views/heads/heads_figure.h"
#include "views/heads/heads_picture.h"

namespace regard {

/// All heads in a narrow column: thumbnails of 60 with the number left of them, or where the height does not hold them
/// smaller ones in several columns with the number below. Beyond 16 heads a map of all of them, a row for each layer,
/// and below it the thumbnails of the selected layer. Lists in an order have no map.
class HeadsColumnFigure : public HeadsPicture {
public:
    /// The narrowest column, in CSS pixels.
    static constexpr double width = 88;
    /// The map of thumbnails reads better from this width on.
    static constexpr double mostWidth = 2 * width;

    /// `shades` are what the map's cells are coloured by, 0 to 1; a head without one stays plain. Images are taken from
    /// `thumbnails` and left there; null: kept as long as the figure. What does not fit makes size() higher.
    HeadsColumnFigure(HeadsData data, QSizeF space, const Theme &theme,
                      std::shared_ptr<HeadThumbnails> thumbnails = nullptr, std::map<HeadRef, double> shades = {});

    QSizeF size() const override { return m_size; }
    double labelSize() const override { return 14; }
    void paint(QPainter &painter) const override;

    bool hasMap() const { return !m_maps.empty(); }
    double side() const { return m_style.side; } ///< of a thumbnail
    /// The head's cell in the map; empty where there is none.
    QRectF mapRect(const HeadPlace &place) const;
    /// The place of the head's number; empty where its thumbnail has none.
    QRectF numberRect(const HeadPlace &place) const;

    std::optional<HeadPlace> hit(QPointF point) const override;
    /// The thumbnail's square, else the head's cell in the map.
    QRectF placeRect(const HeadPlace &place) const override;
    QRectF namedRect(const HeadPlace &place) const override;
    /// Up and down go from layer to layer where there is a map.
    HeadPlace stepped(const HeadPlace &from, HeadStep step) const override;

private:
    /// How the column is laid out.
    struct Style {
        double side = 60;
        int columns = 1;
        bool isBeside = true; ///< numbers left of the thumbnails
        double mapCell = 0;   ///< the height of the map's cells; 0: no map
    };
    struct Item {
        HeadPlace place;
        QString name;
        std::shared_ptr<const BlockTrace> block;
        HeadNote note;
        QRectF square{};
        QRectF number{};
    };
    struct Group {
        HeadPlace label; ///< its head is −1
        QString title;   ///< empty: no heading
        std::vector<Item> items;
        QRectF heading{};
    };
    struct Map {
        Attention attention;
        int layers = 0;
        int heads = 0;
        QString caption;
        QRectF captionBox{};
        QRectF box{};
    };

    std::vector<Style> styles(double width) const;
    /// Places everything; the height that it takes.
    double lay(const Style &style, double width);
    Group groupOf(const HeadsData::Section &section, int layer) const;
    void gather(bool hasMap);
    const Item *itemAt(const HeadPlace &place) const;
    QRectF barRect(const QRectF &square) const;
    bool isInLinks(const HeadPlace &place) const; ///< of several heads that are

    void paintMap(QPainter &painter, const Map &map, const QRectF &clip) const;
    void paintHeading(QPainter &painter, const Group &group) const;
    void paintItem(QPainter &painter, const Item &item, double ratio) const;
    void paintNumber(QPainter &painter, const Item &item) const;
    void paintFrames(QPainter &painter) const;

    HeadsData m_data;
    Theme m_theme;
    ColorRange m_range;
    std::shared_ptr<HeadThumbnails> m_thumbnails;
    std::map<HeadRef, double> m_shades;
    Style m_style;
    bool m_hasBars = false;
    double m_largestShare = 0;
    std::vector<Map> m_maps;
    std::vector<Group> m_groups;
    QSizeF m_size;
};

} // namespace regard

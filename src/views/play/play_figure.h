#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/play/play_data.h"
#include "views/play/play_layout.h"
#include "views/steps/step_data.h"

namespace regard {

/// What a picture of the play has beside the play itself; a window shows these in its own way.
struct PlayExtras {
    bool hasTitle = true;
    bool hasTrack = true; ///< the scenes, and where it is among them
    bool hasText = true;  ///< the sentences of the moment
};

/// A moment of the play: the token that asks, the bands to every key, k, scores and shares of each, and what is taken
/// home.
class PlayFigure : public Figure {
public:
    /// Fills the size, with type that grows with it; where there are more keys than fit, the largest and all others in
    /// one row. Where even these do not fit, size() is larger. Beyond the end it is the still picture of all of it.
    PlayFigure(std::shared_ptr<const PlayData> data, double seconds, QSizeF size, const Theme &theme,
               PlayExtras extras = {});

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    std::unique_ptr<Figure> within(QSizeF size) const override;
    double smallestScale() const override { return 0.6; }
    double labelSize() const override { return m_layout.type; }

    /// All of the data, of which keys() have rows.
    const PlayData &data() const { return *m_data; }
    const std::vector<PlayKey> &keys() const { return m_shown.keys; }
    double seconds() const { return m_seconds; }
    /// The position of the row at a point; −1 none.
    int rowAt(QPointF point) const;
    QRectF rowRect(int row) const { return m_layout.rows.at(std::size_t(row)); }
    /// The height of a key's band where it ends, CSS pixels.
    double bandHeight(int row) const;
    /// All numbers of the row, for a tool tip.
    QString note(int row) const;

private:
    void paintExtras(QPainter &painter) const;
    void paintCard(QPainter &painter) const;
    void paintBands(QPainter &painter) const;
    void paintFlow(QPainter &painter) const;
    void paintHeadings(QPainter &painter) const;
    void paintRow(QPainter &painter, int row) const;
    void paintMask(QPainter &painter, int row) const;
    void paintShare(QPainter &painter, int row) const;
    void paintOutline(QPainter &painter) const;
    void paintNumber(QPainter &painter, const QRectF &box, const QString &text, const QColor &color, bool isBold,
                     bool hasPlate) const;
    /// Paints numbers as cells of a role's colour, or where they do not fit as bars from the middle.
    void paintCells(QPainter &painter, const QRectF &box, const std::vector<double> &values, StepRole role,
                    double limit, double type, bool showsZeros) const;
    /// The type of numbers in cells of that width together; 0: they do not fit. The second asks for the rows of all
    /// keys.
    double cellType(const std::vector<double> &values, double width) const;
    double cellType(std::vector<double> PlayKey::*row) const;
    /// How much of a row is there while a scene goes from row to row.
    double appears(PlayScene scene, int row) const;
    double share(PlayScene scene) const { return shareOf(scene, m_moment); }
    /// The share of their width to which bands and bars have grown, 0 … 1; the softmax brings them.
    double growth() const;
    /// How far v stands in the place of k, 0 … 1; the weighted sum brings it there.
    double valuesShown() const;
    QColor roleColor(StepRole role) const;
    QFont font(double scale, bool isBold = false) const;

    std::shared_ptr<const PlayData> m_data;
    PlayData m_shown;  ///< with as many keys as have rows
    PlayTexts m_texts; ///< of its columns
    double m_seconds;
    PlayMoment m_moment;
    Theme m_theme;
    PlayExtras m_extras;
    PlayLayout m_layout;
    QSizeF m_size;
};

} // namespace regard

#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "draw/broken_title.h"
#include "draw/figure.h"
#include "draw/listed_figure.h"
#include "draw/theme.h"

namespace regard {

/// What a model would say at each token after each layer.
struct LensData {
    struct Cell {
        QString word; ///< the most likely one; empty: there is no number
        double probability = 0;
        double chosen = 0; ///< probability of the chosen word
        int rank = 0;      ///< of the chosen word, from 1
    };
    QStringList tokens;
    std::vector<bool> masked; ///< may be shorter
    QStringList places;       ///< "embedding", "1", "2", …
    std::vector<Cell> cells;  ///< tokens × places
    QString chosen;           ///< the word whose rank and probability are shown; empty: none
    int query = -1;           ///< token in focus
    int place = -1;           ///< in focus
    QString title;

    const Cell &at(int token, int column) const { return cells[std::size_t(token * places.size() + column)]; }
};

struct LensHit {
    int token;
    int place;

    bool operator==(const LensHit &) const = default;
};

/// A row a token, a column a layer: the most likely word of each cell, below it its probability or the rank and the
/// probability of the chosen word, which the shade shows too.
class LensFigure : public Figure, public ListedFigure {
public:
    /// In the window it grows beyond the size so that every cell has room for its word. A file has all of it in its
    /// size: cells that are too small lose numbers, then words, and are shades. A presented one leaves tokens and
    /// layers out.
    LensFigure(LensData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    double labelSize() const override { return m_labelType; }
    /// Draws only the cells that meet the painter's clip, where it has one.
    void paint(QPainter &painter) const override;
    /// The names of tokens and layers again at the edges of the part in view, where they are scrolled away.
    void paintEdges(QPainter &painter, const QRectF &inView) const;

    /// A row for each cell.
    ListTable table() const override;
    const LensData &data() const { return m_data; }
    std::optional<LensHit> hit(QPointF point) const;
    QRectF cellRect(int token, int place) const; ///< empty where it is left out
    /// The cell with the names before and above it.
    QRectF cellWithNames(int token, int place) const;
    bool showsWords() const { return m_showsWords; }
    bool showsNumbers() const { return m_showsNumbers; }

    /// The second line of a cell: "0.42", with a chosen word "#3 0.12".
    QString numberText(const LensData::Cell &cell) const;
    static QString probabilityText(double probability);

private:
    void chooseShown(double width, double height);
    QRectF cellAt(std::size_t row, std::size_t column) const;
    double narrowestWord() const; ///< a cell with room for its word and numbers
    double shade(const LensData::Cell &cell) const;
    void paintCell(QPainter &painter, int token, int place, const QRectF &box) const;
    void paintTokens(QPainter &painter, double left) const;
    void paintPlaces(QPainter &painter, double top) const;
    void paintFocus(QPainter &painter) const;
    void paintBar(QPainter &painter) const;
    QFont wordFont() const;
    QFont numberFont() const;

    LensData m_data;
    Theme m_theme;
    BrokenTitle m_title;
    QSizeF m_size;
    std::vector<int> m_rows;    ///< tokens that are shown
    std::vector<int> m_columns; ///< places that are shown
    QRectF m_cells;
    double m_labelType = 13;
    double m_cellWidth = 0;
    double m_cellHeight = 0;
    bool m_hasBar = false;
    bool m_showsWords = true;
    bool m_showsNumbers = true;
};

} // namespace regard

#pragma once

#include <optional>
#include <vector>

#include <QPainterPath>
#include <QString>
#include <QStringList>

#include "draw/broken_title.h"
#include "draw/figure.h"
#include "draw/listed_figure.h"
#include "draw/theme.h"

namespace regard {

/// The way from one word to another, and how much of each word is left at its end.
struct PathData {
    struct Word {
        QString text;
        double left = 0; ///< NaN: not computed yet
        bool isMasked = false;
    };
    std::vector<Word> words; ///< with a bar each
    QStringList askers;      ///< words of another sentence, to which the way leads; none: it leads to one of `words`
    int from = -1;           ///< −1: none
    int to = -1;             ///< among the askers where there are any
    /// Words that the way touches, each step from one to the next; with askers the one that it leaves. Empty: none.
    std::vector<int> way;
    int current = -1;         ///< row with a frame: where the keyboard is
    bool currentAsks = false; ///< it is one of the askers
    QString title;            ///< may be empty
    QStringList sentences;    ///< above the words
    QString askerHeader;      ///< over the askers
    QString wordHeader;       ///< over the words
    QString valueHeader;      ///< over the bars
};

/// A row of a PathFigure.
struct PathHit {
    bool asks = false;
    int row = 0;

    bool operator==(const PathHit &) const = default;
};

/// One line a word: its name, a bar from 0 to the largest number, the number. Beside the names an arrow for each step.
class PathFigure : public Figure, public ListedFigure {
public:
    /// Takes the available width, but no less than 220 pixels; size() grows downwards.
    PathFigure(PathData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    /// Draws only the rows that meet the painter's clip, where it has one.
    void paint(QPainter &painter) const override;

    ListTable table() const override;

    const PathData &data() const { return m_data; }
    std::optional<PathHit> hit(QPointF point) const;
    QRectF rowRect(PathHit hit) const;
    QRectF barRect(int word) const; ///< zero width where the number is not known yet
    /// The ends of a step's arrow; steps count from 0.
    std::pair<QPointF, QPointF> stepEnds(int step) const;
    int steps() const;

    /// Four digits that count: "1.414", "0.002", "1.25e−09"; "…" where it is not known.
    static QString numberText(double number);

private:
    double wordsLeft() const;
    double barsLeft() const;
    QPainterPath stepLine(int step) const;
    void paintHeaders(QPainter &painter) const;
    void paintRow(QPainter &painter, PathHit row) const;
    void paintSteps(QPainter &painter) const;

    PathData m_data;
    Theme m_theme;
    BrokenTitle m_title;
    std::vector<BrokenTitle> m_sentences;
    QSizeF m_size;
    double m_top = 0;
    double m_rowHeight = 0;  ///< while presenting as low as the picture's height asks for
    double m_askerWidth = 0; ///< 0: there is none
    double m_wordWidth = 0;
    double m_numberWidth = 0;
    double m_most = 0; ///< the number of a full bar
};

} // namespace regard

#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QPointF>
#include <QString>
#include <QStringList>

#include "draw/broken_title.h"
#include "draw/figure.h"
#include "draw/theme.h"

namespace regard {

/// A recurrent network over its sentences: a box a word and step.
struct UnrolledData {
    struct State {
        std::vector<float> numbers;
        std::vector<float> cellNumbers{}; ///< of an lstm c, beside the others, which are h; else empty
        bool isMasked = false;            ///< the state before it stays
        bool isOff = false;               ///< put to zero
    };
    struct Row {
        QString name;
        std::vector<State> states; ///< of each token
        bool hasSteps = true;      ///< each state reads the one before it; false: rows of a stack of attentions
        bool isBackward = false;   ///< of the same layer as the row before it, and reads what that reads
    };
    struct Sentence {
        QString name;
        QStringList words;
        std::vector<Row> rows; ///< the one that reads the words first
    };
    struct Link {
        int query = 0; ///< a token of the second sentence
        int key = 0;   ///< of the first
        double weight = 0;
    };
    std::vector<Sentence> sentences; ///< one, or the encoder's before the decoder's
    State firstState;                ///< with which the decoder's rows begin; no numbers: zeros
    std::vector<Link> links;         ///< of the head in view
    int linkColor = 0;               ///< as of a head
    bool asksBefore = false;         ///< the state before a step asks for what the step reads
    QString title;                   ///< may be empty
    QString firstName;               ///< of the first state's box
    QString partsName;               ///< what stands left and right in a box of two parts
};

/// A box of an UnrolledFigure.
struct UnrolledBox {
    int sentence = 0;
    int row = 0;
    int token = 0;

    bool operator==(const UnrolledBox &) const = default;
};

/// Words, above or below them a row of boxes for each chain, arrows in time, and links between both sentences. The
/// second sentence stands above the first and its rows grow downwards, so that both last rows meet at the links.
class UnrolledFigure : public Figure {
public:
    /// Takes the available space, but no less than 16 pixels a word and 260 in all. A focus that does not exist is
    /// none.
    UnrolledFigure(UnrolledData data, QSizeF space, const Theme &theme, std::optional<UnrolledBox> focus = {});

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;

    const UnrolledData &data() const { return m_data; }
    bool exists(const UnrolledBox &box) const;
    std::optional<UnrolledBox> hit(QPointF point) const;
    QRectF boxRect(const UnrolledBox &box) const;
    QRectF firstRect() const; ///< of the first state; empty where there is none
    /// A link's ends: at the box that asks, and at the one that is asked.
    std::pair<QPointF, QPointF> linkEnds(const UnrolledData::Link &link) const;
    static double linkWidth(double weight) { return 6 * weight; }
    /// The largest magnitude of all states: the ends of the colours.
    double range() const { return m_range; }
    double shareOf(float number) const; ///< of the largest, −1 to 1
    /// The right half of a box, in which c stands.
    static QRectF cellPart(const QRectF &box) { return box.adjusted(box.width() / 2, 0, 0, 0); }

private:
    const UnrolledData::State &stateAt(const UnrolledBox &box) const;
    bool isDown(int sentence) const { return sentence > 0; }
    double wordsTop(int sentence) const;
    std::optional<UnrolledBox> before(const UnrolledBox &box) const;
    bool isSource(const UnrolledBox &box) const;
    bool isLit(const UnrolledData::Link &link) const;
    void placeRows(double top);
    void paintWords(QPainter &painter, int sentence) const;
    void paintRow(QPainter &painter, int sentence, int row) const;
    bool hasFirst() const { return !m_data.firstState.numbers.empty(); }
    void widenRange(const UnrolledData::State &state);
    void paintStrip(QPainter &painter, const QRectF &rect, const UnrolledData::State &state) const;
    void paintArrow(QPainter &painter, QPointF from, QPointF to, bool isLit) const;
    void paintStepsOf(QPainter &painter, int sentence, int row) const;
    void paintReads(QPainter &painter, int sentence) const;
    void paintLinks(QPainter &painter) const;
    void paintFirst(QPainter &painter) const;
    void paintMeanTo(QPainter &painter, QPointF first, bool isLit) const;
    void paintColors(QPainter &painter) const;

    UnrolledData m_data;
    Theme m_theme;
    std::optional<UnrolledBox> m_focus;
    BrokenTitle m_title;
    QSizeF m_size;
    double m_left = 0;   ///< of the first column
    double m_column = 0; ///< its width
    bool m_isSlanted = false;
    double m_wordHeight = 0;
    double m_boxHeight = 0;
    double m_bandHeight = 0;
    std::vector<std::vector<double>> m_tops; ///< of each sentence's rows
    double m_range = 0;
};

} // namespace regard

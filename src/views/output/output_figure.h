#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "draw/broken_title.h"
#include "draw/figure.h"
#include "draw/listed_figure.h"
#include "draw/theme.h"

namespace regard {

/// What an output layer says of each token: what comes next, or which word belongs in its place.
struct OutputData {
    struct Candidate {
        QString token;
        double probability = 0;
        int index = -1;      ///< column of the logits; −1: the vocabulary does not have it
        bool isNext = false; ///< the text goes on with it
        double logit = 0;
    };
    struct Row {
        std::vector<Candidate> best;   ///< most probable first, without those that are impossible
        std::optional<Candidate> next; ///< how the text goes on, or the token there; none where that is open
        bool isPending = false;        ///< still being computed: `best` is of an earlier state, or empty
    };
    /// Asked for as rows come into view, because a vocabulary may hold 50,000 words: the row's best `count`, or fewer
    /// where there are no more.
    using RowSource = std::function<Row(int position, int count)>;

    QStringList tokens; ///< what the stack before the output layer reads
    std::vector<int> masked;
    int vocabulary = 0; ///< number of words
    RowSource row;
    int query = -1;            ///< position in focus
    int candidate = -1;        ///< cell in focus, of the row goesOnAt
    int goesOnAt = -1;         ///< the row whose words can come next in the text; −1: none
    bool namesItsOwn = false;  ///< a row is about its own token, not the next
    bool saysReplaced = false; ///< namely whether it was replaced
    QString title;
};

/// " · logit +1.32"
QString outputLogitText(const OutputData::Candidate &candidate);

struct OutputHit {
    int position;
    int cell; ///< −1: the token itself
};

/// A candidate as drawn.
struct OutputCell {
    OutputData::Candidate candidate;
    bool isApart = false; ///< others that are more probable are left out before it
};

/// One line a position: the token, an arrow, and its most probable next tokens, each with a bar and a number.
class OutputFigure : public Figure, public ListedFigure {
public:
    static constexpr int mostCells = 12;

    /// Shows as many next tokens as fit in the width, at least three of the most probable; the one that the text goes
    /// on with is framed, and takes the last cell where it is not among them. size() grows downwards and, if need be,
    /// sideways.
    OutputFigure(OutputData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    double labelSize() const override { return 13; }
    /// Draws only the rows that meet the painter's clip, where it has one.
    void paint(QPainter &painter) const override;
    /// The words of every token, as many as are shown; a row that is being computed has none.
    ListTable table() const override;
    std::optional<OutputHit> hit(QPointF point) const;
    QRectF rowRect(int position) const;
    QRectF tokenRect(int position) const;
    QRectF cellRect(int position, int cell) const;
    /// The bar in a cell; its full width, barRoom(), is probability 1.
    QRectF barRect(int position, int cell) const;
    double barRoom() const;
    /// The contents of the row's cells, from left to right.
    std::vector<OutputCell> cells(int position) const;
    /// Whether the row's cells are of an earlier state, or not there yet.
    bool isPending(int position) const { return m_data.row(position, 1).isPending; }
    const OutputData &data() const { return m_data; }

private:
    int count() const { return int(m_data.tokens.size()); }
    /// Chooses the rows; while presenting, those around the one in focus that the picture's height has room for.
    void chooseRows(double height);
    /// Whether a row may show how the text goes on.
    bool showsText() const { return !m_data.saysReplaced && (m_data.namesItsOwn || count() > 1); }
    void paintHeader(QPainter &painter) const;
    void paintRow(QPainter &painter, int position) const;
    void paintCell(QPainter &painter, const QRectF &box, const OutputCell &cell, bool isCurrent) const;
    QRectF barIn(const QRectF &cell, double probability) const;

    OutputData m_data;
    Theme m_theme;
    BrokenTitle m_title;
    QSizeF m_size;
    int m_first = 0; ///< of the rows that are shown
    int m_end = 0;
    double m_top = 0;
    double m_numberWidth = 0; ///< of the position numbers
    double m_tokenWidth = 0;
    double m_cellWidth = 0;
    int m_columns = 3;
};

} // namespace regard

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "draw/broken_title.h"
#include "draw/figure.h"
#include "draw/number_scale.h"
#include "draw/theme.h"
#include "engine/base/matrix.h"
#include "views/base/set_attention.h"

namespace regard {

/// The sentence as running text, once a head, each word shaded by the weight that the focused word gives it. With
/// cross-attention the text is the source, and the focused word one of the target.
struct SentenceData {
    struct Head {
        int index = 0; ///< from 0; −1: a matrix made of all heads
        QString name;  ///< "head 2", "mean"
        std::shared_ptr<const Matrix> weights;
    };
    QStringList tokens;
    std::vector<bool> spaceBefore; ///< whether white space came before the token in the text
    std::vector<bool> random;      ///< row drawn rather than given; may be empty
    std::vector<Head> heads;
    /// The weights are now − before, NaN where a token is new: words are shaded on the diverging map, and what they
    /// lost or gained is told apart by more than the colour.
    bool isDifference = false;
    std::vector<bool> newTokens;    ///< of a difference: words that the other state does not have; may be empty
    std::vector<bool> masked;       ///< tokens that are masked out; may be empty
    std::vector<HandLink> byHand{}; ///< of the word that asks: a corner of the words is filled
    int query = -1;                 ///< the word that asks; −1: the mean weight that each word receives
    bool asksItself = true;         ///< the word that asks is one of the text
    NumberScale numbers{};          ///< what the weights are
    QString title;
};

struct SentenceHit {
    int headRow; ///< index into heads
    int token;
};

class SentenceFigure : public Figure {
public:
    /// Wraps within the available width; size() grows downwards.
    SentenceFigure(SentenceData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    double smallestScale() const override { return 0.4; }
    double labelSize() const override;
    std::optional<SentenceHit> hit(QPointF point) const;
    QRectF tokenRect(int headRow, int token) const;
    int tokenCount() const { return int(m_words.size()); }

private:
    /// NaN where a difference has none.
    double weight(int headRow, int token) const;
    void paintWord(QPainter &painter, int headRow, int token) const;
    void paintNumber(QPainter &painter, const QRectF &word, int token, double share) const;
    QString numberText(double share) const;
    bool isAnyNumberWide() const; ///< wider than its word
    /// Paints a line under a word of a difference: solid what it gained, dashed what it lost.
    void paintChangeLine(QPainter &painter, const QRectF &word, double share) const;

    SentenceData m_data;
    Theme m_theme;
    BrokenTitle m_title;
    QSizeF m_size;
    double m_top = 0;            ///< where the first head's row begins
    double m_rowHeight = 0;      ///< of one head, all its lines
    std::vector<QRectF> m_words; ///< of a row, from its top left
    bool m_dropsZero = false;    ///< all numbers as ".07": the cell of one of them is too narrow
};

} // namespace regard

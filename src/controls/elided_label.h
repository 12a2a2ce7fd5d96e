#pragma once

#include <QLabel>

namespace regard {

/// A line of text that never prevents its widget from getting narrow. Where that is too narrow it shows as many of the
/// parts between " · " as have room, the first ones; where not even the first has, that ends in "…", or nothing is
/// shown where the text says only more of what stands beside it. A screen reader still reads all of it.
class ElidedLabel : public QLabel {
public:
    enum class Cut { Ends, Vanishes };

    explicit ElidedLabel(QWidget *parent, Cut cut = Cut::Ends);

    /// Whether the text begins with a matrix, `W_Q`, which is drawn with its index below the line.
    void setBeginsWithMatrix(bool begins) { m_beginsWithMatrix = begins; }

    /// What of the text is shown in so many pixels.
    QString shownText(int width) const;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Cut m_cut;
    bool m_beginsWithMatrix = false;
};

} // namespace regard

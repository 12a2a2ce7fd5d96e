#pragma once

#include <QWidget>

class QLabel;

namespace regard {

/// Where a label stands whose text changes often. In a layout by itself a label has the whole window laid out again
/// with every other text; from here it does so only where the text needs more or less room.
class LabelPlace : public QWidget {
public:
    /// Becomes the label's parent, and is seen whenever the label is.
    LabelPlace(QLabel *label, QWidget *parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override;
    int heightForWidth(int width) const override;

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QSize room() const;

    QLabel *m_label;
    QSize m_room; ///< what the layout was told last
};

} // namespace regard

#pragma once

#include <QWidget>

class QLabel;

namespace regard {

/// The place of a label whose text changes often. Directly in a layout, every new text lays out the whole window again;
/// here, only one that needs more or less space.
class LabelPlace : public QWidget {
public:
    /// Becomes the label's parent, and is visible whenever the label is.
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
    QSize m_room; ///< the last size given to the layout
};

} // namespace regard

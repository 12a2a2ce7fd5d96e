#pragma once

#include <vector>

#include <QFrame>

class QToolButton;

namespace regard {

/// A few choices side by side, those that hold raised. Where the width does not hold them all, they are the menu of one
/// button that says which holds.
class SegmentSwitch : public QFrame {
    Q_OBJECT
public:
    /// The name is for a screen reader.
    SegmentSwitch(const QString &name, QWidget *parent);

    /// The last one; its owner decides what holds after a click.
    QToolButton *add(const QString &text, const QString &name, const QString &toolTip);
    void removeLast();
    QToolButton *button(int index) const { return m_buttons.at(std::size_t(index)); }
    int count() const { return int(m_buttons.size()); }
    /// Whether that one can be chosen; else it is not there.
    void setOffered(int index, bool offered);
    /// That one holds and no other; −1: none.
    void setChosen(int index);
    /// After texts or what holds were changed from outside.
    void fit();
    bool isFolded() const { return m_isFolded; }
    QToolButton *foldedButton() const { return m_folded; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(int index); ///< clicked

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    int wholeWidth() const;
    bool isOffered(const QToolButton *button) const;
    void fillMenu();

    std::vector<QToolButton *> m_buttons;
    QToolButton *m_folded;
    bool m_isFolded = false;
};

} // namespace regard

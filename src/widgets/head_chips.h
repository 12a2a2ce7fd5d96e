#pragma once

#include <vector>

#include <QToolButton>
#include <QWidget>

#include "widgets/app_theme.h"

namespace regard {

/// One head's switch, filled with the head's colour while it is on and underlined with it while it is off.
class HeadChip : public QToolButton {
    Q_OBJECT
public:
    HeadChip(int head, AppTheme *theme, QWidget *parent);
    QSize sizeHint() const override;

signals:
    void toggleAsked(int head);
    void soloAsked(int head);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    int m_head;
    AppTheme *m_theme;
};

/// A row of numbered chips, one a head, that wraps: a click switches a head, a double click shows it alone.
class HeadChips : public QWidget {
    Q_OBJECT
public:
    HeadChips(AppTheme *theme, QWidget *parent);

    /// `on` is sorted.
    void setHeads(int heads, const std::vector<int> &on);
    HeadChip *chip(int head) const { return m_chips.at(static_cast<std::size_t>(head)); }
    int count() const { return static_cast<int>(m_chips.size()); }

signals:
    void toggleAsked(int head);
    void soloAsked(int head);

private:
    AppTheme *m_theme;
    std::vector<HeadChip *> m_chips;
};

} // namespace regard

#pragma once

#include <vector>

#include <QToolButton>

#include "views/data/head_switch.h"
#include "widgets/parts/app_theme.h"
#include "widgets/parts/content_area.h"

namespace regard {

/// One head's switch, filled with the head's colour while it is on and underlined with it while it is off.
class HeadChip : public QToolButton {
    Q_OBJECT
public:
    HeadChip(int head, AppTheme *theme, QWidget *parent);
    QSize sizeHint() const override;
    /// A smaller chip, for a model of many heads.
    void setSmall(bool isSmall);
    /// The head's interventions, for the tool tip; struck through where it is switched off, with a "T" in a corner
    /// where its softmax has a temperature.
    void setIntervention(const HeadIntervention &intervention);

signals:
    void toggleAsked(int head);
    void soloAsked(int head);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QFont numberFont() const;
    void showIntervention();

    int m_head;
    AppTheme *m_theme;
    bool m_small = false;
    HeadIntervention m_intervention;
};

/// Rows of numbered chips, one per head, as high as its width requires: a click switches a head, a double click shows
/// it alone. Beyond a few rows it scrolls, so that the picture below keeps its share.
class HeadChips : public ContentArea {
    Q_OBJECT
public:
    HeadChips(AppTheme *theme, QWidget *parent);

    /// `on` is sorted.
    void setHeads(int heads, const std::vector<int> &on);
    /// Each head's interventions; heads that are not listed have none.
    void setInterventions(const std::vector<HeadIntervention> &interventions);
    HeadChip *chip(int head) const { return m_chips.at(std::size_t(head)); }
    int count() const { return int(m_chips.size()); }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void toggleAsked(int head);
    void soloAsked(int head);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    int heightOfRows(int rows) const;
    void followWidth();

    AppTheme *m_theme;
    std::vector<HeadChip *> m_chips;
};

} // namespace regard

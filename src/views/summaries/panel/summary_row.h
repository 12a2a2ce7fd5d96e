#pragma once

#include <QPushButton>

#include "controls/app_theme.h"

namespace regard {

/// A line of the summaries: a switch that shows its matrix in the views, marked with a tick while it is on, or the way
/// to a page, marked with an arrow.
class SummaryRow : public QPushButton {
    Q_OBJECT
public:
    enum class Kind { Switch, Page };

    SummaryRow(Kind kind, AppTheme *theme, QWidget *parent);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Kind m_kind;
    AppTheme *m_theme;
};

} // namespace regard

#pragma once

#include <QToolButton>

#include "controls/app_theme.h"

namespace regard {

/// A chip that shows a matrix. A dot in its corner marks a matrix with numbers that another view highlights; it takes
/// no space, so that chips stay in place while the mouse moves.
class MatrixChip : public QToolButton {
    Q_OBJECT
public:
    /// The label is what the matrix is called, `W_Q`, drawn with its index below the line.
    MatrixChip(const QString &label, const QString &fullName, AppTheme *theme, QWidget *parent);

    QSize sizeHint() const override;
    const QString &label() const { return m_label; }
    void setMarked(bool marked);
    bool isMarked() const { return m_marked; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    AppTheme *m_theme;
    QString m_label;
    QString m_fullName;
    bool m_marked = false;
};

} // namespace regard

#pragma once

#include <QLabel>
#include <QTimer>

namespace regard {

class AppTheme;

/// A line at the foot of the window that says something for two seconds, to screen readers too.
class PresentLine : public QLabel {
    Q_OBJECT
public:
    PresentLine(AppTheme *theme, QWidget *window);

    /// `above`: pixels of the foot that are not covered.
    void showText(const QString &text, int above = 0);
    void fallSilent();

private:
    AppTheme *m_theme;
    QTimer m_silence;
};

} // namespace regard

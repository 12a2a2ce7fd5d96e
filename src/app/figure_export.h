#pragma once

#include <vector>

#include <QObject>

#include "app/export_numbers.h"
#include "app/figure_choice.h"

class QMainWindow;

namespace regard {

class AppTheme;
class Document;
class WalkPages;
struct Settings;

/// Takes pictures and numbers out of the window. The picture is that of the panel last used. While something is pinned
/// the numbers are of both states.
class FigureExport : public QObject {
    Q_OBJECT
public:
    /// `settings` keeps the last folder and outlives this.
    FigureExport(Document *document, AppTheme *theme, Settings *settings, std::vector<FigureChoice> choices,
                 QMainWindow *window);

    void exportFigure();
    void exportNumbers();
    /// Every frame of a walk through the steps; its scope is proposed.
    void exportWalk(const WalkPages &pages);
    /// The picture as PNG and SVG on the clipboard. Says why not in the status bar.
    void copyFigure();
    int current() const { return m_current; }

private:
    void followFocus(QWidget *now);
    void write(const QString &path, NumbersFormat format) const;
    QString folder() const;
    void rememberFolderOf(const QString &path);

    Document *m_document;
    AppTheme *m_theme;
    Settings *m_settings;
    std::vector<FigureChoice> m_choices;
    QMainWindow *m_window;
    int m_current = 0;
};

} // namespace regard

#pragma once

#include <vector>

#include <QObject>

#include "export/export_numbers.h"
#include "window/export/figure_choice.h"

class QMainWindow;

namespace regard {

class AppTheme;
class Document;
struct WalkSource;
struct Settings;

/// Exports pictures and numbers from the window. The picture is that of the panel in use: of the visible panels with a
/// picture, the one last used by mouse or keyboard or brought to the front by its tab. While something is pinned the
/// numbers are of both states.
class FigureExport : public QObject {
    Q_OBJECT
public:
    /// `settings` keeps the last folder and outlives this.
    FigureExport(Document *document, AppTheme *theme, Settings *settings, std::vector<FigureChoice> choices,
                 QMainWindow *window);

    void exportFigure();
    void exportNumbers();
    void exportCurve(); ///< of the model's training, as a table
    /// Exports every frame of a walk through the steps; its scope is proposed.
    void exportWalk(const WalkSource &source);
    /// Copies the picture as PNG and SVG. Where it cannot, says why in the status bar.
    void copyFigure();
    /// The panel that the widget is part of is the one in use.
    void use(const QWidget *widget);
    /// The choice of the panel in use.
    const FigureChoice &inUse() const { return m_choices[std::size_t(indexInUse())]; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    int indexInUse() const;
    void useChoice(std::size_t index);
    void write(const QString &path, NumbersFormat format) const;
    QString folder() const;
    void rememberFolderOf(const QString &path);

    Document *m_document;
    AppTheme *m_theme;
    Settings *m_settings;
    std::vector<FigureChoice> m_choices;
    QMainWindow *m_window;
    std::vector<int> m_order; ///< indices of choices, the last used first
};

} // namespace regard

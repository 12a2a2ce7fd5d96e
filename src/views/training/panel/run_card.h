#pragma once

#include <memory>

#include <QFrame>

class QAction;
class QLabel;
class QToolButton;

namespace regard {

class AppTheme;
class BesideResults;
class Document;
class Figure;
class FigureView;

/// One of the models that learn beside each other: its name, how much it has right, and a live heatmap.
class RunCard : public QFrame {
    Q_OBJECT
public:
    /// run 0 is the document's own model, 1 the first beside it.
    RunCard(Document *document, AppTheme *theme, const BesideResults *results, std::size_t run, QWidget *parent);

    QLabel *titleLine() const { return m_title; }
    QLabel *rightLine() const { return m_right; }
    QAction *takeAction() const { return m_take; }     ///< it becomes the document's own
    QAction *removeAction() const { return m_remove; } ///< null: of the document's own
    FigureView *view() const { return m_heatmap; }

    void refresh();

signals:
    void refused(const QString &sentence);

private:
    std::unique_ptr<Figure> figure(QSizeF space);
    void applyLooks();

    Document *m_document;
    AppTheme *m_theme;
    const BesideResults *m_results;
    std::size_t m_run;
    QLabel *m_dot;
    QLabel *m_title;
    QLabel *m_place;
    QLabel *m_right;
    QToolButton *m_more;
    QAction *m_take = nullptr;
    QAction *m_remove = nullptr;
    FigureView *m_heatmap;
};

} // namespace regard

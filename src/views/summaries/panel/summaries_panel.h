#pragma once

#include <memory>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "engine/analysis/matrix_change.h"
#include "views/summaries/head_measures.h"
#include "views/summaries/summary_data.h"

class QCheckBox;
class QComboBox;
class QKeyEvent;
class QPushButton;
class QStackedWidget;

namespace regard {

class FigureView;
struct ViewOptions;
class MatrixChangeRun;
class SummaryRow;

/// A layer's heads combined: mean, maximum and rollout for the views to show, and pages that list the heads' entropies,
/// compare the heads and, while another model is pinned, show how far each matrix moved.
class SummariesPanel : public Panel {
    Q_OBJECT
public:
    enum class Page { List, Entropy, Similarity, Matrices };

    SummariesPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture of the open page as seen, for a space; null on the list, and where there is no attention yet.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }

    Page page() const { return m_page; }
    void open(Page page);
    SummaryRow *row(Summary summary) const; ///< Mean, Maximum or Rollout
    QPushButton *backButton() const { return m_back; }
    QComboBox *order() const { return m_order; }
    QCheckBox *allLayers() const { return m_allLayers; }
    QCheckBox *relative() const { return m_relative; } ///< of the page of matrices
    SummaryRow *matricesRow() const { return m_matrices; }
    MatrixChangeRun *matrixChanges() const { return m_changes; }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *listPage();
    QWidget *figurePage();
    void connectDocument();
    void refresh();
    void selectionChanged();
    bool isOnSelectedHead() const;
    void follow();
    void showRows();
    void showPage();
    void toggle(Summary summary);
    void pointAt(QPointF point, QPoint globalPosition);
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void keyPressed(QKeyEvent *event);
    void moveInList(int row);
    void moveInMatrix(int row, int column);
    void moveInChanges(int row, int column);
    void showChangesPage();
    bool changesKeyPressed(int key);
    void showWeight(int row, int column);
    void followComparison();
    std::shared_ptr<const std::vector<MatrixChange>> changes() const;
    QString changeTip(int row, int column) const;
    ViewOptions pageOptions() const;
    void choose(HeadNumber place, bool several = false);
    void chooseSecond(HeadNumber first, HeadNumber second);
    void showTooltip(const QString &text, QPoint globalPosition);

    bool hasAttention() const;
    const Selection &within() const { return m_measured.selection; }
    /// The rows of the page that is open, as the picture shows them from top to bottom.
    std::vector<HeadNumber> shownHeads() const;
    std::vector<double> entropies() const;
    EntropyOrder entropyOrderChosen() const;
    const BarListFigure *shownList() const;
    const HeatmapFigure *shownMatrix() const;

    Document *m_document;
    AppTheme *m_theme;
    std::unique_ptr<HeadMeasures> m_measures;
    ShownState m_measured; ///< the present state as the token view shows it, with rows that sum to 1
    QStackedWidget *m_pages;
    SummaryRow *m_mean = nullptr;
    SummaryRow *m_maximum = nullptr;
    SummaryRow *m_rollout = nullptr;
    SummaryRow *m_entropy = nullptr;
    SummaryRow *m_similarity = nullptr;
    SummaryRow *m_matrices = nullptr;
    QPushButton *m_back = nullptr;
    QComboBox *m_order = nullptr;
    QCheckBox *m_allLayers = nullptr;
    QCheckBox *m_relative = nullptr;
    MatrixChangeRun *m_changes;
    FigureView *m_view = nullptr;
    Page m_page = Page::List;
    int m_row = -1;    ///< of the keyboard: in the list, or in the matrix
    int m_column = -1; ///< of the keyboard in the matrix
    Selection m_seen;  ///< as the picture shows it
};

} // namespace regard

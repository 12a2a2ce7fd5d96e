#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QPoint>
#include <QTimer>

#include "controls/panel.h"
#include "controls/refusal.h"
#include "document/look/selection.h"
#include "engine/base/matrix.h"
#include "engine/model/model_config.h"
#include "views/weights/cell_block.h"

class QAction;
class QLabel;
class QTableView;
class QToolButton;

namespace Ui {
class WeightsPanel;
}

namespace regard {

class AppTheme;
class CellEffectPane;
class CellField;
class Document;
class ElidedLabel;
class MatrixLock;
class MatrixSelector;
class WeightTableModel;
class WeightTableView;

/// A matrix of the selected part as a table to read and edit, with a field and a slider for the current cell, its
/// effect in a line, and fills, paste and reverts for blocks. The current cell is the document's. What the
/// document refuses is shown as a sentence below the table until the next success.
class WeightsPanel : public Panel {
    Q_OBJECT
public:
    WeightsPanel(Document *document, AppTheme *theme, QWidget *parent);
    ~WeightsPanel() override;

    /// Shows a matrix by its full name, "X" or "X target"; a name that the selected part does not have shows the first.
    void setMatrix(const std::string &name);
    QTableView *table() const;
    void chooseFirst(); ///< the first cell in view
    /// The effect of the current cell on the head in view.
    CellEffectPane *effect() const { return m_effect; }
    CellField *cellField() const { return m_field; }
    /// The refusal whose sentence is shown; null: none is.
    Refusal refusal() const;
    void refuse(const QString &sentence, const Refusal &again = {});

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Fill { Zero, Identity, Gaussian, Xavier, Kaiming };

    void buildCellRow();
    QToolButton *addButton(const QString &text, const QString &name, const QString &tip);
    QString captionText() const;
    void buildActions();
    void buildFillMenu();
    /// An action that changes cells does so only where the current one is in view.
    void addTableAction(const QString &text, const QKeySequence &keys, void (WeightsPanel::*slot)(), bool changesCells);
    void connectSlider();
    void readMatrices();
    /// The first matrix of that kind, else the part's own first; empty where there is none at all.
    std::string nameOfKind(const std::string &kind) const;
    void readMatrix();
    void showTied();
    void followSelection();
    void followHead();
    void followLoad();
    void followCell();
    bool shows(const std::string &name) const;
    QModelIndex indexOfCell() const;
    void adoptCell();
    void tellCell(const QModelIndex &index);
    void markLit();

    void copy();
    void paste();
    /// Writes a block's numbers from that cell on, and says how the text was read.
    void pasteAt(int row, int column, const CellBlock &block);
    /// Replaces what was pasted by the other reading of the same text.
    void pasteOtherwise();
    void zeroSelection();
    void fill(Fill fill);
    /// A random matrix of the size of `whole` from a new seed; fill is one of the three random ones.
    Matrix drawn(Fill fill, const Matrix &whole) const;
    void makeRowsOfEqualTokensEqual(Matrix &rows) const;
    void revertCells();
    void revertMatrix();

    void slideTo(int position);
    void showCurrentValue();
    void showBefore(const QModelIndex &index);
    double sliderRange() const;
    void startCounting();
    void count();
    void showDifference();
    /// Runs a change of the document; an Error becomes the message.
    template <typename Change>
    void attempt(const Change &change, const Refusal &again = {});

    Document *m_document;
    AppTheme *m_theme;
    std::unique_ptr<Ui::WeightsPanel> m_ui;
    WeightTableModel *m_model;
    WeightTableView *m_table;
    CellEffectPane *m_effect;
    ElidedLabel *m_cellName;
    CellField *m_field;
    QLabel *m_was;   ///< the cell's value before, where it changed
    QFrame *m_tick;  ///< where that is on the slider
    QLabel *m_count; ///< of changed cells
    QToolButton *m_revert;
    QToolButton *m_paste;
    QToolButton *m_fill;
    MatrixSelector *m_selector;
    MatrixLock *m_lock;
    QLabel *m_tied; ///< where an edit of X is one of the output layer too
    Part m_part = Part::Attention;
    std::map<Part, std::string> m_kinds; ///< last kind in view of each part: `w_q` of `encoder.0.self.w_q`
    int m_head = 0;                      ///< to which the table was last scrolled
    int m_headOfCell = 0;                ///< selected when the document's cell was chosen
    int m_slideGesture = -1;
    double m_slideRange = 0;
    QPoint m_pastedAt;    ///< x is the column, y the row
    CellBlock m_pasted{}; ///< the last one, which its line says
    Refusal m_refusal;    ///< of the message
    QTimer m_countTimer;
    qsizetype m_different = 0;
};

} // namespace regard

#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QTimer>

#include "engine/matrix.h"
#include "engine/model_config.h"
#include "widgets/panel.h"

class QAction;
class QButtonGroup;
class QTableView;

namespace Ui {
class WeightsPanel;
}

namespace regard {

class AppTheme;
class Document;
class WeightTableModel;
class WeightTableView;

/// A matrix of the selected layer as a table to read and edit, with a slider for the current cell, and fills, paste
/// and reverts for blocks. What the document refuses stands as a sentence beneath the table until the next success.
class WeightsPanel : public Panel {
    Q_OBJECT
public:
    WeightsPanel(Document *document, AppTheme *theme, QWidget *parent);
    ~WeightsPanel() override;

    /// Shows a matrix by its full name or "X"; a name that this layer does not have shows the first one.
    void setMatrix(const std::string &name);
    QTableView *table() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Fill { Zero, Identity, Gaussian, Xavier, Kaiming };

    void buildActions();
    void buildFillMenu();
    QAction *addTableAction(const QString &text, const QKeySequence &keys, void (WeightsPanel::*slot)());
    void connectSlider();
    void readMatrices();
    void buildChips(const std::vector<std::string> &names);
    void readMatrix();
    void followSelection();

    void copy();
    void paste();
    void zeroSelection();
    void fill(Fill fill);
    /// A random matrix of the size of `whole` from a fresh seed; fill is one of the three random ones.
    Matrix drawn(Fill fill, const Matrix &whole) const;
    void makeRowsOfEqualTokensEqual(Matrix &rows) const;
    void revertCells();
    void revertMatrix();

    void slideTo(int position);
    void showCurrentValue();
    double sliderRange() const;
    void startCounting();
    void countSome();
    void refuse(const QString &sentence);
    /// Runs a change of the document; an Error becomes the message.
    template <typename Change>
    void attempt(const Change &change);

    Document *m_document;
    std::unique_ptr<Ui::WeightsPanel> m_ui;
    WeightTableModel *m_model;
    WeightTableView *m_table;
    QButtonGroup *m_chips;
    std::vector<std::string> m_names;
    int m_head = 0;
    int m_slideGesture = -1;
    double m_slideRange = 0;
    QTimer m_countTimer;
    qsizetype m_counted = 0;
    qsizetype m_different = 0;
};

/// `w_q` as `W Q`, `position` as `P`: what stands on the chip of a matrix of that name.
QString chipLabel(const std::string &name);

} // namespace regard

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/block/block_data.h"

class QButtonGroup;
class QKeyEvent;
class QSplitter;
class QToolButton;

namespace regard {

class FigureView;

/// The selected layer as the field draws it, and the input and output numbers of its selected box. Choosing a box sets
/// Selection::part (and the attention), which the weights editor follows.
class BlockPanel : public Panel {
    Q_OBJECT
public:
    BlockPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// Diagram and strips as one picture, for a space; null where there is no result yet.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;

    FigureView *diagramView() const { return m_diagramView; }
    /// The chip of a strip of the selected box; null where there is none.
    QToolButton *stripChip(int strip) const;

protected:
    void showEvent(QShowEvent *event) override;

private:
    /// What diagram and strips depend on; a token in focus is not part of it.
    struct Place {
        Attention attention = Attention::Encoder;
        int layer = -1;
        Part part = Part::Attention;
        CellPlace chain{};

        bool operator==(const Place &) const = default;
    };

    void buildDiagram();
    void buildStrips();
    void refresh();
    void selectionChanged();
    void refreshChips();
    void layChips();
    void shareHeight();
    Place place() const;
    std::optional<BlockStep> step() const;
    const std::vector<BoxStrip> &strips() const;
    const BlockFigure *shownDiagram() const;
    const StripFigure *shownStrips() const;
    std::unique_ptr<Figure> stripFigure(QSizeF space) const;
    int stripIndex() const;
    void chooseStrip(int strip);

    void choose(int box);
    void pointAtBox(QPointF point, QPoint globalPosition);
    void diagramKey(QKeyEvent *event);

    void pointAtCell(QPointF point, QPoint globalPosition);
    void clickCell(QPointF point, Qt::KeyboardModifiers modifiers);
    void stripKey(QKeyEvent *event);
    void moveTo(int row, int column);
    QString cellText(int row, int column) const;

    Document *m_document;
    AppTheme *m_theme;
    QSplitter *m_splitter;
    FigureView *m_diagramView;
    FigureView *m_stripView;
    QWidget *m_chipRow = nullptr;
    QButtonGroup *m_chips = nullptr;
    std::vector<std::pair<QString, QString>> m_chipWords; ///< the chips' texts and hints
    QToolButton *m_numbers = nullptr;

    BlockDiagram m_diagram;          ///< as on screen
    std::optional<BlockStep> m_step; ///< the box chosen among those that share a part
    Place m_stepOf;                  ///< where it was chosen
    Place m_seen;                    ///< what is on screen
    ReadResult m_seenResult;         ///< what is on screen
    QString m_stripName;             ///< the strip asked for last; empty: the output
    int m_column = -1;               ///< of the keyboard's cell
    int m_row = -1;                  ///< of the keyboard's cell, where rows are not tokens of the attention

    // The strips are made once for all moves of the mouse over them.
    mutable std::weak_ptr<const Trace> m_stripTrace;
    mutable Place m_stripPlace;
    mutable std::optional<BlockStep> m_stripStep;
    mutable int m_stripQuery = -1;
    mutable std::vector<BoxStrip> m_strips;
};

} // namespace regard

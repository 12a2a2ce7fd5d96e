#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/why/cell_try.h"
#include "views/why/why_data.h"
#include "views/why/why_strip.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QUndoCommand;

namespace regard {

class CellField;
class Figure;
class FigureView;
struct ViewOptions;

/// The strip under the stage: why the query in focus looks at its key, as a short calculation with the cell that
/// matters most, which is changed here; of a difference what changed. In one line where it is low.
class WhyPanel : public Panel {
    Q_OBJECT
public:
    WhyPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The whole answer for a file, for a space; null where nothing is in focus.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; } ///< of the calculation
    ViewOptions viewOptions() const;
    /// The question, or what is so after an edit; empty where there is none.
    QString question() const { return m_heading; }
    QString remark() const { return m_remarkText; }
    /// "“it” looks at “cat”: q · k = 4 × 4 = 16, ÷ √8 = 5.66, softmax 0.97", what is said bold; empty where there is
    /// nothing to say. It speaks of what is shown now, also while the strip is hidden.
    std::vector<WhyRun> sentence();
    QPushButton *playButton() const { return m_play; }
    QPushButton *undoButton() const { return m_undo; }
    QPushButton *tryButton() const { return m_try; }
    CellField *cellField() const { return m_field; }
    QString cellText() const; ///< beside the field, as plain text
    bool isLow() const { return m_isLow; }
    /// What the project says of itself, beside the answer as far as there is room: whole sentences, until something is
    /// clicked.
    void setNote(const QString &note);
    QString shownNote() const; ///< empty: none of it

    /// The strip says it itself, beside the weight.
    void setEmptyText(const QString &) override {}

signals:
    void playAsked();
    void noteShown(bool isWhole); ///< after a change

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// The edits of one cell, made here or in Weights, and what was before them.
    struct Series {
        CellRef cell;
        float value = 0;
        Selection head; ///< attention, layer, head and query that it is about; −1: the query that moves most
        Result before;
    };
    /// A step of it on the undo stack.
    struct OwnStep {
        int place;
        const QUndoCommand *command;
        Series series;
    };

    void build();
    void refresh();
    void explain();
    void explainEdit(const ShownState &state, const Series &series);
    void explainPair(ShownState state);
    void explainChange(const ShownState &state);
    void explainGiven(const ShownState &state);
    void findCell(const ShownState &state);
    void showCell();
    void show(const QString &heading, const QString &remark);
    void arrange();
    QString whyNone() const;
    void fitNote(int room, int height);
    void sayWhetherWhole();
    Selection clicked() const;
    void changeCell(double value);
    /// The series of the last step on the undo stack; null: it is none of this strip's.
    const Series *series() const;
    void followUndo();
    void rememberCell();
    bool isAbout(const ShownState &state, const Series *series) const;
    const Matrix *weightsOf(const ShownState &state) const { return weightsIn(state.result, state.selection); }
    static const Matrix *weightsIn(const Result &result, const Selection &within); ///< null: it has no such head

    Document *m_document;
    AppTheme *m_theme;
    QHBoxLayout *m_upper;
    QHBoxLayout *m_lower;
    QLabel *m_question;
    QLabel *m_remark;
    FigureView *m_view;
    QFrame *m_line; ///< between the calculation and the cell
    QWidget *m_cellBox;
    QLabel *m_cellLabel;
    CellField *m_field;
    QPushButton *m_try;
    QLabel *m_noteLabel;
    QPushButton *m_undo;
    QPushButton *m_play;

    WhyData m_data; ///< without a title: no pair is explained
    QString m_heading;
    QString m_remarkText;
    std::vector<WhyStrip> m_ways; ///< of the calculation; empty: there is none
    std::optional<CellTry> m_cell;
    CellRef m_widestFor;  ///< the cell that m_widest is of
    int m_widest = 0;     ///< the most that the calculation took beside that cell
    QString m_note;       ///< empty: there is none, or something was clicked
    Selection m_noteSeen; ///< what was clicked when it came
    bool m_isNoteWhole = false;
    std::vector<OwnStep> m_own; ///< in the order of the stack
    Result m_seen;              ///< the last result, and the one before it
    Result m_seenBefore;
    CellRef m_seenCell; ///< the document's, and its value
    float m_seenValue = 0;
    bool m_isLow = false;
    bool m_stale = true;
};

} // namespace regard

#pragma once

#include <memory>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/circuits/circuits_data.h"

class QKeyEvent;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace regard {

class Figure;
class FigureView;
class SegmentSwitch;
struct ViewOptions;

/// What the head in view does with words alone: which asks for which, and which it makes likelier when it reads one;
/// and of which earlier heads it reads.
class CircuitsPanel : public Panel {
    Q_OBJECT
public:
    CircuitsPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space; null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }
    ViewOptions viewOptions() const;
    QString emptyMessage() const; ///< the text in place of a picture
    QString note() const;         ///< below the controls

    // Controls, for tests
    SegmentSwitch *circuit() const { return m_circuit; }
    QLineEdit *words() const { return m_words; }
    QSpinBox *distance() const { return m_distance; }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildControls();
    void follow();
    void refresh();
    void choose(Circuit circuit);
    CircuitOptions options() const;
    const HeatmapFigure *shown() const;
    QString textOf(int row, int column) const;
    void pointAt(QPointF point, QPoint globalPosition);
    void moveTo(int row, int column);
    void keyPressed(QKeyEvent *event);

    /// What a circuit is of; pointing at tokens leaves it.
    struct Asked {
        Result result;
        HeadRef head;
        Circuit circuit = Circuit::Qk;
        std::string words;
        int distance = 0;

        bool operator==(const Asked &) const = default;
    };

    Document *m_document;
    AppTheme *m_theme;
    CopyingRun *m_run;
    QWidget *m_controls;
    SegmentSwitch *m_circuit;
    QLineEdit *m_words;
    QWidget *m_distanceField;
    QSpinBox *m_distance;
    QLabel *m_note;
    FigureView *m_view;
    ShownState m_state; ///< the present one, token by token
    Asked m_asked;
    MadeCircuit m_made;
    Circuit m_chosen = Circuit::Qk;
    int m_row = -1; ///< of the cell in focus
    int m_column = -1;
    bool m_stale = true;
};

} // namespace regard

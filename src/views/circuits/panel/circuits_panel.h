#pragma once

#include <string>

#include "views/circuits/circuits_data.h"
#include "views/table/panel/view_panel.h"

class QLineEdit;
class QSpinBox;

namespace regard {

class SegmentSwitch;

/// What the head in view does with words alone: which asks for which, and which it makes likelier when it reads one;
/// and of which earlier heads it reads.
class CircuitsPanel : public ViewPanel {
    Q_OBJECT
public:
    CircuitsPanel(Document *document, AppTheme *theme, QWidget *parent);

    ViewOptions viewOptions() const override;
    ViewOptions completeOptions() const override;
    QString emptyMessage() const; ///< the text in place of a picture

    // Controls, for tests
    SegmentSwitch *circuit() const { return m_circuit; }
    QLineEdit *words() const { return m_words; }
    QSpinBox *distance() const { return m_distance; }

protected:
    std::unique_ptr<Figure> made(QSizeF space, const Theme &theme) override;
    void showState() override;
    void pointAt(QPointF point, QPoint globalPosition) override;
    void click(QPointF point) override;
    void keyPressed(QKeyEvent *event) override;
    void resetChoices() override;
    void stop() override;

private:
    void buildControls();
    void choose(Circuit circuit);
    CircuitOptions options() const;
    const HeatmapFigure *shown() const;
    QString textOf(int row, int column) const;
    void moveTo(int row, int column);

    /// What a circuit is of; pointing at tokens leaves it.
    struct Asked {
        Result result;
        HeadRef head;
        Circuit circuit = Circuit::Qk;
        std::string words;
        int distance = 0;

        bool operator==(const Asked &) const = default;
    };

    CopyingRun *m_run;
    QWidget *m_controls;
    SegmentSwitch *m_circuit;
    QLineEdit *m_words;
    QWidget *m_distanceField;
    QSpinBox *m_distance;
    Asked m_asked;
    MadeCircuit m_made;
    Circuit m_chosen = Circuit::Qk;
    int m_row = -1; ///< of the cell in focus
    int m_column = -1;
};

} // namespace regard

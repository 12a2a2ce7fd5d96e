#pragma once

#include <memory>

#include "controls/panel.h"
#include "training/tasks/own_task.h"
#include "views/table/view_table.h"

namespace regard {

class AppTheme;
class TrainingAnswer;
class TrainingDetails;
class TrainingRow;
class TrainingRuns;

/// Trains the model: the row, below it the models where there are several, answer and curve, and all else once ⋯ asks
/// for it. While it is the strip, the row stands over the stage, the models on it, and all else in the inspector.
class TrainingPanel : public Panel {
    Q_OBJECT
public:
    TrainingPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// What gets the keyboard first.
    QWidget *firstField() const;

    TrainingRow *row() const { return m_row; }
    TrainingRuns *runs() const { return m_runs; }
    TrainingAnswer *answer() const { return m_answer; }
    TrainingDetails *details() const { return m_details; }

    StripParts standAsStrip(bool isStrip) override;

    /// The curve as it is now.
    ViewOptions viewOptions() const;
    QSizeF figureSize() const;
    /// Null where there is no curve yet.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;

signals:
    void ownFileAsked(OwnKind kind);
    void tableAsked(); ///< the curve as a file of numbers

private:
    void followParts();

    AppTheme *m_theme;
    TrainingRow *m_row;
    TrainingRuns *m_runs;
    TrainingAnswer *m_answer;
    TrainingDetails *m_details;
    bool m_isStrip = false;
};

} // namespace regard

#pragma once

#include <memory>

#include "document/document.h"
#include "views/table/view_table.h"
#include "widgets/parts/app_theme.h"
#include "widgets/parts/panel.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace regard {

class FigureView;
class TaskSentences;
class TrainingOptionsForm;

/// Trains the model: chooses what it learns, runs and steps, and says what it answers.
class TrainingPanel : public Panel {
    Q_OBJECT
public:
    TrainingPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// What gets the keyboard first.
    QWidget *firstField() const;

    // Controls, for tests
    QComboBox *task() const { return m_task; }
    QComboBox *modelList() const { return m_models; }
    QPushButton *trialsButton() const { return m_trials; }
    QToolButton *lengthsChip() const { return m_byLength; }
    QToolButton *ownButton() const { return m_own; }
    QPushButton *playButton() const { return m_play; }
    QToolButton *stepButton() const { return m_one; }
    QToolButton *stepsButton() const { return m_many; }
    QSpinBox *stepsField() const { return m_count; }
    QToolButton *startButton() const { return m_back; }
    QPushButton *remedyButton() const { return m_remedy; }
    TaskSentences *sentences() const { return m_sentences; }
    TrainingOptionsForm *options() const { return m_options; }
    QLabel *statusLine() const { return m_status; }
    QLabel *answerLine() const { return m_answer; }
    QLabel *messageLine() const { return m_message; }
    FigureView *view() const { return m_chart; }

    /// The chart as it is now.
    ViewOptions viewOptions() const;
    QSizeF figureSize() const;
    /// Null where there is no curve yet.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;

signals:
    void ownFileAsked(OwnKind kind);
    void tableAsked(); ///< the curve as a file of numbers

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildTask();
    void buildModels();
    void buildControls();
    void buildChart();
    void placeAll();
    void connectAll();
    void refresh();
    void showTask();
    void fillModels();
    void showModel();
    void chooseModel(const std::string &name);
    void showTrials();
    QString trialsText() const;
    void showChart();
    QString learnedText() const;
    void showProgress();
    void showRemedy();
    void showAnswer();
    void attempt(const std::function<void()> &run);
    void makeModel();
    void say(const QString &sentence);

    Document *m_document;
    AppTheme *m_theme;
    QComboBox *m_task;
    QToolButton *m_own;
    QComboBox *m_models;
    QPushButton *m_trials;
    QLabel *m_trialsLine;
    QLabel *m_learned;
    QPushButton *m_play;
    QToolButton *m_one;
    QToolButton *m_many;
    QSpinBox *m_count;
    QToolButton *m_back;
    QLabel *m_status;
    QString m_said;                       ///< why the last change was refused
    std::shared_ptr<const Task> m_saidOf; ///< the task that was shown then
    std::shared_ptr<const TrainingCurve> m_shownCurve;
    bool m_fits = false; ///< the task and the model
    QLabel *m_message;
    QPushButton *m_remedy;
    QLabel *m_answer;
    TaskSentences *m_sentences;
    FigureView *m_chart;
    QToolButton *m_byLength;
    QToolButton *m_log;
    QToolButton *m_table;
    TrainingOptionsForm *m_options;
};

} // namespace regard

#pragma once

#include <functional>
#include <optional>
#include <utility>

#include <QFrame>

#include "training/tasks/own_task.h"

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QSlider;
class QToolButton;

namespace regard {

class AppTheme;
class Document;

/// Writes a time in few digits, because the number changes all the time.
QString timeText(double seconds);

/// One row that trains: run and pause, speed, how far the run is, the task, its models, and all else behind ⋯. Where it
/// is narrow it takes further rows.
class TrainingRow : public QFrame {
    Q_OBJECT
public:
    TrainingRow(Document *document, AppTheme *theme, QWidget *parent);

    /// Steps a second at most; 0: as fast as it can.
    double speed() const;
    /// With short names, for a narrow window.
    void setCompact(bool isCompact);
    /// The nearest speed that the slider has.
    void setSpeed(double stepsPerSecond);

    QPushButton *playButton() const { return m_play; }
    QPushButton *tenButton() const { return m_ten; }
    QSlider *speedSlider() const { return m_speed; }
    QToolButton *taskButton() const { return m_task; }
    QToolButton *modelButton() const { return m_models; }
    QToolButton *moreButton() const { return m_more; }
    QLabel *stepValue() const { return m_step.value; }
    QLabel *lossValue() const { return m_loss.value; }
    QLabel *rightValue() const { return m_right.value; }
    QLabel *leftValue() const { return m_left.value; }   ///< time, while several models learn
    QAction *optionsAction() const { return m_options; } ///< checked: options are shown
    QAction *oneStepAction() const { return m_one; }
    QAction *resetAction() const { return m_reset; }
    QAction *lengthsAction() const { return m_lengths; } ///< checked: accuracy over length is shown
    QMenu *ownMenu() const { return m_own; }

    void refresh();

signals:
    void speedChanged(double stepsPerSecond);
    void ownFileAsked(OwnKind kind);
    void tableAsked(); ///< the curve as a file of numbers
    /// Why something that was asked for here is refused; empty: nothing is.
    void refused(const QString &sentence);

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Readout {
        QWidget *box = nullptr;
        QLabel *name = nullptr;
        QLabel *value = nullptr;
    };

    void buildRun();
    void buildSpeed();
    void buildMore();
    void placeAll();
    QWidget *addReadout(Readout &readout, const QString &name);
    void applyLooks();
    void fillTasks();
    void fillModels();
    void play();
    void choose(const std::string &task);
    void showSpeed();
    void followSpeed();
    void showProgress();
    void attempt(const std::function<void()> &run);

    Document *m_document;
    AppTheme *m_theme;
    QPushButton *m_play;
    QPushButton *m_ten;
    QWidget *m_speedBox;
    QLabel *m_speedLabel;
    QSlider *m_speed;
    Readout m_step;
    Readout m_loss;
    Readout m_right;
    Readout m_left;
    QToolButton *m_task;
    QToolButton *m_models;
    QToolButton *m_more;
    QMenu *m_own;
    QAction *m_options;
    QAction *m_one;
    QAction *m_reset;
    QAction *m_lengths;
    QAction *m_table;
    QString m_title;                                     ///< of the task
    double m_reached = 0;                                ///< steps a second; 0: not measured yet
    std::optional<std::pair<qint64, long long>> m_timed; ///< when, and at which step, that measurement began
    bool m_isCompact = false;
    bool m_playsNext = false; ///< the task that is chosen next is trained at once
};

} // namespace regard

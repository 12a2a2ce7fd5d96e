#include "widgets/training/training_panel.h"

#include <cmath>
#include <utility>

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/base/errors.h"
#include "io/project/task_project.h"
#include "training/tasks/task_table.h"
#include "views/text/panel_title.h"
#include "views/training/task_answer.h"
#include "widgets/parts/chip.h"
#include "widgets/parts/figure_view.h"
#include "widgets/parts/flow_layout.h"
#include "widgets/parts/plain_tool_tip.h"
#include "widgets/parts/size_spin_box.h"
#include "widgets/parts/spoken_name.h"
#include "widgets/training/task_sentences.h"
#include "widgets/training/training_options_form.h"

namespace regard {

namespace {

constexpr int gap = 6;
constexpr int chartShare = 1000; ///< of the height that is left
constexpr int mostSteps = 100000;
constexpr int firstSteps = 100;
constexpr int shortestField = 10; // characters

QLabel *newLine(QWidget *parent, const char *name, const QString &spoken)
{
    auto *line = new QLabel(parent);
    line->setObjectName(QLatin1String(name));
    line->setWordWrap(true);
    line->setTextFormat(Qt::PlainText);
    if (!spoken.isEmpty())
        line->setAccessibleName(spoken);
    return line;
}

void setLine(QLabel *line, const QString &text)
{
    if (line->text() != text)
        line->setText(text);
    line->setVisible(!text.isEmpty());
}

QString withFullStop(const QString &sentence)
{
    QString text = sentence;
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    constexpr char16_t chineseStop = 0x3002;
    const bool ends = text.endsWith(QLatin1Char('.')) || text.endsWith(QChar(chineseStop));
    return text.isEmpty() || ends ? text : text + QLatin1Char('.');
}

} // namespace

TrainingPanel::TrainingPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Training), parent), m_document(document), m_theme(theme), m_task(new QComboBox(this)),
      m_learned(newLine(this, "muted", {})), m_play(new QPushButton(this)),
      m_one(newChip(tr("1 step"), {}, tr("Takes one step and stops"), this)),
      m_many(newChip(tr("Steps"), tr("Take that many steps"), tr("Takes as many steps and stops"), this)),
      m_count(new SizeSpinBox(this)),
      m_back(newChip(tr("Start"), tr("Back to the start"),
                     tr("Back to the weights with which the run began, bit for bit"), this)),
      m_status(newLine(this, "trainingStatus", tr("Progress"))), m_message(newLine(this, "error", tr("Why not"))),
      m_remedy(new QPushButton(this)), m_answer(newLine(this, "trainingAnswer", tr("Answer"))),
      m_sentences(new TaskSentences(document, this)), m_chart(new FigureView(theme, this)),
      m_log(newSwitchChip(tr("log"), tr("Logarithmic loss"), tr("The axis of the loss by powers of ten"), this)),
      m_table(newChip(tr("CSV…"), tr("Save the curve as a table"),
                      tr("Saves every number of the curve as a table; Export… saves the picture"), this)),
      m_options(new TrainingOptionsForm(&document->training(), this))
{
    buildTask();
    buildControls();
    buildChart();
    placeAll();
    connectAll();
    refresh();
}

void TrainingPanel::buildTask()
{
    m_task->setAccessibleName(tr("Task"));
    m_task->setToolTip(tr("What the model is to learn"));
    m_task->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_task->setMinimumContentsLength(shortestField);
    m_task->setPlaceholderText(tr("Choose a task…"));
    for (const Task &task : tasks()) {
        m_task->addItem(QString::fromStdString(task.title), QString::fromStdString(task.name));
        m_task->setItemData(m_task->count() - 1, QString::fromStdString(task.learned + " " + task.look),
                            Qt::ToolTipRole);
    }
    m_task->setCurrentIndex(-1);
    m_task->installEventFilter(this);
}

void TrainingPanel::buildControls()
{
    m_play->setObjectName(QStringLiteral("primary"));
    m_count->setRange(1, mostSteps);
    m_count->setValue(firstSteps);
    m_count->setAccessibleName(tr("Number of steps"));
    m_count->setToolTip(tr("How many steps “Steps” takes"));
    m_count->installEventFilter(this);
    m_sentences->installEventFilter(this);
    m_remedy->hide();
}

void TrainingPanel::buildChart()
{
    m_chart->canvas()->setAccessibleName(tr("Curve of the training"));
    m_chart->setMaker([this](QSizeF space) { return figure(space, m_theme->theme()); });
    connect(m_theme, &AppTheme::changed, m_chart, &FigureView::refresh);
    connect(m_log, &QToolButton::toggled, m_chart, &FigureView::refresh);
    // The panel scrolls, not the chart in it.
    connect(m_chart, &FigureView::refreshed, this, [this] {
        if (const auto *chart = dynamic_cast<const TrainingFigure *>(m_chart->figure()))
            m_chart->setMinimumHeight(int(std::ceil(chart->leastHeight() * m_theme->scale())) + 2);
    });
    connect(m_table, &QToolButton::clicked, this, &TrainingPanel::tableAsked);
}

ViewOptions TrainingPanel::viewOptions() const
{
    ViewOptions options;
    const Training &training = m_document->training();
    if (const std::shared_ptr<const TrainingRecord> record = training.record())
        options.training = std::make_shared<const TrainingShown>(
            TrainingShown{*record, training.state().curve->marks, m_log->isChecked()});
    return options;
}

QSizeF TrainingPanel::figureSize() const
{
    return m_chart->figureSize();
}

std::unique_ptr<Figure> TrainingPanel::figure(QSizeF size, const Theme &theme) const
{
    return shownFigure(ViewId::Training, *m_document, viewOptions(), size, theme);
}

void TrainingPanel::placeAll()
{
    content()->addWidget(m_task);
    content()->addWidget(m_learned);
    auto *controls = new FlowLayout(nullptr, gap);
    for (QWidget *control :
         {static_cast<QWidget *>(m_play), static_cast<QWidget *>(m_one), static_cast<QWidget *>(m_count),
          static_cast<QWidget *>(m_many), static_cast<QWidget *>(m_back)})
        controls->addWidget(control);
    content()->addLayout(controls);
    content()->addWidget(m_message);
    content()->addWidget(m_remedy, 0, Qt::AlignLeft);
    content()->addWidget(m_status);
    content()->addWidget(m_answer);
    content()->addWidget(m_sentences);
    content()->addWidget(m_options);
    auto *chart = new FlowLayout(nullptr, gap);
    chart->addWidget(m_log);
    chart->addWidget(m_table);
    content()->addLayout(chart);
    content()->addWidget(m_chart, chartShare);
    content()->addStretch(1); // as long as there is no chart
}

void TrainingPanel::connectAll()
{
    Training &training = m_document->training();
    connect(m_task, &QComboBox::activated, this, [this] {
        attempt([this] { m_document->training().choose(m_task->currentData().toString().toStdString()); });
    });
    connect(m_play, &QPushButton::clicked, this, [this] {
        attempt([this] {
            Training &run = m_document->training();
            if (run.isRunning())
                run.pause();
            else
                run.play();
        });
    });
    connect(m_one, &QToolButton::clicked, this, [this] { attempt([this] { m_document->training().takeSteps(1); }); });
    connect(m_many, &QToolButton::clicked, this,
            [this] { attempt([this] { m_document->training().takeSteps(m_count->value()); }); });
    connect(m_back, &QToolButton::clicked, this, [this] { attempt([this] { m_document->training().backToStart(); }); });
    connect(m_remedy, &QPushButton::clicked, this, [this] {
        makeModel();
        if (m_play->isEnabled()) // the button that was pressed is hidden now
            m_play->setFocus();
    });
    connect(m_options, &TrainingOptionsForm::refused, this, &TrainingPanel::say);
    connect(m_options, &TrainingOptionsForm::accepted, this, [this] { say({}); });
    connect(&training, &Training::stateChanged, this, &TrainingPanel::refresh);
    connect(&training, &Training::advanced, this, &TrainingPanel::showProgress);
    connect(m_document, &Document::loaded, this, [this] {
        say({});
        refresh();
    });
    connect(m_document, &Document::resultChanged, this, &TrainingPanel::showAnswer);
    connect(&m_document->matrices(), &Matrices::modelChanged, this, &TrainingPanel::showRemedy);
}

QWidget *TrainingPanel::firstField() const
{
    return m_task;
}

void TrainingPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    refresh();
}

void TrainingPanel::attempt(const std::function<void()> &run)
{
    say({});
    try {
        run();
    } catch (const Error &error) {
        say(QString::fromUtf8(error.what()));
    }
    refresh();
}

void TrainingPanel::say(const QString &sentence)
{
    m_said = sentence;
    showRemedy();
}

void TrainingPanel::refresh()
{
    if (!isSeen(this))
        return; // it is read again when it becomes visible
    const Training &training = m_document->training();
    const Task *task = training.task();
    {
        const QSignalBlocker quiet(m_task);
        m_task->setCurrentIndex(task ? m_task->findData(QString::fromStdString(task->name)) : -1);
    }
    m_task->setToolTip(task ? plainToolTip(learnedText()) : tr("What the model is to learn"));
    m_play->setText(training.isRunning() ? tr("Pause") : tr("▶ Train"));
    nameButton(m_play, training.isRunning() ? tr("Pause training") : tr("Train the model"));
    m_play->setToolTip(training.isRunning() ? tr("Stops after the step that is running; what was learned stays")
                                            : tr("Trains until it is paused, or all steps are taken"));
    m_sentences->refresh();
    m_options->refresh();
    showRemedy();
    showProgress();
    showAnswer();
}

/// Where the task does not fit the model: why, and the model that does.
void TrainingPanel::showRemedy()
{
    const Training &training = m_document->training();
    if (!isSeen(this) || (training.isRunning() && m_fits))
        return;
    const QString reason = training.reasonAgainst();
    m_fits = training.task() && reason.isEmpty();
    for (QWidget *control : {static_cast<QWidget *>(m_play), static_cast<QWidget *>(m_one),
                             static_cast<QWidget *>(m_many), static_cast<QWidget *>(m_count)})
        control->setEnabled(m_fits);
    const bool isResized = training.task() && training.wouldEnd(m_document->matrices().model()->config);
    m_remedy->setVisible(!reason.isEmpty());
    m_remedy->setText(isResized ? tr("Begin anew") : tr("Make the model for this task"));
    m_remedy->setToolTip(plainToolTip(isResized ? tr("Begins a run with the present sizes and weights, at step 0")
                                                : tr("Takes the model that the task wants, with one of its sentences, "
                                                     "in place of the present one; Ctrl+Z gives that back")));
    setLine(m_message, withFullStop(!reason.isEmpty() ? reason : m_said.isEmpty() ? training.stopReason() : m_said));
}

void TrainingPanel::makeModel()
{
    attempt([this] {
        Training &training = m_document->training();
        if (training.wouldEnd(m_document->matrices().model()->config) &&
            regard::reasonAgainst(*training.task(), *m_document->matrices().model()).empty()) {
            training.beginAnew();
            return;
        }
        const Task &task = *training.task();
        m_document->restore(taskProject(task, training.state().options),
                            tr("Make the model for “%1”").arg(QString::fromStdString(task.title)));
    });
}

/// In the language of this window; a task that a document took over from another one is in that one's.
QString TrainingPanel::learnedText() const
{
    return m_task->currentData(Qt::ToolTipRole).toString();
}

void TrainingPanel::showProgress()
{
    if (!isSeen(this))
        return;
    const Training &training = m_document->training();
    const TrainingState &state = training.state();
    m_back->setEnabled(training.canGoBack());
    m_back->setToolTip(plainToolTip(state.step > 0 && !training.canGoBack()
                                        ? tr("The weights with which the run began are not in the file")
                                        : tr("Back to the weights with which the run began, bit for bit")));
    setCaption(state.task ? tr("step %L1").arg(state.step) : QString());
    // Once something is learned, the chart needs the room.
    const bool isNew = state.task && state.step == 0;
    setLine(m_learned, isNew ? learnedText() : QString());
    const bool hasCurve = state.task && state.step > 0 && !state.curve->steps.empty();
    for (QWidget *each :
         {static_cast<QWidget *>(m_chart), static_cast<QWidget *>(m_log), static_cast<QWidget *>(m_table)})
        each->setVisible(hasCurve);
    if (hasCurve && state.curve != std::exchange(m_shownCurve, state.curve))
        m_chart->refresh();
    if (!state.task) {
        setLine(m_status, {});
        return;
    }
    const QLocale locale;
    QStringList parts{tr("Step %L1 of %L2").arg(state.step).arg(state.options.rate.steps)};
    if (training.stepsPerSecond() > 0)
        parts << tr("%L1 steps/s").arg(std::lround(training.stepsPerSecond()));
    QStringList numbers;
    if (!state.curve->steps.empty())
        numbers << tr("loss %1").arg(locale.toString(state.curve->steps.back().loss, 'f', 3));
    if (const HeldOutCurve &heldOut = state.curve->heldOut; !heldOut.steps.empty())
        numbers << tr("of held-out sentences %1 % right (step %L2)")
                       .arg(locale.toString(100 * heldOut.accuracy.back(), 'f', 0))
                       .arg(heldOut.steps.back());
    QString text = parts.join(QStringLiteral(" · "));
    if (!numbers.isEmpty())
        text += QLatin1Char('\n') + numbers.join(QStringLiteral(" · "));
    if (training.beginsMomentsAnew() && !training.isRunning())
        text += QLatin1Char('\n') + tr("Going on begins the optimiser’s means anew: a file does not keep them.");
    setLine(m_status, text);
}

void TrainingPanel::showAnswer()
{
    if (!isSeen(this))
        return;
    const Task *task = m_document->training().task();
    if (!task || !m_fits) {
        setLine(m_answer, {});
        return;
    }
    const TaskAnswer answer = taskAnswer(*task, m_document->result());
    if (answer.asked.empty()) {
        setLine(m_answer, answer.whyNone);
        return;
    }
    const QString verdict = answer.isRight() ? tr("right") : tr("wrong");
    const QString kind = answer.isHeldOut ? tr("held out") : tr("trained on");
    setLine(m_answer, tr("Answer: %1\n%2, a sentence that is %3").arg(answerText(answer), verdict, kind));
}

bool TrainingPanel::eventFilter(QObject *watched, QEvent *event)
{
    // Scrolling the panel with the wheel must not change a field under the mouse.
    if (event->type() == QEvent::Wheel && !static_cast<QWidget *>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return Panel::eventFilter(watched, event);
}

} // namespace regard

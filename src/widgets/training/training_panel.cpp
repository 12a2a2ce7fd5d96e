#include "widgets/training/training_panel.h"

#include <cmath>
#include <utility>

#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/base/errors.h"
#include "io/project/task_project.h"
#include "training/base/parameters.h"
#include "training/tasks/own_task.h"
#include "training/tasks/task_table.h"
#include "views/text/panel_title.h"
#include "views/training/task_answer.h"
#include "widgets/parts/chip.h"
#include "widgets/parts/figure_view.h"
#include "widgets/parts/flow_layout.h"
#include "widgets/parts/size_spin_box.h"
#include "widgets/parts/spoken_name.h"
#include "widgets/training/task_sentences.h"
#include "widgets/training/training_options_form.h"

namespace regard {

namespace {

constexpr int trainingGap = 6;
constexpr int chartShare = 1000; ///< of the height that is left
constexpr int trainingMostSteps = 100000;
constexpr int firstSteps = 100;
constexpr int trainingShortestField = 10; // characters
constexpr double leastLengthsHeight = 220;

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

/// The task of one's own that is learned, as a person calls it; the run's where its file is not read. Nothing where it
/// is another.
std::optional<OwnKind> ownKindOf(const Training &training)
{
    return training.task() ? regard::ownKindOf(training.task()->name) : training.unreadRun();
}

QString fileName(const std::string &path)
{
    return QFileInfo(QString::fromStdString(path)).fileName();
}

/// What is learned from: said before it begins.
QString sizesText(const Task &task)
{
    const QString tokens =
        TrainingPanel::tr("%n token(s) in the vocabulary", nullptr, int(task.vocabulary.tokens.size()));
    const QString longest =
        TrainingPanel::tr("the longest sentence has %n", nullptr, std::max(task.lengths.source, task.lengths.target));
    const QString lines = TrainingPanel::tr("%n line(s)", nullptr, int(task.file->lines));
    const bool isSample = task.file->lines > task.file->sentences;
    return TrainingPanel::tr("%1: %2; a tenth of the different sentences is not used in training.")
        .arg(fileName(task.file->path),
             QStringList{isSample ? TrainingPanel::tr("%L1 drawn of %2").arg(task.file->sentences).arg(lines) : lines,
                         tokens, longest}
                 .join(TrainingPanel::tr(", ")));
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
      m_own(newChip(tr("Your own…"), tr("Learn from a file of your own"),
                    tr("A text file to learn from: pairs, sentences, or sentences whose words are masked"), this)),
      m_models(new QComboBox(this)), m_trials(new QPushButton(this)),
      m_trialsLine(newLine(this, "trainingStatus", tr("Progress of the models"))),
      m_learned(newLine(this, "muted", {})), m_play(new QPushButton(this)),
      m_one(newChip(tr("1 step"), {}, tr("Takes one step and stops"), this)),
      m_many(newChip(tr("Steps"), tr("Take that many steps"), tr("Takes as many steps and stops"), this)),
      m_count(new SizeSpinBox(this)),
      m_back(newChip(tr("Reset"), tr("Back to the start"),
                     tr("Back to the weights with which the run began, bit for bit"), this)),
      m_status(newLine(this, "trainingStatus", tr("Progress"))), m_message(newLine(this, "error", tr("Why not"))),
      m_remedy(new QPushButton(this)), m_answer(newLine(this, "trainingAnswer", tr("Answer"))),
      m_sentences(new TaskSentences(document, this)), m_chart(new FigureView(theme, this)),
      m_byLength(newSwitchChip(tr("by length"), tr("Accuracy over length"),
                               tr("Which share of sentences of each length the task’s models have right, in place of "
                                  "the curve of this run"),
                               this)),
      m_log(newSwitchChip(tr("log"), tr("Logarithmic loss"), tr("The axis of the loss by powers of ten"), this)),
      m_table(newChip(tr("CSV…"), tr("Save the curve as a table"),
                      tr("Saves every number of the curve as a table; Export… saves the picture"), this)),
      m_options(new TrainingOptionsForm(&document->training(), this))
{
    buildTask();
    buildModels();
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
    m_task->setMinimumContentsLength(trainingShortestField);
    m_task->setPlaceholderText(tr("Choose a task…"));
    for (const Task &task : tasks()) {
        m_task->addItem(QString::fromStdString(task.title), QString::fromStdString(task.name));
        m_task->setItemData(m_task->count() - 1, QString::fromStdString(task.learned + " " + task.look),
                            Qt::ToolTipRole);
    }
    m_task->setCurrentIndex(-1);
    auto *menu = new QMenu(m_own);
    menu->setToolTipsVisible(true);
    const auto add = [&](OwnKind kind, const QString &text, const QString &tip) {
        QAction *action = menu->addAction(text, this, [this, kind] { emit ownFileAsked(kind); });
        action->setToolTip(tip);
    };
    add(OwnKind::Pairs, tr("&Pairs…"),
        tr("Each line a source, a tab and its target: an encoder–decoder learns to "
           "write the second, given the first"));
    add(OwnKind::Sentences, tr("&Sentences…"), tr("A sentence a line: a decoder learns which word comes next"));
    add(OwnKind::Masked, tr("Sentences, words &masked…"),
        tr("A sentence a line: an encoder learns which word stands where one is masked"));
    m_own->setMenu(menu);
    m_own->setPopupMode(QToolButton::InstantPopup);
}

void TrainingPanel::buildModels()
{
    m_models->setAccessibleName(tr("Model of the task"));
    m_models->setToolTip(tr("Takes one of the models that the task offers in place of the present one; Ctrl+Z gives "
                            "that back"));
    m_models->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_models->setMinimumContentsLength(trainingShortestField);
    m_models->setPlaceholderText(tr("Another model"));
}

/// The models that the task offers, in the language of this window.
void TrainingPanel::fillModels()
{
    const Task *task = m_document->training().task();
    const std::optional<Task> known = task ? findTask(task->name) : std::nullopt;
    const QSignalBlocker quiet(m_models);
    m_models->clear();
    if (known)
        for (const TaskVariant &variant : known->variants)
            m_models->addItem(m_document->trials().trained(variant.name)
                                  ? tr("%1, trained").arg(QString::fromStdString(variant.title))
                                  : QString::fromStdString(variant.title),
                              QString::fromStdString(variant.name));
    m_models->setVisible(m_models->count() > 0);
    showModel();
}

/// Which of them the present one is.
void TrainingPanel::showModel()
{
    const Task *task = m_document->training().task();
    if (!task || m_models->count() == 0)
        return;
    const TaskVariant *variant = variantOf(*task, m_document->matrices().model()->config);
    const QSignalBlocker quiet(m_models);
    m_models->setCurrentIndex(variant ? m_models->findData(QString::fromStdString(variant->name)) : -1);
}

void TrainingPanel::chooseModel(const std::string &name)
{
    const Task *task = m_document->training().task();
    if (std::optional<Project> trained = m_document->trials().trained(name)) {
        m_document->restore(*std::move(trained), tr("Take the trained model “%1”").arg(modelTitle(task->name, name)));
        return;
    }
    const TaskVariant *present = task ? variantOf(*task, m_document->matrices().model()->config) : nullptr;
    const std::optional<Task> chosen = task ? withVariant(*task, name) : std::nullopt;
    if (!chosen || (present && present->name == name))
        return;
    TrainingOptions options = chosen->options;
    options.seed = m_document->training().state().options.seed;
    m_document->restore(taskProject(*chosen, options),
                        tr("Make the model for “%1”").arg(QString::fromStdString(chosen->title)));
}

/// The button that trains all models of the task, and how far they are.
void TrainingPanel::showTrials()
{
    if (!isSeen(this))
        return;
    const ModelTrials &trials = m_document->trials();
    m_trials->setVisible(trials.isOffered());
    const int count = trials.isOffered() ? int(m_document->training().task()->variants.size()) : 0;
    m_trials->setText(trials.isRunning() ? tr("Stop") : tr("Train all %n", nullptr, count));
    nameButton(m_trials,
               trials.isRunning() ? tr("Stop training the models of the task") : tr("Train all models of the task"));
    m_trials->setToolTip(
        trials.isRunning()
            ? tr("Ends here; what the models know by now stays in the chart")
            : tr("Trains each model that the task offers from new weights, one after the other on the same sentences, "
                 "and draws how much each has right over the length of sentences. The model that is shown stays as it "
                 "is; a trained one can be taken from the list."));
    setLine(m_trialsLine, trialsText());
    for (QWidget *control : {static_cast<QWidget *>(m_models), static_cast<QWidget *>(m_play),
                             static_cast<QWidget *>(m_one), static_cast<QWidget *>(m_many)})
        control->setEnabled(!trials.isRunning() && (control == m_models || m_fits));
    showChart();
}

QString TrainingPanel::trialsText() const
{
    const ModelTrials &trials = m_document->trials();
    if (!trials.isOffered() || !trials.isRunning())
        return withFullStop(trials.problem());
    const TrialProgress &progress = trials.progress();
    QStringList parts{modelTitle(m_document->training().task()->name, progress.model),
                      tr("step %L1 of %L2").arg(progress.step).arg(progress.steps)};
    if (progress.step > 0)
        parts << tr("loss %1").arg(QLocale().toString(progress.loss, 'f', 3));
    if (progress.stepsPerSecond > 0)
        parts << tr("%L1 steps/s").arg(std::lround(progress.stepsPerSecond));
    return parts.join(QStringLiteral(" · "));
}

/// The curve of the run, or accuracy over length.
void TrainingPanel::showChart()
{
    const Training &training = m_document->training();
    const TrainingState &state = training.state();
    const bool hasCurve = (state.task || state.record) && state.step > 0 && !state.curve->steps.empty();
    const bool hasLengths = !m_document->trials().lengths().empty();
    m_byLength->setVisible(hasLengths);
    const bool isByLength = hasLengths && (m_byLength->isChecked() || !hasCurve);
    m_chart->setVisible(hasCurve || hasLengths);
    m_log->setVisible(hasCurve && !isByLength);
    m_table->setVisible(hasCurve && !isByLength);
    if (isByLength)
        m_shownCurve.reset();
    if (isByLength || (hasCurve && state.curve != std::exchange(m_shownCurve, state.curve)))
        m_chart->refresh();
}

/// The list has the tasks of the table, and below them the present one of one's own.
void TrainingPanel::showTask()
{
    const Training &training = m_document->training();
    const QSignalBlocker quiet(m_task);
    while (m_task->count() > 0 && regard::ownKindOf(m_task->itemData(m_task->count() - 1).toString().toStdString()))
        m_task->removeItem(m_task->count() - 1);
    const std::optional<OwnKind> own = ownKindOf(training);
    if (own) {
        const Task texts = ownTask(*own); // in the language of this window
        const Task *task = training.task();
        m_task->addItem(tr("%1: %2").arg(QString::fromStdString(texts.title),
                                         fileName(task ? task->file->path : training.state().record->data)),
                        QString::fromStdString(texts.name));
        m_task->setItemData(m_task->count() - 1, QString::fromStdString(texts.learned + " " + texts.look),
                            Qt::ToolTipRole);
        m_task->setCurrentIndex(m_task->count() - 1);
    } else {
        const Task *task = training.task();
        m_task->setCurrentIndex(task ? m_task->findData(QString::fromStdString(task->name)) : -1);
    }
    m_task->setToolTip(m_task->currentIndex() >= 0 ? learnedText() : tr("What the model is to learn"));
}

void TrainingPanel::buildControls()
{
    m_play->setObjectName(QStringLiteral("primary"));
    m_count->setRange(1, trainingMostSteps);
    m_count->setValue(firstSteps);
    m_count->setAccessibleName(tr("Number of steps"));
    m_count->setToolTip(tr("How many steps “Steps” takes"));
    m_remedy->hide();
    m_trials->hide();
}

void TrainingPanel::buildChart()
{
    m_chart->canvas()->setAccessibleName(tr("Curve of the training"));
    m_chart->setMaker([this](QSizeF space) { return figure(space, m_theme->theme()); });
    connect(m_theme, &AppTheme::changed, m_chart, &FigureView::refresh);
    connect(m_log, &QToolButton::toggled, m_chart, &FigureView::refresh);
    // The panel scrolls, not the chart in it.
    connect(m_chart, &FigureView::refreshed, this, [this] {
        const auto *lengths = dynamic_cast<const LengthFigure *>(m_chart->figure());
        if (lengths)
            m_chart->setMinimumHeight(int(std::ceil(leastLengthsHeight * m_theme->scale())));
        if (const auto *chart = dynamic_cast<const TrainingFigure *>(m_chart->figure()))
            m_chart->setMinimumHeight(int(std::ceil(chart->leastHeight() * m_theme->scale())) + 2);
    });
    connect(m_byLength, &QToolButton::toggled, this, [this] {
        showChart();
        m_chart->refresh();
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
    if (options.training && m_document->trials().isRunning()) {
        auto shown = std::make_shared<TrainingShown>(*options.training);
        shown->record.models = m_document->trials().lengths();
        options.training = std::move(shown);
    }
    return options;
}

QSizeF TrainingPanel::figureSize() const
{
    return m_chart->figureSize();
}

std::unique_ptr<Figure> TrainingPanel::figure(QSizeF size, const Theme &theme) const
{
    const ViewOptions options = viewOptions();
    const bool hasLengths = options.training && !options.training->record.models.empty();
    const bool hasCurve = options.training && !options.training->record.curve.empty();
    const ViewId shown = hasLengths && (m_byLength->isChecked() || !hasCurve) ? ViewId::Lengths : ViewId::Training;
    return shownFigure(shown, *m_document, options, size, theme);
}

void TrainingPanel::placeAll()
{
    content()->addWidget(m_task);
    content()->addWidget(m_own, 0, Qt::AlignLeft);
    content()->addWidget(m_models);
    content()->addWidget(m_trials, 0, Qt::AlignLeft);
    content()->addWidget(m_trialsLine);
    content()->addWidget(m_learned);
    auto *controls = new FlowLayout(nullptr, trainingGap);
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
    auto *chart = new FlowLayout(nullptr, trainingGap);
    chart->addWidget(m_byLength);
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
        const std::string name = m_task->currentData().toString().toStdString();
        if (!regard::ownKindOf(name)) // that one is chosen already
            attempt([this, &name] { m_document->training().choose(name); });
    });
    connect(m_models, &QComboBox::activated, this,
            [this] { attempt([this] { chooseModel(m_models->currentData().toString().toStdString()); }); });
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
        if (const std::optional<OwnKind> own = m_document->training().unreadRun()) {
            emit ownFileAsked(*own);
            return;
        }
        makeModel();
        m_task->setFocus(Qt::OtherFocusReason); // the button that was pressed is hidden now
    });
    connect(m_options, &TrainingOptionsForm::refused, this, &TrainingPanel::say);
    connect(m_options, &TrainingOptionsForm::accepted, this, [this] { say({}); });
    connect(m_trials, &QPushButton::clicked, this, [this] {
        attempt([this] {
            ModelTrials &trials = m_document->trials();
            if (trials.isRunning()) {
                trials.stop();
            } else {
                trials.start();
                m_byLength->setChecked(true);
            }
        });
    });
    connect(&m_document->trials(), &ModelTrials::changed, this, [this] {
        if (!m_document->trials().isRunning())
            fillModels();
        showTrials();
    });
    connect(&training, &Training::stateChanged, this, &TrainingPanel::refresh);
    connect(&training, &Training::advanced, this, &TrainingPanel::showProgress);
    connect(m_document, &Document::loaded, this, [this] {
        say({});
        refresh();
    });
    connect(m_document, &Document::resultChanged, this, &TrainingPanel::showAnswer);
    connect(&m_document->matrices(), &Matrices::modelChanged, this, &TrainingPanel::showModel);
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
    m_saidOf = m_document->training().state().task;
    showRemedy();
}

void TrainingPanel::refresh()
{
    if (!isSeen(this))
        return; // it is read again when it becomes visible
    const Training &training = m_document->training();
    showTask();
    fillModels();
    m_play->setText(training.isRunning() ? tr("Pause") : tr("▶ Train"));
    nameButton(m_play, training.isRunning() ? tr("Pause training") : tr("Train the model"));
    m_play->setToolTip(training.isRunning() ? tr("Stops after the step that is running; what was learned stays")
                                            : tr("Trains until it is paused, or all steps are taken"));
    m_sentences->refresh();
    m_options->refresh();
    m_options->setEnabled(training.task());
    showRemedy();
    showProgress();
    showTrials();
    showAnswer();
}

/// What went wrong with the task that is shown; where it does not fit the model: why, and the model that does.
void TrainingPanel::showRemedy()
{
    const Training &training = m_document->training();
    if (!isSeen(this))
        return;
    // A run asks at its beginning and after each edit whether the two fit.
    const QString reason = training.isRunning() && m_fits ? QString() : training.reasonAgainst();
    const bool isUnread = training.unreadRun().has_value() && training.fileInReading().isEmpty();
    m_fits = training.task() && reason.isEmpty();
    for (QWidget *control : {static_cast<QWidget *>(m_play), static_cast<QWidget *>(m_one),
                             static_cast<QWidget *>(m_many), static_cast<QWidget *>(m_count)})
        control->setEnabled(m_fits);
    const bool isResized = training.task() && training.wouldEnd(m_document->matrices().model()->config);
    m_remedy->setVisible(isUnread || !reason.isEmpty());
    m_remedy->setText(isUnread    ? tr("Choose its file…")
                      : isResized ? tr("Begin anew")
                                  : tr("Make the model for this task"));
    m_remedy->setToolTip(isUnread    ? tr("The file that the weights were learned from, to go on with it")
                         : isResized ? tr("Begins a run with the present sizes and weights, at step 0")
                                     : tr("Takes the model that the task wants, with one of its sentences, "
                                          "in place of the present one; Ctrl+Z gives that back"));
    QString sentence = training.stopReason();
    const QString said = m_saidOf == training.state().task ? m_said : QString();
    for (const QString &other : {said, reason, training.fileProblem()}) // the last that there is
        sentence = other.isEmpty() ? sentence : other;
    setLine(m_message, withFullStop(sentence));
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
    QStringList texts{m_task->currentData(Qt::ToolTipRole).toString()};
    const Task *task = m_document->training().task();
    if (task && task->file)
        texts << sizesText(*task);
    if (const std::string fixed = reasonForFixedParts(*m_document->matrices().model()); task && !fixed.empty())
        texts << QString::fromStdString(fixed);
    return texts.join(QLatin1Char('\n'));
}

void TrainingPanel::showProgress()
{
    if (!isSeen(this))
        return;
    const Training &training = m_document->training();
    const TrainingState &state = training.state();
    m_back->setEnabled(training.canGoBack());
    m_back->setToolTip(state.step > 0 && !training.canGoBack()
                           ? tr("The weights with which the run began are not in the file")
                           : tr("Back to the weights with which the run began, bit for bit"));
    const bool isRun = state.task || state.record;
    setCaption(isRun ? tr("step %L1").arg(state.step) : QString());
    // Once something is learned, the chart needs the room.
    const bool isNew = state.task && state.step == 0;
    setLine(m_learned, isNew ? learnedText() : QString());
    showChart();
    const QString reading = training.fileInReading().isEmpty()
                                ? QString()
                                : tr("Reading %1…").arg(QFileInfo(training.fileInReading()).fileName());
    if (!isRun) {
        setLine(m_status, reading);
        return;
    }
    const QLocale locale;
    QStringList parts{tr("Step %L1 of %L2").arg(state.step).arg(state.options.rate.steps)};
    if (!reading.isEmpty())
        parts.prepend(reading);
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
        text += QLatin1Char('\n') + tr("Going on resets the optimiser’s means, which a file does not keep.");
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
    const QString kind = answer.isHeldOut ? tr("not used in training") : tr("used in training");
    setLine(m_answer, tr("Answer: %1\n%2, a sentence %3").arg(answerText(answer), verdict, kind));
}

} // namespace regard

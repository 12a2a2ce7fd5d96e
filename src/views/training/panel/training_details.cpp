#include "views/training/panel/training_details.h"

#include <cmath>
#include <utility>

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/chip.h"
#include "controls/figure_view.h"
#include "controls/flow_layout.h"
#include "controls/size_spin_box.h"
#include "engine/base/errors.h"
#include "training/base/parameters.h"
#include "training/tasks/own_task.h"
#include "training/tasks/task_table.h"
#include "views/training/panel/training_options_form.h"

namespace regard {

namespace {

constexpr int trainingGap = 6;
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

/// What is learned from: said before it begins.
QString sizesText(const Task &task)
{
    const QString tokens =
        TrainingDetails::tr("%n token(s) in the vocabulary", nullptr, int(task.vocabulary.tokens.size()));
    const QString longest =
        TrainingDetails::tr("the longest sentence has %n", nullptr, std::max(task.lengths.source, task.lengths.target));
    const QString lines = TrainingDetails::tr("%n line(s)", nullptr, int(task.file->lines));
    const bool isSample = task.file->lines > task.file->sentences;
    return TrainingDetails::tr("%1: %2; a tenth of the different sentences is not used in training.")
        .arg(QFileInfo(QString::fromStdString(task.file->path)).fileName(),
             QStringList{isSample ? TrainingDetails::tr("%L1 drawn of %2").arg(task.file->sentences).arg(lines) : lines,
                         tokens, longest}
                 .join(TrainingDetails::tr(", ")));
}

} // namespace

TrainingDetails::TrainingDetails(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(tr("Options of the training"), parent), m_document(document), m_theme(theme),
      m_status(newLine(this, "trainingStatus", tr("Progress"))), m_learned(newLine(this, "muted", {})),
      m_models(new QComboBox(this)), m_count(new SizeSpinBox(this)),
      m_many(newChip(tr("Steps"), tr("Take that many steps"), tr("Takes as many steps and stops"), this)),
      m_options(new TrainingOptionsForm(&document->training(), this)),
      m_log(newSwitchChip(tr("log"), tr("Logarithmic loss"), tr("The axis of the loss by powers of ten"), this)),
      m_view(new FigureView(theme, this))
{
    m_models->setAccessibleName(tr("Model of the task"));
    m_models->setToolTip(tr("Takes one of the models that the task offers in place of the present one; Ctrl+Z gives "
                            "that back"));
    m_models->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_models->setMinimumContentsLength(trainingShortestField);
    m_models->setPlaceholderText(tr("Another model"));
    m_count->setRange(1, trainingMostSteps);
    m_count->setValue(firstSteps);
    m_count->setAccessibleName(tr("Number of steps"));
    m_count->setToolTip(tr("How many steps “Steps” takes"));
    buildFigure();
    placeAll();
    connectAll();
    refresh();
}

void TrainingDetails::buildFigure()
{
    m_view->canvas()->setAccessibleName(tr("All curves of the training"));
    m_view->setMaker([this](QSizeF space) { return figure(space, m_theme->theme()); });
    connect(m_theme, &AppTheme::changed, m_view, &FigureView::refresh);
    connect(m_log, &QToolButton::toggled, m_view, &FigureView::refresh);
    // The panel scrolls, not the figure in it.
    connect(m_view, &FigureView::refreshed, this, [this] {
        const auto *lengths = dynamic_cast<const LengthFigure *>(m_view->figure());
        if (lengths)
            m_view->setMinimumHeight(int(std::ceil(leastLengthsHeight * m_theme->scale())));
        if (const auto *curves = dynamic_cast<const TrainingFigure *>(m_view->figure()))
            m_view->setMinimumHeight(int(std::ceil(curves->leastHeight() * m_theme->scale())) + 2);
    });
}

void TrainingDetails::placeAll()
{
    QVBoxLayout *lines = content();
    lines->addWidget(m_status);
    lines->addWidget(m_learned);
    lines->addWidget(m_models);
    auto *steps = new FlowLayout(nullptr, trainingGap);
    steps->addWidget(m_count);
    steps->addWidget(m_many);
    lines->addLayout(steps);
    lines->addWidget(m_options);
    auto *chips = new FlowLayout(nullptr, trainingGap);
    chips->addWidget(m_log);
    lines->addLayout(chips);
    lines->addWidget(m_view, 1);
}

void TrainingDetails::connectAll()
{
    const Training &training = m_document->training();
    connect(m_models, &QComboBox::activated, this, [this] {
        attempt([this] { m_document->training().chooseModel(m_models->currentData().toString().toStdString()); });
    });
    connect(m_many, &QToolButton::clicked, this,
            [this] { attempt([this] { m_document->training().takeSteps(m_count->value()); }); });
    connect(m_options, &TrainingOptionsForm::refused, this, &TrainingDetails::refused);
    connect(m_options, &TrainingOptionsForm::accepted, this, [this] { emit refused({}); });
    connect(&training, &Training::stateChanged, this, &TrainingDetails::refresh);
    connect(&training, &Training::advanced, this, &TrainingDetails::showProgress);
    connect(m_document, &Document::loaded, this, &TrainingDetails::refresh);
    connect(&m_document->matrices(), &Matrices::modelChanged, this, &TrainingDetails::showModel);
}

void TrainingDetails::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    refresh();
}

void TrainingDetails::attempt(const std::function<void()> &run)
{
    emit refused({});
    try {
        run();
    } catch (const Error &error) {
        emit refused(QString::fromUtf8(error.what()));
    }
    refresh();
}

void TrainingDetails::setByLength(bool isByLength)
{
    m_isByLength = isByLength;
    m_shownCurve.reset();
    showFigure();
    m_view->refresh();
}

void TrainingDetails::refresh()
{
    if (!isSeen(this))
        return; // it is read again when it becomes visible
    const Training &training = m_document->training();
    const bool fits = training.task() && (training.isRunning() || training.reasonAgainst().isEmpty());
    m_many->setEnabled(fits);
    m_count->setEnabled(fits);
    fillModels();
    m_options->refresh();
    showProgress();
}

/// The models that the task offers, in the language of this window.
void TrainingDetails::fillModels()
{
    const Task *task = m_document->training().task();
    const std::optional<Task> known = task ? findTask(task->name) : std::nullopt;
    const QSignalBlocker quiet(m_models);
    m_models->clear();
    if (known)
        for (const TaskVariant &variant : known->variants)
            m_models->addItem(QString::fromStdString(variant.title), QString::fromStdString(variant.name));
    m_models->setVisible(m_models->count() > 0);
    showModel();
}

/// Shows which of the models the present one is.
void TrainingDetails::showModel()
{
    const Task *task = m_document->training().task();
    if (!task || m_models->count() == 0)
        return;
    const TaskVariant *variant = variantOf(*task, m_document->matrices().model()->config);
    const QSignalBlocker quiet(m_models);
    m_models->setCurrentIndex(variant ? m_models->findData(QString::fromStdString(variant->name)) : -1);
}

/// The curves of the run, or accuracy over length.
void TrainingDetails::showFigure()
{
    const Training &training = m_document->training();
    const TrainingState &state = training.state();
    const bool hasCurve = (state.task || state.record) && state.step > 0 && !state.curve->steps.empty();
    const bool hasLengths = state.models && !state.models->empty();
    const bool isByLength = hasLengths && (m_isByLength || !hasCurve);
    m_view->setVisible(hasCurve || hasLengths);
    m_log->setVisible(hasCurve && !isByLength);
    if (isByLength)
        m_shownCurve.reset();
    if (isByLength || (hasCurve && state.curve != std::exchange(m_shownCurve, state.curve)))
        m_view->refresh();
}

ViewOptions TrainingDetails::viewOptions() const
{
    ViewOptions options;
    const Training &training = m_document->training();
    if (const std::shared_ptr<const TrainingRecord> record = training.record())
        options.training = std::make_shared<const TrainingShown>(
            TrainingShown{*record, training.state().curve->marks, m_log->isChecked()});
    return options;
}

QSizeF TrainingDetails::figureSize() const
{
    return m_view->figureSize();
}

std::unique_ptr<Figure> TrainingDetails::figure(QSizeF size, const Theme &theme) const
{
    const ViewOptions options = viewOptions();
    const bool hasLengths = options.training && !options.training->record.models.empty();
    const bool hasCurve = options.training && !options.training->record.curve.empty();
    const ViewId shown = hasLengths && (m_isByLength || !hasCurve) ? ViewId::Lengths : ViewId::Training;
    return shownFigure(shown, *m_document, options, size, theme);
}

/// Says what is learned in the language of this window; a task that a document took over from another one is in that
/// one's.
QString TrainingDetails::learnedText() const
{
    const Training &training = m_document->training();
    const Task *task = training.task();
    if (!task || training.state().step > 0)
        return {}; // once something is learned, the figure needs the room
    const std::optional<OwnKind> own = training.ownKind();
    const std::optional<Task> known = own ? std::optional(ownTask(*own)) : findTask(task->name);
    QStringList texts{QString::fromStdString(known->learned + " " + known->look)};
    if (task->file)
        texts << sizesText(*task);
    if (const std::string fixed = reasonForFixedParts(*m_document->matrices().model()); !fixed.empty())
        texts << QString::fromStdString(fixed);
    return texts.join(QLatin1Char('\n'));
}

QString TrainingDetails::progressText() const
{
    const Training &training = m_document->training();
    const TrainingState &state = training.state();
    if (!state.task && !state.record)
        return {};
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
        text += QLatin1Char('\n') + tr("Going on resets the optimiser’s means, which a file does not keep.");
    return text;
}

void TrainingDetails::showProgress()
{
    if (!isSeen(this))
        return;
    setLine(m_learned, learnedText());
    setLine(m_status, progressText());
    showFigure();
}

} // namespace regard

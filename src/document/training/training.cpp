#include "document/training/training.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QEvent>
#include <QScopedValueRollback>

#include "document/training/trainer.h"
#include "document/work/background_work.h"
#include "engine/base/errors.h"
#include "engine/model/weight_shapes.h"
#include "io/project/task_project.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

constexpr int pictureMs = 40;    ///< between two pictures, at least: training keeps most of its time
constexpr int editPauseMs = 250; ///< a drag's edits come faster
const auto painted = QEvent::Type(QEvent::registerEventType());

/// What differs, as the curve marks it.
QString changedText(const TrainingOptions &before, const TrainingOptions &after)
{
    if (before.rate.rate != after.rate.rate)
        return Training::tr("learning rate %1").arg(after.rate.rate);
    if (before.batch != after.batch)
        return Training::tr("batch %1").arg(after.batch);
    if (before.dropout != after.dropout)
        return Training::tr("dropout %1").arg(after.dropout);
    if (before.adam.locked != after.adam.locked)
        return Training::tr("locks");
    return Training::tr("options");
}

/// Whether the same numbers are trained.
bool haveSameShapes(const ModelConfig &a, const ModelConfig &b)
{
    const auto same = [](const WeightShape &left, const WeightShape &right) {
        return left.name == right.name && left.rows == right.rows && left.columns == right.columns &&
               left.active == right.active;
    };
    const std::vector<WeightShape> ofA = weightShapes(a);
    const std::vector<WeightShape> ofB = weightShapes(b);
    return std::equal(ofA.begin(), ofA.end(), ofB.begin(), ofB.end(), same);
}

/// The numbers up to a step, so that others can follow.
TrainingCurve upTo(const TrainingCurve &curve, long long step)
{
    TrainingRecord record;
    record.step = step;
    record.curve = curve.steps;
    record.heldOut = curve.heldOut;
    record = record.upTo(step);
    TrainingCurve before{std::move(record.curve), std::move(record.heldOut), curve.marks};
    std::erase_if(before.marks, [step](const TrainingMark &mark) { return mark.step > step; });
    return before;
}

/// Appends what came after the curve's last step.
TrainingCurve grown(TrainingCurve curve, const LearnerPicture &news, const Task &task)
{
    curve.steps.insert(curve.steps.end(), news.reports.begin(), news.reports.end());
    for (const MeasuredStep &measured : news.measured) {
        HeldOutCurve &heldOut = curve.heldOut;
        heldOut.steps.push_back(measured.step);
        heldOut.loss.push_back(measured.evaluation.loss);
        heldOut.accuracy.push_back(measured.evaluation.accuracy);
        for (std::size_t i = 0; i < task.measures.size(); ++i)
            heldOut.measures[task.measures[i].name].push_back(measured.evaluation.measures.at(i));
        for (const auto &[name, mean] : measured.evaluation.patterns)
            heldOut.measures[name].push_back(mean);
    }
    return news.divergence ? upTo(curve, news.step) : curve; // the last good step may be earlier than the last shown
}

/// Returns where a run goes on, up to a step or to the end that its own schedule has.
LearnerStart startOf(const RunBeside &run, std::optional<long long> until)
{
    const RateRule &rate = run.options.rate;
    if (!until && rate.schedule == Schedule::Cosine)
        until = rate.steps;
    const std::vector<long long> &measured = run.curve->heldOut.steps;
    const auto last =
        std::find_if(measured.rbegin(), measured.rend(), [&](long long step) { return step <= run.step; });
    return {run.task, run.model, run.options, run.moments, run.step, last == measured.rend() ? -1 : *last, until};
}

/// Whether a step was taken.
bool hasNews(const TrainingPicture &picture, const TrainingState &state)
{
    bool isNew = picture.own.step != state.step;
    for (std::size_t i = 0; i < picture.beside.size(); ++i)
        isNew |= picture.beside[i].step != state.beside.at(i).step;
    return isNew;
}

/// Whether a cosine has brought the learning rate to 0.
bool isAtEnd(const TrainingOptions &options, long long step)
{
    return options.rate.schedule == Schedule::Cosine && step >= options.rate.steps;
}

long long frontStepOf(const TrainingState &state)
{
    long long front = state.step;
    for (const RunBeside &run : state.beside)
        front = std::max(front, run.step);
    return front;
}

} // namespace

Training::Training(UndoSteps *steps, Subject *subject, Matrices &matrices)
    : m_steps(steps), m_subject(subject), m_matrices(matrices), m_reading(std::make_unique<BackgroundWork>(nullptr)),
      m_trainer(std::make_unique<Trainer>())
{
    m_pull.setSingleShot(true);
    m_resume.setSingleShot(true);
    connect(&m_pull, &QTimer::timeout, this, [this] { m_trainer->ask(); });
    connect(&m_resume, &QTimer::timeout, this, &Training::takeUp);
    connect(&matrices, &Matrices::modelChanged, this, &Training::followModel);
}

Training::~Training() = default;

QString Training::reasonAgainst() const
{
    if (!m_state.task)
        return {};
    if (const std::string reason = regard::reasonAgainst(*m_state.task, *m_matrices.model()); !reason.empty())
        return QString::fromStdString(reason);
    if (const std::string reason = regard::reasonAgainst(m_matrices.model()->interventions); !reason.empty())
        return QString::fromStdString(reason);
    return wouldEnd(m_matrices.model()->config)
               ? tr("The model has other sizes than the one that learned %n step(s). Begin anew with them, or undo the "
                    "change.",
                    nullptr, int(m_state.step))
               : QString();
}

bool Training::wouldEnd(const ModelConfig &config) const
{
    return m_state.step > 0 && m_state.sizes && *m_state.sizes != config && !haveSameShapes(*m_state.sizes, config);
}

/// A run that was put in this one's place may have begun with a model of other sizes.
bool Training::canGoBack() const
{
    return m_state.first && m_state.step > 0 && haveSameShapes(m_state.first->config, m_matrices.model()->config);
}

/// Returns the same task and options with nothing learned yet.
TrainingState Training::untouched() const
{
    State state;
    state.task = m_state.task;
    state.options = m_state.options;
    state.models = m_state.models;
    return state;
}

/// Bound to the task and the step that it is about, so that it is never shown with another one.
QString Training::stopReason() const
{
    if (m_end.task != m_state.task || m_end.step != m_state.step)
        return {};
    if (m_end.isRefused && areAllStepsTaken())
        return tr("All %L1 steps are taken, and the cosine has brought the learning rate to 0. Add steps or choose "
                  "another schedule to go on.")
            .arg(m_state.options.rate.steps);
    if (m_end.lacksMemory)
        return BackgroundWork::lackOfMemory();
    return m_end.divergence ? QString::fromStdString(m_end.divergence->text()) : m_end.problem;
}

bool Training::areAllStepsTaken() const
{
    return isAtEnd(m_state.options, m_state.step) &&
           std::all_of(m_state.beside.begin(), m_state.beside.end(),
                       [](const RunBeside &run) { return isAtEnd(run.options, run.step); });
}

long long Training::frontStep() const
{
    return frontStepOf(m_state);
}

void Training::beginAnew()
{
    pause();
    pushChange(tr("Begin training anew"), {m_matrices.model(), untouched()});
}

void Training::requireFit() const
{
    if (!m_state.task)
        throw ConfigError(tr("Choose a task first.").toStdString());
    if (const QString reason = reasonAgainst(); !reason.isEmpty())
        throw ConfigError(reason.toStdString());
}

void Training::choose(const std::string &name)
{
    m_fileProblem.clear();
    if (m_state.task && m_state.task->name == name && reasonAgainst().isEmpty())
        return;
    std::optional<Task> task = findTask(name);
    if (!task)
        throw ConfigError(tr("There is no task “%1”.").arg(QString::fromStdString(name)).toStdString());
    const TrainingOptions options = task->options;
    make(*std::move(task), options);
}

void Training::chooseModel(const std::string &variant)
{
    std::optional<Task> task = m_state.task ? withVariant(*m_state.task, variant) : std::nullopt;
    if (!task)
        throw ConfigError(tr("The task offers no model “%1”.").arg(QString::fromStdString(variant)).toStdString());
    const TaskVariant *present = variantOf(*task, m_matrices.model()->config);
    if (present && present->name == variant)
        return;
    TrainingOptions options = task->options;
    options.seed = m_state.options.seed;
    make(*std::move(task), options);
}

void Training::makeAnew()
{
    if (m_state.task)
        make(Task(*m_state.task), TrainingOptions(m_state.options));
}

/// The task with the model that it wants.
void Training::make(Task task, const TrainingOptions &options)
{
    pause();
    m_reading->cancel();
    m_file.clear();
    m_fileProblem.clear();
    State made;
    made.options = options;
    made.task = std::make_shared<const Task>(std::move(task));
    const QString text = tr("Choose the task “%1”").arg(QString::fromStdString(made.task->title));
    Project project = taskProject(*made.task, made.options);
    project.view.heads = {project.view.head}; // the heatmap shows one head, and the links beside it the same
    m_subject->replace(text, std::move(project), std::move(made));
}

/// Chooses a task that a user's file gives.
void Training::choose(Task task)
{
    if (!m_subject->hasModel() || !regard::reasonAgainst(task, *m_matrices.model()).empty()) {
        const TrainingOptions options = task.options;
        make(std::move(task), options);
        return;
    }
    pause();
    m_reading->cancel();
    m_file.clear();
    m_fileProblem.clear();
    State chosen;
    chosen.options = task.options;
    chosen.task = std::make_shared<const Task>(std::move(task));
    const QString title = QString::fromStdString(chosen.task->title);
    if (m_state.step > 0) {
        pushChange(tr("Choose the task “%1”").arg(title), {m_matrices.model(), std::move(chosen)});
        return;
    }
    rest();
    m_state = std::move(chosen);
    emit stateChanged();
}

void Training::setOptions(const TrainingOptions &options)
{
    if (options == m_state.options)
        return;
    checkOptions(options);
    const QString text = changedText(m_state.options, options);
    m_state.options = options;
    if (m_state.task)
        m_state.record.reset();
    m_trainer->setOptions(options);
    if (m_state.step > 0)
        mark(text);
    emit stateChanged();
}

void Training::setSpeed(double stepsPerSecond)
{
    if (stepsPerSecond == m_speed)
        return;
    m_speed = stepsPerSecond;
    m_trainer->setSpeed(stepsPerSecond);
    emit stateChanged();
}

void Training::setLocked(const std::string &parameter, bool isLocked)
{
    TrainingOptions options = m_state.options;
    if (isLocked)
        options.adam.locked.insert(parameter);
    else
        options.adam.locked.erase(parameter);
    setOptions(options);
}

/// Adds a mark to the curve at the present step unless the last mark is the same.
void Training::mark(const QString &text)
{
    TrainingCurve curve = upTo(*m_state.curve, m_state.step);
    const TrainingMark added{m_state.step, text};
    if (!curve.marks.empty() && curve.marks.back() == added)
        return;
    curve.marks.push_back(added);
    m_state.curve = std::make_shared<const TrainingCurve>(std::move(curve));
}

void Training::play()
{
    if (m_isRunning)
        return;
    requireFit();
    if (areAllStepsTaken())
        end({.isRefused = true});
    else
        go(std::nullopt);
}

void Training::takeSteps(long long count)
{
    pause();
    go(frontStep() + count);
}

void Training::go(std::optional<long long> until)
{
    requireFit();
    m_until = until;
    m_isRunning = true;
    m_end = {};
    m_fileProblem.clear();
    takeUp();
    emit stateChanged();
}

/// Goes on with the model that is shown.
void Training::takeUp()
{
    if (!m_isRunning)
        return;
    if (m_state.step == 0)
        m_state.first = m_matrices.model();
    if (m_state.step == 0 || !m_state.sizes)
        m_state.sizes = m_matrices.model()->config;
    TrainingStart start;
    start.own = startOf({m_state.task, m_state.options, m_matrices.model(), m_state.first, m_state.moments,
                         m_state.step, m_state.curve},
                        m_until);
    for (const RunBeside &run : m_state.beside)
        start.beside.push_back(startOf(run, m_until));
    start.lengthSentences = m_state.beside.empty() ? 0 : m_lengthSentences;
    m_trainer->start(
        std::move(start), [this](const TrainingPicture &picture) { take(picture); },
        [this](const QString &problem) {
            end({.problem = problem, .lacksMemory = problem == BackgroundWork::lackOfMemory()});
        });
}

TrainingState Training::after(const TrainingPicture &picture) const
{
    State next = m_state;
    TrainingCurve before = upTo(*m_state.curve, m_state.step);
    for (const QString &text : m_edits)
        before.marks.push_back({m_state.step, text});
    next.curve = std::make_shared<const TrainingCurve>(grown(std::move(before), picture.own, *m_state.task));
    next.step = picture.own.step;
    next.record.reset();
    next.moments = picture.own.moments;
    for (std::size_t i = 0; i < picture.beside.size(); ++i) {
        RunBeside &run = next.beside.at(i);
        const LearnerPicture &news = picture.beside[i];
        run.curve = std::make_shared<const TrainingCurve>(grown(upTo(*run.curve, run.step), news, *run.task));
        run.model = news.model;
        run.moments = news.moments;
        run.step = news.step;
    }
    if (std::vector<ModelLengths> lengths = lengthsAfter(picture); !lengths.empty())
        next.models = std::make_shared<const std::vector<ModelLengths>>(std::move(lengths));
    return next;
}

/// What the task's models know of each length, those that were measured now in the place of what was known before.
std::vector<ModelLengths> Training::lengthsAfter(const TrainingPicture &picture) const
{
    std::vector<ModelLengths> all = m_state.models ? *m_state.models : std::vector<ModelLengths>();
    const auto add = [&](const LearnerPicture &news) {
        const TaskVariant *variant = variantOf(*m_state.task, news.model->config);
        if (news.lengths.empty() || !variant)
            return;
        std::erase_if(all, [&](const ModelLengths &known) { return known.model == variant->name; });
        all.push_back({variant->name, news.step, news.lengths});
    };
    add(picture.own);
    for (const LearnerPicture &news : picture.beside)
        add(news);
    return all;
}

void Training::take(const TrainingPicture &picture)
{
    if (picture.seconds > 0 && picture.steps > 0)
        m_stepsPerSecond = double(picture.steps) / picture.seconds;
    const long long before = frontStep();
    const TrainingStage next{picture.own.model, after(picture)};
    if (hasNews(picture, m_state)) {
        try {
            const std::shared_ptr<Stretch> open = m_stretch.lock();
            if (open && open->isOpen) {
                show(next);
                open->after = stage();
                open->command->setText(
                    tr("Train %n step(s)", nullptr, int(frontStep() - frontStepOf(open->before.state))));
            } else {
                const auto stretch = std::make_shared<Stretch>(Stretch{stage(), next});
                m_steps->push(std::make_unique<TrainingCommand>(
                    tr("Train %n step(s)", nullptr, int(frontStepOf(next.state) - before)), static_cast<Shows *>(this),
                    stretch));
                m_stretch = stretch;
            }
        } catch (...) {
            rest();
            throw;
        }
        m_edits.clear();
    }
    if (picture.isLast) {
        End how{.divergence = picture.own.divergence};
        for (const LearnerPicture &beside : picture.beside)
            if (beside.divergence)
                how.problem = tr("A model beside it: %1").arg(QString::fromStdString(beside.divergence->text()));
        end(std::move(how));
    }
    emit advanced();
    passEnded();
}

void Training::end(End how)
{
    m_isRunning = false;
    m_end = std::move(how);
    m_end.task = m_state.task;
    m_end.step = m_state.step;
    m_pull.stop();
    m_resume.stop();
    emit stateChanged();
}

/// A picture is asked for when the one before has been computed, and not sooner than its time.
void Training::passEnded()
{
    if (!m_isRunning || m_subject->isComputing())
        return;
    QCoreApplication::postEvent(this, new QEvent(painted), Qt::LowEventPriority - 1); // after what paints
    if (!m_pull.isActive())
        m_pull.start(pictureMs);
}

bool Training::event(QEvent *event)
{
    if (event->type() != painted)
        return QObject::event(event);
    m_trainer->goOn();
    return true;
}

void Training::pause()
{
    if (!m_isRunning)
        return;
    m_trainer->finish(); // nothing where an edit is waited for
    if (m_isRunning)
        end({});
}

void Training::rest()
{
    m_trainer->drop();
    closeStretch();
    if (m_isRunning)
        end({});
}

void Training::closeStretch()
{
    if (const std::shared_ptr<Stretch> open = m_stretch.lock())
        open->isOpen = false;
    m_stretch.reset();
}

void Training::show(const TrainingStage &stage)
{
    {
        const QScopedValueRollback showing(m_isShowing, true);
        m_steps->change([&] {
            const TrainingOptions options = m_state.options;
            const bool isSameTask = m_state.task == stage.state.task;
            m_state = stage.state;
            if (isSameTask)
                m_state.options = options; // they are no part of a step
            m_matrices.showModel(stage.model);
        });
    }
    emit advanced();
}

void Training::backToStart()
{
    if (!canGoBack())
        return;
    pause();
    State start = untouched();
    start.first = m_state.first;
    start.beside = m_state.beside;
    for (RunBeside &run : start.beside)
        if (run.first) {
            run.model = run.first;
            run.moments.reset();
            run.step = 0;
            run.curve = std::make_shared<const TrainingCurve>();
        }
    auto model = std::make_shared<Model>(*m_state.first);
    model->interventions = m_matrices.model()->interventions;
    pushChange(tr("Back to the start"), {std::move(model), std::move(start)});
}

void Training::pushChange(const QString &text, TrainingStage after)
{
    closeStretch();
    m_edits.clear();
    auto stretch = std::make_shared<Stretch>(Stretch{stage(), std::move(after), false});
    m_steps->push(std::make_unique<TrainingCommand>(text, static_cast<Shows *>(this), std::move(stretch)));
    emit stateChanged();
}

void Training::followModel()
{
    if (!m_isShowing && m_state.task)
        followEdit();
}

/// Somebody else changed the model. What the thread computed since the step that is shown is not of it.
void Training::followEdit()
{
    closeStretch();
    const QString text = m_subject->stepText();
    if (text.isNull() || !m_state.task) {
        m_edits.clear();
        rest();
    } else if (m_state.step > 0 && (m_edits.empty() || m_edits.back() != text)) {
        m_edits.push_back(text);
    }
    if (!m_isRunning) {
        emit stateChanged(); // it may fit no longer
        return;
    }
    m_trainer->drop();
    m_pull.stop();
    if (reasonAgainst().isEmpty())
        m_resume.start(editPauseMs);
    else
        end({});
}

void Training::read(State state)
{
    rest();
    m_edits.clear();
    m_end = {};
    m_stepsPerSecond = 0;
    m_state = std::move(state);
    if (m_state.step > 0)
        m_state.sizes = m_matrices.model()->config;
    readRunsFile();
}

void Training::follow(State state)
{
    m_state = std::move(state);
    if (m_state.step > 0)
        m_state.sizes = m_matrices.model()->config;
    readRunsFile();
    followEdit();
}

void Training::putBack(State state)
{
    m_state = std::move(state);
}

void Training::waitUntilDone()
{
    m_trainer->waitUntilDone();
}

std::shared_ptr<const TrainingRecord> Training::record() const
{
    if (m_state.record || !m_state.task)
        return m_state.record;
    TrainingRecord record;
    record.task = m_state.task->name;
    record.data = m_state.task->file ? m_state.task->file->path : std::string();
    record.options = m_state.options;
    record.options.rate.dModel = m_matrices.model()->config.dModel;
    const std::vector<WeightShape> shapes = weightShapes(m_matrices.model()->config);
    std::erase_if(record.options.adam.locked, [&](const std::string &name) { // locks of what is no longer there
        const auto isNamed = [&](const WeightShape &shape) { return shape.name == name; };
        return name != embeddingParameter && std::none_of(shapes.begin(), shapes.end(), isNamed);
    });
    record.step = m_state.step;
    record.curve = m_state.curve->steps;
    record.heldOut = m_state.curve->heldOut;
    if (m_state.models)
        record.models = *m_state.models;
    return std::make_shared<const TrainingRecord>(record.upTo(m_state.step));
}

TrainingState Training::stateOf(const std::shared_ptr<const TrainingRecord> &record) const
{
    State state;
    std::shared_ptr<const std::vector<ModelLengths>> models;
    if (record && !record->models.empty())
        models = std::make_shared<const std::vector<ModelLengths>>(record->models);
    const std::string data = m_state.task && m_state.task->file ? m_state.task->file->path : std::string();
    if (record && m_state.task && record->task == m_state.task->name && record->data == data) {
        state = m_state; // the same run, earlier or later: it began with the same weights
        state.beside.clear();
        state.options = record->options;
        state.step = record->step;
        state.record = record;
        state.models = models;
        state.moments.reset();
        state.curve = std::make_shared<const TrainingCurve>(
            TrainingCurve{record->curve, record->heldOut, upTo(*m_state.curve, record->step).marks});
        return state;
    }
    state.record = record;
    state.models = models;
    if (!record)
        return state;
    if (std::optional<Task> task = findTask(record->task)) // one of one's own is there once its file is read
        state.task = std::make_shared<const Task>(*std::move(task));
    state.options = record->options;
    state.step = record->step;
    state.curve = std::make_shared<const TrainingCurve>(TrainingCurve{record->curve, record->heldOut, {}});
    return state;
}

} // namespace regard

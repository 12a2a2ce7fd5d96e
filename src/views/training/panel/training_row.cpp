#include "views/training/panel/training_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/app_theme.h"
#include "controls/flow_layout.h"
#include "controls/menu_text.h"
#include "controls/panel.h"
#include "controls/spoken_name.h"
#include "document/document.h"
#include "engine/base/errors.h"
#include "io/project/examples.h"
#include "training/tasks/task_table.h"
#include "views/training/bundled_runs.h"
#include "views/training/run_curve_figure.h"
#include "views/training/training_data.h"

namespace regard {

namespace {

/// Steps a second of each place of the slider; the last is without a limit.
constexpr std::array slowToFast{1, 2, 3, 5, 10, 20, 30, 50, 70, 100, 0};
constexpr int fullSpeed = int(slowToFast.size()) - 1;
constexpr int rowGap = 12;
constexpr int sliderWidth = 160;
constexpr int separatorHeight = 34;
constexpr int compactSlider = 70;
constexpr int compactTask = 130;
constexpr int rowTen = 10;
constexpr double playType = 1.2; ///< times the application's type
constexpr double valueType = 1.35;

QFont rowFont(double factor)
{
    QFont font = QApplication::font();
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(int(std::lround(font.pixelSize() * factor)));
    font.setBold(true);
    return font;
}

void ink(QLabel *label, const QColor &color)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
}

/// Writes two places, or so many that it is not 0 unless it is.
QString lossText(double loss)
{
    const bool isSmall = loss > 0 && loss < 0.005;
    return isSmall ? QLocale().toString(loss, 'g', 1) : QLocale().toString(loss, 'f', 2);
}

/// The speed that was set, and what is reached of it; 0: not known.
QString speedText(double stepsPerSecond, double reached = 0)
{
    constexpr double nearly = 0.9;
    const QString measured = QString::number(reached, 'f', reached < 9.5 ? 1 : 0);
    if (stepsPerSecond <= 0)
        return reached > 0 ? TrainingRow::tr("Speed: %1 steps a second, full").arg(measured)
                           : TrainingRow::tr("Speed: as fast as it can");
    if (reached > 0 && reached < nearly * stepsPerSecond)
        return TrainingRow::tr("Speed: %1 of %2 steps a second").arg(measured).arg(stepsPerSecond);
    return stepsPerSecond == 1 ? TrainingRow::tr("Speed: 1 step a second")
                               : TrainingRow::tr("Speed: %1 steps a second").arg(stepsPerSecond);
}

/// Writes 100 only where all are right, and 0 only where none is.
QString rightText(double share)
{
    const int rounded = int(std::lround(100 * share));
    const int percent = share < 1 && rounded == 100 ? 99 : share > 0 && rounded == 0 ? 1 : rounded;
    return TrainingRow::tr("%1 %").arg(percent);
}

} // namespace

QString timeText(double seconds)
{
    if (seconds < 90)
        return TrainingRow::tr("%1 s").arg(std::ceil(seconds));
    return TrainingRow::tr("%1 min").arg(std::ceil(seconds / 60));
}

TrainingRow::TrainingRow(Document *document, AppTheme *theme, QWidget *parent)
    : QFrame(parent), m_document(document), m_theme(theme), m_play(new QPushButton(this)),
      m_ten(new QPushButton(tr("+%1 steps").arg(rowTen), this)), m_speedBox(new QWidget(this)),
      m_speedLabel(new QLabel(m_speedBox)), m_speed(new QSlider(Qt::Horizontal, m_speedBox)),
      m_task(new QToolButton(this)), m_models(new QToolButton(this)), m_more(new QToolButton(this))
{
    setObjectName(QStringLiteral("panel"));
    setAccessibleName(tr("Training"));
    buildRun();
    buildSpeed();
    buildMore();
    placeAll();
    applyLooks();
    Training &training = document->training();
    connect(&training, &Training::stateChanged, this, &TrainingRow::refresh);
    connect(&training, &Training::advanced, this, &TrainingRow::showProgress);
    connect(document, &Document::loaded, this, &TrainingRow::refresh);
    connect(&document->matrices(), &Matrices::modelChanged, this, &TrainingRow::refresh);
    connect(theme, &AppTheme::changed, this, &TrainingRow::applyLooks);
    training.setSpeed(speed());
    refresh();
}

void TrainingRow::buildRun()
{
    m_play->setObjectName(QStringLiteral("primary"));
    connect(m_play, &QPushButton::clicked, this, &TrainingRow::play);
    m_ten->setToolTip(tr("Takes ten steps and stops"));
    nameButton(m_ten, tr("Take ten steps"));
    connect(m_ten, &QPushButton::clicked, this,
            [this] { attempt([this] { m_document->training().takeSteps(rowTen); }); });

    m_task->setPopupMode(QToolButton::InstantPopup);
    m_task->setMenu(new QMenu(m_task));
    m_task->menu()->setToolTipsVisible(true);
    connect(m_task->menu(), &QMenu::aboutToShow, this, &TrainingRow::fillTasks);
    fillTasks(); // a menu without an action does not open

    m_models->setText(tr("+ Model"));
    m_models->setPopupMode(QToolButton::InstantPopup);
    m_models->setMenu(new QMenu(m_models));
    m_models->menu()->setToolTipsVisible(true);
    nameButton(m_models, tr("Another model beside this one"));
    m_models->setToolTip(tr("Trains other models that the task offers"));
    connect(m_models->menu(), &QMenu::aboutToShow, this, &TrainingRow::fillModels);
}

void TrainingRow::buildSpeed()
{
    m_speed->setRange(0, fullSpeed);
    m_speed->setPageStep(1);
    m_speed->setToolTip(tr("How many steps are taken in a second: 1 to 100, or as many as there can be"));
    setSpeed(10);
    connect(m_speed, &QSlider::valueChanged, this, [this] {
        showSpeed();
        m_document->training().setSpeed(speed());
        emit speedChanged(speed());
    });
    auto *box = new QVBoxLayout(m_speedBox);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(2);
    box->addWidget(m_speedLabel);
    box->addWidget(m_speed);
    m_speedBox->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_speedLabel->setObjectName(QStringLiteral("muted"));
    m_speedLabel->setBuddy(m_speed);
    showSpeed();
}

void TrainingRow::buildMore()
{
    m_more->setText(QStringLiteral("⋯"));
    m_more->setProperty("flat", true);
    m_more->setPopupMode(QToolButton::InstantPopup);
    nameButton(m_more, tr("More of training"));
    m_more->setToolTip(tr("Options, single steps, files of your own, tables"));
    auto *menu = new QMenu(m_more);
    menu->setToolTipsVisible(true);
    m_more->setMenu(menu);
    m_options = menu->addAction(tr("&Options"));
    m_options->setCheckable(true);
    m_options->setToolTip(tr("Learning rate, batch, dropout and all else that a run is made with, and all its curves"));
    menu->addSeparator();
    m_one = menu->addAction(tr("&1 step"), this, [this] { attempt([this] { m_document->training().takeSteps(1); }); });
    m_one->setToolTip(tr("Takes one step and stops"));
    m_reset =
        menu->addAction(tr("&Reset"), this, [this] { attempt([this] { m_document->training().backToStart(); }); });
    m_reset->setToolTip(tr("Back to the weights with which the run began, bit for bit"));
    menu->addSeparator();
    m_own = menu->addMenu(tr("Learn from a &file"));
    m_own->setToolTipsVisible(true);
    const auto add = [&](OwnKind kind, const QString &text, const QString &tip) {
        QAction *action = m_own->addAction(text, this, [this, kind] { emit ownFileAsked(kind); });
        action->setToolTip(tip);
    };
    add(OwnKind::Pairs, tr("&Pairs…"),
        tr("Each line a source, a tab and its target: an encoder–decoder learns to "
           "write the second, given the first"));
    add(OwnKind::Sentences, tr("&Sentences…"), tr("A sentence a line: a decoder learns which word comes next"));
    add(OwnKind::Masked, tr("Sentences, words &masked…"),
        tr("A sentence a line: an encoder learns which word stands where one is masked"));
    menu->addSeparator();
    m_lengths = menu->addAction(tr("Right by &length"));
    m_lengths->setCheckable(true);
    m_lengths->setToolTip(tr("Which share of sentences of each length the task’s models have right, in place of the "
                             "curve of this run"));
    m_table = menu->addAction(tr("Curve as &CSV…"), this, &TrainingRow::tableAsked);
    m_table->setToolTip(tr("Saves every number of the curve as a table; Export… saves the picture"));
}

QWidget *TrainingRow::addReadout(Readout &readout, const QString &name)
{
    auto *box = new QWidget(this);
    readout.box = box;
    auto *lines = new QVBoxLayout(box);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(2);
    readout.name = new QLabel(name, box);
    readout.name->setObjectName(QStringLiteral("muted"));
    readout.value = new QLabel(box);
    readout.value->setAccessibleName(name);
    lines->addWidget(readout.name);
    lines->addWidget(readout.value);
    return box;
}

/// Places all from left to right; what expands keeps the rest at the right.
void TrainingRow::placeAll()
{
    auto *row = new FlowLayout(this, rowGap);
    row->setContentsMargins(rowGap, rowGap / 2, rowGap, rowGap / 2);
    row->addWidget(m_play);
    row->addWidget(m_ten);
    row->addWidget(m_speedBox);
    auto *line = new QFrame(this);
    line->setObjectName(QStringLiteral("stripLine"));
    line->setFixedWidth(1);
    line->setMinimumHeight(separatorHeight);
    row->addWidget(line);
    row->addWidget(addReadout(m_step, tr("Step")));
    row->addWidget(addReadout(m_loss, tr("Loss")));
    row->addWidget(addReadout(m_right, tr("Right")));
    row->addWidget(addReadout(m_left, tr("Time left")));
    m_right.box->setToolTip(tr("Of 64 sentences that it never trained on, measured every 20 steps"));
    auto *space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    row->addWidget(space);
    row->addWidget(m_task);
    row->addWidget(m_models);
    row->addWidget(m_more);
}

/// Type, colours, and widths that do not change with what is written.
void TrainingRow::applyLooks()
{
    m_play->setFont(rowFont(playType));
    for (const Readout *readout : {&m_step, &m_loss, &m_right, &m_left})
        readout->value->setFont(rowFont(valueType));
    ink(m_loss.value, lossInk(m_theme->theme()));
    ink(m_right.value, rightInk(m_theme->theme()));
    const QFontMetrics numbers(rowFont(valueType));
    m_step.value->setMinimumWidth(numbers.horizontalAdvance(QStringLiteral("00000")));
    m_loss.value->setMinimumWidth(numbers.horizontalAdvance(QStringLiteral("00.00")));
    m_right.value->setMinimumWidth(numbers.horizontalAdvance(rightText(1)));
    m_speed->setFixedWidth(int(std::ceil((m_isCompact ? compactSlider : sliderWidth) * m_theme->scale())));
    const QFontMetrics plain(QApplication::font());
    int widest = 0;
    for (const int each : slowToFast)
        widest = std::max({widest, plain.horizontalAdvance(speedText(each)),
                           plain.horizontalAdvance(speedText(each, each == 0 ? 100 : 0.89 * each))});
    m_speedLabel->setMinimumWidth(widest);
    const QFontMetrics play(rowFont(playType));
    m_play->setMinimumWidth(std::max(play.horizontalAdvance(tr("▶ Train")), play.horizontalAdvance(tr("❚❚ Pause"))) +
                            3 * play.height() / 2);
    const int height = play.height() * 2;
    for (QWidget *button : {static_cast<QWidget *>(m_play), static_cast<QWidget *>(m_ten)})
        button->setMinimumHeight(height);
    for (QWidget *button :
         {static_cast<QWidget *>(m_task), static_cast<QWidget *>(m_models), static_cast<QWidget *>(m_more)})
        button->setMinimumHeight(plain.height() * 2);
}

void TrainingRow::setCompact(bool isCompact)
{
    if (std::exchange(m_isCompact, isCompact) == isCompact)
        return;
    m_speedLabel->setVisible(!isCompact);
    m_ten->setText(isCompact ? QStringLiteral("+%1").arg(rowTen) : tr("+%1 steps").arg(rowTen));
    m_models->setText(isCompact ? QStringLiteral("+") : tr("+ Model"));
    applyLooks();
    refresh();
    updateGeometry();
}

void TrainingRow::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    refresh();
}

void TrainingRow::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange)
        applyLooks();
}

double TrainingRow::speed() const
{
    return slowToFast.at(std::size_t(m_speed->value()));
}

void TrainingRow::setSpeed(double stepsPerSecond)
{
    int nearest = fullSpeed;
    if (stepsPerSecond > 0)
        for (int place = fullSpeed - 1; place >= 0; --place)
            if (nearest == fullSpeed || std::abs(slowToFast.at(std::size_t(place)) - stepsPerSecond) <
                                            std::abs(slowToFast.at(std::size_t(nearest)) - stepsPerSecond))
                nearest = place;
    m_speed->setValue(nearest);
}

void TrainingRow::showSpeed()
{
    m_speedLabel->setText(speedText(speed(), m_reached));
    m_speed->setAccessibleName(m_speedLabel->text());
}

/// Measures the speed that is reached, second by second.
void TrainingRow::followSpeed()
{
    constexpr qint64 measuredFor = 1000; // ms
    const Training &training = m_document->training();
    const qint64 now = m_document->now();
    const long long step = training.frontStep();
    if (!training.isRunning()) {
        m_timed.reset();
        m_reached = 0;
    } else if (!m_timed) {
        m_timed = {now, step};
    } else if (const qint64 passed = now - m_timed->first; passed >= measuredFor) {
        m_reached = 1000.0 * double(step - m_timed->second) / double(passed);
        m_timed = {now, step};
    }
    showSpeed();
}

void TrainingRow::attempt(const std::function<void()> &run)
{
    emit refused({});
    try {
        run();
    } catch (const Error &error) {
        emit refused(QString::fromUtf8(error.what()));
    }
    refresh();
}

/// Trains or pauses; without a task it asks for one, and trains that at once.
void TrainingRow::play()
{
    Training &training = m_document->training();
    if (!training.task()) {
        m_task->menu()->popup(m_play->mapToGlobal(QPoint(0, m_play->height())));
        m_playsNext = true;
        return;
    }
    attempt([&] {
        if (training.isRunning())
            training.pause();
        else
            training.play();
    });
}

void TrainingRow::choose(const std::string &task)
{
    const bool plays = std::exchange(m_playsNext, false);
    if (ownKindOf(task)) // that one is chosen already
        return;
    attempt([&] {
        m_document->training().choose(task);
        if (plays)
            m_document->training().play();
    });
}

/// Lists the built-in tasks, then the one of one's own in use.
void TrainingRow::fillTasks()
{
    m_playsNext = false;
    QMenu *menu = m_task->menu();
    menu->clear();
    const Training &training = m_document->training();
    const auto add = [&](const Task &task, const QString &title, bool isChosen) {
        const QString seen = QString::fromStdString(task.look); // beside the title, as More has it
        QAction *action = menu->addAction(menuText(title + QLatin1Char('\t') + seen), this,
                                          [this, name = task.name] { choose(name); });
        action->setToolTip(QString::fromStdString(task.learned + " " + task.look));
        action->setData(QString::fromStdString(task.name));
        action->setCheckable(true);
        action->setChecked(isChosen);
    };
    for (const Task &task : tasks())
        add(task, QString::fromStdString(task.title), training.task() && training.task()->name == task.name);
    if (const std::optional<OwnKind> own = training.ownKind())
        add(ownTask(*own), m_title, true);
}

/// Offers the task's models, trained ones among them, another seed, and all.
void TrainingRow::fillModels()
{
    QMenu *menu = m_models->menu();
    menu->clear();
    Training &training = m_document->training();
    if (!training.task())
        return;
    const std::string task = training.task()->name;
    const std::optional<Task> known = findTask(task); // in the language of this window
    const std::uint64_t seed = training.state().options.seed;
    const auto offered = known ? known->variants : std::vector<TaskVariant>();
    for (const TaskVariant &variant : offered)
        menu->addAction(menuText(QString::fromStdString(variant.title)), this, [this, name = variant.name, seed] {
            attempt([&] { m_document->training().putBeside(name, seed); });
        });
    for (const BundledRun &run : bundledRuns(task))
        menu->addAction(menuText(tr("%1, trained").arg(modelTitle(task, run.variant))), this,
                        [this, example = run.example] {
                            attempt([&] { m_document->training().putBeside(readExample(example)); });
                        });
    menu->addAction(tr("The same with another &seed"), this, [this, seed] {
        attempt([&] {
            Training &run = m_document->training();
            run.putBeside(std::string(), seed + run.state().beside.size() + 1);
        });
    });
    if (offered.size() > 1) {
        menu->addSeparator();
        QAction *all = menu->addAction(tr("Train &all %n", nullptr, int(offered.size())), this,
                                       [this] { attempt([this] { m_document->training().trainAll(); }); });
        all->setToolTip(tr("Trains each model that the task offers on the same sentences, step by step beside each "
                           "other. One that is behind catches up first."));
    }
    if (training.task()->byLength)
        menu->actions().back()->setToolTip(menu->actions().back()->toolTip() + QLatin1Char(' ') +
                                           tr("How much each has right of each length is measured too."));
}

void TrainingRow::refresh()
{
    if (!isSeen(this))
        return; // it is read again when it becomes visible
    const Training &training = m_document->training();
    const bool isRunning = training.isRunning();
    const bool fits = training.task() && (isRunning || training.reasonAgainst().isEmpty());
    m_play->setText(isRunning ? tr("❚❚ Pause") : tr("▶ Train"));
    nameButton(m_play, isRunning ? tr("Pause training") : tr("Train the model"));
    m_play->setToolTip(isRunning          ? tr("Stops after the step that is running; what was learned stays")
                       : !training.task() ? tr("Asks for a task and trains its model")
                                          : tr("Trains until it is paused, or all steps are taken"));
    m_play->setEnabled(fits || (!training.task() && !training.unreadRun()));
    m_ten->setEnabled(fits);
    m_one->setEnabled(m_ten->isEnabled());
    const Task *task = training.task();
    const std::optional<Task> known = task ? findTask(task->name) : std::nullopt; // in the language of this window
    QString title = tr("Choose a task");
    if (const std::optional<OwnKind> own = training.ownKind())
        title = tr("%1: %2").arg(
            QString::fromStdString(ownTask(*own).title),
            QFileInfo(QString::fromStdString(task ? task->file->path : training.state().record->data)).fileName());
    else if (task)
        title = QString::fromStdString(known ? known->title : task->title);
    m_title = title;
    m_task->setText(
        m_isCompact ? m_task->fontMetrics().elidedText(title, Qt::ElideRight, qRound(compactTask * m_theme->scale()))
                    : title);
    nameButton(m_task, tr("Task"));
    m_task->setToolTip(known ? QString::fromStdString(known->learned + " " + known->look)
                             : tr("What the model is to learn"));
    m_models->setEnabled(fits);
    m_lengths->setEnabled(training.state().models && !training.state().models->empty());
    showProgress();
}

void TrainingRow::showProgress()
{
    if (!isSeen(this))
        return;
    followSpeed();
    const Training &training = m_document->training();
    const TrainingState &state = training.state();
    const bool hasRun = state.task || state.record;
    const QString none = QStringLiteral("–");
    const auto &losses = state.curve->steps;
    const auto &right = state.curve->heldOut.accuracy;
    const bool isSeveral = !state.beside.empty();
    m_step.name->setText(!isSeveral                 ? tr("Step")
                         : state.beside.size() == 1 ? tr("Step, both")
                                                    : tr("Step, all %1").arg(state.beside.size() + 1));
    m_step.value->setText(hasRun ? QLocale().toString(training.frontStep()) : none);
    m_loss.box->setVisible(!isSeveral); // each card says its own
    m_right.box->setVisible(!isSeveral);
    m_left.box->setVisible(isSeveral);
    m_left.value->setText(training.secondsLeft() > 0 ? timeText(training.secondsLeft()) : none);
    m_loss.value->setText(hasRun && !losses.empty() ? lossText(losses.back().loss) : none);
    m_right.value->setText(hasRun && !right.empty() ? rightText(right.back()) : none);
    m_reset->setEnabled(training.canGoBack());
    m_table->setEnabled(hasRun && !losses.empty());
}

} // namespace regard

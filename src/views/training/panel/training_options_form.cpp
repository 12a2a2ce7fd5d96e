#include "views/training/panel/training_options_form.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/size_spin_box.h"
#include "document/training/training.h"
#include "engine/base/errors.h"
#include "views/training/panel/number_box.h"

namespace regard {

namespace {

constexpr int trainingOptionsFormMostSteps = 1000000;
constexpr double almostOne = 0.999999;

QLabel *mutedLine(const QString &sentence, QWidget *parent)
{
    auto *line = new QLabel(sentence, parent);
    line->setObjectName(QStringLiteral("muted"));
    line->setWordWrap(true);
    line->setTextFormat(Qt::PlainText);
    return line;
}

} // namespace

std::vector<TrainingOptionsForm::Row> TrainingOptionsForm::plainRows()
{
    return {{"rate", tr("Learning rate"), tr("The size of a step; with too high a rate the loss diverges."), 1e-12,
             1e30, false, [](const TrainingOptions &o) { return o.rate.rate; },
             [](TrainingOptions &o, double value) { o.rate.rate = value; }},
            {"batch", tr("Batch"), tr("Sentences per step; the step lowers their mean loss."), 1, 65536, true,
             [](const TrainingOptions &o) { return double(o.batch); },
             [](TrainingOptions &o, double value) { o.batch = int(value); }},
            {"dropout", tr("Dropout"),
             tr("The share of numbers that each step leaves out at random: of embeddings, of what sublayers give, and "
                "of attention weights. Never outside training."),
             0, almostOne, false, [](const TrainingOptions &o) { return o.dropout; },
             [](TrainingOptions &o, double value) { o.dropout = value; }}};
}

std::vector<TrainingOptionsForm::Row> TrainingOptionsForm::foldedRows()
{
    return {{"steps", tr("Steps"), tr("The length of the run, after which a cosine has brought the rate to 0."), 1,
             trainingOptionsFormMostSteps, true, [](const TrainingOptions &o) { return double(o.rate.steps); },
             [](TrainingOptions &o, double value) { o.rate.steps = int(value); }},
            {"warmUp", tr("Warm-up"), tr("Steps in which the rate grows linearly from 0."), 0,
             trainingOptionsFormMostSteps, true, [](const TrainingOptions &o) { return double(o.rate.warmUp); },
             [](TrainingOptions &o, double value) { o.rate.warmUp = int(value); }},
            {"beta1", tr("β1"), tr("How much of the mean gradient is kept from step to step."), 0, almostOne, false,
             [](const TrainingOptions &o) { return o.adam.beta1; },
             [](TrainingOptions &o, double value) { o.adam.beta1 = value; }},
            {"beta2", tr("β2"), tr("The same of the mean squared gradient, by which each weight’s step is divided."), 0,
             almostOne, false, [](const TrainingOptions &o) { return o.adam.beta2; },
             [](TrainingOptions &o, double value) { o.adam.beta2 = value; }},
            {"epsilon", tr("ε"), tr("Added to that divisor, so that it is never 0."), 1e-30, 1, false,
             [](const TrainingOptions &o) { return o.adam.epsilon; },
             [](TrainingOptions &o, double value) { o.adam.epsilon = value; }},
            {"decay", tr("Weight decay"),
             tr("The share, times the rate, that each step takes off every weight but biases, gains and embeddings."),
             0, 100, false, [](const TrainingOptions &o) { return o.adam.decay; },
             [](TrainingOptions &o, double value) { o.adam.decay = value; }},
            {"clip", tr("Clipping"), tr("A gradient that is longer is shortened to this length; 0: never."), 0, 1e9,
             false, [](const TrainingOptions &o) { return o.adam.clip; },
             [](TrainingOptions &o, double value) { o.adam.clip = value; }},
            {"smoothing", tr("Label smoothing"),
             tr("The probability that is to go to all tokens alike instead of the right one."), 0, almostOne, false,
             [](const TrainingOptions &o) { return o.smoothing; },
             [](TrainingOptions &o, double value) { o.smoothing = value; }}};
}

TrainingOptionsForm::TrainingOptionsForm(Training *training, QWidget *parent)
    : QWidget(parent), m_training(training), m_open(new QToolButton(this)),
      m_vaswani(new QPushButton(tr("As in Vaswani et al. 2017"), this)), m_folded(new QWidget(this))
{
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(6);
    auto *plain = new QGridLayout;
    plain->setColumnStretch(0, 1);
    plain->setVerticalSpacing(4);
    addRows(plain, plainRows(), false);
    all->addLayout(plain);
    m_open->setText(tr("More options"));
    m_open->setCheckable(true);
    m_open->setArrowType(Qt::RightArrow);
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_open->setFocusPolicy(Qt::StrongFocus);
    m_open->setToolTip(tr("The optimiser, the schedule of the learning rate, and the seed of the random numbers"));
    all->addWidget(m_open);
    auto *folded = new QGridLayout(m_folded);
    folded->setContentsMargins(0, 0, 0, 0);
    folded->setColumnStretch(0, 1);
    folded->setVerticalSpacing(2);
    m_vaswani->setToolTip(
        tr("β 0.9 and 0.98, ε 1e-9, the √-rule with 4000 steps of warm-up, dropout and label smoothing 0.1"));
    folded->addWidget(m_vaswani, 0, 0, 1, 2, Qt::AlignLeft);
    addSchedule(folded);
    addRows(folded, foldedRows(), true);
    addSeed(folded);
    all->addWidget(m_folded);
    m_folded->hide();
    connect(m_open, &QToolButton::toggled, this, &TrainingOptionsForm::setOpen);
    connect(m_vaswani, &QPushButton::clicked, this, [this] {
        change([](TrainingOptions &options) {
            const std::uint64_t seed = options.seed;
            const int batch = options.batch;
            std::set<std::string> locked = std::move(options.adam.locked);
            options = vaswaniOptions(options.rate.dModel);
            options.seed = seed;
            options.batch = batch;
            options.adam.locked = std::move(locked);
        });
    });
    connect(training, &Training::stateChanged, this, &TrainingOptionsForm::refresh);
    refresh();
}

void TrainingOptionsForm::setOpen(bool isOpen)
{
    m_open->setChecked(isOpen);
    m_open->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    m_folded->setVisible(isOpen);
}

void TrainingOptionsForm::addRows(QGridLayout *grid, const std::vector<Row> &rows, bool saysSentences)
{
    for (const Row &row : rows) {
        auto *label = new QLabel(row.label, this);
        QWidget *field = nullptr;
        if (row.isWhole) {
            auto *box = new SizeSpinBox(this);
            box->setRange(int(row.least), int(row.most));
            connect(box, &SizeSpinBox::valueChanged, this,
                    [this, set = row.set](int value) { change([&](TrainingOptions &o) { set(o, value); }); });
            m_refresh.emplace_back([box, get = row.get](const TrainingOptions &options) {
                const QSignalBlocker quiet(box);
                box->setValue(int(get(options)));
            });
            field = box;
        } else {
            auto *box = new NumberBox(this);
            box->setRange(row.least, row.most);
            box->setSingleStep(row.most < 1 ? 0.1 : 0.01);
            connect(box, &NumberBox::valueChanged, this,
                    [this, set = row.set](double value) { change([&](TrainingOptions &o) { set(o, value); }); });
            m_refresh.emplace_back([box, get = row.get](const TrainingOptions &options) {
                const QSignalBlocker quiet(box);
                box->setValue(get(options));
            });
            field = box;
        }
        field->setObjectName(QLatin1String(row.name));
        field->setAccessibleName(row.label);
        field->setToolTip(row.sentence);
        label->setBuddy(field);
        const int line = grid->rowCount();
        grid->addWidget(label, line, 0);
        grid->addWidget(field, line, 1);
        if (saysSentences)
            grid->addWidget(mutedLine(row.sentence, this), line + 1, 0, 1, 2);
    }
}

void TrainingOptionsForm::addSchedule(QGridLayout *grid)
{
    m_schedule = new QComboBox(this);
    m_schedule->addItem(tr("constant"), int(Schedule::Constant));
    m_schedule->addItem(tr("cosine"), int(Schedule::Cosine));
    m_schedule->addItem(tr("√-rule"), int(Schedule::InverseRoot));
    m_schedule->setObjectName(QStringLiteral("schedule"));
    m_schedule->setAccessibleName(tr("Schedule"));
    const QString sentence =
        tr("The schedule of the learning rate: constant after the warm-up; half a cosine down to 0; or that of Vaswani "
           "et al., d_model^−0.5 · min(step^−0.5, step · warm-up^−1.5), times the rate above.");
    m_schedule->setToolTip(sentence);
    auto *label = new QLabel(tr("Schedule"), this);
    label->setBuddy(m_schedule);
    const int line = grid->rowCount();
    grid->addWidget(label, line, 0);
    grid->addWidget(m_schedule, line, 1);
    grid->addWidget(mutedLine(sentence, this), line + 1, 0, 1, 2);
    connect(m_schedule, &QComboBox::currentIndexChanged, this, [this] {
        const auto schedule = static_cast<Schedule>(m_schedule->currentData().toInt());
        change([schedule](TrainingOptions &options) { options.rate.schedule = schedule; });
    });
    m_refresh.emplace_back([this](const TrainingOptions &options) {
        const QSignalBlocker quiet(m_schedule);
        m_schedule->setCurrentIndex(m_schedule->findData(int(options.rate.schedule)));
    });
}

void TrainingOptionsForm::addSeed(QGridLayout *grid)
{
    m_seed = new QLineEdit(this);
    m_seed->setObjectName(QStringLiteral("trainingSeed"));
    m_seed->setAccessibleName(tr("Seed of training"));
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,20}")), m_seed));
    const QString sentence = tr("Of the sentences and of dropout: the same seed gives the same run. The first weights "
                                "are drawn by the seed and the initialisation in Model.");
    m_seed->setToolTip(sentence);
    auto *label = new QLabel(tr("Seed"), this);
    label->setBuddy(m_seed);
    const int line = grid->rowCount();
    grid->addWidget(label, line, 0);
    grid->addWidget(m_seed, line, 1);
    grid->addWidget(mutedLine(sentence, this), line + 1, 0, 1, 2);
    connect(m_seed, &QLineEdit::editingFinished, this, [this] {
        bool isNumber = false;
        const std::uint64_t seed = m_seed->text().toULongLong(&isNumber);
        if (isNumber)
            change([seed](TrainingOptions &options) { options.seed = seed; });
        else
            refresh();
    });
    m_refresh.emplace_back([this](const TrainingOptions &options) {
        const QString text = QString::number(options.seed);
        if (m_seed->text() != text)
            m_seed->setText(text);
    });
}

void TrainingOptionsForm::change(const Edit &edit)
{
    TrainingOptions options = m_training->state().options;
    edit(options);
    try {
        m_training->setOptions(options);
        emit accepted();
    } catch (const Error &error) {
        refresh();
        emit refused(QString::fromUtf8(error.what()),
                     refusalOf([training = m_training, options] { training->setOptions(options); }));
    }
}

void TrainingOptionsForm::refresh()
{
    setEnabled(m_training->task() != nullptr);
    for (const auto &field : m_refresh)
        field(m_training->state().options);
}

} // namespace regard

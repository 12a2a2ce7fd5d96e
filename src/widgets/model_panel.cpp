#include "widgets/model_panel.h"

#include <algorithm>
#include <new>

#include <QEvent>
#include <QRandomGenerator>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>

#include "document/document.h"
#include "engine/errors.h"
#include "ui_model_panel.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr int changesBelongMs = 1500; ///< changes of one field closer than this are one undo step
constexpr int mostLayers = 12;
constexpr int mostHeads = 64;
constexpr int mostModelWidth = 1024;
constexpr int mostHeadWidth = 256;

/// A file may hold more than the field offers; the field then reaches as far as the file.
void display(QSpinBox *box, int value, int most)
{
    const QSignalBlocker blocker(box);
    box->setMaximum(std::max(most, value));
    box->setValue(value);
}

template <typename Value>
void display(QComboBox *box, Value value)
{
    const QSignalBlocker blocker(box);
    box->setCurrentIndex(static_cast<int>(value));
}

void display(QCheckBox *box, bool value)
{
    const QSignalBlocker blocker(box);
    box->setChecked(value);
}

void setHeads(ModelConfig &config, int heads)
{
    if (config.decoderHeads == config.heads) {
        config.decoderHeads = heads;
    }
    config.heads = heads;
}

} // namespace

ModelPanel::ModelPanel(Document *document, AppTheme *, QWidget *parent)
    : Panel(tr("Model"), parent), m_document(document), m_ui(std::make_unique<Ui::ModelPanel>())
{
    auto *page = new QWidget(this);
    m_ui->setupUi(page);
    content()->addWidget(page);
    m_ui->message->setObjectName(u"error"_s); // the style sheet knows it by this name
    m_ui->message->hide();
    m_ui->honesty->setObjectName(u"muted"_s);
    m_ui->seed->setValidator(new QRegularExpressionValidator(QRegularExpression(u"[0-9]{1,20}"_s), m_ui->seed));
    for (QWidget *field : page->findChildren<QWidget *>()) {
        if (qobject_cast<QAbstractSpinBox *>(field) != nullptr || qobject_cast<QComboBox *>(field) != nullptr) {
            field->installEventFilter(this);
        }
    }
    connectSizes();
    connectRules();
    connectDrawing();
    connect(document, &Document::loaded, this, &ModelPanel::readDocument);
    connect(document, &Document::modelChanged, this, &ModelPanel::readDocument);
    connect(document, &Document::sourceChanged, this, &ModelPanel::readDocument);
    readDocument();
}

ModelPanel::~ModelPanel()
{
    // A field that loses the focus while it goes away still reports that its editing has finished.
    m_ui->seed->disconnect(this);
}

void ModelPanel::connectSizes()
{
    connect(m_ui->layers, &QSpinBox::valueChanged, this, [this](int layers) {
        change(m_ui->layers, tr("set %n layer(s)", nullptr, layers),
               [layers](ModelConfig &c) { c.encoderLayers = layers; });
    });
    connect(m_ui->heads, &QSpinBox::valueChanged, this, &ModelPanel::changeHeads);
    connect(m_ui->keepWidth, &QCheckBox::clicked, this, &ModelPanel::switchClicked);
    connect(m_ui->dModel, &QSpinBox::valueChanged, this, &ModelPanel::changeModelWidth);
    connect(m_ui->dKey, &QSpinBox::valueChanged, this, [this](int size) {
        change(m_ui->dKey, tr("set d key to %1").arg(size), [size](ModelConfig &c) { c.dKey = size; });
    });
    connect(m_ui->dValue, &QSpinBox::valueChanged, this, [this](int size) {
        change(m_ui->dValue, tr("set d value to %1").arg(size), [size](ModelConfig &c) { c.dValue = size; });
    });
}

void ModelPanel::connectRules()
{
    connect(m_ui->score, &QComboBox::currentIndexChanged, this, [this](int index) {
        change(m_ui->score, tr("change the score"), [index](ModelConfig &c) { c.score = static_cast<Score>(index); });
    });
    connect(m_ui->mask, &QComboBox::currentIndexChanged, this, [this](int index) {
        change(m_ui->mask, tr("change the mask"),
               [index](ModelConfig &c) { c.encoderMask = static_cast<Mask>(index); });
    });
    connect(m_ui->position, &QComboBox::currentIndexChanged, this, [this](int index) {
        change(m_ui->position, tr("change positions"),
               [index](ModelConfig &c) { c.position = static_cast<Position>(index); });
    });
    connect(m_ui->outputProjection, &QCheckBox::toggled, this, [this](bool on) {
        change(m_ui->outputProjection,
               on ? tr("switch the output projection on") : tr("switch the output projection off"),
               [on](ModelConfig &c) { c.outputProjection = on; });
    });
    connect(m_ui->bias, &QCheckBox::toggled, this, [this](bool on) {
        change(m_ui->bias, on ? tr("switch biases on") : tr("switch biases off"),
               [on](ModelConfig &c) { c.bias = on; });
    });
    connect(m_ui->embeddingScale, &QCheckBox::toggled, this, [this](bool on) {
        change(m_ui->embeddingScale, on ? tr("scale the embedding") : tr("leave the embedding unscaled"),
               [on](ModelConfig &c) { c.embeddingScale = on; });
    });
}

void ModelPanel::connectDrawing()
{
    connect(m_ui->initialization, &QComboBox::currentIndexChanged, this, [this](int index) {
        change(m_ui->initialization, tr("change the initialisation"),
               [index](ModelConfig &c) { c.initialization = static_cast<Initialization>(index); });
    });
    connect(m_ui->deviation, &QDoubleSpinBox::valueChanged, this, [this](double deviation) {
        change(m_ui->deviation, tr("change the deviation"),
               [deviation](ModelConfig &c) { c.initializationStd = deviation; });
    });
    connect(m_ui->seed, &QLineEdit::editingFinished, this, &ModelPanel::takeSeed);
    connect(m_ui->newSeed, &QToolButton::clicked, this, [this] {
        // Short enough to read aloud in class; a longer one can be typed.
        const std::uint64_t seed = QRandomGenerator::global()->bounded(1U, 1000000U);
        change(m_ui->newSeed, tr("draw a new seed"), [seed](ModelConfig &c) { c.seed = seed; });
    });
}

bool ModelPanel::keepModelWidth() const
{
    return m_ui->keepWidth->isChecked();
}

void ModelPanel::setKeepModelWidth(bool keep)
{
    if (keep != keepModelWidth()) {
        m_ui->keepWidth->setChecked(keep);
        updateSwitch();
        emit keepModelWidthChanged(keep);
    }
}

void ModelPanel::switchClicked(bool keep)
{
    const ModelConfig config = m_document->model()->config;
    if (keep && config.dModel % config.heads != 0) {
        m_ui->keepWidth->setChecked(false);
        refuse(tr("d model %1 cannot be shared by %2 heads: choose a number of heads that divides it.")
                   .arg(config.dModel)
                   .arg(config.heads));
        return;
    }
    if (keep) {
        change(m_ui->keepWidth, tr("share d model among the heads"),
               [](ModelConfig &c) { c.dKey = c.dValue = c.dModel / c.heads; });
    }
    updateSwitch();
    emit keepModelWidthChanged(keep);
}

void ModelPanel::updateSwitch()
{
    const bool keep = keepModelWidth();
    const int dModel = m_document->model() ? m_document->model()->config.dModel : 0;
    m_ui->heads->setSharedWidth(keep ? dModel : 0);
    m_ui->dModel->setSingleStep(keep && m_document->model() ? m_document->model()->config.heads : 1);
    m_ui->dKey->setEnabled(!keep);
    m_ui->dValue->setEnabled(!keep);
}

void ModelPanel::changeHeads(int heads)
{
    const QString text = tr("set %n head(s)", nullptr, heads);
    if (!keepModelWidth()) {
        change(m_ui->heads, text, [heads](ModelConfig &c) { setHeads(c, heads); });
        return;
    }
    const int dModel = m_document->model()->config.dModel;
    if (dModel % heads != 0) {
        refuse(tr("%1 heads do not divide d model %2: choose a divisor of %2, or switch “d key = d model / heads” off.")
                   .arg(heads)
                   .arg(dModel));
        return;
    }
    change(
        m_ui->heads, text,
        [heads](ModelConfig &c) {
            setHeads(c, heads);
            c.dKey = c.dValue = c.dModel / heads;
        },
        HeadSplit::KeepColumns);
}

void ModelPanel::changeModelWidth(int dModel)
{
    const int heads = m_document->model()->config.heads;
    const bool keep = keepModelWidth();
    if (keep && dModel % heads != 0) {
        refuse(
            tr("d model %1 cannot be shared by %2 heads: choose a multiple of %2, or switch “d key = d model / heads” "
               "off.")
                .arg(dModel)
                .arg(heads));
        return;
    }
    change(m_ui->dModel, tr("set d model to %1").arg(dModel), [dModel, keep](ModelConfig &c) {
        c.dModel = dModel;
        if (keep) {
            c.dKey = c.dValue = dModel / c.heads;
        }
    });
}

void ModelPanel::takeSeed()
{
    bool ok = false;
    const std::uint64_t seed = m_ui->seed->text().toULongLong(&ok);
    if (!ok) {
        refuse(tr("“%1” is not a seed: it is a whole number from 0 to 18446744073709551615.").arg(m_ui->seed->text()));
        return;
    }
    if (seed != m_document->model()->config.seed) {
        change(m_ui->seed, tr("set seed %1").arg(seed), [seed](ModelConfig &c) { c.seed = seed; });
    }
}

void ModelPanel::change(const QObject *field, const QString &text, const Change &edit, HeadSplit split)
{
    ModelConfig config = m_document->model()->config;
    edit(config);
    if (config == m_document->model()->config) {
        m_ui->message->hide();
        readDocument();
        return;
    }
    const bool belongs = field == m_lastField && m_sinceChange.isValid() && m_sinceChange.elapsed() < changesBelongMs;
    if (!belongs) {
        m_mergeKey = m_document->newGesture();
    }
    m_lastField = field;
    m_sinceChange.start();
    try {
        m_document->setConfig(config, text, split, m_mergeKey);
        m_ui->message->hide();
    } catch (const Error &error) {
        refuse(QString::fromUtf8(error.what()));
    } catch (const std::bad_alloc &) {
        refuse(tr("There is not enough memory for a model of this size; the sizes stay as they were."));
    }
}

void ModelPanel::refuse(const QString &sentence)
{
    m_ui->message->setText(sentence);
    m_ui->message->show();
    readDocument();
}

void ModelPanel::readSizes(const ModelConfig &config)
{
    display(m_ui->layers, config.encoderLayers, mostLayers);
    display(m_ui->heads, config.heads, mostHeads);
    display(m_ui->dModel, config.dModel, mostModelWidth);
    display(m_ui->dKey, config.dKey, mostHeadWidth);
    display(m_ui->dValue, config.dValue, mostHeadWidth);
}

void ModelPanel::readDocument()
{
    const std::shared_ptr<const Model> model = m_document->model();
    setEnabled(model != nullptr);
    if (!model) {
        return;
    }
    const ModelConfig &config = model->config;
    readSizes(config);
    display(m_ui->score, config.score);
    display(m_ui->mask, config.encoderMask);
    display(m_ui->position, config.position);
    display(m_ui->initialization, config.initialization);
    display(m_ui->outputProjection, config.outputProjection);
    display(m_ui->bias, config.bias);
    display(m_ui->embeddingScale, config.embeddingScale);
    const bool gaussian = config.initialization == Initialization::Gaussian;
    m_ui->deviation->setVisible(gaussian);
    m_ui->deviationLabel->setVisible(gaussian);
    {
        const QSignalBlocker blocker(m_ui->deviation);
        m_ui->deviation->setValue(config.initializationStd);
    }
    const QString seed = QString::number(config.seed);
    if (m_ui->seed->text() != seed) {
        m_ui->seed->setText(seed);
    }
    m_ui->honesty->setVisible(m_document->hasRandomWeights());
    updateSwitch();
}

bool ModelPanel::eventFilter(QObject *watched, QEvent *event)
{
    // A wheel that is turned to scroll the panel must not change a field on its way.
    if (event->type() == QEvent::Wheel && !static_cast<QWidget *>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return Panel::eventFilter(watched, event);
}

} // namespace regard

#include "views/model/panel/model_panel.h"

#include <algorithm>
#include <cmath>
#include <new>

#include <QEvent>
#include <QRandomGenerator>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>

#include "controls/refusal.h"
#include "controls/size_spin_box.h"
#include "document/document.h"
#include "document/sentence/input_check.h"
#include "document/sentence/side.h"
#include "engine/model/config_rules.h"
#include "io/project/model_keys.h"
#include "ui_model_panel.h"
#include "views/base/panel_title.h"
#include "views/base/value_text.h"
#include "views/model/panel/recurrent_rules.h"
#include "views/model/panel/trained_rules.h"
#include "views/model/panel/width_offers.h"
#include "views/model/stack_values.h"
#include "views/training/panel/size_question.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr int changesBelongMs = 1500; ///< changes of one field closer than this are one undo step
constexpr int mostLayers = 24;
constexpr int mostHeads = 64;
constexpr int mostModelWidth = 1024;
constexpr int mostHeadWidth = 256;
constexpr int mostFeedForward = 4096;
constexpr int gapAboveHeading = 8;
constexpr auto firstTarget = "<s>"; ///< what a decoder starts to read with

/// A file's value may lie outside the field's range; the field then extends to it.
void display(QSpinBox *box, int value, int most, int least = 1)
{
    const QSignalBlocker blocker(box);
    box->setRange(std::min(least, value), std::max(most, value));
    box->setValue(value);
}

template <typename Value>
void display(QComboBox *box, Value value)
{
    const QSignalBlocker blocker(box);
    box->setCurrentIndex(int(value));
}

void display(QCheckBox *box, bool value)
{
    const QSignalBlocker blocker(box);
    box->setChecked(value);
}

void display(QLineEdit *field, const QString &text)
{
    if (field->text() != text)
        field->setText(text);
}

void showRow(QLabel *label, QWidget *field, bool visible)
{
    label->setVisible(visible);
    field->setVisible(visible);
}

} // namespace

ModelPanel::ModelPanel(Document *document, AppTheme *, QWidget *parent)
    : Panel(panelTitle(PanelId::Model), parent), m_document(document), m_ui(std::make_unique<Ui::ModelPanel>())
{
    auto *page = new QWidget(this);
    m_ui->setupUi(page);
    content()->addWidget(page);
    m_ui->message->setObjectName(u"error"_s); // the style sheet knows it by this name
    m_ui->message->hide();
    m_widths = new WidthOffers(page);
    page->layout()->addWidget(m_widths);
    m_ui->message->installEventFilter(this);
    connect(m_widths, &WidthOffers::taken, this, [this](const ModelConfig &fitting, const QString &text) {
        m_lastField = nullptr;
        attempt(fitting, [&] { m_document->matrices().setConfig(fitting, text); });
    });
    m_modelWidthTip = m_ui->dModel->toolTip();
    m_ui->seed->setValidator(new QRegularExpressionValidator(QRegularExpression(u"[0-9]{1,20}"_s), m_ui->seed));
    for (QLabel *heading : {m_ui->attentionHeading, m_ui->sublayersHeading, m_ui->inputHeading, m_ui->weightsHeading})
        heading->setContentsMargins(0, gapAboveHeading, 0, 0);
    for (SizeSpinBox *box : page->findChildren<SizeSpinBox *>())
        connect(box, &SizeSpinBox::refused, this, [this, box](const QString &text) {
            refuse([text, name = box->objectName()](const ModelPanel &panel) {
                const auto *field = panel.findChild<SizeSpinBox *>(name);
                return tr("%1 is out of range: %2 takes a whole number from %3 to %4.")
                    .arg(text, field->accessibleName())
                    .arg(field->minimum())
                    .arg(field->maximum());
            });
        });
    connectSizes();
    connectAttention();
    connectSublayers();
    connectDrawing();
    connectMessage();
    connect(m_ui->trained, &TrainedRules::wanted, this,
            [this](const QObject *field, const QString &text, const Change &edit) { change(field, text, edit); });
    connect(m_ui->trained, &TrainedRules::refused, this,
            [this](const QString &field, const QString &key, const QString &text) {
                refuse([field, key, text](const ModelPanel &) {
                    return TrainedRules::tr("“%1” takes %2, not “%3”.")
                        .arg(field, QString::fromStdString(modelKeyTakes(key.toStdString())), text);
                });
            });
    connect(m_ui->recurrent, &RecurrentRules::wanted, this,
            [this](const QObject *field, const QString &text, const Change &edit) { change(field, text, edit); });
    connect(document, &Document::loaded, this, [this] {
        m_feedForwards.forget();
        readDocument();
    });
    connect(&document->matrices(), &Matrices::modelChanged, this, &ModelPanel::followModel);
    connect(&document->sentences(), &Sentences::sourceChanged, this, &ModelPanel::followModel);
    readDocument();
}

ModelPanel::~ModelPanel()
{
    // A field that loses the focus while it is destroyed still reports that its editing has finished.
    m_ui->seed->disconnect(this);
    m_ui->epsilon->disconnect(this);
    m_ui->trained->disconnect(this);
}

const ModelConfig &ModelPanel::config() const
{
    return m_document->matrices().model()->config;
}

void ModelPanel::bindNumber(QSpinBox *box, const QString &text, const std::function<void(ModelConfig &, int)> &apply)
{
    connect(box, &QSpinBox::valueChanged, this, [this, box, text, apply](int value) {
        change(box, text.arg(value), [&](ModelConfig &c) { apply(c, value); });
    });
}

template <typename Value>
void ModelPanel::bindChoice(QComboBox *box, const QString &text, Value ModelConfig::*member)
{
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, text, member](int index) {
        change(box, text, [&](ModelConfig &c) { c.*member = static_cast<Value>(index); });
    });
}

void ModelPanel::bindSwitch(QCheckBox *box, const QString &on, const QString &off, bool ModelConfig::*member)
{
    connect(box, &QCheckBox::toggled, this,
            [=, this](bool checked) { change(box, checked ? on : off, [&](ModelConfig &c) { c.*member = checked; }); });
}

void ModelPanel::connectSizes()
{
    connect(m_ui->architecture, &QComboBox::currentIndexChanged, this,
            [this](int index) { changeArchitecture(static_cast<Architecture>(index)); });
    connect(m_ui->layers, &QSpinBox::valueChanged, this,
            [this](int layers) { changeLayers(m_ui->layers, sourceStack(config()) == Stack::Decoder, layers); });
    connect(m_ui->decoderLayers, &QSpinBox::valueChanged, this,
            [this](int layers) { changeLayers(m_ui->decoderLayers, true, layers); });
    connect(m_ui->dModel, &QSpinBox::valueChanged, this, &ModelPanel::changeModelWidth);
    connect(m_ui->heads, &QSpinBox::valueChanged, this, &ModelPanel::changeHeads);
    connect(m_ui->keepWidth, &QCheckBox::clicked, this, &ModelPanel::switchClicked);
    connect(m_ui->decoderHeads, &QSpinBox::valueChanged, this, [this](int heads) {
        change(m_ui->decoderHeads, tr("set %n decoder head(s)", nullptr, heads),
               [heads](ModelConfig &c) { c.decoderHeads = heads; });
    });
    bindNumber(m_ui->dKey, tr("set d_k to %1"), [](ModelConfig &c, int size) { c.dKey = size; });
    bindNumber(m_ui->dValue, tr("set d_v to %1"), [](ModelConfig &c, int size) { c.dValue = size; });
}

void ModelPanel::connectAttention()
{
    bindChoice(m_ui->score, tr("change the score"), &ModelConfig::score);
    connect(m_ui->mask, &QComboBox::currentIndexChanged, this, [this](int index) {
        change(m_ui->mask, tr("change the mask"),
               [index](ModelConfig &c) { maskField(c, sourceStack(c)) = static_cast<Mask>(index); });
    });
    bindChoice(m_ui->decoderMask, tr("change the decoder’s mask"), &ModelConfig::decoderMask);
    bindSwitch(m_ui->outputProjection, tr("switch the output projection on"), tr("switch the output projection off"),
               &ModelConfig::outputProjection);
    bindSwitch(m_ui->bias, tr("switch biases on"), tr("switch biases off"), &ModelConfig::bias);
}

void ModelPanel::connectSublayers()
{
    bindSwitch(m_ui->residual, tr("switch the residual on"), tr("switch the residual off"), &ModelConfig::residual);
    bindFeedForward(m_ui->feedForward, false);
    bindFeedForward(m_ui->decoderFeedForward, true);
    bindNumber(m_ui->dFf, tr("set d_ff to %1"),
               [](ModelConfig &c, int size) { setFeedForwardOf(c, sourceStack(c), size); });
    bindNumber(m_ui->decoderDFf, tr("set the decoder’s d_ff to %1"),
               [](ModelConfig &c, int size) { c.decoderDFf = size; });
    bindChoice(m_ui->activation, tr("change the activation"), &ModelConfig::activation);
    bindChoice(m_ui->norm, tr("change the norm"), &ModelConfig::norm);
    bindSwitch(m_ui->finalNorm, tr("switch the final norm on"), tr("switch the final norm off"),
               &ModelConfig::finalNorm);
    connect(m_ui->epsilon, &QLineEdit::editingFinished, this, &ModelPanel::takeEpsilon);
    bindChoice(m_ui->position, tr("change positions"), &ModelConfig::position);
    bindSwitch(m_ui->embeddingScale, tr("scale the embedding"), tr("leave the embedding unscaled"),
               &ModelConfig::embeddingScale);
    bindSwitch(m_ui->embeddingNorm, tr("switch the embedding’s norm on"), tr("switch the embedding’s norm off"),
               &ModelConfig::embeddingNorm);
}

void ModelPanel::bindFeedForward(QCheckBox *box, bool ofDecoder)
{
    connect(box, &QCheckBox::toggled, this, [this, box, ofDecoder](bool on) {
        change(box, on ? tr("switch the feed-forward on") : tr("switch the feed-forward off"), [&](ModelConfig &c) {
            const Stack stack = ofDecoder ? Stack::Decoder : sourceStack(c);
            if (on)
                m_feedForwards.switchOn(c, *m_document->matrices().model(), stack);
            else if (ofDecoder)
                c.decoderDFf = 0;
            else
                setFeedForwardOf(c, stack, 0);
        });
    });
}

void ModelPanel::connectDrawing()
{
    bindChoice(m_ui->initialization, tr("change the initialisation"), &ModelConfig::initialization);
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

/// A refusal disappears with the next change of the document, and as soon as another value is tried.
void ModelPanel::connectMessage()
{
    connect(m_document, &Document::loaded, m_ui->message, &QWidget::hide);
    connect(&m_document->matrices(), &Matrices::modelChanged, m_ui->message, &QWidget::hide);
    connect(&m_document->sentences(), &Sentences::sourceChanged, m_ui->message, &QWidget::hide);
    connect(&m_document->sentences(), &Sentences::targetChanged, m_ui->message, &QWidget::hide);
    for (QLineEdit *line : findChildren<QLineEdit *>())
        connect(line, &QLineEdit::textEdited, m_ui->message, &QWidget::hide);
}

bool ModelPanel::keepModelWidth() const
{
    return m_ui->keepWidth->isChecked();
}

void ModelPanel::setKeepModelWidth(bool keep)
{
    if (keep != keepModelWidth() && (!keep || sharesModelWidth())) {
        m_ui->keepWidth->setChecked(keep);
        updateSwitch();
        emit keepModelWidthChanged(keep);
    }
}

void ModelPanel::switchClicked(bool keep)
{
    m_ui->message->hide();
    const int heads = headsOf(config(), sourceStack(config()));
    if (keep && config().dModel % heads != 0) {
        m_ui->keepWidth->setChecked(false);
        refuse([dModel = config().dModel, heads](const ModelPanel &) {
            return tr("d_model %1 cannot be shared by %2 heads: choose a number of heads that divides it.")
                .arg(dModel)
                .arg(heads);
        });
        return;
    }
    if (keep)
        change(m_ui->keepWidth, tr("share d_model among the heads"),
               [heads](ModelConfig &c) { c.dKey = c.dValue = c.dModel / heads; });
    updateSwitch();
    emit keepModelWidthChanged(keep);
}

bool ModelPanel::sharesModelWidth() const
{
    const int heads = headsOf(config(), sourceStack(config()));
    return config().dKey * heads == config().dModel && config().dValue * heads == config().dModel;
}

// The switch shows how the sizes are: where another model or an undo makes it untrue, it is off.
void ModelPanel::updateSwitch()
{
    if (keepModelWidth() && m_document->matrices().model() && !sharesModelWidth())
        m_ui->keepWidth->setChecked(false);
    const bool shared = keepModelWidth() && m_document->matrices().model();
    m_ui->heads->setSharedWidth(shared ? config().dModel : 0);
    m_ui->dModel->setSingleStep(shared ? headsOf(config(), sourceStack(config())) : 1);
    m_ui->dKey->setEnabled(!keepModelWidth());
    m_ui->dValue->setEnabled(!keepModelWidth());
}

void ModelPanel::changeArchitecture(Architecture architecture)
{
    const ModelConfig wanted = withArchitecture(config(), architecture);
    const QString text = tr("set the architecture to %1").arg(m_ui->architecture->currentText());
    if (!readsTarget(wanted) || !m_document->sentences().tokens(Side::Target).tokens.empty()) {
        change(m_ui->architecture, text, [&](ModelConfig &c) { c = wanted; });
        return;
    }
    m_lastField = nullptr;
    attempt(wanted, [&] {
        checkModelSize(wanted,
                       m_document->matrices().model()->table != nullptr); // so that no step begins that cannot complete
        m_document->asOneStep(text, [&] {
            m_document->sentences().setTarget(QString::fromLatin1(firstTarget));
            m_document->matrices().setConfig(wanted, text);
        });
    });
}

void ModelPanel::changeLayers(QSpinBox *field, bool ofDecoder, int layers)
{
    ModelConfig wanted = config();
    layersField(wanted, ofDecoder ? Stack::Decoder : Stack::Encoder) = layers;
    if (readsTarget(wanted) && wanted.encoderLayers == 0 && wanted.decoderLayers == 0) {
        refuse([](const ModelPanel &) {
            return tr("Without any layer there is no attention: give the encoder or the decoder at least one.");
        });
        return;
    }
    const bool named = readsTarget(wanted) && ofDecoder;
    change(field, named ? tr("set %n decoder layer(s)", nullptr, layers) : tr("set %n layer(s)", nullptr, layers),
           [&](ModelConfig &c) { c = wanted; });
}

void ModelPanel::changeHeads(int heads)
{
    const QString text = tr("set %n head(s)", nullptr, heads);
    if (!keepModelWidth()) {
        change(m_ui->heads, text, [heads](ModelConfig &c) { setHeadsOf(c, sourceStack(c), heads); });
        return;
    }
    const int dModel = config().dModel;
    if (dModel % heads != 0) {
        refuse([heads, dModel](const ModelPanel &) {
            return tr("%1 heads do not divide d_model %2: choose a divisor of %2, or switch “d_k = d_model / heads” "
                      "off.")
                .arg(heads)
                .arg(dModel);
        });
        return;
    }
    change(
        m_ui->heads, text,
        [heads](ModelConfig &c) {
            setHeadsOf(c, sourceStack(c), heads);
            c.dKey = c.dValue = c.dModel / heads;
        },
        HeadSplit::KeepColumns);
}

void ModelPanel::changeModelWidth(int dModel)
{
    const int heads = headsOf(config(), sourceStack(config()));
    const bool keep = keepModelWidth();
    if (keep && dModel % heads != 0) {
        refuse([heads, dModel](const ModelPanel &) {
            return tr("d_model %1 cannot be shared by %2 heads: choose a multiple of %2, or switch “d_k = d_model / "
                      "heads” off.")
                .arg(dModel)
                .arg(heads);
        });
        return;
    }
    change(m_ui->dModel, tr("set d_model to %1").arg(dModel), [=](ModelConfig &c) {
        c.dModel = dModel;
        if (keep)
            c.dKey = c.dValue = dModel / heads;
    });
}

void ModelPanel::takeSeed()
{
    bool ok = false;
    const std::uint64_t seed = m_ui->seed->text().toULongLong(&ok);
    if (!ok)
        refuse([text = m_ui->seed->text()](const ModelPanel &) {
            return tr("“%1” is not a seed: it is a whole number from 0 to 18446744073709551615.").arg(text);
        });
    else if (seed != config().seed)
        change(m_ui->seed, tr("set seed %1").arg(seed), [seed](ModelConfig &c) { c.seed = seed; });
}

void ModelPanel::takeEpsilon()
{
    bool ok = false;
    const QString text = m_ui->epsilon->text().trimmed();
    const double epsilon = QString(text).replace(u',', u'.').toDouble(&ok);
    if (!ok || !(epsilon > 0))
        refuse([text](const ModelPanel &) {
            return tr("“%1” is not an ε: it is a number above 0, such as 1e-5.").arg(text.left(32));
        });
    else if (epsilon != config().normEpsilon)
        change(m_ui->epsilon, tr("set ε to %1").arg(text), [epsilon](ModelConfig &c) { c.normEpsilon = epsilon; });
}

void ModelPanel::change(const QObject *field, const QString &text, const Change &edit, HeadSplit split)
{
    ModelConfig wanted = config();
    edit(wanted);
    if (wanted == config()) {
        m_ui->message->hide();
        readDocument();
        return;
    }
    const bool belongs = field == m_lastField && m_document->now() - m_changedAt < changesBelongMs;
    if (!belongs)
        m_mergeKey = m_document->newGesture();
    m_lastField = field;
    m_changedAt = m_document->now();
    attempt(
        wanted, [&] { m_document->matrices().setConfig(wanted, text, split, m_mergeKey); }, text);
}

void ModelPanel::attempt(const ModelConfig &wanted, const std::function<void()> &run, const QString &text)
{
    if (!mayChangeSizes(*m_document, wanted, this)) {
        readDocument();
        return;
    }
    try {
        run();
        m_ui->message->hide();
    } catch (const BrokenRule &broken) {
        refuse([broken, wanted](const ModelPanel &panel) { return panel.refusal(broken, wanted); });
        if (broken.rule == ConfigRule::JoinedWidth && !text.isEmpty())
            m_widths->offer(wanted, text, m_document->matrices().model()->table != nullptr,
                            m_ui->outputProjection->text(), m_ui->dValueLabel->text());
    } catch (const Error &error) {
        const Refusal again =
            refusalOf([document = m_document, wanted] { document->matrices().setConfig(wanted, {}); });
        refuse(QString::fromUtf8(error.what()), [again](const ModelPanel &) { return again(); });
    } catch (const std::bad_alloc &) {
        refuse([](const ModelPanel &) {
            return tr("There is not enough memory for a model of this size; the sizes stay as they were.");
        });
    }
}

QString ModelPanel::refusal(const BrokenRule &broken, const ModelConfig &wanted) const
{
    const QString &headsLabel =
        broken.stack == sourceStack(wanted) ? m_ui->headsLabel->text() : m_ui->decoderHeadsLabel->text();
    const int heads = headsOf(wanted, broken.stack);
    const auto whole = [](double number) { return std::llround(number); };
    switch (broken.rule) {
    case ConfigRule::JoinedWidth:
        return tr("Where %1 follows, the heads must give as many numbers as “%2”, but “%3” × “%4” is %5 × %6 = %7 and "
                  "“%2” is %8. Tick “%9”, or make the two equal.")
            .arg(QString::fromStdString(broken.reader), m_ui->dModelLabel->text(), headsLabel,
                 m_ui->dValueLabel->text(), QString::number(heads), QString::number(wanted.dValue),
                 QString::number(heads * wanted.dValue), QString::number(wanted.dModel),
                 m_ui->outputProjection->text());
    case ConfigRule::SharedHeads:
        return tr("“%1” is %2, but must divide “%3”, which is %4: choose a divisor of %4, or “%5”.")
            .arg(TrainedRules::tr("Key and value heads"))
            .arg(wanted.keyValueHeads)
            .arg(headsLabel)
            .arg(heads)
            .arg(TrainedRules::tr("as heads"));
    case ConfigRule::EvenKeys:
        return tr("Rotary positions turn columns in pairs, so “%1” must be even, not %2.")
            .arg(m_ui->dKeyLabel->text())
            .arg(wanted.dKey);
    case ConfigRule::EvenStates:
        return tr("Two directions divide “%1” between them, so it must be even, not %2.")
            .arg(m_ui->dModelLabel->text())
            .arg(wanted.dModel);
    case ConfigRule::RecurrentLayers:
        return broken.stack == Stack::Encoder ? tr("A recurrent encoder needs at least one layer.")
                                              : tr("A recurrent decoder needs at least one layer.");
    case ConfigRule::Epsilon:
        return tr("“%1” takes a number above 0, from 1e-30 to 1e30, such as 1e-5.").arg(m_ui->epsilonLabel->text());
    case ConfigRule::Theta:
        return tr("“%1” takes a number above 0, from 1e-30 to 1e30, such as 10000.")
            .arg(TrainedRules::tr("Rotary base θ"));
    case ConfigRule::WeightCount:
        return tr("These sizes make %L1 weights, more than the %L2 that a model may have: choose smaller ones.")
            .arg(whole(broken.weights))
            .arg(whole(maximumWeights));
    case ConfigRule::DrawnWeights:
        break;
    }
    return tr("%L1 weights would be drawn at random beside the trained ones, more than the %L2 that may be: choose "
              "smaller sizes.")
        .arg(whole(broken.weights))
        .arg(whole(maximumWeights));
}

ModelPanel::Said ModelPanel::said() const
{
    return m_ui->message->isHidden() ? Said() : m_said;
}

void ModelPanel::refuse(const QString &sentence, const Said &again)
{
    m_said = again;
    m_widths->hide();
    m_ui->message->setText(sentence);
    m_ui->message->setVisible(!sentence.isEmpty());
    readDocument();
}

void ModelPanel::readSizes(const ModelConfig &config)
{
    const Stack stack = sourceStack(config);
    const bool twoStacks = readsTarget(config);
    const int fewestLayers = twoStacks ? 0 : 1;
    display(m_ui->layers, layersOf(config, stack), mostLayers, fewestLayers);
    display(m_ui->decoderLayers, config.decoderLayers, mostLayers, fewestLayers);
    display(m_ui->dModel, config.dModel, mostModelWidth);
    display(m_ui->heads, headsOf(config, stack), mostHeads);
    display(m_ui->decoderHeads, config.decoderHeads, mostHeads);
    display(m_ui->dKey, config.dKey, mostHeadWidth);
    display(m_ui->dValue, config.dValue, mostHeadWidth);

    const int hidden = feedForwardSizeOf(config, stack);
    display(m_ui->feedForward, hidden > 0);
    display(m_ui->decoderFeedForward, config.decoderDFf > 0);
    if (hidden > 0)
        display(m_ui->dFf, hidden, mostFeedForward);
    if (config.decoderDFf > 0)
        display(m_ui->decoderDFf, config.decoderDFf, mostFeedForward);
    showRow(m_ui->dFfLabel, m_ui->dFf, hidden > 0);
    showRow(m_ui->decoderDFfLabel, m_ui->decoderDFf, twoStacks && config.decoderDFf > 0);
    showRow(m_ui->activationLabel, m_ui->activation, hidden > 0 || (twoStacks && config.decoderDFf > 0));
}

void ModelPanel::readRules(const ModelConfig &config)
{
    display(m_ui->score, config.score);
    display(m_ui->mask, sourceStack(config) == Stack::Encoder ? config.encoderMask : config.decoderMask);
    display(m_ui->decoderMask, config.decoderMask);
    display(m_ui->outputProjection, config.outputProjection);
    display(m_ui->bias, config.bias);
    display(m_ui->residual, config.residual);
    display(m_ui->activation, config.activation);
    display(m_ui->norm, config.norm);
    display(m_ui->finalNorm, config.finalNorm);
    display(m_ui->position, config.position);
    display(m_ui->embeddingScale, config.embeddingScale);
    display(m_ui->embeddingNorm, config.embeddingNorm);
    display(m_ui->epsilon, optionText(config.normEpsilon));
    showRow(m_ui->epsilonLabel, m_ui->epsilon,
            config.norm != Norm::None || config.finalNorm || config.embeddingNorm || config.qkNorm != QkNorm::None);

    display(m_ui->initialization, config.initialization);
    showRow(m_ui->deviationLabel, m_ui->deviation, config.initialization == Initialization::Gaussian);
    const QSignalBlocker blocker(m_ui->deviation);
    m_ui->deviation->setValue(config.initializationStd);
    display(m_ui->seed, QString::number(config.seed));
}

void ModelPanel::nameFields(bool twoStacks)
{
    const auto name = [](QLabel *label, QWidget *field, const QString &text) {
        if (label->text() != text) {
            label->setText(text);
            field->setAccessibleName(text);
        }
    };
    name(m_ui->layersLabel, m_ui->layers, twoStacks ? tr("Encoder depth") : tr("Layers"));
    name(m_ui->maskLabel, m_ui->mask, twoStacks ? tr("Encoder mask") : tr("Mask"));
    showRow(m_ui->decoderLayersLabel, m_ui->decoderLayers, twoStacks);
    showRow(m_ui->decoderHeadsLabel, m_ui->decoderHeads, twoStacks);
    showRow(m_ui->decoderMaskLabel, m_ui->decoderMask, twoStacks);
    m_ui->decoderFeedForward->setVisible(twoStacks);
}

/// What a checkpoint's embedding fixes.
void ModelPanel::readTable(const Model &model)
{
    m_ui->dModel->setEnabled(!model.table);
    m_ui->dModel->setToolTip(
        model.table
            ? tr("The rows of the checkpoint’s embedding have %1 numbers, so d_model stays %1").arg(model.config.dModel)
            : m_modelWidthTip);
}

/// What no stack of the model uses can be seen but not changed.
void ModelPanel::readUsed(const ModelConfig &config)
{
    const bool encodes = hasStack(config, Stack::Encoder) && !isRecurrent(config, Stack::Encoder);
    const bool decodes = hasStack(config, Stack::Decoder) && !isRecurrent(config, Stack::Decoder);
    const bool own = sourceStack(config) == Stack::Encoder ? encodes : decodes;
    const bool crosses = !isRecurrent(config, Stack::Decoder) || config.decoderAttention != DecoderAttention::None;
    const bool attends = encodes || decodes || (readsTarget(config) && crosses);
    for (QWidget *field :
         std::initializer_list<QWidget *>{m_ui->residual, m_ui->norm, m_ui->finalNorm, m_ui->activation})
        field->setEnabled(encodes || decodes);
    for (QWidget *field : std::initializer_list<QWidget *>{m_ui->heads, m_ui->mask, m_ui->feedForward, m_ui->dFf})
        field->setEnabled(own);
    for (QWidget *field :
         std::initializer_list<QWidget *>{m_ui->decoderMask, m_ui->decoderFeedForward, m_ui->decoderDFf})
        field->setEnabled(decodes);
    m_ui->decoderHeads->setEnabled(crosses);
    m_ui->score->setEnabled(attends);
    m_ui->outputProjection->setEnabled(attends);
    m_ui->keepWidth->setEnabled(own);
    if (!attends)
        for (QWidget *field : std::initializer_list<QWidget *>{m_ui->dKey, m_ui->dValue})
            field->setEnabled(false);
}

/// An edit of a weight leaves every field as it is.
void ModelPanel::followModel()
{
    const Model *model = m_document->matrices().model().get();
    if (!model || !m_shownConfig || model->config != *m_shownConfig || model->table != m_shownTable)
        readDocument();
}

void ModelPanel::readDocument()
{
    const std::shared_ptr<const Model> model = m_document->matrices().model();
    setEnabled(model != nullptr);
    if (!model)
        return;
    m_feedForwards.note(model->config);
    display(m_ui->architecture, model->config.architecture);
    nameFields(readsTarget(model->config));
    readSizes(model->config);
    readRules(model->config);
    readTable(*model);
    m_ui->trained->read(*model);
    m_ui->recurrent->read(model->config);
    updateSwitch();
    readUsed(model->config);
    m_shownConfig = model->config;
    m_shownTable = model->table;
    if (!m_only)
        return;
    const std::vector<QWidget *> kept = rowsOf(*m_only);
    for (QWidget *field : m_ui->fieldsPage->findChildren<QWidget *>(Qt::FindDirectChildrenOnly))
        if (std::find(kept.begin(), kept.end(), field) == kept.end())
            field->hide();
}

QWidget *ModelPanel::takeRows(LessonControl control)
{
    if (rowsOf(control).empty())
        return nullptr;
    m_only = control;
    m_ui->fields->setColumnStretch(0, 0);
    m_ui->fields->setColumnStretch(2, 1); // the field stands beside its name
    QWidget *page = m_ui->scroll->parentWidget();
    delete page->layout()->replaceWidget(m_ui->scroll, m_ui->scroll->takeWidget());
    m_ui->scroll->hide();
    m_ui->fieldsPage->setAutoFillBackground(false); // as a scroll area's widget it had its own
    readDocument();
    return page;
}

std::vector<QWidget *> ModelPanel::rowsOf(LessonControl control) const
{
    switch (control) {
    case LessonControl::Sentence:
    case LessonControl::Generate:
    case LessonControl::Cell:
        break;
    case LessonControl::Score:
        return {m_ui->scoreLabel, m_ui->score};
    case LessonControl::Heads:
        return {m_ui->headsLabel, m_ui->heads, m_ui->keepWidth};
    case LessonControl::DKey:
        if (keepModelWidth()) // which fixes d_k
            return {m_ui->dKeyLabel, m_ui->dKey, m_ui->keepWidth};
        return {m_ui->dKeyLabel, m_ui->dKey};
    case LessonControl::EncoderMask:
        return {m_ui->maskLabel, m_ui->mask};
    case LessonControl::DecoderMask: // of a decoder alone it is the one that reads the source
        if (sourceStack(config()) == Stack::Decoder)
            return {m_ui->maskLabel, m_ui->mask};
        return {m_ui->decoderMaskLabel, m_ui->decoderMask};
    case LessonControl::Position:
        return {m_ui->positionLabel, m_ui->position};
    case LessonControl::Initialization:
        return {m_ui->initializationLabel, m_ui->initialization};
    case LessonControl::InitializationStd:
        return {m_ui->deviationLabel, m_ui->deviation};
    case LessonControl::Seed:
        return {m_ui->seedLabel, m_ui->seed, m_ui->newSeed};
    }
    return {};
}

bool ModelPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_ui->message && event->type() == QEvent::HideToParent)
        m_widths->hide();
    return Panel::eventFilter(watched, event);
}

} // namespace regard

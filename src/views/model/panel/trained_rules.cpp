#include "views/model/panel/trained_rules.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/size_spin_box.h"
#include "engine/pass/output_layer.h"
#include "views/output/output_data.h"

namespace regard {

namespace {

constexpr int mostKeyHeads = 64;
constexpr int mostTypes = 16;
constexpr int mostEmbedding = 1024;
constexpr int mostTokens = 1000000;

/// Whether a model has anything found only in trained ones.
bool hasAny(const ModelConfig &config)
{
    const ModelConfig plain;
    return config.keyValueHeads > 0 || config.qkvBias || config.normKind != plain.normKind || config.gated ||
           config.tokenTypes > 0 || config.maximumTokens > 0 || config.maskedLanguageModel || config.tiedOutput ||
           config.position == Position::Rotary || config.embeddingSize > 0 || config.tokenDropout ||
           config.scoreBias != ScoreBias::None || config.scaleByLayer || config.parallelResidual;
}

void displayRules(QSpinBox *box, int value)
{
    const QSignalBlocker blocker(box);
    box->setMaximum(std::max(box->maximum(), value));
    box->setValue(value);
}

void displayRules(QComboBox *box, int index)
{
    const QSignalBlocker blocker(box);
    box->setCurrentIndex(index);
}

void displayRules(QCheckBox *box, bool value)
{
    const QSignalBlocker blocker(box);
    box->setChecked(value);
}

QString thetaText(double theta)
{
    return QString::number(theta, 'g', QLocale::FloatingPointShortest);
}

} // namespace

TrainedRules::TrainedRules(QWidget *parent)
    : QWidget(parent), m_open(new QToolButton(this)), m_body(new QWidget(this)), m_fields(new QGridLayout(m_body))
{
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    all->addWidget(m_open);
    all->addWidget(m_body);
    QFont bold = m_open->font();
    bold.setBold(true);
    m_open->setFont(bold);
    m_open->setObjectName(QStringLiteral("trainedOpen"));
    m_open->setText(tr("Options of real models"));
    m_open->setCheckable(true);
    m_open->setAutoRaise(true);
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_open->setFocusPolicy(Qt::StrongFocus);
    m_open->setAccessibleName(m_open->text());
    m_open->setToolTip(
        tr("Shared key heads, RMS norm, gated feed-forward and other options of models such as Llama and BERT"));
    connect(m_open, &QToolButton::clicked, this, &TrainedRules::setOpen);
    m_fields->setContentsMargins(0, 0, 0, 0);
    m_fields->setHorizontalSpacing(8);
    m_fields->setVerticalSpacing(4);
    m_fields->setColumnStretch(0, 1);
    buildFields();
    setOpen(false);
}

void TrainedRules::buildFields()
{
    addTheta();
    m_keyHeads = addNumber(
        tr("Key and value heads"), tr("Heads of W_K and W_V, which groups of heads share; they must divide the heads"),
        tr("as heads"), mostKeyHeads, tr("set key and value heads to %1"), &ModelConfig::keyValueHeads);
    m_qkvBias = addSwitch(tr("Biases of q, k and v"), tr("W_Q, W_K and W_V alone have biases"),
                          tr("switch the biases of q, k and v on"), tr("switch the biases of q, k and v off"),
                          &ModelConfig::qkvBias);
    m_normKind = addChoice(tr("Kind of norm"),
                           tr("Layer norm: (x − mean) ÷ deviation × gain + bias; RMS norm: x ÷ √(mean square) × gain"),
                           {tr("layer norm"), tr("RMS norm")}, tr("change the kind of norm"),
                           [](ModelConfig &config, int index) { config.normKind = static_cast<NormKind>(index); });
    m_scoreBias = addChoice(
        tr("Bias by distance"),
        tr("Added to each scaled score by how far key and query are apart. ALiBi: −slope × distance, as in BLOOM; "
           "buckets: a learned number for each head and bucket of distances, as in MPNet"),
        {tr("none"), tr("ALiBi"), tr("buckets")}, tr("change the bias by distance"),
        [](ModelConfig &config, int index) { config.scoreBias = static_cast<ScoreBias>(index); });
    m_scaleByLayer = addSwitch(
        tr("Scores divided by the layer"), tr("Scores of layer l are divided by l besides: an option of GPT-2"),
        tr("divide scores by the layer"), tr("do not divide scores by the layer"), &ModelConfig::scaleByLayer);
    m_parallel = addSwitch(tr("Attention and feed forward in parallel"),
                           tr("Both read the stream that the layer begins with, as in GPT-J, GPT-NeoX and Phi-2"),
                           tr("put attention and feed forward side by side"),
                           tr("put the feed forward after the attention"), &ModelConfig::parallelResidual);
    m_gated = addSwitch(tr("Gated feed forward"), tr("(activation(x · W_1) × (x · W_3)) · W_2, as in Llama"),
                        tr("switch the gate on"), tr("switch the gate off"), &ModelConfig::gated);
    m_embeddingSize =
        addNumber(tr("Embedding size"),
                  tr("Numbers of a token’s row, which a projection widens to d_model, as in ALBERT and ELECTRA"),
                  tr("d_model"), mostEmbedding, tr("set the embedding size to %1"), &ModelConfig::embeddingSize);
    m_tokenDropout =
        addSwitch(tr("Token dropout"),
                  tr("Rows × 0.88 ÷ (1 − the share of mask tokens), whose rows are 0, as in ESM, which was trained so"),
                  tr("switch token dropout on"), tr("switch token dropout off"), &ModelConfig::tokenDropout);
    m_types = addNumber(tr("Token types"),
                        tr("Rows of which one is added to each token: BERT’s for the first and second sentence"),
                        tr("none"), mostTypes, tr("set token types to %1"), &ModelConfig::tokenTypes);
    m_most = addNumber(tr("Most tokens"), tr("The longest sentence that the model takes"), tr("no limit"), mostTokens,
                       tr("set the most tokens to %1"), &ModelConfig::maximumTokens);
    m_maskedWords = addSwitch(tr("Predicts masked words"), {}, tr("predict masked words"),
                              tr("do not predict masked words"), &ModelConfig::maskedLanguageModel);
    m_tied = addSwitch(tr("Output is the embedding"), {}, tr("tie the output to the embedding"),
                       tr("give the output a matrix of its own"), &ModelConfig::tiedOutput);
    m_theta->setObjectName(QStringLiteral("ropeTheta"));
    m_keyHeads->setObjectName(QStringLiteral("keyValueHeads"));
    m_qkvBias->setObjectName(QStringLiteral("qkvBias"));
    m_normKind->setObjectName(QStringLiteral("normKind"));
    m_scoreBias->setObjectName(QStringLiteral("scoreBias"));
    m_scaleByLayer->setObjectName(QStringLiteral("scaleByLayer"));
    m_embeddingSize->setObjectName(QStringLiteral("embeddingSize"));
    m_tokenDropout->setObjectName(QStringLiteral("tokenDropout"));
    m_parallel->setObjectName(QStringLiteral("parallelResidual"));
    m_gated->setObjectName(QStringLiteral("gated"));
    m_types->setObjectName(QStringLiteral("tokenTypes"));
    m_most->setObjectName(QStringLiteral("maximumTokens"));
    m_maskedWords->setObjectName(QStringLiteral("maskedLanguageModel"));
    m_tied->setObjectName(QStringLiteral("tiedOutput"));
}

void TrainedRules::addRow(const QString &name, const QString &tip, QWidget *field)
{
    auto *label = new QLabel(name, m_body);
    label->setBuddy(field);
    field->setAccessibleName(name);
    field->setToolTip(tip);
    const int row = m_fields->rowCount();
    m_fields->addWidget(label, row, 0);
    m_fields->addWidget(field, row, 1);
}

QSpinBox *TrainedRules::addNumber(const QString &name, const QString &tip, const QString &none, int most,
                                  const QString &text, int ModelConfig::*member)
{
    auto *box = new SizeSpinBox(m_body);
    box->setRange(0, most);
    box->setSpecialValueText(none); // of 0
    box->setFocusPolicy(Qt::StrongFocus);
    addRow(name, tip, box);
    connect(box, &QSpinBox::valueChanged, this, [this, box, text, member](int value) {
        emit wanted(box, text.arg(box->text()), [member, value](ModelConfig &config) { config.*member = value; });
    });
    return box;
}

QCheckBox *TrainedRules::addSwitch(const QString &name, const QString &tip, const QString &on, const QString &off,
                                   bool ModelConfig::*member)
{
    auto *box = new QCheckBox(name, m_body);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    m_fields->addWidget(box, m_fields->rowCount(), 0, 1, 2);
    connect(box, &QCheckBox::toggled, this, [this, box, on, off, member](bool checked) {
        emit wanted(box, checked ? on : off, [member, checked](ModelConfig &config) { config.*member = checked; });
    });
    return box;
}

QComboBox *TrainedRules::addChoice(const QString &name, const QString &tip, const QStringList &items,
                                   const QString &text, void (*set)(ModelConfig &, int))
{
    auto *box = new QComboBox(m_body);
    box->addItems(items);
    box->setFocusPolicy(Qt::StrongFocus);
    addRow(name, tip, box);
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, text, set](int index) {
        emit wanted(box, text, [set, index](ModelConfig &config) { set(config, index); });
    });
    return box;
}

void TrainedRules::addTheta()
{
    m_theta = new QLineEdit(m_body);
    addRow(tr("Rotary base θ"), tr("Position p turns the pair of columns c by the angle p × θ^(−2c ÷ d_k): above 0"),
           m_theta);
    m_thetaLabel = static_cast<QLabel *>(m_fields->itemAtPosition(m_fields->rowCount() - 1, 0)->widget());
    connect(m_theta, &QLineEdit::editingFinished, this, &TrainedRules::takeTheta);
}

void TrainedRules::takeTheta()
{
    bool ok = false;
    const QString text = m_theta->text().trimmed();
    const double theta = QString(text).replace(u',', u'.').toDouble(&ok);
    if (!ok || !(theta > 0))
        emit refused(text.left(32));
    else if (theta != m_shownTheta)
        emit wanted(m_theta, tr("set θ to %1").arg(text), [theta](ModelConfig &config) { config.ropeTheta = theta; });
}

void TrainedRules::read(const Model &model)
{
    const ModelConfig &config = model.config;
    const bool has = hasAny(config);
    if (has && !m_hadAny)
        setOpen(true); // once the user folds it again, it stays folded
    m_hadAny = has;
    readRotary(config);
    displayRules(m_keyHeads, config.keyValueHeads);
    displayRules(m_qkvBias, config.qkvBias || config.bias);
    m_qkvBias->setEnabled(!config.bias);
    m_qkvBias->setToolTip(config.bias ? tr("“Bias” is on, so everything has biases")
                                      : tr("W_Q, W_K and W_V alone have biases"));
    displayRules(m_normKind, int(config.normKind));
    displayRules(m_scoreBias, int(config.scoreBias));
    displayRules(m_scaleByLayer, config.scaleByLayer);
    displayRules(m_embeddingSize, config.embeddingSize);
    displayRules(m_tokenDropout, config.tokenDropout);
    displayRules(m_parallel, config.parallelResidual);
    displayRules(m_gated, config.gated);
    displayRules(m_types, config.tokenTypes);
    displayRules(m_most, config.maximumTokens);
    readMaskedWords(model);
    readTied(model);
}

void TrainedRules::readRotary(const ModelConfig &config)
{
    const bool isRotary = config.position == Position::Rotary;
    m_theta->setVisible(isRotary);
    m_thetaLabel->setVisible(isRotary);
    m_shownTheta = config.ropeTheta;
    if (m_theta->text() != thetaText(config.ropeTheta))
        m_theta->setText(thetaText(config.ropeTheta));
}

void TrainedRules::readMaskedWords(const Model &model)
{
    const bool isEncoder = model.config.architecture == Architecture::Encoder;
    const bool isWithout = model.table && !model.table->output && !model.config.maskedLanguageModel;
    displayRules(m_maskedWords, model.config.maskedLanguageModel);
    m_maskedWords->setEnabled(isEncoder && !isWithout);
    m_maskedWords->setToolTip(
        !isEncoder  ? tr("A decoder predicts the next token; an encoder alone can predict masked ones")
        : isWithout ? noOutputText(model)
                    : tr("An output layer that gives every position the probability of each token, as BERT’s does"));
}

void TrainedRules::readTied(const Model &model)
{
    const bool has = hasOutputLayer(model);
    displayRules(m_tied, isTied(model));
    m_tied->setEnabled(has && !model.table);
    m_tied->setToolTip(!has ? noOutputText(model)
                       : model.table
                           ? tr("Whether a checkpoint’s output layer is its embedding is said by its own files")
                           : tr("W_out is no matrix of its own but the rows of the embedding, turned: what is "
                                "learned or edited of one counts in both"));
}

bool TrainedRules::isOpen() const
{
    return m_open->isChecked();
}

void TrainedRules::setOpen(bool open)
{
    m_open->setChecked(open);
    m_open->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
}

} // namespace regard

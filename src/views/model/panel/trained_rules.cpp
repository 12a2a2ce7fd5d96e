#include "views/model/panel/trained_rules.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/size_spin_box.h"
#include "engine/base/errors.h"
#include "engine/model/positions.h"
#include "engine/pass/output_layer.h"
#include "io/project/model_keys.h"
#include "views/output/output_data.h"

namespace regard {

namespace {

constexpr int mostKeyHeads = 64;
constexpr int mostTypes = 16;
constexpr int mostEmbedding = 1024;
constexpr int mostWidth = 512;
constexpr int mostTokens = 1000000;

bool countsPositions(const ModelConfig &config)
{
    return config.position == Position::SinusoidalFairseq || config.positionStart > 0;
}

/// Whether a model has anything found only in trained ones.
bool hasAny(const ModelConfig &config)
{
    const ModelConfig plain;
    return config.keyValueHeads > 0 || config.qkvBias || config.normKind != plain.normKind || config.gated ||
           config.tokenTypes > 0 || config.maximumTokens > 0 || transformsOutput(config) || config.tiedOutput ||
           config.position == Position::Rotary || config.embeddingSize > 0 || config.tokenDropout ||
           config.scoreBias != ScoreBias::None || config.scaleByLayer || config.parallelResidual || config.window > 0 ||
           config.qkNorm != plain.qkNorm || config.embeddingMultiplier != 1 || config.residualMultiplier != 1 ||
           config.scoreScale != 0 || config.logitsDivisor != 1 || config.scoreCap != 0 || config.logitsCap != 0 ||
           config.attentionSinks || countsPositions(config);
}

void displayRules(QSpinBox *box, int value)
{
    const QSignalBlocker blocker(box);
    box->setMaximum(std::max(box->maximum(), value));
    box->setValue(value);
}

void displayRules(QCheckBox *box, bool value)
{
    const QSignalBlocker blocker(box);
    box->setChecked(value);
}

void displayRules(QComboBox *box, int value)
{
    const QSignalBlocker blocker(box);
    box->setCurrentIndex(value);
}

bool isRotary(const ModelConfig &config)
{
    return config.position == Position::Rotary;
}

bool hasFactor(const ModelConfig &config)
{
    return isRotary(config) && config.ropeScaling != RopeScaling::None && config.ropeScaling != RopeScaling::LongRope;
}

bool hasTurns(const ModelConfig &config)
{
    return isRotary(config) && (config.ropeScaling == RopeScaling::Llama3 || config.ropeScaling == RopeScaling::Yarn);
}

bool multipliesRotation(const ModelConfig &config)
{
    return isRotary(config) && (config.ropeScaling == RopeScaling::Yarn ||
                                config.ropeScaling == RopeScaling::LongRope || config.ropeAttention != 1);
}

bool hasFactors(const ModelConfig &config)
{
    return isRotary(config) && config.ropeScaling == RopeScaling::LongRope;
}

bool hasWindow(const ModelConfig &config)
{
    return config.window > 0;
}

bool hasWindowTheta(const ModelConfig &config)
{
    return isRotary(config) && hasWindow(config);
}

bool isAlways(const ModelConfig & /*config*/)
{
    return true;
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
    addText("rope_theta", tr("Rotary base θ"),
            tr("Position p turns the pair of columns c by the angle p × θ^(−2c ÷ d_k): 10000 in Llama 2, 500000 in "
               "Llama 3"),
            isRotary);
    m_interleaved = addSwitch(
        tr("Neighbours rotate together"), tr("Columns 2c and 2c + 1 are a pair, as in GPT-J, and not those half apart"),
        tr("rotate neighbours together"), tr("rotate columns half apart together"), &ModelConfig::rotaryInterleaved);
    m_rotaryWidth = addNumber(tr("Rotated columns"),
                              tr("Of each head its first columns; the others know no position, as in Phi 3 and 4 mini"),
                              tr("all"), mostWidth, tr("set rotated columns to %1"), &ModelConfig::rotaryWidth);
    m_ropeScaling = addChoice(
        tr("Rotary scaling"),
        tr("How angles become smaller for sentences longer than the model was trained with: linear in Vicuna 1.5 16k, "
           "dynamic in InternLM 2, Llama 3 in Llama 3.1 to 3.3, YaRN in OLMo 3 and long Qwen, LongRoPE in Phi 3 and 4 "
           "mini"),
        {tr("none"), tr("linear"), tr("dynamic"), QStringLiteral("Llama 3"), QStringLiteral("YaRN"),
         QStringLiteral("LongRoPE")},
        tr("change the rotary scaling"), [](ModelConfig &config, int index) {
            config.ropeScaling = static_cast<RopeScaling>(index);
            const auto pairs = std::size_t(rotaryWidthOf(config) / 2);
            for (std::vector<double> *factors : {&config.ropeShort, &config.ropeLong})
                if (config.ropeScaling == RopeScaling::LongRope && factors->size() != pairs)
                    factors->assign(pairs, 1);
        });
    addText("rope_factor", tr("Scaling factor"),
            tr("How many times as long sentences may be, by which angles are divided: 8 in Llama 3.1"), hasFactor);
    m_ropeOriginal = addNumber(tr("Length before scaling"),
                               tr("The longest sentence that the model was trained with: 8192 in Llama 3.1"), {},
                               mostTokens, tr("set the length before scaling to %1"), &ModelConfig::ropeOriginal);
    m_ropeOriginal->setMinimum(1);
    addText("rope_low", tr("Slow below"),
            tr("Angles that turn less often within that length are divided by the factor: 1 in Llama 3 and YaRN"),
            hasTurns);
    addText("rope_high", tr("Quick above"),
            tr("Angles that turn more often within that length stay as they are: 4 in Llama 3, 32 in YaRN"), hasTurns);
    m_ropeTruncate =
        addSwitch(tr("Whole columns"), tr("YaRN's mixture begins and ends at a whole column, but not in gpt-oss"),
                  tr("begin YaRN at whole columns"), tr("begin YaRN between columns"), &ModelConfig::ropeTruncate);
    addText("rope_attention", tr("Rotation ×"), tr("cos and sin are multiplied by it, in YaRN and LongRoPE"),
            multipliesRotation);
    addText("rope_short", tr("Short factors"),
            tr("What each pair's angle is divided by, with spaces between: Phi 3 and 4 mini"), hasFactors);
    addText(
        "rope_long", tr("Long factors"),
        tr("What each pair's angle is divided by in sentences longer than the length before scaling: Phi 3 and 4 mini"),
        hasFactors);
    addText("unrotated_layers", tr("Layers without rotary"),
            tr("Their numbers, with spaces between: SmolLM 3 leaves out every fourth"), isRotary, tr("none"));
    addText("position_start", tr("First position"),
            tr("What the first token counts as: 2 in M2M100 and NLLB, whose rows 0 and 1 are for other things"),
            countsPositions);
    m_window = addNumber(
        tr("Window"),
        tr("A token sees itself and the tokens before it, so many in all: Mistral and Phi 3, some layers of OLMo 3"),
        tr("none"), mostTokens, tr("set the window to %1"), &ModelConfig::window);
    addText("full_layers", tr("Layers without window"),
            tr("Their numbers, with spaces between: every fourth of OLMo 3"), hasWindow, tr("none"));
    addText("window_theta", tr("θ of the window"), tr("The rotary base of layers with a window, unscaled: OLMo 3"),
            hasWindowTheta, tr("as θ"));
    m_qkNorm =
        addChoice(tr("Norm of q and k"),
                  tr("Before they are compared, so that no score grows too large: of each head in Qwen 3, of all "
                     "columns in OLMo 2 and 3"),
                  {tr("none"), tr("each head"), tr("all columns")}, tr("change the norm of q and k"),
                  [](ModelConfig &config, int index) { config.qkNorm = static_cast<QkNorm>(index); });
    m_keyHeads =
        addNumber(tr("Key and value heads"),
                  tr("Heads of W_K and W_V, each shared by a group of heads, as in Llama 3 and Mistral; they must "
                     "divide the heads"),
                  tr("as heads"), mostKeyHeads, tr("set key and value heads to %1"), &ModelConfig::keyValueHeads);
    m_qkvBias = addSwitch(tr("Biases of q, k and v"), tr("W_Q, W_K and W_V alone have biases, as in Qwen 2"),
                          tr("switch the biases of q, k and v on"), tr("switch the biases of q, k and v off"),
                          &ModelConfig::qkvBias);
    m_normKind = addChoice(
        tr("Kind of norm"),
        tr("Layer norm: (x − mean) ÷ deviation × gain + bias; RMS norm, as in Llama: x ÷ √(mean square) × gain"),
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
    m_parallel = addSwitch(tr("Parallel sublayers"),
                           tr("Both read the stream that the layer begins with, as in GPT-J, GPT-NeoX and Phi-2"),
                           tr("put attention and feed forward side by side"),
                           tr("put the feed forward after the attention"), &ModelConfig::parallelResidual);
    m_gated = addSwitch(tr("Gated feed forward"), tr("(activation(x · W_1) × (x · W_3)) · W_2, as in Llama"),
                        tr("switch the gate on"), tr("switch the gate off"), &ModelConfig::gated);
    m_embeddingSize =
        addNumber(tr("Embedding size"),
                  tr("Numbers of a token’s row, which a projection widens to d_model, as in ALBERT and ELECTRA"),
                  tr("as d_model"), mostEmbedding, tr("set the embedding size to %1"), &ModelConfig::embeddingSize);
    m_narrowTokens = addSwitch(tr("Narrow tokens alone"),
                               tr("With an embedding size: tokens are widened before positions are added, and narrowed "
                                  "again before the output layer, as in OPT-350m"),
                               tr("widen tokens before positions are added"),
                               tr("widen tokens after positions are added"), &ModelConfig::narrowTokens);
    m_tokenDropout =
        addSwitch(tr("Token dropout"),
                  tr("Rows × 0.88 ÷ (1 − the share of mask tokens), whose rows are 0, as in ESM, which was trained so"),
                  tr("switch token dropout on"), tr("switch token dropout off"), &ModelConfig::tokenDropout);
    addText("embedding_multiplier", tr("Embedding ×"), tr("Every token's row is multiplied by it: Granite"), isAlways);
    addText("residual_multiplier", tr("Sublayer ×"),
            tr("What a sublayer adds to the stream is multiplied by it: Granite"), isAlways);
    addText("score_scale", tr("Score ×"), tr("Scores are multiplied by it and not by 1 ÷ √d_k: Granite"), isAlways,
            tr("by score"));
    addText("logits_divisor", tr("Logits divided by"), tr("So that probabilities are less sharp: Granite"), isAlways);
    addText("score_cap", tr("Soft cap of scores"),
            tr("c × tanh(score ÷ c) in the place of a scaled score, so that none exceeds c: 50 in Gemma 2"), isAlways,
            tr("none"));
    addText("logits_cap", tr("Soft cap of logits"),
            tr("c × tanh(logit ÷ c) in the place of a logit, so that no token is too sure: 30 in Gemma 2"), isAlways,
            tr("none"));
    m_sinks = addSwitch(
        tr("Attention sinks"),
        tr("A learned number of each head joins its softmax and takes weight that goes nowhere, so that a head need "
           "not look at anything: gpt-oss"),
        tr("give each head a sink"), tr("take the sinks away"), &ModelConfig::attentionSinks);
    m_types = addNumber(tr("Token types"),
                        tr("Rows of which one is added to each token: BERT’s for the first and second sentence"),
                        tr("none"), mostTypes, tr("set token types to %1"), &ModelConfig::tokenTypes);
    m_most = addNumber(tr("Most tokens"), tr("The longest sentence that the model takes: 1024 in GPT-2, 512 in BERT"),
                       tr("no limit"), mostTokens, tr("set the most tokens to %1"), &ModelConfig::maximumTokens);
    m_maskedWords = addSwitch(tr("Predicts masked words"), {}, tr("predict masked words"),
                              tr("do not predict masked words"), &ModelConfig::maskedLanguageModel);
    m_replaced = addSwitch(tr("Finds replaced words"), {}, tr("find replaced words"), tr("do not find replaced words"),
                           &ModelConfig::replacedTokens);
    m_tied = addSwitch(tr("Output is the embedding"), {}, tr("tie the output to the embedding"),
                       tr("give the output a matrix of its own"), &ModelConfig::tiedOutput);
    m_interleaved->setObjectName(QStringLiteral("rotaryInterleaved"));
    m_rotaryWidth->setObjectName(QStringLiteral("rotaryWidth"));
    m_ropeScaling->setObjectName(QStringLiteral("ropeScaling"));
    m_ropeOriginal->setObjectName(QStringLiteral("ropeOriginal"));
    m_ropeTruncate->setObjectName(QStringLiteral("ropeTruncate"));
    m_window->setObjectName(QStringLiteral("window"));
    m_qkNorm->setObjectName(QStringLiteral("qkNorm"));
    m_keyHeads->setObjectName(QStringLiteral("keyValueHeads"));
    m_qkvBias->setObjectName(QStringLiteral("qkvBias"));
    m_normKind->setObjectName(QStringLiteral("normKind"));
    m_scoreBias->setObjectName(QStringLiteral("scoreBias"));
    m_scaleByLayer->setObjectName(QStringLiteral("scaleByLayer"));
    m_embeddingSize->setObjectName(QStringLiteral("embeddingSize"));
    m_narrowTokens->setObjectName(QStringLiteral("narrowTokens"));
    m_tokenDropout->setObjectName(QStringLiteral("tokenDropout"));
    m_parallel->setObjectName(QStringLiteral("parallelResidual"));
    m_gated->setObjectName(QStringLiteral("gated"));
    m_sinks->setObjectName(QStringLiteral("attentionSinks"));
    m_types->setObjectName(QStringLiteral("tokenTypes"));
    m_most->setObjectName(QStringLiteral("maximumTokens"));
    m_maskedWords->setObjectName(QStringLiteral("maskedLanguageModel"));
    m_replaced->setObjectName(QStringLiteral("replacedTokens"));
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

QComboBox *TrainedRules::addChoice(const QString &name, const QString &tip, const QStringList &values,
                                   const QString &text, const std::function<void(ModelConfig &, int)> &set)
{
    auto *box = new QComboBox(m_body);
    box->addItems(values);
    box->setFocusPolicy(Qt::StrongFocus);
    addRow(name, tip, box);
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, text, set](int index) {
        emit wanted(box, text, [set, index](ModelConfig &config) { set(config, index); });
    });
    return box;
}

void TrainedRules::addText(const char *key, const QString &name, const QString &tip,
                           bool (*isShown)(const ModelConfig &), const QString &none)
{
    auto *edit = new QLineEdit(m_body);
    edit->setPlaceholderText(none);
    edit->setObjectName(QString::fromLatin1(key));
    addRow(name, tip, edit);
    auto *label = static_cast<QLabel *>(m_fields->itemAtPosition(m_fields->rowCount() - 1, 0)->widget());
    m_texts.push_back({edit, label, key, isShown, {}});
    connect(edit, &QLineEdit::editingFinished, this, [this, at = m_texts.size() - 1] { takeText(m_texts[at]); });
}

void TrainedRules::takeText(const TextRule &rule)
{
    const QString text = rule.edit->text().trimmed();
    const bool isList = modelKeyKind(rule.key) == ModelKeyKind::Word;
    const bool isNone = text.isEmpty() && !rule.edit->placeholderText().isEmpty();
    const std::string value =
        isNone && !isList ? "0" : QString(text).replace(u',', isList ? u' ' : u'.').simplified().toStdString();
    if (value == rule.shown)
        return;
    ModelConfig scratch;
    try {
        setModelKey(scratch, rule.key, value);
    } catch (const ConfigError &) {
        emit refused(rule.edit->accessibleName(), QString::fromLatin1(rule.key), text.left(32));
        return;
    }
    emit wanted(rule.edit,
                tr("set %1 to %2").arg(rule.edit->accessibleName(), isNone ? rule.edit->placeholderText() : text),
                [key = std::string(rule.key), value](ModelConfig &config) { setModelKey(config, key, value); });
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
                                      : tr("W_Q, W_K and W_V alone have biases, as in Qwen 2"));
    displayRules(m_normKind, int(config.normKind));
    displayRules(m_scoreBias, int(config.scoreBias));
    displayRules(m_scaleByLayer, config.scaleByLayer);
    displayRules(m_embeddingSize, config.embeddingSize);
    displayRules(m_narrowTokens, config.narrowTokens);
    m_narrowTokens->setEnabled(config.embeddingSize > 0);
    displayRules(m_tokenDropout, config.tokenDropout);
    displayRules(m_parallel, config.parallelResidual);
    displayRules(m_window, config.window);
    displayRules(m_qkNorm, int(config.qkNorm));
    displayRules(m_gated, config.gated);
    displayRules(m_sinks, config.attentionSinks);
    displayRules(m_types, config.tokenTypes);
    displayRules(m_most, config.maximumTokens);
    readMaskedWords(model);
    readTied(model);
}

void TrainedRules::readRotary(const ModelConfig &config)
{
    for (QWidget *field : {static_cast<QWidget *>(m_rotaryWidth), static_cast<QWidget *>(m_ropeScaling),
                           static_cast<QWidget *>(m_ropeOriginal), static_cast<QWidget *>(m_ropeTruncate)}) {
        const bool isShown = config.position == Position::Rotary &&
                             (field != m_ropeOriginal ||
                              (config.ropeScaling != RopeScaling::None && config.ropeScaling != RopeScaling::Linear)) &&
                             (field != m_ropeTruncate || config.ropeScaling == RopeScaling::Yarn);
        field->setVisible(isShown);
        if (QWidget *label = labelOf(field))
            label->setVisible(isShown);
    }
    m_interleaved->setVisible(isRotary(config));
    displayRules(m_interleaved, config.rotaryInterleaved);
    displayRules(m_rotaryWidth, config.rotaryWidth);
    displayRules(m_ropeScaling, int(config.ropeScaling));
    displayRules(m_ropeOriginal, config.ropeOriginal);
    displayRules(m_ropeTruncate, config.ropeTruncate);
    for (TextRule &rule : m_texts) {
        rule.edit->setVisible(rule.isShown(config));
        rule.label->setVisible(rule.isShown(config));
        rule.shown = modelKeyValue(config, rule.key);
        const bool isNone = rule.shown == "0" && !rule.edit->placeholderText().isEmpty();
        if (const QString text = isNone ? QString() : QString::fromStdString(rule.shown); rule.edit->text() != text)
            rule.edit->setText(text);
    }
}

/// The label beside a field; null: it has none.
QWidget *TrainedRules::labelOf(QWidget *field) const
{
    for (QObject *child : m_body->children())
        if (auto *label = qobject_cast<QLabel *>(child); label && label->buddy() == field)
            return label;
    return nullptr;
}

void TrainedRules::readMaskedWords(const Model &model)
{
    const bool isEncoder = model.config.architecture == Architecture::Encoder;
    const bool saysReplaced = model.config.replacedTokens;
    const bool isWithout = model.table && !model.table->output && !transformsOutput(model.config);
    displayRules(m_maskedWords, model.config.maskedLanguageModel);
    displayRules(m_replaced, saysReplaced);
    m_replaced->setEnabled(isEncoder && !model.config.maskedLanguageModel && !model.table);
    m_replaced->setToolTip(tr("An output layer that says of each token whether another stood in its place, as that of "
                              "ELECTRA’s discriminator does; in the place of one that predicts masked words"));
    m_maskedWords->setEnabled(isEncoder && !isWithout && !saysReplaced);
    m_maskedWords->setToolTip(
        !isEncoder     ? tr("A decoder predicts the next token; an encoder alone can predict masked ones")
        : saysReplaced ? tr("The output layer says which tokens were replaced: it predicts no words")
        : isWithout    ? noOutputText(model)
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

void TrainedRules::setOpen(bool open)
{
    m_open->setChecked(open);
    m_open->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
}

} // namespace regard

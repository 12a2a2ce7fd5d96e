#include "views/model/panel/recurrent_rules.h"

#include <string>

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include "engine/model/stack.h"
#include "io/project/model_keys.h"
#include "io/project/words.h"

namespace regard {

RecurrentRules::RecurrentRules(QWidget *parent) : QWidget(parent), m_fields(new QGridLayout(this))
{
    m_fields->setContentsMargins(0, 0, 0, 0);
    m_fields->setHorizontalSpacing(8);
    m_fields->setVerticalSpacing(4);
    m_fields->setColumnStretch(0, 1);
    m_fields->setColumnStretch(1, 1);
    const QStringList kinds{tr("attention"), tr("recurrent cells")};
    const QString kindTip = tr("Attention: every token looks at the others at once. Recurrent cells: one token after "
                               "the other, as before Transformers; norms, residual and feed-forward are then not used");
    m_encoder = add("encoderKind", tr("Encoder layers"), kindTip, kinds, tr("change what the encoder is made of"),
                    [](ModelConfig &config, int index) { config.encoderKind = static_cast<StackKind>(index); });
    m_decoder = add("decoderKind", tr("Decoder layers"), kindTip, kinds, tr("change what the decoder is made of"),
                    [](ModelConfig &config, int index) { config.decoderKind = static_cast<StackKind>(index); });
    m_cell = add("cell", tr("Cell"),
                 tr("RNN: the new state is tanh(x W + h U + b). GRU: gates decide how much of the state before stays. "
                    "LSTM: gates decide what a cell state beside it keeps, takes in and shows"),
                 {QStringLiteral("RNN"), QStringLiteral("GRU"), QStringLiteral("LSTM")}, tr("change the cell"),
                 [](ModelConfig &config, int index) { config.cell = static_cast<Cell>(index); });
    m_directions =
        add("directions", tr("Directions"),
            tr("Whether the encoder reads the sentence forward alone, or also backward; the two share d_model"),
            {tr("forward"), tr("forward and backward")}, tr("change the directions"),
            [](ModelConfig &config, int index) { config.directions = index + 1; });
    m_attention = add("decoderAttention", tr("Attends to the encoder"),
                      tr("Never: only the first state carries the sentence. Bahdanau: the state before a step is the "
                         "query, and its context enters the step. Luong: the state after a step is the query"),
                      {tr("never"), tr("before a step (Bahdanau)"), tr("after a step (Luong)")},
                      tr("change how the decoder attends to the encoder"), [](ModelConfig &config, int index) {
                          // The score function follows, as in files.
                          setModelKey(config, "decoder_attention", wordOf(static_cast<DecoderAttention>(index)));
                      });
}

RecurrentRules::Row RecurrentRules::add(const char *object, const QString &name, const QString &tip,
                                        const QStringList &choices, const QString &text,
                                        const std::function<void(ModelConfig &, int)> &apply)
{
    const Row row{new QLabel(name, this), new QComboBox(this)};
    row.field->setObjectName(QLatin1StringView(object));
    row.field->addItems(choices);
    row.field->setAccessibleName(name);
    row.field->setToolTip(tip);
    row.field->setFocusPolicy(Qt::StrongFocus);
    row.field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row.field->setMinimumContentsLength(6);
    row.field->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    row.label->setWordWrap(true);
    row.label->setBuddy(row.field);
    const int at = m_fields->rowCount();
    m_fields->addWidget(row.label, at, 0);
    m_fields->addWidget(row.field, at, 1);
    connect(row.field, &QComboBox::currentIndexChanged, this, [this, field = row.field, text, apply](int index) {
        emit wanted(field, text, [apply, index](ModelConfig &config) { apply(config, index); });
    });
    return row;
}

void RecurrentRules::show(const Row &row, bool visible, int index)
{
    const QSignalBlocker blocker(row.field);
    row.field->setCurrentIndex(index);
    row.label->setVisible(visible);
    row.field->setVisible(visible);
}

void RecurrentRules::read(const ModelConfig &config)
{
    const bool encodes = isRecurrent(config, Stack::Encoder);
    const bool decodes = isRecurrent(config, Stack::Decoder);
    show(m_encoder, hasStack(config, Stack::Encoder), int(config.encoderKind));
    show(m_decoder, hasStack(config, Stack::Decoder), int(config.decoderKind));
    show(m_cell, encodes || decodes, int(config.cell));
    show(m_directions, encodes, config.directions - 1);
    show(m_attention, decodes && hasStack(config, Stack::Encoder), int(config.decoderAttention));
}

} // namespace regard

#include "document/sentence/input_check.h"

#include <QCoreApplication>
#include <QStringList>

#include "document/sentence/side.h"
#include "engine/base/errors.h"
#include "engine/model/attention_place.h"
#include "engine/model/config_rules.h"
#include "engine/model/positions.h"
#include "engine/model/weight_shapes.h"
#include "io/tokenizer/plain_text.h"

namespace regard {

namespace {

struct InputCheckText {
    Q_DECLARE_TR_FUNCTIONS(Document)
};

QString gigabytes(double bytes)
{
    return QString::number(bytes / 1e9, 'f', 1);
}

/// Why the model cannot read one of the two sentences; empty where it can.
QString sentenceProblem(const Model &model, Side side, std::size_t count, bool isPair, std::string_view text)
{
    const auto tokens = qlonglong(count);
    const bool isTarget = side == Side::Target;
    if (const QString unread = tokens == 0 ? unreadText(text) : QString(); !unread.isEmpty())
        return InputCheckText::tr("No token is left of “%1”. Type other characters.").arg(unread);
    if (tokens == 0 && isTarget && model.table)
        return InputCheckText::tr("Type a target sentence: the decoder has nothing to read yet.");
    if (tokens == 0)
        return isTarget ? InputCheckText::tr("Type a target sentence, such as <s>: the decoder has "
                                             "nothing to read yet.")
                        : InputCheckText::tr("Type a sentence: there is no word to attend to yet.");
    if (tokens > maximumTokens)
        return (isTarget ? InputCheckText::tr("The target sentence has %1 tokens; Regard shows up to "
                                              "%2. Shorten it.")
                         : InputCheckText::tr("The sentence has %1 tokens; Regard shows up to %2. Shorten it."))
            .arg(tokens)
            .arg(maximumTokens);
    const int most = model.config.maximumTokens;
    if (most > 0 && tokens > most && isPair)
        return InputCheckText::tr(
                   "The two sentences have %1 tokens together, but this model reads up to %2. Shorten them.")
            .arg(tokens)
            .arg(most);
    if (most > 0 && tokens > most)
        return (isTarget ? InputCheckText::tr(
                               "The target sentence has %1 tokens, but this model reads up to %2. Shorten it.")
                         : InputCheckText::tr("The sentence has %1 tokens, but this model reads up to %2. Shorten it."))
            .arg(tokens)
            .arg(most);
    const Position position = model.config.position;
    const Stack stack = isTarget ? Stack::Decoder : sourceStack(model.config);
    const SharedMatrix table = givenPositions(model, positionName(stack));
    if (hasPositionTable(position) && table && tokens > table->rows())
        return (isTarget ? InputCheckText::tr("The target sentence has %1 tokens, but the position table P has %2 "
                                              "rows. Shorten the sentence, or choose other positions.")
                         : InputCheckText::tr("The sentence has %1 tokens, but the position table P has %2 rows. "
                                              "Shorten the sentence, or choose other positions."))
            .arg(tokens)
            .arg(qlonglong(table->rows()));
    return {};
}

/// All attention matrices: how many weights, and the terms of that number.
struct AttentionSizes {
    double weights = 0;
    QStringList terms; ///< "12 layers × 8 heads × 20 × 30"
};

AttentionSizes attentionSizes(const ModelConfig &config, qsizetype source, qsizetype target)
{
    AttentionSizes sizes;
    for (const Attention attention : attentionsOf(config)) {
        const qsizetype queries = queriesSide(config, attention) == Side::Target ? target : source;
        const qsizetype keys = keysSide(config, attention) == Side::Target ? target : source;
        const int layers = layersOf(config, attention);
        const int heads = headsOf(config, attention);
        sizes.weights += double(layers) * heads * double(queries) * double(keys);
        sizes.terms.append(
            InputCheckText::tr("%1 layers × %2 heads × %3 × %4").arg(layers).arg(heads).arg(queries).arg(keys));
    }
    return sizes;
}

} // namespace

QString unreadText(std::string_view text)
{
    constexpr qsizetype longest = 40;
    QString spelled;
    for (const char32_t c : plainText(text).trimmed().toUcs4()) {
        if (spelled.size() >= longest)
            return spelled + QStringLiteral("…");
        spelled += QChar::isPrint(c) ? QString::fromUcs4(&c, 1)
                                     : QStringLiteral("<U+%1>").arg(uint(c), 4, 16, QLatin1Char('0')).toUpper();
    }
    return spelled;
}

QString inputProblem(const Model &model, const Input &input, bool isPair, const InputTexts &texts)
{
    const QString problem = sentenceProblem(model, Side::Source, input.tokens.size(), isPair, texts.source);
    if (!problem.isEmpty())
        return problem;
    if (readsTarget(model.config)) {
        const QString targetProblem = sentenceProblem(model, Side::Target, input.target.size(), false, texts.target);
        if (!targetProblem.isEmpty())
            return targetProblem;
    }
    const AttentionSizes sizes =
        attentionSizes(model.config, qsizetype(input.tokens.size()), qsizetype(input.target.size()));
    const double bytes = sizeof(float) * sizes.weights;
    if (bytes > maximumMatrixBytes)
        return InputCheckText::tr("%1 attention weights need %2 GB; Regard takes up to %3 GB. Shorten "
                                  "the sentence, or take fewer heads or layers.")
            .arg(sizes.terms.join(QStringLiteral(" + ")), gigabytes(bytes), gigabytes(maximumMatrixBytes));
    return {};
}

void checkModelSize(const ModelConfig &config, bool isTrained)
{
    if (isTrained) {
        validateRules(config);
        return;
    }
    validate(config);
    double bytes = 0;
    for (const WeightShape &shape : weightShapes(config))
        if (shape.active)
            bytes += double(shape.rows) * shape.columns * sizeof(float);
    if (bytes > maximumMatrixBytes)
        throw ConfigError(InputCheckText::tr("Weights of these sizes need %1 GB; Regard takes up to "
                                             "%2 GB. Make d_model, heads or layers smaller.")
                              .arg(gigabytes(bytes), gigabytes(maximumMatrixBytes))
                              .toStdString());
}

} // namespace regard

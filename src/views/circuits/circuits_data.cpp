#include "views/circuits/circuits_data.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <QCoreApplication>

#include "engine/analysis/circuits.h"
#include "engine/analysis/composition.h"
#include "engine/functions/rotary.h"
#include "engine/pass/output_layer.h"
#include "views/base/shown_text.h"
#include "views/base/token_names.h"
#include "views/base/view_title.h"
#include "views/output/output_data.h"

namespace regard {

namespace {

/// A vocabulary that small is shown whole.
constexpr std::size_t smallVocabulary = 64;

struct CircuitsText {
    Q_DECLARE_TR_FUNCTIONS(CircuitsData)
};

HeadRef headInView(const ShownState &state)
{
    return {state.selection.attention, state.selection.layer, state.selection.head};
}

/// Words of a sentence, each once, then those that were typed.
std::vector<std::string> circuitWords(const SideTrace &side, const Checkpoint *checkpoint, const std::string &typed)
{
    std::vector<std::string> all = side.tokens;
    if (!typed.empty()) {
        const Tokens more =
            checkpoint ? checkpoint->tokenizer->encode(" " + typed) : tokenize(typed, Tokenizer::Whitespace);
        for (const Token &token : more.tokens)
            if (!token.isAdded)
                all.push_back(token.text);
    }
    std::unordered_set<std::string> seen;
    std::erase_if(all, [&](const std::string &word) { return !seen.insert(word).second; });
    return all;
}

/// The words of them that the vocabulary has, and their columns; of a small one all.
std::vector<int> wordsOfVocabulary(const TokenList &vocabulary, std::vector<std::string> &words)
{
    std::vector<int> columns;
    if (vocabulary.size() <= smallVocabulary)
        words = vocabulary;
    std::vector<std::string> known;
    for (const std::string &word : words) {
        const auto found = std::find(vocabulary.begin(), vocabulary.end(), word);
        if (found == vocabulary.end())
            continue;
        known.push_back(word);
        columns.push_back(int(found - vocabulary.begin()));
    }
    words = std::move(known);
    return columns;
}

/// With the sign that texts have.
QString scoreText(double score, int digits)
{
    return QString::number(score, 'f', digits).replace(u'-', QChar(0x2212));
}

QString noOvText(const Model &model, const Checkpoint *checkpoint, Attention attention)
{
    if (const QString none = noOutputText(model, checkpoint); !none.isEmpty())
        return none;
    if (hasOvCircuit(model, attention))
        return {};
    if (model.config.replacedTokens)
        return CircuitsText::tr(
            "The output layer names no words: it says of each token whether it was replaced, so there "
            "is no OV circuit over words.");
    if (attention == Attention::Encoder && model.config.architecture != Architecture::Encoder)
        return CircuitsText::tr("What the encoder's heads write reaches the output layer only through the decoder: "
                                "choose a head of the decoder.");
    return CircuitsText::tr("The output layer reads rows of another width than the heads write: there is no OV circuit "
                            "without its masked-word head.");
}

MadeCircuit madeComposition(const Model &model, const HeadRef &head, Circuit circuit)
{
    MadeCircuit made{QString::fromStdString(whyNoComposition(model, head))};
    if (!made.message.isEmpty())
        return made;
    for (int layer = 0; layer < head.layer; ++layer)
        made.rows.push_back(std::to_string(layer + 1));
    for (int each = 0; each < headsOf(model.config, head.attention); ++each)
        made.columns.push_back(std::to_string(each + 1));
    const Composition composition = circuit == Circuit::Q   ? Composition::Q
                                    : circuit == Circuit::K ? Composition::K
                                                            : Composition::V;
    made.scores = std::make_shared<const Matrix>(compositionScores(model, head, composition));
    return made;
}

/// "QK circuit · layer 3 · head 1", "Q-composition · …".
QString circuitTitle(Circuit circuit, const QString &head)
{
    switch (circuit) {
    case Circuit::Qk:
        return CircuitsText::tr("QK circuit · %1").arg(head);
    case Circuit::Ov:
        return CircuitsText::tr("OV circuit · %1").arg(head);
    case Circuit::Q:
        return CircuitsText::tr("Q-composition · %1").arg(head);
    case Circuit::K:
        return CircuitsText::tr("K-composition · %1").arg(head);
    case Circuit::V:
        break;
    }
    return CircuitsText::tr("V-composition · %1").arg(head);
}

} // namespace

bool hasCircuitDistance(const ShownState &state)
{
    return state.hasResult() && state.hasModel() &&
           isRotated(state.model().config, {state.selection.attention, state.selection.layer});
}

MadeCircuit madeCircuit(const ShownState &state, const Checkpoint *checkpoint, const CircuitOptions &options)
{
    const Model &model = state.model();
    const HeadRef head = headInView(state);
    if (!state.hasResult())
        return {noAttentionText(state.result)};
    if (isComposition(options.circuit))
        return madeComposition(model, head, options.circuit);
    if (options.distance != 0 && !hasCircuitDistance(state))
        return {CircuitsText::tr("This attention does not rotate queries and keys by their positions, so a distance "
                                 "says nothing.")};
    if (!hasCircuits(model.config, head.attention))
        return {CircuitsText::tr("This attention reads the states of recurrent cells, not words: it has no circuit "
                                 "over words alone.")};
    const Trace &trace = *state.trace();
    const SideTrace &queries = queriesOf(trace, head.attention);
    const std::vector<std::string> keys = circuitWords(keysOf(trace, head.attention), checkpoint, options.words);
    MadeCircuit made;
    if (options.circuit == Circuit::Qk) {
        made.rows = circuitWords(queries, checkpoint, options.words);
        made.columns = keys;
        made.scores = std::make_shared<const Matrix>(
            qkCircuit(model, head, made.rows, keys, options.distance, int(queries.tokens.size())));
        return made;
    }
    made.message = noOvText(model, checkpoint, head.attention);
    if (!made.message.isEmpty())
        return made;
    made.rows = keys;
    made.columns = circuitWords(queries, checkpoint, options.words);
    const std::vector<int> columns = wordsOfVocabulary(trace.vocabulary, made.columns);
    made.scores = std::make_shared<const Matrix>(ovCircuit(model, head, keys, trace.vocabulary, columns));
    if (made.columns.empty())
        made.message = CircuitsText::tr("None of these words is in the vocabulary: type one that is.");
    made.copying = options.run ? options.run->of(state.result, head) : copyingScoreOf(state.result, head);
    return made;
}

HeatmapData circuitData(const ShownState &state, const MadeCircuit &made, const CircuitOptions &options)
{
    const bool isQk = options.circuit == Circuit::Qk;
    HeatmapData data;
    const bool isOfHeads = isComposition(options.circuit);
    for (const std::string &layer : made.rows)
        if (isOfHeads)
            data.queries.append(CircuitsText::tr("layer %1").arg(QString::fromStdString(layer)));
    for (const std::string &each : made.columns)
        if (isOfHeads)
            data.keys.append(QString::fromStdString(each));
    if (!isOfHeads) {
        data.queries = wordNames(state.model(), made.rows);
        data.keys = wordNames(state.model(), made.columns);
    }
    data.values = made.scores;
    data.isWeights = false;
    data.scale = ColorScale::Stretched; // as many digits in every cell
    data.query = options.row < int(made.rows.size()) ? options.row : -1;
    data.key = options.column < int(made.columns.size()) ? options.column : -1;
    const QString head = headTitle(state.model(), state.selection);
    data.title = circuitTitle(options.circuit, head);
    if (isOfHeads) {
        if (isRotated(state.model().config, {state.selection.attention, state.selection.layer}) &&
            options.circuit != Circuit::V)
            data.title += CircuitsText::tr(" · without rotation");
        data.valueLabel = CircuitsText::tr("composition");
        data.queryLabel = CircuitsText::tr("layer");
        data.keyLabel = CircuitsText::tr("head");
        return data;
    }
    if (isQk && hasCircuitDistance(state))
        data.title += CircuitsText::tr(" · distance %1").arg(options.distance);
    if (made.copying && std::isfinite(*made.copying))
        data.title += CircuitsText::tr(" · copying score %1").arg(scoreText(*made.copying, 2));
    data.valueLabel = isQk ? CircuitsText::tr("score") : CircuitsText::tr("score, not a logit");
    data.queryLabel = isQk ? CircuitsText::tr("asks") : CircuitsText::tr("is read");
    data.keyLabel = isQk ? CircuitsText::tr("is looked at") : CircuitsText::tr("is made likelier");
    return data;
}

QString copyingText(double score)
{
    return std::isfinite(score) ? CircuitsText::tr("Copying score %1: 1 makes just the words that it reads likelier, "
                                                   "−1 less likely.")
                                      .arg(scoreText(score, 3))
                                : QString();
}

} // namespace regard

#include "views/output/output_data.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "engine/analysis/next_token.h"
#include "engine/pass/output_layer.h"
#include "text/piece_spelling.h"
#include "views/base/token_names.h"

namespace regard {

namespace {

constexpr int rowsAtOnce = 16; ///< the vocabulary's numbers are read once for all of them
constexpr double quickProducts = 2e6;
constexpr std::size_t quickWords = 10000;

struct OutputDataText {
    Q_DECLARE_TR_FUNCTIONS(OutputData)
};

/// What the output layer reads, token by token.
const SideTrace &outputSide(const Trace &trace)
{
    return queriesOf(trace, Attention::Decoder);
}

QString title(const Model &model, const NextTokenRule &rule)
{
    QString title = (model.config.replacedTokens ? OutputDataText::tr("Replaced token · temperature %1")
                     : predictsNext(model)       ? OutputDataText::tr("Next token · temperature %1")
                                                 : OutputDataText::tr("Masked word · temperature %1"))
                        .arg(rule.temperature);
    if (rule.topK > 0)
        title += OutputDataText::tr(" · top %1").arg(rule.topK);
    if (isOutputRandom(model))
        title += OutputDataText::tr(" · random weights");
    return title;
}

} // namespace

NextTokens::NextTokens(OutputSource source, NextTokenRule rule) : m_source(std::move(source)), m_rule(rule)
{
    if (m_source.goesOnAt < 0)
        m_source.goesOnAt = int(outputSide(*trace()).tokens.size()) - 1;
}

bool NextTokens::isQuick() const
{
    return isOutputQuick(*m_source.result.model, *trace());
}

const OutputData::Row *NextTokens::known(int position) const
{
    const auto found = m_rows.find(position);
    return found == m_rows.end() ? nullptr : &found->second;
}

const OutputData::Row &NextTokens::row(int position)
{
    if (!known(position)) {
        const int rows = int(readOutStream(*trace()).rows());
        const int count = isQuick() ? 1 : std::min(rowsAtOnce, rows - position);
        int next = position;
        for (OutputData::Row &row : computed(position, count))
            keep(next++, std::move(row));
    }
    return m_rows.at(position);
}

std::vector<OutputData::Row> NextTokens::computed(int first, int count) const
{
    const Matrix logits = logitsRows(*m_source.result.model, *trace(), first, count);
    std::vector<OutputData::Row> rows;
    for (int i = 0; i < count; ++i)
        rows.push_back(
            rowOf(first + i, logits.row(i), nextTokenProbabilities(logits.row(i), m_rule.temperature, m_rule.topK)));
    return rows;
}

OutputData::Row NextTokens::rowOf(int position, const Matrix &logits, const Matrix &probabilities) const
{
    const TokenList &words = trace()->vocabulary;
    const std::vector<std::string> &tokens = outputSide(*trace()).tokens;
    const Checkpoint *checkpoint = m_source.checkpoint.get();
    const Model &model = *m_source.result.model;
    const bool ownPlace = !predictsNext(model);
    const auto next = std::size_t(position) + (ownPlace ? 0 : 1);
    const bool isAsked =
        ownPlace ? checkpoint && tokens.at(next) == checkpoint->tokenizer->maskToken() : position >= m_source.goesOnAt;
    const std::string *follows =
        !isAsked && !model.config.replacedTokens && next < tokens.size() ? &tokens[next] : nullptr;
    const auto candidate = [&](int index) {
        const std::string &word = words[std::size_t(index)];
        return OutputData::Candidate{wordName(checkpoint, word), double(probabilities(0, index)), index,
                                     follows && *follows == word, double(logits(0, index))};
    };
    OutputData::Row row;
    std::vector<int> order(words.size());
    std::iota(order.begin(), order.end(), 0);
    const auto best = std::min(order.size(), std::size_t(OutputFigure::mostCells));
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(best), order.end(), [&](int a, int b) {
        return probabilities(0, a) != probabilities(0, b) ? probabilities(0, a) > probabilities(0, b) : a < b;
    });
    for (std::size_t i = 0; i < best && probabilities(0, order[i]) > 0; ++i)
        row.best.push_back(candidate(order[i]));
    if (follows) {
        const auto known = std::find(words.begin(), words.end(), *follows);
        if (known == words.end())
            row.next = {wordName(checkpoint, *follows), std::numeric_limits<double>::quiet_NaN(), -1, true};
        else
            row.next = candidate(int(known - words.begin()));
    }
    return row;
}

bool isOutputQuick(const Model &model, const Trace &trace)
{
    const std::size_t words = trace.vocabulary.size();
    const bool isKept = trace.logits.rows() > 0;
    return words <= quickWords && (isKept || double(words) * double(model.config.dModel) <= quickProducts);
}

bool hasOutput(const Trace &trace)
{
    return !trace.vocabulary.empty() && readOutStream(trace).rows() > 0;
}

QString noOutputText(const Model &model, const Checkpoint *checkpoint)
{
    if (hasOutputLayer(model))
        return {};
    if (checkpoint && checkpoint->headFault.isAny())
        return OutputDataText::tr("The model is read without its output layer: %1.")
            .arg(QString::fromStdString(headFaultText(checkpoint->headFault)));
    if (model.table && !model.table->output)
        return OutputDataText::tr(
            "This checkpoint has no output layer that names words: open one that was saved with its "
            "language-model head.");
    return OutputDataText::tr(
        "The model is an encoder that predicts no words: choose an architecture with a decoder, or let it "
        "predict masked words.");
}

bool isOutputRandom(const Model &model)
{
    if (!isOutputGiven(model))
        return true;
    const Attention attention =
        model.config.architecture == Architecture::Encoder ? Attention::Encoder : Attention::Decoder;
    for (int layer = 0; layer < layersOf(model.config, attention); ++layer) {
        for (const char *weight : {"w_q", "w_k"})
            if (!model.given.contains(blockWeight(attention, layer, weight)))
                return true;
    }
    return false;
}

QString wordName(const Checkpoint *checkpoint, const std::string &word)
{
    return tokenName(checkpoint ? checkpoint->tokenizer->label(word) : visibleText(word));
}

int goingOnFrom(const Tokens &tokens)
{
    const std::vector<Token> &all = tokens.tokens;
    const auto typed = std::find_if(all.rbegin(), all.rend(), [](const Token &token) { return !token.isAdded; });
    if (typed != all.rend())
        return int(all.rend() - typed) - 1;
    // Nothing was typed: the text begins with what a tokenizer puts before it.
    return all.empty() ? -1 : 0;
}

QString startToken(const Checkpoint *checkpoint)
{
    if (!checkpoint || checkpoint->model.config.architecture != Architecture::EncoderDecoder)
        return {};
    const std::vector<Token> tokens = checkpoint->tokenizer->encodeTarget("a").tokens;
    const bool hasStart = !tokens.empty() && tokens.front().isAdded;
    if (!hasStart && !tokens.empty() && !checkpoint->tokenizer->languages().codes.empty())
        return QString::fromStdString(tokens.back().text); // mBART begins with the language that a sentence ends with
    return hasStart ? QString() : QString::fromStdString(checkpoint->tokenizer->padToken());
}

int firstMask(const Checkpoint *checkpoint, const Model &model, const Trace &trace)
{
    const std::string mask = checkpoint ? checkpoint->tokenizer->maskToken() : std::string();
    if (mask.empty() || predictsNext(model))
        return -1;
    const std::vector<std::string> &tokens = outputSide(trace).tokens;
    const auto found = std::find(tokens.begin(), tokens.end(), mask);
    return found == tokens.end() ? -1 : int(found - tokens.begin());
}

Selection askingFromOutput(const ModelConfig &config, Selection selection)
{
    if (selection.attention != Attention::Encoder || config.architecture == Architecture::Encoder)
        return selection;
    selection.attention = Attention::Decoder;
    selection.query = selection.key = -1; // tokens of the other sentence
    selection.pinnedQueries.clear();
    selection.pinnedKeys.clear();
    return selection;
}

OutputData outputData(const std::shared_ptr<NextTokens> &next, const Selection &selection)
{
    const Trace &trace = *next->trace();
    const SideTrace &side = outputSide(trace);
    OutputData data;
    data.tokens = tokenNames(labelsOf(side));
    data.masked = side.masked;
    data.vocabulary = int(trace.vocabulary.size());
    const Model &model = *next->source().result.model;
    const bool isEncoder = trace.architecture == Architecture::Encoder;
    data.namesItsOwn = !predictsNext(model);
    data.saysReplaced = model.config.replacedTokens;
    data.goesOnAt = isEncoder ? -1 : next->source().goesOnAt;
    data.row = [next](int position, int count) {
        OutputData::Row row = next->row(position);
        if (int(row.best.size()) > count)
            row.best.resize(std::size_t(count));
        return row;
    };
    const bool asks = isEncoder || selection.attention != Attention::Encoder;
    data.query = asks && selection.query >= 0 && selection.query < int(side.tokens.size())
                     ? selection.query
                     : firstMask(next->source().checkpoint.get(), model, trace);
    data.title = title(model, next->rule());
    return data;
}

std::unique_ptr<Figure> outputViewFigure(const OutputSource &source, const Selection &selection,
                                         const NextTokenRule &rule, QSizeF size, const Theme &theme)
{
    if (!source.result.trace || !hasOutput(*source.result.trace))
        return nullptr;
    const auto next = std::make_shared<NextTokens>(source, rule);
    next->row(0); // reports an invalid rule now, not while painting
    return std::make_unique<OutputFigure>(outputData(next, selection), size, theme);
}

std::unique_ptr<Figure> outputViewFigure(const Model &model, const SharedTrace &trace, const Selection &selection,
                                         double temperature, int topK, QSizeF size, const Theme &theme)
{
    return outputViewFigure({{std::make_shared<const Model>(model), trace}}, selection, {temperature, topK}, size,
                            theme);
}

} // namespace regard

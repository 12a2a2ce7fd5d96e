#include "widgets/output_data.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "engine/next_token.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(OutputData)
};

/// What the decoder reads.
const SideTrace &decoderSide(const Trace &trace)
{
    return queriesOf(trace, Attention::Decoder);
}

QString title(const Model &model, const NextTokenRule &rule)
{
    QString title = Text::tr("Next token · temperature %1").arg(rule.temperature);
    if (rule.topK > 0)
        title += Text::tr(" · top %1").arg(rule.topK);
    if (isOutputRandom(model))
        title += Text::tr(" · random weights");
    return title;
}

} // namespace

NextTokens::NextTokens(SharedTrace trace, NextTokenRule rule) : m_trace(std::move(trace)), m_rule(rule) {}

const OutputData::Row &NextTokens::row(int position)
{
    auto known = m_rows.find(position);
    if (known == m_rows.end())
        known = m_rows.emplace(position, computed(position)).first;
    return known->second;
}

OutputData::Row NextTokens::computed(int position) const
{
    const Matrix probabilities =
        nextTokenProbabilities(m_trace->logits.row(position), m_rule.temperature, m_rule.topK); // 1 × vocabulary
    const std::vector<std::string> &words = m_trace->vocabulary;
    const std::vector<std::string> &tokens = decoderSide(*m_trace).tokens;
    const auto next = static_cast<std::size_t>(position) + 1;
    const auto candidate = [&](int index) {
        const std::string &word = words[static_cast<std::size_t>(index)];
        const bool isNext = next < tokens.size() && tokens[next] == word;
        return OutputData::Candidate{tokenName(word), static_cast<double>(probabilities(0, index)), index, isNext};
    };
    OutputData::Row row;
    std::vector<int> order(words.size());
    std::iota(order.begin(), order.end(), 0);
    const auto best = std::min(order.size(), static_cast<std::size_t>(OutputFigure::mostCells));
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best), order.end(), [&](int a, int b) {
        return probabilities(0, a) != probabilities(0, b) ? probabilities(0, a) > probabilities(0, b) : a < b;
    });
    for (std::size_t i = 0; i < best && probabilities(0, order[i]) > 0; ++i)
        row.best.push_back(candidate(order[i]));
    if (next < tokens.size()) {
        const auto known = std::find(words.begin(), words.end(), tokens[next]);
        if (known == words.end())
            row.next = {tokenName(tokens[next]), std::numeric_limits<double>::quiet_NaN(), -1, true};
        else
            row.next = candidate(static_cast<int>(known - words.begin()));
    }
    return row;
}

bool hasOutput(const Trace &trace)
{
    return trace.logits.rows() > 0 && trace.logits.cols() > 0;
}

bool isOutputRandom(const Model &model)
{
    if (!model.given.contains("output.w"))
        return true;
    for (int layer = 0; layer < layersOf(model.config, Attention::Decoder); ++layer) {
        for (const char *weight : {"w_q", "w_k"}) {
            if (!model.given.contains(blockWeight(Attention::Decoder, layer, weight)))
                return true;
        }
    }
    return false;
}

Selection askingFromDecoder(Selection selection)
{
    if (selection.attention != Attention::Encoder)
        return selection;
    selection.attention = Attention::Decoder;
    selection.query = selection.key = -1; // tokens of the other sentence
    selection.pinnedQueries.clear();
    selection.pinnedKeys.clear();
    return selection;
}

OutputData outputData(const Model &model, const std::shared_ptr<NextTokens> &next, const Selection &selection)
{
    const Trace &trace = *next->trace();
    const SideTrace &side = decoderSide(trace);
    OutputData data;
    data.tokens = tokenNames(side.tokens);
    data.masked = side.masked;
    data.vocabulary = static_cast<int>(trace.vocabulary.size());
    data.row = [next](int position, int count) {
        OutputData::Row row = next->row(position);
        if (static_cast<int>(row.best.size()) > count)
            row.best.resize(static_cast<std::size_t>(count));
        return row;
    };
    if (selection.attention != Attention::Encoder && selection.query < static_cast<int>(side.tokens.size()))
        data.query = selection.query;
    data.title = title(model, next->rule());
    return data;
}

std::unique_ptr<Figure> outputViewFigure(const Model &model, const SharedTrace &trace, const Selection &selection,
                                         double temperature, int topK, QSizeF size, const Theme &theme)
{
    if (!trace || !hasOutput(*trace))
        return nullptr;
    const auto next = std::make_shared<NextTokens>(trace, NextTokenRule{temperature, topK});
    next->row(0); // a rule that cannot be is known now, not while painting
    return std::make_unique<OutputFigure>(outputData(model, next, selection), size, theme);
}

} // namespace regard

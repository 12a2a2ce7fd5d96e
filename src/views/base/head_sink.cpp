#include "views/base/head_sink.h"

#include <QCoreApplication>

#include "document/sentence/token_kinds.h"
#include "engine/analysis/value_norms.h"
#include "engine/model/attention_place.h"
#include "views/base/shown_tokens.h"

namespace regard {

namespace {

struct HeadSinkText {
    Q_DECLARE_TR_FUNCTIONS(HeadSink)
};

QString partsText(const QString &all, const SinkShares &shares)
{
    return all.arg(shareText(shares.sum()), shareText(shares.first), shareText(shares.special),
                   shareText(shares.punctuation));
}

} // namespace

HeadSink headSink(const ShownState &tokens, const HeadRef &head)
{
    const Model &model = tokens.model();
    const Trace &trace = *tokens.trace();
    const std::vector<TokenKind> kinds =
        tokenKinds(keysOf(trace, head.attention).tokens, tokens.tokens(keysSide(model.config, head.attention)));
    const int block = blockIndex(model.config, head.attention, head.layer);
    const auto computed = trace.blocks.at(std::size_t(block))->heads.shared(std::size_t(head.head));
    HeadSink sink{sinkShares(computed->weights, kinds), {}};
    if (!tokens.hasModel())
        return sink;
    const Matrix moved = computed->weights * movedByOne(model, head, *computed).asDiagonal();
    if (moved.size() > 0 && moved.maxCoeff() > 0)
        sink.byValue = sinkShares(moved, kinds);
    return sink;
}

QString headSinkText(const HeadSink &sink)
{
    const QString byWeight =
        partsText(HeadSinkText::tr("sink %1: first %2, special %3, punctuation %4"), sink.byWeight);
    return sink.byValue
               ? byWeight + QLatin1Char('\n') +
                     partsText(HeadSinkText::tr("by value %1: first %2, special %3, punctuation %4"), *sink.byValue)
               : byWeight;
}

} // namespace regard

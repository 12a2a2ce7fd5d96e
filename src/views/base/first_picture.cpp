#include "views/base/first_picture.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "document/sentence/side.h"
#include "engine/analysis/sharpest_head.h"
#include "views/find/find_ranking.h"

namespace regard {

namespace {

struct FirstPictureText {
    Q_DECLARE_TR_FUNCTIONS(FirstPicture)
};

constexpr int fewestWords = 3;

int wordsIn(const std::vector<TokenKind> &kinds)
{
    return int(std::count_if(kinds.begin(), kinds.end(),
                             [](const TokenKind &kind) { return !kind.isSpecial && !kind.isPunctuation; }));
}

} // namespace

std::optional<FirstPicture> firstPicture(const ReadResult &read, Selection selection)
{
    if (!read.result.trace)
        return std::nullopt;
    const ModelConfig &config = read.result.model->config;
    const Trace &trace = *read.result.trace;
    const std::vector<Attention> attentions = attentionsOf(config);
    if (attentions.empty())
        return std::nullopt;
    const bool hasCross = std::find(attentions.begin(), attentions.end(), Attention::Cross) != attentions.end();
    const Attention attention = hasCross ? Attention::Cross : attentions.front();
    const auto kindsOf = [&](const SideTrace &side, Side which) { return tokenKinds(side.tokens, read.tokens(which)); };
    const std::vector<TokenKind> queries = kindsOf(queriesOf(trace, attention), queriesSide(config, attention));
    const std::vector<TokenKind> keys = kindsOf(keysOf(trace, attention), keysSide(config, attention));
    if (wordsIn(queries) < fewestWords)
        return std::nullopt;
    const auto found = sharpestHead(trace, attention, {config, attention}, queries, keys);
    if (!found)
        return std::nullopt;
    selection.attention = attention;
    selection.layer = found->head.layer;
    selection.head = found->head.head;
    selection.heads = {found->head.head};
    const int block = blockIndex(config, attention, found->head.layer);
    const Matrix &weights = trace.blocks[std::size_t(block)]->heads[std::size_t(found->head.head)].weights;
    if (const auto link = strongestLink(weights, queries, keys, attention == Attention::Cross)) {
        selection.query = link->query;
        selection.key = link->key;
        selection.pinnedQueries = {link->query}; // it stays; a pinned key would bring every link to it forward
    }
    return FirstPicture{std::move(selection), found->isPlain};
}

QString firstPictureText(const FirstPicture &picture)
{
    const int layer = picture.selection.layer + 1;
    const int head = picture.selection.head + 1;
    return picture.isPlain
               ? FirstPictureText::tr(
                     "layer %1 · head %2: the sharpest head that is neither diagonal nor on the first token or a "
                     "separator")
                     .arg(layer)
                     .arg(head)
               : FirstPictureText::tr(
                     "layer %1 · head %2: every head is diagonal, or on the first token or a separator; this one "
                     "is the least")
                     .arg(layer)
                     .arg(head);
}

} // namespace regard

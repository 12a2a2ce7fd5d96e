#include "training/network/network_pass.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/positions.h"
#include "engine/pass/input_side.h"
#include "training/network/network_rows.h"

namespace regard {

template <typename Number>
void NetworkPass<Number>::checkSide(const StackPlan &plan, const Side &side) const
{
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence) {
        const Eigen::Index length = side.length(sentence);
        if (length == 0)
            throw InputError(Message::tr("a sentence to learn from has no token"));
        if (plan.positions && length > plan.positionRows)
            throw InputError(Message::tr("a sentence has %1 tokens, but the table of positions has %2 rows",
                                         {std::to_string(length), std::to_string(plan.positionRows)}));
        for (const int position : *side.masked[sentence])
            if (position < 0 || position >= length)
                throw InputError(Message::tr("the masked position %1 lies outside the %2 tokens, which count from 0",
                                             {std::to_string(position), std::to_string(length)}));
    }
    for (const int token : side.tokens)
        if (token < 0 || token >= m_network->vocabulary)
            throw InputError(Message::tr("token %1 lies outside the vocabulary of %2 tokens, which count from 0",
                                         {std::to_string(token), std::to_string(m_network->vocabulary)}));
    for (const int type : side.types)
        if (type < 0 || type >= m_config->tokenTypes)
            throw InputError(Message::tr("a token is of type %1, but the model has %2 token types",
                                         {std::to_string(type), std::to_string(m_config->tokenTypes)}));
}

template <typename Number>
void NetworkPass<Number>::readSide(const StackPlan &plan, std::span<const TrainingSentence *const> sentences,
                                   bool isTarget, Side &side)
{
    side.starts.assign(1, 0);
    side.tokens.clear();
    side.types.clear();
    side.masked.clear();
    for (const TrainingSentence *sentence : sentences) {
        const std::vector<int> &tokens = isTarget ? sentence->target : sentence->source;
        side.tokens.insert(side.tokens.end(), tokens.begin(), tokens.end());
        side.masked.push_back(isTarget ? &sentence->maskedTarget : &sentence->masked);
        side.starts.push_back(Eigen::Index(side.tokens.size()));
        if (m_config->tokenTypes == 0)
            continue;
        if (!isTarget && sentence->types.size() == tokens.size())
            side.types.insert(side.types.end(), sentence->types.begin(), sentence->types.end());
        else
            side.types.resize(side.tokens.size(), 0);
    }
    checkSide(plan, side);
}

/// What each token's row is multiplied by besides the embedding's factor: tokenDropout, as dropMasks() has it.
template <typename Number>
std::vector<Number> NetworkPass<Number>::keptRows(const Side &side) const
{
    std::vector<Number> kept(side.tokens.size(), 1);
    for (std::size_t sentence = 0; m_config->tokenDropout && sentence + 1 < side.starts.size(); ++sentence) {
        const auto first = side.tokens.begin() + side.starts[sentence];
        const auto last = side.tokens.begin() + side.starts[sentence + 1];
        const auto masks = std::count(first, last, m_network->dropsMasks);
        const Number share = Number(keptInTraining) / (1 - Number(masks) / Number(last - first));
        for (auto token = first; token != last; ++token)
            kept[std::size_t(token - side.tokens.begin())] = *token == m_network->dropsMasks ? 0 : share;
    }
    return kept;
}

template <typename Number>
void NetworkPass<Number>::enter(const StackPlan &plan, StackState &state)
{
    const Side &side = state.side;
    const Eigen::Index width = m_config->entryWidth();
    const bool projectsFirst = m_config->projectsFirst();
    const bool projectsLast = m_config->projectsLast();
    Rows<Number> &entered = state.entered;
    Rows<Number> &tokens = projectsFirst ? state.projected : entered;
    tokens.resize(side.rows(), m_config->embeddingWidth());
    const Number scale = Number(embeddingFactor(*m_config));
    const ConstView<Number> embedding = this->embedding();
    const std::vector<Number> kept = keptRows(side);
    for (Eigen::Index row = 0; row < side.rows(); ++row)
        tokens.all().row(row) = embedding.row(side.tokens[std::size_t(row)]) * scale * kept[std::size_t(row)];
    if (projectsFirst)
        linear(*plan.embeddingProjection, read(tokens), entered);
    Eigen::Index longest = 0;
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
        longest = std::max(longest, side.length(sentence));
    if (addsPositions(m_config->position) && !plan.positions && m_positions.rows() < longest) {
        m_positions.resize(longest, width);
        m_positions.all() = formulaPositions(*m_config, int(longest)).template cast<Number>();
    }
    if (addsPositions(m_config->position)) {
        const ConstView<Number> positions =
            plan.positions ? matrixAt(m_weights + *plan.positions, plan.positionRows, width) : read(m_positions);
        for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
            entered.part(side.starts[sentence], side.length(sentence), 0, width) +=
                positions.topRows(side.length(sentence));
    }
    if (m_network->tokenTypes) {
        const ConstView<Number> types = matrixAt(m_weights + *m_network->tokenTypes, m_config->tokenTypes, width);
        for (Eigen::Index row = 0; row < side.rows(); ++row)
            entered.all().row(row) += types.row(side.types[std::size_t(row)]);
    }
    state.streams.resize(plan.streams() + 1);
    Rows<Number> &normed = projectsLast ? state.projected : state.streams.front();
    if (plan.embeddingNorm) {
        norm(*plan.embeddingNorm, read(entered), normed);
    } else {
        normed.resize(side.rows(), width);
        normed.all() = entered.all();
    }
    Rows<Number> &stream = state.streams.front();
    if (projectsLast)
        linear(*plan.embeddingProjection, read(state.projected), stream);
    dropRows(side, DroppedPart::EmbeddedTokens, {plan.stack, 0, SublayerKind::SelfAttention}, stream);
}

/// Goes from m_dStream to the tables.
template <typename Number>
void NetworkPass<Number>::backwardEntry(const StackPlan &plan, StackState &state, Number *gradient)
{
    const Side &side = state.side;
    const Eigen::Index width = m_config->entryWidth();
    dropRows(side, DroppedPart::EmbeddedTokens, {plan.stack, 0, SublayerKind::SelfAttention}, m_dStream);
    if (m_config->projectsLast()) {
        m_dOut.setZero(side.rows(), width);
        backwardLinear(*plan.embeddingProjection, read(state.projected), read(m_dStream), &m_dOut, gradient);
        std::swap(m_dStream, m_dOut);
    }
    if (plan.embeddingNorm) {
        m_dOut.setZero(side.rows(), width);
        backwardNorm(*plan.embeddingNorm, read(state.entered), read(m_dStream), m_dOut.all(), gradient);
        std::swap(m_dStream, m_dOut);
    }
    for (Eigen::Index row = 0; m_network->tokenTypes && row < side.rows(); ++row)
        matrixAt(gradient + *m_network->tokenTypes + std::size_t(side.types[std::size_t(row)] * width), 1, width) +=
            m_dStream.all().row(row);
    for (std::size_t sentence = 0; plan.positions && sentence + 1 < side.starts.size(); ++sentence)
        matrixAt(gradient + *plan.positions, side.length(sentence), width) +=
            m_dStream.part(side.starts[sentence], side.length(sentence), 0, width);
    const Eigen::Index narrow = m_config->embeddingWidth();
    if (m_config->projectsFirst()) {
        m_dOut.setZero(side.rows(), narrow);
        backwardLinear(*plan.embeddingProjection, read(state.projected), read(m_dStream), &m_dOut, gradient);
        std::swap(m_dStream, m_dOut);
    }
    const Number scale = Number(embeddingFactor(*m_config));
    const std::vector<Number> kept = keptRows(side);
    for (Eigen::Index row = 0; m_network->embedding && row < side.rows(); ++row)
        matrixAt(gradient + *m_network->embedding + std::size_t(side.tokens[std::size_t(row)] * narrow), 1, narrow) +=
            m_dStream.all().row(row) * scale * kept[std::size_t(row)];
}

#define REGARD_NETWORK_ENTRY(Number)                                                                                   \
    template void NetworkPass<Number>::checkSide(const StackPlan &plan, const Side &side) const;                       \
    template void NetworkPass<Number>::readSide(                                                                       \
        const StackPlan &plan, std::span<const TrainingSentence *const> sentences, bool isTarget, Side &side);         \
    template std::vector<Number> NetworkPass<Number>::keptRows(const Side &side) const;                                \
    template void NetworkPass<Number>::enter(const StackPlan &plan, StackState &state);                                \
    template void NetworkPass<Number>::backwardEntry(const StackPlan &plan, StackState &state, Number *gradient);
REGARD_NETWORK_ENTRY(float)
REGARD_NETWORK_ENTRY(double)
#undef REGARD_NETWORK_ENTRY

} // namespace regard

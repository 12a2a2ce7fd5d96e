#include "engine/model/sentence_means.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/model.h"

namespace regard {

namespace {

const OutputMean *meanOf(const SentenceMeans &means, const HeadRef &head)
{
    const auto found = means.heads.find(head);
    return found == means.heads.end() ? nullptr : &found->second;
}

const OutputMean *meanOf(const SentenceMeans &means, const Sublayer &sublayer)
{
    const auto found = means.sublayers.find(sublayer);
    return found == means.sublayers.end() ? nullptr : &found->second;
}

std::string partName(const HeadRef &head)
{
    return Message::tr("head %1 of %2",
                       {std::to_string(head.head + 1), sublayerName(sublayerOf({head.attention, head.layer}))});
}

std::string partName(const Sublayer &sublayer)
{
    return sublayerName(sublayer);
}

template <typename Part>
void put(Matrix &output, const Interventions &interventions, const Part &part, const std::vector<std::string> &tokens)
{
    const Replacement *replacement = replacementOf(interventions, part);
    if (!replacement || *replacement != Replacement::MeanOver)
        return;
    const OutputMean *mean = interventions.means ? meanOf(*interventions.means, part) : nullptr;
    if (!mean)
        throw InputError(Message::tr("the mean over sentences that stands in place of what %1 gives is not known; "
                                     "compute it, or take zero",
                                     {partName(part)}));
    const auto fits = [&](const auto &entry) { return entry.second.cols() == output.cols(); };
    if (mean->ordinary.cols() != output.cols() || !std::all_of(mean->special.begin(), mean->special.end(), fits))
        throw InputError(
            Message::tr("the mean over sentences that stands in place of what %1 gives has %2 numbers, "
                        "where %3 are needed; compute it again",
                        {partName(part), std::to_string(mean->ordinary.cols()), std::to_string(output.cols())}));
    for (Eigen::Index row = 0; row < output.rows(); ++row) {
        const auto special = mean->special.find(tokens.at(std::size_t(row)));
        output.row(row) = special == mean->special.end() ? mean->ordinary : special->second;
    }
}

bool sameNumbers(const Weight &a, const Weight &b)
{
    if (!a || !b || a == b)
        return a == b;
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    const SharedMatrix first = a.matrix();
    const SharedMatrix second = b.matrix();
    return std::memcmp(first->data(), second->data(), std::size_t(first->size()) * sizeof(float)) == 0;
}

/// Both map names to matrices.
template <typename Map>
bool haveSameNumbers(const Map &a, const Map &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &one, const auto &other) {
        return one.first == other.first && sameNumbers(one.second, other.second);
    });
}

} // namespace

bool SharedMeans::operator==(const SharedMeans &other) const
{
    return m_means == other.m_means || (m_means && other.m_means && *m_means == *other.m_means);
}

bool SentenceMeans::operator==(const SentenceMeans &other) const
{
    const auto told = [](const SentenceMeans &means) {
        return std::tie(means.sentencesHash, means.modelHash, means.heads, means.sublayers);
    };
    return told(*this) == told(other);
}

bool hasStaleMeans(const Model &model)
{
    if (!model.interventions.means || !takesMeans(model.interventions))
        return false;
    const Model *then = model.interventions.means->of.get();
    return !then || model.interventions.means->isOfOtherTokens || then->config != model.config ||
           (model.config.tokenDropout && then->vocabulary.mask != model.vocabulary.mask) ||
           !haveSameNumbers(then->given.all(), model.given.all()) ||
           !haveSameNumbers(then->weights.all(), model.weights.all()) ||
           !haveSameNumbers(then->embedding, model.embedding);
}

void putSentenceMeans(Matrix &output, const Interventions &interventions, const HeadRef &head,
                      const std::vector<std::string> &tokens)
{
    put(output, interventions, head, tokens);
}

void putSentenceMeans(Matrix &output, const Interventions &interventions, const Sublayer &sublayer,
                      const std::vector<std::string> &tokens)
{
    put(output, interventions, sublayer, tokens);
}

} // namespace regard

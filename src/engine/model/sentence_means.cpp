#include "engine/model/sentence_means.h"

#include <algorithm>
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

} // namespace

bool SharedMeans::operator==(const SharedMeans &other) const
{
    return m_means == other.m_means || (m_means && other.m_means && *m_means == *other.m_means);
}

bool SentenceMeans::operator==(const SentenceMeans &other) const
{
    const auto told = [](const SentenceMeans &means) {
        return std::tie(means.file, means.sentencesHash, means.modelHash, means.heads, means.sublayers);
    };
    return told(*this) == told(other);
}

bool hasStaleMeans(const Model &model)
{
    const Interventions &interventions = model.interventions;
    const auto takesMean = [](const auto &entry) { return entry.second == Replacement::MeanOver; };
    if (!interventions.means ||
        (std::none_of(interventions.heads.begin(), interventions.heads.end(), takesMean) &&
         std::none_of(interventions.sublayers.begin(), interventions.sublayers.end(), takesMean)))
        return false;
    const Model *then = interventions.means->of.get();
    return !then || then->config != model.config || then->given.all() != model.given.all() ||
           then->weights.all() != model.weights.all() || then->embedding != model.embedding;
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

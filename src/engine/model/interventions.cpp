#include "engine/model/interventions.h"

#include <algorithm>
#include <utility>

#include "engine/base/message.h"

namespace regard {

bool takesMeans(const Interventions &interventions)
{
    const auto takes = [](const auto &entry) { return entry.second == Replacement::MeanOver; };
    return std::any_of(interventions.heads.begin(), interventions.heads.end(), takes) ||
           std::any_of(interventions.sublayers.begin(), interventions.sublayers.end(), takes);
}

const Replacement *replacementOf(const Interventions &interventions, const Sublayer &sublayer)
{
    const auto found = interventions.sublayers.find(sublayer);
    return found == interventions.sublayers.end() ? nullptr : &found->second;
}

const Replacement *replacementOf(const Interventions &interventions, const HeadRef &head)
{
    const auto found = interventions.heads.find(head);
    if (found != interventions.heads.end())
        return &found->second;
    const Replacement *whole = replacementOf(interventions, sublayerOf({head.attention, head.layer}));
    return whole && *whole == Replacement::Uniform ? whole : nullptr;
}

float temperatureOf(const Interventions &interventions, const HeadRef &head)
{
    const auto found = interventions.temperatures.find(head);
    return found == interventions.temperatures.end() ? 1.0F : found->second;
}

const SetWeights &setWeightsOf(const Interventions &interventions, const HeadRef &head)
{
    static const SetWeights none;
    const auto found = interventions.weights.find(head);
    return found == interventions.weights.end() ? none : found->second;
}

bool reaches(const Cut &cut, const HeadRef &head)
{
    return cut.attention == head.attention && cut.firstLayer <= head.layer && head.layer <= cut.lastLayer &&
           (cut.heads.empty() || std::binary_search(cut.heads.begin(), cut.heads.end(), head.head));
}

std::set<LinkRef> cutLinksOf(const Interventions &interventions, const HeadRef &head)
{
    std::set<LinkRef> links;
    for (const Cut &cut : interventions.cuts)
        if (reaches(cut, head))
            links.insert(cut.link);
    return links;
}

Interventions withWeight(Interventions interventions, const HeadRef &head, const LinkRef &link,
                         std::optional<float> weight)
{
    if (weight) {
        interventions.weights[head][link] = *weight;
    } else if (const auto found = interventions.weights.find(head); found != interventions.weights.end()) {
        found->second.erase(link);
        if (found->second.empty())
            interventions.weights.erase(found);
    }
    return interventions;
}

bool isOfHead(PatchKind kind)
{
    switch (kind) {
    case PatchKind::Query:
    case PatchKind::Key:
    case PatchKind::Value:
    case PatchKind::Pattern:
    case PatchKind::HeadOutput:
        return true;
    case PatchKind::AttentionOutput:
    case PatchKind::FeedForwardOutput:
    case PatchKind::Stream:
        break;
    }
    return false;
}

bool isOfKeys(PatchKind kind)
{
    return kind == PatchKind::Key || kind == PatchKind::Value;
}

const Patch &patchOf(const Interventions &interventions, const PatchPlace &place)
{
    static const Patch none;
    const auto found = interventions.patches.find(place);
    return found == interventions.patches.end() ? none : found->second;
}

Interventions withPatch(Interventions interventions, const PatchPlace &place, const Patch &rows)
{
    for (const auto &[token, row] : rows)
        interventions.patches[place][token] = row;
    return interventions;
}

Interventions withoutPatch(Interventions interventions, const PatchPlace &place, const Patch &rows)
{
    const auto found = interventions.patches.find(place);
    if (found == interventions.patches.end())
        return interventions;
    for (const auto &[token, row] : rows)
        found->second.erase(token);
    if (found->second.empty())
        interventions.patches.erase(found);
    return interventions;
}

int widthOf(const PatchPlace &place, const ModelConfig &config)
{
    const int joined = headsOf(config, place.attention) * config.dValue;
    switch (place.kind) {
    case PatchKind::Query:
    case PatchKind::Key:
        return config.dKey;
    case PatchKind::Value:
    case PatchKind::HeadOutput:
        return config.dValue;
    case PatchKind::Pattern:
        return 0;
    case PatchKind::AttentionOutput:
        return config.outputProjection ? config.dModel : joined;
    case PatchKind::FeedForwardOutput:
        break;
    case PatchKind::Stream:
        // Without an output projection only the last layer may leave rows of another width.
        return config.outputProjection || place.layer < layersOf(config, stackOf(place.attention)) ? config.dModel
                                                                                                   : joined;
    }
    return config.dModel;
}

std::string reasonForNoDerivative(const Interventions &interventions)
{
    return interventions.patches.empty()
               ? std::string()
               : Message::tr("Rows come from another pass, which no weight of this one moves; take the patches away "
                             "first.");
}

bool isPatched(const Interventions &interventions, PatchKind kind, Attention attention)
{
    return std::any_of(interventions.patches.begin(), interventions.patches.end(),
                       [&](const auto &each) { return each.first.kind == kind && each.first.attention == attention; });
}

bool hasPatch(const Interventions &interventions, const HeadRef &head)
{
    return std::any_of(interventions.patches.begin(), interventions.patches.end(), [&](const auto &each) {
        const PatchPlace &place = each.first;
        const bool isIts = isOfHead(place.kind) ? place.head == head.head : place.kind == PatchKind::AttentionOutput;
        return isIts && place.attention == head.attention && place.layer == head.layer;
    });
}

} // namespace regard

#pragma once

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/model/attention_place.h"
#include "engine/model/recurrent.h"
#include "engine/model/sublayer.h"

namespace regard {

/// One head of one attention; layer and head count from 0.
struct HeadRef {
    Attention attention = Attention::Encoder;
    int layer = 0;
    int head = 0;

    auto operator<=>(const HeadRef &) const = default;
};

/// What replaces the output of a head or a sublayer, to see what it does; the field speaks of ablation. Michel et al.
/// 2019 (zero), Wang et al. 2023 (mean), and the question whether where a head looks matters at all (uniform).
enum class Replacement {
    Zero,    ///< its output is zeros
    Mean,    ///< in each row the mean of its output over the sentence's tokens that are not masked out
    Uniform, ///< each query attends equally to every key that the mask allows; of attention only
    MeanOver ///< in each row the mean of its output over other sentences, by the kind of the row's token
};

/// A state of a recurrent layer: that after a step, from 0 in the order of the sentence.
struct StateRef {
    CellPlace place;
    int step = 0;

    auto operator<=>(const StateRef &) const = default;
};

/// The link from a query to a key, positions from 0.
struct LinkRef {
    int query = 0;
    int key = 0;

    auto operator<=>(const LinkRef &) const = default;
};

/// Weights of one head that are set by hand, by their links.
///
/// The other weights of such a row are multiplied by what is left of 1 ÷ what they sum to, so that the row still sums
/// to 1; where all of them are 0 they share it alike. A row is as its softmax gives it where each weight is set to its
/// own value.
using SetWeights = std::map<LinkRef, float>;

/// A link that gets no weight in some heads of one attention, as if the mask forbade it. Geva et al. 2023, section 5.
struct Cut {
    Attention attention = Attention::Encoder;
    int firstLayer = 0;
    int lastLayer = 0;        ///< the last one that is cut
    std::vector<int> heads{}; ///< of each of these layers, sorted; empty: all
    LinkRef link{};

    auto operator<=>(const Cut &) const = default;
};

struct SentenceMeans; // engine/model/sentence_means.h

/// The means that Replacement::MeanOver takes, shared; equal where their numbers are.
class SharedMeans {
public:
    SharedMeans() = default;
    SharedMeans(std::shared_ptr<const SentenceMeans> means) : m_means(std::move(means)) {}

    explicit operator bool() const { return m_means != nullptr; }
    const SentenceMeans &operator*() const { return *m_means; }
    const SentenceMeans *operator->() const { return m_means.get(); }
    bool operator==(const SharedMeans &other) const;

private:
    std::shared_ptr<const SentenceMeans> m_means;
};

/// What is changed about a pass from outside, not part of what the model learned.
///
/// A head's replacement is in HeadTrace::output (and with Uniform in its weights) and in its part of what is joined; a
/// sublayer's in its output, before residual and norm. Uniform of a sublayer is that of each of its heads. A sublayer
/// that is replaced by Zero or a mean still computes its heads: they are shown but not passed on.
struct Interventions {
    std::map<HeadRef, Replacement> heads{};
    std::map<Sublayer, Replacement> sublayers{}; ///< Uniform of a feed-forward does not exist
    /// Softmax of masked scores ÷ temperature, above 0; a head that is not listed has 1.
    std::map<HeadRef, float> temperatures{};
    std::set<StateRef>
        states{}; ///< zeros in place of these states, for the next step as for everything that reads them
    /// Weights set after temperature and Uniform, none of the maps empty. Their positions are those of one sentence.
    std::map<HeadRef, SetWeights> weights{};
    std::set<Cut> cuts{};
    SharedMeans means{}; ///< of at least every part that MeanOver replaces; without such a part they say nothing

    bool isEmpty() const
    {
        return heads.empty() && sublayers.empty() && temperatures.empty() && states.empty() && weights.empty() &&
               cuts.empty();
    }
    bool operator==(const Interventions &) const = default;
};

inline constexpr float lowestTemperature = 0.01F;
inline constexpr float highestTemperature = 100.0F;

/// The replacement set for a head itself, else Uniform where its sublayer is made uniform. Null: none.
const Replacement *replacementOf(const Interventions &interventions, const HeadRef &head);
const Replacement *replacementOf(const Interventions &interventions, const Sublayer &sublayer);
/// Whether MeanOver replaces some part.
bool takesMeans(const Interventions &interventions);
/// 1 where nothing is set.
float temperatureOf(const Interventions &interventions, const HeadRef &head);

/// The weights that are set in a head, and the links that are cut there.
const SetWeights &setWeightsOf(const Interventions &interventions, const HeadRef &head);
std::set<LinkRef> cutLinksOf(const Interventions &interventions, const HeadRef &head);
bool reaches(const Cut &cut, const HeadRef &head);
/// The interventions with that weight set, or, where there is none, as computed.
Interventions withWeight(Interventions interventions, const HeadRef &head, const LinkRef &link,
                         std::optional<float> weight);

/// Returns the interventions on heads and sublayers that the configuration has, without those that change nothing: a
/// temperature of 1, Uniform of a feed-forward, means that nothing takes.
Interventions existingInterventions(Interventions interventions, const ModelConfig &config);

} // namespace regard

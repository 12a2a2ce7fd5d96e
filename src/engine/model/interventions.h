#pragma once

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
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

/// The part of a pass that a patch takes from another pass. Meng et al. 2022, section 2.
enum class PatchKind {
    Query,             ///< of a head, rotated where positions are rotary
    Key,               ///< of a head, rotated where positions are rotary; of it alone where heads share keys
    Value,             ///< of a head; of it alone where heads share values
    Pattern,           ///< the attention weights of a head
    HeadOutput,        ///< weights · v
    AttentionOutput,   ///< before residual and norm
    FeedForwardOutput, ///< before residual and norm
    Stream,            ///< the rows between two layers
};

/// Where something comes from another pass.
struct PatchPlace {
    PatchKind kind = PatchKind::Stream;
    Attention attention = Attention::Encoder; ///< of a feed-forward or the stream, the self-attention of its stack
    int layer = 0; ///< of the stream, the layer that reads it, or the number of layers: what the last one leaves
    int head = -1; ///< of the kinds that are of a head

    auto operator<=>(const PatchPlace &) const = default;
};

/// One token's row from another pass.
///
/// A pattern's row gives its numbers to the keys that the query may attend to; the other keys keep their weights. The
/// row is then divided by its sum, or stays as computed where that sum is 0.
struct PatchRow {
    std::vector<float> numbers{};
    std::vector<int> keys{}; ///< of a pattern, the position of each number
    std::string from{};      ///< the sentence that they come from

    bool operator==(const PatchRow &) const = default;
};

/// Rows by the position of their token: of keys and values that of the key, else that of the query.
using Patch = std::map<int, PatchRow>;

bool isOfHead(PatchKind kind);
/// Whether its rows are the keys' tokens.
bool isOfKeys(PatchKind kind);

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
    /// Rows from another pass, after replacements and, of a pattern, before set weights; none of the maps empty.
    /// Recurrent stacks have none.
    std::map<PatchPlace, Patch> patches{};

    bool isEmpty() const
    {
        return heads.empty() && sublayers.empty() && temperatures.empty() && states.empty() && weights.empty() &&
               cuts.empty() && patches.empty();
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

/// The rows that are patched there; empty: none.
const Patch &patchOf(const Interventions &interventions, const PatchPlace &place);
/// The interventions with these rows, of which those of other tokens stay, or without the rows of those tokens.
Interventions withPatch(Interventions interventions, const PatchPlace &place, const Patch &rows);
Interventions withoutPatch(Interventions interventions, const PatchPlace &place, const Patch &rows);
/// Whether the configuration has the place.
bool exists(const PatchPlace &place, const ModelConfig &config);
/// Numbers of a row; 0: as many as it has keys.
int widthOf(const PatchPlace &place, const ModelConfig &config);

/// The sentence that says why the pass has no derivative; empty: it has.
std::string reasonForNoDerivative(const Interventions &interventions);
/// Whether a row of that kind, of a head of the attention or of its stack, comes from another pass.
bool isPatched(const Interventions &interventions, PatchKind kind, Attention attention);
/// Whether anything of the head, or the output of its attention, does.
bool hasPatch(const Interventions &interventions, const HeadRef &head);

/// Returns the interventions on heads and sublayers that the configuration has, without those that change nothing: a
/// temperature of 1, Uniform of a feed-forward, means that nothing takes, and without patches of other widths.
Interventions existingInterventions(Interventions interventions, const ModelConfig &config);

} // namespace regard

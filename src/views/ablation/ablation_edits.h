#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QString>

#include "document/look/selection.h"
#include "engine/model/interventions.h"
#include "engine/model/model_config.h"

namespace regard {

// What is switched off, and temperatures, in words, and how they change with a selection and the user's choice.

/// One thing that is off or has a temperature: a head's or a sublayer's replacement, a head's temperature, a state
/// that is put to zero, a weight that is set, a link that is cut, or rows of another pass in one place.
struct AblationEntry {
    enum class Kind { Head, Sublayer, Temperature, State, Weight, Cut, Patch };

    Kind kind = Kind::Head;
    HeadRef head{};      ///< of Head, Temperature and Weight
    Sublayer sublayer{}; ///< of Sublayer
    Replacement replacement = Replacement::Zero;
    float temperature = 1;
    StateRef state{};   ///< of State
    LinkRef link{};     ///< of Weight
    float weight = 0;   ///< of Weight
    Cut cut{};          ///< of Cut
    QString words{};    ///< of Weight and Cut: "it → cat"; of Patch: "“The dog” · 3 tokens"
    PatchPlace patch{}; ///< of Patch

    bool operator==(const AblationEntry &) const = default;
};

/// Sublayers, then heads, temperatures, states, set weights, cuts and patches, each in the order of the model's layers.
/// `words` names a link; without it links are "8 → 2".
using LinkWords = std::function<QString(Attention attention, const LinkRef &link)>;
std::vector<AblationEntry> ablationEntries(const Interventions &interventions, const LinkWords &words = {});
Interventions withoutEntry(Interventions interventions, const AblationEntry &entry);

/// "layer 1 · head 2", "cross layer 1 · head 2"; counted from 1.
QString headName(const ModelConfig &config, const HeadRef &head);
/// "layer 1 · attention", "decoder layer 1 · feed-forward".
QString sublayerName(const ModelConfig &config, const Sublayer &sublayer);
/// The name of what an entry is of.
QString entryName(const ModelConfig &config, const AblationEntry &entry);
/// The name of a patched part: "value", "rows".
QString patchKindName(PatchKind kind);
/// "layer 1 · head 2", "layer 1 · feed-forward", "after layer 1".
QString patchPlaceName(const ModelConfig &config, const PatchPlace &place);
/// What replaces it: "zeros", "mean", "uniform"; "temperature 2"; "it → cat 0.8", "it → cat cut".
QString entryText(const AblationEntry &entry);
QString replacementText(Replacement replacement);

HeadRef selectedHead(const Selection &selection);
/// The sublayer of the selected attention.
Sublayer selectedAttention(const Selection &selection);
/// The feed-forward of the selected layer; nothing where the model has none.
std::optional<Sublayer> selectedFeedForward(const ModelConfig &config, const Selection &selection);
/// The feed-forward where the selected part is that or its norm, else the attention.
Sublayer sublayerInView(const ModelConfig &config, const Selection &selection);

/// The selection with what an entry is of.
Selection goingTo(Selection selection, const AblationEntry &entry);
/// The selection with that head, alone in the links. `several` (Ctrl) adds it to those in the links or takes it from
/// them; in another layer, or in place of a summary, it is alone.
Selection goingTo(Selection selection, const HeadRef &head, bool several = false);

} // namespace regard

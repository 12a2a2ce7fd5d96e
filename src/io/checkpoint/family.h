#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/model_config.h"
#include "io/base/config_file.h"

namespace regard {

/// How the tensors of one name become weights.
enum class TensorForm {
    Linear,   ///< NAME.weight is outputs × inputs and is transposed; NAME.bias
    Straight, ///< NAME.weight is inputs × outputs; NAME.bias
    Norm,     ///< NAME.weight is the gain, NAME.bias the bias; NAME.gamma and NAME.beta in old files
    Rows,     ///< NAME.weight as it is: positions, token types
};

/// A biasKey that no file has: the bias is always 0.
inline constexpr const char *neverBiased = "";

/// One tensor name of a checkpoint and the weight it becomes here. The configuration decides which weights exist and
/// how large they are (engine/weight_shapes.h): a bias that the model does not have is never looked for.
struct TensorRule {
    TensorForm form;
    const char *weight; ///< `encoder.*.self.?_q`: * the layer; ? is w or b; of a norm without .gain and .bias
    const char *tensor; ///< `encoder.layer.*.attention.self.query`, after the family's prefix
    const char *biasKey = nullptr; ///< the key of config.json that must be true for a bias to exist; else it is 0
    int part = 0;                  ///< which of the equal parts of the tensor's columns
    int parts = 1;
    std::vector<const char *> fused{}; ///< Linear: the weights whose outputs follow each other in the tensor; none: one
    bool byHead = false;               ///< Linear: the parts stand side by side in each head's outputs
};

/// What determines a size that config.json does not give, where it is not a number.
inline constexpr int fourTimesModel = -4;
inline constexpr int asManyAsHeads = 0;

/// A key of config.json that is a size. The first given of several spellings counts, which is the one that the
/// library's attribute_map sets last.
struct SizeKey {
    std::vector<const char *> keys;
    int ModelConfig::*size;
    int otherwise; ///< the default of the transformers library
};

/// A key of config.json that is true or false, and the switch that it sets.
struct FlagKey {
    const char *key;
    bool ModelConfig::*flag;
    bool otherwise; ///< the default of the transformers library
};

/// A key of config.json of which only some values are supported here; not given, or null, is one of them.
struct AcceptedKey {
    const char *key;
    std::vector<std::string> values{}; ///< as JSON writes them, texts without quotes; none: an empty object or list
};

/// Keys of config.json that do not change what is computed here, and why.
struct HarmlessKeys {
    const char *reason;
    std::vector<const char *> keys;
};

/// How the last hidden state becomes a token's logits. Its names have no prefix.
struct OutputHead {
    const char *tensor = nullptr;           ///< vocabulary × d_model, where it is not the embedding's
    std::vector<const char *> biases{};     ///< the first that exists counts; the last is the usual one
    std::vector<TensorRule> transform{};    ///< of a masked language model: applied before
    std::optional<Activation> activation{}; ///< of the transform, where it is always the same
    const char *former = nullptr;           ///< the tensor's name in older files

    /// Both names of the tensor, the usual one first.
    std::vector<std::string> names() const
    {
        return former ? std::vector<std::string>{tensor, former} : std::vector<std::string>{tensor};
    }
};

/// Which layers a sliding window has where layer_types does not say it.
enum class WindowLayers {
    None,        ///< the family has no windows
    All,         ///< Mistral; layer_types says nothing here
    FromMaximum, ///< those from max_window_layers on: Qwen
    Unrotated,   ///< those without rotary positions: SmolLM 3
    ThreeOfFour, ///< all but every fourth: OLMo 3
};

/// How config.json gives a family's sliding windows.
struct WindowRule {
    WindowLayers layers = WindowLayers::None;
    int otherwise = 0;             ///< where sliding_window is not given; 0: none
    const char *flagKey = nullptr; ///< the key that must be true for there to be a window; null: none
};

/// How config.json gives a family's rotary positions.
struct RotaryRule {
    double theta = 10000;   ///< where rope_theta is not given
    bool isPartial = false; ///< partial_rotary_factor may be below 1
    double share = 1;       ///< where it is not given
    const char *shareKey = "partial_rotary_factor";
    const char *thetaKey = "rope_theta"; ///< both beside rope_parameters; within, they are spelled as usual
    bool skipsLayers = false;            ///< no_rope_layers and no_rope_layer_interval: SmolLM 3
    bool isByLayerType = false;          ///< rope_parameters has rules of its own for each type of layer: OLMo 3
    bool isLongAlone = false; ///< every scaling is LongRope, and the original length 4096 unless given: Phi 3
};

/// A key of config.json that is a number.
struct NumberKey {
    const char *key;
    double ModelConfig::*number;
    double otherwise; ///< the default of the transformers library
};

/// A family of checkpoints: which keys and tensors hold what. families.cpp lists them; the reader is the same for all.
/// Defaults are those of the transformers library's configuration classes.
struct Family {
    std::string modelType; ///< of config.json
    std::string name;      ///< for a user
    std::string prefix;    ///< before the tensors of the model itself; optional in a file
    ModelConfig base{};    ///< what all of them have in common
    std::vector<SizeKey> sizes{};
    std::vector<NumberKey> numbers{};
    const char *headSizeKey = nullptr;        ///< d_key and d_value; null: d_model / heads
    int headSize = 0;                         ///< where headSizeKey is not given; 0: d_model / heads
    const char *epsilonKey = nullptr;         ///< norm_epsilon; null: always the base's
    const char *activationKey = "hidden_act"; ///< null: always `activation`
    const char *activation = "gelu";          ///< where the key is not given
    const char *scaleKey = nullptr;           ///< embedding_scale; null: never
    bool scales = false;                      ///< where scaleKey is not given
    const char *causalKey = nullptr;      ///< true: an encoder's mask is causal, and its head predicts the next token
    const char *rotaryKey = nullptr;      ///< `rotary` in place of learned positions
    const char *groupsKey = nullptr;      ///< how many groups of layers there are; those of a group share their weights
    const char *innerKey = nullptr;       ///< how many layers are one of a group's
    const char *maskKey = nullptr;        ///< the id of the mask token, of token_dropout
    const char *sharedKey = nullptr;      ///< false: the decoder has an embedding of its own; null: it never has
    const char *targetWordsKey = nullptr; ///< how many rows that has; not given: as many as the encoder's
    std::vector<FlagKey> flags{};         ///< further switches
    /// Reads the keys in adjustKeys, whose meaning no other member says; null: there are none. After the sizes.
    void (*adjust)(const ConfigFile &file, ModelConfig &config) = nullptr;
    std::vector<const char *> adjustKeys{};
    bool hasBiases = false;      ///< what a biasKey means where it is not given
    bool isTied = true;          ///< where tie_word_embeddings is not given
    int skippedPositions = 0;    ///< rows of the position table before the first token's
    int paddingId = -1;          ///< pad_token_id more rows, or else this many; positions skip it; −1: none
    bool isPaddingFixed = false; ///< whatever pad_token_id says
    bool projectsAlways = true;  ///< a row as wide as the model is projected too
    WindowRule window{};
    RotaryRule rotary{};
    std::vector<AcceptedKey> accepted{};         ///< besides those of all families (io/family_keys.h)
    std::vector<HarmlessKeys> harmless{};        ///< besides those of all families
    const char *embedding = nullptr;             ///< the tensor with a row for each token, after the prefix
    std::vector<const char *> embeddingCopies{}; ///< may be in a file too, or alone, with the same numbers; by
                                                 ///< sharedKey, the encoder's and the decoder's own
    std::vector<TensorRule> tensors{};
    bool mayStorePositions = false;      ///< position tables in a file replace the formula's
    std::vector<const char *> buffers{}; ///< name endings of tensors that hold no weights
    OutputHead head{};
    OutputHead discriminator{}; ///< of ELECTRA: one logit a token, which says whether it was replaced
};

/// Llama and the decoders that are made as it is (rotary_families.cpp).
std::vector<Family> rotaryFamilies();

/// The family of a model_type; null where it is not known.
const Family *familyOf(const std::string &modelType);

/// Every model_type that is read, in the order of the table.
std::vector<std::string> modelTypes();

} // namespace regard

#include "io/checkpoint/family_config.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/config_rules.h"
#include "engine/model/positions.h"
#include "engine/model/stack.h"
#include "io/base/nearest_name.h"
#include "io/checkpoint/family_keys.h"
#include "io/checkpoint/rotary_config.h"

namespace regard {

namespace {

/// The spellings of activations.py of the transformers library; prelu and xielu have weights of their own.
Activation activationNamed(const std::string &name, const char *key, const ConfigFile &file)
{
    struct Named {
        const char *name;
        Activation activation;
    };
    static constexpr std::array<Named, 22> known{{{"gelu", Activation::Gelu},
                                                  {"gelu_python", Activation::Gelu},
                                                  {"gelu_new", Activation::GeluTanh},
                                                  {"gelu_fast", Activation::GeluTanh},
                                                  {"gelu_accurate", Activation::GeluTanh},
                                                  {"gelu_pytorch_tanh", Activation::GeluTanh},
                                                  {"gelu_python_tanh", Activation::GeluTanh},
                                                  {"gelu_10", Activation::Gelu10},
                                                  {"quick_gelu", Activation::QuickGelu},
                                                  {"relu", Activation::Relu},
                                                  {"relu2", Activation::Relu2},
                                                  {"relu6", Activation::Relu6},
                                                  {"leaky_relu", Activation::LeakyRelu},
                                                  {"silu", Activation::Silu},
                                                  {"swish", Activation::Silu},
                                                  {"mish", Activation::Mish},
                                                  {"tanh", Activation::Tanh},
                                                  {"sigmoid", Activation::Sigmoid},
                                                  {"laplace", Activation::Laplace},
                                                  {"hardswish", Activation::HardSwish},
                                                  {"sqrtsoftplus", Activation::SqrtSoftplus},
                                                  {"linear", Activation::Linear}}};
    std::vector<std::string> names;
    for (const Named &one : known) {
        if (name == one.name)
            return one.activation;
        names.emplace_back(one.name);
    }
    file.fail(Message::tr("%1 \"%2\" is an activation that is not computed here; those that are: %3",
                          {key, name, commaList(names)}));
}

/// The spelling in the file, else the family's own, which comes last.
const char *keyOf(const Family &family, const ConfigFile &file, int ModelConfig::*size)
{
    const auto key = std::find_if(family.sizes.begin(), family.sizes.end(),
                                  [&](const SizeKey &candidate) { return candidate.size == size; });
    if (key == family.sizes.end())
        return "";
    const auto given =
        std::find_if(key->keys.begin(), key->keys.end(), [&](const char *name) { return file.find(name) != nullptr; });
    return given == key->keys.end() ? key->keys.back() : *given;
}

void readSizes(const Family &family, const ConfigFile &file, ModelConfig &config)
{
    for (const SizeKey &key : family.sizes) {
        const bool isLayers = key.size == &ModelConfig::encoderLayers || key.size == &ModelConfig::decoderLayers;
        const bool isHeads = key.size == &ModelConfig::heads || key.size == &ModelConfig::decoderHeads ||
                             key.size == &ModelConfig::keyValueHeads;
        const int highest = isLayers                                  ? maximumLayers
                            : isHeads                                 ? maximumHeads
                            : key.size == &ModelConfig::maximumTokens ? maximumSentence
                                                                      : maximumSize;
        const bool isShared = key.size == &ModelConfig::keyValueHeads && file.isNull(key.keys.front());
        config.*key.size = file.whole(key.keys, 1, highest, isShared ? asManyAsHeads : key.otherwise);
    }
    if (config.dFf == fourTimesModel)
        config.dFf = 4 * config.dModel;
    if (config.keyValueHeads == config.heads)
        config.keyValueHeads = asManyAsHeads;
    if (config.architecture != Architecture::EncoderDecoder) {
        config.decoderHeads = config.heads;
        config.decoderDFf = config.dFf;
    }
}

void readHeadSize(const Family &family, const ConfigFile &file, ModelConfig &config)
{
    const auto requireDivides = [&](int ModelConfig::*heads) {
        if (config.dModel % (config.*heads) != 0)
            file.fail(Message::tr("%1 %2 must be a multiple of %3 %4",
                                  {keyOf(family, file, &ModelConfig::dModel), std::to_string(config.dModel),
                                   keyOf(family, file, heads), std::to_string(config.*heads)}));
    };
    const bool isGiven = family.headSizeKey && (family.headSize > 0 || file.find(family.headSizeKey));
    if (!isGiven)
        requireDivides(&ModelConfig::heads);
    const int size =
        isGiven ? file.whole({family.headSizeKey}, 1, maximumSize, family.headSize) : config.dModel / config.heads;
    config.dKey = size;
    config.dValue = size;
    if (config.decoderHeads == config.heads)
        return;
    requireDivides(&ModelConfig::decoderHeads);
    file.fail(Message::tr("%1 is %2 and %3 is %4; heads of unlike sizes in the two stacks are not computed here",
                          {keyOf(family, file, &ModelConfig::heads), std::to_string(config.heads),
                           keyOf(family, file, &ModelConfig::decoderHeads), std::to_string(config.decoderHeads)}));
}

/// Since 5.2 the library makes a mask that forbids nothing where is_causal is false. Where it is null, or true beside
/// an encoder, its implementations of attention disagree: scaled_dot_product_attention gets is_causal too.
Mask decoderMask(const Family &family, const ConfigFile &file)
{
    if (file.isNull("is_causal"))
        file.fail(Message::tr("is_causal must be true or false, not null"));
    const bool isCausal = file.flag("is_causal", true);
    if (isCausal && file.find("is_causal") && family.base.architecture == Architecture::EncoderDecoder)
        failUnaccepted(family, file, {"is_causal", {"false"}});
    return isCausal ? Mask::Causal : Mask::None;
}

/// Switches that a key turns another way than the family usually has them.
void readSwitches(const Family &family, const ConfigFile &file, ModelConfig &config)
{
    for (const FlagKey &flag : family.flags)
        config.*flag.flag = file.flag(flag.key, flag.otherwise);
    if (family.adjust)
        family.adjust(file, config);
    if (family.causalKey && file.flag(family.causalKey, false)) {
        if (file.find("is_causal")) // the library's masks go by it, too
            failUnaccepted(family, file, {family.causalKey, {"false"}});
        config.encoderMask = Mask::Causal;
    }
    if (!family.rotaryKey)
        return;
    const std::string position = file.text(family.rotaryKey, "absolute");
    if (position != "absolute" && position != "rotary")
        failUnaccepted(family, file, {family.rotaryKey, {"absolute", "rotary"}});
    if (position == "rotary") {
        config.position = Position::Rotary;
        config.ropeTheta = file.number("rope_theta", 10000);
    }
}

/// ALBERT's layers, of which each may be several.
void readGroups(const Family &family, const ConfigFile &file, FamilyConfig &read)
{
    if (!family.groupsKey)
        return;
    read.groups = file.whole({family.groupsKey}, 1, read.config.encoderLayers, 1);
    read.inner = file.whole({family.innerKey}, 1, maximumLayers / read.config.encoderLayers, 1);
    read.config.encoderLayers *= read.inner;
}

bool hasAnyBias(const Family &family, const ConfigFile &file)
{
    return std::any_of(family.tensors.begin(), family.tensors.end(), [&](const TensorRule &rule) {
        return rule.biasKey && rule.biasKey != neverBiased && file.flag(rule.biasKey, family.hasBiases);
    });
}

} // namespace

const Family &familyOf(const ConfigFile &file)
{
    const JsonValue *type = file.find("model_type");
    if (!type)
        file.fail(Message::tr("has no model_type, which names the family of the model"));
    const Family *family = type->kind == JsonValue::Kind::Text ? familyOf(type->text) : nullptr;
    if (!family)
        file.fail(
            Message::tr("model_type is %1, which is not read; those that are: %2; attention that a model computes "
                        "in Python can be shown all the same, by regard.show(outputs, tokens)",
                        {valueText(*type), commaList(modelTypes())}));
    return *family;
}

std::string FamilyConfig::layerName(int layer) const
{
    if (groups == 0)
        return std::to_string(layer);
    const double layersOfGroup = double(config.encoderLayers / inner) / groups;
    return std::to_string(int((layer / inner) / layersOfGroup)) + ".albert_layers." + std::to_string(layer % inner);
}

FamilyConfig readFamilyConfig(const Family &family, const ConfigFile &file)
{
    requireAcceptedKeys(family, file);
    FamilyConfig read{family.base, file.flag("tie_word_embeddings", family.isTied), family.skippedPositions};
    ModelConfig &config = read.config;
    readSizes(family, file, config);
    readHeadSize(family, file, config);
    readSwitches(family, file, config);
    readGroups(family, file, read);
    if (config.embeddingSize == config.dModel && !family.projectsAlways)
        config.embeddingSize = 0;
    config.activation =
        activationNamed(family.activationKey ? file.text(family.activationKey, family.activation) : family.activation,
                        family.activationKey ? family.activationKey : "", file);
    if (family.epsilonKey)
        config.normEpsilon = file.number(family.epsilonKey, config.normEpsilon);
    if (family.scaleKey)
        config.embeddingScale = file.flag(family.scaleKey, family.scales);
    if (config.architecture != Architecture::Encoder)
        config.decoderMask = decoderMask(family, file);
    if (family.base.position == Position::Rotary) {
        readRotary(family, file, config);
        readWindows(family, file, config);
    }
    for (const NumberKey &key : family.numbers) {
        config.*key.number = file.number(key.key, key.otherwise);
        if (!(config.*key.number > 0))
            file.fail(Message::tr("%1 must be a number above 0", {key.key}));
    }
    if (config.tokenDropout)
        read.mask = file.whole({family.maskKey}, 0, maximumSize, 0);
    if (family.paddingId >= 0) {
        const int padding =
            family.isPaddingFixed ? family.paddingId : file.whole({"pad_token_id"}, 0, maximumSize, family.paddingId);
        const bool isCounted = config.position == Position::SinusoidalFairseq;
        read.padding = isCounted || hasPositionTable(config.position) ? padding : -1;
        if (isCounted)
            config.positionStart = padding + 1;
        else
            read.skippedPositions += padding;
    }
    if (family.sharedKey) {
        read.hasTarget = !file.flag(family.sharedKey, true);
        file.whole({family.targetWordsKey}, 1, maximumSentence, 1); // compared with the rows that it counts
    }
    const bool isBiased = hasAnyBias(family, file);
    config.bias = config.bias || isBiased;
    try {
        validateRules(config);
    } catch (const ConfigError &error) {
        file.fail(error.what());
    }
    return read;
}

} // namespace regard

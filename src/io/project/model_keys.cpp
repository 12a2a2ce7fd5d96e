#include "io/project/model_keys.h"

#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "io/base/nearest_name.h"
#include "io/base/number_text.h"
#include "io/project/words.h"

namespace regard {

namespace {

/// One key of `model`: how its value is read from text and written as text. read returns false for a text that is not a
/// value of the key.
struct ModelKey {
    std::string name;
    ModelKeyKind kind;
    std::string (*takes)(); ///< in words, only when needed: the language may change
    bool (*read)(ModelConfig &, const std::string &);
    std::string (*write)(const ModelConfig &);
};

template <int ModelConfig::*member, int lowest, int highest>
ModelKey wholeKey(const char *name)
{
    return {name, ModelKeyKind::Whole,
            [] {
                return Message::tr("a whole number from %1 to %2", {std::to_string(lowest), std::to_string(highest)});
            },
            [](ModelConfig &config, const std::string &text) {
                const auto value = numberFrom<int>(text);
                const bool good = value && *value >= lowest && *value <= highest;
                if (good)
                    config.*member = *value;
                return good;
            },
            [](const ModelConfig &config) { return numberText(config.*member); }};
}

template <bool ModelConfig::*member>
ModelKey flagKey(const char *name)
{
    return {name, ModelKeyKind::Flag, [] { return Message::tr("true or false"); },
            [](ModelConfig &config, const std::string &text) {
                const bool good = text == "true" || text == "false";
                if (good)
                    config.*member = text == "true";
                return good;
            },
            [](const ModelConfig &config) { return std::string(config.*member ? "true" : "false"); }};
}

/// zero: whether 0 is among the values.
template <double ModelConfig::*member, bool zero>
ModelKey numberKey(const char *name)
{
    return {name, ModelKeyKind::Number,
            [] { return zero ? Message::tr("a number from 0") : Message::tr("a number above 0"); },
            [](ModelConfig &config, const std::string &text) {
                const auto value = numberFrom<double>(text);
                const bool good = value && std::isfinite(*value) && (zero ? *value >= 0 : *value > 0);
                if (good)
                    config.*member = *value;
                return good;
            },
            [](const ModelConfig &config) { return numberText(config.*member); }};
}

ModelKey seedKey()
{
    return {"seed", ModelKeyKind::Whole,
            [] {
                return Message::tr("a whole number from %1 to %2",
                                   {"0", std::to_string(std::numeric_limits<std::uint64_t>::max())});
            },
            [](ModelConfig &config, const std::string &text) {
                const auto value = numberFrom<std::uint64_t>(text);
                if (value)
                    config.seed = *value;
                return value.has_value();
            },
            [](const ModelConfig &config) { return numberText(config.seed); }};
}

template <typename Enum, Enum ModelConfig::*member>
ModelKey wordKey(const char *name)
{
    return {name, ModelKeyKind::Word, [] { return Message::tr("one of %1", {commaList(wordsOf<Enum>())}); },
            [](ModelConfig &config, const std::string &text) {
                const std::optional<Enum> value = valueOf<Enum>(text);
                config.*member = value.value_or(config.*member);
                return value.has_value();
            },
            [](const ModelConfig &config) { return wordOf(config.*member); }};
}

/// Numbers with spaces between them, as a text; empty: none.
template <typename Number, std::vector<Number> ModelConfig::*member>
ModelKey listKey(const char *name)
{
    return {
        name, ModelKeyKind::Word,
        [] { return Message::tr("a text of numbers above 0 with spaces between them, such as \"%1\"", {"4 8 12"}); },
        [](ModelConfig &config, const std::string &text) {
            std::vector<Number> values;
            std::istringstream words(text);
            for (std::string word; words >> word;) {
                const auto value = numberFrom<Number>(word);
                if (!value || !std::isfinite(double(*value)) || !(*value > 0) || values.size() == maximumSize)
                    return false;
                values.push_back(*value);
            }
            config.*member = std::move(values);
            return true;
        },
        [](const ModelConfig &config) {
            std::string text;
            for (const Number value : config.*member)
                text += (text.empty() ? "" : " ") + numberText(value);
            return text;
        }};
}

constexpr const char *sameActivation = "same";

ModelKey outputActivationKey()
{
    return {"output_activation", ModelKeyKind::Word,
            [] {
                return Message::tr("one of %1",
                                   {std::string(sameActivation) + ", " + commaList(wordsOf<Activation>())});
            },
            [](ModelConfig &config, const std::string &text) {
                const std::optional<Activation> value = valueOf<Activation>(text);
                const bool good = value || text == sameActivation;
                if (good)
                    config.outputActivation = value;
                return good;
            },
            [](const ModelConfig &config) {
                return config.outputActivation ? wordOf(*config.outputActivation) : sameActivation;
            }};
}

const std::vector<ModelKey> &keyTable()
{
    using C = ModelConfig;
    static const std::vector<ModelKey> table = {
        wordKey<Architecture, &C::architecture>("architecture"),
        wordKey<StackKind, &C::encoderKind>("encoder_kind"),
        wordKey<StackKind, &C::decoderKind>("decoder_kind"),
        wordKey<Cell, &C::cell>("cell"),
        wholeKey<&C::directions, 1, 2>("directions"),
        wordKey<DecoderAttention, &C::decoderAttention>("decoder_attention"),
        wholeKey<&C::encoderLayers, 0, maximumLayers>("encoder_layers"),
        wholeKey<&C::decoderLayers, 0, maximumLayers>("decoder_layers"),
        wholeKey<&C::dModel, 1, maximumSize>("d_model"),
        wholeKey<&C::heads, 1, maximumHeads>("heads"),
        wholeKey<&C::dKey, 1, maximumSize>("d_key"),
        wholeKey<&C::dValue, 1, maximumSize>("d_value"),
        wholeKey<&C::dFf, 0, maximumSize>("d_ff"),
        wholeKey<&C::decoderHeads, 1, maximumHeads>("decoder_heads"),
        wholeKey<&C::decoderDFf, 0, maximumSize>("decoder_d_ff"),
        wordKey<Score, &C::score>("score"),
        wordKey<Mask, &C::encoderMask>("encoder_mask"),
        wordKey<Mask, &C::decoderMask>("decoder_mask"),
        wordKey<Position, &C::position>("position"),
        wholeKey<&C::positionStart, 0, maximumSize>("position_start"),
        flagKey<&C::embeddingScale>("embedding_scale"),
        flagKey<&C::embeddingNorm>("embedding_norm"),
        flagKey<&C::outputProjection>("output_projection"),
        flagKey<&C::bias>("bias"),
        flagKey<&C::residual>("residual"),
        wordKey<Norm, &C::norm>("norm"),
        numberKey<&C::normEpsilon, false>("norm_epsilon"),
        flagKey<&C::finalNorm>("final_norm"),
        wordKey<Activation, &C::activation>("activation"),
        wordKey<Initialization, &C::initialization>("initialization"),
        numberKey<&C::initializationStd, true>("initialization_std"),
        seedKey(),
        wholeKey<&C::keyValueHeads, 0, maximumHeads>("key_value_heads"),
        flagKey<&C::qkvBias>("qkv_bias"),
        wordKey<NormKind, &C::normKind>("norm_kind"),
        flagKey<&C::gated>("gated"),
        numberKey<&C::ropeTheta, false>("rope_theta"),
        flagKey<&C::rotaryInterleaved>("rotary_interleaved"),
        wholeKey<&C::rotaryWidth, 0, maximumSize>("rotary_width"),
        wordKey<RopeScaling, &C::ropeScaling>("rope_scaling"),
        numberKey<&C::ropeFactor, false>("rope_factor"),
        wholeKey<&C::ropeOriginal, 1, maximumSentence>("rope_original"),
        numberKey<&C::ropeLow, false>("rope_low"),
        numberKey<&C::ropeHigh, false>("rope_high"),
        flagKey<&C::ropeTruncate>("rope_truncate"),
        numberKey<&C::ropeAttention, false>("rope_attention"),
        listKey<double, &C::ropeShort>("rope_short"),
        listKey<double, &C::ropeLong>("rope_long"),
        listKey<int, &C::unrotatedLayers>("unrotated_layers"),
        wholeKey<&C::window, 0, maximumSentence>("window"),
        listKey<int, &C::fullLayers>("full_layers"),
        numberKey<&C::windowTheta, true>("window_theta"),
        wordKey<QkNorm, &C::qkNorm>("qk_norm"),
        numberKey<&C::embeddingMultiplier, false>("embedding_multiplier"),
        numberKey<&C::residualMultiplier, false>("residual_multiplier"),
        numberKey<&C::scoreScale, true>("score_scale"),
        numberKey<&C::logitsDivisor, false>("logits_divisor"),
        numberKey<&C::scoreCap, true>("score_cap"),
        numberKey<&C::logitsCap, true>("logits_cap"),
        flagKey<&C::attentionSinks>("attention_sinks"),
        wholeKey<&C::tokenTypes, 0, maximumSize>("token_types"),
        wholeKey<&C::maximumTokens, 0, maximumSentence>("maximum_tokens"),
        flagKey<&C::maskedLanguageModel>("masked_language_model"),
        flagKey<&C::replacedTokens>("replaced_tokens"),
        wholeKey<&C::embeddingSize, 0, maximumSize>("embedding_size"),
        flagKey<&C::narrowTokens>("narrow_tokens"),
        wordKey<ScoreBias, &C::scoreBias>("score_bias"),
        flagKey<&C::tokenDropout>("token_dropout"),
        flagKey<&C::parallelResidual>("parallel_residual"),
        flagKey<&C::scaleByLayer>("scale_by_layer"),
        outputActivationKey(),
        flagKey<&C::tiedOutput>("tied_output"),
    };
    return table;
}

const ModelKey &keyNamed(const std::string &name)
{
    for (const ModelKey &key : keyTable())
        if (key.name == name)
            return key;
    throw ConfigError(Message::tr("the model has no key \"%1\"%2", {name, nearestNameHint(name, modelKeys())}));
}

/// How many layers a stack has by default: one where the architecture has the stack.
std::pair<int, int> usualLayers(Architecture architecture)
{
    return {architecture == Architecture::Decoder ? 0 : 1, architecture == Architecture::Encoder ? 0 : 1};
}

/// The score function that goes with a decoder's attention, of the papers that brought them.
Score usualScore(DecoderAttention attention)
{
    switch (attention) {
    case DecoderAttention::Bahdanau:
        return Score::Additive;
    case DecoderAttention::Luong:
        return Score::General;
    case DecoderAttention::None:
        break;
    }
    return Score::ScaledDot;
}

/// Lets what follows a key by default follow its new value.
void followDefaults(const ModelConfig &before, ModelConfig &config, const std::string &key)
{
    if (key == "heads" && before.decoderHeads == before.heads) {
        config.decoderHeads = config.heads;
    } else if (key == "d_ff" && before.decoderDFf == before.dFf) {
        config.decoderDFf = config.dFf;
    } else if (key == "decoder_attention" && before.score == usualScore(before.decoderAttention)) {
        config.score = usualScore(config.decoderAttention);
    } else if (key == "architecture") {
        const auto [encoder, decoder] = usualLayers(config.architecture);
        if (encoder == 0 || before.encoderLayers == 0)
            config.encoderLayers = encoder;
        if (decoder == 0 || before.decoderLayers == 0)
            config.decoderLayers = decoder;
        const bool isEncoder = config.architecture == Architecture::Encoder;
        config.maskedLanguageModel = config.maskedLanguageModel && isEncoder;
        config.replacedTokens = config.replacedTokens && isEncoder;
    }
}

} // namespace

const std::vector<std::string> &modelKeys()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const ModelKey &key : keyTable())
            all.push_back(key.name);
        return all;
    }();
    return names;
}

ModelKeyKind modelKeyKind(const std::string &key)
{
    return keyNamed(key).kind;
}

std::string modelKeyTakes(const std::string &key)
{
    return keyNamed(key).takes();
}

std::string modelKeyValue(const ModelConfig &config, const std::string &key)
{
    return keyNamed(key).write(config);
}

void setModelKey(ModelConfig &config, const std::string &key, const std::string &value)
{
    const ModelKey &found = keyNamed(key);
    const ModelConfig before = config;
    if (!found.read(config, value))
        throw ConfigError(Message::tr("%1 takes %2, not \"%3\"", {key, found.takes(), value}));
    followDefaults(before, config, key);
}

} // namespace regard

#include "io/checkpoint/rotary_config.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "engine/base/message.h"
#include "engine/model/positions.h"

namespace regard {

namespace {

/// The rules of rotary positions, under the key that holds them.
struct RotaryRules {
    std::string key;
    ConfigFile given;
};

ConfigFile objectOf(const JsonValue *value, const std::string &key, const ConfigFile &file)
{
    if (value && value->kind != JsonValue::Kind::Object)
        file.fail(Message::tr("%1 must be an object in braces, not %2", {key, value->described()}));
    JsonValue empty;
    empty.kind = JsonValue::Kind::Object;
    return {value ? *value : empty, file.file()};
}

bool isGiven(const JsonValue *value)
{
    return value && (value->kind != JsonValue::Kind::Object || !value->keys.empty());
}

/// Given both, the library reads rope_scaling, unless it is empty.
RotaryRules rulesOf(const ConfigFile &file)
{
    const JsonValue *scaling = file.find("rope_scaling");
    const std::string key = isGiven(scaling) ? "rope_scaling" : "rope_parameters";
    return {key, objectOf(file.find(key.c_str()), key, file)};
}

void refuseNested(const RotaryRules &rules, const ConfigFile &file)
{
    for (const std::string &key : rules.given.keys())
        if (const JsonValue *value = rules.given.find(key.c_str()); value && value->kind == JsonValue::Kind::Object)
            file.fail(Message::tr("%1 has rotary positions of its own for \"%2\", which are not computed here",
                                  {rules.key, key}));
}

RopeScaling scalingOf(const Family &family, const RotaryRules &rules, const ConfigFile &file)
{
    const JsonValue *type = rules.given.find(std::vector<const char *>{"rope_type", "type"});
    if (rules.given.find("mrope_section"))
        file.fail(
            Message::tr("%1 has mrope_section; rotary positions of several axes are not computed here", {rules.key}));
    if (!type || type->text == "default")
        return RopeScaling::None;
    if (family.rotary.isLongAlone) {
        if (type->text == "longrope" || type->text == "su" || type->text == "yarn")
            return RopeScaling::LongRope;
    } else {
        for (const auto &[word, scaling] : {std::pair{"linear", RopeScaling::Linear},
                                            {"dynamic", RopeScaling::Dynamic},
                                            {"llama3", RopeScaling::Llama3},
                                            {"yarn", RopeScaling::Yarn},
                                            {"longrope", RopeScaling::LongRope}})
            if (type->text == word)
                return scaling;
    }
    file.fail(Message::tr("%1 asks for rotary positions of the type %2, which are not computed here in a %3 model",
                          {rules.key, valueText(*type), family.name}));
}

double needed(const RotaryRules &rules, const char *key)
{
    if (!rules.given.find(key))
        rules.given.fail(Message::tr("%1 has no %2, which its type of rotary positions needs", {rules.key, key}));
    return rules.given.number(key, 0);
}

std::vector<double> factorsOf(const RotaryRules &rules, const char *key)
{
    const JsonValue *list = rules.given.find(key);
    std::vector<double> factors;
    if (list && list->kind == JsonValue::Kind::Numbers)
        for (const JsonNumber &number : list->numbers)
            factors.push_back(number.real());
    if (factors.empty() || !std::all_of(factors.begin(), factors.end(), [](double x) { return x >= 1e-6 && x <= 1e6; }))
        rules.given.fail(Message::tr("%1 of %2 must be a list of numbers from 1e-6 to 1e6", {key, rules.key}));
    return factors;
}

/// 0.1 · mscale · ln(scale) + 1; Peng et al. 2024, section 3.4.
double yarnScale(double scale, double mscale)
{
    return scale <= 1 ? 1 : 0.1 * mscale * std::log(scale) + 1;
}

double yarnAttention(const RotaryRules &rules, double factor)
{
    const double mscale = rules.given.number("mscale", 0);
    const double ofAll = rules.given.number("mscale_all_dim", 0);
    return mscale != 0 && ofAll != 0 ? yarnScale(factor, mscale) / yarnScale(factor, ofAll) : yarnScale(factor, 1);
}

double longAttention(double factor, int original)
{
    return factor <= 1 ? 1 : std::sqrt(1 + std::log(factor) / std::log(double(original)));
}

/// The sentence's length before scaling. A number at the top of the file counts before that of the rules.
int originalOf(const Family &family, const RotaryRules &rules, const ConfigFile &file, const ModelConfig &config)
{
    const char *key = "original_max_position_embeddings";
    const int inRules = rules.given.whole({key}, 1, maximumSentence, config.maximumTokens);
    const int atTop = file.whole({key}, 1, maximumSentence, family.rotary.isLongAlone ? 4096 : inRules);
    if (config.ropeScaling == RopeScaling::Dynamic)
        return config.maximumTokens;
    if (family.rotary.isByLayerType)
        return inRules;
    return atTop;
}

void readScaling(const Family &family, const RotaryRules &rules, const ConfigFile &file, ModelConfig &config)
{
    config.ropeScaling = scalingOf(family, rules, file);
    const int original = originalOf(family, rules, file, config);
    if (config.ropeScaling == RopeScaling::None)
        return;
    config.ropeOriginal = original;
    if (config.ropeScaling == RopeScaling::Dynamic)
        config.maximumTokens = 0; // it is made for sentences that are longer
    // A null asks for the ratio of the two lengths.
    const bool isRatio = rules.given.isNull("factor") || config.ropeScaling == RopeScaling::LongRope;
    const double ratio = double(config.maximumTokens) / config.ropeOriginal;
    config.ropeFactor = isRatio ? rules.given.number("factor", ratio) : needed(rules, "factor");
    if (config.ropeScaling == RopeScaling::Llama3) {
        config.ropeLow = needed(rules, "low_freq_factor");
        config.ropeHigh = needed(rules, "high_freq_factor");
    } else if (config.ropeScaling == RopeScaling::Yarn) {
        config.ropeLow = rules.given.number("beta_slow", 1);
        config.ropeHigh = rules.given.number("beta_fast", 32);
        // The library looks for truncate beside the types of layers, where it is not.
        config.ropeTruncate = family.rotary.isByLayerType || rules.given.flag("truncate", true);
        config.ropeAttention = rules.given.number("attention_factor", yarnAttention(rules, config.ropeFactor));
    } else if (config.ropeScaling == RopeScaling::LongRope) {
        config.ropeShort = factorsOf(rules, "short_factor");
        config.ropeLong = factorsOf(rules, "long_factor");
        config.ropeAttention =
            rules.given.number("attention_factor", longAttention(config.ropeFactor, config.ropeOriginal));
        config.ropeFactor = 1;
    }
}

void readWidth(const Family &family, const RotaryRules &rules, const ConfigFile &file, ModelConfig &config)
{
    const char *usual = "partial_rotary_factor";
    const char *key = rules.given.find(usual) ? usual : family.rotary.shareKey;
    const double share = rules.given.number(usual, file.number(family.rotary.shareKey, family.rotary.share));
    if (share == 1)
        return;
    if (!family.rotary.isPartial)
        file.fail(Message::tr("%1 must be 1: of a %2 model the library rotates all columns", {key, family.name}));
    if (!(share > 0 && share < 1))
        file.fail(Message::tr("%1 must be a number above 0 and up to 1", {key}));
    config.rotaryWidth = int(config.dKey * share);
    if (config.rotaryWidth < 2 || config.rotaryWidth % 2 != 0)
        file.fail(Message::tr("%1 asks to rotate %2 of a head's %3 columns, but only pairs of columns can be rotated",
                              {key, std::to_string(config.rotaryWidth), std::to_string(config.dKey)}));
}

/// OLMo 3: scaling and rope_theta are those of the layers without a window.
void readByLayerType(const Family &family, const ConfigFile &file, ModelConfig &config)
{
    const JsonValue *scaling = file.find("rope_scaling");
    const ConfigFile types = objectOf(file.find("rope_parameters"), "rope_parameters", file);
    const auto typed = [&](const char *type) {
        return RotaryRules{std::string("rope_parameters.") + type, objectOf(types.find(type), type, file)};
    };
    for (const std::string &key : types.keys())
        if (key != "full_attention" && key != "sliding_attention")
            file.fail(Message::tr("rope_parameters has %1 beside full_attention and sliding_attention; of an %2 model "
                                  "that is not read",
                                  {key, family.name}));
    const RotaryRules full = isGiven(scaling) ? RotaryRules{"rope_scaling", objectOf(scaling, "rope_scaling", file)}
                                              : typed("full_attention");
    const RotaryRules windowed = typed("sliding_attention");
    const double plain = file.number("rope_theta", family.rotary.theta);
    config.ropeTheta = full.given.number(
        "rope_theta", isGiven(scaling) ? typed("full_attention").given.number("rope_theta", plain) : plain);
    config.windowTheta = windowed.given.number("rope_theta", family.rotary.theta);
    readScaling(family, full, file, config);
    ModelConfig ofWindows = config;
    readScaling(family, windowed, file, ofWindows);
    if (ofWindows.ropeScaling != RopeScaling::None)
        file.fail(Message::tr("rope_parameters scales the rotary positions of sliding_attention, which is not computed "
                              "here"));
    readWidth(family, full, file, config);
    readWidth(family, windowed, file, config);
}

/// no_rope_layers has 1 for the layers that are rotated.
void readUnrotated(const ConfigFile &file, ModelConfig &config)
{
    const int interval = file.whole({"no_rope_layer_interval"}, 1, maximumSize, 4);
    const JsonValue *list = file.find("no_rope_layers");
    if (list && (list->kind != JsonValue::Kind::Numbers || int(list->numbers.size()) < config.decoderLayers))
        file.fail(Message::tr("no_rope_layers must be a list with a number for each of the %1 layers",
                              {std::to_string(config.decoderLayers)}));
    for (int layer = 1; layer <= config.decoderLayers; ++layer)
        if (list ? list->numbers[std::size_t(layer - 1)].real() == 0 : layer % interval == 0)
            config.unrotatedLayers.push_back(layer);
}

bool isWindowed(const WindowRule &rule, const ModelConfig &config, int layer, int firstWindowed)
{
    const std::vector<int> &unrotated = config.unrotatedLayers;
    switch (rule.layers) {
    case WindowLayers::None:
        return false;
    case WindowLayers::All:
        return true;
    case WindowLayers::FromMaximum:
        return layer > firstWindowed;
    case WindowLayers::Unrotated:
        return std::find(unrotated.begin(), unrotated.end(), layer) != unrotated.end();
    case WindowLayers::ThreeOfFour:
        return layer % 4 != 0;
    }
    return false;
}

/// For each layer whether layer_types gives it a window; empty where the file does not have it.
std::vector<bool> listedWindows(const ConfigFile &file, const ModelConfig &config)
{
    const JsonValue *types = file.find("layer_types");
    std::vector<bool> windows;
    if (!types)
        return windows;
    for (const JsonValue &type : types->items) {
        if (type.text != "full_attention" && type.text != "sliding_attention")
            file.fail(Message::tr("layer_types holds %1, which is not computed here; only \"full_attention\" and "
                                  "\"sliding_attention\" are",
                                  {valueText(type)}));
        windows.push_back(type.text == "sliding_attention");
    }
    if (int(windows.size()) != config.decoderLayers)
        file.fail(Message::tr("layer_types must be a list with a type for each of the %1 layers",
                              {std::to_string(config.decoderLayers)}));
    return windows;
}

} // namespace

void readRotary(const Family &family, const ConfigFile &file, ModelConfig &config)
{
    if (family.rotary.skipsLayers)
        readUnrotated(file, config);
    if (family.rotary.isByLayerType)
        return readByLayerType(family, file, config);
    const RotaryRules rules = rulesOf(file);
    refuseNested(rules, file);
    config.ropeTheta = rules.given.number("rope_theta", file.number(family.rotary.thetaKey, family.rotary.theta));
    readWidth(family, rules, file, config);
    readScaling(family, rules, file, config);
}

void readWindows(const Family &family, const ConfigFile &file, ModelConfig &config)
{
    const WindowRule &rule = family.window;
    const std::vector<bool> listed = listedWindows(file, config);
    // Read whether they count or not, so that a broken value is told.
    const bool isFlagged = !rule.flagKey || file.flag(rule.flagKey, false);
    const int window = rule.layers == WindowLayers::None
                           ? 0
                           : file.whole({"sliding_window"}, 1, maximumSentence, std::max(rule.otherwise, 1));
    const int firstWindowed =
        rule.layers == WindowLayers::FromMaximum ? file.whole({"max_window_layers"}, 0, maximumSize, 28) : 0;
    const bool isOn = rule.layers != WindowLayers::None && isFlagged && !file.isNull("sliding_window") &&
                      (rule.otherwise > 0 || file.find("sliding_window"));
    const bool isListed = std::find(listed.begin(), listed.end(), true) != listed.end();
    const bool takesList = rule.layers != WindowLayers::None && rule.layers != WindowLayers::All;
    if (isListed && !(isOn && takesList))
        file.fail(Message::tr("layer_types holds \"sliding_attention\", but the other keys give the %1 model no window "
                              "of some layers alone",
                              {family.name}));
    if (!isOn && family.rotary.isByLayerType)
        file.fail(Message::tr("sliding_window must be a whole number of tokens in an %1 model", {family.name}));
    if (!isOn)
        return;
    std::vector<int> full;
    for (int layer = 1; layer <= config.decoderLayers; ++layer)
        if (takesList && !listed.empty() ? !listed[std::size_t(layer - 1)]
                                         : !isWindowed(rule, config, layer, firstWindowed))
            full.push_back(layer);
    if (int(full.size()) == config.decoderLayers)
        config.windowTheta = 0;
    // A window of the whole sentence hides nothing, but it says which layers rotate by window_theta.
    if (int(full.size()) == config.decoderLayers ||
        (config.maximumTokens > 0 && window >= config.maximumTokens && config.windowTheta == 0))
        return;
    if (config.decoderMask == Mask::None)
        file.fail(Message::tr("is_causal is false beside a sliding_window, which is not computed here"));
    config.window = window;
    config.fullLayers = std::move(full);
}

} // namespace regard

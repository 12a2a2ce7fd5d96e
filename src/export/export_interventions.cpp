#include "export/export_interventions.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/model/recurrent.h"
#include "export/model_options.h"
#include "io/base/text_stream.h"
#include "io/project/attention_extent.h"
#include "io/project/model_keys.h"
#include "io/project/words.h"

namespace regard {

namespace {

/// A whole number from 1; 0 where the text is none.
int countingNumber(std::string_view text)
{
    int number = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && stopped == text.data() + text.size() && number > 0 ? number : 0;
}

HeadRef headOf(const char *option, const HeadName &name, const ModelConfig &config, const std::string &block)
{
    if (name.isBackward)
        throw ConfigError("--" + std::string(option) + " ….backward names a state of a recurrent encoder; \"" +
                          (name.block.empty() ? block : name.block) + "\" is none");
    const Attention attention = attentionNamed(name.block.empty() ? block : name.block, config);
    const auto fail = [&](const char *what, int count) {
        throw ConfigError("--" + std::string(option) + " " + (name.block.empty() ? "" : name.block + ".") +
                          std::to_string(name.layer) + "." + std::to_string(name.head) + " is not there: in block \"" +
                          wordOf(attention) + "\" the number of " + what + " is " + std::to_string(count));
    };
    if (name.layer > layersOf(config, attention))
        fail("layers", layersOf(config, attention));
    if (name.head > headsOf(config, attention))
        fail("heads", headsOf(config, attention));
    return {attention, name.layer - 1, name.head - 1};
}

/// The recurrent stack that a block's word names, or, of a model without attention, that no word names.
std::optional<Stack> recurrentStack(const std::string &block, const ModelConfig &config)
{
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        if (isRecurrent(config, stack) &&
            (block == stackName(stack) ||
             (block.empty() && attentionsOf(config).empty() && stack == sourceStack(config))))
            return stack;
    return std::nullopt;
}

StateRef stateOf(const HeadName &name, Stack stack, const ModelConfig &config, Replacement replacement)
{
    const std::string text = stackName(stack) + "." + std::to_string(name.layer) + "." + std::to_string(name.head) +
                             (name.isBackward ? ".backward" : "");
    if (replacement != Replacement::Zero)
        throw ConfigError("--off " + text + " names a state, in whose place zero alone can stand; leave --off-by out");
    if (name.layer > layersOf(config, stack))
        throw ConfigError("--off " + text + " is not there: the number of layers of the " + stackName(stack) + " is " +
                          std::to_string(layersOf(config, stack)));
    if (name.isBackward && directionsOf(config, stack) == 1)
        throw ConfigError("--off " + text + " is not there: the " + stackName(stack) + " goes forward alone");
    return {{stack, name.layer - 1, name.isBackward ? Direction::Backward : Direction::Forward}, name.head - 1};
}

} // namespace

Attention attentionNamed(const std::string &word, const ModelConfig &config)
{
    const std::vector<Attention> attentions = attentionsOf(config);
    const auto layers = [&](const char *key) { return std::string(key) + " is " + modelKeyValue(config, key); };
    std::string sizes = layers("architecture") + ", " + layers("encoder_layers") + ", " + layers("decoder_layers");
    for (const auto &[stack, kind] :
         {std::pair(Stack::Encoder, "encoder_kind"), std::pair(Stack::Decoder, "decoder_kind")})
        if (isRecurrent(config, stack))
            sizes += ", " + layers(kind);
    if (isRecurrent(config, Stack::Decoder))
        sizes += ", " + layers("decoder_attention");
    if (attentions.empty())
        throw ConfigError("this model has no attention to show: " + sizes);
    if (word.empty())
        return attentions.front();
    for (const Attention attention : attentions)
        if (wordOf(attention) == word)
            return attention;
    throw ConfigError("this model has no block \"" + word + "\": " + sizes);
}

HeadName parseHeadName(const std::string &option, const std::string &text)
{
    HeadName name;
    std::string_view rest = text;
    for (const std::string &block : wordsOf<Attention>()) {
        const std::string start = block + ".";
        if (!rest.starts_with(start))
            continue;
        name.block = block;
        rest.remove_prefix(start.size());
        break;
    }
    constexpr std::string_view backward = ".backward";
    name.isBackward = option == "--off" && rest.ends_with(backward);
    if (name.isBackward)
        rest.remove_suffix(backward.size());
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    name.layer = countingNumber(rest.substr(0, dot));
    name.head = dot < rest.size() ? countingNumber(rest.substr(dot + 1)) : 0;
    if (name.layer < 1 || name.head < 1)
        throw UsageError(option + " takes LAYER.HEAD, both counted from 1, such as 1.3 or cross.1.3, not \"" + text +
                         "\"");
    return name;
}

std::pair<HeadName, float> parseTemperature(const std::string &text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        throw UsageError("--temperature takes LAYER.HEAD=NUMBER such as 1.3=0.5, not \"" + text + "\"");
    const HeadName name = parseHeadName("--temperature", text.substr(0, equals));
    const std::string number = text.substr(equals + 1);
    float temperature = 0;
    const auto [stopped, error] = std::from_chars(number.data(), number.data() + number.size(), temperature);
    const bool isNumber = error == std::errc() && stopped == number.data() + number.size();
    if (!isNumber || !(temperature >= lowestTemperature && temperature <= highestTemperature))
        throw UsageError("--temperature takes numbers from " + floatText(lowestTemperature) + " to " +
                         floatText(highestTemperature) + ", not \"" + number + "\"");
    return {name, temperature};
}

Interventions InterventionOptions::addedTo(Interventions interventions, const ModelConfig &config,
                                           const std::string &block) const
{
    for (const HeadName &name : off)
        if (const std::optional<Stack> stack = recurrentStack(name.block.empty() ? block : name.block, config))
            interventions.states.insert(stateOf(name, *stack, config, replacement));
        else
            interventions.heads[headOf("off", name, config, block)] = replacement;
    for (const auto &[name, temperature] : temperatures) {
        const HeadRef head = headOf("temperature", name, config, block);
        interventions.temperatures.erase(head);
        if (temperature != 1)
            interventions.temperatures[head] = temperature;
    }
    return interventions;
}

} // namespace regard

#include "export/export_interventions.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "document/sentence/side.h"
#include "engine/analysis/patching.h"
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

/// `8,2`: a query and a key. Nothing where the text is none.
std::optional<LinkRef> linkOf(std::string_view text)
{
    const std::size_t comma = std::min(text.find(','), text.size());
    const int query = countingNumber(text.substr(0, comma));
    const int key = comma < text.size() ? countingNumber(text.substr(comma + 1)) : 0;
    return query > 0 && key > 0 ? std::optional(LinkRef{query - 1, key - 1}) : std::nullopt;
}

/// Takes the word of a block and its dot from the front; empty where there is none.
std::string takeBlock(std::string_view &text)
{
    for (const std::string &block : wordsOf<Attention>())
        if (text.starts_with(block + ".")) {
            text.remove_prefix(block.size() + 1);
            return block;
        }
    return {};
}

Cut cutOf(const CutName &name, const ModelConfig &config, const std::string &block)
{
    Cut cut;
    for (const int head : name.heads.empty() ? std::vector<int>{1} : name.heads) {
        const HeadRef last = headOf("cut", {name.block, name.lastLayer, head}, config, block);
        cut.attention = last.attention;
        if (!name.heads.empty())
            cut.heads.push_back(last.head);
    }
    std::sort(cut.heads.begin(), cut.heads.end());
    cut.heads.erase(std::unique(cut.heads.begin(), cut.heads.end()), cut.heads.end());
    cut.firstLayer = name.firstLayer - 1;
    cut.lastLayer = name.lastLayer - 1;
    cut.link = name.link;
    return cut;
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
    name.block = takeBlock(rest);
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

std::pair<Replacement, std::string> parseReplacement(const std::string &option, const std::string &text)
{
    const std::string over = wordOf(Replacement::MeanOver) + ":";
    if (text.starts_with(over) && text.size() > over.size())
        return {Replacement::MeanOver, text.substr(over.size())};
    const std::optional<Replacement> replacement = valueOf<Replacement>(text);
    if (!replacement || *replacement == Replacement::MeanOver)
        throw UsageError(option + " takes zero, mean, uniform or mean-of:FILE, not \"" + text + "\"");
    return {*replacement, {}};
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

AttendName parseAttend(const std::string &text)
{
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::size_t equals = text.find('=', colon);
    const std::optional<LinkRef> link =
        equals < text.size() ? linkOf(std::string_view(text).substr(colon + 1, equals - colon - 1)) : std::nullopt;
    if (!link)
        throw UsageError("--attend takes LAYER.HEAD:QUERY,KEY=WEIGHT such as 1.3:8,2=0.8, not \"" + text + "\"");
    const std::string number = text.substr(equals + 1);
    AttendName name{parseHeadName("--attend", text.substr(0, colon)), *link, 0};
    const auto [stopped, error] = std::from_chars(number.data(), number.data() + number.size(), name.weight);
    if (error != std::errc() || stopped != number.data() + number.size() || !(name.weight >= 0 && name.weight <= 1))
        throw UsageError("--attend takes weights from 0 to 1, not \"" + number + "\"");
    return name;
}

CutName parseCut(const std::string &text)
{
    CutName name;
    const std::size_t colon = std::min(text.find(':'), text.size());
    std::string_view rest = std::string_view(text).substr(0, colon);
    name.block = takeBlock(rest);
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    const std::string_view layers = rest.substr(0, dot);
    const std::size_t dash = std::min(layers.find('-'), layers.size());
    name.firstLayer = countingNumber(layers.substr(0, dash));
    name.lastLayer = dash < layers.size() ? countingNumber(layers.substr(dash + 1)) : name.firstLayer;
    bool isRight = name.firstLayer > 0 && name.lastLayer >= name.firstLayer;
    if (dot < rest.size())
        for (rest.remove_prefix(dot); !rest.empty();) {
            rest.remove_prefix(1); // the dot, then commas
            const std::size_t comma = std::min(rest.find(','), rest.size());
            name.heads.push_back(countingNumber(rest.substr(0, comma)));
            isRight = isRight && name.heads.back() > 0;
            rest.remove_prefix(comma);
        }
    const std::optional<LinkRef> link =
        colon < text.size() ? linkOf(std::string_view(text).substr(colon + 1)) : std::nullopt;
    if (!isRight || !link)
        throw UsageError("--cut takes LAYERS:QUERY,KEY or LAYERS.HEADS:QUERY,KEY, such as 3:8,2, decoder.3-6:8,2 or "
                         "3-6.1,4:8,2, not \"" +
                         text + "\"");
    name.link = *link;
    return name;
}

PatchName parsePatch(const std::string &text)
{
    PatchName name;
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::optional<PatchKind> kind = valueOf<PatchKind>(text.substr(0, colon));
    std::string_view rest = std::string_view(text).substr(std::min(colon + 1, text.size()));
    name.kind = kind.value_or(PatchKind::Stream);
    name.block = takeBlock(rest);
    const std::size_t tokens = std::min(rest.find(':'), rest.size());
    const std::string_view place = rest.substr(0, tokens);
    const std::size_t dot = std::min(place.find('.'), place.size());
    const bool isEntry = name.kind == PatchKind::Stream && place == "0";
    name.layer = isEntry ? 0 : countingNumber(place.substr(0, dot));
    name.head = dot < place.size() ? countingNumber(place.substr(dot + 1)) : 0;
    bool isRight = kind && (isEntry || name.layer > 0) && (name.head > 0) == isOfHead(name.kind) &&
                   (dot == place.size() || name.head > 0);
    for (rest.remove_prefix(tokens); isRight && !rest.empty();) {
        rest.remove_prefix(1); // the colon, then commas
        const std::size_t comma = std::min(rest.find(','), rest.size());
        name.tokens.push_back(countingNumber(rest.substr(0, comma)) - 1);
        isRight = name.tokens.back() >= 0;
        rest.remove_prefix(comma);
    }
    if (!isRight)
        throw UsageError("--patch takes WHAT:LAYER or WHAT:LAYER.HEAD, and :TOKEN,TOKEN where it is not all of them, "
                         "such as value:1.3, head:cross.2.1:4,5 or stream:0:3, not \"" +
                         text + "\"");
    std::sort(name.tokens.begin(), name.tokens.end());
    name.tokens.erase(std::unique(name.tokens.begin(), name.tokens.end()), name.tokens.end());
    return name;
}

Interventions InterventionOptions::patchedFrom(const TraceComparison &comparison, const std::string &block,
                                               const std::string &source, const std::string &target) const
{
    const ModelConfig &config = comparison.model().config;
    Interventions interventions = comparison.model().interventions;
    if (const std::string reason = reasonForNoPatch(comparison.model(), comparison.modelBefore()); !reason.empty())
        throw ConfigError("--patch: " + reason);
    for (const PatchName &name : patches) {
        const PatchPlace place{name.kind, attentionNamed(name.block.empty() ? block : name.block, config),
                               name.kind == PatchKind::Stream ? name.layer : name.layer - 1, name.head - 1};
        const std::string text = "--patch " + wordOf(name.kind) + ":" + wordOf(place.attention) + "." +
                                 std::to_string(name.layer) + (name.head > 0 ? "." + std::to_string(name.head) : "");
        if (!exists(place, config))
            throw ConfigError(text + " is not there: this model has no such layer or head");
        const bool isOfTarget = (isOfKeys(name.kind) ? keysSide(config, place.attention)
                                                     : queriesSide(config, place.attention)) == Side::Target;
        const Trace &trace = *comparison.now();
        const auto count = int((isOfTarget ? trace.target : trace.source).tokens.size());
        std::vector<int> tokens = name.tokens;
        for (int token = 0; name.tokens.empty() && token < count; ++token)
            tokens.push_back(token);
        const Patch rows = patchFrom(comparison, place, tokens, isOfTarget ? target : source);
        if (rows.empty() || (!name.tokens.empty() && rows.size() != tokens.size()))
            throw ConfigError(text + " names a token that is not there, or has no counterpart in the pinned sentence");
        interventions = withPatch(std::move(interventions), place, rows);
    }
    return interventions;
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
    for (const AttendName &name : attend)
        interventions =
            withWeight(std::move(interventions), headOf("attend", name.head, config, block), name.link, name.weight);
    for (const CutName &name : cuts)
        interventions.cuts.insert(cutOf(name, config, block));
    return interventions;
}

} // namespace regard

#include "io/lesson/lesson_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "engine/analysis/lens.h"
#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/stack.h"
#include "io/base/nearest_name.h"

namespace regard {

namespace {

using LessonValueQuantity = LessonQuantity;

/// What a value's number is an index of.
enum class Counts { Nothing, Source, Target, Query, Key, Decoded, Said, Layer, Head, Component };

using Numbers = std::array<Counts, 4>;

/// How a quantity is written: its word and its numbers, the last `optional` of which may be left out.
struct Spelling {
    LessonValueQuantity quantity;
    const char *word;
    Numbers counts;
    int optional = 0;
    bool hasPlace = true; ///< whether another layer and head make sense
    bool isWord = false;
    bool isRow = false; ///< a row of numbers, where the optional number is missing or does not exist
};

constexpr Numbers none{};
constexpr Numbers query{Counts::Query};
constexpr Numbers pair{Counts::Query, Counts::Key};
constexpr Numbers queryComponent{Counts::Query, Counts::Component};
constexpr Numbers keyComponent{Counts::Key, Counts::Component};
constexpr Numbers decoded{Counts::Decoded};
constexpr Numbers pairAndHead{Counts::Query, Counts::Key, Counts::Layer, Counts::Head};

constexpr std::array<Spelling, 47> spellings{{
    {LessonValueQuantity::Tokens, "tokens", none, 0, false},
    {LessonValueQuantity::Targets, "targets", none, 0, false},
    {LessonValueQuantity::Token, "token", {Counts::Source}, 0, false, true},
    {LessonValueQuantity::Target, "target", {Counts::Target}, 0, false, true},
    {LessonValueQuantity::Heads, "heads", none, 0, false},
    {LessonValueQuantity::Layers, "layers", none, 0, false},
    {LessonValueQuantity::DModel, "d_model", none, 0, false},
    {LessonValueQuantity::DKey, "d_key", none, 0, false},
    {LessonValueQuantity::DValue, "d_value", none, 0, false},
    {LessonValueQuantity::DFf, "d_ff", none, 0, false},
    {LessonValueQuantity::X, "x", queryComponent, 1, true, false, true},
    {LessonValueQuantity::Q, "q", queryComponent, 1, true, false, true},
    {LessonValueQuantity::K, "k", keyComponent, 1, true, false, true},
    {LessonValueQuantity::V, "v", keyComponent, 1, true, false, true},
    {LessonValueQuantity::Score, "score", pair, 1, true, false, true},
    {LessonValueQuantity::Scaled, "scaled", pair, 1, true, false, true},
    {LessonValueQuantity::Masked, "masked", pair, 1, true, false, true},
    {LessonValueQuantity::Weight, "weight", pair, 1, true, false, true},
    {LessonValueQuantity::Output, "output", queryComponent, 1, true, false, true},
    {LessonValueQuantity::Joined, "joined", queryComponent, 1, true, false, true},
    {LessonValueQuantity::Projected, "projected", queryComponent, 1, true, false, true},
    {LessonValueQuantity::Stream, "stream", queryComponent, 1, true, false, true},
    {LessonValueQuantity::Weighted, "weighted", pair, 0, true, false, true},
    {LessonValueQuantity::Hand, "hand", pair, 1, true, false, true},
    {LessonValueQuantity::HandWeighted, "hand_weighted", pair, 0, true, false, true},
    {LessonValueQuantity::HandOutput, "hand_output", queryComponent, 1, true, false, true},
    {LessonValueQuantity::Entropy, "entropy", query},
    {LessonValueQuantity::MeanEntropy, "mean_entropy", none},
    {LessonValueQuantity::MaxEntropy, "max_entropy", none},
    {LessonValueQuantity::Largest, "largest", query},
    {LessonValueQuantity::Strongest, "strongest", query, 0, true, true},
    {LessonValueQuantity::Spread, "spread", none},
    {LessonValueQuantity::Distance, "distance", pair, 0, false},
    {LessonValueQuantity::Longest, "longest", none, 0, false},
    {LessonValueQuantity::Pairs, "pairs", none, 0, false},
    {LessonValueQuantity::Allowed, "allowed", none},
    {LessonValueQuantity::Next, "next", decoded, 0, false, true},
    {LessonValueQuantity::NextProbability, "next_probability", decoded, 0, false},
    {LessonValueQuantity::QueryWord, "query_word", pair},
    {LessonValueQuantity::KeyWord, "key_word", pair},
    {LessonValueQuantity::QueryPosition, "query_position", pair},
    {LessonValueQuantity::KeyPosition, "key_position", pair},
    {LessonValueQuantity::QueryHead, "query_head", pairAndHead},
    {LessonValueQuantity::KeyHead, "key_head", pairAndHead},
    {LessonValueQuantity::LogitHead, "logit_head", {Counts::Said, Counts::Layer, Counts::Head}, 0, false},
    {LessonValueQuantity::Lens, "lens", {Counts::Said, Counts::Layer}, 0, false, true},
    {LessonValueQuantity::LensProbability, "lens_probability", {Counts::Said, Counts::Layer}, 0, false},
}};

const Spelling &spellingOf(LessonValueQuantity quantity)
{
    return *std::find_if(spellings.begin(), spellings.end(),
                         [quantity](const Spelling &known) { return known.quantity == quantity; });
}

int mostNumbers(const Spelling &spelling)
{
    return int(std::count_if(spelling.counts.begin(), spelling.counts.end(),
                             [](Counts counts) { return counts != Counts::Nothing; }));
}

std::string_view trimmedValue(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string_view> valueWordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    while (!(text = trimmedValue(text)).empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

std::optional<int> wholeNumber(std::string_view text)
{
    int number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && stop == text.data() + text.size() && !text.empty() ? std::optional<int>(number)
                                                                                      : std::nullopt;
}

/// Reads a number that counts from 1, returns it counting from 0.
int counted(std::string_view text, std::string_view whole)
{
    const std::optional<int> number = wholeNumber(text);
    if (!number || *number < 1)
        throw ValueError(Message::tr("the value \"%1\" holds \"%2\", but it takes whole numbers from 1",
                                     {std::string(whole), std::string(text)}));
    return *number - 1;
}

/// Removes `:3` from the end.
void readDecimals(std::string_view &text, std::string_view whole, LessonValue &value)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return;
    const std::optional<int> decimals = wholeNumber(trimmedValue(text.substr(colon + 1)));
    if (!decimals || *decimals < 0 || *decimals > mostLessonDecimals)
        throw ValueError(Message::tr("the value \"%1\" must end with a number of decimals from 0 to %2 after its colon",
                                     {std::string(whole), std::to_string(mostLessonDecimals)}));
    value.decimals = *decimals;
    text = text.substr(0, colon);
}

/// Removes `@L.H` from the end.
void readPlace(std::string_view &text, std::string_view whole, LessonValue &value)
{
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos)
        return;
    const std::string_view place = trimmedValue(text.substr(at + 1));
    const std::size_t point = place.find('.');
    if (point == std::string_view::npos)
        throw ValueError(
            Message::tr("the value \"%1\" must name layer and head after its @, such as @1.2", {std::string(whole)}));
    value.layer = counted(place.substr(0, point), whole);
    value.head = counted(place.substr(point + 1), whole);
    text = text.substr(0, at);
}

/// `1 or 2`: how many numbers a value takes.
std::string numbersTaken(const Spelling &spelling)
{
    const int most = mostNumbers(spelling);
    const int fewest = most - spelling.optional;
    return fewest == most ? std::to_string(most)
                          : Message::tr("%1 or %2", {std::to_string(fewest), std::to_string(most)});
}

const Spelling &spellingNamed(std::string_view word, std::string_view whole)
{
    std::vector<std::string> names;
    for (const Spelling &spelling : spellings) {
        if (word == spelling.word)
            return spelling;
        names.emplace_back(spelling.word);
    }
    if (word.empty())
        throw ValueError(Message::tr("a value in braces is empty; a brace itself is written twice: {{"));
    throw ValueError(
        Message::tr("there is no value \"%1\"%2", {std::string(whole), nearestNameHint(std::string(word), names)}));
}

int componentsOf(LessonValueQuantity quantity, const ModelConfig &config, const AttentionExtent &extent)
{
    const int joined = extent.heads * config.dValue;
    switch (quantity) {
    case LessonValueQuantity::X:
        return config.dModel;
    case LessonValueQuantity::Q:
    case LessonValueQuantity::K:
        return config.dKey;
    case LessonValueQuantity::Joined:
        return joined;
    case LessonValueQuantity::Projected:
    case LessonValueQuantity::Stream:
        return config.outputProjection ? config.dModel : joined;
    default:
        return config.dValue;
    }
}

bool readsOutputLayer(LessonValueQuantity quantity)
{
    return quantity == LessonValueQuantity::Lens || quantity == LessonValueQuantity::LensProbability ||
           quantity == LessonValueQuantity::LogitHead;
}

bool readsScoreParts(LessonValueQuantity quantity)
{
    constexpr std::array parts{LessonValueQuantity::QueryWord,     LessonValueQuantity::KeyWord,
                               LessonValueQuantity::QueryPosition, LessonValueQuantity::KeyPosition,
                               LessonValueQuantity::QueryHead,     LessonValueQuantity::KeyHead};
    return std::find(parts.begin(), parts.end(), quantity) != parts.end();
}

/// Whether the scores of an attention are sums over the parts of rows: neither additive nor of recurrent states.
bool hasScoreParts(const ModelConfig &config, Attention attention)
{
    const bool readsStates = isRecurrent(config, stackOf(attention)) ||
                             (attention == Attention::Cross && isRecurrent(config, Stack::Encoder));
    return config.score != Score::Additive && !readsStates;
}

/// The stack whose layers and heads the numbers of a value name: keys of a cross-attention come from the encoder.
Stack namedStack(LessonValueQuantity quantity, const ModelConfig &config, Attention attention)
{
    if (readsOutputLayer(quantity))
        return lensStack(config);
    const bool isOfEncoder = quantity == LessonValueQuantity::KeyHead && attention == Attention::Cross;
    return isOfEncoder ? Stack::Encoder : stackOf(attention);
}

/// How many there are of what a number is an index of.
int countOf(Counts counts, LessonValueQuantity quantity, const ModelConfig &config, const TokenCounts &tokens,
            Attention attention)
{
    const AttentionExtent extent = extentOf(config, attention, tokens);
    const Stack named = namedStack(quantity, config, attention);
    switch (counts) {
    case Counts::Source:
        return tokens.source;
    case Counts::Target:
        return tokens.target;
    case Counts::Decoded:
    case Counts::Said:
        return config.architecture == Architecture::EncoderDecoder ? tokens.target : tokens.source;
    case Counts::Layer:
        return layersOf(config, named);
    case Counts::Head:
        return headsOf(config, named);
    case Counts::Query:
        return extent.queries;
    case Counts::Key:
        return extent.keys;
    case Counts::Nothing:
    case Counts::Component:
        break;
    }
    return componentsOf(quantity, config, extent);
}

/// Why there is no such value, where its number (from 0) is beyond the count.
std::string beyond(Counts counts, int number, int count)
{
    const std::initializer_list<std::string> parts{std::to_string(number + 1), std::to_string(count)};
    switch (counts) {
    case Counts::Source:
    case Counts::Said:
        return Message::tr("the sentence has no token %1, only %2", parts);
    case Counts::Target:
        return Message::tr("the target has no token %1, only %2", parts);
    case Counts::Decoded:
        return Message::tr("the decoder reads no token %1, only %2", parts);
    case Counts::Query:
        return Message::tr("there is no query %1, only %2", parts);
    case Counts::Layer:
        return Message::tr("there is no layer %1, only %2", parts);
    case Counts::Head:
        return Message::tr("there is no head %1, only %2", parts);
    case Counts::Key:
        return Message::tr("there is no key %1, only %2", parts);
    case Counts::Nothing:
    case Counts::Component:
        break;
    }
    return Message::tr("there is no component %1, only %2", parts);
}

} // namespace

LessonValue parseLessonValue(std::string_view text)
{
    const std::string_view whole = trimmedValue(text);
    std::string_view rest = whole;
    LessonValue value;
    readDecimals(rest, whole, value);
    readPlace(rest, whole, value);
    std::vector<std::string_view> words = valueWordsOf(rest);
    value.isNow = !words.empty() && words.front() == "now";
    if (value.isNow)
        words.erase(words.begin());
    const Spelling &spelling = spellingNamed(words.empty() ? std::string_view() : words.front(), whole);
    value.quantity = spelling.quantity;
    const int numbers = int(words.size()) - 1;
    const int most = mostNumbers(spelling);
    if (numbers > most || numbers < most - spelling.optional)
        throw ValueError(
            Message::tr("the value \"%1\" has %2 numbers, but %3 takes %4",
                        {std::string(whole), std::to_string(numbers), spelling.word, numbersTaken(spelling)}));
    for (std::size_t i = 1; i < words.size(); ++i)
        value.at.push_back(counted(words[i], whole));
    if (value.layer >= 0 && !spelling.hasPlace)
        throw ValueError(Message::tr("the value \"%1\" names a layer and a head, but %2 has none",
                                     {std::string(whole), spelling.word}));
    if (value.decimals >= 0 && spelling.isWord)
        throw ValueError(
            Message::tr("the value \"%1\" asks for decimals, but %2 is a word", {std::string(whole), spelling.word}));
    return value;
}

bool isWord(LessonQuantity quantity)
{
    return spellingOf(quantity).isWord;
}

bool isSingleNumber(const LessonValue &value)
{
    const Spelling &spelling = spellingOf(value.quantity);
    const bool isWhole = int(value.at.size()) == mostNumbers(spelling);
    return !spelling.isWord && (!spelling.isRow || (spelling.optional > 0 && isWhole));
}

int numbersIn(const LessonValue &value, const ModelConfig &config, const TokenCounts &tokens, const StoredView &view)
{
    const Spelling &spelling = spellingOf(value.quantity);
    if (spelling.isWord || isSingleNumber(value))
        return 1;
    const Counts counts = spelling.optional > 0 ? spelling.counts[1] : Counts::Component;
    return countOf(counts, value.quantity, config, tokens, placeOf(value, config, view).attention);
}

LessonPlace placeOf(const LessonValue &value, const ModelConfig &config, const StoredView &view)
{
    return {viewedAttention(view, config), value.layer >= 0 ? value.layer : view.layer,
            value.head >= 0 ? value.head : view.head};
}

std::string missingValue(const LessonValue &value, const ModelConfig &config, const TokenCounts &tokens,
                         const StoredView &view)
{
    const Spelling &spelling = spellingOf(value.quantity);
    const LessonPlace place = placeOf(value, config, view);
    const AttentionExtent extent = extentOf(config, place.attention, tokens);
    const bool isOfDecoder = spelling.counts.front() == Counts::Decoded;
    if (isOfDecoder && !hasStack(config, Stack::Decoder))
        return Message::tr("%1 needs a model with a decoder", {spelling.word});
    if (readsOutputLayer(value.quantity) && (!hasOutputLayer(config) || isRecurrent(config, lensStack(config))))
        return Message::tr("the model has no output layer that could read the stream between layers");
    if (spelling.hasPlace && place.layer >= extent.layers)
        return Message::tr("there is no layer %1, only %2",
                           {std::to_string(place.layer + 1), std::to_string(extent.layers)});
    if (spelling.hasPlace && place.head >= extent.heads)
        return Message::tr("there is no head %1, only %2",
                           {std::to_string(place.head + 1), std::to_string(extent.heads)});
    if (readsScoreParts(value.quantity) && !hasScoreParts(config, place.attention))
        return Message::tr("%1 needs scores that are neither additive nor those of a recurrent network",
                           {spelling.word});
    for (std::size_t i = 0; i < value.at.size(); ++i) {
        const int count = countOf(spelling.counts[i], value.quantity, config, tokens, place.attention);
        const bool isDecoded = spelling.counts[i] == Counts::Said && hasStack(config, Stack::Decoder);
        if (value.at[i] >= count)
            return beyond(isDecoded ? Counts::Decoded : spelling.counts[i], value.at[i], count);
    }
    return {};
}

} // namespace regard

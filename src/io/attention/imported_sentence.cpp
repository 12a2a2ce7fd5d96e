#include "io/attention/imported_sentence.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/message.h"
#include "io/attention/imported_name.h"
#include "io/base/file_error.h"
#include "io/base/json_text.h"
#include "io/base/quoted_name.h"
#include "io/base/shape_text.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

/// One sentence's keys, each checked as it is asked for.
class Reader {
public:
    Reader(const JsonValue &given, const JsonValue *whole, const std::string &file, std::string place)
        : m_given(given), m_whole(whole), m_file(file), m_place(std::move(place))
    {
    }

    [[noreturn]] void fail(const std::string &key, const std::string &reason) const
    {
        throw FileError(m_file, m_place + key + " " + reason);
    }

    const JsonValue *find(const std::string &key) const { return m_given.find(key); }
    /// What the sentence says, else what is said of all.
    const JsonValue *findForAll(const std::string &key) const
    {
        const JsonValue *own = find(key);
        return own || !m_whole ? own : m_whole->find(key);
    }

    std::string text(const std::string &key) const
    {
        const JsonValue *value = find(key);
        return value ? textOf(key, *value) : std::string();
    }

    std::vector<std::string> texts(const std::string &key) const
    {
        const JsonValue *value = find(key);
        if (!value)
            return {};
        if (isEmptyList(*value))
            return {};
        if (value->kind != Kind::List)
            fail(key, Message::tr("must be a list of texts, not %1", {value->described()}));
        std::vector<std::string> texts;
        for (const JsonValue &item : value->items)
            texts.push_back(textOf(key, item));
        return texts;
    }

    /// Reads positions from 0, each once, in order.
    std::vector<int> positions(const std::string &key, std::size_t count) const
    {
        std::set<int> positions;
        for (const int position : wholes(key, 0, int(count) - 1))
            if (!positions.insert(position).second)
                fail(key, Message::tr("has the position %1 twice", {std::to_string(position)}));
        return {positions.begin(), positions.end()};
    }

    /// Reads one number for each token, or none; null is −1 where `takesNull`.
    std::vector<int> ofEach(const std::string &key, std::size_t count, int highest, bool takesNull) const
    {
        std::vector<int> numbers = wholes(key, 0, highest, takesNull);
        if (!numbers.empty() && numbers.size() != count)
            fail(key, Message::tr("has %1 entries, but there are %2 tokens",
                                  {std::to_string(numbers.size()), std::to_string(count)}));
        return numbers;
    }

    template <typename Value>
    Value oneOf(const std::string &key, const std::vector<std::pair<std::string, Value>> &words, Value otherwise) const
    {
        const JsonValue *value = findForAll(key);
        if (!value)
            return otherwise;
        const std::string word = textOf(key, *value);
        std::string known;
        for (const auto &[name, meaning] : words) {
            if (name == word)
                return meaning;
            known += (known.empty() ? "\"" : ", \"") + name + "\"";
        }
        fail(key, Message::tr("must be one of %1, not %2", {known, quotedName(word)}));
    }

    bool isSaid(const std::string &key) const
    {
        const JsonValue *value = findForAll(key);
        if (value && value->kind != Kind::Flag)
            fail(key, Message::tr("must be true or false, not %1", {value->described()}));
        return value && value->flag;
    }

    /// Returns the key's value as JSON on one line; empty where the file has none.
    std::string json(const std::string &key) const
    {
        const JsonValue *value = find(key);
        return value ? oneLine(*value) : std::string();
    }

private:
    static bool isEmptyList(const JsonValue &value) { return value.kind == Kind::Numbers && value.numbers.empty(); }

    static std::string oneLine(const JsonValue &value)
    {
        std::string text = jsonText(value);
        std::replace(text.begin(), text.end(), '\n', ' ');
        return text;
    }

    std::string textOf(const std::string &key, const JsonValue &value) const
    {
        if (value.kind != Kind::Text)
            fail(key, Message::tr("must hold texts in quotes, not %1", {value.described()}));
        return value.text;
    }

    std::vector<int> wholes(const std::string &key, int lowest, int highest, bool takesNull = false) const
    {
        const JsonValue *value = find(key);
        if (!value)
            return {};
        std::vector<int> numbers;
        const auto add = [&](const JsonNumber &number) {
            const std::optional<int> whole = number.whole();
            if (!whole || *whole < lowest || *whole > highest)
                fail(key, Message::tr("must hold whole numbers from %1 to %2, not %3",
                                      {std::to_string(lowest), std::to_string(highest), number.text()}));
            numbers.push_back(*whole);
        };
        if (value->kind == Kind::Numbers) {
            for (const JsonNumber &number : value->numbers)
                add(number);
            return numbers;
        }
        if (value->kind != Kind::List)
            fail(key, Message::tr("must be a list of whole numbers, not %1", {value->described()}));
        for (const JsonValue &item : value->items) {
            if (item.kind == Kind::Null && takesNull)
                numbers.push_back(-1);
            else if (item.kind == Kind::Number)
                add(item.number);
            else
                fail(key, Message::tr("must be a list of whole numbers, but holds %1", {item.described()}));
        }
        return numbers;
    }

    const JsonValue &m_given;
    const JsonValue *m_whole;
    const std::string &m_file;
    std::string m_place;
};

ImportedTexts readTexts(const Reader &reader, const std::string &side)
{
    const std::string key = side + "tokens";
    ImportedTexts given{reader.texts(key)};
    const std::size_t count = given.texts.size();
    constexpr std::size_t mostTokens = 1'000'000;
    if (count > mostTokens)
        reader.fail(key, Message::tr("has %1 tokens, but at most %2 can be shown",
                                     {std::to_string(count), std::to_string(mostTokens)}));
    given.special = reader.positions(side + "special", count);
    given.labels = reader.texts(side + "labels");
    if (!given.labels.empty() && given.labels.size() != count)
        reader.fail(side + "labels", Message::tr("has %1 entries, but there are %2 tokens",
                                                 {std::to_string(given.labels.size()), std::to_string(count)}));
    given.words = reader.ofEach(side + "words", count, int(mostTokens), true);
    return given;
}

Tokens readTokens(const Reader &reader, const std::string &side, std::optional<PieceMark> mark)
{
    ImportedTexts given = readTexts(reader, side);
    given.mark = mark.value_or(given.labels.empty() ? markOf(given) : PieceMark::None);
    Tokens tokens = importedTokens(given);
    const std::vector<int> segments = reader.ofEach(side + "segments", tokens.tokens.size(), 1, false);
    for (std::size_t i = 0; i < segments.size(); ++i)
        tokens.tokens[i].sentence = segments[i];
    return tokens;
}

std::string sizeText(std::uint64_t heads, std::size_t rows, std::size_t columns)
{
    return shapeText({heads, rows, columns});
}

/// The tensors of a sentence by their names.
class Places {
public:
    Places(AttentionSentence &sentence, const std::string &file) : m_sentence(sentence), m_file(file) {}

    void place()
    {
        for (const auto &tensor : m_sentence.tensors)
            enter(tensor);
        const int encoder = layersWith(Attention::Encoder);
        const int decoder = layersWith(Attention::Decoder);
        const int cross = layersWith(Attention::Cross);
        if (encoder + decoder + cross == 0)
            throw FileError(m_file, Message::tr("holds no attention: it has no tensor %1, nor one of the decoder",
                                                {quotedName(m_sentence.prefix + "encoder.0.self.weights")}));
        ModelConfig &config = m_sentence.config;
        config.architecture = cross > 0     ? Architecture::EncoderDecoder
                              : decoder > 0 ? Architecture::Decoder
                                            : Architecture::Encoder;
        config.crossAlone = cross > 0 && decoder == 0;
        config.encoderLayers = encoder;
        config.decoderLayers = std::max(decoder, cross);
        if (encoder > 0 && decoder > 0 && cross == 0)
            failMissing(Attention::Cross, 0);
        checkLayers(Attention::Encoder, encoder);
        if (!config.crossAlone)
            checkLayers(Attention::Decoder, config.architecture == Architecture::Encoder ? 0 : config.decoderLayers);
        checkLayers(Attention::Cross, cross > 0 ? config.decoderLayers : 0);
        setHeads();
        checkSizes();
    }

private:
    using Tensor = std::shared_ptr<const ImportedTensor>;

    void enter(const Tensor &tensor)
    {
        const std::optional<ImportedName> name = importedName(tensor->name());
        if (name && name->place && name->word == "weights")
            m_weights[name->place->attention][name->place->layer] = tensor;
    }

    int layersWith(Attention attention) const
    {
        const auto found = m_weights.find(attention);
        return found == m_weights.end() ? 0 : found->second.rbegin()->first + 1;
    }

    [[noreturn]] void failMissing(Attention attention, int layer) const
    {
        throw FileError(m_file,
                        Message::tr("the tensor %1 is missing: every layer up to the last one must be there",
                                    {quotedName(m_sentence.prefix + blockName(attention, layer) + ".weights")}));
    }

    void checkLayers(Attention attention, int layers) const
    {
        const auto found = m_weights.find(attention);
        for (int layer = 0; layer < layers; ++layer)
            if (found == m_weights.end() || !found->second.contains(layer))
                failMissing(attention, layer);
    }

    /// All attentions of a stack have as many heads as its first.
    void setHeads()
    {
        std::map<Stack, Tensor> first;
        for (const auto &[attention, layers] : m_weights)
            for (const auto &[layer, tensor] : layers) {
                if (tensor->shape().size() != 3)
                    tensor->fail(
                        Message::tr("is %1, but weights are heads × queries × keys", {shapeText(tensor->shape())}));
                if (tensor->count() == 0 || tensor->count() > maximumHeads)
                    tensor->fail(Message::tr("has %1 heads, but there may be 1 to %2",
                                             {std::to_string(tensor->count()), std::to_string(maximumHeads)}));
                const Tensor &of = first.emplace(stackOf(attention), tensor).first->second;
                if (of->count() != tensor->count())
                    tensor->fail(Message::tr(
                        "has %1 heads, but %2 has %3: layers of different numbers of heads are "
                        "not shown",
                        {std::to_string(tensor->count()), quotedName(of->name()), std::to_string(of->count())}));
            }
        ModelConfig &config = m_sentence.config;
        const auto headsOf = [&](Stack stack, int otherwise) {
            const auto found = first.find(stack);
            return found == first.end() ? otherwise : found->second->count();
        };
        config.heads = headsOf(Stack::Encoder, headsOf(Stack::Decoder, 1));
        config.decoderHeads = headsOf(Stack::Decoder, config.heads);
    }

    void checkSizes() const
    {
        const std::size_t source = m_sentence.tokens->source.tokens.size();
        const std::size_t target = m_sentence.tokens->target.tokens.size();
        const bool both = m_sentence.config.architecture == Architecture::EncoderDecoder;
        for (const Tensor &tensor : m_sentence.tensors) {
            const std::optional<ImportedName> name = importedName(tensor->name());
            if (!name || !name->place)
                continue;
            const Attention attention = name->place->attention;
            const std::size_t queries = both && attention != Attention::Encoder ? target : source;
            const std::size_t keys = attention == Attention::Cross ? source : queries;
            checkSize(*tensor, *name, queries, keys);
        }
    }

    /// A block's tensor beside its weights.
    void checkSize(const ImportedTensor &tensor, const ImportedName &name, std::size_t queries, std::size_t keys) const
    {
        const auto layers = m_weights.find(name.place->attention);
        if (layers == m_weights.end() || !layers->second.contains(name.place->layer))
            failMissing(name.place->attention, name.place->layer);
        const bool isKeys = name.word == "k" || name.word == "v";
        const bool isPairs =
            name.word == "weights" || name.word == "scores" || name.word == "scaled" || name.word == "masked";
        const std::size_t rows = isKeys ? keys : queries;
        const int heads = isOfHeads(name.word) ? layers->second.at(name.place->layer)->count() : 1;
        const std::size_t columns = isPairs ? keys : std::size_t(tensor.columns());
        const bool isRight = std::size_t(tensor.rows()) == rows && std::size_t(tensor.columns()) == columns &&
                             tensor.count() == heads && (tensor.shape().size() == 3) == isOfHeads(name.word);
        if (isRight)
            return;
        const bool isCross = name.place->attention == Attention::Cross;
        const std::string tokens =
            isCross ? Message::tr("%1 tokens ask and %2 are asked", {std::to_string(queries), std::to_string(keys)})
                    : Message::tr("there are %1 tokens", {std::to_string(queries)});
        const std::string right =
            isOfHeads(name.word) ? sizeText(std::uint64_t(heads), rows, columns) : shapeText({rows, columns});
        tensor.fail(Message::tr("is %1, but %2: it must be %3", {shapeText(tensor.shape()), tokens, right}));
    }

    AttentionSentence &m_sentence;
    const std::string &m_file;
    std::map<Attention, std::map<int, Tensor>> m_weights; ///< by layer
};

} // namespace

const std::vector<std::string> &givenKeys()
{
    static const std::vector<std::string> keys{
        "format",        "version",        "title",        "tokens",          "target_tokens",
        "labels",        "target_labels",  "pieces",       "words",           "target_words",
        "special",       "target_special", "segments",     "target_segments", "masked",
        "target_masked", "encoder_mask",   "decoder_mask", "sentences",       "grouped",
        "off",           "temperature",    "vocabulary",   "heads_averaged",  "attend",
        "cut",           "means",          "patch"};
    return keys;
}

AttentionSentence readImportedSentence(const JsonValue &given, const JsonValue *whole, const std::string &file,
                                       const std::string &place)
{
    const Reader reader(given, whole, file, place);
    AttentionSentence sentence;
    if (!reader.find("tokens") && !reader.find("target_tokens"))
        reader.fail("tokens", Message::tr("is missing: the list of the sentence's tokens"));
    sentence.title = reader.text("title");
    const std::optional<PieceMark> mark = reader.oneOf<std::optional<PieceMark>>(
        "pieces",
        {{"none", PieceMark::None}, {"##", PieceMark::Continued}, {"Ġ", PieceMark::Bytes}, {"▁", PieceMark::Marked}},
        std::nullopt);
    auto tokens = std::make_shared<ImportedTokens>();
    tokens->source = readTokens(reader, "", mark);
    tokens->target = readTokens(reader, "target_", mark);
    sentence.masked = reader.positions("masked", tokens->source.tokens.size());
    sentence.maskedTarget = reader.positions("target_masked", tokens->target.tokens.size());
    sentence.tokens = std::move(tokens);
    const std::vector<std::pair<std::string, Mask>> masks{{"none", Mask::None}, {"causal", Mask::Causal}};
    sentence.config.encoderMask = reader.oneOf<Mask>("encoder_mask", masks, Mask::None);
    sentence.config.decoderMask = reader.oneOf<Mask>("decoder_mask", masks, Mask::None);
    sentence.config.dModel = sentence.config.dKey = sentence.config.dValue = 1; // nothing is said of them
    sentence.vocabulary = reader.texts("vocabulary");
    sentence.hasAveragedHeads = reader.isSaid("heads_averaged");
    sentence.grouped = reader.json("grouped");
    for (const char *key : {"off", "temperature", "attend", "cut", "means"})
        if (std::string text = reader.json(key); !text.empty())
            sentence.interventions.emplace_back(key, std::move(text));
    return sentence;
}

void placeTensors(AttentionSentence &sentence, const std::string &file)
{
    Places(sentence, file).place();
}

} // namespace regard

#include "io/project/intervention_keys.h"

#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "engine/model/attention_place.h"
#include "engine/model/stack.h"
#include "engine/model/sublayer.h"
#include "io/base/file_error.h"
#include "io/base/json_text.h"
#include "io/base/key_reader.h"
#include "io/base/text_stream.h"
#include "io/project/task_keys.h"
#include "io/project/words.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

/// The entries of a list; none where the key is missing or the list is empty.
const std::vector<JsonValue> &entriesOf(const JsonValue &project, const char *key, const std::string &name)
{
    static const std::vector<JsonValue> none;
    const JsonValue *given = project.find(key);
    if (!given || (given->kind == Kind::Numbers && given->numbers.empty()))
        return none;
    if (given->kind != Kind::List)
        throw FileError(name, Message::tr("%1 must be a list of objects in braces, not %2", {key, given->described()}));
    return given->items;
}

[[noreturn]] void failMissing(const KeyReader &entry, const char *key)
{
    entry.fail(Message::tr("%1 is missing", {entry.placeOf(key)}));
}

Replacement readReplacement(const KeyReader &entry)
{
    return entry.text("by") ? *readWord<Replacement>(entry, "by") : Replacement::Zero;
}

/// Whether an entry names a stack of cells, which has states in place of heads.
bool namesStates(const KeyReader &entry, const ModelConfig &config)
{
    const auto word = entry.text("block");
    return word && ((*word == "encoder" && isRecurrent(config, Stack::Encoder)) ||
                    (*word == "decoder" && isRecurrent(config, Stack::Decoder)));
}

/// The state after a step; steps beyond the sentence are kept, as it may become longer.
StateRef readState(const KeyReader &entry, const ModelConfig &config)
{
    for (const char *key : {"head", "feed_forward"})
        if (entry.find(key))
            entry.fail(Message::tr("%1 belongs to an attention, but the %2 is recurrent; name a state, from 1",
                                   {entry.placeOf(key), *entry.text("block")}));
    if (readReplacement(entry) != Replacement::Zero)
        entry.fail(
            Message::tr("%1 must be \"zero\", which is all that can stand in place of a state", {entry.placeOf("by")}));
    StateRef state;
    state.place.stack = *entry.text("block") == "encoder" ? Stack::Encoder : Stack::Decoder;
    const std::optional<int> layer = entry.whole("layer", 1, layersOf(config, state.place.stack));
    const std::optional<int> step = entry.whole("state", 1, maximumSentence);
    if (!layer)
        failMissing(entry, "layer");
    if (!step)
        failMissing(entry, "state");
    state.place.layer = *layer - 1;
    state.step = *step - 1;
    if (entry.text("direction"))
        state.place.direction = *readWord<Direction>(entry, "direction");
    if (state.place.direction == Direction::Backward && directionsOf(config, state.place.stack) == 1)
        entry.fail(Message::tr("%1 is \"backward\", but the %2 goes forward alone",
                               {entry.placeOf("direction"), *entry.text("block")}));
    return state;
}

Attention readBlock(const KeyReader &entry, const ModelConfig &config)
{
    if (!entry.text("block"))
        failMissing(entry, "block");
    const Attention attention = *readWord<Attention>(entry, "block");
    if (layersOf(config, attention) == 0)
        entry.fail(Message::tr("%1 is \"%2\", but the model has no such attention",
                               {entry.placeOf("block"), wordOf(attention)}));
    return attention;
}

int readLayer(const KeyReader &entry, const ModelConfig &config, Attention attention)
{
    const std::optional<int> layer = entry.whole("layer", 1, layersOf(config, attention));
    if (!layer)
        failMissing(entry, "layer");
    return *layer - 1;
}

/// Nothing where the key is missing.
std::optional<HeadRef> readHead(const KeyReader &entry, const ModelConfig &config, Attention attention, int layer)
{
    const std::optional<int> head = entry.whole("head", 1, headsOf(config, attention));
    return head ? std::optional<HeadRef>({attention, layer, *head - 1}) : std::nullopt;
}

/// The feed-forward of a layer, where the model has one and no key of attentions alone is given.
Sublayer readFeedForward(const KeyReader &entry, const ModelConfig &config, Attention attention, int layer,
                         Replacement replacement)
{
    const std::string block = wordOf(attention);
    if (attention == Attention::Cross)
        entry.fail(Message::tr("%1 is \"%2\", which has no feed-forward of its own; the decoder's layers have one",
                               {entry.placeOf("block"), block}));
    if (entry.find("head"))
        entry.fail(Message::tr("%1 belongs to an attention, but a feed-forward has no heads; leave it out",
                               {entry.placeOf("head")}));
    if (!hasFeedForward(config, stackOf(attention)))
        entry.fail(Message::tr("%1 is true, but the %2's layers have no feed-forward: its d_ff is 0",
                               {entry.placeOf("feed_forward"), block}));
    if (replacement == Replacement::Uniform)
        entry.fail(Message::tr("%1 is \"uniform\", but a feed-forward attends to nothing; take zero or mean",
                               {entry.placeOf("by")}));
    return {stackOf(attention), layer, SublayerKind::FeedForward};
}

void readOff(const KeyReader &entry, const ModelConfig &config, Interventions &interventions)
{
    bool isNew = true;
    if (namesStates(entry, config)) {
        if (!interventions.states.insert(readState(entry, config)).second)
            entry.fail(Message::tr("%1 switches off what an entry before it does; leave one out", {entry.place()}));
        return;
    }
    for (const char *key : {"state", "direction"})
        if (entry.find(key))
            entry.fail(Message::tr("%1 belongs to a recurrent encoder or decoder; leave it out", {entry.placeOf(key)}));
    const Attention attention = readBlock(entry, config);
    const int layer = readLayer(entry, config, attention);
    const Replacement replacement = readReplacement(entry);
    if (entry.flag("feed_forward"))
        isNew =
            interventions.sublayers.emplace(readFeedForward(entry, config, attention, layer, replacement), replacement)
                .second;
    else if (const auto head = readHead(entry, config, attention, layer))
        isNew = interventions.heads.emplace(*head, replacement).second;
    else
        isNew = interventions.sublayers.emplace(sublayerOf({attention, layer}), replacement).second;
    if (!isNew)
        entry.fail(Message::tr("%1 switches off what an entry before it does; leave one out", {entry.place()}));
}

void readTemperature(const KeyReader &entry, const ModelConfig &config, Interventions &interventions)
{
    const Attention attention = readBlock(entry, config);
    const auto head = readHead(entry, config, attention, readLayer(entry, config, attention));
    if (!head)
        failMissing(entry, "head");
    const JsonValue *value = entry.find("temperature");
    if (!value)
        failMissing(entry, "temperature");
    const float temperature = value->number.single;
    if (value->kind != Kind::Number || !(temperature >= lowestTemperature && temperature <= highestTemperature))
        entry.fail(Message::tr("%1 must be a number from %2 to %3, not %4",
                               {entry.placeOf("temperature"), floatText(lowestTemperature),
                                floatText(highestTemperature), value->described()}));
    if (!interventions.temperatures.emplace(*head, temperature).second)
        entry.fail(Message::tr("%1 is of the same head as an entry before it; leave one out", {entry.place()}));
}

int readPosition(const KeyReader &entry, const char *key)
{
    const std::optional<int> position = entry.whole(key, 1, maximumSentence);
    if (!position)
        failMissing(entry, key);
    return *position - 1;
}

LinkRef readLink(const KeyReader &entry)
{
    const int query = readPosition(entry, "query");
    return {query, readPosition(entry, "key")};
}

void readAttend(const KeyReader &entry, const ModelConfig &config, Interventions &interventions)
{
    const Attention attention = readBlock(entry, config);
    const auto head = readHead(entry, config, attention, readLayer(entry, config, attention));
    if (!head)
        failMissing(entry, "head");
    const LinkRef link = readLink(entry);
    const JsonValue *value = entry.find("weight");
    if (!value)
        failMissing(entry, "weight");
    const float weight = value->number.single;
    if (value->kind != Kind::Number || !(weight >= 0 && weight <= 1))
        entry.fail(
            Message::tr("%1 must be a number from 0 to 1, not %2", {entry.placeOf("weight"), value->described()}));
    if (!interventions.weights[*head].emplace(link, weight).second)
        entry.fail(Message::tr("%1 sets the weight that an entry before it does; leave one out", {entry.place()}));
}

/// The heads that a cut names, from 0; none where all are meant.
std::vector<int> readHeads(const KeyReader &entry, const ModelConfig &config, Attention attention)
{
    const JsonValue *given = entry.find("heads");
    if (!given)
        return {};
    const int most = headsOf(config, attention);
    std::set<int> heads;
    if (given->kind == Kind::Numbers)
        for (const auto &number : given->numbers)
            if (const std::optional<int> head = number.whole(); head && *head >= 1 && *head <= most)
                heads.insert(*head - 1);
    if (heads.empty() || heads.size() != given->numbers.size())
        entry.fail(Message::tr("%1 must be a list of different whole numbers from 1 to %2, not %3",
                               {entry.placeOf("heads"), std::to_string(most), given->described()}));
    return {heads.begin(), heads.end()};
}

void readCut(const KeyReader &entry, const ModelConfig &config, Interventions &interventions)
{
    Cut cut;
    cut.attention = readBlock(entry, config);
    cut.firstLayer = readLayer(entry, config, cut.attention);
    cut.lastLayer =
        entry.whole("last_layer", cut.firstLayer + 1, layersOf(config, cut.attention)).value_or(cut.firstLayer + 1) - 1;
    cut.heads = readHeads(entry, config, cut.attention);
    cut.link = readLink(entry);
    if (!interventions.cuts.insert(std::move(cut)).second)
        entry.fail(Message::tr("%1 cuts what an entry before it does; leave one out", {entry.place()}));
}

Matrix readMeanRow(const KeyReader &entry, const std::string &place, const JsonValue &value)
{
    if (value.kind != Kind::Numbers || value.numbers.empty())
        entry.fail(Message::tr("%1 must be a list of numbers, not %2", {place, value.described()}));
    Matrix row(1, Eigen::Index(value.numbers.size()));
    for (std::size_t i = 0; i < value.numbers.size(); ++i)
        row(0, Eigen::Index(i)) = value.numbers[i].single;
    if (!row.allFinite())
        entry.fail(Message::tr("%1 holds a number that is not finite", {place}));
    return row;
}

void readMean(const KeyReader &entry, const ModelConfig &config, SentenceMeans &means)
{
    const Attention attention = readBlock(entry, config);
    const int layer = readLayer(entry, config, attention);
    OutputMean mean;
    if (!entry.has("mean"))
        failMissing(entry, "mean");
    mean.ordinary = readMeanRow(entry, entry.placeOf("mean"), *entry.find("mean"));
    if (const JsonValue *special = entry.find("special")) {
        if (special->kind != Kind::Object)
            entry.fail(Message::tr("%1 must be an object in braces, not %2",
                                   {entry.placeOf("special"), special->described()}));
        for (std::size_t i = 0; i < special->keys.size(); ++i)
            mean.special[special->keys[i]] =
                readMeanRow(entry, entry.placeOf("special") + "." + special->keys[i], special->items[i]);
    }
    bool isNew = true;
    if (entry.flag("feed_forward"))
        isNew = means.sublayers
                    .emplace(readFeedForward(entry, config, attention, layer, Replacement::MeanOver), std::move(mean))
                    .second;
    else if (const auto head = readHead(entry, config, attention, layer))
        isNew = means.heads.emplace(*head, std::move(mean)).second;
    else
        isNew = means.sublayers.emplace(sublayerOf({attention, layer}), std::move(mean)).second;
    if (!isNew)
        entry.fail(Message::tr("%1 is of the same part as an entry before it; leave one out", {entry.place()}));
}

PatchPlace readPatchPlace(const KeyReader &entry, const ModelConfig &config)
{
    if (!entry.text("what"))
        failMissing(entry, "what");
    PatchPlace place{*readWord<PatchKind>(entry, "what"), readBlock(entry, config)};
    if (place.kind == PatchKind::Stream) { // named by the layer that leaves it
        const std::optional<int> layer = entry.whole("layer", 0, layersOf(config, stackOf(place.attention)));
        if (!layer)
            failMissing(entry, "layer");
        place.layer = *layer;
    } else {
        place.layer = readLayer(entry, config, place.attention);
    }
    if (isOfHead(place.kind)) {
        const std::optional<HeadRef> head = readHead(entry, config, place.attention, place.layer);
        if (!head)
            failMissing(entry, "head");
        place.head = head->head;
    } else if (entry.find("head")) {
        entry.fail(Message::tr("%1 belongs to what is of a head, but \"%2\" is not; leave it out",
                               {entry.placeOf("head"), wordOf(place.kind)}));
    }
    if (!exists(place, config))
        entry.fail(Message::tr("%1 is \"%2\", but in the block \"%3\" of this model there is none",
                               {entry.placeOf("what"), wordOf(place.kind), wordOf(place.attention)}));
    return place;
}

/// The positions of the keys whose weights a pattern has, from 0.
std::vector<int> readPatchKeys(const KeyReader &entry, const PatchPlace &place)
{
    const JsonValue *given = entry.find("keys");
    if (place.kind != PatchKind::Pattern) {
        if (given)
            entry.fail(Message::tr("%1 belongs to a pattern; leave it out", {entry.placeOf("keys")}));
        return {};
    }
    if (!given)
        failMissing(entry, "keys");
    std::vector<int> keys;
    if (given->kind == Kind::Numbers)
        for (const auto &number : given->numbers)
            if (const std::optional<int> key = number.whole(); key && *key >= 1 && *key <= maximumSentence)
                keys.push_back(*key - 1);
    if (keys.empty() || keys.size() != given->numbers.size() ||
        std::set<int>(keys.begin(), keys.end()).size() != keys.size())
        entry.fail(Message::tr("%1 must be a list of different whole numbers from 1 to %2, not %3",
                               {entry.placeOf("keys"), std::to_string(maximumSentence), given->described()}));
    return keys;
}

void readPatch(const KeyReader &entry, const ModelConfig &config, Interventions &interventions)
{
    const PatchPlace place = readPatchPlace(entry, config);
    const int token = readPosition(entry, "token");
    PatchRow row{{}, readPatchKeys(entry, place), entry.text("from").value_or(std::string())};
    const bool isPattern = place.kind == PatchKind::Pattern;
    const std::size_t width = isPattern ? row.keys.size() : std::size_t(widthOf(place, config));
    const JsonValue *values = entry.find("values");
    if (!values)
        failMissing(entry, "values");
    if (values->kind != Kind::Numbers || values->numbers.size() != width)
        entry.fail(Message::tr("%1 must be a list of %2 numbers, not %3",
                               {entry.placeOf("values"), std::to_string(width), values->described()}));
    for (const auto &number : values->numbers) {
        if (!std::isfinite(number.single) || (isPattern && !(number.single >= 0 && number.single <= 1)))
            entry.fail(isPattern ? Message::tr("%1 must be numbers from 0 to 1", {entry.placeOf("values")})
                                 : Message::tr("%1 holds a number beyond float32", {entry.placeOf("values")}));
        row.numbers.push_back(number.single);
    }
    if (!interventions.patches[place].emplace(token, std::move(row)).second)
        entry.fail(Message::tr("%1 patches what an entry before it does; leave one out", {entry.place()}));
}

std::string placeText(const char *key, std::size_t index)
{
    return std::string(key) + "[" + std::to_string(index + 1) + "]";
}

/// `"block": "encoder", "layer": 1`
std::string sublayerText(Attention attention, int layer)
{
    return "\"block\": " + jsonString(wordOf(attention)) + ", \"layer\": " + std::to_string(layer + 1);
}

std::string headText(const HeadRef &head)
{
    return sublayerText(head.attention, head.layer) + ", \"head\": " + std::to_string(head.head + 1);
}

std::string partText(const Sublayer &sublayer)
{
    const bool isAttention = sublayer.kind != SublayerKind::FeedForward;
    const Attention own = sublayer.stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
    return sublayerText(isAttention ? attentionOf(sublayer) : own, sublayer.layer) +
           (isAttention ? "" : ", \"feed_forward\": true");
}

std::string listText(const std::vector<std::string> &entries, int indent)
{
    if (entries.empty())
        return {};
    const std::string end = indent < 0 ? "" : "\n" + std::string(std::size_t(indent), ' ');
    std::string text;
    for (const std::string &entry : entries)
        text += (text.empty() ? "" : indent < 0 ? ", " : ",") + (indent < 0 ? "" : end + "  ") + "{ " + entry + " }";
    return "[" + text + end + "]";
}

} // namespace

Interventions readInterventions(const JsonValue &project, const ModelConfig &config, const std::string &name)
{
    Interventions interventions;
    const std::vector<JsonValue> &off = entriesOf(project, "off", name);
    for (std::size_t i = 0; i < off.size(); ++i)
        readOff(
            {off[i], placeText("off", i), name, {"block", "layer", "head", "feed_forward", "state", "direction", "by"}},
            config, interventions);
    const std::vector<JsonValue> &temperatures = entriesOf(project, "temperature", name);
    for (std::size_t i = 0; i < temperatures.size(); ++i)
        readTemperature({temperatures[i], placeText("temperature", i), name, {"block", "layer", "head", "temperature"}},
                        config, interventions);
    const std::vector<JsonValue> &attend = entriesOf(project, "attend", name);
    for (std::size_t i = 0; i < attend.size(); ++i)
        readAttend({attend[i], placeText("attend", i), name, {"block", "layer", "head", "query", "key", "weight"}},
                   config, interventions);
    const std::vector<JsonValue> &cut = entriesOf(project, "cut", name);
    for (std::size_t i = 0; i < cut.size(); ++i)
        readCut({cut[i], placeText("cut", i), name, {"block", "layer", "last_layer", "heads", "query", "key"}}, config,
                interventions);
    const JsonValue *means = project.find("means");
    if (means && (means->kind != Kind::Numbers || !means->numbers.empty())) // an empty list: none
        interventions.means = std::make_shared<const SentenceMeans>(readMeans(*means, "means", config, name));
    const std::vector<JsonValue> &patch = entriesOf(project, "patch", name);
    for (std::size_t i = 0; i < patch.size(); ++i)
        readPatch({patch[i],
                   placeText("patch", i),
                   name,
                   {"what", "block", "layer", "head", "token", "keys", "values", "from"}},
                  config, interventions);
    return existingInterventions(std::move(interventions), config);
}

SentenceMeans readMeans(const JsonValue &given, const std::string &place, const ModelConfig &config,
                        const std::string &name)
{
    const KeyReader object(given, place, name, {"sentences", "sentences_hash", "model_hash", "of"});
    SentenceMeans means;
    for (const auto &[key, text] :
         {std::pair("sentences", &means.file), std::pair("sentences_hash", &means.sentencesHash),
          std::pair("model_hash", &means.modelHash)}) {
        if (!object.has(key))
            failMissing(object, key);
        *text = *object.text(key);
    }
    const QDir folder = QFileInfo(QString::fromStdString(name)).absoluteDir();
    means.file = QDir::cleanPath(folder.absoluteFilePath(QString::fromStdString(means.file))).toStdString();
    const std::vector<JsonValue> &entries = entriesOf(given, "of", name);
    for (std::size_t i = 0; i < entries.size(); ++i)
        readMean({entries[i],
                  place + "." + placeText("of", i),
                  name,
                  {"block", "layer", "head", "feed_forward", "mean", "special"}},
                 config, means);
    return means;
}

namespace {

std::string offText(const Interventions &interventions, int indent)
{
    std::vector<std::string> entries;
    const auto by = [](Replacement replacement) {
        return replacement == Replacement::Zero ? std::string() : ", \"by\": " + jsonString(wordOf(replacement));
    };
    for (const auto &[head, replacement] : interventions.heads)
        entries.push_back(headText(head) + by(replacement));
    for (const auto &[sublayer, replacement] : interventions.sublayers)
        entries.push_back(partText(sublayer) + by(replacement));
    for (const StateRef &state : interventions.states) {
        const bool isBackward = state.place.direction == Direction::Backward;
        entries.push_back("\"block\": " + jsonString(stackName(state.place.stack)) + ", \"layer\": " +
                          std::to_string(state.place.layer + 1) + ", \"state\": " + std::to_string(state.step + 1) +
                          (isBackward ? ", \"direction\": " + jsonString(wordOf(state.place.direction)) : ""));
    }
    return listText(entries, indent);
}

std::string temperatureText(const Interventions &interventions, int indent)
{
    std::vector<std::string> entries;
    for (const auto &[head, temperature] : interventions.temperatures)
        entries.push_back(headText(head) + ", \"temperature\": " + floatText(temperature));
    return listText(entries, indent);
}

std::string linkText(const LinkRef &link)
{
    return ", \"query\": " + std::to_string(link.query + 1) + ", \"key\": " + std::to_string(link.key + 1);
}

std::string attendText(const Interventions &interventions, int indent)
{
    std::vector<std::string> entries;
    for (const auto &[head, weights] : interventions.weights)
        for (const auto &[link, weight] : weights)
            entries.push_back(headText(head) + linkText(link) + ", \"weight\": " + floatText(weight));
    return listText(entries, indent);
}

std::string cutText(const Interventions &interventions, int indent)
{
    std::vector<std::string> entries;
    for (const Cut &cut : interventions.cuts) {
        std::string heads;
        for (const int head : cut.heads)
            heads += (heads.empty() ? ", \"heads\": [" : ", ") + std::to_string(head + 1);
        entries.push_back(
            sublayerText(cut.attention, cut.firstLayer) +
            (cut.lastLayer > cut.firstLayer ? ", \"last_layer\": " + std::to_string(cut.lastLayer + 1) : "") +
            (heads.empty() ? heads : heads + "]") + linkText(cut.link));
    }
    return listText(entries, indent);
}

std::string meanRowText(const Matrix &row)
{
    std::string text;
    for (Eigen::Index i = 0; i < row.cols(); ++i)
        text += (text.empty() ? "[" : ", ") + floatText(row(0, i));
    return text + "]";
}

std::string outputMeanText(const OutputMean &mean)
{
    std::string special;
    for (const auto &[token, row] : mean.special)
        special += (special.empty() ? ", \"special\": { " : ", ") + jsonString(token) + ": " + meanRowText(row);
    return ", \"mean\": " + meanRowText(mean.ordinary) + (special.empty() ? special : special + " }");
}

/// The members of `means` but its numbers.
std::string meansHead(const SentenceMeans &means, const std::string &file)
{
    return "\"sentences\": " + jsonString(file) + ", \"sentences_hash\": " + jsonString(means.sentencesHash) +
           ", \"model_hash\": " + jsonString(means.modelHash);
}

std::string patchText(const Interventions &interventions, int indent)
{
    std::vector<std::string> entries;
    for (const auto &[place, rows] : interventions.patches)
        for (const auto &[token, row] : rows) {
            const int layer = place.kind == PatchKind::Stream ? place.layer - 1 : place.layer;
            std::string text = "\"what\": " + jsonString(wordOf(place.kind)) + ", " +
                               (place.head < 0 ? sublayerText(place.attention, layer)
                                               : headText({place.attention, layer, place.head})) +
                               ", \"token\": " + std::to_string(token + 1) + ", \"from\": " + jsonString(row.from);
            const auto addList = [&](const char *key, const auto &list, const auto &written) {
                text += std::string(", \"") + key + "\": [";
                for (std::size_t i = 0; i < list.size(); ++i)
                    text += (i == 0 ? "" : ", ") + written(list[i]);
                text += "]";
            };
            if (indent >= 0 && !row.keys.empty())
                addList("keys", row.keys, [](int key) { return std::to_string(key + 1); });
            if (indent >= 0)
                addList("values", row.numbers, floatText);
            entries.push_back(std::move(text));
        }
    return listText(entries, indent);
}

} // namespace

std::string meansText(const SentenceMeans &means, int indent, const QString &path)
{
    std::vector<std::string> entries;
    for (const auto &[head, mean] : means.heads)
        entries.push_back(headText(head) + outputMeanText(mean));
    for (const auto &[sublayer, mean] : means.sublayers)
        entries.push_back(partText(sublayer) + outputMeanText(mean));
    return "{ " + meansHead(means, dataBeside(means.file, path)) +
           (entries.empty() ? "" : ", \"of\": " + listText(entries, indent)) + " }";
}

std::vector<std::pair<std::string, std::string>> interventionTexts(const Model &model, int indent, const QString &path)
{
    const Interventions existing = existingInterventions(model.interventions, model.config);
    std::vector<std::pair<std::string, std::string>> texts{{"off", offText(existing, indent)},
                                                           {"temperature", temperatureText(existing, indent)},
                                                           {"attend", attendText(existing, indent)},
                                                           {"cut", cutText(existing, indent)},
                                                           {"patch", patchText(existing, indent)}};
    const std::string fileName = existing.means
                                     ? QFileInfo(QString::fromStdString(existing.means->file)).fileName().toStdString()
                                     : std::string();
    if (existing.means)
        texts.emplace_back("means", indent < 0 ? "{" + meansHead(*existing.means, fileName) +
                                                     (hasStaleMeans(model) ? ", \"old\": true}" : "}")
                                               : meansText(*existing.means, indent, path));
    std::erase_if(texts, [](const auto &text) { return text.second.empty(); });
    return texts;
}

} // namespace regard

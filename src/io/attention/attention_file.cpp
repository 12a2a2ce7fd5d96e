#include "io/attention/attention_file.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/attention/imported_heads.h"
#include "io/attention/imported_json.h"
#include "io/attention/imported_name.h"
#include "io/attention/imported_sentence.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/json_events.h"
#include "io/base/json_parts.h"
#include "io/base/quoted_name.h"
#include "io/checkpoint/safetensors_file.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

constexpr std::array formats{"regard-attention", "regard-trace"};

bool isFormat(std::string_view format)
{
    return std::find(formats.begin(), formats.end(), format) != formats.end();
}

/// Texts stay texts; everything else in the metadata is JSON.
bool isPlainText(const std::string &key)
{
    constexpr std::array plain{"format", "version", "title", "pieces", "encoder_mask", "decoder_mask"};
    return std::find(plain.begin(), plain.end(), key) != plain.end();
}

/// The metadata as an object, with the keys that are read; others are put in `unknown`.
JsonValue metadataOf(const std::vector<SafetensorsNote> &notes, const std::string &file,
                     std::vector<std::string> &unknown)
{
    JsonValue metadata;
    metadata.kind = Kind::Object;
    const std::vector<std::string> &known = givenKeys();
    for (const SafetensorsNote &note : notes) {
        if (metadata.find(note.key))
            throw FileError(file, Message::tr("the key %1 stands twice in the metadata", {quotedName(note.key)}));
        if (note.key.starts_with("pinned.") || note.key.starts_with("difference."))
            continue;
        if (std::find(known.begin(), known.end(), note.key) == known.end()) {
            unknown.push_back(note.key);
            continue;
        }
        metadata.keys.push_back(note.key);
        try {
            metadata.items.push_back(isPlainText(note.key) ? textValue(note.text) : parseJson(note.text, file));
        } catch (const FileError &error) {
            throw FileError(file, Message::tr("%1 in the metadata: %2", {note.key, error.reason}));
        }
    }
    return metadata;
}

void checkVersion(const JsonValue &metadata, const std::string &file)
{
    const JsonValue *version = metadata.find("version");
    if (!version)
        return;
    const bool isOne = version->kind == Kind::Text ? version->text == "1"
                                                   : version->kind == Kind::Number && version->number.text() == "1";
    if (!isOne)
        throw FileError(file, Message::tr("version %1 is not supported, only 1",
                                          {version->kind == Kind::Text     ? quotedName(version->text)
                                           : version->kind == Kind::Number ? version->number.text()
                                                                           : version->described()}));
}

/// A comparison is made anew from its two files.
void refuseComparison(bool isOne, const std::string &file)
{
    if (isOne)
        throw FileError(file, Message::tr("holds a comparison of two states (pinned, difference), which is not opened: "
                                          "export each state by itself, and compare the two files"));
}

/// The sentences that the metadata lists, or the only one.
std::vector<AttentionSentence> sentencesOf(const JsonValue &metadata, const std::string &file)
{
    const JsonValue *list = metadata.find("sentences");
    std::vector<AttentionSentence> sentences;
    if (!list) {
        sentences.push_back(readImportedSentence(metadata, nullptr, file, {}));
        return sentences;
    }
    if (metadata.find("tokens"))
        throw FileError(file, Message::tr("has tokens beside its list of sentences, each of which has its own"));
    if (list->kind != Kind::List || list->items.empty())
        throw FileError(file, Message::tr("%1 must be a list of objects, not %2", {"sentences", list->described()}));
    std::set<std::string> prefixes;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const JsonValue &given = list->items[i];
        const std::string place = "sentences[" + std::to_string(i) + "]";
        const JsonValue *prefix = given.kind == Kind::Object ? given.find("prefix") : nullptr;
        if (!prefix || prefix->kind != Kind::Text || prefix->text.empty())
            throw FileError(file, Message::tr("%1 must be an object with the key \"prefix\": what stands before the "
                                              "names of its tensors",
                                              {place}));
        if (!prefixes.insert(prefix->text).second)
            throw FileError(file, Message::tr("%1 has the prefix %2, which another sentence has too",
                                              {place, quotedName(prefix->text)}));
        sentences.push_back(readImportedSentence(given, &metadata, file, place + "."));
        sentences.back().prefix = prefix->text;
    }
    return sentences;
}

/// The sentence whose tensor it is: that of the longest prefix; null where there is none.
AttentionSentence *ownerOf(std::vector<AttentionSentence> &sentences, const std::string &tensor)
{
    AttentionSentence *owner = nullptr;
    for (AttentionSentence &sentence : sentences)
        if (tensor.starts_with(sentence.prefix) && (!owner || sentence.prefix.size() > owner->prefix.size()))
            owner = &sentence;
    return owner;
}

void enterTensors(std::vector<StoredTensor> tensors, std::vector<AttentionSentence> &sentences, const std::string &file)
{
    for (StoredTensor &tensor : tensors) {
        AttentionSentence *owner = ownerOf(sentences, tensor.name);
        const std::string name = owner ? tensor.name.substr(owner->prefix.size()) : std::string();
        if (!owner || !importedName(name))
            throw FileError(file, Message::tr("the tensor %1 has no name that a trace knows, such as "
                                              "encoder.0.self.weights or decoder.0.cross.weights",
                                              {quotedName(tensor.name)}));
        owner->tensors.push_back(std::make_shared<const ImportedTensor>(name, std::move(tensor)));
    }
}

const SafetensorsNote *noteNamed(const std::vector<SafetensorsNote> &notes, const char *key)
{
    const auto found = std::find_if(notes.begin(), notes.end(), [key](const auto &note) { return note.key == key; });
    return found == notes.end() ? nullptr : &*found;
}

std::shared_ptr<const AttentionFile> openStored(const QString &path)
{
    const std::string file = path.toStdString();
    SafetensorsFile opened = openSafetensors(path);
    const SafetensorsNote *format = noteNamed(opened.notes, "format");
    if (!format || !isFormat(format->text))
        throw FileError(file, Message::tr("does not say that it holds attention: its metadata has no format "
                                          "\"regard-attention\", and it is in no folder of a model"));
    auto attention = std::make_shared<AttentionFile>();
    attention->path = QFileInfo(path).absoluteFilePath();
    attention->state = opened.file->state();
    attention->format = format->text;
    const JsonValue metadata = metadataOf(opened.notes, file, attention->unknownKeys);
    checkVersion(metadata, file);
    refuseComparison(noteNamed(opened.notes, "pinned.tokens") || noteNamed(opened.notes, "difference.name"), file);
    attention->sentences = sentencesOf(metadata, file);
    enterTensors(std::move(opened.tensors), attention->sentences, file);
    for (AttentionSentence &sentence : attention->sentences)
        placeTensors(sentence, file);
    return attention;
}

SideTrace sideOf(const Tokens &tokens, std::vector<int> masked)
{
    SideTrace side;
    bool hasLabels = false;
    for (const Token &token : tokens.tokens) {
        side.tokens.push_back(token.text);
        side.labels.push_back(token.label.empty() ? token.text : token.label);
        hasLabels |= !token.label.empty();
    }
    if (!hasLabels)
        side.labels.clear();
    side.masked = std::move(masked);
    return side;
}

/// Whether JSON has the key `format` of a file of attention, wherever it stands.
bool saysFormat(std::string_view json)
{
    constexpr std::string_view key = "\"format\"";
    constexpr std::string_view blank = " \t\r\n";
    for (std::size_t at = json.find(key); at != std::string_view::npos; at = json.find(key, at + 1)) {
        const std::size_t colon = json.find_first_not_of(blank, at + key.size());
        if (colon == std::string_view::npos || json[colon] != ':')
            continue;
        const std::size_t begin = json.find_first_not_of(blank, colon + 1);
        if (begin == std::string_view::npos || json[begin] != '"')
            continue;
        if (isFormat(json.substr(begin + 1, json.find('"', begin + 1) - begin - 1)))
            return true;
    }
    return false;
}

/// Keeps the file open as long as the heads may be read.
class HeadsOfFile : public ImportedHeads {
public:
    HeadsOfFile(std::shared_ptr<const AttentionFile> file, Tensor weights, Tensor scores, Tensor scaled, Tensor masked,
                Mask mask, std::vector<int> maskedKeys)
        : ImportedHeads(std::move(weights), std::move(scores), std::move(scaled), std::move(masked), mask,
                        std::move(maskedKeys)),
          m_file(std::move(file))
    {
    }

    std::shared_ptr<const HeadTrace> read(std::size_t head) const override
    {
        std::shared_ptr<const HeadTrace> trace = ImportedHeads::read(head);
        if (!trace->fault.empty())
            m_file->faults->add(trace->fault);
        return trace;
    }

private:
    std::shared_ptr<const AttentionFile> m_file;
};

} // namespace

void ImportedFaults::add(const std::string &fault)
{
    const std::scoped_lock lock(m_mutex);
    if (std::find(m_faults.begin(), m_faults.end(), fault) == m_faults.end())
        m_faults.push_back(fault);
}

std::vector<std::string> ImportedFaults::all() const
{
    const std::scoped_lock lock(m_mutex);
    return m_faults;
}

bool isAttentionFile(const QString &path)
{
    const QFileInfo info(path);
    if (!info.isFile())
        return false;
    if (path.endsWith(QLatin1String(".safetensors"), Qt::CaseInsensitive)) {
        try {
            const std::vector<SafetensorsNote> notes = openSafetensors(path).notes;
            const SafetensorsNote *format = noteNamed(notes, "format");
            return format && isFormat(format->text);
        } catch (const FileError &) {
            return false;
        }
    }
    if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return false;
    QFile file(path);
    const uchar *bytes = file.open(QIODevice::ReadOnly) && file.size() > 0 ? file.map(0, file.size()) : nullptr;
    return bytes && saysFormat({reinterpret_cast<const char *>(bytes), std::size_t(file.size())});
}

std::shared_ptr<const AttentionFile> parseAttentionJson(std::string_view json, const std::string &name)
{
    const JsonValue root = parseJson(json, name);
    const JsonValue *format = root.kind == Kind::Object ? root.find("format") : nullptr;
    if (!format || format->kind != Kind::Text || !isFormat(format->text))
        throw FileError(name, Message::tr("does not say that it holds attention: it has no key \"format\" of "
                                          "\"regard-trace\""));
    auto attention = std::make_shared<AttentionFile>();
    attention->isJson = true;
    attention->format = format->text;
    checkVersion(root, name);
    refuseComparison(root.find("pinned") || root.find("difference"), name);
    if (root.find("sentences"))
        throw FileError(name, Message::tr("has several sentences, which are read from safetensors alone"));
    attention->sentences.push_back(readImportedSentence(root, nullptr, name, {}));
    attention->sentences.front().tensors = jsonTensors(root, name);
    placeTensors(attention->sentences.front(), name);
    return attention;
}

std::shared_ptr<const AttentionFile> openAttention(const QString &path)
{
    if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return openStored(path);
    const std::optional<FileState> state = fileStateAt(path);
    const auto read = parseAttentionJson(storedFileBytes(path, Message::tr("a file of attention")), path.toStdString());
    auto attention = std::make_shared<AttentionFile>(*read);
    attention->path = QFileInfo(path).absoluteFilePath();
    attention->state = state.value_or(FileState());
    return attention;
}

SharedTrace attentionTrace(const std::shared_ptr<const AttentionFile> &file, std::size_t index)
{
    const AttentionSentence &sentence = file->sentences.at(index);
    auto trace = std::make_shared<Trace>();
    trace->isImported = true;
    trace->architecture = sentence.config.architecture;
    trace->source = sideOf(sentence.tokens->source, sentence.masked);
    if (trace->architecture == Architecture::EncoderDecoder)
        trace->target = sideOf(sentence.tokens->target, sentence.maskedTarget);
    const int encoder = layersOf(sentence.config, Attention::Encoder);
    const int decoder = layersOf(sentence.config, Stack::Decoder);
    int blocks = encoder;
    for (const Attention attention : {Attention::Decoder, Attention::Cross})
        blocks += layersOf(sentence.config, attention) > 0 ? decoder : 0;
    for (int block = 0; block < blocks; ++block) {
        const AttentionPlace place = blockPlace(sentence.config, block);
        auto own = std::make_shared<BlockTrace>();
        own->name = blockName(place.attention, place.layer);
        const auto tensor = [&](const char *word) { return sentence.find(own->name + "." + word); };
        own->heads = HeadTraces(std::make_shared<HeadsOfFile>(
            file, tensor("weights"), tensor("scores"), tensor("scaled"), tensor("masked"),
            maskOf(sentence.config, place.attention), keysOf(*trace, place.attention).masked));
        trace->blocks.push_back(std::move(own));
    }
    return trace;
}

} // namespace regard

#include "io/project/project_reader.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/message.h"
#include "engine/model/config_rules.h"
#include "engine/pass/output_layer.h"
#include "io/base/nearest_name.h"
#include "io/project/intervention_keys.h"
#include "io/project/model_hash.h"
#include "io/project/model_keys.h"
#include "io/project/project_attention.h"
#include "io/project/project_checkpoint.h"
#include "io/project/task_keys.h"
#include "io/project/words.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

constexpr int readVersion = 1;

const std::vector<std::string> &projectKeys()
{
    static const std::vector<std::string> keys = {"format",
                                                  "version",
                                                  "title",
                                                  "note",
                                                  "source",
                                                  "target",
                                                  "tokenizer",
                                                  "checkpoint",
                                                  "source_language",
                                                  "target_language",
                                                  "model",
                                                  "dimensions",
                                                  "masked_source",
                                                  "masked_target",
                                                  "vocabulary",
                                                  "end",
                                                  "mask",
                                                  "embedding",
                                                  "weights",
                                                  "off",
                                                  "temperature",
                                                  "view",
                                                  "task",
                                                  "snapshots",
                                                  "attention",
                                                  "sentence",
                                                  "attend",
                                                  "cut",
                                                  "means",
                                                  "patch"};
    return keys;
}

} // namespace

Project ProjectReader::read()
{
    checkHeading();
    checkKeys();
    if (std::shared_ptr<const AttentionFile> attention = openAttention())
        return readOfAttention(std::move(attention));
    if (m_root.find("sentence"))
        fail(Message::tr("sentence counts the sentences of a file of attention, but the project names none"));
    Project project;
    project.title = text("title");
    project.note = text("note");
    project.source = text("source");
    project.target = text("target");
    project.checkpoint = openCheckpoint();
    project.tokenizer = readTokenizer(project);
    readLanguages(m_root, m_name, project);
    const Checkpoint *checkpoint = project.checkpoint.get();
    const ModelConfig config = readConfig(checkpoint);
    if (checkpoint || (m_base && m_base->model.table))
        validateRules(config); // the size of a trained model is limited by the machine's memory
    else
        validate(config);
    // What the document leaves out comes from the base, else from the checkpoint, else it is drawn.
    const std::optional<Model> trained =
        checkpoint && !m_base ? std::optional(checkpointModel(*checkpoint, config)) : std::nullopt;
    const Model *base = m_base ? &m_base->model : trained ? &*trained : nullptr;
    ModelWeights weights = m_base ? weightsAgainst(*m_base, config) : base ? base->given : ModelWeights();
    project.model = buildModel(config, readWeights(config, std::move(weights)), readEmbedding(config),
                               readVocabulary(checkpoint), base);
    project.model.interventions = readInterventions(m_root, config, m_name);
    project.dimensions = readDimensions(config.dModel);
    project.maskedSource = readMasked("masked_source", sourceTokens(project));
    project.maskedTarget = readMasked("masked_target", targetTokens(project));
    project.view = readView(config, inputOf(project));
    project.task = readTaskKey(config);
    fixVocabulary(project);
    recogniseMeans(project);
    return project;
}

/// The columns of a given output layer stand for the words of the file's own sentences. They are written down as its
/// vocabulary, so that another sentence does not change what a column stands for.
void ProjectReader::fixVocabulary(Project &project)
{
    Model &model = project.model;
    const bool isGiven = model.given.contains("output.w") || model.given.contains("output.b");
    if (!isGiven || !outputWords(model).empty() || !hasOutputLayer(model.config))
        return;
    const Input input = inputOf(project);
    const bool isRead =
        !input.tokens.empty() && (!input.target.empty() || model.config.architecture != Architecture::EncoderDecoder);
    if (!isRead)
        return;
    const Vocabulary words{vocabularyOf(model, input), model.vocabulary.end, model.vocabulary.mask};
    model = buildModel(model.config, model.given, model.embedding, words, &model);
}

/// Null can only remove from a state what the project gives.
void ProjectReader::requireInBase(bool has, const char *key, const std::string &entry) const
{
    if (!has)
        fail(Message::tr("%1 takes \"%2\" out, but the project has none", {key, entry}));
}

void ProjectReader::checkHeading() const
{
    if (m_root.kind != Kind::Object)
        fail(Message::tr("a project is an object in braces, not %1", {m_root.described()}));
    const JsonValue *format = m_root.find("format");
    if (!format)
        fail(Message::tr("the key \"format\" is missing, so this is no Regard project"));
    if (format->kind != Kind::Text || format->text != "regard-project")
        fail(Message::tr("format must be \"regard-project\", not %1", {format->described()}));
    const JsonValue *version = m_root.find("version");
    if (!version)
        fail(Message::tr("the key \"%1\" is missing", {"version"}));
    if (version->kind == Kind::Number && version->number.real() > readVersion) {
        fail(Message::tr("was written by a newer Regard (version %1, this one reads %2)",
                         {version->number.text(), std::to_string(readVersion)}));
    }
    if (version->kind != Kind::Number || version->number.whole() != readVersion)
        fail(Message::tr("version must be %1, not %2", {std::to_string(readVersion), version->described()}));
}

void ProjectReader::checkKeys() const
{
    const std::vector<std::string> &known = projectKeys();
    for (std::size_t i = 0; i < m_root.keys.size(); ++i) {
        const std::string &key = m_root.keys[i];
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        fail(Message::tr("unknown key \"%1\"%2", {key, nearestNameHint(key, known)}));
    }
    if (!m_root.find("model"))
        fail(Message::tr("the key \"%1\" is missing", {"model"}));
}

const JsonValue &ProjectReader::object(const JsonValue &value, const std::string &key) const
{
    if (value.kind != Kind::Object)
        fail(Message::tr("%1 must be an object, not %2", {key, value.described()}));
    return value;
}

/// The text under a key of the project, empty where there is none.
std::string ProjectReader::text(const std::string &key) const
{
    const JsonValue *value = m_root.find(key);
    if (!value)
        return {};
    if (value->kind != Kind::Text)
        fail(Message::tr("%1 must be a text in quotes, not %2", {key, value->described()}));
    return value->text;
}

/// The texts of a list; none where the key is missing or the list is empty.
std::vector<std::string> ProjectReader::texts(const std::string &key) const
{
    std::vector<std::string> read;
    const JsonValue *given = m_root.find(key);
    if (!given)
        return read;
    const bool empty = given->kind == Kind::Numbers && given->numbers.empty();
    if (given->kind != Kind::List && !empty)
        fail(Message::tr("%1 must be a list of texts, not %2", {key, given->described()}));
    for (const JsonValue &item : given->items) {
        if (item.kind != Kind::Text)
            fail(Message::tr("%1 must be a list of texts, but one is %2", {key, item.described()}));
        read.push_back(item.text);
    }
    return read;
}

/// Distinct whole numbers in a range.
std::vector<int> ProjectReader::positions(const JsonValue &value, const std::string &key, int lowest, int highest) const
{
    if (value.kind != Kind::Numbers)
        fail(Message::tr("%1 must be a list of whole numbers, not %2", {key, value.described()}));
    std::vector<int> read;
    std::set<int> seen;
    for (const JsonNumber &number : value.numbers) {
        const std::optional<int> position = number.whole();
        if (!position || *position < lowest || *position > highest) {
            fail(highest < lowest ? Message::tr("%1 holds %2, but there are none to count", {key, number.text()})
                                  : Message::tr("%1 holds %2, but it must be a whole number from %3 to %4",
                                                {key, number.text(), std::to_string(lowest), std::to_string(highest)}));
        }
        if (!seen.insert(*position).second)
            fail(Message::tr("%1 holds %2 twice", {key, number.text()}));
        read.push_back(*position);
    }
    return read;
}

/// Null where the document names none. A document that is read relative to a base has the base's.
std::shared_ptr<const Checkpoint> ProjectReader::openCheckpoint() const
{
    if (m_base)
        return m_base->checkpoint;
    const JsonValue *given = m_root.find("checkpoint");
    return given ? readCheckpoint(*given, m_name) : nullptr;
}

/// Opens the attention file that the project names, or takes the base's.
std::shared_ptr<const AttentionFile> ProjectReader::openAttention() const
{
    if (m_base)
        return m_base->attention;
    const JsonValue *given = m_root.find("attention");
    return given ? readAttention(*given, m_name) : nullptr;
}

/// A project whose attention is a file's: the model and the sentences are not its own.
Project ProjectReader::readOfAttention(std::shared_ptr<const AttentionFile> file) const
{
    static const std::vector<std::string> own{"format",   "version", "title",     "note", "attention",
                                              "sentence", "model",   "snapshots", "view"};
    for (const std::string &key : m_root.keys)
        if (std::find(own.begin(), own.end(), key) == own.end())
            fail(Message::tr("%1 belongs to a model, but the attention of this project is that of a file", {key}));
    const JsonValue &model = object(*m_root.find("model"), "model");
    if (!model.keys.empty())
        fail(Message::tr("%1 belongs to a model, but the attention of this project is that of a file",
                         {"model." + model.keys.front()}));
    int sentence = 0;
    if (const JsonValue *given = m_root.find("sentence")) {
        const int count = int(file->sentences.size());
        const std::optional<int> whole = given->kind == Kind::Number ? given->number.whole() : std::nullopt;
        if (!whole || *whole < 1 || *whole > count)
            fail(Message::tr("sentence must be a whole number from 1 to %1, not %2",
                             {std::to_string(count), whole ? std::to_string(*whole) : given->described()}));
        sentence = *whole - 1;
    }
    Project project = attentionProject(std::move(file), sentence);
    if (m_root.find("title"))
        project.title = text("title");
    project.note = text("note");
    project.view = readView(project.model.config, inputOf(project));
    return project;
}

Tokenizer ProjectReader::readTokenizer(const Project &project) const
{
    if (!m_root.find("tokenizer"))
        return project.checkpoint ? Tokenizer::Checkpoint : project.tokenizer;
    const std::string word = text("tokenizer");
    const std::optional<Tokenizer> tokenizer = valueOf<Tokenizer>(word);
    if (!tokenizer)
        fail(Message::tr("%1 takes %2, not \"%3\"",
                         {"tokenizer", Message::tr("one of %1", {commaList(wordsOf<Tokenizer>())}), word}));
    if (*tokenizer == Tokenizer::Checkpoint && !project.checkpoint)
        fail(Message::tr("tokenizer is \"checkpoint\", but the project names no checkpoint"));
    return *tokenizer;
}

std::vector<std::string> ProjectReader::readDimensions(int dModel) const
{
    std::vector<std::string> dimensions = texts("dimensions");
    if (!dimensions.empty() && dimensions.size() != std::size_t(dModel)) {
        const std::string count = std::to_string(dimensions.size());
        const std::string needed = std::to_string(dModel);
        fail(dimensions.size() == 1 ? Message::tr("dimensions has 1 name, but d_model %1 needs %1", {needed})
                                    : Message::tr("dimensions has %1 names, but d_model %2 needs %2", {count, needed}));
    }
    return dimensions;
}

std::vector<int> ProjectReader::readMasked(const std::string &key, const Tokens &tokens) const
{
    const JsonValue *masked = m_root.find(key);
    return masked ? positions(*masked, key, 0, int(tokens.tokens.size()) - 1) : std::vector<int>();
}

/// A document that is read relative to a base has the base's, unless it gives its own, or null for none.
std::shared_ptr<const TrainingRecord> ProjectReader::readTaskKey(const ModelConfig &config) const
{
    const std::shared_ptr<const TrainingRecord> base = m_base ? m_base->task : nullptr;
    const JsonValue *given = m_root.find("task");
    if (!given || (m_base && given->kind == Kind::Null))
        return given ? nullptr : base;
    return std::make_shared<const TrainingRecord>(readTask(*given, config, m_name, base.get()));
}

Project readDocument(const JsonValue &root, const std::string &name, const Project *base)
{
    try {
        return ProjectReader(root, name, base).read();
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(name, error.what());
    }
}

} // namespace regard

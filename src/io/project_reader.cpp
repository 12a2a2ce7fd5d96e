#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/message.h"
#include "engine/output_layer.h"
#include "engine/stack.h"
#include "engine/weight_shapes.h"
#include "io/attention_extent.h"
#include "io/file_error.h"
#include "io/intervention_keys.h"
#include "io/json_document.h"
#include "io/model_keys.h"
#include "io/nearest_name.h"
#include "io/project.h"
#include "io/project_checkpoint.h"
#include "io/snapshots.h"
#include "io/view_keys.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

constexpr int readVersion = 1;

const std::vector<std::string> &projectKeys()
{
    static const std::vector<std::string> keys = {
        "format",     "version", "title",      "note",          "source",        "target",     "tokenizer",
        "checkpoint", "model",   "dimensions", "masked_source", "masked_target", "vocabulary", "end",
        "embedding",  "weights", "off",        "temperature",   "view",          "snapshots"};
    return keys;
}

std::string size(std::size_t rows, std::size_t columns)
{
    return std::to_string(rows) + " × " + std::to_string(columns);
}

std::string numbersCounted(std::size_t count)
{
    return count == 1 ? Message::tr("1 number") : Message::tr("%1 numbers", {std::to_string(count)});
}

/// Turns a parsed document into a project, key by key; every check names its key.
class ProjectReader {
public:
    /// base null: the document is complete.
    ProjectReader(const JsonValue &root, const std::string &name, const Project *base = nullptr)
        : m_root(root), m_name(name), m_base(base)
    {
    }

    Project read();
    static void fixVocabulary(Project &project);

private:
    [[noreturn]] void fail(const std::string &reason) const { throw FileError(m_name, reason); }

    void requireInBase(bool has, const char *key, const std::string &entry) const;
    void checkHeading() const;
    void checkKeys() const;
    const JsonValue &object(const JsonValue &value, const std::string &key) const;
    std::string text(const std::string &key) const;
    std::vector<std::string> texts(const std::string &key) const;
    std::vector<int> positions(const JsonValue &value, const std::string &key, int lowest, int highest) const;
    int counted(const JsonValue &value, const std::string &key, int highest) const;

    std::shared_ptr<const Checkpoint> openCheckpoint() const;
    Tokenizer readTokenizer(const Project &project) const;
    ModelConfig readConfig(const Checkpoint *checkpoint) const;
    bool takesOut(const JsonValue &value) const;
    std::string modelValue(const std::string &key, const JsonValue &value) const;
    ModelWeights readWeights(const ModelConfig &config, ModelWeights weights) const;
    static std::string missingLayer(const std::string &name, const ModelConfig &config);
    Embedding readEmbedding(const ModelConfig &config) const;
    Vocabulary readVocabulary(const Checkpoint *checkpoint) const;
    Matrix matrix(const std::string &name, const JsonValue &value, const WeightShape &shape) const;
    Matrix row(const std::string &name, const JsonValue &value, int columns) const;
    void copyRow(const std::string &name, const std::vector<JsonNumber> &numbers, Matrix &into,
                 Eigen::Index index) const;

    std::vector<std::string> readDimensions(int dModel) const;
    std::vector<int> readMasked(const std::string &key, const Tokens &tokens) const;
    std::string word(const JsonValue &value, const std::string &key, const std::vector<std::string> &words) const;
    StoredView readView(const ModelConfig &config, const Input &input) const;
    StoredView readViewedBlock(const JsonValue &given, const ModelConfig &config) const;

    const JsonValue &m_root;
    const std::string &m_name;
    const Project *m_base; ///< has the weights and rows that the document leaves out
};

Project ProjectReader::read()
{
    checkHeading();
    checkKeys();
    Project project;
    project.title = text("title");
    project.note = text("note");
    project.source = text("source");
    project.target = text("target");
    project.checkpoint = openCheckpoint();
    project.tokenizer = readTokenizer(project);
    const Checkpoint *checkpoint = project.checkpoint.get();
    const ModelConfig config = readConfig(checkpoint);
    if (checkpoint || (m_base && m_base->model.table))
        validateRules(config); // what was trained is limited by the machine's memory
    else
        validate(config);
    // What the document leaves out is the base's, else the checkpoint's, else drawn.
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
    fixVocabulary(project);
    project.snapshots = readSnapshots(m_root, project, m_name);
    return project;
}

/// The columns of a given output layer stand for the words of the file's own sentences. They are written down as its
/// vocabulary, so that another sentence does not change what a column stands for.
void ProjectReader::fixVocabulary(Project &project)
{
    Model &model = project.model;
    const bool isGiven = model.given.contains("output.w") || model.given.contains("output.b");
    if (!isGiven || !model.vocabulary.tokens.empty() || !hasOutputLayer(model.config))
        return;
    const Input input = inputOf(project);
    const bool isRead =
        !input.tokens.empty() && (!input.target.empty() || model.config.architecture != Architecture::EncoderDecoder);
    if (!isRead)
        return;
    const Vocabulary words{vocabularyOf(model, input), model.vocabulary.end};
    model = buildModel(model.config, model.given, model.embedding, words, &model);
}

/// Null can take out of a state what the project gives, and nothing else.
void ProjectReader::requireInBase(bool has, const char *key, const std::string &entry) const
{
    if (!has)
        fail(Message::tr("%1 takes \"%2\" out, but the project has none", {key, entry}));
}

void ProjectReader::checkHeading() const
{
    if (m_root.kind != Kind::Object) {
        fail(Message::tr("a project is an object in braces, not %1", {m_root.described()}));
    }
    const JsonValue *format = m_root.find("format");
    if (!format) {
        fail(Message::tr("the key \"format\" is missing, so this is no Regard project"));
    }
    if (format->kind != Kind::Text || format->text != "regard-project") {
        fail(Message::tr("format must be \"regard-project\", not %1", {format->described()}));
    }
    const JsonValue *version = m_root.find("version");
    if (!version) {
        fail(Message::tr("the key \"%1\" is missing", {"version"}));
    }
    if (version->kind == Kind::Number && version->number.real() > readVersion) {
        fail(Message::tr("was written by a newer Regard (version %1, this one reads %2)",
                         {version->number.text(), std::to_string(readVersion)}));
    }
    if (version->kind != Kind::Number || version->number.whole() != readVersion) {
        fail(Message::tr("version must be %1, not %2", {std::to_string(readVersion), version->described()}));
    }
}

void ProjectReader::checkKeys() const
{
    const std::vector<std::string> &known = projectKeys();
    for (std::size_t i = 0; i < m_root.keys.size(); ++i) {
        const std::string &key = m_root.keys[i];
        if (std::find(known.begin(), known.end(), key) != known.end()) {
            continue;
        }
        fail(Message::tr("unknown key \"%1\"%2", {key, nearestNameHint(key, known)}));
    }
    if (!m_root.find("model")) {
        fail(Message::tr("the key \"%1\" is missing", {"model"}));
    }
}

const JsonValue &ProjectReader::object(const JsonValue &value, const std::string &key) const
{
    if (value.kind != Kind::Object) {
        fail(Message::tr("%1 must be an object, not %2", {key, value.described()}));
    }
    return value;
}

/// The text under a key of the project, empty where there is none.
std::string ProjectReader::text(const std::string &key) const
{
    const JsonValue *value = m_root.find(key);
    if (!value) {
        return {};
    }
    if (value->kind != Kind::Text) {
        fail(Message::tr("%1 must be a text in quotes, not %2", {key, value->described()}));
    }
    return value->text;
}

/// Distinct whole numbers in a range.
std::vector<int> ProjectReader::positions(const JsonValue &value, const std::string &key, int lowest, int highest) const
{
    if (value.kind != Kind::Numbers) {
        fail(Message::tr("%1 must be a list of whole numbers, not %2", {key, value.described()}));
    }
    std::vector<int> read;
    std::set<int> seen;
    for (const JsonNumber &number : value.numbers) {
        const std::optional<int> position = number.whole();
        if (!position || *position < lowest || *position > highest) {
            fail(highest < lowest ? Message::tr("%1 holds %2, but there are none to count", {key, number.text()})
                                  : Message::tr("%1 holds %2, but it must be a whole number from %3 to %4",
                                                {key, number.text(), std::to_string(lowest), std::to_string(highest)}));
        }
        if (!seen.insert(*position).second) {
            fail(Message::tr("%1 holds %2 twice", {key, number.text()}));
        }
        read.push_back(*position);
    }
    return read;
}

/// A number that counts from 1 in the file, as one that counts from 0.
int ProjectReader::counted(const JsonValue &value, const std::string &key, int highest) const
{
    const std::optional<int> number = value.kind == Kind::Number ? value.number.whole() : std::nullopt;
    if (!number || *number < 1 || *number > highest) {
        fail(highest < 1 ? Message::tr("%1 has nothing to count, not %2", {key, value.described()})
                         : Message::tr("%1 must be a whole number from 1 to %2, not %3",
                                       {key, std::to_string(highest), value.described()}));
    }
    return *number - 1;
}

/// Null where the document names none. A document that is read against a base has the base's.
std::shared_ptr<const Checkpoint> ProjectReader::openCheckpoint() const
{
    if (m_base) {
        return m_base->checkpoint;
    }
    const JsonValue *given = m_root.find("checkpoint");
    return given ? readCheckpoint(*given, m_name) : nullptr;
}

Tokenizer ProjectReader::readTokenizer(const Project &project) const
{
    if (!m_root.find("tokenizer")) {
        return project.checkpoint ? Tokenizer::Checkpoint : project.tokenizer;
    }
    const Tokenizer tokenizer = tokenizerNamed(text("tokenizer"));
    if (tokenizer == Tokenizer::Checkpoint && !project.checkpoint) {
        fail(Message::tr("tokenizer is \"checkpoint\", but the project names no checkpoint"));
    }
    return tokenizer;
}

ModelConfig ProjectReader::readConfig(const Checkpoint *checkpoint) const
{
    const JsonValue &model = object(*m_root.find("model"), "model");
    const std::vector<std::string> &known = modelKeys();
    for (const std::string &key : model.keys) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            fail(Message::tr("unknown key \"%1\" in %2%3", {key, "model", nearestNameHint(key, known)}));
        }
    }
    ModelConfig config = checkpoint ? checkpoint->model.config : ModelConfig();
    // In the table's order, so that what follows a key's default is set before the file may say otherwise.
    for (const std::string &key : known) {
        if (const JsonValue *value = model.find(key)) {
            setModelKey(config, key, modelValue(key, *value));
        }
    }
    return config;
}

/// The value of a model key as text, once its JSON type is the right one.
std::string ProjectReader::modelValue(const std::string &key, const JsonValue &value) const
{
    const ModelKeyKind kind = modelKeyKind(key);
    if (kind == ModelKeyKind::Word && value.kind == Kind::Text) {
        return value.text;
    }
    if (kind == ModelKeyKind::Flag && value.kind == Kind::Flag) {
        return value.described();
    }
    if ((kind == ModelKeyKind::Whole || kind == ModelKeyKind::Number) && value.kind == Kind::Number) {
        return value.number.text();
    }
    fail(Message::tr("%1 takes %2, not %3", {key, modelKeyTakes(key), value.described()}));
}

/// Null takes an entry out of what a document is read against.
bool ProjectReader::takesOut(const JsonValue &value) const
{
    return value.kind == Kind::Null && (m_base || m_root.find("checkpoint"));
}

/// Those that the document gives, over those that it is read against.
ModelWeights ProjectReader::readWeights(const ModelConfig &config, ModelWeights weights) const
{
    const JsonValue *given = m_root.find("weights");
    if (!given) {
        return weights;
    }
    object(*given, "weights");
    std::map<std::string, WeightShape> shapes;
    std::vector<std::string> names;
    for (const WeightShape &shape : weightShapes(config)) {
        shapes.emplace(shape.name, shape);
        names.push_back(shape.name);
    }
    for (std::size_t i = 0; i < given->keys.size(); ++i) {
        const std::string &name = given->keys[i];
        const auto shape = shapes.find(name);
        if (takesOut(given->items[i])) {
            requireInBase(weights.contains(name), "weights", name);
            weights.remove(name);
        } else if (shape != shapes.end()) {
            weights.set(name, matrix(name, given->items[i], shape->second));
        } else {
            fail(Message::tr("this model has no weight \"%1\"%2%3",
                             {name, missingLayer(name, config), nearestNameHint(name, names)}));
        }
    }
    return weights;
}

/// ", because decoder_layers is 0": why a weight's name is none, where its layer is the reason; else empty.
std::string ProjectReader::missingLayer(const std::string &name, const ModelConfig &config)
{
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        const std::string prefix = stackName(stack) + ".";
        const std::size_t digits = name.find_first_not_of("0123456789", prefix.size());
        if (!name.starts_with(prefix) || digits == prefix.size() || digits == std::string::npos) {
            continue;
        }
        const std::string layers = stackName(stack) + "_layers";
        const std::string count = modelKeyValue(config, layers);
        const std::string layer = name.substr(prefix.size(), digits - prefix.size());
        const bool beyond = layer.size() > count.size() || (layer.size() == count.size() && layer >= count);
        if (beyond) {
            return count == "0" ? Message::tr(", because %1 is 0", {layers})
                                : Message::tr(", because %1 is %2 and layers count from 0", {layers, count});
        }
    }
    return {};
}

Embedding ProjectReader::readEmbedding(const ModelConfig &config) const
{
    Embedding embedding = m_base ? m_base->model.embedding : Embedding();
    const JsonValue *given = m_root.find("embedding");
    if (!given) {
        return embedding;
    }
    object(*given, "embedding");
    for (std::size_t i = 0; i < given->keys.size(); ++i) {
        const std::string name = Message::tr("embedding of \"%1\"", {given->keys[i]});
        const JsonValue &value = given->items[i];
        if (m_base && value.kind == Kind::Null) {
            requireInBase(embedding.erase(given->keys[i]) > 0, "embedding", given->keys[i]);
            continue;
        }
        if (value.kind == Kind::Numbers && value.numbers.size() != static_cast<std::size_t>(config.dModel)) {
            fail(Message::tr("%1 has %2, but d_model %3 needs %3",
                             {name, numbersCounted(value.numbers.size()), std::to_string(config.dModel)}));
        }
        embedding[given->keys[i]] = std::make_shared<const Matrix>(row(name, value, config.dModel));
    }
    return embedding;
}

/// A list of rows; where the weight is a vector, a list of numbers. A size that every row agrees on is left for
/// buildModel to judge, which knows what the size follows from.
Matrix ProjectReader::matrix(const std::string &name, const JsonValue &value, const WeightShape &shape) const
{
    const bool vector = shape.role == WeightRole::Bias || shape.role == WeightRole::Gain;
    if (vector && value.kind == Kind::Numbers) {
        return row(name, value, shape.columns > 0 ? shape.columns : static_cast<int>(value.numbers.size()));
    }
    if (value.kind != Kind::List) {
        fail(vector ? Message::tr("%1 must be a list of numbers, not %2", {name, value.described()})
                    : Message::tr("%1 must be a list of rows, not %2", {name, value.described()}));
    }
    const std::size_t rows = value.items.size();
    const std::size_t columns = value.items.front().numbers.size();
    const std::size_t neededRows = shape.rows == 0 ? rows : static_cast<std::size_t>(shape.rows);
    const std::size_t neededColumns = shape.columns == 0 ? columns : static_cast<std::size_t>(shape.columns);
    const std::string neededSize = size(neededRows, neededColumns);
    const std::string needed = shape.rows == 0 ? Message::tr("%1 for these rows", {neededSize}) : neededSize;
    for (std::size_t i = 0; i < rows; ++i) {
        const JsonValue &item = value.items[i];
        const auto here = [&] {
            return Message::tr("%1: row %2 of %3", {name, std::to_string(i + 1), std::to_string(rows)});
        };
        if (item.kind == Kind::List) {
            const auto odd = std::find_if(item.items.begin(), item.items.end(),
                                          [](const JsonValue &cell) { return cell.kind != Kind::Number; });
            fail(Message::tr("%1, column %2 must be a number, not %3",
                             {here(), std::to_string(odd - item.items.begin() + 1),
                              (odd == item.items.end() ? item : *odd).described()}));
        }
        if (item.kind != Kind::Numbers) {
            fail(Message::tr("%1 must be a list of numbers, not %2", {here(), item.described()}));
        }
        if (item.numbers.size() != columns) {
            fail(Message::tr("%1 has %2, but row 1 has %3; the matrix must be %4",
                             {here(), numbersCounted(item.numbers.size()), std::to_string(columns), needed}));
        }
    }
    Matrix read(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
    for (std::size_t i = 0; i < rows; ++i) {
        copyRow(name, value.items[i].numbers, read, static_cast<Eigen::Index>(i));
    }
    return read;
}

Matrix ProjectReader::row(const std::string &name, const JsonValue &value, int columns) const
{
    if (value.kind != Kind::Numbers) {
        fail(Message::tr("%1 must be a list of %2, not %3",
                         {name, numbersCounted(static_cast<std::size_t>(columns)), value.described()}));
    }
    Matrix read(1, static_cast<Eigen::Index>(value.numbers.size()));
    copyRow(name, value.numbers, read, 0);
    return read;
}

void ProjectReader::copyRow(const std::string &name, const std::vector<JsonNumber> &numbers, Matrix &into,
                            Eigen::Index index) const
{
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const float number = numbers[i].single;
        if (!std::isfinite(number)) {
            fail(Message::tr("%1: %2 in row %3, column %4 is beyond the range of float32 (±3.4e38)",
                             {name, numbers[i].text(), std::to_string(index + 1), std::to_string(i + 1)}));
        }
        into(index, static_cast<Eigen::Index>(i)) = number;
    }
}

/// The texts of a list; none where the key is missing or the list is empty.
std::vector<std::string> ProjectReader::texts(const std::string &key) const
{
    std::vector<std::string> read;
    const JsonValue *given = m_root.find(key);
    if (!given) {
        return read;
    }
    const bool empty = given->kind == Kind::Numbers && given->numbers.empty();
    if (given->kind != Kind::List && !empty) {
        fail(Message::tr("%1 must be a list of texts, not %2", {key, given->described()}));
    }
    for (const JsonValue &item : given->items) {
        if (item.kind != Kind::Text) {
            fail(Message::tr("%1 must be a list of texts, but one is %2", {key, item.described()}));
        }
        read.push_back(item.text);
    }
    return read;
}

std::vector<std::string> ProjectReader::readDimensions(int dModel) const
{
    std::vector<std::string> dimensions = texts("dimensions");
    if (!dimensions.empty() && dimensions.size() != static_cast<std::size_t>(dModel)) {
        const std::string count = std::to_string(dimensions.size());
        const std::string needed = std::to_string(dModel);
        fail(dimensions.size() == 1 ? Message::tr("dimensions has 1 name, but d_model %1 needs %1", {needed})
                                    : Message::tr("dimensions has %1 names, but d_model %2 needs %2", {count, needed}));
    }
    return dimensions;
}

Vocabulary ProjectReader::readVocabulary(const Checkpoint *checkpoint) const
{
    Vocabulary vocabulary = checkpoint ? checkpoint->model.vocabulary : Vocabulary();
    if (m_base) {
        vocabulary.tokens = m_base->model.vocabulary.tokens;
    }
    if (m_root.find("vocabulary")) {
        vocabulary.tokens = texts("vocabulary");
        for (const std::string &token : vocabulary.tokens) {
            if (token.empty()) {
                fail(Message::tr("vocabulary holds an empty text, but a token has at least one character"));
            }
        }
    }
    if (m_root.find("end")) {
        vocabulary.end = text("end");
    }
    return vocabulary;
}

std::vector<int> ProjectReader::readMasked(const std::string &key, const Tokens &tokens) const
{
    const JsonValue *masked = m_root.find(key);
    return masked ? positions(*masked, key, 0, static_cast<int>(tokens.tokens.size()) - 1) : std::vector<int>();
}

/// A text that must be one of a few words.
std::string ProjectReader::word(const JsonValue &value, const std::string &key,
                                const std::vector<std::string> &words) const
{
    if (value.kind != Kind::Text || std::find(words.begin(), words.end(), value.text) == words.end()) {
        std::string listed;
        for (const std::string &known : words) {
            listed += (listed.empty() ? "" : ", ") + known;
        }
        fail(Message::tr("%1 must be one of %2, not %3", {key, listed, value.described()}));
    }
    return value.text;
}

/// The block and summary of a view, which say what its other numbers count.
StoredView ProjectReader::readViewedBlock(const JsonValue &given, const ModelConfig &config) const
{
    StoredView view;
    if (const JsonValue *block = given.find("block")) {
        view.block = word(*block, "view.block", {"encoder", "decoder", "cross"});
        if (blockWord(viewedAttention(view, config)) != view.block) {
            fail(Message::tr("%1 is \"%2\", but the model has no such attention", {"view.block", view.block}));
        }
    }
    if (const JsonValue *summary = given.find("summary")) {
        view.summary = word(*summary, "view.summary", {"mean", "maximum", "rollout"});
        if (view.summary == "rollout" && viewedAttention(view, config) == Attention::Cross) {
            fail(Message::tr("%1 is \"%2\", which the block \"%3\" does not have",
                             {"view.summary", "rollout", "cross"}));
        }
    }
    return view;
}

StoredView ProjectReader::readView(const ModelConfig &config, const Input &input) const
{
    const JsonValue *found = m_root.find("view");
    if (!found) {
        return {};
    }
    const JsonValue &given = object(*found, "view");
    StoredView view = readViewedBlock(given, config);
    const AttentionExtent extent = extentOf(config, viewedAttention(view, config), countsOf(input));
    for (std::size_t i = 0; i < given.keys.size(); ++i) {
        const std::string &key = given.keys[i];
        const JsonValue &value = given.items[i];
        const std::string name = "view." + key;
        if (key == "block" || key == "summary") {
            continue; // read before
        }
        if (key == "layer") {
            view.layer = counted(value, name, extent.layers);
        } else if (key == "head") {
            view.head = counted(value, name, extent.heads);
        } else if (key == "heads") {
            view.heads = positions(value, name, 1, extent.heads);
            std::for_each(view.heads.begin(), view.heads.end(), [](int &head) { --head; });
        } else if (key == "query") {
            view.query = counted(value, name, extent.queries);
        } else if (key == "key") {
            view.key = counted(value, name, extent.keys);
        } else if (key == "stage") {
            view.stage = word(value, name, {"scores", "scaled", "masked", "weights"});
        } else if (key == "steps") {
            view.steps = readStepView(value, name, m_name);
        } else if (key == "tokens") {
            view.tokens = readTokenView(value, name, m_name);
        } else if (key == "cell") {
            view.cell = readCellRef(value, name, m_name, config);
        } else {
            fail(Message::tr("unknown key \"%1\" in %2%3",
                             {key, "view",
                              nearestNameHint(key, {"block", "summary", "layer", "head", "heads", "query", "key",
                                                    "stage", "steps", "cell", "tokens"})}));
        }
    }
    return view;
}

} // namespace

Project parseProject(std::string_view json, const std::string &name)
{
    return parseProject(parseJson(json, name), name);
}

namespace {

Project parsed(const JsonValue &root, const std::string &name, const Project *base)
{
    try {
        return ProjectReader(root, name, base).read();
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(name, error.what());
    }
}

} // namespace

Project parseProject(const JsonValue &root, const std::string &name)
{
    return parsed(root, name, nullptr);
}

Project parseProject(const JsonValue &root, const Project &base, const std::string &name)
{
    return parsed(root, name, &base);
}

} // namespace regard

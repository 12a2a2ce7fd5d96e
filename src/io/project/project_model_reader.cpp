#include "io/project/project_reader.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/message.h"
#include "engine/model/stack.h"
#include "io/base/nearest_name.h"
#include "io/project/model_keys.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

std::string size(std::size_t rows, std::size_t columns)
{
    return std::to_string(rows) + " × " + std::to_string(columns);
}

std::string numbersCounted(std::size_t count)
{
    return count == 1 ? Message::tr("1 number") : Message::tr("%1 numbers", {std::to_string(count)});
}

} // namespace

ModelConfig ProjectReader::readConfig(const Checkpoint *checkpoint) const
{
    const JsonValue &model = object(*m_root.find("model"), "model");
    const std::vector<std::string> &known = modelKeys();
    for (const std::string &key : model.keys)
        if (std::find(known.begin(), known.end(), key) == known.end())
            fail(Message::tr("unknown key \"%1\" in %2%3", {key, "model", nearestNameHint(key, known)}));
    ModelConfig config = checkpoint ? checkpoint->model.config : ModelConfig();
    // Keys are set in the table's order, so that dependent defaults stand before the file may give other values.
    for (const std::string &key : known)
        if (const JsonValue *value = model.find(key))
            setModelKey(config, key, modelValue(key, *value));
    return config;
}

/// The value of a model key as text, after its JSON type is checked.
std::string ProjectReader::modelValue(const std::string &key, const JsonValue &value) const
{
    const ModelKeyKind kind = modelKeyKind(key);
    if (kind == ModelKeyKind::Word && value.kind == Kind::Text)
        return value.text;
    if (kind == ModelKeyKind::Flag && value.kind == Kind::Flag)
        return value.described();
    if ((kind == ModelKeyKind::Whole || kind == ModelKeyKind::Number) && value.kind == Kind::Number)
        return value.number.text();
    fail(Message::tr("%1 takes %2, not %3", {key, modelKeyTakes(key), value.described()}));
}

/// Null removes an entry of the base or the checkpoint.
bool ProjectReader::takesOut(const JsonValue &value) const
{
    return value.kind == Kind::Null && (m_base || m_root.find("checkpoint"));
}

Vocabulary ProjectReader::readVocabulary(const Checkpoint *checkpoint) const
{
    Vocabulary vocabulary = checkpoint ? checkpoint->model.vocabulary : Vocabulary();
    if (m_base)
        vocabulary.tokens = m_base->model.vocabulary.tokens;
    if (m_root.find("vocabulary")) {
        vocabulary.tokens = texts("vocabulary");
        for (const std::string &token : vocabulary.tokens)
            if (token.empty())
                fail(Message::tr("vocabulary holds an empty text, but a token has at least one character"));
    }
    if (m_root.find("end"))
        vocabulary.end = text("end");
    if (m_root.find("mask"))
        vocabulary.mask = text("mask");
    if (vocabulary.mask.empty())
        fail(Message::tr("mask is an empty text, but a token has at least one character"));
    return vocabulary;
}

/// The weights that the document gives, over those of its base.
ModelWeights ProjectReader::readWeights(const ModelConfig &config, ModelWeights weights) const
{
    const JsonValue *given = m_root.find("weights");
    if (!given)
        return weights;
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

/// ", because decoder_layers is 0": why a weight's name is unknown, where its layer is the reason; else empty.
std::string ProjectReader::missingLayer(const std::string &name, const ModelConfig &config)
{
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        const std::string prefix = stackName(stack) + ".";
        const std::size_t digits = name.find_first_not_of("0123456789", prefix.size());
        if (!name.starts_with(prefix) || digits == prefix.size() || digits == std::string::npos)
            continue;
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
    const int width = config.embeddingWidth();
    const JsonValue *given = m_root.find("embedding");
    if (!given)
        return embedding;
    object(*given, "embedding");
    for (std::size_t i = 0; i < given->keys.size(); ++i) {
        const std::string name = Message::tr("embedding of \"%1\"", {given->keys[i]});
        const JsonValue &value = given->items[i];
        if (m_base && value.kind == Kind::Null) {
            requireInBase(embedding.erase(given->keys[i]) > 0, "embedding", given->keys[i]);
            continue;
        }
        if (value.kind == Kind::Numbers && value.numbers.size() != std::size_t(width)) {
            fail(Message::tr("%1 has %2, but %3 %4 needs %4",
                             {name, numbersCounted(value.numbers.size()),
                              config.embeddingSize > 0 ? "embedding_size" : "d_model", std::to_string(width)}));
        }
        embedding[given->keys[i]] = std::make_shared<const Matrix>(row(name, value, width));
    }
    return embedding;
}

/// A list of rows; where the weight is a vector, a list of numbers. A consistent size is checked by buildModel, which
/// knows what the size follows from.
Matrix ProjectReader::matrix(const std::string &name, const JsonValue &value, const WeightShape &shape) const
{
    const bool vector = shape.role == WeightRole::Bias || shape.role == WeightRole::Gain;
    if (vector && value.kind == Kind::Numbers)
        return row(name, value, shape.columns > 0 ? shape.columns : int(value.numbers.size()));
    if (value.kind != Kind::List) {
        fail(vector ? Message::tr("%1 must be a list of numbers, not %2", {name, value.described()})
                    : Message::tr("%1 must be a list of rows, not %2", {name, value.described()}));
    }
    const std::size_t rows = value.items.size();
    const std::size_t columns = value.items.front().numbers.size();
    const std::size_t neededRows = shape.rows == 0 ? rows : std::size_t(shape.rows);
    const std::size_t neededColumns = shape.columns == 0 ? columns : std::size_t(shape.columns);
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
        if (item.kind != Kind::Numbers)
            fail(Message::tr("%1 must be a list of numbers, not %2", {here(), item.described()}));
        if (item.numbers.size() != columns) {
            fail(Message::tr("%1 has %2, but row 1 has %3; the matrix must be %4",
                             {here(), numbersCounted(item.numbers.size()), std::to_string(columns), needed}));
        }
    }
    Matrix read(static_cast<Eigen::Index>(rows), Eigen::Index(columns));
    for (std::size_t i = 0; i < rows; ++i)
        copyRow(name, value.items[i].numbers, read, Eigen::Index(i));
    return read;
}

Matrix ProjectReader::row(const std::string &name, const JsonValue &value, int columns) const
{
    if (value.kind != Kind::Numbers) {
        fail(Message::tr("%1 must be a list of %2, not %3",
                         {name, numbersCounted(std::size_t(columns)), value.described()}));
    }
    Matrix read(1, Eigen::Index(value.numbers.size()));
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
        into(index, Eigen::Index(i)) = number;
    }
}

} // namespace regard

#include "io/checkpoint/family_weights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "engine/base/available_memory.h"
#include "engine/base/message.h"
#include "engine/functions/rotary.h"
#include "engine/model/model.h"
#include "engine/model/positions.h"
#include "engine/model/stack.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"
#include "io/base/file_error.h"
#include "io/base/quoted_name.h"
#include "io/base/shape_text.h"
#include "io/checkpoint/checkpoint_memory.h"
#include "io/checkpoint/stored_table.h"
#include "io/checkpoint/unused_tensors.h"

namespace regard {

namespace {

using Names = std::vector<std::string>;
using Shape = std::vector<std::uint64_t>;

/// A tensor of an output head.
struct HeadTensor {
    Names names;               ///< any of them; the first is the usual one
    std::vector<Shape> shapes; ///< any of them
    bool isNeeded;             ///< without it there is no head
};

/// The columns of a weight among the outputs of a tensor, which may hold those of several.
struct Outputs {
    Eigen::Index first;
    Eigen::Index total;
};

std::string replaced(std::string_view pattern, char mark, const std::string &with)
{
    std::string text;
    for (const char c : pattern)
        text += c == mark ? with : std::string(1, c);
    return text;
}

/// Whether the class that wrote the files has an output layer.
bool promisesOutput(const ConfigFile &file)
{
    const JsonValue *classes = file.find("architectures");
    if (!classes)
        return false;
    return std::any_of(classes->items.begin(), classes->items.end(), [](const JsonValue &item) {
        return item.text.ends_with("ForCausalLM") || item.text.ends_with("LMHeadModel") ||
               item.text.ends_with("ForConditionalGeneration") || item.text.ends_with("MTModel");
    });
}

/// Whether the files were written by ELECTRA's discriminator.
bool promisesDiscriminator(const ConfigFile &file)
{
    const JsonValue *classes = file.find("architectures");
    return classes && std::any_of(classes->items.begin(), classes->items.end(),
                                  [](const JsonValue &item) { return item.text == "ElectraForPreTraining"; });
}

/// Whether the last part is the prefix of another family, whose embedding goes by the same name: what is computed with
/// the rest may differ. Several families have `model.`, and so may a program that wraps them.
bool isPrefixOfAnother(std::string_view prefix, const Family &family)
{
    const std::vector<std::string> types = modelTypes();
    return std::any_of(types.begin(), types.end(), [&](const std::string &type) {
        const std::string &other = familyOf(type)->prefix;
        return other != family.prefix && other != "model." && (prefix == other || prefix.ends_with("." + other));
    });
}

class WeightsReader {
public:
    WeightsReader(const Family &family, const FamilyConfig &config, const ConfigFile &file,
                  const FolderTensors &tensors, WeightsRead read)
        : m_family(family), m_config(config), m_file(file), m_tensors(tensors),
          m_readsNumbers(read == WeightsRead::Numbers), m_isInMemory(read == WeightsRead::Places)
    {
        m_read.config = config.config;
    }

    FamilyWeights read();

private:
    const StoredTensor *find(const Names &names) const;
    const StoredTensor &require(const Names &names);
    [[noreturn]] void failWithout(const std::string &name) const;
    /// The tensor's name with the family's prefix, and without it.
    Names prefixed(const std::string &name) const { return {m_family.prefix + name, name}; }

    std::vector<HeadTensor> tensorsOfHead(std::uint64_t words) const;
    bool hasAny(const std::vector<HeadTensor> &tensors, bool isMasked) const;
    bool findDiscriminator();
    HeadFault faultOf(const HeadTensor &wanted) const;
    void findHead(const StoredTensor &embedding);
    const StoredTensor *storedPositions() const;
    void readEmbedding();
    bool hasSameNumbers(const StoredTensor &a, const StoredTensor &b) const;
    void requireSameNumbers(const StoredTensor &embedding);
    std::shared_ptr<const RowTable> readRows(const StoredTensor &tensor, const std::vector<const char *> &wordsKeys);
    void readOutput(const StoredTensor &embedding);
    void addOutputBias();
    void addDiscriminator();
    void widen(const WeightSource &source);
    /// `copy` may be null, or the tensor itself.
    void addCopy(const StoredTensor *copy, const StoredTensor &of);
    void addRule(const TensorRule &rule, bool isInModel);
    void addLayer(const TensorRule &rule, int number, bool isInModel);
    Outputs outputsOf(const TensorRule &rule, const std::string &layer, const WeightShape &shape) const;
    void addMatrix(const std::string &layer, const Names &names, const TensorRule &rule);
    void addVector(const std::string &weight, const std::string &layer, const Names &names, const TensorRule &rule);
    void addRows(const std::string &weight, const Names &names);
    void addZeros(const std::string &weight);
    void addSource(const std::string &weight, const MatrixSource &source);
    MatrixSource partOfHeads(MatrixSource source, const TensorRule &rule) const;
    void requireShape(const StoredTensor &tensor, const std::vector<std::uint64_t> &shape) const;
    void readFrequencies();
    /// Null where the model has no such weight.
    const WeightShape *activeShape(const std::string &weight) const;
    void readAll();

    const Family &m_family;
    const FamilyConfig &m_config;
    const ConfigFile &m_file;
    const FolderTensors &m_tensors;
    bool m_readsNumbers;
    bool m_isInMemory;
    FamilyWeights m_read;
    std::unordered_map<std::string, WeightShape> m_shapes;
    /// The source's index by tensor, first column and first row.
    std::map<std::tuple<const StoredTensor *, Eigen::Index, Eigen::Index>, std::size_t> m_sourceOf;
    std::set<const StoredTensor *> m_used;
    bool m_hasHead = false;   ///< an output layer that fits
    double m_outputBytes = 0; ///< of the output layer's rows, which the first pass reads
};

const StoredTensor *WeightsReader::find(const Names &names) const
{
    for (const std::string &name : names)
        if (const StoredTensor *tensor = m_tensors.find(name))
            return tensor;
    return nullptr;
}

/// A prefix that all names share is told where nothing was found.
void WeightsReader::failWithout(const std::string &name) const
{
    std::string reason = Message::tr("has no tensor %1, which the %2 model of its config.json needs",
                                     {quotedName(m_tensors.removedPrefix() + name), m_family.name});
    const std::string common = m_tensors.commonPrefix();
    if (m_used.empty() && !common.empty())
        reason += Message::tr("; the names of all its tensors begin with %1", {quotedName(common)});
    throw FileError(m_tensors.mainFile(), reason);
}

const StoredTensor &WeightsReader::require(const Names &names)
{
    const StoredTensor *tensor = find(names);
    if (!tensor)
        failWithout(names.front());
    m_used.insert(tensor);
    return *tensor;
}

/// The tensors of the family's head for an embedding of so many rows.
std::vector<HeadTensor> WeightsReader::tensorsOfHead(std::uint64_t words) const
{
    const OutputHead &head = m_family.head;
    const auto model = std::uint64_t(m_read.config.dModel);
    const auto width = std::uint64_t(m_read.config.embeddingWidth());
    const bool isMasked = !head.transform.empty();
    std::vector<HeadTensor> tensors;
    for (const TensorRule &rule : head.transform) {
        const std::string tensor = rule.tensor;
        const bool isNorm = rule.form == TensorForm::Norm;
        tensors.push_back(
            {{tensor + ".weight", tensor + ".gamma"}, {isNorm ? Shape{width} : Shape{width, model}}, true});
        tensors.push_back({{tensor + ".bias", tensor + ".beta"}, {{width}}, true});
    }
    if (!head.biases.empty())
        tensors.push_back({{head.biases.rbegin(), head.biases.rend()}, {{words}, {1, words}}, isMasked});
    tensors.push_back({head.names(), {{words, width}}, !m_config.isTied});
    return tensors;
}

/// Whether any of a head's tensors is in the files.
bool WeightsReader::hasAny(const std::vector<HeadTensor> &tensors, bool isMasked) const
{
    return std::any_of(tensors.begin(), tensors.end(),
                       [&](const HeadTensor &each) { return find(each.names) && (each.isNeeded || !isMasked); });
}

/// What is wrong with one of them; nothing where the model does without it.
HeadFault WeightsReader::faultOf(const HeadTensor &wanted) const
{
    using Kind = HeadFault::Kind;
    const StoredTensor *tensor = find(wanted.names);
    if (!tensor)
        return wanted.isNeeded ? HeadFault{Kind::Missing, wanted.names.front()} : HeadFault();
    if (std::find(wanted.shapes.begin(), wanted.shapes.end(), tensor->shape) == wanted.shapes.end())
        return {Kind::Size, tensor->storedName(), shapeText(tensor->shape), shapeText(wanted.shapes.front())};
    if (!numberKind(tensor->dtype))
        return {Kind::Numbers, tensor->storedName(), tensor->dtype};
    return {};
}

/// Looks for the discriminator's head, which counts where it is promised or stands alone. Returns whether it does.
bool WeightsReader::findDiscriminator()
{
    const OutputHead &head = m_family.discriminator;
    if (!head.tensor)
        return false;
    const auto width = std::uint64_t(m_read.config.dModel);
    const std::string dense = head.transform.front().tensor;
    const std::vector<HeadTensor> tensors{{{dense + ".weight"}, {{width, width}}, true},
                                          {{dense + ".bias"}, {{width}}, true},
                                          {{head.biases.front()}, {{1}}, true},
                                          {{head.tensor}, {{1, width}}, true}};
    if (!promisesDiscriminator(m_file) && (!hasAny(tensors, true) || hasAny(tensorsOfHead(1), true)))
        return false;
    HeadFault &fault = m_read.headFault;
    for (const HeadTensor &each : tensors)
        if (!fault.isAny())
            fault = faultOf(each);
    m_read.config.replacedTokens = !fault.isAny();
    return true;
}

/// Looks for the output head. Without any tensor of a masked language model's head there is none; another head is
/// promised by the class, or by the embedding that it is tied to.
void WeightsReader::findHead(const StoredTensor &embedding)
{
    const bool isMasked = !m_family.head.transform.empty();
    const std::vector<HeadTensor> tensors = tensorsOfHead(embedding.shape.front());
    if (!hasAny(tensors, isMasked) && (isMasked || (!m_config.isTied && !promisesOutput(m_file))))
        return;
    HeadFault &fault = m_read.headFault;
    for (const HeadTensor &each : tensors)
        if (!fault.isAny())
            fault = faultOf(each);
    m_hasHead = !fault.isAny();
    m_read.config.maskedLanguageModel = isMasked && m_hasHead;
    if (m_hasHead && m_family.head.activation != m_read.config.activation)
        m_read.config.outputActivation = m_family.head.activation;
}

/// A stored table of positions where the family usually has a formula; null: none.
const StoredTensor *WeightsReader::storedPositions() const
{
    if (m_family.mayStorePositions)
        for (const TensorRule &rule : m_family.tensors)
            if (rule.form == TensorForm::Rows)
                if (const StoredTensor *tensor = find(prefixed(std::string(rule.tensor) + ".weight")))
                    return tensor;
    return nullptr;
}

bool WeightsReader::hasSameNumbers(const StoredTensor &a, const StoredTensor &b) const
{
    return m_readsNumbers || m_isInMemory ? a.hasSameNumbers(b) : a.shape == b.shape;
}

void WeightsReader::requireSameNumbers(const StoredTensor &embedding)
{
    for (const char *copy : m_family.embeddingCopies) {
        const StoredTensor *other = find(prefixed(copy));
        if (!other)
            continue;
        if (!hasSameNumbers(*other, embedding))
            other->fail(Message::tr("holds other numbers than %1; embeddings that encoder and decoder do not share are "
                                    "not read",
                                    {quotedName(embedding.storedName())}));
        addCopy(other, embedding);
    }
}

void WeightsReader::addCopy(const StoredTensor *copy, const StoredTensor &of)
{
    if (copy && copy != &of)
        m_read.copies.emplace(copy, &of);
}

/// An embedding, whose rows are as many as the first given key says.
std::shared_ptr<const RowTable> WeightsReader::readRows(const StoredTensor &tensor,
                                                        const std::vector<const char *> &wordsKeys)
{
    auto table = std::make_shared<StoredTable>(tensor, m_read.config.embeddingWidth());
    const int rows = table->rows();
    const int words = m_file.whole(wordsKeys, 1, maximumSentence, rows);
    if (words != rows)
        tensor.fail(Message::tr("has %1 rows, but %3 of config.json is %2",
                                {std::to_string(rows), std::to_string(words),
                                 m_file.find(wordsKeys.front()) ? wordsKeys.front() : wordsKeys.back()}));
    return table;
}

void WeightsReader::readEmbedding()
{
    Names names;
    const auto add = [&](const Names &more) { names.insert(names.end(), more.begin(), more.end()); };
    if (m_config.hasTarget) {
        const StoredTensor &source = require(prefixed(m_family.embeddingCopies.front()));
        m_read.embedding = readRows(source, {"vocab_size"});
        m_read.tables.embedding = &source;
        m_read.embeddingFile = source.file->path().toStdString();
        add(prefixed(m_family.embeddingCopies.back()));
    } else {
        add(prefixed(m_family.embedding));
        for (const char *copy : m_family.embeddingCopies)
            add(prefixed(copy));
    }
    if (m_config.isTied)
        add(m_family.head.names());
    const StoredTensor &tensor = require(names); // of the words that come out
    if (m_config.hasTarget) {
        m_read.tables.target = &tensor;
        m_read.target = readRows(tensor, {m_family.targetWordsKey, "vocab_size"});
    } else {
        m_read.tables.embedding = &tensor;
        requireSameNumbers(tensor);
        m_read.embedding = readRows(tensor, {"vocab_size"});
        m_read.embeddingFile = tensor.file->path().toStdString();
    }
    if (!findDiscriminator())
        findHead(tensor);
    if (m_hasHead)
        readOutput(tensor);
}

void WeightsReader::readOutput(const StoredTensor &embedding)
{
    const StoredTensor *own = find(m_family.head.names());
    if (m_config.isTied && (!own || hasSameNumbers(*own, embedding))) {
        m_read.output = m_read.target ? m_read.target : m_read.embedding;
        addCopy(own, embedding);
    } else {
        m_read.tables.output = &require(m_family.head.names());
        m_read.output = std::make_shared<StoredTable>(*m_read.tables.output, m_read.config.embeddingWidth());
    }
    m_outputBytes = double(embedding.bytes);
}

void WeightsReader::addOutputBias()
{
    if (!m_read.output || m_family.head.biases.empty())
        return;
    Names names(m_family.head.biases.begin(), m_family.head.biases.end());
    if (!find(names))
        return;
    const StoredTensor &tensor = require(names);
    addSource("output.b", {&tensor, 1, m_read.output->rows(), false, m_read.output->rows()});
    for (const std::string &name : names) // the library ties them
        if (const StoredTensor *other = find({name}); other && hasSameNumbers(*other, tensor))
            addCopy(other, tensor);
}

/// One column of logits, those of `replaced`. Before it stands the column of `original`, whose logit is 0: the softmax
/// of both is the sigmoid of the one.
void WeightsReader::addDiscriminator()
{
    if (!m_read.config.replacedTokens)
        return;
    const Eigen::Index zeros = Eigen::Index(replacementWords.size()) - 1;
    const auto add = [&](const char *weight, const char *tensor, Eigen::Index rows) {
        addSource(weight, {&require({tensor}), rows, 1, false, 1});
        m_read.sources.back().zeroColumns = zeros;
    };
    add("output.w", m_family.discriminator.tensor, m_read.config.dModel);
    add("output.b", m_family.discriminator.biases.front(), 1);
}

/// Puts the columns of zeros before those that were read.
void WeightsReader::widen(const WeightSource &source)
{
    for (const std::string &name : source.weights)
        if (const SharedMatrix read = m_read.weights.find(name).matrix(); read && source.zeroColumns > 0) {
            Matrix all = Matrix::Zero(read->rows(), source.zeroColumns + read->cols());
            all.rightCols(read->cols()) = *read;
            m_read.weights.set(name, std::move(all));
        }
}

const WeightShape *WeightsReader::activeShape(const std::string &weight) const
{
    const auto found = m_shapes.find(weight);
    return found == m_shapes.end() || !found->second.active ? nullptr : &found->second;
}

void WeightsReader::requireShape(const StoredTensor &tensor, const std::vector<std::uint64_t> &shape) const
{
    if (tensor.shape != shape)
        tensor.fail(
            Message::tr("is %1, but the sizes in config.json need %2", {shapeText(tensor.shape), shapeText(shape)}));
}

/// Weights of the same numbers are one matrix.
void WeightsReader::addSource(const std::string &weight, const MatrixSource &source)
{
    const auto [known, isNew] =
        m_sourceOf.emplace(std::tuple(source.tensor, source.firstColumn, source.firstRow), m_read.sources.size());
    if (isNew)
        m_read.sources.push_back({source, {}});
    m_read.sources[known->second].weights.push_back(weight);
}

/// The lines of a tensor in which each head has its queries, keys and values one after the other.
MatrixSource WeightsReader::partOfHeads(MatrixSource source, const TensorRule &rule) const
{
    source.isTurned = true;
    source.group = m_read.config.dKey;
    source.groups = rule.parts;
    source.firstRow = Eigen::Index{m_read.config.dKey} * rule.part;
    return source;
}

Outputs WeightsReader::outputsOf(const TensorRule &rule, const std::string &layer, const WeightShape &shape) const
{
    const Eigen::Index columns = shape.columns;
    if (rule.fused.empty())
        return {columns * rule.part, columns * rule.parts};
    Outputs outputs{0, 0};
    for (const char *part : rule.fused) {
        if (std::string_view(part) == rule.weight)
            outputs.first = outputs.total;
        outputs.total += activeShape(replaced(replaced(part, '*', layer), '?', "w"))->columns;
    }
    return outputs;
}

void WeightsReader::addMatrix(const std::string &layer, const Names &names, const TensorRule &rule)
{
    const std::string weight = replaced(replaced(rule.weight, '*', layer), '?', "w");
    const WeightShape *shape = activeShape(weight);
    if (!shape)
        return;
    const StoredTensor &tensor = require(names);
    const auto rows = std::uint64_t(shape->rows);
    const auto [first, total] = outputsOf(rule, layer, *shape);
    const bool isTurned = rule.form == TensorForm::Linear;
    if (isTurned)
        requireShape(tensor, {std::uint64_t(total), rows});
    else
        requireShape(tensor, {rows, std::uint64_t(total)});
    MatrixSource source{&tensor, shape->rows, shape->columns};
    if (rule.byHead)
        source = partOfHeads(source, rule);
    else
        source = {&tensor, shape->rows, shape->columns, isTurned, total, isTurned ? 0 : first, isTurned ? first : 0};
    source.staysNarrow = shape->rows > 1;
    addSource(weight, source);
}

void WeightsReader::addVector(const std::string &weight, const std::string &layer, const Names &names,
                              const TensorRule &rule)
{
    const WeightShape *shape = activeShape(weight);
    if (!shape)
        return;
    if (rule.biasKey && (rule.biasKey == neverBiased || !m_file.flag(rule.biasKey, m_family.hasBiases))) {
        addZeros(weight);
        return;
    }
    const StoredTensor &tensor = require(names);
    const auto [first, total] = outputsOf(rule, layer, *shape);
    requireShape(tensor, {std::uint64_t(total)});
    if (rule.byHead)
        addSource(weight, partOfHeads({&tensor, 1, shape->columns}, rule));
    else
        addSource(weight, {&tensor, 1, shape->columns, false, total, first});
}

/// A file without the tensor means that its values are 0.
void WeightsReader::addZeros(const std::string &weight)
{
    m_read.weights.set(weight, Matrix(Matrix::Zero(1, activeShape(weight)->columns)));
}

void WeightsReader::addRows(const std::string &weight, const Names &names)
{
    const WeightShape *shape = activeShape(weight);
    if (!shape)
        return;
    const StoredTensor *stored = shape->role == WeightRole::PositionTable ? storedPositions() : nullptr;
    if (stored && !find(names)) {
        // The other stack's are stored; this one's come from the formula.
        const int rows = std::min(StoredTable(*stored, shape->columns).rows(), m_read.config.maximumTokens);
        m_read.weights.set(weight, sinusoidalHalves(rows, shape->columns));
        return;
    }
    const StoredTensor &tensor = require(names);
    const auto columns = std::uint64_t(shape->columns);
    if (shape->role != WeightRole::PositionTable) {
        requireShape(tensor, {std::uint64_t(shape->rows), columns});
        addSource(weight, {&tensor, shape->rows, shape->columns, false, shape->columns});
        return;
    }
    const int skipped = m_config.skippedPositions;
    const StoredTable table(tensor, shape->columns);
    const int rows = table.rows() - skipped;
    if (rows < 1)
        tensor.fail(Message::tr("has %1 rows, but the first position is row %2",
                                {std::to_string(table.rows()), std::to_string(skipped)}));
    m_read.config.maximumTokens = std::min(m_read.config.maximumTokens, rows);
    if (m_config.padding >= 0 && m_readsNumbers) {
        m_read.paddingPosition.resize(std::size_t(shape->columns));
        table.read(m_config.padding, 1, m_read.paddingPosition.data());
    }
    addSource(weight, {&tensor, rows, shape->columns, false, shape->columns, 0, skipped});
}

void WeightsReader::addLayer(const TensorRule &rule, int number, bool isInModel)
{
    const std::string layer = std::to_string(number);
    const std::string weight = replaced(rule.weight, '*', layer);
    const std::string tensor = replaced(rule.tensor, '*', m_config.layerName(number));
    const auto names = [&](const char *part, const char *old) {
        Names list = isInModel ? prefixed(tensor + part) : Names{tensor + part};
        if (old)
            for (std::string &name : isInModel ? prefixed(tensor + old) : Names{tensor + old})
                list.push_back(std::move(name));
        return list;
    };
    switch (rule.form) {
    case TensorForm::Linear:
    case TensorForm::Straight:
        addMatrix(layer, names(".weight", nullptr), rule);
        addVector(replaced(weight, '?', "b"), layer, names(".bias", nullptr), rule);
        return;
    case TensorForm::Norm:
        addVector(weight + ".gain", layer, names(".weight", ".gamma"), rule);
        addVector(weight + ".bias", layer, names(".bias", ".beta"), rule);
        return;
    case TensorForm::Rows:
        addRows(weight, names(".weight", nullptr));
        return;
    }
}

void WeightsReader::addRule(const TensorRule &rule, bool isInModel)
{
    const std::string_view weight = rule.weight;
    if (weight.find('*') == std::string_view::npos) {
        addLayer(rule, 0, isInModel);
        return;
    }
    const Stack stack = weight.starts_with("encoder.") ? Stack::Encoder : Stack::Decoder;
    for (int layer = 0; layer < layersOf(m_read.config, stack); ++layer)
        addLayer(rule, layer, isInModel);
}

/// The library takes the frequencies of the first layer that stores them: those of ESM-2 were rounded to float16 as it
/// was trained. They are kept as what the formula's are divided by.
void WeightsReader::readFrequencies()
{
    ModelConfig &config = m_read.config;
    if (!m_family.rotaryKey || config.position != Position::Rotary || !m_readsNumbers)
        return;
    const Rotary rotary(config, {Attention::Encoder, 0}, 1);
    for (const StoredTensor *tensor : m_tensors.all()) {
        if (!tensor->name.ends_with(".inv_freq"))
            continue;
        requireShape(*tensor, {std::uint64_t(rotary.pairs())});
        const Weight stored = readMatrices({{tensor, 1, rotary.pairs(), false, rotary.pairs()}}).front();
        std::vector<double> factors;
        for (int pair = 0; pair < rotary.pairs(); ++pair)
            factors.push_back(double(rotary.frequency(pair)) / double(stored(0, pair)));
        if (!std::all_of(factors.begin(), factors.end(), [](double factor) { return factor > 0.5 && factor < 2; }))
            tensor->fail(Message::tr("holds frequencies that are far from those that rope_theta gives"));
        if (std::any_of(factors.begin(), factors.end(), [](double factor) { return factor != 1; })) {
            config.ropeScaling = RopeScaling::LongRope;
            config.ropeOriginal = maximumSentence;
            config.ropeShort = config.ropeLong = factors;
        }
        return;
    }
}

/// Reads everything once it is found and measured.
void WeightsReader::readAll()
{
    double bytes = m_outputBytes;
    std::vector<MatrixSource> sources;
    for (const WeightSource &each : m_read.sources) {
        sources.push_back(each.source);
        bytes += bytesInMemory(each.source);
    }
    if (!m_isInMemory)
        requireMemory(bytes, availableMemory(), m_tensors.mainFile());
    std::vector<Weight> matrices;
    if (m_readsNumbers)
        matrices = readMatrices(sources);
    for (std::size_t i = 0; i < matrices.size(); ++i)
        for (const std::string &weight : m_read.sources[i].weights)
            m_read.weights.set(weight, matrices[i]);
    for (const WeightSource &source : m_read.sources)
        widen(source);

    std::map<NumberKind, std::uint64_t> byKind;
    for (const StoredTensor *tensor : m_used)
        byKind[tensor->kind()] += tensor->numbers();
    std::uint64_t most = 0;
    for (const auto &[kind, count] : byKind) {
        m_read.parameters += std::int64_t(count);
        if (count > most)
            m_read.dtype = numberKindName(kind);
        most = std::max(most, count);
    }
}

FamilyWeights WeightsReader::read()
{
    ModelConfig &config = m_read.config;
    readEmbedding();
    if (storedPositions())
        config.position = Position::Learned;
    for (WeightShape &shape : weightShapes(config)) {
        std::string name = shape.name;
        m_shapes.emplace(std::move(name), std::move(shape));
    }
    for (const TensorRule &rule : m_family.tensors)
        addRule(rule, true);
    for (const TensorRule &rule : config.replacedTokens ? m_family.discriminator.transform : m_family.head.transform)
        addRule(rule, false);
    addOutputBias();
    addDiscriminator();
    readFrequencies();
    if (config.position == Position::SinusoidalFairseq && m_config.padding >= 0)
        m_read.paddingPosition.assign(std::size_t(config.dModel), 0);
    std::set<const StoredTensor *> known = m_used;
    for (const auto &[copy, of] : m_read.copies)
        known.insert(copy);
    m_read.unused = unusedTensors(m_family, config, m_tensors, known);
    readAll();
    return std::move(m_read);
}

} // namespace

std::string prefixInTheWay(const Family &family, const FamilyConfig &config, const FolderTensors &tensors)
{
    Names names{family.embedding};
    names.insert(names.end(), family.embeddingCopies.begin(), family.embeddingCopies.end());
    const auto hasAny = [&](const std::string &before) {
        return std::any_of(names.begin(), names.end(),
                           [&](const std::string &name) { return tensors.find(before + name); });
    };
    const auto isFound = [&](const std::string &before) {
        return hasAny(before + family.prefix) || (config.isTied && tensors.find(before + family.head.tensor)) ||
               (!isPrefixOfAnother(before, family) && hasAny(before));
    };
    const std::string common = tensors.commonPrefix();
    for (std::size_t end = 0; end <= common.size() && end != std::string::npos;) {
        if (isFound(common.substr(0, end)))
            return common.substr(0, end);
        const std::size_t dot = common.find('.', end);
        end = dot == std::string::npos ? dot : dot + 1;
    }
    return {};
}

FamilyWeights readFamilyWeights(const Family &family, const FamilyConfig &config, const ConfigFile &file,
                                const FolderTensors &tensors, WeightsRead read)
{
    return WeightsReader(family, config, file, tensors, read).read();
}

} // namespace regard

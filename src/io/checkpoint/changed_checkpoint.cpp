#include "io/checkpoint/changed_checkpoint.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include <QDir>
#include <QtEndian>

#include "engine/base/available_memory.h"
#include "engine/base/message.h"
#include "io/base/atomic_file.h"
#include "io/base/config_file.h"
#include "io/base/draft_folder.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/json_text.h"
#include "io/base/shape_text.h"
#include "io/base/stored_file.h"
#include "io/checkpoint/checkpoint_memory.h"
#include "io/checkpoint/family_weights.h"

namespace regard {

namespace {

constexpr std::uint64_t copiedBytes = 1 << 20; // at a time

/// Files of a model's folder beside its weights that are taken along, by the ends of their names.
constexpr std::array takenAlong{".json", ".txt", ".model", ".spm", ".jinja", ".py", "LICENSE", "NOTICE"};

/// A part of a tensor that has other numbers now.
struct ChangedPart {
    MatrixSource source;
    std::string name; ///< of the weight
    Weight numbers;
    Eigen::Index zeroColumns = 0; ///< of the numbers, as WeightSource
};

/// A tensor of the new file.
struct WrittenTensor {
    const StoredTensor *tensor;
    const std::vector<ChangedPart> *parts; ///< null: as it was
    std::uint64_t bytes;

    std::uint64_t width() const { return tensor->numbers() > 0 ? bytes / tensor->numbers() : 0; }
};

/// The tensors of a checkpoint's folder, and what is changed of each.
class ChangedTensors {
public:
    ChangedTensors(const Checkpoint &checkpoint, const ChangedNumbers &changed);

    void write(const QString &path) const;
    /// Whether numbers are changed that a dtype of 16 bits would round.
    bool needsFloat32() const { return !m_parts.empty(); }
    bool hasNarrowTensor() const;

private:
    void addWeights(const std::map<std::string, Weight> &weights);
    void addOutput(const Weight &output);
    void addRow(const std::string &key, const SharedMatrix &row);
    void add(ChangedPart part);
    [[noreturn]] void fail(const std::string &reason) const { throw FileError(m_tensors.mainFile(), reason); }
    std::vector<WrittenTensor> inOrder() const;

    const Checkpoint &m_checkpoint;
    FolderTensors m_tensors;
    FamilyWeights m_places;
    std::map<const StoredTensor *, std::vector<ChangedPart>> m_parts;
};

FamilyWeights placesIn(const QString &folder, FolderTensors &tensors)
{
    const ConfigFile config(QDir(folder).filePath(QStringLiteral("config.json")));
    const Family &family = familyOf(config);
    const FamilyConfig familyConfig = readFamilyConfig(family, config);
    tensors.removePrefix(prefixInTheWay(family, familyConfig, tensors));
    return readFamilyWeights(family, familyConfig, config, tensors, WeightsRead::Places);
}

ChangedTensors::ChangedTensors(const Checkpoint &checkpoint, const ChangedNumbers &changed)
    : m_checkpoint(checkpoint), m_tensors(checkpoint.folder), m_places(placesIn(checkpoint.folder, m_tensors))
{
    addWeights(changed.weights);
    for (const auto &[key, row] : changed.rows)
        addRow(key, row);
    for (const auto &[copy, of] : m_places.copies)
        if (const auto parts = m_parts.find(of); parts != m_parts.end())
            m_parts.emplace(copy, parts->second);
}

/// Every weight that shares a changed tensor is changed with it: write() compares their numbers.
void ChangedTensors::addWeights(const std::map<std::string, Weight> &weights)
{
    std::map<std::string, Weight> left = weights;
    for (const WeightSource &each : m_places.sources) {
        const auto isChanged = [&](const std::string &name) { return weights.contains(name); };
        if (std::none_of(each.weights.begin(), each.weights.end(), isChanged))
            continue;
        for (const std::string &name : each.weights) {
            add({each.source, name, isChanged(name) ? weights.at(name) : m_checkpoint.model.given.find(name),
                 each.zeroColumns});
            left.erase(name);
        }
    }
    if (const auto output = left.find("output.w"); output != left.end()) {
        addOutput(output->second);
        left.erase(output);
    }
    if (!left.empty())
        fail(Message::tr("no tensor holds %1, which was changed; a project keeps it", {left.begin()->first}));
}

void ChangedTensors::addOutput(const Weight &output)
{
    if (!m_places.tables.output)
        fail(Message::tr("the output layer (output.w) was changed, but is the embedding in these files; a project "
                         "keeps both"));
    add({{m_places.tables.output, output.rows(), output.cols(), true}, "output.w", output});
}

void ChangedTensors::addRow(const std::string &key, const SharedMatrix &row)
{
    const TokenTable &table = *m_checkpoint.model.table;
    const auto find = [&](const TokenTable &of, const std::string &token, const StoredTensor *tensor) {
        const auto id = of.ids.find(token);
        if (id == of.ids.end() || !tensor)
            return false;
        if (!(*row == embeddingRow(m_checkpoint.model, key)))
            add({{tensor, 1, row->cols(), false, row->cols(), 0, id->second}, key, Weight(row)});
        return true;
    };
    constexpr std::string_view ofTarget = "target "; // as rowKey() spells it
    const bool isKnown = table.target && key.starts_with(ofTarget)
                             ? find(*table.target, key.substr(ofTarget.size()), m_places.tables.target)
                             : find(table, key, m_places.tables.embedding);
    if (!isKnown)
        fail(Message::tr("no tensor holds a row for the token %1, which was changed; a project keeps it",
                         {jsonString(key)}));
}

void ChangedTensors::add(ChangedPart part)
{
    const StoredTensor *tensor = part.source.tensor;
    const std::vector<std::uint64_t> now{std::uint64_t(part.numbers.rows()), std::uint64_t(part.numbers.cols())};
    const std::vector<std::uint64_t> stored{std::uint64_t(part.source.rows),
                                            std::uint64_t(part.zeroColumns + part.source.columns)};
    if (now != stored)
        fail(Message::tr("%1 is %2, but %3 in these files; a project keeps it",
                         {part.name, shapeText(now), shapeText(stored)}));
    m_parts[tensor].push_back(std::move(part));
}

bool ChangedTensors::hasNarrowTensor() const
{
    const std::vector<const StoredTensor *> all = m_tensors.all();
    return std::any_of(all.begin(), all.end(),
                       [](const StoredTensor *tensor) { return tensor->dtype == "F16" || tensor->dtype == "BF16"; });
}

/// Those of wide numbers first, as the library writes them, so that all are aligned.
std::vector<WrittenTensor> ChangedTensors::inOrder() const
{
    std::vector<WrittenTensor> written;
    for (const StoredTensor *tensor : m_tensors.all()) {
        const auto parts = m_parts.find(tensor);
        if (parts == m_parts.end())
            written.push_back({tensor, nullptr, tensor->bytes});
        else
            written.push_back({tensor, &parts->second, tensor->numbers() * sizeof(float)});
    }
    std::stable_sort(written.begin(), written.end(),
                     [](const WrittenTensor &a, const WrittenTensor &b) { return a.width() > b.width(); });
    return written;
}

std::string headerOf(const std::vector<WrittenTensor> &written)
{
    std::string header = R"({"__metadata__":{"format":"pt"})";
    std::uint64_t begin = 0;
    for (const WrittenTensor &each : written) {
        std::string shape;
        for (const std::uint64_t size : each.tensor->shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(size);
        header += "," + jsonString(each.tensor->name) + ":{\"dtype\":\"" + (each.parts ? "F32" : each.tensor->dtype) +
                  "\",\"shape\":[" + shape + "],\"data_offsets\":[" + std::to_string(begin) + "," +
                  std::to_string(begin + each.bytes) + "]}";
        begin += each.bytes;
    }
    header += "}";
    constexpr std::size_t alignment = 8;
    header.append((alignment - header.size() % alignment) % alignment, ' ');
    std::string length(sizeof(quint64), '\0');
    qToLittleEndian(quint64(header.size()), length.data());
    return length + header;
}

/// Gives every piece of so many bytes, one after the other, to `take`.
template <typename Read, typename Take>
void inPieces(std::uint64_t bytes, const Read &read, const Take &take)
{
    std::string piece;
    for (std::uint64_t first = 0; first < bytes; first += piece.size()) {
        piece.resize(std::size_t(std::min(copiedBytes, bytes - first)));
        read(first, piece);
        take(piece);
    }
}

bool isSameNumber(float a, float b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// The tensor's numbers, with the changed parts in their places.
std::vector<float> changedNumbers(const WrittenTensor &written)
{
    const StoredTensor &tensor = *written.tensor;
    requireMemory(double(written.bytes), availableMemory(), tensor.file->path().toStdString());
    std::vector<float> numbers(std::size_t(tensor.numbers()));
    std::size_t filled = 0;
    const NumberKind kind = tensor.kind();
    inPieces(
        tensor.bytes, [&](std::uint64_t first, std::string &piece) { tensor.read(first, piece); },
        [&](const std::string &piece) {
            const std::size_t count = piece.size() / bytesPerNumber(kind);
            readNumbers(kind, piece.data(), count, numbers.data() + filled);
            filled += count;
        });
    std::map<std::uint64_t, const ChangedPart *> begun; // by the place of a part's first number
    for (const ChangedPart &part : *written.parts) {
        const SharedMatrix matrix = part.numbers.matrix();
        const auto [first, isNew] = begun.emplace(placeInTensor(part.source, 0, 0), &part);
        for (Eigen::Index row = 0; row < matrix->rows(); ++row)
            for (Eigen::Index column = 0; column < matrix->cols(); ++column) {
                const float now = (*matrix)(row, column);
                if (column < part.zeroColumns) {
                    if (now != 0)
                        tensor.fail(
                            Message::tr("has no place for column %1 of %2, which is 0 for the library; make it 0 "
                                        "again, or save a project",
                                        {std::to_string(column + 1), part.name}));
                    continue;
                }
                float &number = numbers[std::size_t(placeInTensor(part.source, row, column - part.zeroColumns))];
                if (!isNew && !isSameNumber(number, now))
                    tensor.fail(Message::tr("is both %1 and %2, which differ now; give both the same numbers, or save "
                                            "a project",
                                            {first->second->name, part.name}));
                number = now;
            }
    }
    return numbers;
}

void ChangedTensors::write(const QString &path) const
{
    const std::vector<WrittenTensor> written = inOrder();
    AtomicFile file(path);
    file.write(headerOf(written));
    for (const WrittenTensor &each : written) {
        if (each.parts) {
            std::vector<float> numbers = changedNumbers(each);
            qToLittleEndian<float>(numbers.data(), qsizetype(numbers.size()), numbers.data());
            file.write(std::string_view(reinterpret_cast<const char *>(numbers.data()), std::size_t(each.bytes)));
        } else {
            inPieces(
                each.bytes, [&](std::uint64_t first, std::string &piece) { each.tensor->read(first, piece); },
                [&](const std::string &piece) { file.write(piece); });
        }
    }
    file.commit();
}

/// Makes the configuration's dtype float32 where it is narrower, or not given while `isMixed`: else the library would
/// round every number to it as it loads. All else stays as it is written.
std::string withFloat32(std::string json, bool isMixed)
{
    const std::string wide = "\"float32\"";
    bool isGiven = false;
    int depth = 0;
    for (std::size_t i = 0; i < json.size(); ++i) {
        depth += json[i] == '{' || json[i] == '[' ? 1 : json[i] == '}' || json[i] == ']' ? -1 : 0;
        if (json[i] != '"')
            continue;
        const std::size_t begin = i++;
        while (json[i] != '"') // it was read: every text has an end
            i += json[i] == '\\' ? 2 : 1;
        const std::string text = json.substr(begin, i + 1 - begin);
        const std::size_t colon = json.find_first_not_of(" \t\r\n", i + 1);
        if (depth != 1 || json[colon] != ':' || (text != "\"dtype\"" && text != "\"torch_dtype\""))
            continue;
        const std::size_t value = json.find_first_not_of(" \t\r\n", colon + 1);
        const std::size_t end = json.find_first_of(",}\r\n \t", value);
        const std::string given = json.substr(value, end - value);
        isGiven = true;
        if (given.ends_with("float16\"") || (given == "null" && isMixed))
            json.replace(value, end - value, wide);
    }
    if (!isGiven && isMixed)
        json.insert(json.find('{') + 1, "\n  \"torch_dtype\": " + wide + ",");
    return json;
}

void copyFile(const QString &from, const QString &to)
{
    const StoredFile source(from, Archives::Read);
    AtomicFile file(to);
    inPieces(
        source.bytes(), [&](std::uint64_t first, std::string &piece) { source.read(first, piece); },
        [&](const std::string &piece) { file.write(piece); });
    file.commit();
}

bool isTakenAlong(const QString &name)
{
    return name != QLatin1String("config.json") && !name.endsWith(QLatin1String(".index.json")) &&
           std::any_of(takenAlong.begin(), takenAlong.end(),
                       [&](const char *end) { return name.endsWith(QLatin1String(end)); });
}

void writeFiles(const QDir &from, const ChangedTensors &tensors, const DraftFolder &to)
{
    const QString config = QStringLiteral("config.json");
    std::string json = fileBytes(from.filePath(config), Message::tr("a model's configuration"));
    if (tensors.needsFloat32())
        json = withFloat32(std::move(json), tensors.hasNarrowTensor());
    AtomicFile file(to.filePath(config));
    file.write(json);
    file.commit();
    for (const QString &name : from.entryList(QDir::Files))
        if (isTakenAlong(name))
            copyFile(from.filePath(name), to.filePath(name));
    tensors.write(to.filePath(QStringLiteral("model.safetensors")));
}

} // namespace

void writeChangedCheckpoint(const Checkpoint &checkpoint, const ChangedNumbers &changed, const QString &folder)
{
    requireUnchanged(checkpoint);
    const ChangedTensors tensors(checkpoint, changed);
    DraftFolder draft(folder);
    try {
        writeFiles(QDir(checkpoint.folder), tensors, draft);
    } catch (const FileError &error) {
        const std::string inside = draft.filePath({}).toStdString();
        if (!std::string_view(error.what()).starts_with(inside))
            throw;
        throw FileError(folder.toStdString(), error.reason); // nobody knows the draft by its name
    }
    requireUnchanged(checkpoint); // while it was read
    draft.commit();
}

} // namespace regard

#include "io/attention/imported_json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "engine/base/message.h"
#include "io/attention/imported_name.h"
#include "io/base/file_error.h"
#include "io/base/quoted_name.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

class TraceReader {
public:
    explicit TraceReader(const std::string &file) : m_file(file) {}

    std::vector<std::shared_ptr<const ImportedTensor>> take() { return std::move(m_tensors); }

    void read(const JsonValue &root)
    {
        readFlat(root, "input", "input");
        readFlat(root, "target_input", "target_input");
        readEach(root, "blocks", [this](const JsonValue &block, const std::string &name) {
            readHeads(block, name);
            for (const char *word : {"joined", "output", "stream"})
                readFlat(block, word, name + "." + word);
        });
        readEach(root, "feed_forward", [this](const JsonValue &each, const std::string &name) {
            for (const char *word : {"hidden", "output", "stream"})
                readFlat(each, word, name + "." + word);
        });
        readFlat(root, "first_state", "decoder.first_state");
        readFlat(root, "first_cell_state", "decoder.first_cell_state");
        readFlat(root, "asking", "decoder.asking");
        readEach(root, "recurrent", [this](const JsonValue &each, const std::string &name) {
            for (const char *word : wordsOfCells)
                readFlat(each, word, name + "." + word);
        });
        for (const char *word : {"encoder_output", "decoder_output", "logits"})
            readFlat(root, word, word);
    }

private:
    [[noreturn]] void fail(const std::string &place, const std::string &reason) const
    {
        throw FileError(m_file, place + " " + reason);
    }

    template <typename Read>
    void readEach(const JsonValue &root, const char *key, Read read)
    {
        const JsonValue *list = root.find(key);
        if (!list || (list->kind == Kind::Numbers && list->numbers.empty()))
            return;
        if (list->kind != Kind::List)
            fail(key, Message::tr("must be a list of objects, not %1", {list->described()}));
        for (std::size_t i = 0; i < list->items.size(); ++i) {
            const JsonValue &item = list->items[i];
            const std::string place = std::string(key) + "[" + std::to_string(i) + "]";
            const JsonValue *name = item.kind == Kind::Object ? item.find("name") : nullptr;
            if (!name || name->kind != Kind::Text)
                fail(place, Message::tr("must be an object with the key \"name\""));
            read(item, name->text);
        }
    }

    void readHeads(const JsonValue &block, const std::string &name)
    {
        const JsonValue *heads = block.find("heads");
        if (!heads)
            return;
        if (heads->kind != Kind::List)
            fail(name, Message::tr("must have under \"heads\" a list of objects, not %1", {heads->described()}));
        std::map<std::string, std::vector<Matrix>> matrices;
        for (std::size_t i = 0; i < heads->items.size(); ++i) {
            const JsonValue &head = heads->items[i];
            if (head.kind != Kind::Object)
                fail(name, Message::tr("must have under \"heads\" a list of objects, not %1", {head.described()}));
            for (std::size_t k = 0; k < head.keys.size(); ++k) {
                const std::string word = head.keys[k] == "output" ? "head_output" : head.keys[k];
                const std::string place = name + "." + word;
                if (!isOfHeads(word))
                    fail(place, Message::tr("is nothing that a head of a trace has"));
                std::vector<Matrix> &all = matrices[word];
                if (all.size() != i)
                    fail(place, Message::tr("is missing in head %1, which the others have", {std::to_string(i)}));
                all.push_back(matrixOf(head.items[k], place));
                if (all.back().rows() != all.front().rows() || all.back().cols() != all.front().cols())
                    fail(place, Message::tr("has another size in head %1 than in the first", {std::to_string(i + 1)}));
            }
        }
        for (const char *word : {"q", "k", "v", "scores", "scaled", "masked", "weights", "head_output"}) {
            const auto found = matrices.find(word);
            if (found == matrices.end())
                continue;
            if (found->second.size() != heads->items.size())
                fail(name + "." + word, Message::tr("is missing in head %1, which the others have",
                                                    {std::to_string(found->second.size() + 1)}));
            add(name + "." + word, std::move(found->second), true);
        }
    }

    void readFlat(const JsonValue &object, const char *key, const std::string &name)
    {
        const JsonValue *value = object.find(key);
        if (!value || (value->kind == Kind::Numbers && value->numbers.empty()))
            return; // what the model does not have is an empty list
        std::vector<Matrix> one;
        one.push_back(matrixOf(*value, name));
        add(name, std::move(one), false);
    }

    void add(const std::string &name, std::vector<Matrix> matrices, bool isOfHeads)
    {
        if (!importedName(name))
            fail(quotedName(name), Message::tr("is no name of a trace's numbers"));
        const auto isSame = [&](const auto &tensor) { return tensor->name() == name; };
        if (std::any_of(m_tensors.begin(), m_tensors.end(), isSame))
            fail(quotedName(name), Message::tr("stands twice"));
        m_tensors.push_back(std::make_shared<const ImportedTensor>(name, m_file, std::move(matrices), isOfHeads));
    }

    Matrix matrixOf(const JsonValue &value, const std::string &place) const
    {
        if (value.kind != Kind::List || value.items.empty())
            fail(place, Message::tr("must be a list of rows of numbers, not %1", {value.described()}));
        const std::size_t columns = lengthOf(value.items.front());
        Matrix matrix(Eigen::Index(value.items.size()), Eigen::Index(columns));
        for (std::size_t row = 0; row < value.items.size(); ++row)
            fillRow(value.items[row], matrix, Eigen::Index(row), place);
        return matrix;
    }

    static std::size_t lengthOf(const JsonValue &row)
    {
        return row.kind == Kind::Numbers ? row.numbers.size() : row.items.size();
    }

    void fillRow(const JsonValue &given, Matrix &matrix, Eigen::Index row, const std::string &place) const
    {
        const auto where = [&] { return place + Message::tr(", row %1,", {std::to_string(row + 1)}); };
        const bool isRow = given.kind == Kind::Numbers || given.kind == Kind::List;
        if (!isRow || Eigen::Index(lengthOf(given)) != matrix.cols())
            fail(where(), Message::tr("must be a list of %1 numbers, not %2",
                                      {std::to_string(matrix.cols()), given.described()}));
        for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
            if (given.kind == Kind::Numbers) {
                matrix(row, column) = given.numbers[std::size_t(column)].single;
                continue;
            }
            const JsonValue &item = given.items[std::size_t(column)];
            if (item.kind == Kind::Null) // of scores what a mask forbids
                matrix(row, column) = place.ends_with(".weights") ? std::numeric_limits<float>::quiet_NaN()
                                                                  : -std::numeric_limits<float>::infinity();
            else if (item.kind == Kind::Number)
                matrix(row, column) = item.number.single;
            else
                fail(where(), Message::tr("must be a list of %1 numbers, not %2",
                                          {std::to_string(matrix.cols()), item.described()}));
        }
    }

    const std::string &m_file;
    std::vector<std::shared_ptr<const ImportedTensor>> m_tensors;
};

} // namespace

std::vector<std::shared_ptr<const ImportedTensor>> jsonTensors(const JsonValue &root, const std::string &file)
{
    TraceReader reader(file);
    reader.read(root);
    return reader.take();
}

} // namespace regard

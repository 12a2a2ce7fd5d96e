#include "io/checkpoint/safetensors_header.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/json_events.h"
#include "io/base/quoted_name.h"
#include "io/base/shape_text.h"

namespace regard {

namespace {

/// The limit of the reference implementation.
constexpr std::uint64_t maximumHeader = 100'000'000;
constexpr std::size_t maximumDimensions = 16;
/// More bits than any file has, and few enough that a product with a dtype's bits stays within 64.
constexpr std::uint64_t maximumNumbers = std::uint64_t{1} << 55;

/// Bits of a number; nothing for an unknown dtype.
std::optional<std::uint64_t> bitsOf(const std::string &dtype)
{
    struct Width {
        const char *dtype;
        std::uint64_t bits;
    };
    static constexpr Width widths[] = {
        {"F64", 64}, {"F32", 32}, {"F16", 16}, {"BF16", 16}, {"I64", 64}, {"I32", 32},    {"I16", 16},    {"I8", 8},
        {"U64", 64}, {"U32", 32}, {"U16", 16}, {"U8", 8},    {"BOOL", 8}, {"F8_E4M3", 8}, {"F8_E5M2", 8}, {"C64", 64},
    };
    for (const Width &width : widths)
        if (dtype == width.dtype)
            return width.bits;
    return std::nullopt;
}

/// Builds the entries: an object of objects with three keys each, and no tree in between.
class HeaderReader : public JsonEvents {
public:
    HeaderReader(const std::string &file, std::vector<SafetensorsNote> *notes) : m_file(file), m_notes(notes) {}

    std::vector<TensorEntry> take() { return std::move(m_entries); }

    void value(JsonValue) override { failUnexpected(); }
    void number(const JsonNumber &number) override;
    void text(std::string &text) override;
    void key(std::string &key) override;
    void open(JsonValue::Kind kind) override;
    void close() override;
    [[noreturn]] void fail(const JsonFault &fault) override;

private:
    enum class Place { Outside, Header, Metadata, Entry, Shape, Offsets, Done };
    enum class Field { None, Dtype, Shape, Offsets };

    [[noreturn]] void fail(const std::string &reason) const { throw FileError(m_file, reason); }
    [[noreturn]] void failUnexpected() const;
    void openObject();
    void openList();
    void finishEntry();

    const std::string &m_file;
    std::vector<SafetensorsNote> *m_notes; ///< null: nobody asks for them
    std::string m_noteKey;
    std::vector<TensorEntry> m_entries;
    std::unordered_set<std::string> m_names;
    Place m_place = Place::Outside;
    Field m_field = Field::None; ///< whose value comes next
    std::string m_key;
    TensorEntry m_entry;
    std::vector<std::uint64_t> m_offsets;
    std::vector<Field> m_seen;
};

/// Throws for a value in the wrong place.
void HeaderReader::failUnexpected() const
{
    const std::string name = quotedName(m_entry.name);
    switch (m_place) {
    case Place::Outside:
    case Place::Done:
        fail(Message::tr("the header must be an object in braces"));
    case Place::Metadata:
        fail(Message::tr("__metadata__ must hold texts alone"));
    case Place::Header:
        if (m_key == "__metadata__")
            fail(Message::tr("__metadata__ must be an object in braces"));
        fail(Message::tr("the tensor %1 must be an object with dtype, shape and data_offsets", {quotedName(m_key)}));
    case Place::Shape:
        fail(Message::tr("the shape of the tensor %1 must be a list of whole numbers from 0", {name}));
    case Place::Offsets:
        fail(Message::tr("the data_offsets of the tensor %1 must be two whole numbers from 0", {name}));
    case Place::Entry:
        break;
    }
    if (m_field == Field::Dtype)
        fail(Message::tr("the dtype of the tensor %1 must be a text", {name}));
    if (m_field == Field::Shape)
        fail(Message::tr("the shape of the tensor %1 must be a list of whole numbers from 0", {name}));
    fail(Message::tr("the data_offsets of the tensor %1 must be two whole numbers from 0", {name}));
}

void HeaderReader::number(const JsonNumber &number)
{
    const auto *whole = std::get_if<std::uint64_t>(&number.value);
    if (whole && m_place == Place::Shape) {
        if (m_entry.shape.size() == maximumDimensions)
            fail(Message::tr("the tensor %1 has more than %2 dimensions",
                             {quotedName(m_entry.name), std::to_string(maximumDimensions)}));
        m_entry.shape.push_back(*whole);
    } else if (whole && m_place == Place::Offsets && m_offsets.size() < 2) {
        m_offsets.push_back(*whole);
    } else {
        failUnexpected();
    }
}

void HeaderReader::text(std::string &text)
{
    if (m_place == Place::Entry && m_field == Field::Dtype)
        m_entry.dtype = std::move(text);
    else if (m_place != Place::Metadata)
        failUnexpected();
    else if (m_notes)
        m_notes->push_back({m_noteKey, std::move(text)});
}

void HeaderReader::open(JsonValue::Kind kind)
{
    if (kind == JsonValue::Kind::Object)
        openObject();
    else
        openList();
}

void HeaderReader::openObject()
{
    if (m_place == Place::Outside) {
        m_place = Place::Header;
        return;
    }
    if (m_place != Place::Header)
        failUnexpected();
    m_place = m_key == "__metadata__" ? Place::Metadata : Place::Entry;
    m_entry = {};
    m_entry.name = m_key;
    m_offsets.clear();
    m_seen.clear();
}

void HeaderReader::openList()
{
    if (m_place != Place::Entry || m_field == Field::Dtype)
        failUnexpected();
    m_place = m_field == Field::Shape ? Place::Shape : Place::Offsets;
}

void HeaderReader::key(std::string &key)
{
    if (m_place == Place::Metadata) {
        if (m_notes)
            m_noteKey = std::move(key);
        return;
    }
    if (m_place == Place::Header) {
        if (!m_names.insert(key).second)
            fail(Message::tr("the tensor %1 stands twice in the header", {quotedName(key)}));
        m_key = std::move(key);
        return;
    }
    m_field = key == "dtype"          ? Field::Dtype
              : key == "shape"        ? Field::Shape
              : key == "data_offsets" ? Field::Offsets
                                      : Field::None;
    if (m_field == Field::None)
        fail(Message::tr("the tensor %1 has an unknown key %2", {quotedName(m_entry.name), quotedName(key)}));
    if (std::find(m_seen.begin(), m_seen.end(), m_field) != m_seen.end())
        fail(Message::tr("the tensor %1 has its %2 twice", {quotedName(m_entry.name), key}));
    m_seen.push_back(m_field);
}

void HeaderReader::close()
{
    if (m_place == Place::Shape || m_place == Place::Offsets) {
        if (m_place == Place::Offsets && m_offsets.size() != 2)
            failUnexpected();
        m_place = Place::Entry;
        return;
    }
    if (m_place == Place::Entry)
        finishEntry();
    m_place = m_place == Place::Header ? Place::Done : Place::Header;
}

void HeaderReader::finishEntry()
{
    if (m_seen.size() != 3)
        fail(Message::tr("the tensor %1 must be an object with dtype, shape and data_offsets",
                         {quotedName(m_entry.name)}));
    m_entry.begin = m_offsets[0];
    m_entry.end = m_offsets[1];
    m_entries.push_back(std::move(m_entry));
    m_entry = {};
}

void HeaderReader::fail(const JsonFault &fault)
{
    fail(Message::tr("the header is not valid JSON near its byte %1", {std::to_string(fault.position)}));
}

/// Bytes that a shape of that dtype takes; nothing for an unknown dtype.
std::optional<std::uint64_t> bytesNeeded(const TensorEntry &entry, const std::string &file)
{
    std::uint64_t numbers = 1;
    const bool isEmpty = std::find(entry.shape.begin(), entry.shape.end(), 0U) != entry.shape.end();
    for (const std::uint64_t size : entry.shape) {
        if (!isEmpty && size > maximumNumbers / numbers)
            throw FileError(file, Message::tr("the tensor %1 is %2, more numbers than any file holds",
                                              {quotedName(entry.name), shapeText(entry.shape)}));
        numbers = isEmpty ? 0 : numbers * size;
    }
    const std::optional<std::uint64_t> bits = bitsOf(entry.dtype);
    return bits ? std::optional(numbers * *bits / 8) : std::nullopt;
}

void checkEntry(const TensorEntry &entry, std::uint64_t dataBytes, const std::string &file)
{
    const std::string name = quotedName(entry.name);
    if (entry.end < entry.begin)
        throw FileError(file, Message::tr("the tensor %1 begins at byte %2 of the data and ends before it, at byte %3",
                                          {name, std::to_string(entry.begin), std::to_string(entry.end)}));
    if (entry.end > dataBytes)
        throw FileError(file, Message::tr("the tensor %1 ends at byte %2 of the data, but the file holds only %3; it "
                                          "may not be complete",
                                          {name, std::to_string(entry.end), std::to_string(dataBytes)}));
    const std::optional<std::uint64_t> needed = bytesNeeded(entry, file);
    if (needed && *needed != entry.end - entry.begin)
        throw FileError(file, Message::tr("the tensor %1 is %2 of %3 and so needs %4 bytes, but its data_offsets give "
                                          "it %5",
                                          {name, shapeText(entry.shape), entry.dtype, std::to_string(*needed),
                                           std::to_string(entry.end - entry.begin)}));
}

/// Every byte of the data belongs to one tensor; the entries are in the order of their bytes.
void checkCover(const std::vector<TensorEntry> &entries, std::uint64_t dataBytes, const std::string &file)
{
    std::uint64_t covered = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const TensorEntry &entry = entries[i];
        if (entry.begin < covered)
            throw FileError(file, Message::tr("the tensors %1 and %2 overlap",
                                              {quotedName(entries[i - 1].name), quotedName(entry.name)}));
        if (entry.begin > covered)
            throw FileError(file, Message::tr("%1 bytes before the tensor %2 belong to no tensor",
                                              {std::to_string(entry.begin - covered), quotedName(entry.name)}));
        covered = entry.end;
    }
    if (covered != dataBytes)
        throw FileError(file, Message::tr("the last %1 bytes of the file belong to no tensor",
                                          {std::to_string(dataBytes - covered)}));
}

} // namespace

std::uint64_t safetensorsHeaderEnd(std::string_view start, std::uint64_t fileBytes, const std::string &file)
{
    if (fileBytes < safetensorsLengthBytes || start.size() < safetensorsLengthBytes)
        throw FileError(file, Message::tr("has %1 bytes, too few for a safetensors file", {std::to_string(fileBytes)}));
    std::uint64_t length = 0;
    for (std::size_t i = safetensorsLengthBytes; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(start[i]);
    if (length > maximumHeader)
        throw FileError(file, Message::tr("says that its header has %1 bytes, more than the %2 that a safetensors file "
                                          "may have",
                                          {std::to_string(length), std::to_string(maximumHeader)}));
    const std::uint64_t following = fileBytes - safetensorsLengthBytes;
    if (length > following)
        throw FileError(file, Message::tr("says that its header has %1 bytes, but only %2 follow",
                                          {std::to_string(length), std::to_string(following)}));
    return safetensorsLengthBytes + length;
}

std::vector<TensorEntry> parseSafetensorsHeader(std::string_view start, std::uint64_t fileBytes,
                                                const std::string &file, std::vector<SafetensorsNote> *notes)
{
    const std::uint64_t dataStart = safetensorsHeaderEnd(start, fileBytes, file);
    const std::string_view header = start.substr(0, dataStart).substr(safetensorsLengthBytes);
    HeaderReader reader(file, notes);
    readJson(header, reader);
    std::vector<TensorEntry> entries = reader.take();
    const std::uint64_t dataBytes = fileBytes - dataStart;
    for (const TensorEntry &entry : entries)
        checkEntry(entry, dataBytes, file);
    std::sort(entries.begin(), entries.end(), [](const TensorEntry &a, const TensorEntry &b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    checkCover(entries, dataBytes, file);
    for (TensorEntry &entry : entries) {
        entry.begin += dataStart;
        entry.end += dataStart;
    }
    return entries;
}

} // namespace regard

#include "io/pickle/pickle.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/quoted_name.h"
#include "text/base/mapped_text.h"

namespace regard {

namespace {

constexpr std::uint64_t mostBytes = std::uint64_t{32} << 20;
constexpr std::size_t mostValues = 1'000'000;
constexpr std::size_t mostDimensions = 16;
constexpr std::size_t longestKey = 256;
constexpr std::size_t longestGlobal = 1000;

constexpr PickleNumbers storages[] = {
    {"FloatStorage", "F32", 4}, {"DoubleStorage", "F64", 8}, {"HalfStorage", "F16", 2},  {"BFloat16Storage", "BF16", 2},
    {"LongStorage", "I64", 8},  {"IntStorage", "I32", 4},    {"ShortStorage", "I16", 2}, {"CharStorage", "I8", 1},
    {"ByteStorage", "U8", 1},   {"BoolStorage", "BOOL", 1},
};

struct NamedFunction {
    std::string_view name;
    PickleFunction function;
};

constexpr NamedFunction functions[] = {
    {"collections.OrderedDict", PickleFunction::OrderedDict},
    {"torch._utils._rebuild_tensor_v2", PickleFunction::RebuildTensor},
    {"torch._utils._rebuild_parameter", PickleFunction::RebuildParameter},
};

/// The pickle's bytes in order, read piece by piece.
class PickleBytes {
public:
    PickleBytes(const ByteSource &file, std::uint64_t begin, std::uint64_t end)
        : m_file(file), m_end(std::min(end, begin + std::min(mostBytes, end - begin))), m_isWhole(m_end == end),
          m_place(begin), m_windowBegin(begin)
    {
    }

    std::uint64_t place() const { return m_place; }
    [[noreturn]] void fail(const std::string &reason) const { throw FileError(m_file.name, reason); }
    [[noreturn]] void failDamaged() const
    {
        fail(Message::tr("its pickle is damaged near byte %1", {std::to_string(m_place)}));
    }

    /// The next bytes, which stay until the next call.
    std::string_view take(std::uint64_t count)
    {
        require(count);
        const std::size_t first = m_place - m_windowBegin;
        m_place += count;
        return std::string_view(m_window).substr(first, count);
    }

    std::uint64_t number(std::size_t width)
    {
        const std::string_view bytes = take(width);
        std::uint64_t number = 0;
        for (std::size_t i = width; i-- > 0;)
            number = number << 8 | static_cast<unsigned char>(bytes[i]);
        return number;
    }

    /// Up to the end of the line, which is passed over.
    std::string line()
    {
        std::string line;
        for (char c = take(1)[0]; c != '\n'; c = take(1)[0]) {
            line += c;
            if (line.size() > longestGlobal)
                failDamaged();
        }
        return line;
    }

private:
    void require(std::uint64_t count)
    {
        if (count > m_end - m_place) {
            if (m_isWhole)
                fail(Message::tr("its pickle ends in the middle; it may not be complete"));
            fail(Message::tr("its pickle has more than the %1 bytes that are read", {std::to_string(mostBytes)}));
        }
        const std::uint64_t known = m_windowBegin + m_window.size() - m_place;
        if (count <= known)
            return;
        constexpr std::uint64_t ahead = 1 << 16;
        m_window.resize(std::min(std::max(count, ahead), m_end - m_place));
        m_windowBegin = m_place;
        m_file.read(m_place, m_window);
    }

    const ByteSource &m_file;
    std::uint64_t m_end;
    bool m_isWhole; ///< the end is the file's, not the limit
    std::uint64_t m_place;
    std::uint64_t m_windowBegin;
    std::string m_window;
};

class PickleReader {
public:
    PickleReader(const ByteSource &file, std::uint64_t begin, std::uint64_t end) : m_bytes(file, begin, end) {}

    Pickle read();

private:
    bool readNext();
    void pushText(std::uint64_t bytes);
    void pushLong(std::uint64_t bytes);
    void pushGlobal();
    void pushStorage();
    void reduce();
    PickleDict orderedDict(const PickleTuple &arguments);
    PickleTensor tensor(const PickleTuple &arguments);
    std::vector<std::uint64_t> sizes(PickleRef tuple);
    std::uint64_t size(PickleRef whole);
    void setItems(const std::vector<PickleRef> &items);
    void build();

    [[noreturn]] void failValues() const;
    PickleRef add(PickleValue value);
    void push(PickleValue value) { m_stack.push_back(add(std::move(value))); }
    PickleRef pop();
    PickleRef top();
    /// What stands above the last mark, which goes too.
    std::vector<PickleRef> popToMark();
    std::vector<PickleRef> pop(std::size_t count);
    void remember(std::uint64_t name) { m_memo.insert_or_assign(name, top()); }
    void recall(std::uint64_t name);
    /// The value, which must be of that type.
    template <typename Type>
    Type &as(PickleRef ref)
    {
        auto *value = std::get_if<Type>(&m_pickle.values[ref]);
        if (!value)
            m_bytes.failDamaged();
        return *value;
    }

    PickleBytes m_bytes;
    Pickle m_pickle;
    std::vector<PickleRef> m_stack;
    std::vector<std::size_t> m_marks; ///< heights of the stack
    std::unordered_map<std::uint64_t, PickleRef> m_memo;
    std::size_t m_listed = 0; ///< items that dictionaries took from lists
};

PickleRef PickleReader::add(PickleValue value)
{
    if (m_pickle.values.size() == mostValues)
        failValues();
    m_pickle.values.push_back(std::move(value));
    return PickleRef(m_pickle.values.size() - 1);
}

void PickleReader::failValues() const
{
    m_bytes.fail(Message::tr("its pickle has more than the %1 values that are read", {std::to_string(mostValues)}));
}

PickleRef PickleReader::top()
{
    const std::size_t lowest = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() <= lowest)
        m_bytes.failDamaged();
    return m_stack.back();
}

PickleRef PickleReader::pop()
{
    const PickleRef ref = top();
    m_stack.pop_back();
    return ref;
}

std::vector<PickleRef> PickleReader::pop(std::size_t count)
{
    std::vector<PickleRef> items(count);
    for (std::size_t i = count; i-- > 0;)
        items[i] = pop();
    return items;
}

std::vector<PickleRef> PickleReader::popToMark()
{
    if (m_marks.empty())
        m_bytes.failDamaged();
    std::vector<PickleRef> items(m_stack.begin() + std::ptrdiff_t(m_marks.back()), m_stack.end());
    m_stack.resize(m_marks.back());
    m_marks.pop_back();
    return items;
}

void PickleReader::recall(std::uint64_t name)
{
    const auto found = m_memo.find(name);
    if (found == m_memo.end())
        m_bytes.failDamaged();
    m_stack.push_back(found->second);
}

void PickleReader::pushText(std::uint64_t bytes)
{
    std::string text(m_bytes.take(bytes));
    if (validUtf8(text) != text)
        m_bytes.failDamaged();
    push(std::move(text));
}

/// Little-endian, in two's complement.
void PickleReader::pushLong(std::uint64_t bytes)
{
    if (bytes > 8)
        m_bytes.failDamaged();
    const std::uint64_t number = m_bytes.number(bytes);
    const auto unused = int(64 - 8 * bytes);
    push(bytes == 0 ? 0 : std::int64_t(number << unused) >> unused);
}

void PickleReader::pushGlobal()
{
    const std::string module = m_bytes.line();
    const std::string name = module + "." + m_bytes.line();
    for (const NamedFunction &known : functions)
        if (name == known.name) {
            push(known.function);
            return;
        }
    for (const PickleNumbers &known : storages)
        if (name == std::string("torch.") + known.storageClass) {
            push(&known);
            return;
        }
    m_bytes.fail(
        Message::tr("refers to %1, which is not part of plain weights; nothing of it was run. Save the model's "
                    "state_dict() alone, or the model as safetensors",
                    {quotedName(name)}));
}

/// ("storage", its class, its key, the device, how many numbers), and in the older format what it is a part of.
void PickleReader::pushStorage()
{
    const std::vector<PickleRef> parts = as<PickleTuple>(pop()).items;
    if (parts.size() < 5 || parts.size() > 6 || as<std::string>(parts[0]) != "storage" ||
        as<std::string>(parts[2]).size() > longestKey)
        m_bytes.failDamaged();
    if (parts.size() == 6 && !std::holds_alternative<std::monostate>(m_pickle.values[parts[5]]))
        m_bytes.fail(Message::tr("has a storage that is a part of another, as PyTorch before 0.4 wrote them, which is "
                                 "not read; load and save the model with a newer PyTorch"));
    push(PickleStorage{as<const PickleNumbers *>(parts[1]), parts[2], size(parts[4])});
}

std::uint64_t PickleReader::size(PickleRef whole)
{
    const std::int64_t number = as<std::int64_t>(whole);
    if (number < 0)
        m_bytes.failDamaged();
    return std::uint64_t(number);
}

std::vector<std::uint64_t> PickleReader::sizes(PickleRef tuple)
{
    const PickleTuple &items = as<PickleTuple>(tuple);
    if (items.items.size() > mostDimensions)
        m_bytes.fail(Message::tr("has a tensor of more than %1 dimensions", {std::to_string(mostDimensions)}));
    std::vector<std::uint64_t> sizes;
    for (const PickleRef item : items.items)
        sizes.push_back(size(item));
    return sizes;
}

/// Storage, offset, shape, strides, whether it has a gradient, hooks; and what else is to be done, if anything.
PickleTensor PickleReader::tensor(const PickleTuple &arguments)
{
    const std::vector<PickleRef> &parts = arguments.items;
    if (parts.size() == 7)
        m_bytes.fail(Message::tr("has a tensor whose numbers are to be negated or conjugated, which is not read"));
    if (parts.size() != 6)
        m_bytes.failDamaged();
    as<PickleStorage>(parts[0]);
    PickleTensor tensor{parts[0], size(parts[1]), sizes(parts[2]), sizes(parts[3])};
    if (tensor.shape.size() != tensor.strides.size())
        m_bytes.failDamaged();
    return tensor;
}

/// Without arguments, or with a list of pairs, as Python 2 wrote it.
PickleDict PickleReader::orderedDict(const PickleTuple &arguments)
{
    PickleDict dict;
    if (arguments.items.size() > 1)
        m_bytes.failDamaged();
    for (const PickleRef list : arguments.items)
        for (const PickleRef pair : as<PickleList>(list).items) {
            const std::vector<PickleRef> &both = as<PickleList>(pair).items;
            if (both.size() != 2)
                m_bytes.failDamaged();
            dict.items.emplace_back(both[0], both[1]);
            if (++m_listed > mostValues) // the same list may be given again and again
                failValues();
        }
    return dict;
}

void PickleReader::reduce()
{
    const PickleTuple arguments = as<PickleTuple>(pop());
    switch (as<PickleFunction>(pop())) {
    case PickleFunction::OrderedDict:
        push(orderedDict(arguments));
        return;
    case PickleFunction::RebuildTensor:
        push(tensor(arguments));
        return;
    case PickleFunction::RebuildParameter: // of a tensor, whether it has a gradient, and hooks
        if (arguments.items.size() != 3)
            m_bytes.failDamaged();
        as<PickleTensor>(arguments.items[0]);
        m_stack.push_back(arguments.items[0]);
        return;
    }
}

void PickleReader::setItems(const std::vector<PickleRef> &items)
{
    if (items.size() % 2 != 0)
        m_bytes.failDamaged();
    auto &dict = as<PickleDict>(top());
    for (std::size_t i = 0; i < items.size(); i += 2)
        dict.items.emplace_back(items[i], items[i + 1]);
}

/// Attributes of a dictionary, such as `_metadata` of a state dict, say nothing of its weights.
void PickleReader::build()
{
    as<PickleDict>(pop());
    as<PickleDict>(top());
}

/// Whether another instruction follows.
bool PickleReader::readNext()
{
    const auto instruction = static_cast<unsigned char>(m_bytes.take(1)[0]);
    switch (instruction) {
    case 0x80: // PROTO
        if (const std::uint64_t protocol = m_bytes.number(1); protocol != 2)
            m_bytes.fail(
                Message::tr("has a pickle of protocol %1; PyTorch writes protocol 2 unless told otherwise, and "
                            "only that is read",
                            {std::to_string(protocol)}));
        return true;
    case '.':
        return false;
    case '(':
        m_marks.push_back(m_stack.size());
        return true;
    case 'N':
        push({});
        return true;
    case 0x88:
        push(true);
        return true;
    case 0x89:
        push(false);
        return true;
    case 'J': // BININT
        push(std::int64_t(std::int32_t(m_bytes.number(4))));
        return true;
    case 'K':
        push(std::int64_t(m_bytes.number(1)));
        return true;
    case 'M':
        push(std::int64_t(m_bytes.number(2)));
        return true;
    case 0x8A: // LONG1
        pushLong(m_bytes.number(1));
        return true;
    case 'X': // BINUNICODE
        pushText(m_bytes.number(4));
        return true;
    case 'U': // SHORT_BINSTRING, of Python 2
        pushText(m_bytes.number(1));
        return true;
    case ')':
        push(PickleTuple{});
        return true;
    case 0x85: // TUPLE1 to TUPLE3
    case 0x86:
    case 0x87:
        push(PickleTuple{pop(instruction - 0x84U)});
        return true;
    case 't':
        push(PickleTuple{popToMark()});
        return true;
    case ']':
        push(PickleList{});
        return true;
    case 'a': {
        const PickleRef item = pop();
        as<PickleList>(top()).items.push_back(item);
        return true;
    }
    case 'e': {
        const std::vector<PickleRef> more = popToMark();
        auto &items = as<PickleList>(top()).items;
        items.insert(items.end(), more.begin(), more.end());
        return true;
    }
    case '}':
        push(PickleDict{});
        return true;
    case 's':
        setItems(pop(2));
        return true;
    case 'u':
        setItems(popToMark());
        return true;
    case 'q': // BINPUT
        remember(m_bytes.number(1));
        return true;
    case 'r':
        remember(m_bytes.number(4));
        return true;
    case 'h': // BINGET
        recall(m_bytes.number(1));
        return true;
    case 'j':
        recall(m_bytes.number(4));
        return true;
    case 'c':
        pushGlobal();
        return true;
    case 'Q': // BINPERSID
        pushStorage();
        return true;
    case 'R':
        reduce();
        return true;
    case 'b':
        build();
        return true;
    default:
        m_bytes.fail(Message::tr("its pickle has the instruction %1 at byte %2, which plain weights do not need",
                                 {std::to_string(instruction), std::to_string(m_bytes.place() - 1)}));
    }
}

Pickle PickleReader::read()
{
    while (readNext()) {
    }
    if (m_stack.size() != 1 || !m_marks.empty())
        m_bytes.failDamaged();
    m_pickle.root = m_stack.front();
    m_pickle.end = m_bytes.place();
    return std::move(m_pickle);
}

} // namespace

Pickle readPickle(const ByteSource &file, std::uint64_t begin, std::uint64_t end)
{
    return PickleReader(file, begin, end).read();
}

} // namespace regard

#include "io/base/json_document.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

using Json = nlohmann::json;

/// What stands deeper is no project; the tree is walked by recursion.
constexpr std::size_t maximumDepth = 32;

/// `line 3, column 14` of a byte; columns count characters.
std::string placeOf(std::string_view text, std::size_t byte)
{
    std::size_t line = 1;
    std::size_t column = 1;
    for (std::size_t i = 0; i < byte && i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++line;
            column = 1;
        } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
            ++column;
        }
    }
    return Message::tr("line %1, column %2", {std::to_string(line), std::to_string(column)});
}

/// How many bytes the UTF-8 character at a byte has, 0 where there is none (RFC 3629).
std::size_t characterLength(std::string_view text, std::size_t i)
{
    const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
    const unsigned first = byte(i);
    if (first < 0x80) {
        return 1;
    }
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4) {
        return 0;
    }
    // The second byte's range shuts out overlong forms, surrogates and what lies beyond U+10FFFF.
    const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (byte(i + 1) < lowest || byte(i + 1) > highest) {
        return 0;
    }
    for (std::size_t j = 2; j < length; ++j) {
        if ((byte(i + j) & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

void requireUtf8(std::string_view text, const std::string &name)
{
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = characterLength(text, i);
        if (length == 0) {
            throw FileError(name,
                            Message::tr("%1: not valid UTF-8 (byte %2)", {placeOf(text, i), std::to_string(i + 1)}));
        }
        i += length;
    }
}

/// The number's digits rounded to float32 once, not by way of double.
float singleFrom(const std::string &digits, double value)
{
    float single = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), single);
    return result.ec == std::errc() ? single : static_cast<float>(value);
}

/// Builds the tree from nlohmann's events.
class TreeBuilder {
public:
    TreeBuilder(std::string_view text, const std::string &name) : m_text(text), m_name(name) {}

    JsonValue take() { return std::move(m_root); }

    bool null() { return add({}); }
    bool boolean(bool flag)
    {
        JsonValue value;
        value.kind = JsonValue::Kind::Flag;
        value.flag = flag;
        return add(std::move(value));
    }
    bool number_integer(std::int64_t whole) { return addNumber({whole, static_cast<float>(whole)}); }
    bool number_unsigned(std::uint64_t whole) { return addNumber({whole, static_cast<float>(whole)}); }
    bool number_float(double real, const std::string &digits) { return addNumber({real, singleFrom(digits, real)}); }
    bool string(std::string &text)
    {
        JsonValue value;
        value.kind = JsonValue::Kind::Text;
        value.text = std::move(text);
        return add(std::move(value));
    }
    bool binary(Json::binary_t &) { return false; }
    bool start_object(std::size_t) { return open(JsonValue::Kind::Object); }
    bool key(std::string &key)
    {
        if (!m_open.back().seen.insert(key).second) {
            throw FileError(m_name, Message::tr("the key \"%1\" stands twice%2", {key, where(m_open.size() - 1)}));
        }
        m_open.back().value->keys.push_back(key);
        return true;
    }
    bool end_object() { return close(); }
    bool start_array(std::size_t) { return open(JsonValue::Kind::Numbers); }
    bool end_array() { return close(); }
    bool parse_error(std::size_t position, const std::string &last, const Json::exception &error);

private:
    struct Open {
        JsonValue *value;
        std::unordered_set<std::string> seen;
    };

    bool add(JsonValue value)
    {
        place(std::move(value));
        return true;
    }
    bool addNumber(JsonNumber number)
    {
        if (!m_open.empty() && m_open.back().value->kind == JsonValue::Kind::Numbers) {
            m_open.back().value->numbers.push_back(number);
            return true;
        }
        JsonValue value;
        value.kind = JsonValue::Kind::Number;
        value.number = number;
        return add(std::move(value));
    }
    JsonValue &place(JsonValue value);
    bool open(JsonValue::Kind kind);
    bool close()
    {
        m_open.pop_back();
        return true;
    }
    std::string where(std::size_t depth) const;

    std::string_view m_text;
    const std::string &m_name;
    JsonValue m_root;
    std::vector<Open> m_open;
};

JsonValue &TreeBuilder::place(JsonValue value)
{
    if (m_open.empty()) {
        m_root = std::move(value);
        return m_root;
    }
    JsonValue &parent = *m_open.back().value;
    if (parent.kind == JsonValue::Kind::Numbers) {
        parent.kind = JsonValue::Kind::List;
        for (const JsonNumber &number : parent.numbers) {
            JsonValue item;
            item.kind = JsonValue::Kind::Number;
            item.number = number;
            parent.items.push_back(std::move(item));
        }
        parent.numbers = {};
    }
    parent.items.push_back(std::move(value));
    return parent.items.back();
}

bool TreeBuilder::open(JsonValue::Kind kind)
{
    if (m_open.size() == maximumDepth) {
        throw FileError(m_name, Message::tr("lists and objects stand more than %1 deep%2",
                                            {std::to_string(maximumDepth), where(m_open.size())}));
    }
    JsonValue value;
    value.kind = kind;
    JsonValue &placed = place(std::move(value));
    m_open.push_back({&placed, {}});
    return true;
}

/// ` in "encoder.0.self.w_q"`: the innermost key whose value is open among the outer `depth` containers.
std::string TreeBuilder::where(std::size_t depth) const
{
    for (std::size_t i = std::min(depth, m_open.size()); i-- > 0;) {
        const JsonValue &value = *m_open[i].value;
        if (value.kind == JsonValue::Kind::Object && !value.keys.empty()) {
            return Message::tr(" in \"%1\"", {value.keys.back()});
        }
    }
    return {};
}

/// What stood where the parser stopped, short enough for a sentence.
std::string excerpt(const std::string &last)
{
    constexpr std::size_t longest = 24;
    std::string shown;
    for (const char c : last) {
        const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        shown += control ? ' ' : c;
    }
    if (shown.size() <= longest) {
        return shown;
    }
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) {
        --end;
    }
    return shown.substr(0, end) + "…";
}

/// What other programs write where a number left its range, which JSON does not know; empty where it is none of these.
std::string_view notANumberAt(std::string_view text, std::size_t byte)
{
    for (const std::string_view word : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"}) {
        const std::size_t from = byte - std::min(byte, word.size());
        const std::size_t at = text.substr(from, 2 * word.size()).find(word);
        const bool isValue = at != std::string_view::npos && from + at > 0 &&
                             std::string_view("[,: \t\r\n").find(text[from + at - 1]) != std::string_view::npos;
        if (isValue)
            return word;
    }
    return {};
}

bool TreeBuilder::parse_error(std::size_t position, const std::string &last, const Json::exception &error)
{
    constexpr int numberOverflow = 406;
    const std::size_t byte = position == 0 ? 0 : position - 1;
    const std::string place = placeOf(m_text, byte);
    if (error.id == numberOverflow) {
        throw FileError(m_name,
                        Message::tr("%1: the number %2 is too large%3", {place, excerpt(last), where(m_open.size())}));
    }
    if (const std::string_view word = notANumberAt(m_text, byte); !word.empty()) {
        throw FileError(m_name, Message::tr("%1: %2 is no number to compute with%3",
                                            {place, std::string(word), where(m_open.size())}));
    }
    if (byte >= m_text.size()) {
        throw FileError(m_name,
                        Message::tr("%1: the file ends before its JSON is complete%2", {place, where(m_open.size())}));
    }
    throw FileError(m_name,
                    Message::tr("%1: not valid JSON near `%2`%3", {place, excerpt(last), where(m_open.size())}));
}

} // namespace

double JsonNumber::real() const
{
    return std::visit([](auto number) { return static_cast<double>(number); }, value);
}

std::string JsonNumber::text() const
{
    char buffer[64];
    const auto written = [&](auto number) {
        return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
    };
    if (const double *number = std::get_if<double>(&value)) {
        constexpr double exactlyWhole = 9007199254740992.0; // 2^53
        const bool whole = std::trunc(*number) == *number && std::abs(*number) <= exactlyWhole;
        return whole ? written(static_cast<std::int64_t>(*number)) : written(*number);
    }
    return std::visit(written, value);
}

std::optional<int> JsonNumber::whole() const
{
    const double number = real();
    if (std::trunc(number) != number || number < std::numeric_limits<int>::min() ||
        number > std::numeric_limits<int>::max()) {
        return std::nullopt;
    }
    return static_cast<int>(number);
}

const JsonValue *JsonValue::find(std::string_view key) const
{
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i] == key) {
            return &items[i];
        }
    }
    return nullptr;
}

std::string JsonValue::described() const
{
    switch (kind) {
    case Kind::Null:
        return "null";
    case Kind::Flag:
        return flag ? "true" : "false";
    case Kind::Number:
        return number.text();
    case Kind::Text:
        return Message::tr("the text \"%1\"", {excerpt(text)});
    case Kind::Numbers:
        return numbers.empty() ? Message::tr("an empty list")
                               : Message::tr("a list of %1 numbers", {std::to_string(numbers.size())});
    case Kind::List:
        return Message::tr("a list");
    case Kind::Object:
        return Message::tr("an object");
    }
    return {};
}

JsonValue parseJson(std::string_view text, const std::string &name)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.substr(0, byteOrderMark.size()) == byteOrderMark) {
        text.remove_prefix(byteOrderMark.size());
    }
    requireUtf8(text, name);
    TreeBuilder builder(text, name);
    if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
        throw FileError(name, Message::tr("not valid JSON"));
    }
    return builder.take();
}

std::string jsonString(const std::string &text)
{
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace regard

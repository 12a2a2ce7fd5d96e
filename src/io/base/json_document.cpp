#include "io/base/json_document.h"

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/json_tree.h"
#include "io/base/quoted_name.h"

namespace regard {

namespace {

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

/// The number of bytes of the UTF-8 character at a byte, 0 where there is none (RFC 3629).
std::size_t characterLength(std::string_view text, std::size_t i)
{
    const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
    const unsigned first = byte(i);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    // The second byte's range excludes overlong forms, surrogates and code points beyond U+10FFFF.
    const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (byte(i + 1) < lowest || byte(i + 1) > highest)
        return 0;
    for (std::size_t j = 2; j < length; ++j)
        if ((byte(i + j) & 0xC0) != 0x80)
            return 0;
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

/// The text that other programs write for a number out of range, which JSON does not know; empty where it is none of
/// these.
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

/// Builds the tree of a text, and reports what is wrong with the text.
class DocumentBuilder : public JsonTreeBuilder {
public:
    DocumentBuilder(std::string_view text, const std::string &name) : JsonTreeBuilder(name), m_text(text) {}

    [[noreturn]] void fail(const JsonFault &fault) override;

private:
    std::string_view m_text;
};

void DocumentBuilder::fail(const JsonFault &fault)
{
    const std::size_t byte = fault.position == 0 ? 0 : fault.position - 1;
    const std::string place = placeOf(m_text, byte);
    const std::string last = shortened(fault.last, longestExcerpt);
    if (fault.isTooLarge)
        throw FileError(name(), Message::tr("%1: the number %2 is too large%3", {place, last, where(depth())}));
    if (const std::string_view word = notANumberAt(m_text, byte); !word.empty())
        throw FileError(
            name(), Message::tr("%1: %2 is no number to compute with%3", {place, std::string(word), where(depth())}));
    if (byte >= m_text.size())
        throw FileError(name(),
                        Message::tr("%1: the file ends before its JSON is complete%2", {place, where(depth())}));
    throw FileError(name(), Message::tr("%1: not valid JSON near `%2`%3", {place, last, where(depth())}));
}

} // namespace

JsonValue parseJson(std::string_view text, const std::string &name)
{
    text = withoutByteOrderMark(text);
    requireUtf8(text, name);
    DocumentBuilder builder(text, name);
    readJson(text, builder);
    return builder.take();
}

} // namespace regard

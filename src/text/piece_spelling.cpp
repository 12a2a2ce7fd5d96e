#include "text/piece_spelling.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "text/base/byte_alphabet.h"
#include "text/base/mapped_text.h"

namespace regard {

namespace {

constexpr char32_t pieceSpellingWordMark = 0x2581; // ▁

/// `<0xE4>`
std::optional<std::uint8_t> byteOf(std::string_view piece)
{
    if (piece.size() != 6 || piece.substr(0, 3) != "<0x" || piece.back() != '>')
        return std::nullopt;
    unsigned byte = 0;
    for (const char digit : piece.substr(3, 2))
        if (digit >= '0' && digit <= '9')
            byte = byte * 16 + unsigned(digit - '0');
        else if (digit >= 'A' && digit <= 'F')
            byte = byte * 16 + unsigned(digit - 'A') + 10;
        else
            return std::nullopt;
    return std::uint8_t(byte);
}

std::string fromByteAlphabet(std::string_view piece)
{
    std::string bytes;
    for (const MappedChar &mapped : mappedText(piece))
        if (const std::optional<std::uint8_t> byte = characterByte(mapped.c))
            bytes += char(*byte);
        else
            appendUtf8(bytes, mapped.c); // a token that a user added, spelled as it is
    return bytes;
}

std::string fromNumbers(std::string_view piece)
{
    std::string bytes;
    for (const MappedChar &mapped : mappedText(piece))
        bytes += char(static_cast<unsigned char>(mapped.c));
    return bytes;
}

std::string fromMarked(std::string_view piece)
{
    if (const std::optional<std::uint8_t> byte = byteOf(piece))
        return {char(*byte)};
    std::string text;
    for (const MappedChar &mapped : mappedText(piece))
        appendUtf8(text, mapped.c == pieceSpellingWordMark ? U' ' : mapped.c);
    return text;
}

std::string hexadecimal(std::uint32_t code, std::size_t digits)
{
    std::string text;
    for (; code > 0 || text.size() < digits; code >>= 4)
        text += "0123456789ABCDEF"[code & 15];
    std::reverse(text.begin(), text.end());
    return "⟨" + text + "⟩";
}

bool isUnseen(UChar32 c)
{
    return u_charType(c) == U_CONTROL_CHAR || u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

/// Whether an unseen character belongs to the one before it (UAX #29, rule GB9).
bool joinsBefore(UChar32 c)
{
    const int32_t kind = u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK);
    return kind == U_GCB_EXTEND || kind == U_GCB_ZWJ;
}

std::string_view withoutContinuation(std::string_view piece, std::string_view continuation)
{
    const bool continues = piece.size() > continuation.size() && piece.starts_with(continuation);
    return continues ? piece.substr(continuation.size()) : piece;
}

} // namespace

std::string visibleText(std::string_view bytes)
{
    std::string shown;
    const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
    const auto length = int64_t(bytes.size());
    bool afterCharacter = false;
    for (int64_t at = 0; at < length;) {
        const int64_t begin = at;
        UChar32 c = 0;
        U8_NEXT(data, at, length, c);
        const bool isSpace = c >= 0 && u_isUWhiteSpace(c);
        const bool isSeen = c >= 0 && !isSpace && (!isUnseen(c) || (afterCharacter && joinsBefore(c)));
        if (c < 0)
            for (int64_t i = begin; i < at; ++i)
                shown += hexadecimal(data[i], 2);
        else if (c == '\n')
            shown += "↵";
        else if (c == '\t')
            shown += "⇥";
        else if (isSpace && c != '\r')
            shown += "␣";
        else if (isSeen)
            appendUtf8(shown, char32_t(c));
        else
            shown += hexadecimal(std::uint32_t(c), c < 0x100 ? 2 : 4);
        afterCharacter = isSeen;
    }
    return shown;
}

std::string PieceSpelling::appended(std::string_view piece) const
{
    switch (style) {
    case Style::Plain:
        break;
    case Style::Continued: {
        const std::string_view rest = withoutContinuation(piece, continuation);
        return (rest.size() < piece.size() ? "" : " ") + std::string(rest);
    }
    case Style::Bytes:
        return fromByteAlphabet(piece);
    case Style::Numbered:
        return fromNumbers(piece);
    case Style::Marked:
        return fromMarked(piece);
    }
    return std::string(piece);
}

std::string PieceSpelling::label(std::string_view piece) const
{
    if (style == Style::Continued)
        return visibleText(withoutContinuation(piece, continuation));
    const std::string text = appended(piece);
    const bool hasMark = style != Style::Plain && text.size() > 1 && text[0] == ' ' && text[1] != ' ';
    return visibleText(std::string_view(text).substr(hasMark ? 1 : 0));
}

} // namespace regard

#include "text/base/mapped_text.h"

#include <cstdint>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace regard {

MappedText mappedText(std::string_view utf8)
{
    MappedText text;
    text.reserve(utf8.size());
    const auto *bytes = reinterpret_cast<const uint8_t *>(utf8.data());
    const auto length = int64_t(utf8.size());
    for (int64_t at = 0; at < length;) {
        const auto begin = std::size_t(at);
        UChar32 c = 0;
        U8_NEXT_OR_FFFD(bytes, at, length, c);
        text.push_back({char32_t(c), begin, std::size_t(at)});
    }
    return text;
}

void appendUtf8(std::string &text, char32_t c)
{
    uint8_t bytes[U8_MAX_LENGTH];
    int32_t length = 0;
    U8_APPEND_UNSAFE(bytes, length, uint32_t(c));
    text.append(reinterpret_cast<const char *>(bytes), std::size_t(length));
}

std::string utf8Of(const MappedText &text, std::size_t begin, std::size_t end)
{
    std::string utf8;
    utf8.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i)
        appendUtf8(utf8, text[i].c);
    return utf8;
}

std::string validUtf8(std::string_view bytes)
{
    const MappedText text = mappedText(bytes);
    return utf8Of(text, 0, text.size());
}

bool isValidUtf8(std::string_view bytes)
{
    const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
    const auto length = int64_t(bytes.size());
    for (int64_t at = 0; at < length;) {
        UChar32 c = 0;
        U8_NEXT(data, at, length, c);
        if (c < 0)
            return false;
    }
    return true;
}

bool isUnicodeSpace(char32_t c)
{
    return u_isUWhiteSpace(UChar32(c)) != 0;
}

bool isInUnicode(char32_t c, int version)
{
    UVersionInfo age;
    u_charAge(UChar32(c), age);
    return age[0] > 0 && age[0] <= version;
}

bool isWordCharacter(char32_t c)
{
    const auto character = UChar32(c);
    return u_hasBinaryProperty(character, UCHAR_ALPHABETIC) || u_hasBinaryProperty(character, UCHAR_JOIN_CONTROL) ||
           (U_GET_GC_MASK(character) & (U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK)) != 0;
}

} // namespace regard

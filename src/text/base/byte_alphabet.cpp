#include "text/base/byte_alphabet.h"

#include <array>

namespace regard {

namespace {

constexpr char32_t firstMoved = 0x100;
constexpr std::size_t movedBytes = 68; // 0–32, 127–160 and the soft hyphen

constexpr bool isItself(unsigned byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

struct Alphabet {
    std::array<char32_t, 256> characters{};
    std::array<std::uint8_t, movedBytes> moved{};

    constexpr Alphabet()
    {
        std::size_t next = 0;
        for (unsigned byte = 0; byte < 256; ++byte) {
            if (isItself(byte)) {
                characters[byte] = byte;
            } else {
                moved[next] = std::uint8_t(byte);
                characters[byte] = firstMoved + char32_t(next++);
            }
        }
    }
};

constexpr Alphabet alphabet;

} // namespace

char32_t byteCharacter(std::uint8_t byte)
{
    return alphabet.characters[byte];
}

std::optional<std::uint8_t> characterByte(char32_t c)
{
    if (c < firstMoved && isItself(static_cast<unsigned>(c)))
        return std::uint8_t(c);
    if (c >= firstMoved && c < firstMoved + movedBytes)
        return alphabet.moved[c - firstMoved];
    return std::nullopt;
}

std::string byteSpelling(std::uint8_t byte)
{
    constexpr const char *digits = "0123456789ABCDEF";
    return {'<', '0', 'x', digits[byte >> 4], digits[byte & 15], '>'};
}

} // namespace regard

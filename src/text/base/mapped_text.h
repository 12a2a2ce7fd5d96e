#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard {

/// A character and the bytes of the text that it stands for.
struct MappedChar {
    char32_t c = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A text on its way to a model: its normalised characters, and where each came from.
using MappedText = std::vector<MappedChar>;

/// Reads UTF-8; invalid bytes become U+FFFD.
MappedText mappedText(std::string_view utf8);

/// Adds a character's UTF-8.
void appendUtf8(std::string &text, char32_t c);

std::string utf8Of(const MappedText &text, std::size_t begin, std::size_t end);

/// The text with U+FFFD for each run of bytes that are not UTF-8.
std::string validUtf8(std::string_view bytes);

bool isValidUtf8(std::string_view bytes);

/// White space as Unicode has it (property White_Space).
bool isUnicodeSpace(char32_t c);

/// Whether that version of Unicode had the character.
bool isInUnicode(char32_t c, int version);

/// What `\w` matches (UTS #18, annex C).
bool isWordCharacter(char32_t c);

} // namespace regard

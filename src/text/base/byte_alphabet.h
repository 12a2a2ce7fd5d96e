#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace regard {

/// GPT-2's spelling of a byte: printable Latin-1 characters are themselves, the others U+0100, U+0101, … in order, so
/// that a space is Ġ and a line break Ċ (Radford et al. 2019, bytes_to_unicode).
char32_t byteCharacter(std::uint8_t byte);

/// The byte that a character spells; nothing for characters outside the alphabet.
std::optional<std::uint8_t> characterByte(char32_t c);

/// SentencePiece's: <0xE4>.
std::string byteSpelling(std::uint8_t byte);

} // namespace regard

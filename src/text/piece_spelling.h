#pragma once

#include <string>
#include <string_view>

namespace regard {

/// How the program shows what a token stands for, whoever made the token: white space as a sign (␣ ↵ ⇥), other
/// characters without ink and bytes that are no characters as their codes (⟨E4⟩). What joins a character (a variation
/// selector, a joiner, the tags of a flag) stays with it.
std::string visibleText(std::string_view bytes);

/// How a tokenizer marks where words begin and spells bytes that are not characters.
struct PieceSpelling {
    enum class Style {
        Plain,     ///< every piece is the text that it stands for, spaces included
        Continued, ///< `##ness` continues a word, everything else begins one
        Bytes,     ///< GPT-2's alphabet of bytes: Ġ is a space
        Numbered,  ///< every character is the byte of its number
        Marked,    ///< ▁ is a space, <0xE4> a byte
    };

    Style style = Style::Continued;
    std::string continuation = "##"; ///< Continued

    /// What a piece adds to the end of a text, in bytes.
    std::string appended(std::string_view piece) const;
    /// How the program shows a piece: without the mark, as visibleText().
    std::string label(std::string_view piece) const;
};

} // namespace regard

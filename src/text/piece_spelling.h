#pragma once

#include <string>
#include <string_view>

namespace regard {

/// How a tokenizer marks where words begin and spells bytes that are not characters.
struct PieceSpelling {
    enum class Style {
        Continued, ///< `##ness` continues a word, everything else begins one
        Bytes,     ///< GPT-2's alphabet of bytes: Ġ is a space
        Marked,    ///< ▁ is a space, <0xE4> a byte
    };

    Style style = Style::Continued;
    std::string continuation = "##"; ///< Continued

    /// What a piece adds to the end of a text, in bytes.
    std::string appended(std::string_view piece) const;
    /// How a window shows a piece: without marks, what is invisible as a sign (␣ ↵ ⇥) or as its code (⟨E4⟩).
    std::string label(std::string_view piece) const;
};

} // namespace regard

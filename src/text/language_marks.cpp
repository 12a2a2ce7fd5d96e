#include "text/language_marks.h"

#include <algorithm>

#include "text/definition_check.h"

namespace regard {

TokenizerLanguages languagesOf(const LanguageMarks &marks)
{
    TokenizerLanguages languages{{}, marks.source, marks.target};
    for (const auto &[code, id] : marks.tokens)
        languages.codes.push_back(code);
    return languages;
}

std::vector<TemplatePiece> markedTemplate(const LanguageMarks &marks, std::string_view language, bool isPair)
{
    using Piece = TemplatePiece::Kind;
    const auto tokenOf = [&](std::string_view code) {
        return std::find_if(marks.tokens.begin(), marks.tokens.end(),
                            [&](const auto &token) { return token.first == code; });
    };
    const auto named = tokenOf(language);
    const auto found = named == marks.tokens.end() ? tokenOf(marks.source) : named;
    const int id = found == marks.tokens.end() ? marks.end : found->second; // the reader of files refuses that
    std::vector<TemplatePiece> pieces{{Piece::First, 0, 0}};
    if (isPair)
        pieces.push_back({Piece::Second, 0, 0});
    pieces.push_back({Piece::Token, marks.end, 0});
    pieces.insert(marks.isLast ? pieces.end() : pieces.begin(), {Piece::Token, id, 0});
    return pieces;
}

void requireLanguages(const LanguageMarks &marks, std::size_t vocabulary)
{
    if (!marks.isAny())
        return;
    for (const auto &[code, id] : marks.tokens)
        requireTemplate(markedTemplate(marks, code), vocabulary);
}

} // namespace regard

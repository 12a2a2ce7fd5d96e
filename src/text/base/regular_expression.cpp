#include "text/base/regular_expression.h"

#include <cstdint>
#include <utility>

#include <unicode/regex.h>
#include <unicode/unistr.h>

#include "text/base/expression_translation.h"
#include "text/base/tokenizer_error.h"

namespace regard {

namespace {

/// In ICU's unit, which is 10,000 steps of a match, about a millisecond; so that no clock decides.
constexpr int32_t longestMatching = 2000;

std::shared_ptr<const icu::RegexPattern> compiled(const std::string &expression, const std::string &translated)
{
    UParseError place;
    UErrorCode status = U_ZERO_ERROR;
    std::shared_ptr<const icu::RegexPattern> pattern(icu::RegexPattern::compile(
        icu::UnicodeString::fromUTF8(translated), UREGEX_MULTILINE | UREGEX_UNIX_LINES, place, status));
    if (U_FAILURE(status))
        throw TokenizerError(TokenizerError::Kind::Expression, {expression, u_errorName(status)});
    return pattern;
}

} // namespace

RegularExpression::RegularExpression(std::string expression)
    : RegularExpression(expression, translatedExpression(expression))
{
}

RegularExpression::RegularExpression(std::string expression, const std::string &translated)
    : m_expression(std::move(expression)), m_pattern(compiled(m_expression, translated))
{
}

RegularExpression RegularExpression::ofText(std::string_view text)
{
    return {std::string(text), quotedExpression(text)};
}

RegularExpression RegularExpression::ofTexts(const std::vector<std::string> &texts)
{
    std::string quoted;
    for (const std::string &text : texts)
        quoted += (quoted.empty() ? "" : "|") + quotedExpression(text);
    return {quoted, quoted};
}

std::vector<TextRange> RegularExpression::matches(const MappedText &text) const
{
    icu::UnicodeString units;
    std::vector<std::size_t> characters; // of each UTF-16 unit, and of the end
    characters.reserve(text.size() + 1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        units.append(UChar32(text[i].c));
        characters.resize(std::size_t(units.length()), i);
    }
    characters.push_back(text.size());

    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::RegexMatcher> matcher(m_pattern->matcher(units, status));
    std::vector<TextRange> found;
    if (U_SUCCESS(status)) {
        matcher->setTimeLimit(longestMatching, status);
        while (matcher->find(status) && U_SUCCESS(status)) {
            const TextRange match{characters[std::size_t(matcher->start(status))],
                                  characters[std::size_t(matcher->end(status))]};
            if (match.begin < match.end || found.empty() || found.back().end != match.end)
                found.push_back(match);
        }
    }
    if (U_FAILURE(status))
        throw TokenizerError(TokenizerError::Kind::ExpressionTime, {m_expression});
    return found;
}

} // namespace regard

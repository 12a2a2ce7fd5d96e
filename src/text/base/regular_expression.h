#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <unicode/utypes.h>

#include "text/base/mapped_text.h"

U_NAMESPACE_BEGIN
class RegexPattern;
U_NAMESPACE_END

namespace regard {

/// Characters of a text from `begin` up to `end`.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A regular expression of a tokenizer's file. The tokenizers library reads it with Oniguruma in Ruby's syntax; here
/// ICU computes what means the same in both.
class RegularExpression {
public:
    /// Throws TokenizerError that names what is not translated.
    explicit RegularExpression(std::string expression);
    /// What matches a text alone, whatever its characters mean in an expression.
    static RegularExpression ofText(std::string_view text);
    /// Tries several, the first of those that match.
    static RegularExpression ofTexts(const std::vector<std::string> &texts);

    /// The matches from left to right, empty ones among them, but none at the end of the one before. Throws
    /// TokenizerError where they take too long.
    std::vector<TextRange> matches(const MappedText &text) const;

private:
    RegularExpression(std::string expression, const std::string &translated);

    std::string m_expression;
    std::shared_ptr<const icu::RegexPattern> m_pattern;
};

} // namespace regard

#include "text/base/expression_translation.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "text/base/mapped_text.h"
#include "text/base/tokenizer_error.h"

namespace regard {

namespace {

constexpr int mostNested = 50;
constexpr int mostRepeats = 1000;

// What goes into a set of ICU's. Outside of sets Oniguruma also counts fractions and raised digits of Latin-1 as parts
// of words.
constexpr std::string_view wordSet = R"(\p{Alphabetic}\p{M}\p{Nd}\p{Pc})";
constexpr std::string_view loneWordSet = R"(\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\xB2\xB3\xB9\xBC\xBD\xBE)";
/// The beginning of a line; behind the last line break there is none.
constexpr std::string_view lineBegin = R"((?:\A|(?<=\n)(?!\z)))";
constexpr std::string_view spaceSet = R"(\p{White_Space})";
constexpr std::string_view digitSet = R"(\p{Nd})";
constexpr std::string_view hexadecimalSet = "0-9a-fA-F";

struct Bracket {
    std::string_view name;
    std::string_view set;
};

/// What stands in `[[:NAME:]]`.
constexpr Bracket brackets[] = {
    {"alpha", R"(\p{Alphabetic})"}, {"alnum", R"(\p{Alphabetic}\p{Nd})"}, {"digit", digitSet},
    {"lower", R"(\p{Lowercase})"},  {"punct", R"(\p{P}\p{S})"},           {"space", spaceSet},
    {"upper", R"(\p{Uppercase})"},  {"xdigit", hexadecimalSet},
};

bool isAsciiLetterOrDigit(char32_t c)
{
    return (c >= U'0' && c <= U'9') || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

/// A character that stands for itself, anywhere in an expression.
std::string literal(char32_t c)
{
    if (isAsciiLetterOrDigit(c))
        return {char(c)};
    std::string digits;
    for (char32_t rest = c; rest > 0 || digits.empty(); rest >>= 4)
        digits.insert(digits.begin(), "0123456789ABCDEF"[rest & 15]);
    return "\\x{" + digits + "}";
}

std::string setOf(std::string_view set, bool isNegated = false)
{
    return std::string(isNegated ? "[^" : "[").append(set) + "]";
}

/// The set of `\d` and the like; empty for other letters.
std::string_view classSet(char32_t lowercase)
{
    switch (lowercase) {
    case U'w':
        return wordSet;
    case U's':
        return spaceSet;
    case U'd':
        return digitSet;
    case U'h':
        return hexadecimalSet;
    default:
        return {};
    }
}

/// The character of `\n` and the like.
std::optional<char32_t> controlOf(char32_t letter)
{
    constexpr std::pair<char32_t, char32_t> controls[] = {{U't', 9},  {U'n', 10}, {U'v', 11}, {U'f', 12},
                                                          {U'r', 13}, {U'a', 7},  {U'e', 27}};
    for (const auto &[name, c] : controls)
        if (name == letter)
            return c;
    return std::nullopt;
}

class Translator {
public:
    explicit Translator(std::string_view expression) : m_expression(expression), m_in(mappedText(expression)) {}

    std::string translated()
    {
        alternatives(0);
        if (!isAtEnd())
            fail(m_at, m_at + 1);
        return std::move(m_out);
    }

private:
    bool isAtEnd() const { return m_at >= m_in.size(); }
    bool isNext(char32_t c) const { return !isAtEnd() && m_in[m_at].c == c; }
    bool isNext(std::u32string_view text) const
    {
        return m_in.size() - m_at >= text.size() &&
               std::equal(text.begin(), text.end(), m_in.begin() + std::ptrdiff_t(m_at),
                          [](char32_t a, const MappedChar &b) { return a == b.c; });
    }
    bool take(std::u32string_view text)
    {
        const bool found = isNext(text);
        m_at += found ? text.size() : 0;
        return found;
    }
    /// `<word>`, which no expression here refers to.
    bool takeName()
    {
        const auto isNamed = [&](std::size_t at) {
            return at < m_in.size() && (isAsciiLetterOrDigit(m_in[at].c) || m_in[at].c == U'_');
        };
        std::size_t end = m_at + 1;
        while (isNamed(end))
            ++end;
        if (!isNext(U'<') || end == m_at + 1 || end >= m_in.size() || m_in[end].c != U'>')
            return false;
        m_at = end + 1;
        return true;
    }
    char32_t next()
    {
        if (isAtEnd())
            fail(m_at == 0 ? 0 : m_at - 1, m_at);
        return m_in[m_at++].c;
    }

    [[noreturn]] void fail(std::size_t begin, std::size_t end) const
    {
        throw TokenizerError(TokenizerError::Kind::Expression,
                             {m_expression, utf8Of(m_in, begin, std::min(end, m_in.size()))});
    }
    /// Names what was read since `begin`.
    [[noreturn]] void failFrom(std::size_t begin) const { fail(begin, m_at); }

    void alternatives(int depth);
    void piece(int depth);
    void group(int depth);
    void groupEnd(std::string_view opening, std::size_t begin, int depth);
    void escape();
    std::string set(int depth);
    std::string setItem(std::optional<char32_t> &character, int depth);
    std::string bracket();
    std::string property(bool isNegated);
    char32_t code(std::size_t begin);
    void quantifiers(std::size_t from);
    std::optional<std::string> interval();

    std::string m_expression;
    MappedText m_in;
    std::size_t m_at = 0;
    std::string m_out;
    bool m_anyCase = false;
    bool m_isRepeatable = true; ///< the last piece is not an assertion
};

void Translator::alternatives(int depth)
{
    if (depth > mostNested)
        fail(m_at, m_in.size());
    while (!isAtEnd() && !isNext(U')'))
        if (take(U"|"))
            m_out += '|';
        else
            piece(depth);
}

void Translator::piece(int depth)
{
    const std::size_t from = m_out.size();
    const std::size_t begin = m_at;
    const char32_t c = next();
    m_isRepeatable = true;
    switch (c) {
    case U'(':
        group(depth);
        break;
    case U'[':
        m_out += set(0);
        break;
    case U'\\':
        escape();
        break;
    case U'.':
        m_out += '.';
        break;
    case U'^':
        m_out += lineBegin;
        m_isRepeatable = false;
        break;
    case U'$':
        m_out += '$';
        m_isRepeatable = false;
        break;
    case U'*':
    case U'+':
    case U'?':
        failFrom(begin);
    default:
        if (m_anyCase && c > 0x7F)
            failFrom(begin);
        m_out += literal(c);
    }
    quantifiers(from);
}

/// After its parenthesis.
void Translator::group(int depth)
{
    const std::size_t begin = m_at - 1;
    const bool before = m_anyCase;
    if (!take(U"?")) {
        if (isNext(U'*'))
            fail(begin, m_at + 1);
        groupEnd("(?:", begin, depth);
    } else if (take(U"#")) {
        while (next() != U')') {
        }
        m_isRepeatable = false;
    } else if (take(U"i)")) {
        if (begin != 0) // Ruby's rules for the rest of a group are its own
            failFrom(begin);
        m_anyCase = true;
        m_out += "(?i)";
        m_isRepeatable = false;
    } else if (take(U"i:")) {
        m_anyCase = true;
        groupEnd("(?i:", begin, depth);
        m_anyCase = before;
    } else if (take(U"-i:")) {
        m_anyCase = false;
        groupEnd("(?-i:", begin, depth);
        m_anyCase = before;
    } else if (take(U":") || takeName()) {
        groupEnd("(?:", begin, depth);
    } else if (take(U">")) {
        groupEnd("(?>", begin, depth);
    } else if (take(U"=") || take(U"!") || take(U"<=") || take(U"<!")) {
        groupEnd("(" + utf8Of(m_in, begin + 1, m_at), begin, depth);
        m_isRepeatable = false;
    } else {
        fail(begin, m_at + 1);
    }
}

void Translator::groupEnd(std::string_view opening, std::size_t begin, int depth)
{
    m_out += opening;
    alternatives(depth + 1);
    if (!take(U")"))
        fail(begin, m_in.size());
    m_out += ')';
    m_isRepeatable = true;
}

/// After its backslash, outside of a set.
void Translator::escape()
{
    const std::size_t begin = m_at - 1;
    if (isNext(U'b') || isNext(U'B')) {
        const bool isBoundary = next() == U'b';
        const std::string word = setOf(loneWordSet);
        const std::string_view after = isBoundary ? "!" : "=";
        const std::string_view other = isBoundary ? "=" : "!";
        m_out.append("(?:(?<=").append(word).append(")(?").append(after).append(word);
        m_out.append(")|(?<!").append(word).append(")(?").append(other).append(word).append("))");
        m_isRepeatable = false;
        return;
    }
    if (isNext(U'A') || isNext(U'z')) {
        m_out.append("\\").push_back(char(next()));
        m_isRepeatable = false;
        return;
    }
    if (!m_anyCase && (isNext(U'w') || isNext(U'W'))) {
        m_out += setOf(loneWordSet, next() == U'W');
        return;
    }
    --m_at;
    std::optional<char32_t> character;
    const std::string item = setItem(character, 0);
    if (m_anyCase && (!character || *character > 0x7F))
        failFrom(begin);
    m_out += character ? literal(*character) : setOf(item);
}

/// After its bracket; one that is an item of another is united with the other items.
std::string Translator::set(int depth)
{
    const std::size_t begin = m_at - 1;
    if (depth > mostNested)
        failFrom(begin);
    const bool isNegated = take(U"^");
    std::string items;
    bool isFirst = true;
    for (; isFirst || !isNext(U']'); isFirst = false) {
        if (isAtEnd() || isNext(U"&&"))
            fail(begin, m_at + 2);
        const std::size_t at = m_at;
        std::optional<char32_t> low;
        items += isFirst && take(U"]") ? literal(*(low = U']')) : setItem(low, depth);
        const bool isRange = isNext(U'-') && m_at + 1 < m_in.size() && m_in[m_at + 1].c != U']';
        // A minus sign is itself where no range can be: at an end, and right before one.
        if (low == U'-' && at + 1 == m_at && !isFirst && !isNext(U']'))
            fail(begin, m_at + 1);
        if (m_anyCase && (!low || *low > 0x7F))
            failFrom(begin);
        if (!isRange)
            continue;
        ++m_at;
        std::optional<char32_t> high;
        const std::string last = setItem(high, depth);
        if (!low || !high || *low > *high || (m_anyCase && *high > 0x7F))
            failFrom(begin);
        items += "-" + last;
    }
    ++m_at;
    if (m_anyCase && isNegated)
        failFrom(begin);
    return setOf(items, isNegated);
}

/// What stands next in a set, as ICU spells it there; `character` where it is one.
std::string Translator::setItem(std::optional<char32_t> &character, int depth)
{
    const std::size_t begin = m_at;
    char32_t c = next();
    if (c == U'[')
        return isNext(U':') ? bracket() : set(depth + 1);
    if (c == U'\\') {
        c = next();
        const auto lower = char32_t(u_tolower(UChar32(c)));
        if (const std::string_view set = classSet(lower); !set.empty())
            return c == lower ? std::string(set) : setOf(set, true);
        if (lower == U'p')
            return property(c == U'P');
        if (c == U'x' || c == U'u')
            c = code(begin);
        else if (const std::optional<char32_t> control = controlOf(c))
            c = *control;
        else if (isAsciiLetterOrDigit(c))
            failFrom(begin);
    }
    character = c;
    return literal(c);
}

/// `[:alpha:]`, after its first bracket.
std::string Translator::bracket()
{
    const std::size_t begin = m_at - 1;
    for (const Bracket &known : brackets) {
        std::u32string name = U":";
        name.append(known.name.begin(), known.name.end());
        if (take(name + U":]"))
            return std::string(known.set);
    }
    fail(begin, std::min(m_in.size(), m_at + 10));
}

/// `\p{L}`, after its letter: a general category by one or two letters, or a script by its name.
std::string Translator::property(bool isNegated)
{
    const std::size_t begin = m_at - 2;
    if (!take(U"{"))
        failFrom(begin);
    if (take(U"^"))
        isNegated = !isNegated;
    std::string name;
    while (!isNext(U'}')) {
        const char32_t c = next();
        if (!isAsciiLetterOrDigit(c) && c != U'_')
            failFrom(begin);
        name += char(c);
    }
    ++m_at;
    const bool isCategory = name.size() <= 2 &&
                            u_getPropertyValueEnum(UCHAR_GENERAL_CATEGORY_MASK, name.c_str()) != UCHAR_INVALID_CODE &&
                            name != "LC" && name != "lc";
    // Names of four letters are codes; longer ones than that are scripts' own.
    const int32_t script = u_getPropertyValueEnum(UCHAR_SCRIPT, name.c_str());
    const bool isScript = name.size() > 2 && script != UCHAR_INVALID_CODE && script != USCRIPT_UNKNOWN;
    if (!isCategory && !isScript)
        failFrom(begin);
    return (isNegated ? "\\P{" : "\\p{") + (isCategory ? name : "Script=" + name) + "}";
}

/// The character of `\x41`, `\x{1F600}` or `\u00E4`, after its letter.
char32_t Translator::code(std::size_t begin)
{
    const bool isBraced = m_in[m_at - 1].c == U'x' && take(U"{");
    const bool isLong = m_in[m_at - 1].c == U'u';
    const std::size_t most = isBraced ? 6 : isLong ? 4 : 2;
    char32_t c = 0;
    std::size_t digits = 0;
    while (digits < most && !isAtEnd() && u_isxdigit(UChar32(m_in[m_at].c)) && m_in[m_at].c < 0x80) {
        c = c * 16 + char32_t(u_digit(UChar32(m_in[m_at++].c), 16));
        ++digits;
    }
    const bool isWhole = isBraced ? digits > 0 && take(U"}") : digits == most;
    const bool isByte = !isBraced && !isLong && c > 0x7F; // a byte of UTF-8 in Oniguruma
    if (!isWhole || isByte || c > 0x10FFFF || U_IS_SURROGATE(UChar32(c)))
        failFrom(begin);
    return c;
}

/// What repeats the piece that begins at `from` in the result.
void Translator::quantifiers(std::size_t from)
{
    const std::size_t begin = m_at;
    const auto isSimple = [&] { return isNext(U'*') || isNext(U'+') || isNext(U'?'); };
    std::string quantifier;
    if (isSimple()) {
        quantifier = char(next());
        if (isNext(U'+') || isNext(U'?'))
            quantifier += char(next());
    } else if (const std::optional<std::string> found = interval()) {
        quantifier = *found;
        const bool isFixed = quantifier.find(',') == quantifier.npos;
        if (isNext(U'?')) {
            if (isFixed) // Ruby reads an optional repeat
                fail(begin, m_at + 1);
            quantifier += char(next());
        } else if (isNext(U'+')) { // Ruby repeats the repeat, ICU would not give back
            quantifier += ")+";
            m_out.insert(from, "(?:");
            ++m_at;
        }
    }
    if (quantifier.empty())
        return;
    if (!m_isRepeatable || isSimple() || interval())
        failFrom(begin);
    m_out += quantifier;
}

/// `{1,3}`, where one stands next; a brace that begins none is itself.
std::optional<std::string> Translator::interval()
{
    const std::size_t begin = m_at;
    if (!take(U"{"))
        return std::nullopt;
    const auto number = [&] { // −1: no digit stands next
        int value = -1;
        while (!isAtEnd() && m_in[m_at].c >= U'0' && m_in[m_at].c <= U'9') {
            value = std::max(value, 0) * 10 + int(m_in[m_at++].c - U'0');
            if (value > mostRepeats)
                failFrom(begin);
        }
        return value;
    };
    const int least = number();
    const bool hasMost = take(U",");
    const int most = hasMost ? number() : -1;
    if (!take(U"}") || (least < 0 && most < 0)) {
        m_at = begin;
        return std::nullopt;
    }
    if (most >= 0 && least > most)
        failFrom(begin);
    return "{" + std::to_string(std::max(least, 0)) + (hasMost ? "," : "") + (most < 0 ? "" : std::to_string(most)) +
           "}";
}

} // namespace

std::string translatedExpression(std::string_view expression)
{
    return Translator(expression).translated();
}

std::string quotedExpression(std::string_view text)
{
    std::string quoted;
    for (const MappedChar &mapped : mappedText(text))
        quoted += literal(mapped.c);
    return quoted;
}

} // namespace regard

#include <algorithm>
#include <array>

#include "engine/base/message.h"
#include "io/lesson/lesson_drawing.h"

namespace regard {

namespace {

using FormulaKind = LessonFormula::Kind;

/// Operators as they are typed, and as they are shown. A longer one stands before one that it begins with.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> operators{{{"->", "→"},
                                                                                   {"<=", "≤"},
                                                                                   {">=", "≥"},
                                                                                   {"→", "→"},
                                                                                   {"≤", "≤"},
                                                                                   {"≥", "≥"},
                                                                                   {"≈", "≈"},
                                                                                   {"−", "−"},
                                                                                   {"·", "·"},
                                                                                   {"×", "×"},
                                                                                   {"…", "…"},
                                                                                   {"+", "+"},
                                                                                   {"-", "−"},
                                                                                   {"*", "·"},
                                                                                   {"=", "="},
                                                                                   {"<", "<"},
                                                                                   {">", ">"},
                                                                                   {",", ","},
                                                                                   {";", ";"}}};

/// Parentheses around the whole of what a bar, a root or a script holds only hold it together.
LessonFormula withoutParentheses(LessonFormula part)
{
    if (part.kind != FormulaKind::Group)
        return part;
    LessonFormula inner = std::move(part.parts.front());
    return inner;
}

/// expression = term {operator term}, term = product ["/" product], product = factor {factor},
/// factor = atom {("^" | "_") atom}, atom = name, "words", sum, sqrt(…) or (…).
class FormulaReader {
public:
    explicit FormulaReader(std::string_view text) : m_text(text) {}

    LessonFormula read()
    {
        const LessonFormula whole = expression();
        if (m_at < m_text.size())
            fail(Message::tr("the formula has a \"%1\" that nothing opens or needs", {std::string(1, m_text[m_at])}));
        if (whole.parts.empty())
            fail(Message::tr("the formula is empty"));
        return whole;
    }

private:
    [[noreturn]] void fail(const std::string &sentence) const
    {
        const auto lines = std::count(m_text.begin(), m_text.begin() + std::ptrdiff_t(m_at), '\n');
        throw DrawingError(sentence, int(lines));
    }
    void skipSpaces() { m_at = std::min(m_text.find_first_not_of(" \t\n", m_at), m_text.size()); }
    bool takes(char c)
    {
        skipSpaces();
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }
    std::optional<std::string> takeOperator()
    {
        skipSpaces();
        for (const auto &[typed, shown] : operators)
            if (m_text.substr(m_at).starts_with(typed)) {
                m_at += typed.size();
                return std::string(shown);
            }
        return std::nullopt;
    }

    LessonFormula expression();
    std::optional<LessonFormula> term();
    std::optional<LessonFormula> product();
    std::optional<LessonFormula> factor();
    std::optional<LessonFormula> atom();
    LessonFormula script();
    LessonFormula inParentheses();
    std::string name();

    std::string_view m_text;
    std::size_t m_at = 0;
};

LessonFormula FormulaReader::expression()
{
    LessonFormula row;
    for (;;) {
        if (auto next = term())
            row.parts.push_back(std::move(*next));
        const auto sign = takeOperator();
        if (!sign)
            return row;
        row.parts.push_back({FormulaKind::Operator, *sign});
    }
}

std::optional<LessonFormula> FormulaReader::term()
{
    auto above = product();
    if (!takes('/'))
        return above;
    auto below = product();
    if (!above || !below)
        fail(Message::tr("the formula has a \"/\" without something on both sides"));
    return LessonFormula{
        FormulaKind::Fraction, {}, {withoutParentheses(std::move(*above)), withoutParentheses(std::move(*below))}};
}

std::optional<LessonFormula> FormulaReader::product()
{
    LessonFormula factors{FormulaKind::Product};
    while (auto next = factor())
        factors.parts.push_back(std::move(*next));
    if (factors.parts.empty())
        return std::nullopt;
    return factors.parts.size() == 1 ? std::move(factors.parts.front()) : std::move(factors);
}

std::optional<LessonFormula> FormulaReader::factor()
{
    auto base = atom();
    if (!base)
        return std::nullopt;
    LessonFormula below;
    LessonFormula above;
    for (;;) {
        if (takes('_'))
            below = script();
        else if (takes('^'))
            above = script();
        else
            break;
    }
    if (below == LessonFormula() && above == LessonFormula())
        return base;
    return LessonFormula{FormulaKind::Script, {}, {std::move(*base), std::move(below), std::move(above)}};
}

/// What follows ^ or _.
LessonFormula FormulaReader::script()
{
    auto part = atom();
    if (!part)
        fail(Message::tr("the formula has a \"^\" or a \"_\" with nothing behind it"));
    return withoutParentheses(std::move(*part));
}

LessonFormula FormulaReader::inParentheses()
{
    LessonFormula inner = expression();
    if (!takes(')'))
        fail(Message::tr("the formula has a \"(\" that is not closed"));
    return inner;
}

std::optional<LessonFormula> FormulaReader::atom()
{
    if (takes('('))
        return LessonFormula{FormulaKind::Group, {}, {inParentheses()}};
    if (takes('"')) {
        const std::size_t end = m_text.find('"', m_at);
        if (end == std::string_view::npos)
            fail(Message::tr("the formula has a quotation mark without a second one"));
        const std::string words(m_text.substr(m_at, end - m_at));
        m_at = end + 1;
        return LessonFormula{FormulaKind::Name, words};
    }
    const std::string word = name();
    if (word.empty())
        return std::nullopt;
    if (word == "sum" || word == "Σ")
        return LessonFormula{FormulaKind::Sum};
    if (word != "sqrt" && word != "√")
        return LessonFormula{FormulaKind::Name, word};
    auto inner = atom();
    if (!inner)
        fail(Message::tr("the formula has a root with nothing behind it"));
    return LessonFormula{FormulaKind::Root, {}, {withoutParentheses(std::move(*inner))}};
}

/// Letters and digits, of any language.
std::string FormulaReader::name()
{
    skipSpaces();
    const std::size_t from = m_at;
    const auto isLetter = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x80 || std::isalnum(byte) || c == '.' || c == '\'' || c == '|';
    };
    const auto isOperator = [this] {
        return std::any_of(operators.begin(), operators.end(),
                           [this](const auto &sign) { return m_text.substr(m_at).starts_with(sign.first); });
    };
    while (m_at < m_text.size() && isLetter(m_text[m_at]) && !isOperator())
        ++m_at;
    return std::string(m_text.substr(from, m_at - from));
}

} // namespace

LessonFormula parseLessonFormula(std::string_view text)
{
    if (text.size() > mostFormulaCharacters)
        throw DrawingError(
            Message::tr("the formula has more than %1 characters", {std::to_string(mostFormulaCharacters)}), 0);
    if (text.find('\x01') != std::string_view::npos)
        throw DrawingError(Message::tr("a formula takes no values in braces"), 0);
    return FormulaReader(text).read();
}

} // namespace regard

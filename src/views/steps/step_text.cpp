#include "views/steps/step_text.h"

#include <cmath>

#include <QCoreApplication>

namespace regard {

namespace {

struct StepText {
    Q_DECLARE_TR_FUNCTIONS(StepText)
};

const QChar minusSign(0x2212);

/// Puts a sign before a number that was written as that text.
QString withSign(double value, const QString &text)
{
    if (std::isnan(value))
        return StepText::tr("new", "number");
    return value > 0 ? QLatin1Char('+') + text : text;
}

QString stepWithMinus(QString text)
{
    return text.replace(QLatin1Char('-'), minusSign);
}

QString fixedText(double value, int digits)
{
    if (value == 0) // −0 too
        return QString::number(0.0, 'f', digits);
    const QString text = QString::number(value, 'f', digits);
    // Compared as text: only it knows how the last digit was rounded.
    const bool showsZero = text.toDouble() == 0;
    return stepWithMinus(showsZero || std::abs(value) >= 1e6 ? QString::number(value, 'e', digits) : text);
}

/// What stands before the bracket around an activation's number, where it is not the name alone.
QString activationOpening(Activation activation)
{
    if (activation == Activation::Relu)
        return QStringLiteral("max(0, ");
    return (activation == Activation::GeluTanh ? QStringLiteral("GELU")
                                               : QString::fromUtf8(activationName(activation))) +
           QLatin1Char('(');
}

/// Writes one equation.
class RunWriter {
public:
    RunWriter(const StepEquation &equation, int digits) : m_equation(equation), m_digits(digits) {}

    std::vector<StepRun> write()
    {
        add(m_equation.name, StepRun::Look::Plain, m_equation.result.role, true);
        if (!m_equation.formula.isEmpty())
            add(QStringLiteral(" = ") + m_equation.formula, StepRun::Look::Muted);
        const bool showsTerms = !isPlain();
        if (showsTerms) {
            add(QStringLiteral(" = "));
            writeTerms();
        }
        add(QStringLiteral(" = "), StepRun::Look::Plain, StepRole::Plain, true);
        add(stepNumberText(m_equation.result.value, digitsOf(m_equation.result)), StepRun::Look::Result,
            m_equation.result.role);
        m_runs.back().number = &m_equation.result;
        if (m_equation.before)
            writeBefore(*m_equation.before);
        return std::move(m_runs);
    }

private:
    int digitsOf(const StepNumber &number) const { return number.digits >= 0 ? number.digits : m_digits; }

    /// One number that is the result: nothing is gained by writing it twice.
    bool isPlain() const
    {
        return m_equation.operation == StepOperation::SumOfProducts && m_equation.terms.size() == 1 &&
               m_equation.terms.front().numbers.size() == 1 && m_equation.terms.front().name.isEmpty() &&
               !m_equation.terms.front().numbers.front().isRoot;
    }

    void add(const QString &text, StepRun::Look look = StepRun::Look::Plain, StepRole role = StepRole::Plain,
             bool breaks = false)
    {
        m_runs.push_back({text, role, look, breaks, m_term ? m_term->key : -1, m_term});
    }

    void addNumber(const StepNumber &number, bool inBrackets)
    {
        const QString text =
            (number.isRoot ? QStringLiteral("√") : QString()) + stepNumberText(number.value, digitsOf(number));
        const bool wraps = inBrackets && number.value < 0 && !number.isRoot;
        add(wraps ? QLatin1Char('(') + text + QLatin1Char(')') : text, StepRun::Look::Plain, number.role);
        m_runs.back().number = &number;
    }

    void writeBefore(double before)
    {
        const double now = m_equation.result.value;
        const int digits = digitsOf(m_equation.result);
        const QString was = stepNumberText(before, digits);
        add(QStringLiteral("  "), StepRun::Look::Plain, StepRole::Plain, true);
        add(was == stepNumberText(now, digits)
                ? StepText::tr("pinned %1").arg(was)
                : StepText::tr("pinned %1, change %2").arg(was, stepDifferenceText(now - before, digits)),
            StepRun::Look::Muted);
    }

    /// What the sum of the terms is put into.
    QString functionName() const
    {
        switch (m_equation.operation) {
        case StepOperation::Sigmoid:
            return QStringLiteral("σ");
        case StepOperation::Tanh:
            return QStringLiteral("tanh");
        default:
            return {};
        }
    }

    void writeTerms()
    {
        const QString function = functionName();
        if (!function.isEmpty())
            add(function + QLatin1Char('('));
        writeSum();
        if (!function.isEmpty())
            add(QStringLiteral(")"));
    }

    void writeSum()
    {
        bool isFirst = true;
        for (const StepTerm &term : m_equation.terms) {
            m_term = nullptr;
            add(isFirst ? QString() : QStringLiteral(" + "), StepRun::Look::Plain, StepRole::Plain, true);
            m_term = &term;
            if (!term.name.isEmpty())
                add(term.name + QStringLiteral(": "), StepRun::Look::Muted);
            writeTerm(term, !isFirst);
            isFirst = false;
        }
        m_term = nullptr;
    }

    void writeTerm(const StepTerm &term, bool follows)
    {
        const std::vector<StepNumber> &numbers = term.numbers;
        switch (m_equation.operation) {
        case StepOperation::SumOfTanh:
            if (numbers.size() == 3) {
                addNumber(numbers[0], follows);
                add(QStringLiteral("×tanh("));
                addNumber(numbers[1], false);
                add(QStringLiteral(" + "));
                addNumber(numbers[2], true);
                add(QStringLiteral(")"));
                return;
            }
            [[fallthrough]];
        case StepOperation::SumOfProducts:
        case StepOperation::Sigmoid:
        case StepOperation::Tanh:
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                if (i > 0)
                    add(QStringLiteral("×"));
                addNumber(numbers[i], follows || i > 0);
            }
            return;
        case StepOperation::Quotient:
            addNumber(numbers[0], false);
            add(QStringLiteral(" ÷ "));
            return addNumber(numbers[1], true);
        case StepOperation::Exponential:
            return wrapped(QStringLiteral("exp("), numbers[0], numbers.size() > 1 ? &numbers[1] : nullptr);
        case StepOperation::Normed:
            return writeNorm(numbers);
        case StepOperation::RmsNormed:
            return writeRmsNorm(numbers);
        case StepOperation::Activated:
            return wrapped(activationOpening(m_equation.activation), numbers[0]);
        }
    }

    void wrapped(const QString &function, const StepNumber &number, const StepNumber *less = nullptr)
    {
        add(function);
        addNumber(number, false);
        if (less) {
            add(QStringLiteral(" ") + minusSign + QStringLiteral(" "));
            addNumber(*less, true);
        }
        add(QStringLiteral(")"));
    }

    void writeNorm(const std::vector<StepNumber> &numbers)
    {
        wrapped(QStringLiteral("("), numbers[0], &numbers[1]);
        writeScaling(numbers[2], numbers[3], numbers[4]);
        add(QStringLiteral(" + "), StepRun::Look::Plain, StepRole::Plain, true);
        addNumber(numbers[5], true);
    }

    void writeRmsNorm(const std::vector<StepNumber> &numbers)
    {
        addNumber(numbers[0], false);
        writeScaling(numbers[1], numbers[2], numbers[3]);
    }

    /// "÷ √(size + ε) × gain".
    void writeScaling(const StepNumber &size, const StepNumber &epsilon, const StepNumber &gain)
    {
        add(QStringLiteral(" ÷ √("), StepRun::Look::Plain, StepRole::Plain, true);
        addNumber(size, false);
        add(QStringLiteral(" + "));
        addNumber(epsilon, true);
        add(QStringLiteral(")"));
        add(QStringLiteral(" × "), StepRun::Look::Plain, StepRole::Plain, true);
        addNumber(gain, true);
    }

    const StepEquation &m_equation;
    std::vector<StepRun> m_runs;
    int m_digits;
    const StepTerm *m_term = nullptr; ///< that is being written
};

} // namespace

QString stepNumberText(double value, int digits)
{
    if (std::isinf(value))
        return value < 0 ? minusSign + QStringLiteral("∞") : QStringLiteral("∞");
    const double magnitude = std::abs(value);
    if (std::isnan(value))
        return {};
    if (digits >= 0)
        return fixedText(value, digits);
    if (magnitude < 1e6 && value == std::round(value))
        return stepWithMinus(QString::number(value == 0 ? 0 : qlonglong(value)));
    if (magnitude < 1e-3 || magnitude >= 1e6)
        return stepWithMinus(QString::number(value, 'e', 3));
    int needed = 4;
    for (double limit = 100; magnitude >= limit && needed > 1; limit *= 10)
        --needed;
    return stepWithMinus(QString::number(value, 'f', needed));
}

QString stepShortText(double value)
{
    if (!std::isfinite(value) || value == 0)
        return stepNumberText(value);
    const bool isLarge = std::abs(value) >= 1e6;
    if (isLarge || QString::number(value, 'f', 2).toDouble() == 0)
        return stepWithMinus(QString::number(value, 'e', 0));
    for (int digits = 0; digits < 2; ++digits) {
        const QString text = QString::number(value, 'f', digits);
        if (std::abs(text.toDouble() - value) <= 1e-6 * std::abs(value))
            return stepWithMinus(text);
    }
    return stepWithMinus(QString::number(value, 'f', 2));
}

QString stepDifferenceText(double value, int digits)
{
    return withSign(value, stepNumberText(value, digits));
}

QString stepShortDifferenceText(double value)
{
    return withSign(value, stepShortText(value));
}

QString pictureNumberText(const StepsData &data, double value, int digits, bool isShort)
{
    if (isShort)
        return data.isDifference ? stepShortDifferenceText(value) : stepShortText(value);
    const int all = digits >= 0 ? digits : data.digits;
    return data.isDifference ? stepDifferenceText(value, all) : stepNumberText(value, all);
}

QStringList shorterNumberTexts(const StepsData &data, double value)
{
    QStringList texts;
    const double magnitude = std::abs(value);
    if (!std::isfinite(value) || magnitude >= 1e6)
        return texts;
    for (int digits = 1; digits >= 0 && magnitude >= (digits == 1 ? 1 : 10); --digits) {
        const QString text = stepWithMinus(QString::number(value, 'f', digits));
        texts.push_back(data.isDifference ? withSign(value, text) : text);
    }
    return texts;
}

QString wholeNumberText(const StepNumber &number)
{
    if (std::isinf(number.value))
        return stepNumberText(number.value);
    const QString text = stepWithMinus(QString::number(number.value == 0 ? 0 : number.value, 'g', 9));
    return number.isRoot ? QStringLiteral("√") + text : text;
}

std::vector<StepRun> equationRuns(const StepEquation &equation, int digits)
{
    return RunWriter(equation, digits).write();
}

QString equationText(const StepEquation &equation, int digits)
{
    QString text;
    for (const StepRun &run : equationRuns(equation, digits))
        text += run.text;
    return text;
}

} // namespace regard

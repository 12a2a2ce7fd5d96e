#include "views/lesson/panel/lesson_value_text.h"

#include <algorithm>
#include <cmath>

#include <QStringList>

#include "io/lesson/lesson_caption.h"
#include "io/lesson/lesson_text.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

bool isByHand(LessonQuantity quantity)
{
    return quantity == LessonQuantity::Hand || quantity == LessonQuantity::HandWeighted ||
           quantity == LessonQuantity::HandOutput;
}

/// Whether that number of decimals shows all numbers exactly.
bool isExactWith(const std::vector<double> &numbers, int decimals)
{
    constexpr double tolerance = 1e-6; // sums of decimal numbers, each off by the last bit of a double
    const double unit = std::pow(10.0, decimals);
    return std::all_of(numbers.begin(), numbers.end(), [unit](double number) {
        return std::abs(number * unit - std::round(number * unit)) < tolerance;
    });
}

/// Writes the decimals asked for, whatever the number: 0.0000 for one too small.
QString fixedText(double number, int decimals)
{
    if (!std::isfinite(number))
        return stepNumberText(number);
    const QString digits = QString::number(std::abs(number), 'f', decimals);
    const bool isZero = digits.count(QLatin1Char('0')) + digits.count(QLatin1Char('.')) == digits.size();
    return number < 0 && !isZero ? QChar(0x2212) + digits : digits;
}

} // namespace

QString lessonValueText(const LessonValue &value, const LessonAnswer &answer, int handDecimals)
{
    if (!answer.exists)
        return QStringLiteral("–");
    if (isWord(value.quantity))
        return QString::fromStdString(answer.word);
    int decimals = value.decimals;
    if (decimals < 0 && isByHand(value.quantity) && isExactWith(answer.numbers, handDecimals))
        decimals = handDecimals;
    QStringList texts;
    for (const double number : answer.numbers)
        texts << (decimals >= 0 ? fixedText(number, decimals) : stepNumberText(number));
    return texts.join(QLatin1Char(' '));
}

QString lessonCaption(const LessonPage &page, const std::string &language,
                      const std::function<QString(const LessonValue &)> &show)
{
    QString text;
    for (const LessonPiece &piece : lessonPieces(captionOf(page, language)))
        text += piece.isValue ? QLatin1Char('*') + show(piece.value) + QLatin1Char('*')
                              : QString::fromStdString(piece.words);
    return text;
}

} // namespace regard

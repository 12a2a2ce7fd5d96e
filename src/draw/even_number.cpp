#include "draw/even_number.h"

#include <algorithm>
#include <cmath>

namespace regard {

namespace {

constexpr double leastTick = 1e-4;

QString withMinus(QString text)
{
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace

int evenDigits(double largest, int significant, int most)
{
    if (!(largest > 0))
        return 0;
    return std::clamp(significant - 1 - int(std::floor(std::log10(largest))), 0, most);
}

QString evenNumber(double value, int digits, bool isSigned)
{
    if (value == 0)
        return QStringLiteral("0");
    const QString text = QString::number(value, 'f', digits);
    // Compared as text: only it knows how the last digit was rounded.
    if (text.toDouble() == 0) {
        const QString least = QString::number(std::pow(10.0, -digits), 'f', digits);
        return value > 0 ? QLatin1Char('<') + least : QStringLiteral(">\u2212") + least;
    }
    return isSigned && value > 0 ? QLatin1Char('+') + text : withMinus(text);
}

QString tickNumber(double weight)
{
    if (weight > 0 && weight < leastTick)
        return QLatin1Char('<') + QString::number(leastTick, 'f', 4);
    return QString::number(weight, 'g', 2);
}

QString shortWeight(double weight)
{
    if (std::isnan(weight))
        return QStringLiteral("—");
    if (weight <= 0 || weight >= 1)
        return QString::number(weight, 'g', 6);
    for (const int digits : {2, 3}) {
        const QString text = QString::number(weight, 'f', digits);
        if (const double shown = text.toDouble(); shown > 0 && shown < 1)
            return text;
    }
    return weight < 0.5 ? QStringLiteral("<0.001") : QStringLiteral(">0.999");
}

} // namespace regard

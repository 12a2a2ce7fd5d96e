#include "draw/signed_text.h"

#include <cmath>

namespace regard {

QString signedText(double value, int digits, char format)
{
    if (std::isnan(value))
        return {};
    QString text = QString::number(std::abs(value), format, digits);
    // Compared as text: only it knows how the last digit was rounded.
    const bool isNothing = text.toDouble() == 0;
    text.replace(QLatin1Char('-'), QChar(0x2212)); // of an exponent
    return isNothing ? text : (value < 0 ? QChar(0x2212) : QLatin1Char('+')) + text;
}

} // namespace regard

#include "views/base/value_text.h"

#include <cmath>

#include <QCoreApplication>
#include <QLocale>

namespace regard {

QString valueText(float value)
{
    if (std::isinf(value) && value < 0)
        return QCoreApplication::translate("ValueText", "masked");
    if (std::isnan(value))
        return QStringLiteral("–");
    if (value != 0.0F && std::abs(value) < 0.001F)
        return QString::number(double(value), 'g', 3);
    return QString::number(double(value), 'f', 4);
}

QString optionText(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace regard

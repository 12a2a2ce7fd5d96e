#include "views/training/panel/number_box.h"

#include <cmath>

#include <QLocale>

namespace regard {

namespace {

constexpr int mostDecimals = 15;

/// Returns the next number in that direction among 1, 2 and 5 times a power of ten.
double neighbour(double value, bool isUp)
{
    constexpr double few[] = {1, 2, 5, 10};
    const double power = std::pow(10.0, std::floor(std::log10(value) + (isUp ? 1e-9 : -1e-9)));
    if (isUp) {
        for (const double each : few)
            if (each * power > value * (1 + 1e-9))
                return each * power;
        return 20 * power;
    }
    for (int i = 3; i >= 0; --i)
        if (few[i] * power < value * (1 - 1e-9))
            return few[i] * power;
    return power / 2;
}

} // namespace

NumberBox::NumberBox(QWidget *parent) : QDoubleSpinBox(parent)
{
    setDecimals(mostDecimals);
    setKeyboardTracking(false);
}

QString NumberBox::textFromValue(double value) const
{
    return QString::number(value, 'g', 6);
}

double NumberBox::valueFromText(const QString &text) const
{
    return QString(text).replace(QLatin1Char(','), QLatin1Char('.')).toDouble();
}

QValidator::State NumberBox::validate(QString &text, int &) const
{
    bool isNumber = false;
    const double value = QString(text).replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&isNumber);
    if (isNumber)
        return value >= minimum() && value <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
    for (const QChar c : text)
        if (!c.isDigit() && !QStringLiteral(".,eE+-").contains(c))
            return QValidator::Invalid;
    return QValidator::Intermediate;
}

void NumberBox::stepBy(int steps)
{
    double wanted = value();
    for (int i = 0; i < std::abs(steps); ++i)
        wanted = wanted > 0 ? neighbour(wanted, steps > 0) : steps > 0 ? singleStep() : 0;
    // The last step down is 0 for what must stay below 1 and not below 0.
    if (steps < 0 && wanted < singleStep() && minimum() == 0)
        wanted = 0;
    setValue(wanted);
    selectAll();
}

} // namespace regard

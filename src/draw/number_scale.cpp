#include "draw/number_scale.h"

#include <cmath>

#include <QCoreApplication>

#include "draw/even_number.h"
#include "draw/signed_text.h"

namespace regard {

namespace {

struct NumberScaleText {
    Q_DECLARE_TR_FUNCTIONS(NumberScale)
};

} // namespace

QString NumberScale::text(double number) const
{
    return QString::number(number, 'f', isMoved() ? evenDigits(std::abs(number), 2, 4) : 2);
}

QString NumberScale::changeText(double change) const
{
    return isMoved() ? signedText(change, 2, 'g') : signedText(change, 2);
}

QString NumberScale::extentText(bool isHeight) const
{
    if (!isMoved())
        return shares.isEmpty()
                   ? QString()
                   : (isHeight ? NumberScaleText::tr("height = %1") : NumberScaleText::tr("width = %1")).arg(shares);
    return (isHeight ? NumberScaleText::tr("height = %1, no share: %2 is drawn as weight 1")
                     : NumberScaleText::tr("width = %1, no share: %2 is drawn as weight 1"))
        .arg(name)
        .arg(one);
}

double niceScale(double largest)
{
    if (!(largest > 0) || !std::isfinite(largest))
        return 1;
    const int exponent = int(std::floor(std::log10(largest)));
    const double power = std::pow(10.0, std::abs(exponent));
    for (const double nice : {1.0, 2.0, 5.0, 10.0}) {
        // A quotient of two whole numbers is the number that is written, where a product with 0.1 is not.
        const double number = exponent < 0 ? nice / power : nice * power;
        if (largest <= number)
            return number;
    }
    return exponent < 0 ? 10 / power : 10 * power;
}

} // namespace regard

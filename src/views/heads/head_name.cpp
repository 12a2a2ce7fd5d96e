#include "views/heads/head_name.h"

#include <QCoreApplication>

#include "draw/theme.h"

namespace regard {

namespace {

struct HeadNameText {
    Q_DECLARE_TR_FUNCTIONS(HeadsFigure)
};

} // namespace

QString listName(const HeadPlace &place, bool namesAttention)
{
    const QString name = QStringLiteral("%1.%2").arg(place.layer + 1).arg(place.head + 1);
    if (!namesAttention)
        return name;
    switch (place.attention) {
    case Attention::Encoder:
        return HeadNameText::tr("encoder %1").arg(name);
    case Attention::Decoder:
        return HeadNameText::tr("decoder %1").arg(name);
    case Attention::Cross:
        return HeadNameText::tr("cross %1").arg(name);
    }
    return name;
}

QFont listNameFont(bool isBold)
{
    return Theme::font(10, isBold);
}

QFont headingFont()
{
    return Theme::font(12, true);
}

} // namespace regard

#include "controls/menu_text.h"

namespace regard {

QString menuText(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace regard

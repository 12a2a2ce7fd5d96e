#pragma once

#include <QString>

namespace regard {

/// A text as a menu, a button or a tab shows it literally: "&" would become an underlined letter.
QString menuText(QString text);

} // namespace regard

#pragma once

#include <QStringList>

class QWidget;

namespace regard::monkey {

/// A name for every dialog that the program has.
QStringList knownDialogs();

/// Which one that is; its class where it is none of them.
QString nameOfDialog(const QWidget *dialog);

} // namespace regard::monkey

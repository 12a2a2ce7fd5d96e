#pragma once

#include <QFont>
#include <QString>

namespace regard {

/// What a text takes on one line, CSS pixels. Kept from one call to the next: pictures measure the same words and
/// numbers with every change.
double textWidth(const QString &text, const QFont &font);

} // namespace regard

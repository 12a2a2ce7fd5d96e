#pragma once

#include <QFont>
#include <QString>

namespace regard {

/// The width of a text on one line, CSS pixels. Cached: pictures measure the same words and numbers with every change.
double textWidth(const QString &text, const QFont &font);

} // namespace regard

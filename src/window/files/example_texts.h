#pragma once

#include <QString>

namespace regard {

/// The title or the note of a bundled example in the interface's language; any other text as it is. Files keep the
/// text that they came with.
QString exampleText(const QString &text);

} // namespace regard

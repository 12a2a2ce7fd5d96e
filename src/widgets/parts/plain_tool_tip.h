#pragma once

#include <QString>

namespace regard {

/// A tool tip that says a text as it is written. Qt would take a token such as <s> for a tag and strike the rest out.
QString plainToolTip(const QString &text);

} // namespace regard

#pragma once

#include <QString>

namespace regard {

/// A tool tip that shows a text literally. Qt would read a token such as <s> as a tag and strike out the rest.
QString plainToolTip(const QString &text);

} // namespace regard

#pragma once

class QWidget;

namespace regard {

/// Marks a field whose text is refused, or takes the mark away.
void setFaulty(QWidget *field, bool isFaulty);

} // namespace regard

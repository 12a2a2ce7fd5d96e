#pragma once

#include <QString>

#include "document/document.h"

namespace regard {

/// How much attention special tokens took, whether they are hidden or not: "special tokens took 63 % of the attention
/// of head 12". Empty where there are none.
QString specialShareText(const ShownState &shown, TokenView view);

} // namespace regard

#pragma once

#include <QFont>
#include <QString>

#include "views/heads/head_place.h"

namespace regard {

/// "6.12": layer and head, from 1; "cross 6.12" where there are several attentions.
QString listName(const HeadPlace &place, bool namesAttention);
/// The font of such names in the heads figure.
QFont listNameFont(bool isBold);
/// The font of the sections' names.
QFont headingFont();

} // namespace regard

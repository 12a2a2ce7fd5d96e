#pragma once

#include <QPoint>

#include "widgets/token_focus.h"

class QWidget;

namespace regard {

class Document;

/// What a token offers on a right click: to be masked out as padding, or back in, and to mask none. `token` is one of
/// the queries or keys of the attention in view.
void showTokenMenu(Document *document, TokenSide side, int token, QPoint globalPosition, QWidget *parent);

/// Masks the token out, or back in.
void toggleMask(Document *document, TokenSide side, int token);

} // namespace regard

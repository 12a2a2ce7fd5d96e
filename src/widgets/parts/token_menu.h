#pragma once

#include <vector>

#include <QPoint>

#include "views/tokens/token_focus.h"

class QWidget;

namespace regard {

class Document;

/// What a token, or a word of several, offers on a right click: to be masked out as padding, or back in. `tokens` are
/// queries or keys of the attention in view; nothing where there are none.
void showTokenMenu(Document *document, TokenSide side, const std::vector<int> &tokens, QPoint globalPosition,
                   QWidget *parent);

/// Masks them out, or back in where all are masked.
void toggleMask(Document *document, TokenSide side, const std::vector<int> &tokens);

} // namespace regard

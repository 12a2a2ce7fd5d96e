#pragma once

#include <vector>

#include <QPoint>

#include "views/base/token_focus.h"

class QWidget;

namespace regard {

class Document;

/// The context menu of a token, or of a word of several tokens: mask it out as padding, or unmask it, and
/// what the head in view gives it. `tokens` are queries or keys of the attention in view; nothing where there are none.
void showTokenMenu(Document *document, TokenSide side, const std::vector<int> &tokens, QPoint globalPosition,
                   QWidget *parent);

/// Masks them out, or unmasks them where all are masked.
void toggleMask(Document *document, TokenSide side, const std::vector<int> &tokens);

} // namespace regard

#pragma once

class QKeyEvent;
class QWidget;

namespace regard {

/// What a key does in a presentation.
enum class PresentKey {
    None,
    Forward, ///< Page Down, also from a clicker; in a lesson → and Space
    Back,
    PlainForward, ///< Page Down for the widget with the focus
    PlainBack,
    PlainEscape, ///< Esc for the widget with the focus
    Black,
    Ring,
    Leave,
};

/// `focus` may be null; it keeps letters and the full stop where it takes text. Where arrows turn pages, Space and
/// Backspace do, too.
PresentKey presentKey(const QKeyEvent &event, const QWidget *focus, bool arrowsTurn);

/// Whether letters typed there have a meaning: fields, and lists that search for typed text.
bool takesText(const QWidget *widget);
/// Whether the widget is a field for typing.
bool isField(const QWidget *widget);
bool isCellEditor(const QWidget *widget);
bool isModifierKey(int key);

} // namespace regard

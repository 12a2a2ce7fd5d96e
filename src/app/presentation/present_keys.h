#pragma once

class QKeyEvent;
class QWidget;

namespace regard {

/// What a key asks of a presentation.
enum class PresentKey {
    None,
    Forward, ///< Page Down, of a clicker too
    Back,
    PlainForward, ///< Page Down for the widget with the focus
    PlainBack,
    PlainEscape, ///< Esc for the widget with the focus
    Black,
    Spotlight,
    Leave,
};

/// `focus` may be null; letters and the full stop are its own where it takes text.
PresentKey presentKey(const QKeyEvent &event, const QWidget *focus);

/// Whether letters that are typed there have a meaning: fields, and lists that search for what is typed.
bool takesText(const QWidget *widget);
/// Whether something is being typed there.
bool isField(const QWidget *widget);
bool isCellEditor(const QWidget *widget);
bool isModifierKey(int key);

} // namespace regard

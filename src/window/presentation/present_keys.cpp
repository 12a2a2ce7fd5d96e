#include "window/presentation/present_keys.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTextEdit>

#include "window/presentation/present_matrix.h"

namespace regard {

PresentKey presentKey(const QKeyEvent &event, const QWidget *focus, bool arrowsTurn)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    // A letter in a menu bar opens the menu that has it underlined.
    const bool isLetterTaken = takesText(focus) || qobject_cast<const QMenuBar *>(focus);
    const bool isShift = modifiers == Qt::ShiftModifier;
    if (modifiers != Qt::NoModifier && !isShift)
        return PresentKey::None;
    if (arrowsTurn && !isLetterTaken) {
        if (event.key() == Qt::Key_Right || (event.key() == Qt::Key_Space && !isShift))
            return isShift ? PresentKey::PlainForward : PresentKey::Forward;
        if (event.key() == Qt::Key_Left)
            return isShift ? PresentKey::PlainBack : PresentKey::Back;
        if (event.key() == Qt::Key_Backspace || event.key() == Qt::Key_Space)
            return PresentKey::Back;
    }
    switch (event.key()) {
    case Qt::Key_PageDown:
        return isShift ? PresentKey::PlainForward : PresentKey::Forward;
    case Qt::Key_PageUp:
        return isShift ? PresentKey::PlainBack : PresentKey::Back;
    case Qt::Key_Escape:
        return isShift ? PresentKey::PlainEscape : PresentKey::Leave;
    case Qt::Key_B:
    case Qt::Key_Period:
        return isShift || isLetterTaken ? PresentKey::None : PresentKey::Black;
    case Qt::Key_S:
        return isShift || isLetterTaken ? PresentKey::None : PresentKey::Ring;
    default:
        return PresentKey::None;
    }
}

bool isField(const QWidget *widget)
{
    const auto *text = qobject_cast<const QTextEdit *>(widget);
    return qobject_cast<const QLineEdit *>(widget) || (text && !text->isReadOnly()) ||
           qobject_cast<const QPlainTextEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget);
}

bool takesText(const QWidget *widget)
{
    return isField(widget) || qobject_cast<const QComboBox *>(widget) ||
           qobject_cast<const QAbstractItemView *>(widget);
}

bool isCellEditor(const QWidget *widget)
{
    for (const QWidget *parent = widget->parentWidget(); parent; parent = parent->parentWidget())
        if (qobject_cast<const QAbstractItemView *>(parent) || qobject_cast<const PresentMatrix *>(parent))
            return true;
    return false;
}

bool isModifierKey(int key)
{
    return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_Meta ||
           key == Qt::Key_AltGr || key == Qt::Key_CapsLock;
}

} // namespace regard

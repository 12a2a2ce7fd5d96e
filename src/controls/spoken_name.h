#pragma once

class QAbstractButton;
class QString;

namespace regard {

/// Tells screen readers the visible text of every label and every picture of the program: the name of a label is its
/// accessible name and its text, "Pair in focus: it → cat 0.97", where Qt gives the first alone. A picture that shows a
/// sentence in place of a figure gives that sentence too. Screen readers are notified when the text changes.
///
/// A widget that paints its own text takes part through a property `paintedText` of type QString.
void installSpokenNames();

/// Names a button by its visible text, as voice control needs it, and by its meaning where the text does not say it:
/// "Take: Keep the present state". To be called again where its text changes.
void nameButton(QAbstractButton *button, const QString &meaning);

} // namespace regard

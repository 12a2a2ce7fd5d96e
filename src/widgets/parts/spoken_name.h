#pragma once

class QAbstractButton;
class QString;

namespace regard {

/// Tells screen readers what stands written, for every label and every picture of the program: the name of a label is
/// its accessible name and its text, "Pair in focus: it → cat 0.97", where Qt says the first alone. A picture that
/// shows a sentence in place of a figure says that sentence too. Whoever listens is told when the text changes.
///
/// A widget that paints a text of its own takes part by a property `paintedText` of type QString.
void installSpokenNames();

/// Names a button by what stands on it, which is what a person who speaks to the program says, and by what that means
/// where it does not say it: "Take: Keep the present state". To be called again where another text stands on it.
void nameButton(QAbstractButton *button, const QString &meaning);

} // namespace regard

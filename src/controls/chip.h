#pragma once

class QString;
class QToolButton;
class QWidget;

namespace regard {

/// A small button in a row of them. Its name is what a screen reader adds to its text (`nameButton()`), none where the
/// text says it all.
QToolButton *newChip(const QString &text, const QString &name, const QString &toolTip, QWidget *parent);

/// A chip that is a switch and stays down.
QToolButton *newSwitchChip(const QString &text, const QString &name, const QString &toolTip, QWidget *parent);

/// Takes a chip out of its row. It is freed once the events under way are done, for they may be about it: a panel
/// behind another reads what is shown as soon as one of its chips gets the focus.
void removeChip(QWidget *chip);

} // namespace regard

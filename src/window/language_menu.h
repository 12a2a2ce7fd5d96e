#pragma once

#include <functional>

#include <QString>

class QMenu;

namespace regard {

/// Adds the languages to the menu, one of them marked. `chosen` gets the word of the one that a user picks.
void fillLanguageMenu(QMenu *menu, const QString &marked, const std::function<void(const QString &)> &chosen);

} // namespace regard

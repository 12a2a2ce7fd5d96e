#pragma once

#include <string>

#include <QDateTime>
#include <QString>
#include <QStringList>

namespace regard {

/// A project's title as a user sees it: of a bundled one in their language, and that of one without a title.
QString shownTitle(const QString &title);

/// The name of unsaved work among other work of the same title: "it: the cat or the rug? — edited 10:42", with the day
/// where that is not today.
QString editedName(const QString &title, const QDateTime &edited);

/// The names in their order; a repeated name gets a number: "a", "a (2)", "a (3)".
QStringList distinctNames(QStringList names);

/// A sentence in one line, cut where it is long.
QString beginningOf(const std::string &sentence);

/// A path in the folder at which there is no file: NAME.regard, NAME 2.regard …
QString freePath(const QString &folder, const QString &name);

} // namespace regard

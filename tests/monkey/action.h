#pragma once

#include <cstdint>

#include <QList>
#include <QString>

namespace regard::monkey {

/// One thing that hands do. All that is left to chance comes from its own seed, so that it means the same whatever is
/// left out before it.
struct Action {
    QString kind;   ///< a word of the table of kinds
    QString target; ///< what it is done to, by name; may be empty
    std::uint32_t seed = 0;
};

/// A line of a file: kind, seed, target.
QString lineOf(const Action &action);

/// The actions of a file, a line each; empty lines and those that begin with # count for nothing. Ends the program
/// where the file cannot be read.
QList<Action> readActions(const QString &path);
void writeActions(const QString &path, const QString &comment, const QList<Action> &actions);

} // namespace regard::monkey

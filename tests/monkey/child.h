#pragma once

#include <cstdint>
#include <functional>

#include <QList>
#include <QString>

#include "action.h"

namespace regard::monkey {

/// How a session in a process of its own ended.
struct Outcome {
    bool isClean = true;
    QString failure;       ///< what went wrong, without numbers, so that two of the same kind are equal
    QString said;          ///< the last it said on standard error
    QList<Action> actions; ///< done, the last one being what it failed at
};

/// Runs sessions in processes of their own, which may die.
class Child {
public:
    /// Below the folder each has a home of its own, for as long as it runs.
    explicit Child(const QString &folder) : m_folder(folder) {}

    /// Actions by chance. `reach`: a file, read for what was reached least, and written.
    Outcome run(std::uint32_t seed, int actions, const QString &reach);
    Outcome replay(const QList<Action> &actions);

private:
    Outcome start(const QStringList &words);

    QString m_folder;
};

} // namespace regard::monkey

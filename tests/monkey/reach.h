#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include "dice.h"

namespace regard::monkey {

/// How often hands reached what there is. A name is `what:which`: `menu:actionPin`, `panel:heads`,
/// `dialog:export figure`.
class Reach {
public:
    void add(const QString &name) { ++m_counts[name]; }
    /// There is such a thing, reached or not.
    void know(const QString &name) { m_counts.insert(name, m_counts.value(name)); }
    int count(const QString &name) const { return m_counts.value(name); }
    /// One of the list by chance, rather one that was reached less; counts it. Empty where the list is.
    QString choose(const QString &what, const QStringList &which, Dice &dice);

    /// Lists what was never reached of the kinds that have to be.
    QStringList missing() const;
    /// Adds what a file says; nothing where there is none.
    void read(const QString &path);
    void write(const QString &path) const;
    QString report() const; ///< some lines for a user

private:
    QMap<QString, int> m_counts;
};

} // namespace regard::monkey

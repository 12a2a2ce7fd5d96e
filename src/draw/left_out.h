#pragma once

#include <QStringList>

namespace regard {

/// Counts, on its thread and while it lives, what a picture that is made and painted has no room for. One at a time:
/// an inner one counts for itself alone.
class LeftOut {
public:
    LeftOut();
    ~LeftOut();
    LeftOut(const LeftOut &) = delete;
    LeftOut &operator=(const LeftOut &) = delete;

    /// Names and numbers of which a part is cut off, or that have no place.
    const QStringList &parts() const { return m_parts; }
    /// The number of names left out so that the others have room: every second, third … stands.
    int names() const { return m_names; }

    /// The part that stands for all numbers in cells.
    static QString cellNumbers() { return QStringLiteral("cell-numbers"); }

    // Pictures call these for what they leave out; nothing happens where nobody counts.
    static void notePart(const QString &what);
    static void noteName();

private:
    LeftOut *m_outer;
    QStringList m_parts;
    int m_names = 0;
};

} // namespace regard

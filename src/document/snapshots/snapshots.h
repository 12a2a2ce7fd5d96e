#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QString>

#include "document/steps/undo_steps.h"
#include "io/project/project.h"

namespace regard {

/// The snapshots of a document: numbered states, kept in the project file. Taking, recalling, renaming, moving and
/// removing one is one undo step each; the states themselves are shared.
class Snapshots : public QObject {
    Q_OBJECT
public:
    /// What the snapshots are of.
    class Subject {
    public:
        virtual ~Subject() = default;
        virtual Project project() const = 0; ///< everything as it is now
        /// Becomes that state, as an undo step; title, note and list of snapshots stay.
        virtual void recall(const QString &text, std::shared_ptr<const Project> state) = 0;
    };

    /// The state that a change can restore.
    struct State {
        std::vector<Snapshot> list;
        std::shared_ptr<const Project> recalled; ///< the one that was taken or recalled last; null: none
    };

    Snapshots(UndoSteps *steps, Subject *subject) : m_steps(steps), m_subject(subject) {}

    const std::vector<Snapshot> &all() const { return m_state.list; }
    /// Appends a snapshot of the present state unless the list is full.
    void take(const QString &name = QString());
    bool canTake() const;
    /// Restores everything but the list of snapshots, title and what changed cells are compared with.
    void recall(int index);
    void rename(int index, const QString &name);
    void move(int from, int to);
    void remove(int index);
    /// The snapshot that was recalled or taken last, as long as only the view differs from it, or again does; −1 none.
    int current() const;

    // The document alone calls these; they make no undo step.
    void read(std::vector<Snapshot> list); ///< of a file that is opened; emits nothing
    void setRecalled(std::shared_ptr<const Project> state) { m_state.recalled = std::move(state); } ///< emits nothing
    /// Emits where another snapshot is current, or none is any longer. Comes after any undo step, which stays whatever
    /// a listener throws.
    void announce();
    const State &state() const { return m_state; }
    void putBack(State state) { m_state = std::move(state); }

signals:
    void snapshotsChanged(); ///< the list, its names, or which one is current

private:
    void apply(const State &state);
    bool isCurrent(const Project &state) const;
    void push(const QString &text, State after);

    UndoSteps *m_steps;
    Subject *m_subject;
    State m_state;
    int m_announced = -1; ///< current() when it was last announced
};

} // namespace regard

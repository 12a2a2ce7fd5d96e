#pragma once

#include <memory>

#include <QObject>
#include <QString>

#include "document/comparison/pinned_state.h"

namespace regard {

/// The state that is pinned to compare with, and which of the two is shown; not on the undo stack.
class Comparison : public QObject {
    Q_OBJECT
public:
    /// What is compared.
    class Subject {
    public:
        virtual ~Subject() = default;
        /// The present result under that name; null before the first.
        virtual std::shared_ptr<const PinnedState> present(const QString &name) const = 0;
        virtual void pinnedChanges() = 0;   ///< before all other listeners
        virtual void comparedChanges() = 0; ///< after all other listeners
    };

    /// The state that a change can restore.
    struct State {
        std::shared_ptr<const PinnedState> pinned;
        Compared chosen = Compared::Now;
        bool isFlipped = false;
    };

    explicit Comparison(Subject *subject) : m_subject(subject) {}

    /// Keeps the present result to compare with, and what changed cells are compared with from now on. Nothing before
    /// the first result.
    void pin();
    /// Keeps another state: a snapshot's, a file's.
    void pin(std::shared_ptr<const PinnedState> state);
    void unpin() { pin(nullptr); }
    const std::shared_ptr<const PinnedState> &pinned() const { return m_state.pinned; } ///< null: nothing is pinned
    /// What the views were asked to show. Now where nothing is pinned.
    Compared chosen() const { return m_state.chosen; }
    void choose(Compared compared);
    /// Shows the pinned state while a key is held, and the present one where the pinned one is shown already.
    void setFlipped(bool flipped);
    bool isFlipped() const { return m_state.isFlipped; }
    /// What the views show at this moment: chosen(), or what the held key flips to.
    Compared compared() const;

    // The document alone calls these; they emit nothing.
    const State &state() const { return m_state; }
    void putBack(State state) { m_state = std::move(state); }

signals:
    void pinnedChanged();   ///< another state, or none; comes before comparedChanged()
    void comparedChanged(); ///< another state is shown, or another comparison

private:
    void announce();

    Subject *m_subject;
    State m_state;
};

} // namespace regard

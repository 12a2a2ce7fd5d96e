#pragma once

#include <map>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "document/document.h"
#include "engine/base/matrix.h"
#include "io/project/project.h"

namespace regard {

class BackgroundWork;
struct PassOutcome;
struct PassRequest;

/// The picture of a snapshot: the weights of the head that it has in view, or of its summary, or why there are none.
struct SnapshotThumbnail {
    Matrix weights;  ///< queries × keys, at most `side` a side; empty where there is a problem
    QString problem; ///< a sentence; empty where there are weights
};

/// The thumbnails of a document's snapshots. The present state's comes from its result; others are computed on a thread
/// one after the other, while the document itself computes nothing.
class SnapshotThumbnails : public QObject {
    Q_OBJECT
public:
    static constexpr int side = 96; ///< most cells of a thumbnail

    SnapshotThumbnails(Document *document, QObject *parent);

    /// Null until it is there.
    const SnapshotThumbnail *find(const std::shared_ptr<const Project> &state) const;
    /// Pins that state under a name once its pass is done, or at once where the pass is short. A later request replaces
    /// a waiting one.
    void pin(const std::shared_ptr<const Project> &state, const QString &name);
    /// Whether a pass is running, or must run.
    bool isBusy() const;

signals:
    void arrived();                       ///< another thumbnail is there
    void failed(const QString &sentence); ///< the state that should be pinned has no result

private:
    struct Entry {
        std::weak_ptr<const Project> state; ///< tells a new state at an old one's address
        SnapshotThumbnail thumbnail;
    };
    struct Pin {
        std::shared_ptr<const Project> state;
        QString name;
    };

    void follow();
    void followBusy(bool busy);
    void forgetGone();
    bool isListed(const std::shared_ptr<const Project> &state) const;
    std::shared_ptr<const Project> nextState() const;
    void takePresent();
    void start(std::shared_ptr<const Project> state);
    void stop();
    void finish(const std::shared_ptr<const Project> &state, const PassOutcome &outcome);
    void pinResult(const Result &result);
    PassRequest requestFor(const Project &state) const;
    void keep(const std::shared_ptr<const Project> &state, SnapshotThumbnail thumbnail);

    Document *m_document;
    std::map<const Project *, Entry> m_entries;
    std::shared_ptr<const Project> m_running; ///< null: no pass runs
    std::optional<Pin> m_pin;                 ///< waits for its pass
    BackgroundWork *m_work;
};

} // namespace regard

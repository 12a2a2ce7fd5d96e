#pragma once

#include <memory>

#include <QObject>
#include <QString>

#include "document/document.h"

namespace regard {

class BackgroundWork;

/// The present result beside that of the same model with nothing switched off and no temperature. Passes over a few
/// milliseconds run on a thread; what the two have in common is reused.
class AblationWhole : public QObject {
    Q_OBJECT
public:
    AblationWhole(Document *document, QObject *parent);

    /// Computes only while a view shows it.
    void setWanted(bool wanted);
    /// Multiplications from which a pass runs on the thread.
    void setThreadCost(double cost) { m_threadCost = cost; }

    /// The two belong together: one sentence, one set of weights. Both are null where nothing is switched off, or
    /// before the first result. While a new pair is computed it is the last one.
    const Result &now() const { return m_now; }
    const Result &whole() const { return m_whole; }
    bool isBusy() const { return m_busy; }
    QString error() const { return m_error; } ///< why there is no whole: a sentence; else empty

signals:
    void changed();

private:
    void refresh();
    void adopt(const SharedTrace &trace, const std::string &error);
    void forget();

    Document *m_document;
    double m_threadCost;
    bool m_wanted = false;
    bool m_busy = false;
    Result m_asked; ///< the present result that a whole is computed for, or was last
    std::shared_ptr<const Model> m_askedWhole;
    Result m_now;
    Result m_whole;
    QString m_error;
    BackgroundWork *m_work; ///< long passes
};

} // namespace regard

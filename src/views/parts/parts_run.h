#pragma once

#include <functional>
#include <memory>

#include <QObject>
#include <QString>

#include "views/parts/parts_data.h"

namespace regard {

class BackgroundWork;

/// The parts of the score or logit that a panel shows, computed on a thread of its own.
class PartsRun : public QObject {
    Q_OBJECT
public:
    using Make = std::function<PartsData(const ShownState &state, const PartsQuestion &question)>;

    PartsRun(Make make, QObject *parent);

    /// The parts; while they are computed the last ones, null where there are none yet.
    std::shared_ptr<const PartsData> of(const ShownState &state, const PartsQuestion &question);
    /// Computes them at once.
    std::shared_ptr<const PartsData> wholeOf(const ShownState &state, const PartsQuestion &question);
    bool isBusy() const;
    /// Why there are none: a sentence; else empty.
    const QString &problem() const { return m_problem; }
    void stop();

signals:
    void progressed(); ///< what was being computed is there

private:
    bool isOf(const ShownState &state, const PartsQuestion &question) const;

    Make m_make;
    Result m_result; ///< that was asked for last, with the selection and the question
    Selection m_selection;
    PartsQuestion m_question;
    std::shared_ptr<const PartsData> m_known;
    bool m_isKnown = false; ///< m_known is of what was asked for last
    QString m_problem;
    BackgroundWork *m_work;
};

} // namespace regard

#pragma once

#include <vector>

#include <QObject>
#include <QString>

#include "document/comparison/pinned_state.h"
#include "views/find/find_ranking.h"

namespace regard {

class BackgroundWork;

/// Answers a question about the heads: at once where that takes a moment, else on a thread.
class FindRun : public QObject {
    Q_OBJECT
public:
    explicit FindRun(QObject *parent);

    /// Drops any earlier question. The result must have a trace.
    void ask(const Result &result, const FindQuestion &question, const Tokens &source, const Tokens &target);
    void forget(); ///< no answer comes

signals:
    void answered(const FindQuestion &question, const std::vector<HeadShare> &heads);
    void failed(const QString &sentence); ///< there is no answer: a sentence says why

private:
    BackgroundWork *m_work;
};

} // namespace regard

#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QString>

#include "document/shown/shown.h"
#include "engine/analysis/path_norms.h"

namespace regard {

class BackgroundWork;

/// How much of each word is left at the end of a way. What takes a moment is computed at once; the rest on a thread of
/// its own.
class PathNumbers : public QObject {
    Q_OBJECT
public:
    /// Multiplications of double that fit into a display frame along with the painting.
    static constexpr double immediateCost = 4e7;

    explicit PathNumbers(QObject *parent);

    /// A number a word; NaN while they are being computed. The result must have such a place.
    std::vector<double> of(const Result &result, const PathPlace &place);
    /// Returns the numbers with all of them known: for a file, which cannot be completed later.
    std::vector<double> wholeOf(const Result &result, const PathPlace &place);
    bool isBusy() const;
    /// Why they stay NaN: a sentence; else empty.
    const QString &problem() const { return m_problem; }
    void stop();

signals:
    void progressed(); ///< what was NaN is known

private:
    bool isAskedFor(const Result &result, const PathPlace &place) const;
    void ask(const Result &result, const PathPlace &place);
    void take(std::vector<double> numbers);

    Result m_result;   ///< that was asked for last
    PathPlace m_place; ///< that was asked for last
    std::optional<std::vector<double>> m_known;
    QString m_problem;
    BackgroundWork *m_work;
};

} // namespace regard

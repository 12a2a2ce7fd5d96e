#include "views/steps/step_difference.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "views/base/view_title.h"
#include "views/steps/step_rounding.h"
#include "views/steps/step_terms.h"
#include "views/steps/step_text.h"
#include "views/steps/step_weighing.h"

namespace regard {

namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

struct StepDifferenceText {
    Q_DECLARE_TR_FUNCTIONS(StepDifference)
};

/// The place before of each place now; −1 none.
using Places = std::vector<int>;

/// Returns each place as its own place before, as far as there were as many.
Places samePlaces(std::size_t now, std::size_t before)
{
    Places places(now, -1);
    std::iota(places.begin(), places.begin() + std::ptrdiff_t(std::min(now, before)), 0);
    return places;
}

/// The places of the same names; where the names tell nothing, the same places.
Places namedPlaces(const QStringList &now, const QStringList &before, std::size_t count, std::size_t countBefore)
{
    const bool areNamed =
        std::size_t(now.size()) == count && !now.isEmpty() && std::size_t(before.size()) == countBefore;
    if (!areNamed || now == before)
        return samePlaces(count, countBefore);
    Places places;
    for (const QString &name : now)
        places.push_back(int(before.indexOf(name)));
    return places;
}

bool isIdentity(const Places &places)
{
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i] != int(i))
            return false;
    return true;
}

/// The strip's or matrix's name among those of another state.
template <typename Named>
const QString &generalName(const Named &named)
{
    return named.general.isEmpty() ? named.name : named.general;
}

/// Turns the steps of now into the differences.
class Difference {
public:
    Difference(StepsData now, const StepsData &before, const StepAlignment &alignment)
        : m_data(std::move(now)), m_before(before), m_alignment(alignment)
    {
    }

    StepsData make()
    {
        m_data.isDifference = true;
        m_data.title = differenceTitle(m_data.title);
        for (Step &step : m_data.steps)
            if (const Step *before = stageBefore(step.kind))
                compare(step, *before);
            else
                leaveAlone(step, StepDifferenceText::tr(
                                     "Only the present state has this stage: there is nothing to compare with"));
        addGone();
        return std::move(m_data);
    }

private:
    const Step *stageBefore(StepKind kind) const
    {
        const auto found = std::find_if(m_before.steps.begin(), m_before.steps.end(),
                                        [kind](const Step &step) { return step.kind == kind; });
        return found == m_before.steps.end() ? nullptr : &*found;
    }

    static void leaveAlone(Step &step, const QString &note)
    {
        step.strips.clear();
        step.bars.reset();
        step.matrices.clear();
        step.notes.push_back(note);
    }

    /// Inserts the stages that only the pinned state has, at their places there.
    void addGone()
    {
        auto next = m_data.steps.begin(); // behind the stage that comes before it there
        for (const Step &before : m_before.steps) {
            const auto same = std::find_if(m_data.steps.begin(), m_data.steps.end(),
                                           [&](const Step &step) { return step.kind == before.kind; });
            if (same != m_data.steps.end()) {
                next = same + 1;
                continue;
            }
            Step gone{before.kind, before.title, before.heading};
            gone.notes.push_back(
                StepDifferenceText::tr("Only the pinned state has this stage: there is nothing to compare with"));
            next = m_data.steps.insert(next, std::move(gone)) + 1;
        }
    }

    void compare(Step &step, Step before) const
    {
        if (before.replaced >= 0 && step.replaced < 0) {
            addMissing(step, before);
            step.notes.push_back(StepDifferenceText::tr("In the pinned state what is computed here is replaced"));
        } else if (step.replaced >= 0 && before.replaced < 0) {
            addMissing(before, step);
        }
        if (before.heading != step.heading)
            step.notes.push_back(StepDifferenceText::tr("In the pinned state: %1").arg(before.heading));
        noteGone(step, before);
        if (step.kind == StepKind::Mask && !step.strips.empty())
            noteForbidden(step, before);
        QStringList alone;
        compareStrips(step, before, alone);
        if (step.bars && before.bars) {
            noteGoneKeys(step, *before.bars);
            compareBars(*step.bars, *before.bars);
        }
        const double factor = std::max(roundingFactor(step), roundingFactor(before));
        for (StepEquation &equation : step.equations) {
            const auto found = std::find_if(before.equations.begin(), before.equations.end(),
                                            [&](const StepEquation &other) { return other.name == equation.name; });
            if (found != before.equations.end())
                equation.before = resultBefore(equation, *found, factor);
        }
        compareMatrices(step, before, alone);
        alone.removeDuplicates();
        if (!alone.isEmpty())
            step.notes.push_back(
                StepDifferenceText::tr("Only the present state has: %1").arg(alone.join(QStringLiteral(", "))));
        step.notes.removeAll(weighLengthNote(m_data.columns));
    }

    /// The result before, or that of now where the two differ only by rounding.
    static double resultBefore(const StepEquation &now, const StepEquation &before, double factor)
    {
        const double rounding = std::max(roundingOf(now, factor), roundingOf(before, factor));
        const bool isChanged = differenceBeyond(rounding, now.result.value, before.result.value) != 0;
        return isChanged ? before.result.value : now.result.value;
    }

    /// Copies what only the state with a replacement has: both parts are the same where nothing is replaced.
    static void addMissing(Step &plain, const Step &replaced)
    {
        const StepStrip &put = replaced.strips[std::size_t(replaced.replaced)];
        const StepStrip &computed = replaced.strips[std::size_t(replaced.replaced) - 1];
        copyAs(plain.strips, computed.name, put.name);
        copyAs(plain.strips, put.name, computed.name);
        copyAs(plain.equations, componentName(put.name, put.from + put.marked),
               componentName(computed.name, put.from + put.marked));
    }

    /// A copy of the one with a name under another, where that one is missing.
    template <typename Named>
    static void copyAs(std::vector<Named> &list, const QString &name, const QString &missing)
    {
        const auto find = [&list](const QString &wanted) {
            return std::find_if(list.begin(), list.end(), [&](const Named &one) { return one.name == wanted; });
        };
        if (find(name) == list.end() || find(missing) != list.end())
            return;
        Named copy = *find(name);
        copy.name = missing;
        list.push_back(std::move(copy));
    }

    Places keyPlaces(std::size_t now, std::size_t before) const
    {
        return m_alignment.keys.empty() ? samePlaces(now, before) : m_alignment.keys;
    }

    Places queryPlaces(std::size_t now, std::size_t before) const
    {
        return m_alignment.queries.empty() ? samePlaces(now, before) : m_alignment.queries;
    }

    int keyBefore(int key) const { return m_alignment.keys.empty() ? key : m_alignment.keys.at(std::size_t(key)); }

    /// The digits that both have chosen.
    static int digitsOf(int now, int before) { return now == before ? now : -1; }

    /// Returns the differences; up to `share` of `largest`, or of the largest of all these, one is rounding.
    static std::vector<double> differences(const std::vector<double> &now, const std::vector<double> &before,
                                           const Places &places, double share, double largest = 0)
    {
        const double rounding = share * std::max({largest, largestMagnitude(now), largestMagnitude(before)});
        std::vector<double> all(now.size(), noNumber);
        for (std::size_t i = 0; i < now.size(); ++i)
            if (const int place = places[i]; place >= 0 && std::size_t(place) < before.size())
                all[i] = differenceBeyond(rounding, now[i], before[std::size_t(place)]);
        return all;
    }

    /// The row of the same key, else the row of the same name.
    const StepStrip *stripBefore(const StepStrip &strip, const Step &before) const
    {
        const int key = strip.key >= 0 ? keyBefore(strip.key) : -1;
        if (strip.key >= 0 && key < 0)
            return nullptr;
        const auto found = std::find_if(before.strips.begin(), before.strips.end(), [&](const StepStrip &other) {
            return strip.key >= 0 ? other.key == key : other.key < 0 && generalName(other) == generalName(strip);
        });
        return found == before.strips.end() ? nullptr : &*found;
    }

    static void noteGone(Step &step, const Step &before)
    {
        QStringList gone;
        for (const StepStrip &other : before.strips) {
            const bool isThere = std::any_of(step.strips.begin(), step.strips.end(), [&](const StepStrip &strip) {
                return generalName(strip) == generalName(other);
            });
            if (!isThere && other.key < 0 && !isRest(other))
                gone.push_back(other.name);
        }
        if (!gone.isEmpty())
            step.notes.push_back(
                StepDifferenceText::tr("Only the pinned state has: %1").arg(gone.join(QStringLiteral(", "))));
    }

    /// A new −∞ looks like an old one, so a note names it.
    void noteForbidden(Step &step, const Step &before) const
    {
        const StepStrip &now = step.strips.back();
        const StepStrip *other = stripBefore(now, before);
        if (!other || std::size_t(now.names.size()) != now.values.size())
            return;
        const Places places = keyPlaces(now.values.size(), other->values.size());
        QStringList added;
        QStringList removed;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const int place = places[i];
            if (place < 0 || std::isinf(now.values[i]) == std::isinf(other->values[std::size_t(place)]))
                continue;
            (std::isinf(now.values[i]) ? added : removed).push_back(now.names.at(qsizetype(i)));
        }
        if (!added.isEmpty())
            step.notes.push_back(
                StepDifferenceText::tr("Forbidden now, allowed before: %1").arg(added.join(QStringLiteral(", "))));
        if (!removed.isEmpty())
            step.notes.push_back(
                StepDifferenceText::tr("Allowed now, forbidden before: %1").arg(removed.join(QStringLiteral(", "))));
    }

    /// `alone` gets the names of those that have no counterpart and are left out; a row of a new key stays.
    void compareStrips(Step &step, const Step &before, QStringList &alone) const
    {
        std::erase_if(step.strips, [&](const StepStrip &strip) {
            const bool isAlone = strip.key < 0 && !isRest(strip) && !stripBefore(strip, before);
            if (isAlone)
                alone.push_back(strip.name);
            return isAlone;
        });
        const bool areWeighted =
            std::any_of(step.strips.begin(), step.strips.end(), [](const StepStrip &strip) { return strip.key >= 0; });
        const double largest = areWeighted ? std::max(largestOf(step.strips), largestOf(before.strips)) : 0;
        double limit = 0;
        for (StepStrip &strip : step.strips) {
            compareStrip(strip, stripBefore(strip, before), largest);
            limit = std::max(limit, strip.limit);
        }
        if (!areWeighted)
            return;
        // The sum of different tokens' rows is no number of its own.
        const bool isSameRest = isIdentity(m_alignment.keys);
        std::erase_if(step.strips, [&](const StepStrip &strip) { return isRest(strip) && !isSameRest; });
        for (StepStrip &strip : step.strips)
            strip.limit = limit;
    }

    static bool isRest(const StepStrip &strip) { return strip.key < 0 && !strip.note.isEmpty(); }

    static double largestOf(const std::vector<StepStrip> &strips)
    {
        double largest = 0;
        for (const StepStrip &strip : strips)
            largest = std::max(largest, largestMagnitude(strip.values));
        return largest;
    }

    /// `largest`: of all rows that share their colours with it; 0: it has its own colours.
    void compareStrip(StepStrip &strip, const StepStrip *before, double largest) const
    {
        const std::vector<double> now = strip.values;
        const std::size_t count = before ? before->values.size() : 0;
        const Places places = !before          ? Places(now.size(), -1)
                              : strip.overKeys ? keyPlaces(now.size(), count)
                                               : namedPlaces(strip.names, before->names, now.size(), count);
        strip.values =
            differences(now, before ? before->values : std::vector<double>(), places, roundingShare, largest);
        strip.limit = std::max(largestMagnitude(strip.values), roundingShare * largestMagnitude(now));
        strip.digits = digitsOf(strip.digits, before ? before->digits : -1);
        strip.length = 1;
        if (!strip.note.isEmpty())
            strip.note = before ? StepDifferenceText::tr("%1, pinned %2").arg(strip.note, before->note)
                                : StepDifferenceText::tr("%1, new").arg(strip.note);
    }

    /// Adds a note with what each key that is gone had.
    void noteGoneKeys(Step &step, const StepBars &before) const
    {
        if (!step.bars->overKeys || !before.overKeys || std::size_t(before.names.size()) != before.values.size())
            return;
        const Places places = keyPlaces(step.bars->values.size(), before.values.size());
        QStringList gone;
        for (std::size_t i = 0; i < before.values.size(); ++i) {
            if (std::find(places.begin(), places.end(), int(i)) == places.end())
                gone.push_back(before.names.at(qsizetype(i)) + QLatin1Char(' ') +
                               stepNumberText(before.values[i], before.digits >= 0 ? before.digits : m_before.digits));
        }
        if (!gone.isEmpty())
            step.notes.push_back(
                StepDifferenceText::tr("Only the pinned state has: %1").arg(gone.join(QStringLiteral(", "))));
    }

    void compareBars(StepBars &bars, const StepBars &before) const
    {
        const Places places = bars.overKeys
                                  ? keyPlaces(bars.values.size(), before.values.size())
                                  : namedPlaces(bars.names, before.names, bars.values.size(), before.values.size());
        bars.values = differences(bars.values, before.values, places, weightRoundingShare);
        bars.digits = digitsOf(bars.digits, before.digits);
        if (!bars.exact.empty())
            bars.exact = differences(bars.exact, before.exact, places, weightRoundingShare);
    }

    /// The matrix of the same name, else of the same general name: in the same line, else in any.
    static const StepMatrix *matrixBefore(const StepMatrix &matrix, std::size_t line, const Step &before)
    {
        const StepMatrix *found = matrixBefore(line, before, [&](const StepMatrix &other) {
            return other.name == matrix.name && generalName(other) == generalName(matrix);
        });
        return found ? found : matrixBefore(line, before, [&](const StepMatrix &other) {
            return generalName(other) == generalName(matrix);
        });
    }

    static const StepMatrix *matrixBefore(std::size_t line, const Step &before,
                                          const std::function<bool(const StepMatrix &)> &matches)
    {
        std::vector<const StepLine *> lines;
        if (line < before.matrices.size())
            lines.push_back(&before.matrices[line]);
        for (const StepLine &other : before.matrices)
            lines.push_back(&other);
        for (const StepLine *other : lines) {
            for (const StepPiece &piece : *other)
                if (piece.sign.isEmpty() && matches(piece.matrix))
                    return &piece.matrix;
        }
        return nullptr;
    }

    void compareMatrices(Step &step, const Step &before, QStringList &alone) const
    {
        std::vector<StepLine> lines;
        for (std::size_t i = 0; i < step.matrices.size(); ++i) {
            StepLine line;
            if (canCompare(step.kind, step.matrices[i]))
                line = comparedLine(step.matrices[i], i, before, alone);
            if (!line.empty())
                lines.push_back(std::move(line));
        }
        step.matrices = std::move(lines);
        if (!step.matrices.empty())
            step.notes.push_back(StepDifferenceText::tr(
                "Each matrix: now − pinned. The equations hold within each state, not for the differences"));
    }

    /// The lines of single queries are in the order of their tokens.
    bool canCompare(StepKind kind, const StepLine &line) const
    {
        if (kind != StepKind::Weigh || (isIdentity(m_alignment.queries) && isIdentity(m_alignment.keys)))
            return true;
        return std::none_of(line.begin(), line.end(),
                            [](const StepPiece &piece) { return piece.sign.isEmpty() && piece.matrix.rows.isEmpty(); });
    }

    /// Compares a line without the signs: the differences of the factors do not make the difference of the product.
    StepLine comparedLine(const StepLine &line, std::size_t place, const Step &before, QStringList &alone) const
    {
        StepLine compared;
        for (const StepPiece &piece : line) {
            if (!piece.sign.isEmpty())
                continue;
            const StepMatrix *other = matrixBefore(piece.matrix, place, before);
            if (!other) {
                alone.push_back(piece.matrix.name);
                continue;
            }
            if (!compared.empty())
                compared.push_back({QStringLiteral("|")});
            compared.push_back(piece);
            compareMatrix(compared.back().matrix, *other);
        }
        return compared;
    }

    Places rowPlaces(const StepMatrix &now, const StepMatrix &before) const
    {
        const auto count = std::size_t(now.values->rows());
        const auto countBefore = std::size_t(before.values->rows());
        return now.rowsAreKeys      ? keyPlaces(count, countBefore)
               : now.rows.isEmpty() ? samePlaces(count, countBefore)
                                    : queryPlaces(count, countBefore);
    }

    Places columnPlaces(const StepMatrix &now, const StepMatrix &before) const
    {
        const auto count = std::size_t(now.values->cols());
        const auto countBefore = std::size_t(before.values->cols());
        return now.columnsAreKeys ? keyPlaces(count, countBefore)
                                  : namedPlaces(now.columns, before.columns, count, countBefore);
    }

    void compareMatrix(StepMatrix &matrix, const StepMatrix &before) const
    {
        const Matrix &now = *matrix.values;
        Matrix difference = Matrix::Constant(now.rows(), now.cols(), float(noNumber));
        const Places rows = rowPlaces(matrix, before);
        const Places columns = columnPlaces(matrix, before);
        const double rounding = roundingOf(matrix, before);
        for (Eigen::Index i = 0; i < now.rows(); ++i) {
            const int row = rows[std::size_t(i)];
            for (Eigen::Index j = 0; row >= 0 && j < now.cols(); ++j) {
                const int column = columns[std::size_t(j)];
                if (column >= 0)
                    difference(i, j) =
                        float(differenceBeyond(rounding, double(now(i, j)), double((*before.values)(row, column))));
            }
        }
        if (matrix.name != before.name && !matrix.general.isEmpty() && !before.general.isEmpty())
            matrix.name = matrix.general; // the weight in its name is now's alone
        matrix.digits = digitsOf(matrix.digits, before.digits);
        matrix.values = std::make_shared<const Matrix>(std::move(difference));
    }

    StepsData m_data;
    const StepsData &m_before;
    const StepAlignment &m_alignment;
};

} // namespace

StepsData differenceOf(const StepsData &now, const StepsData &before, const StepAlignment &alignment)
{
    return Difference(now, before, alignment).make();
}

} // namespace regard

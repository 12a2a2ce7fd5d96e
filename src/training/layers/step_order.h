#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "training/base/rows.h"

namespace regard {

/// The rows of several sentences in the order in which cells take them: those of a step one after the other, of which
/// the longest sentence is the first. So the states before a step are the first rows of those of the step before it.
class StepOrder {
public:
    /// starts: of each sentence its first row, and at the end the number of rows.
    void set(std::span<const Eigen::Index> starts);

    std::size_t sentences() const { return m_sentences.size(); }
    Eigen::Index steps() const { return Eigen::Index(m_first.size()) - 1; }
    Eigen::Index rows() const { return m_first.back(); }
    /// The first row of a step, from 0.
    Eigen::Index first(Eigen::Index step) const { return m_first[std::size_t(step)]; }
    /// Sentences that are long enough for the step.
    Eigen::Index count(Eigen::Index step) const { return first(step + 1) - first(step); }
    /// The number of a sentence, from the longest on.
    std::size_t sentence(Eigen::Index i) const { return m_sentences[std::size_t(i)]; }
    /// The other way: where a sentence stands, counted from the longest.
    Eigen::Index place(std::size_t sentence) const { return m_places[sentence]; }
    /// The token that a sentence's step reads, from 0; backward ones begin at its end.
    Eigen::Index token(Eigen::Index i, Eigen::Index step, bool isBackward) const
    {
        return isBackward ? m_lengths[std::size_t(i)] - 1 - step : step;
    }

    /// The row that it is among those of the sentences.
    Eigen::Index row(Eigen::Index i, Eigen::Index step, bool isBackward = false) const
    {
        return m_starts[std::size_t(i)] + token(i, step, isBackward);
    }

    /// Copies from the sentences' rows to those of the steps.
    template <typename Number>
    void sort(ConstView<Number> sentences, bool isBackward, RowsView<Number> steps) const;
    /// The other way; what was there is lost, or added to.
    template <typename Number>
    void scatter(ConstView<Number> steps, bool isBackward, RowsView<Number> sentences) const;
    template <typename Number>
    void scatterAdd(ConstView<Number> steps, bool isBackward, RowsView<Number> sentences) const;

private:
    /// Calls with each row of the sentences and its row of the steps.
    template <typename With>
    void forRows(bool isBackward, With with) const;

    std::vector<std::size_t> m_sentences; ///< the longest first
    std::vector<Eigen::Index> m_places;   ///< of each sentence
    std::vector<Eigen::Index> m_lengths;  ///< in that order
    std::vector<Eigen::Index> m_starts;   ///< of the sentences' rows, in that order
    std::vector<Eigen::Index> m_first{0};
};

} // namespace regard

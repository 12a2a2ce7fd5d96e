#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/model.h"
#include "engine/pass/sublayer_trace.h"
#include "engine/pass/trace.h"
#include "io/lesson/lesson_value.h"

namespace regard {

/// A value's answer at the moment.
struct LessonAnswer {
    bool exists = false;           ///< false: the present state has no such token, layer, head or stack
    std::vector<double> numbers{}; ///< one, or a row; −infinity where masked
    std::string word{};            ///< of the values that are a token
};

/// Answers the values of a page from a finished pass: every number is the engine's. What a trace does not keep (scores,
/// the input of Q) is computed once for each place asked for.
class LessonNumbers {
public:
    /// Model and trace belong together and outlive this. The view says which attention, layer and head are meant;
    /// handDecimals (from 1) how weights are rounded by hand.
    LessonNumbers(const Model &model, const Trace &trace, StoredView view, int handDecimals);

    LessonAnswer answer(const LessonValue &value);

private:
    using Row = std::vector<double>;

    std::string word(const LessonValue &value) const;
    Row numbers(const LessonValue &value);
    Row shared(const LessonValue &value) const;
    Row ofHead(const LessonValue &value);
    Row ofScores(const LessonValue &value);
    Row ofWeights(const LessonValue &value);
    Row byHand(const LessonValue &value);
    const BlockTrace &block(const LessonValue &value) const;
    const HeadTrace &head(const LessonValue &value) const;
    const HeadScores &scores(const LessonValue &value);
    const AttentionSteps &steps(const LessonValue &value);
    Row probabilities(int row) const;

    const Model &m_model;
    const Trace &m_trace;
    StoredView m_view;
    int m_handDecimals;
    std::map<std::pair<int, int>, HeadScores> m_scores; ///< by block and head
    std::map<int, AttentionSteps> m_steps;              ///< by layer of the attention in view
};

} // namespace regard

#pragma once

#include <memory>

#include "document/look/selection.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// The scores of the head that was asked for last: a trace does not hold them, and pointing asks for them repeatedly.
/// The trace itself is not kept.
class KeptScores {
public:
    /// `within` is a selection of the trace; `model` is the trace's own.
    std::shared_ptr<const HeadScores> of(const Model &model, const SharedTrace &trace, const Selection &within);

private:
    std::shared_ptr<const HeadScores> m_scores;
    std::weak_ptr<const Trace> m_trace;
    int m_block = -1;
    int m_head = -1;
};

} // namespace regard

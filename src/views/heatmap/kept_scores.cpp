#include "views/heatmap/kept_scores.h"

#include "engine/model/attention_place.h"
#include "views/base/shown_matrix.h"

namespace regard {

std::shared_ptr<const HeadScores> KeptScores::of(const Model &model, const SharedTrace &trace, const Selection &within)
{
    const int block = blockIndex(model.config, within.attention, within.layer);
    if (!m_scores || m_trace.lock() != trace || m_block != block || m_head != within.head) {
        m_scores = std::make_shared<const HeadScores>(
            shownScores(model, *trace, {within.attention, within.layer}, within.head));
        m_trace = trace;
        m_block = block;
        m_head = within.head;
    }
    return m_scores;
}

} // namespace regard

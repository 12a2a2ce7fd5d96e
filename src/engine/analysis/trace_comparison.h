#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/analysis/token_alignment.h"
#include "engine/model/interventions.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// Two passes compared, number by number: what is now, and what was before. Rows and columns are the tokens of now;
/// where a token is new a difference is NaN. Heads are compared by their number, layer and attention. Neither trace is
/// copied; results are kept. Any thread may call.
class TraceComparison {
public:
    /// Numbers that are read from files to measure all heads, at most: 256 MB.
    static constexpr double mostRead = 64e6;

    /// Each model must be its trace's own; none may be null.
    TraceComparison(std::shared_ptr<const Model> model, SharedTrace now, std::shared_ptr<const Model> modelBefore,
                    SharedTrace before);

    /// Another pass compared with the same earlier one.
    std::shared_ptr<const TraceComparison> of(std::shared_ptr<const Model> model, SharedTrace now) const
    {
        return std::make_shared<const TraceComparison>(std::move(model), std::move(now), m_modelBefore, m_before);
    }

    const Model &model() const { return *m_model; }
    const Model &modelBefore() const { return *m_modelBefore; }
    const SharedTrace &now() const { return m_now; }
    const SharedTrace &before() const { return m_before; }

    /// The alignment of the queries' tokens, and of the keys'. For an attention that only `now` has, that of the same
    /// sentences.
    const TokenAlignment &queries(Attention attention) const;
    const TokenAlignment &keys(Attention attention) const;

    /// Whether the earlier pass has no such head, layer or attention.
    bool isNew(const HeadRef &head) const;
    /// The block before; null where there was none.
    std::shared_ptr<const BlockTrace> blockBefore(const AttentionPlace &place) const;

    /// now − before in the tokens of now, n × m; NaN where query or key is new, and where the difference of two
    /// infinities has no value (0 where both are the same infinity). `before` is in its own tokens.
    Matrix difference(const Matrix &now, const Matrix &before, Attention attention) const;
    /// The differences of a block's attention weights as the weights of a block of the same name, for views that draw
    /// blocks; a head that is new has only NaN. All other matrices are empty. Kept. Null where now has no such block.
    std::shared_ptr<const BlockTrace> differenceBlock(const AttentionPlace &place) const;

    /// How much of its attention a token of the head moved, on average: the total variation distance of its two
    /// distributions over the keys of both sentences, ½ (Σ |now − before| over the keys that both have + Σ now over the
    /// new keys + Σ before over the gone ones), averaged over the queries that both have; 0 … 1. Rows of what is moved
    /// by value are divided by their sums. Nothing for a head that is new, or where the sentences share no query.
    std::optional<double> moved(const HeadRef &head) const;
    /// moved() measured on this head alone, however large the files are that the heads are read from.
    std::optional<double> movedAlone(const HeadRef &head) const;
    /// Whether moved() and largestChange() say nothing, because the heads of a file are too many to read all of them.
    bool isTooLarge() const;

    struct Change {
        HeadRef head;
        int query = 0; ///< tokens of now
        int key = 0;
        float before = 0;
        float now = 0;
    };
    /// The attention weight that changed most, of all heads; the first of equal ones. Nothing where none changed.
    std::optional<Change> largestChange() const;

private:
    struct Measured {
        std::map<HeadRef, double> moved;
        std::optional<Change> largest;
    };
    /// How the tokens of one attention's two sentences belong together.
    struct Alignments {
        TokenAlignment queries;
        TokenAlignment keys;
    };
    const Alignments &alignments(Attention attention) const;
    std::shared_ptr<const HeadTrace> headBefore(const HeadRef &head) const; ///< null: it is new
    bool wasThere(const HeadRef &head) const;
    const Measured &measured() const;
    void measure(Measured &measured, const HeadRef &head, const std::shared_ptr<const HeadTrace> &headNow) const;
    void measureDistributions(Measured &measured, const HeadRef &head, const Matrix &now, const Matrix &before,
                              bool hasSink) const;

    std::shared_ptr<const Model> m_model;
    SharedTrace m_now;
    std::shared_ptr<const Model> m_modelBefore;
    SharedTrace m_before;
    std::map<Attention, Alignments> m_alignments; ///< of every existing attention
    mutable std::mutex m_mutex;
    mutable std::map<int, std::shared_ptr<const BlockTrace>> m_differences; ///< by block
    mutable std::optional<Measured> m_measured;
};

} // namespace regard

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QString>
#include <QStringList>

#include "engine/functions/rotary.h"
#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "views/steps/step_pass.h"

namespace regard {

/// What the makers of an attention's stages share: the pair of tokens, and the numbers of the query's row.
class StepContext : public StepPass {
public:
    StepContext(const Model &model, const Trace &trace, const Selection &within,
                const std::vector<std::string> &dimensions, const StepChoice &choice);

    AttentionPlace place;
    int head = 0;
    const BlockTrace &block;
    const HeadTrace &headTrace;
    QStringList keys; ///< token names
    StepSources sources;
    bool isChosen = true; ///< false: query or key were taken by pairInFocus()
    int key = 0;

    // The rows of the query, one number a key. Those of a long sentence need not be computed for all queries.
    StepRow biases;     ///< of each key, what its distance adds to the scaled score; empty: nothing
    double divisor = 1; ///< of the scores, besides √d_k
    StepRow weights;    ///< the trace's own
    StepRow softmaxed;  ///< what softmax, or uniform attention, gives before weights are set; empty: none is
    StepRow scores;
    StepRow scaled;
    StepRow masked;
    StepRow tempered; ///< masked ÷ temperature: what the softmax reads
    /// The sink's score before the temperature, which the softmax reads besides; nothing: there is none.
    std::optional<double> sink;
    StepRow q; ///< of the query, rotated where positions are
    StepRow k; ///< of the key, rotated where positions are
    StepRow v;
    Matrix additive; ///< w_a of the head, 1 × d_key, or empty
    StepRow asked;   ///< what is multiplied with k: q, or q W_g of a general score
    Matrix general;  ///< w_g of the head, d_key × d_key, or empty

    /// The query's q and the key's k as they are projected, before a norm and a rotation, 1 × d_key; empty where there
    /// is neither. Between the two they are normed; empty where there are not both.
    StepRow plainQ;
    StepRow plainK;
    StepRow normedQ;
    StepRow normedK;

    bool isRotated() const { return rotary.pairs() > 0; }
    /// The head's columns of q or k as projected of these rows, n × d_key, and normed where that is asked for.
    Matrix headColumns(char letter, const Matrix &input, bool isNormed) const;
    /// q or k of all heads as projected of these rows.
    Matrix allColumns(char letter, const Matrix &input) const;
    /// The head of W_K and W_V that the head reads, from 0, and whether others read it as well.
    int keyHead = 0;
    Rotary rotary;
    bool sharesKeys() const;
    /// The number of the first of the head's columns in the whole q, k or v ('q', 'k', 'v'), or in the joined heads
    /// ('o').
    int firstColumn(char letter) const;
    /// What W_Q reads of a token's row, 1 × d_model, and what W_K and W_V read of it.
    Matrix queryInput(int token) const;
    Matrix keyInput(int token) const;

    bool isByHand() const { return choice.handDecimals > 0; }
    /// The weights that the weighted sum takes: rounded by hand, else the trace's own.
    StepRow usedWeights() const;

    /// A weight within a text; "by hand" with its decimals.
    QString weightText(double weight) const;

    QString keyName() const { return keys.at(key); }
    bool isLater(int position) const { return mask().hidesLater(query, position); }
    bool isBeyondWindow(int position) const { return mask().isBeyondWindow(query, position); }
    bool isPadding(int position) const;
    bool isCut(int position) const;
    bool isAllowed(int position) const
    {
        return !mask().hides(query, position) && !isPadding(position) && !isCut(position);
    }
    MaskRule mask() const { return {config, place}; }
    bool hasMask() const;

    /// The weights that are set by hand in the query's row, by key.
    std::vector<std::pair<int, float>> setWeights() const;
    bool isSet(int key) const;

    /// What replaces the head's output, or its softmax; nothing: it is not replaced.
    std::optional<Replacement> replaced() const;
    /// What replaces the output of this attention, or of the feed-forward after it: zeros or the mean.
    std::optional<Replacement> replaced(const Sublayer &sublayer) const;
    /// The feed-forward of the layer.
    Sublayer feedForward() const;
    /// The temperature of the softmax; 1 where there is none.
    float temperature() const;
    QString temperatureText() const;

    /// A strip with one cell a key.
    StepStrip keysStrip(const QString &name, const StepRow &values, StepSourceList list) const;

    /// What makes a scaled score of a score: `÷ √8`, with a soft cap and a bias by distance `÷ √8, soft cap 50 + b`;
    /// empty: nothing does.
    QString scaleText(const QString &bias) const;

private:
    void score();
    StepRow beforeSet() const;
};

} // namespace regard

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/model/model.h"

namespace regard {

/// What two models differ in, without what they share: a step that can be undone must not hold every matrix of its
/// time.
class ModelDifference {
public:
    enum class End { Before, After };

    /// Matrices are compared by pointer.
    ModelDifference(const Model &before, const Model &after);

    bool isEmpty() const;
    /// The model at one end of the difference, from the one at the other end.
    Model at(End end, Model model) const;
    /// Appends a difference that begins where this one ends.
    void extend(const ModelDifference &later);

private:
    template <typename Value>
    struct Change {
        Value before;
        Value after;

        const Value &at(End end) const { return end == End::Before ? before : after; }
    };
    /// Changes of matrices by name; null: there is no such matrix.
    using MatrixChanges = std::map<std::string, Change<Weight>>;
    template <typename Value>
    using MaybeChange = std::optional<Change<Value>>;

    template <typename Matrices>
    static MatrixChanges changesOf(const Matrices &before, const Matrices &after);
    template <typename Value>
    static MaybeChange<Value> changeOf(const Value &before, const Value &after);
    static void extend(MatrixChanges &changes, const MatrixChanges &later);
    template <typename Value>
    static void extend(MaybeChange<Value> &change, const MaybeChange<Value> &later);
    static void apply(const MatrixChanges &changes, End end, ModelWeights &weights);

    MatrixChanges m_given;
    MatrixChanges m_weights;
    MatrixChanges m_embedding;
    MaybeChange<ModelConfig> m_config;
    MaybeChange<Vocabulary> m_vocabulary;
    MaybeChange<Interventions> m_interventions;
    MaybeChange<std::shared_ptr<const TokenTable>> m_table;
};

} // namespace regard

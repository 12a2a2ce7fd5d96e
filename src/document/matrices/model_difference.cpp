#include "document/matrices/model_difference.h"

#include <utility>

namespace regard {

template <typename Matrices>
ModelDifference::MatrixChanges ModelDifference::changesOf(const Matrices &before, const Matrices &after)
{
    MatrixChanges changes;
    for (const auto &[name, matrix] : before) {
        const auto found = after.find(name);
        if (found == after.end() || found->second != matrix)
            changes[name] = {matrix, found == after.end() ? Weight() : Weight(found->second)};
    }
    for (const auto &[name, matrix] : after)
        if (!before.contains(name))
            changes[name] = {nullptr, matrix};
    return changes;
}

template <typename Value>
ModelDifference::MaybeChange<Value> ModelDifference::changeOf(const Value &before, const Value &after)
{
    return before == after ? MaybeChange<Value>() : MaybeChange<Value>({before, after});
}

ModelDifference::ModelDifference(const Model &before, const Model &after)
    : m_given(changesOf(before.given.all(), after.given.all())),
      m_weights(changesOf(before.weights.all(), after.weights.all())),
      m_embedding(changesOf(before.embedding, after.embedding)), m_config(changeOf(before.config, after.config)),
      m_vocabulary(changeOf(before.vocabulary, after.vocabulary)),
      m_interventions(changeOf(before.interventions, after.interventions)), m_table(changeOf(before.table, after.table))
{
}

bool ModelDifference::isEmpty() const
{
    return m_given.empty() && m_weights.empty() && m_embedding.empty() && !m_config && !m_vocabulary &&
           !m_interventions && !m_table;
}

void ModelDifference::apply(const MatrixChanges &changes, End end, ModelWeights &weights)
{
    for (const auto &[name, change] : changes)
        if (const Weight &matrix = change.at(end))
            weights.set(name, matrix);
        else
            weights.remove(name);
}

Model ModelDifference::at(End end, Model model) const
{
    apply(m_given, end, model.given);
    apply(m_weights, end, model.weights);
    for (const auto &[token, change] : m_embedding)
        if (const Weight &row = change.at(end))
            model.embedding[token] = row.matrix();
        else
            model.embedding.erase(token);
    if (m_config)
        model.config = m_config->at(end);
    if (m_vocabulary)
        model.vocabulary = m_vocabulary->at(end);
    if (m_interventions)
        model.interventions = m_interventions->at(end);
    if (m_table)
        model.table = m_table->at(end);
    return model;
}

void ModelDifference::extend(MatrixChanges &changes, const MatrixChanges &later)
{
    for (const auto &[name, change] : later) {
        const auto [entry, isNew] = changes.emplace(name, change);
        if (isNew)
            continue;
        entry->second.after = change.after;
        if (entry->second.before == entry->second.after)
            changes.erase(entry);
    }
}

template <typename Value>
void ModelDifference::extend(MaybeChange<Value> &change, const MaybeChange<Value> &later)
{
    if (later)
        change = changeOf(change ? change->before : later->before, later->after);
}

void ModelDifference::extend(const ModelDifference &later)
{
    extend(m_given, later.m_given);
    extend(m_weights, later.m_weights);
    extend(m_embedding, later.m_embedding);
    extend(m_config, later.m_config);
    extend(m_vocabulary, later.m_vocabulary);
    extend(m_interventions, later.m_interventions);
    extend(m_table, later.m_table);
}

} // namespace regard

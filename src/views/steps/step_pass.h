#pragma once

#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "document/look/selection.h"
#include "engine/model/model.h"
#include "engine/model/stack.h"
#include "engine/pass/trace.h"
#include "views/steps/step_choice.h"
#include "views/steps/step_sources.h"
#include "views/steps/step_terms.h"

namespace regard {

/// What the makers of all stages share: the token whose row is followed through a stack, and how the stages are shown.
/// Refers to the model and the trace, which must outlive it.
class StepPass {
public:
    StepPass(const Model &model, const Trace &trace, const Selection &within,
             const std::vector<std::string> &dimensions, const StepChoice &choice, Stack stack);

    const Model &model;
    const ModelConfig &config;
    const Trace &trace;
    Selection within; ///< clamped to the trace
    StepChoice choice;
    QStringList dimensions; ///< names of the d_model columns, or empty
    Stack stack;
    const SideTrace &side; ///< the sentence that the stack reads
    QStringList queries;   ///< its tokens' names
    int query = 0;         ///< the token that is followed; of an attention the one that asks
    EntrySources entry;

    QString queryName() const { return queries.at(query); }

    /// A number within a text, with the digits that are asked for.
    QString number(double value) const;

    int component(const StepRow &row) const { return componentWithin(choice.component, row); }
    /// The component of a row that a detail spells out, which extract() then records.
    int component(StepDetail detail, const StepRow &row) const;
    /// component() for a number that is always chosen by its own rule.
    int chosen(StepDetail detail, int usual, std::size_t size) const;
    /// What the stages made so far chose; the others add their choices.
    StepExtract &extract() const { return m_extract; }

    /// x · W, and W · x where tokens are columns; + b where the bias has a name.
    QString productText(const QString &x, const QString &weight, const QString &bias = {}) const;
    /// A strip over d_model with the names of its columns; component −1: none can be chosen.
    StepStrip modelStrip(const QString &name, StepRow values, int component = -1, StepSourceList list = {}) const;

private:
    mutable StepExtract m_extract;
};

/// Names of a sentence's tokens as the choice wants them.
QStringList stepTokenNames(const SideTrace &side, const StepChoice &choice);

/// stepTokenNames() of words of the model's vocabulary.
QStringList stepWordNames(const Model &model, const std::vector<std::string> &words, const StepChoice &choice);

} // namespace regard

#include "views/steps/step_join.h"

#include <optional>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "engine/kernels/product.h"
#include "engine/model/sublayer.h"
#include "views/steps/step_replacement.h"

namespace regard {

namespace {

struct StepJoinText {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

class JoinStep {
public:
    explicit JoinStep(const StepContext &context)
        : m_context(context), m_config(context.config), m_replaced(context.replaced(sublayerOf(context.place))),
          m_joined(stepRow(context.block.joined, context.query)), m_output(outputRow()),
          m_component(context.component(StepDetail::Joined, m_output))
    {
    }

    Step make()
    {
        const bool columns = m_context.choice.columns;
        m_step = {StepKind::Join, StepJoinText::tr("join heads"),
                  columns ? StepJoinText::tr("The heads below each other, W_O · heads")
                          : StepJoinText::tr("The heads side by side, × W_O")};
        addHeads();
        if (m_config.outputProjection) {
            project();
        } else {
            m_step.heading =
                columns ? StepJoinText::tr("The heads below each other") : StepJoinText::tr("The heads side by side");
            m_step.notes.push_back(
                columns ? StepJoinText::tr("The model has no output projection: the joined column is the output")
                        : StepJoinText::tr("The model has no output projection: the joined row is the output"));
        }
        if (m_replaced)
            addReplaced();
        return std::move(m_step);
    }

private:
    void addHeads()
    {
        StepStrip strip = stepStrip(StepJoinText::tr("heads"), m_joined, StepRole::Value, m_context.sources.heads());
        strip.first = m_context.head * m_config.dValue;
        strip.last = strip.first + m_config.dValue - 1;
        m_step.notes.push_back((m_context.choice.columns ? StepJoinText::tr("Head %1 owns the rows %2 to %3 of %4")
                                                         : StepJoinText::tr("Head %1 owns the columns %2 to %3 of %4"))
                                   .arg(m_context.head + 1)
                                   .arg(strip.first)
                                   .arg(strip.last)
                                   .arg(m_joined.size()));
        m_step.strips.push_back(std::move(strip));
        noteHeads(Replacement::Zero, StepJoinText::tr("Switched off, zeros in place of the output of: head %1"));
        noteHeads(Replacement::Mean, StepJoinText::tr("Switched off, the mean in place of the output of: head %1"));
        noteHeads(Replacement::MeanOver,
                  StepJoinText::tr("Switched off, the mean over other sentences in place of the output of: head %1"));
        noteHeads(Replacement::Uniform, StepJoinText::tr("Uniform weights in place of the softmax of: head %1"));
    }

    /// "head 1, 3" for those with that replacement, where there are any.
    void noteHeads(Replacement replacement, const QString &note)
    {
        QStringList heads;
        for (int head = 0; head < int(m_context.block.heads.size()); ++head) {
            const HeadRef self{m_context.place.attention, m_context.place.layer, head};
            const Replacement *found = replacementOf(m_context.model.interventions, self);
            if (found && *found == replacement)
                heads.push_back(QString::number(head + 1));
        }
        if (!heads.isEmpty())
            m_step.notes.push_back(note.arg(heads.join(QStringLiteral(", "))));
    }

    /// Returns one token's row before any replacement.
    StepRow outputRow() const
    {
        if (!m_config.outputProjection)
            return m_joined;
        if (!m_replaced)
            return stepRow(m_context.block.output, m_context.query);
        const ModelWeights &weights = m_context.model.weights;
        const Matrix row =
            affine(m_context.block.joined.row(m_context.query), weights.weight(m_context.sources.weight("w_o")),
                   m_config.bias ? &weights.at(m_context.sources.weight("b_o")) : nullptr)
                .numbers; // 1 × d_model
        return stepRow(row, 0);
    }

    void project()
    {
        const int c = m_component;
        const std::string weight = m_context.sources.weight("w_o");
        const StepSourceList sources = m_context.sources.output();
        const QString name = m_replaced ? StepJoinText::tr("computed") : StepJoinText::tr("output");
        m_step.strips.push_back(m_context.modelStrip(name, m_output, c, sources));
        m_step.equations.push_back(productEquation(
            componentName(name, c), {m_joined, StepRole::Value, m_context.sources.heads()},
            {stepColumn(m_context.model.weights.weight(weight), c), StepRole::Plain, {alongColumn(weight, c)}, true},
            stepAt(m_output, c, StepRole::Plain, sources),
            m_context.productText(StepJoinText::tr("heads"), QStringLiteral("W_O"),
                                  m_config.bias ? QStringLiteral("b_O") : QString())));
        if (m_config.bias)
            m_step.equations.back().terms.push_back(biasTerm(m_context.model, m_context.sources.weight("b_o"), c));
    }

    /// Returns the component of every token, before any replacement.
    StepRow exactColumn(int component) const
    {
        const Matrix &joined = m_context.block.joined;
        if (!m_config.outputProjection)
            return stepColumn(joined, component);
        const ModelWeights &weights = m_context.model.weights;
        StepRow column = timesColumn(joined, weights.weight(m_context.sources.weight("w_o")), component);
        if (m_config.bias) {
            const Matrix &bias = weights.at(m_context.sources.weight("b_o"));
            for (double &value : column)
                value += double(bias(0, component));
        }
        return column;
    }

    void addReplaced()
    {
        StepReplacement replacement{*m_replaced,
                                    StepJoinText::tr("output"),
                                    stepRow(m_context.block.output, m_context.query),
                                    StepRole::Plain,
                                    m_component,
                                    {},
                                    {}};
        if (*m_replaced == Replacement::Mean) {
            replacement.exact = exactColumn(m_component);
            replacement.sources = m_context.sources.output();
        }
        addReplacement(m_step, m_context, std::move(replacement));
        m_step.notes.push_back(
            *m_replaced == Replacement::Zero
                ? StepJoinText::tr("The attention is switched off: zeros in place of its output")
            : *m_replaced == Replacement::Mean
                ? StepJoinText::tr(
                      "The attention is switched off: the mean over the sentence's tokens in place of its output")
                : StepJoinText::tr(
                      "The attention is switched off: the mean over other sentences in place of its output"));
    }

    const StepContext &m_context;
    const ModelConfig &m_config;
    std::optional<Replacement> m_replaced;
    StepRow m_joined;
    StepRow m_output;
    int m_component;
    Step m_step;
};

} // namespace

Step joinStep(const StepContext &context)
{
    return JoinStep(context).make();
}

} // namespace regard

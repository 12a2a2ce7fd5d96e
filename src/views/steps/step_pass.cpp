#include "views/steps/step_pass.h"

#include <utility>

#include "views/base/token_names.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

const SideTrace &sideRead(const Trace &trace, Stack stack)
{
    return queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
}

} // namespace

QStringList stepTokenNames(const SideTrace &side, const StepChoice &choice)
{
    return tokenNames(choice.asSpelled ? side.tokens : labelsOf(side));
}

QStringList stepWordNames(const Model &model, const std::vector<std::string> &words, const StepChoice &choice)
{
    return choice.asSpelled ? tokenNames(words) : wordNames(model, words);
}

StepPass::StepPass(const Model &ofTrace, const Trace &computed, const Selection &selection,
                   const std::vector<std::string> &names, const StepChoice &chosen, Stack read)
    : model(ofTrace), config(ofTrace.config), trace(computed), within(selection), choice(chosen),
      dimensions(tokenNames(names)), stack(read), side(sideRead(computed, read)), queries(stepTokenNames(side, chosen)),
      entry(ofTrace, side, read)
{
}

QString StepPass::number(double value) const
{
    return stepNumberText(value, choice.digits);
}

int StepPass::component(StepDetail detail, const StepRow &row) const
{
    return chosen(detail, component(row), row.size());
}

int StepPass::chosen(StepDetail detail, int usual, std::size_t size) const
{
    const auto given = choice.extract.components.find(detail);
    const bool isGiven = given != choice.extract.components.end() && given->second < int(size);
    return m_extract.components[detail] = isGiven ? given->second : usual;
}

QString StepPass::productText(const QString &x, const QString &weight, const QString &bias) const
{
    const QString product =
        choice.columns ? QStringLiteral("%1 · %2").arg(weight, x) : QStringLiteral("%1 · %2").arg(x, weight);
    return !bias.isEmpty() ? QStringLiteral("%1 + %2").arg(product, bias) : product;
}

StepStrip StepPass::modelStrip(const QString &name, StepRow values, int component, StepSourceList list) const
{
    StepStrip strip = componentStrip(name, std::move(values), StepRole::Plain, component, std::move(list));
    if (std::size_t(dimensions.size()) == strip.values.size())
        strip.names = dimensions;
    return strip;
}

} // namespace regard

#include "views/steps/step_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "io/base/json_text.h"
#include "io/project/words.h"
#include "io/trace/trace_file.h"
#include "views/base/json_list.h"
#include "views/steps/step_subject.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

std::string numbers(const std::vector<double> &values)
{
    return jsonList(values, stepNumberJson);
}

std::string texts(const QStringList &given)
{
    return jsonList(given, quotedJson);
}

const char *operationWord(const StepEquation &equation)
{
    switch (equation.operation) {
    case StepOperation::SumOfProducts:
        return "sum_of_products";
    case StepOperation::Sigmoid:
        return "sigmoid";
    case StepOperation::Tanh:
        return "tanh";
    case StepOperation::SumOfTanh:
        return "sum_of_tanh";
    case StepOperation::Quotient:
        return "quotient";
    case StepOperation::Exponential:
        return "exponential";
    case StepOperation::Normed:
        return "normed";
    case StepOperation::RmsNormed:
        return "rms_normed";
    case StepOperation::Activated:
        break;
    }
    return spelling(equation.activation);
}

std::string stripJson(const StepStrip &strip)
{
    return R"({"name": )" + quotedJson(strip.name) + R"(, "values": )" + numbers(strip.values) + "}";
}

std::string barsJson(const StepBars &bars)
{
    std::string json = R"({"names": )" + texts(bars.names) + R"(, "values": )" + numbers(bars.values);
    if (!bars.exact.empty())
        json += R"(, "exact": )" + numbers(bars.exact);
    return json + "}";
}

std::string numberJson(const StepNumber &number)
{
    return R"({"value": )" + stepNumberJson(number.value) + (number.isRoot ? R"(, "root": true})" : "}");
}

std::string termJson(const StepTerm &term)
{
    const std::string name = term.name.isEmpty() ? std::string() : R"("name": )" + quotedJson(term.name) + ", ";
    return "{" + name + R"("numbers": )" + jsonList(term.numbers, numberJson) + "}";
}

std::string equationJson(const StepEquation &equation, int digits)
{
    return R"({"name": )" + quotedJson(equation.name) + R"(, "formula": )" + quotedJson(equation.formula) +
           R"(, "operation": ")" + operationWord(equation) + R"(", "terms": )" + jsonList(equation.terms, termJson) +
           R"(, "result": )" + stepNumberJson(equation.result.value) + R"(, "text": )" +
           quotedJson(equationText(equation, digits)) + "}";
}

std::string stageJson(const Step &step, int digits)
{
    const auto equation = [digits](const StepEquation &given) { return equationJson(given, digits); };
    return R"({"step": )" + jsonString(wordOf(step.kind)) + R"(, "title": )" + quotedJson(step.title) +
           R"(, "heading": )" + quotedJson(step.heading) + ",\n\"strips\": " + jsonList(step.strips, stripJson) +
           ",\n\"bars\": " + (step.bars ? barsJson(*step.bars) : "null") +
           ",\n\"equations\": " + jsonList(step.equations, equation) + ",\n\"notes\": " + texts(step.notes) + "}";
}

/// Decimal sums without the error of binary addition: 7.8 for 7.800000000000001.
double withoutNoise(double value)
{
    const bool isSingle = double(float(value)) == value; // written in its own digits
    return std::isfinite(value) && !isSingle ? QString::number(value, 'g', 12).toDouble() : value;
}

void clean(Step &step)
{
    for (StepStrip &strip : step.strips)
        std::transform(strip.values.begin(), strip.values.end(), strip.values.begin(), withoutNoise);
    for (StepEquation &equation : step.equations) {
        equation.result.value = withoutNoise(equation.result.value);
        for (StepTerm &term : equation.terms)
            for (StepNumber &number : term.numbers)
                number.value = withoutNoise(number.value);
    }
}

} // namespace

std::string stepNumberJson(double value)
{
    const auto single = float(value);
    if (!std::isfinite(value) || double(single) == value)
        return floatText(single);
    char buffer[32];
    return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::string stepsJson(const Model &model, const SharedTrace &trace, const Selection &within,
                      const std::vector<std::string> &dimensions, const StepView &view, std::optional<StepKind> only)
{
    StepChoice choice = stepChoice(view);
    choice.matrixForm = false; // the trace has every matrix whole
    choice.asSpelled = true;
    StepsData data = stepsData(model, trace, within, dimensions, choice);
    if (only && !data.steps.empty())
        data.steps = {data.steps[std::size_t(data.positionOf(*only))]};
    for (Step &step : data.steps)
        if (step.kind == StepKind::Weigh && data.handDecimals > 0)
            clean(step);
    const Attention sentences = sentencesOfSteps(within, model.config);
    const bool isPair = data.key >= 0;
    const std::string chain = data.chain ? R"("chain": )" + jsonString(cellName(*data.chain)) + ", " : std::string();
    const std::string pair = isPair ? R"("block": )" + jsonString(blockName(within.attention, within.layer)) +
                                          R"(, "head": )" + std::to_string(within.head + 1) + ", "
                                    : std::string();
    const std::string key = isPair ? R"(, "key": )" + std::to_string(data.key + 1) : std::string();
    std::string tokens = jsonString(queriesOf(*trace, sentences).tokens.at(std::size_t(data.query)));
    if (isPair)
        tokens += ", " + jsonString(keysOf(*trace, sentences).tokens.at(std::size_t(data.key)));
    const auto stage = [&data](const Step &step) { return stageJson(step, data.digits); };
    return "{" + pair + chain + R"("query": )" + std::to_string(data.query + 1) + key +
           ",\n\"title\": " + quotedJson(data.title) + R"(, "tokens": [)" + tokens + R"(], "convention": ")" +
           (data.columns ? "columns" : "rows") + R"(", "by_hand": )" +
           (data.handDecimals > 0 ? std::to_string(data.handDecimals) : "null") +
           ",\n\"stages\": " + jsonList(data.steps, stage) + "}";
}

} // namespace regard

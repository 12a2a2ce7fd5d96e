#include "views/why/why_json.h"

#include "io/base/json_text.h"
#include "io/trace/trace_file.h"
#include "views/base/json_list.h"
#include "views/steps/step_json.h"
#include "views/steps/step_walk.h"
#include "views/why/why_maker.h"

namespace regard {

namespace {

std::string othersJson(int count, double sum)
{
    return R"({"count": )" + std::to_string(count) + R"(, "sum": )" + stepNumberJson(sum) + "}";
}

std::string whyTermJson(const WhyTerm &term)
{
    std::string json = R"({"name": )" + quotedJson(term.name);
    if (!term.cell.isEmpty())
        json += R"(, "input": )" + stepNumberJson(term.input) + R"(, "cell": )" + quotedJson(term.cell) +
                R"(, "weight": )" + stepNumberJson(term.weight);
    return json + R"(, "value": )" + stepNumberJson(term.value) + "}";
}

std::string sideJson(const WhySide &side)
{
    return R"({"terms": )" + jsonList(side.terms, whyTermJson) + R"(, "others": )" +
           othersJson(side.others, side.othersSum) + "}";
}

std::string keyJson(const WhyKey &key)
{
    return R"({"key": )" + std::to_string(key.key + 1) + R"(, "token": )" + quotedJson(key.name) + R"(, "score": )" +
           stepNumberJson(key.score) + "}";
}

const char *madeWord(WhyWeight made)
{
    switch (made) {
    case WhyWeight::Softmax:
        return "softmax";
    case WhyWeight::Uniform:
        return "uniform";
    case WhyWeight::ByHand:
        return "by_hand";
    case WhyWeight::Masked:
        break;
    }
    return "masked";
}

std::string partsJson(const WhyData &data)
{
    return jsonList(data.parts, [&data](const WhyPart &part) {
        return R"({"component": )" + std::to_string(part.component) + R"(, "q": )" + stepNumberJson(part.q) +
               R"(, "k": )" + stepNumberJson(part.k) +
               (data.isAdditive ? R"(, "w_a": )" + stepNumberJson(part.additive) : std::string()) + R"(, "value": )" +
               stepNumberJson(part.value) + ",\n\"q_of\": " + sideJson(part.ofQuery) + R"(, "k_of": )" +
               sideJson(part.ofKey) + "}";
    });
}

} // namespace

std::string whyJson(const ShownState &tokens, const std::vector<std::string> &dimensions, const StepView &view)
{
    StepChoice choice = stepChoice(view);
    choice.asSpelled = true;
    const WhyData data = madeWhy(tokens, dimensions, choice).data;
    const Selection &within = tokens.selection;
    return R"({"block": )" + jsonString(blockName(within.attention, within.layer)) + R"(, "head": )" +
           std::to_string(within.head + 1) + R"(, "query": )" + std::to_string(data.query + 1) + R"(, "key": )" +
           std::to_string(data.key + 1) + ",\n\"title\": " + quotedJson(data.title) +
           ",\n\"parts\": " + partsJson(data) + ",\n\"others\": " + othersJson(data.others, data.othersSum) +
           R"(, "score": )" + stepNumberJson(data.score) + R"(, "scaled": )" + stepNumberJson(data.scaled) +
           R"(, "temperature": )" + stepNumberJson(data.temperature) +
           (data.sink ? R"(, "sink": )" + stepNumberJson(*data.sink) : std::string()) + R"(, "made": ")" +
           madeWord(data.made) + R"(", "weight": )" + stepNumberJson(data.weight) +
           ",\n\"keys\": " + jsonList(data.keys, keyJson) + R"(, "other_keys": {"count": )" +
           std::to_string(data.restKeys) + R"(, "lowest": )" + stepNumberJson(data.restLow) + R"(, "highest": )" +
           stepNumberJson(data.restHigh) + R"(}, "masked_keys": )" + std::to_string(data.maskedKeys) +
           ",\n\"notes\": " + jsonList(data.notes, quotedJson) + "}";
}

} // namespace regard

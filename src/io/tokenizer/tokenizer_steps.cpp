#include "io/tokenizer/tokenizer_steps.h"

#include <map>
#include <optional>
#include <string>

#include "engine/base/message.h"
#include "text/split_pattern.h"

namespace regard {

namespace {

NormalStep bertStep(const TokenizerField &field)
{
    NormalStep step;
    step.kind = NormalStep::Kind::Bert;
    step.cleans = field.at("clean_text").flag(true);
    step.separatesChinese = field.at("handle_chinese_chars").flag(true);
    step.lowercases = field.at("lowercase").flag(true);
    step.stripsAccents = field.at("strip_accents").flag(step.lowercases);
    return step;
}

NormalStep replaceStep(const TokenizerField &field)
{
    NormalStep step;
    step.kind = NormalStep::Kind::Replace;
    const TokenizerField pattern = field.at("pattern");
    if (!pattern.at("Regex").isNull())
        pattern.fail(Message::tr("regular expressions in \"Replace\" are not supported"));
    step.from = pattern.at("String").text();
    step.to = field.at("content").text();
    return step;
}

void addNormalSteps(const TokenizerField &field, std::vector<NormalStep> &steps)
{
    static const std::map<std::string, NormalStep::Kind> plain{
        {"NFC", NormalStep::Kind::Nfc},
        {"NFD", NormalStep::Kind::Nfd},
        {"NFKC", NormalStep::Kind::Nfkc},
        {"NFKD", NormalStep::Kind::Nfkd},
        {"Lowercase", NormalStep::Kind::Lowercase},
        {"StripAccents", NormalStep::Kind::StripAccents},
    };
    if (field.isNull())
        return;
    const std::string type = field.at("type").text();
    if (const auto found = plain.find(type); found != plain.end())
        steps.push_back({.kind = found->second});
    else if (type == "BertNormalizer")
        steps.push_back(bertStep(field));
    else if (type == "Replace")
        steps.push_back(replaceStep(field));
    else if (type == "Prepend")
        steps.push_back({.kind = NormalStep::Kind::Prepend, .to = field.at("prepend").text()});
    else if (type == "Sequence")
        for (const TokenizerField &part : field.at("normalizers").items())
            addNormalSteps(part, steps);
    else
        field.fail(Message::tr("the normalizer \"%1\" is not supported", {type}));
}

SplitStep patternStep(const TokenizerField &field)
{
    const TokenizerField pattern = field.at("pattern");
    const std::string regex = pattern.at("Regex").text();
    const std::optional<SplitPattern> known = knownSplitPattern(regex);
    if (!known)
        pattern.fail(Message::tr("the splitting pattern is none of GPT-2's, Llama 3's and Qwen 2's: %1", {regex}));
    // Each of them matches every character, so that keeping the matches and cutting around them is the same.
    const std::string behavior = field.at("behavior").text();
    const bool inverted = field.at("invert").flag(false);
    if (behavior != (inverted ? "Removed" : "Isolated"))
        field.fail(Message::tr("the behavior \"%1\" is not supported", {behavior}));
    return {.kind = SplitStep::Kind::Pattern, .pattern = *known};
}

SplitStep metaspaceStep(const TokenizerField &field)
{
    SplitStep step{.kind = SplitStep::Kind::Metaspace};
    step.mark = field.at("replacement").text();
    step.splits = field.at("split").flag(true);
    const TokenizerField scheme = field.at("prepend_scheme");
    const std::string prefix = scheme.text(field.at("add_prefix_space").flag(true) ? "always" : "never");
    if (prefix == "always")
        step.prefix = SplitStep::Prefix::Always;
    else if (prefix == "first")
        step.prefix = SplitStep::Prefix::First;
    else if (prefix == "never")
        step.prefix = SplitStep::Prefix::Never;
    else
        scheme.fail(Message::tr("\"%1\" is not supported, but always, first and never are", {prefix}));
    return step;
}

void addSplitSteps(const TokenizerField &field, std::vector<SplitStep> &steps)
{
    if (field.isNull())
        return;
    const std::string type = field.at("type").text();
    if (type == "BertPreTokenizer") {
        steps.push_back({.kind = SplitStep::Kind::Bert});
    } else if (type == "Split") {
        steps.push_back(patternStep(field));
    } else if (type == "Digits") {
        steps.push_back({.kind = SplitStep::Kind::Digits, .eachDigit = field.at("individual_digits").flag(false)});
    } else if (type == "ByteLevel") {
        const bool addsSpace = field.at("add_prefix_space").flag(true);
        const bool splits = field.at("use_regex").flag(true);
        if (splits)
            steps.push_back({.kind = SplitStep::Kind::Pattern, .addsSpace = addsSpace});
        steps.push_back({.kind = SplitStep::Kind::ByteLevel, .addsSpace = addsSpace && !splits});
    } else if (type == "Metaspace") {
        steps.push_back(metaspaceStep(field));
    } else if (type == "Sequence") {
        for (const TokenizerField &part : field.at("pretokenizers").items())
            addSplitSteps(part, steps);
    } else {
        field.fail(Message::tr("the pre-tokenizer \"%1\" is not supported", {type}));
    }
}

} // namespace

std::vector<NormalStep> readNormalSteps(const TokenizerField &field)
{
    constexpr double mostGrowth = 1000;
    std::vector<NormalStep> steps;
    addNormalSteps(field, steps);
    double growth = 1;
    for (const NormalStep &step : steps)
        if (step.kind == NormalStep::Kind::Replace && step.to.size() > step.from.size() && !step.from.empty())
            growth *= double(step.to.size()) / double(step.from.size());
    if (growth > mostGrowth)
        field.fail(Message::tr("its replacements may make a text more than %1 times as long",
                               {std::to_string(int(mostGrowth))}));
    return steps;
}

std::vector<SplitStep> readSplitSteps(const TokenizerField &field)
{
    std::vector<SplitStep> steps;
    addSplitSteps(field, steps);
    return steps;
}

} // namespace regard

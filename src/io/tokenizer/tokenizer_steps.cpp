#include "io/tokenizer/tokenizer_steps.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include <QByteArray>

#include "engine/base/message.h"
#include "io/base/quoted_name.h"
#include "text/base/mapped_text.h"
#include "text/base/tokenizer_error.h"
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

/// A `pattern`: a text, or a regular expression.
std::shared_ptr<const RegularExpression> expressionOf(const TokenizerField &pattern)
{
    const TokenizerField regex = pattern.at("Regex");
    if (regex.isNull())
        return std::make_shared<const RegularExpression>(RegularExpression::ofText(pattern.at("String").text()));
    try {
        return std::make_shared<const RegularExpression>(regex.text());
    } catch (const TokenizerError &error) {
        regex.fail(Message::tr("%1 in the expression %2 is not supported",
                               {quotedName(error.parts()[1], 40), quotedName(error.parts()[0], 200)}));
    }
}

NormalStep replaceStep(const TokenizerField &field)
{
    const TokenizerField pattern = field.at("pattern");
    const std::string to = field.at("content").text();
    const std::string from = pattern.at("String").text("");
    if (!from.empty())
        return {.kind = NormalStep::Kind::Replace, .from = from, .to = to};
    return {.kind = NormalStep::Kind::ReplaceAll, .to = to, .expression = expressionOf(pattern)};
}

NormalStep stripStep(const TokenizerField &field)
{
    return {.kind = NormalStep::Kind::Strip,
            .stripsLeft = field.at("strip_left").flag(false),
            .stripsRight = field.at("strip_right").flag(false)};
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
    else if (type == "Strip")
        steps.push_back(stripStep(field));
    else if (type == "Precompiled")
        steps.push_back({.kind = NormalStep::Kind::Precompiled, .table = readReplacementTable(field)});
    else if (type == "Sequence")
        for (const TokenizerField &part : field.at("normalizers").items())
            addNormalSteps(part, steps);
    else
        field.fail(Message::tr("the normalizer \"%1\" is not supported", {type}));
}

SplitBehavior behaviorOf(const TokenizerField &field)
{
    static const std::map<std::string, SplitBehavior> behaviors{
        {"Removed", SplitBehavior::Removed},
        {"Isolated", SplitBehavior::Isolated},
        {"MergedWithPrevious", SplitBehavior::MergedWithPrevious},
        {"MergedWithNext", SplitBehavior::MergedWithNext},
        {"Contiguous", SplitBehavior::Contiguous},
    };
    const std::string name = field.text("Isolated");
    const auto found = behaviors.find(name);
    if (found == behaviors.end())
        field.fail(Message::tr("the behavior \"%1\" is not supported", {name}));
    return found->second;
}

SplitStep patternStep(const TokenizerField &field)
{
    const TokenizerField pattern = field.at("pattern");
    const SplitBehavior behavior = behaviorOf(field.at("behavior"));
    const bool isInverted = field.at("invert").flag(false);
    const std::optional<SplitPattern> known = knownSplitPattern(pattern.at("Regex").text(""));
    // Each of them matches every character, so that keeping the matches and cutting around them is the same.
    if (known && behavior == (isInverted ? SplitBehavior::Removed : SplitBehavior::Isolated))
        return {.kind = SplitStep::Kind::Pattern, .pattern = *known};
    return {.kind = SplitStep::Kind::Expression,
            .expression = expressionOf(pattern),
            .behavior = behavior,
            .isInverted = isInverted};
}

SplitStep delimiterStep(const TokenizerField &field)
{
    const std::string delimiter = field.at("delimiter").text();
    return {.kind = SplitStep::Kind::Expression,
            .expression = std::make_shared<const RegularExpression>(RegularExpression::ofText(delimiter)),
            .behavior = SplitBehavior::Removed};
}

SplitStep metaspaceStep(const TokenizerField &field)
{
    SplitStep step{.kind = SplitStep::Kind::Metaspace};
    step.mark = field.at("replacement").text();
    if (mappedText(step.mark).size() != 1)
        field.at("replacement").fail(Message::tr("\"%1\" is not one character", {step.mark}));
    step.splits = field.at("split").flag(true);
    const TokenizerField scheme = field.at("prepend_scheme");
    const std::string prefix = scheme.text("always");
    if (!field.at("add_prefix_space").flag(true) && prefix != "never")
        field.at("add_prefix_space").fail(Message::tr("false needs \"never\" as prepend_scheme"));
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
    } else if (type == "CharDelimiterSplit") {
        steps.push_back(delimiterStep(field));
    } else if (type == "Digits") {
        const bool isEach = field.at("individual_digits").flag(false);
        steps.push_back({.kind = SplitStep::Kind::Digits,
                         .behavior = isEach ? SplitBehavior::Isolated : SplitBehavior::Contiguous});
    } else if (type == "Punctuation") {
        steps.push_back({.kind = SplitStep::Kind::Punctuation, .behavior = behaviorOf(field.at("behavior"))});
    } else if (type == "WhitespaceSplit") {
        steps.push_back({.kind = SplitStep::Kind::Spaces, .behavior = SplitBehavior::Removed});
    } else if (type == "Whitespace") {
        steps.push_back({.kind = SplitStep::Kind::Words});
    } else if (type == "UnicodeScripts") {
        steps.push_back({.kind = SplitStep::Kind::Scripts});
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

/// How many times as long a step may make a text.
double growthOf(const NormalStep &step)
{
    switch (step.kind) {
    case NormalStep::Kind::Replace:
        return double(step.to.size()) / double(step.from.size());
    case NormalStep::Kind::ReplaceAll: // at every character, and between any two
        return double(step.to.size()) + 1;
    case NormalStep::Kind::Precompiled:
        return double(step.table->longest());
    default:
        return 1;
    }
}

} // namespace

std::shared_ptr<const ReplacementTable> readReplacementTable(const TokenizerField &field)
{
    const TokenizerField table = field.at("precompiled_charsmap");
    const auto bytes = QByteArray::fromBase64Encoding(QByteArray::fromStdString(table.text()),
                                                      QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes)
        table.fail(Message::tr("is not base64"));
    try {
        return std::make_shared<const ReplacementTable>(bytes.decoded.toStdString());
    } catch (const TokenizerError &) {
        table.fail(Message::tr("is not a table of replacements, or not a complete one"));
    }
}

std::vector<NormalStep> readNormalSteps(const TokenizerField &field)
{
    constexpr double mostGrowth = 1000;
    std::vector<NormalStep> steps;
    addNormalSteps(field, steps);
    double growth = 1;
    for (const NormalStep &step : steps)
        growth *= std::max(growthOf(step), 1.0);
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

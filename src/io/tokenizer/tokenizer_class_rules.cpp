#include "io/tokenizer/tokenizer_class_rules.h"

#include <algorithm>
#include <unordered_map>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/tokenizer/language_codes.h"
#include "io/tokenizer/tokenizer_special_tokens.h"
#include "io/tokenizer/tokenizer_template.h"
#include "io/tokenizer/tokenizer_vocabulary.h"

namespace regard {

namespace {

using RuleKind = TokenizerClass::Kind;
using Prefix = SplitStep::Prefix;

constexpr const char *wordMark = "\u2581";

/// `en_XX`, `eng_Latn`
bool isLanguageCode(const std::string &token)
{
    static const RegularExpression shape("\\A[a-z]{2,3}_[A-Z][A-Za-z]{1,3}\\z");
    return token.size() <= 8 && !shape.matches(mappedText(token)).empty();
}

NormalStep bertRules(const TokenizerSettings &settings)
{
    NormalStep step{.kind = NormalStep::Kind::Bert};
    step.lowercases = settings.flag("do_lower_case", true);
    step.separatesChinese = settings.flag("tokenize_chinese_chars", true);
    step.stripsAccents = settings.flag("strip_accents", step.lowercases);
    return step;
}

std::vector<SplitStep> byteRules(SplitPattern pattern, bool everyWord, const TokenizerSettings &settings)
{
    const bool addsSpace = settings.flag("add_prefix_space", false);
    return {{.kind = SplitStep::Kind::Pattern, .pattern = pattern, .addsSpace = addsSpace && !everyWord},
            {.kind = SplitStep::Kind::ByteLevel, .addsSpace = addsSpace && everyWord}};
}

SplitStep markRule(Prefix prefix, bool splits = true)
{
    return {.kind = SplitStep::Kind::Metaspace, .mark = wordMark, .prefix = prefix, .splits = splits};
}

std::vector<SplitStep> markedWordRules(Prefix prefix)
{
    return {{.kind = SplitStep::Kind::Spaces, .behavior = SplitBehavior::Removed}, markRule(prefix)};
}

NormalStep replacing(const char *from, const char *to)
{
    return {.kind = NormalStep::Kind::Replace, .from = from, .to = to};
}

NormalStep replacingAll(const char *expression, const char *to)
{
    return {.kind = NormalStep::Kind::ReplaceAll,
            .to = to,
            .expression = std::make_shared<const RegularExpression>(expression)};
}

std::vector<NormalStep> tableRules(const std::shared_ptr<const ReplacementTable> &table)
{
    if (!table)
        return {};
    return {{.kind = NormalStep::Kind::Precompiled, .table = table}};
}

std::vector<NormalStep> albertRules(const TokenizerSettings &settings,
                                    const std::shared_ptr<const ReplacementTable> &table)
{
    std::vector<NormalStep> steps{replacing("``", "\""), replacing("''", "\"")};
    if (!settings.flag("keep_accents", false)) {
        steps.push_back({.kind = NormalStep::Kind::Nfkd});
        steps.push_back({.kind = NormalStep::Kind::StripAccents});
    }
    if (settings.flag("do_lower_case", true))
        steps.push_back({.kind = NormalStep::Kind::Lowercase});
    for (const NormalStep &step : tableRules(table))
        steps.push_back(step);
    return steps;
}

std::vector<NormalStep> debertaRules(const TokenizerSettings &settings)
{
    std::vector<NormalStep> steps;
    if (settings.flag("do_lower_case", false))
        steps.push_back({.kind = NormalStep::Kind::Lowercase});
    steps.push_back(replacingAll(R"(\s{2,}|[\n\r\t])", " "));
    steps.push_back({.kind = NormalStep::Kind::Nfc});
    steps.push_back({.kind = NormalStep::Kind::Strip, .stripsLeft = false, .stripsRight = true});
    return steps;
}

/// The place of the unknown token among a unigram model's pieces.
std::size_t unknownPlace(const TokenizerClass &tokenizerClass, const TokenizerSettings &settings,
                         const TokenizerDefinition &definition)
{
    const auto placeOf = [&](const std::string &piece) {
        const auto found = std::find(definition.vocabulary.begin(), definition.vocabulary.end(), piece);
        return std::min(std::size_t(found - definition.vocabulary.begin()), definition.scores.size());
    };
    const std::size_t named = placeOf(namedText("unk_token", settings, tokenizerClass.tokens));
    const bool isThere = named < definition.scores.size();
    switch (tokenizerClass.kind) {
    case RuleKind::Albert:
        return 1;
    case RuleKind::T5:
        return 2;
    case RuleKind::Camembert:
        return isThere ? named : 0;
    case RuleKind::DebertaV2:
        return isThere && definition.scores[named] == 0 ? named : std::size_t(settings.number("unk_id", 1));
    default:
        return 3;
    }
}

} // namespace

void setClassSteps(const TokenizerClass &tokenizerClass, const TokenizerSettings &settings,
                   std::shared_ptr<const ReplacementTable> table, const std::string &name,
                   TokenizerDefinition &definition)
{
    using Step = NormalStep::Kind;
    const auto spacePrefix = [&](Prefix otherwise) {
        return settings.flag("add_prefix_space", true) ? Prefix::Always : otherwise;
    };
    switch (tokenizerClass.kind) {
    case RuleKind::Bert:
    case RuleKind::MpNet:
        definition.normalSteps = {bertRules(settings)};
        definition.splitSteps = {{.kind = SplitStep::Kind::Bert}};
        definition.unknown = namedText("unk_token", settings, tokenizerClass.tokens);
        break;
    case RuleKind::Roberta:
    case RuleKind::Gpt2:
        definition.splitSteps = byteRules(SplitPattern::Gpt2, false, settings);
        break;
    case RuleKind::GptNeoX:
        definition.normalSteps = {{.kind = Step::Nfc}};
        definition.splitSteps = byteRules(SplitPattern::Gpt2, false, settings);
        break;
    case RuleKind::Qwen2:
        definition.normalSteps = {{.kind = Step::Nfc}};
        definition.splitSteps =
            byteRules(SplitPattern::Qwen2, true, settings); // the library asks for a space each word
        break;
    case RuleKind::Llama:
        definition.kind = "SentencePiece";
        definition.byteFallback = true;
        definition.fusesUnknown = true;
        definition.splitSteps = {markRule(!settings.flag("add_prefix_space", true) ? Prefix::Never
                                          : settings.flag("legacy", false)         ? Prefix::Always
                                                                                   : Prefix::First,
                                          false)};
        break;
    case RuleKind::Gemma: // it also cuts at spaces, of which the normalised text has none
        definition.byteFallback = true;
        definition.fusesUnknown = true;
        definition.normalSteps = {replacing(" ", wordMark)};
        definition.unknown = namedText("unk_token", settings, tokenizerClass.tokens);
        break;
    case RuleKind::XlmRoberta:
    case RuleKind::Camembert:
        definition.normalSteps = tableRules(table);
        definition.splitSteps = markedWordRules(spacePrefix(Prefix::Never));
        break;
    case RuleKind::Albert:
        definition.normalSteps = albertRules(settings, table);
        definition.splitSteps = markedWordRules(spacePrefix(Prefix::Never));
        break;
    case RuleKind::T5:
        definition.normalSteps = tableRules(table);
        definition.splitSteps = markedWordRules(Prefix::Always);
        break;
    case RuleKind::MBart:
        definition.splitSteps = markedWordRules(Prefix::Always);
        break;
    case RuleKind::MBart50:
        definition.normalSteps = tableRules(table);
        definition.normalSteps.push_back(replacingAll(" {2,}", " "));
        definition.splitSteps = {markRule(Prefix::Always)};
        break;
    case RuleKind::Nllb:
        definition.normalSteps = tableRules(table);
        if (table)
            definition.normalSteps.push_back(replacingAll(" {2,}", " "));
        definition.splitSteps = {markRule(Prefix::Always)};
        definition.unknown = namedText("unk_token", settings, tokenizerClass.tokens);
        definition.fusesUnknown = true;
        break;
    case RuleKind::DebertaV2:
        definition.normalSteps = debertaRules(settings);
        if (settings.flag("split_by_punct", false))
            definition.splitSteps.push_back({.kind = SplitStep::Kind::Punctuation});
        definition.splitSteps.push_back(markRule(spacePrefix(Prefix::First)));
        break;
    case RuleKind::AsFile:
    case RuleKind::Marian:
    case RuleKind::M2m100:
    case RuleKind::Esm:
    case RuleKind::ByT5:
        break;
    }
    if (definition.model != TokenizerDefinition::Model::Unigram || tokenizerClass.kind == RuleKind::AsFile)
        return;
    const std::size_t unknown = unknownPlace(tokenizerClass, settings, definition);
    if (unknown >= definition.scores.size())
        throw FileError(name, Message::tr("%1 takes piece %2 for unknown characters, but there are only %3 pieces",
                                          {tokenizerClass.name, std::to_string(unknown),
                                           std::to_string(definition.scores.size())}));
    definition.unknown = definition.vocabulary[unknown];
}

void setPieceSteps(const SentencePieceInventory &inventory, const TokenizerSettings &settings,
                   TokenizerDefinition &definition)
{
    const bool isLegacy = settings.flag("legacy", true);
    if (!inventory.replacements.empty())
        definition.normalSteps = tableRules(std::make_shared<const ReplacementTable>(inventory.replacements));
    if (inventory.removesSpaces) {
        definition.normalSteps.push_back(replacingAll(R"(\A +| +\z)", ""));
        definition.normalSteps.push_back(replacingAll(" {2,}", " "));
    }
    if (inventory.marksSpaces)
        definition.normalSteps.push_back(replacing(" ", wordMark));
    if (inventory.addsPrefix && isLegacy)
        definition.normalSteps.push_back(replacingAll("\\A\u2581", "\u2581\u2581"));
    if (inventory.addsPrefix)
        definition.splitSteps = {markRule(isLegacy ? Prefix::Always : Prefix::First, false)};
    std::vector<std::string> own; // pieces that a user added, which stay whole; the longest first
    for (const auto &[id, isSpecial] : inventory.added)
        if (!isSpecial)
            own.push_back(definition.vocabulary[std::size_t(id)]);
    const auto length = [](const std::string &text) { return mappedText(text).size(); };
    std::stable_sort(own.begin(), own.end(),
                     [&](const std::string &a, const std::string &b) { return length(a) > length(b); });
    if (!own.empty())
        definition.splitSteps.push_back(
            {.kind = SplitStep::Kind::Expression,
             .expression = std::make_shared<const RegularExpression>(RegularExpression::ofTexts(own))});
    definition.wholeWordsFirst = !own.empty();
    definition.unknown = inventory.unknown;
    definition.byteFallback = inventory.byteFallback;
    definition.fusesUnknown = true;
}

bool ignoresTemplates(RuleKind kind)
{
    switch (kind) {
    case RuleKind::Bert:
    case RuleKind::Roberta:
    case RuleKind::XlmRoberta:
    case RuleKind::Camembert:
    case RuleKind::T5:
    case RuleKind::MpNet:
    case RuleKind::DebertaV2:
    case RuleKind::GptNeoX:
    case RuleKind::Nllb:
    case RuleKind::MBart:
    case RuleKind::MBart50:
    case RuleKind::Esm:
        return true;
    case RuleKind::AsFile:
    case RuleKind::Gpt2:
    case RuleKind::Qwen2:
    case RuleKind::Llama:
    case RuleKind::Marian:
    case RuleKind::Albert:
    case RuleKind::Gemma:
    case RuleKind::M2m100:
    case RuleKind::ByT5:
        return false;
    }
    return false;
}

void setClassTemplates(const TokenizerClass &tokenizerClass, const TokenizerSettings &settings, const std::string &name,
                       bool isJson, TokenizerDefinition &definition)
{
    using Piece = TemplatePiece::Kind;
    const auto id = [&](const char *key) {
        return requiredToken(key, settings, tokenizerClass.tokens, definition.vocabulary, name);
    };
    const auto idIf = [&](const char *key, const char *flag) {
        const std::string token = namedText(key, settings, tokenizerClass.tokens);
        return !isJson && settings.flag(flag, false) && !token.empty() ? id(key) : -1;
    };
    const auto setLanguages = [&](LanguageCodes known, const std::string &usual, bool isLast) {
        std::vector<std::string> codes = languageCodes(known);
        for (const AddedToken &token : definition.added) // those that somebody taught the model besides
            if (token.isSpecial && isLanguageCode(token.text))
                codes.push_back(token.text);
        definition.languages =
            languageMarks(codes, {}, usual, settings, definition.vocabulary, id("eos_token"), isLast);
    };
    switch (tokenizerClass.kind) {
    case RuleKind::Bert:
        id("unk_token");
        [[fallthrough]];
    case RuleKind::DebertaV2:
        setBertTemplates(id("cls_token"), id("sep_token"), definition);
        break;
    case RuleKind::Albert:
        if (!isJson || definition.single.empty())
            setBertTemplates(id("cls_token"), id("sep_token"), definition);
        break;
    case RuleKind::Roberta:
    case RuleKind::MpNet:
        setRobertaTemplates(id("cls_token"), id("sep_token"), definition);
        break;
    case RuleKind::XlmRoberta:
    case RuleKind::Camembert:
        setRobertaTemplates(id("bos_token"), id("eos_token"), definition);
        break;
    case RuleKind::T5:
    case RuleKind::ByT5: {
        const TemplatePiece end{Piece::Token, id("eos_token"), 0};
        definition.single = {{Piece::First, 0, 0}, end};
        definition.pair = {{Piece::First, 0, 0}, end, {Piece::Second, 0, 0}, end};
        break;
    }
    case RuleKind::Esm: {
        const TemplatePiece begin{Piece::Token, id("cls_token"), 0};
        const TemplatePiece end{Piece::Token, id("eos_token"), 0};
        definition.single = {begin, {Piece::First, 0, 0}, end};
        definition.pair = {begin, {Piece::First, 0, 0}, end, {Piece::Second, 0, 0}, end};
        break;
    }
    case RuleKind::Nllb:
        setLanguages(LanguageCodes::Nllb, "eng_Latn", settings.flag("legacy_behaviour", false));
        break;
    case RuleKind::MBart:
        setLanguages(LanguageCodes::Mbart, "en_XX", true);
        break;
    case RuleKind::MBart50:
        setLanguages(LanguageCodes::Mbart50, "en_XX", false);
        break;
    case RuleKind::Gpt2:
    case RuleKind::Qwen2:
    case RuleKind::Llama:
    case RuleKind::AsFile:
    case RuleKind::Gemma:
    case RuleKind::GptNeoX:
    case RuleKind::Marian:
    case RuleKind::M2m100:
        if (!isJson || ignoresTemplates(tokenizerClass.kind))
            setEndTemplates(idIf("bos_token", "add_bos_token"), idIf("eos_token", "add_eos_token"), definition);
        break;
    }
}

PieceOrder pieceOrder(RuleKind kind, const TokenizerSettings &settings, const TokenDefaults &defaults)
{
    const auto text = [&](const char *key) { return namedText(key, settings, defaults); };
    const auto withMask = [&](std::vector<std::string> tokens) {
        tokens.push_back(text("mask_token"));
        return tokens;
    };
    const auto four = [&](const char *first) {
        return std::vector<std::pair<std::string, double>>{
            {text(first), 0}, {text("pad_token"), 0}, {text("eos_token"), 0}, {text("unk_token"), 0}};
    };
    switch (kind) {
    case RuleKind::Camembert:
        return {{{"<s>NOTUSED", 0},
                 {text("pad_token"), 0},
                 {"</s>NOTUSED", 0},
                 {text("unk_token"), 0},
                 {"<unk>NOTUSED", -100}},
                1,
                withMask({})};
    case RuleKind::XlmRoberta:
        return {four("bos_token"), 3, withMask({})};
    case RuleKind::MBart:
        return {four("bos_token"), 3, withMask(languageCodes(LanguageCodes::Mbart))};
    case RuleKind::MBart50:
        return {four("cls_token"), 3, withMask(languageCodes(LanguageCodes::Mbart50))};
    case RuleKind::T5: {
        PieceOrder order;
        for (const TokenDefault &token : defaults)
            if (token.key.empty())
                order.after.insert(order.after.begin(), token.text);
        return order;
    }
    default:
        return {};
    }
}

LanguageMarks languageMarks(const std::vector<std::string> &codes, const std::pair<std::string, std::string> &around,
                            const std::string &usual, const TokenizerSettings &settings,
                            const std::vector<std::string> &vocabulary, int endId, bool isLast)
{
    LanguageMarks marks;
    marks.source = settings.text("src_lang", usual);
    marks.target = settings.text("tgt_lang", {});
    marks.end = endId;
    marks.isLast = isLast;
    std::unordered_map<std::string, std::string> codeOf; // by its token
    const auto add = [&](const std::string &code) { codeOf.emplace(around.first + code + around.second, code); };
    for (const std::string &code : codes)
        add(code);
    add(marks.source);
    if (!marks.target.empty())
        add(marks.target);
    for (std::size_t id = 0; id < vocabulary.size(); ++id)
        if (const auto found = codeOf.find(vocabulary[id]); found != codeOf.end())
            marks.tokens.emplace_back(found->second, int(id));
    const auto require = [&](const char *key, const std::string &code) {
        const auto isIt = [&](const auto &token) { return token.first == code; };
        if (std::none_of(marks.tokens.begin(), marks.tokens.end(), isIt))
            settings.fail(key, Message::tr("the vocabulary lacks the token %1 of this language",
                                           {quotedToken(around.first + code + around.second)}));
    };
    require("src_lang", marks.source);
    if (!marks.target.empty())
        require("tgt_lang", marks.target);
    return marks;
}

} // namespace regard

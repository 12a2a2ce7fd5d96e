#include "io/tokenizer/tokenizer_json.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/tokenizer/tokenizer_field.h"
#include "io/tokenizer/tokenizer_json_tree.h"
#include "io/tokenizer/tokenizer_steps.h"
#include "io/tokenizer/tokenizer_template.h"
#include "io/tokenizer/tokenizer_vocabulary.h"

namespace regard {

namespace {

std::vector<AddedToken> readAdded(const TokenizerField &field)
{
    std::vector<AddedToken> tokens;
    for (const TokenizerField &item : field.items()) {
        AddedToken &token = tokens.emplace_back();
        token.text = item.at("content").text();
        token.id = item.at("id").whole();
        token.isSpecial = item.at("special").flag(false);
        token.singleWord = item.at("single_word").flag(false);
        token.stripsLeft = item.at("lstrip").flag(false);
        token.stripsRight = item.at("rstrip").flag(false);
        token.isNormalized = item.at("normalized").flag(!token.isSpecial);
    }
    return tokens;
}

/// The model's type; the oldest files leave it out.
std::string modelType(const TokenizerField &model, const TokenizerJsonTree &tree)
{
    if (!model.at("type").isNull())
        return model.at("type").text();
    if (!model.at("max_input_chars_per_word").isNull())
        return "WordPiece";
    return !tree.merges.empty() ? "BPE" : tree.hasVocabulary ? "WordLevel" : "Unigram";
}

void readPairRules(const TokenizerField &model, TokenizerDefinition &definition)
{
    for (const char *affix : {"continuing_subword_prefix", "end_of_word_suffix"}) {
        if (const TokenizerField field = model.at(affix); !field.text("").empty())
            field.fail(Message::tr("\"%1\" is not supported: pieces that are spelled differently inside of a word",
                                   {field.text()}));
    }
    if (const TokenizerField dropout = model.at("dropout"); !dropout.isNull() && dropout.whole() != 0)
        dropout.fail(Message::tr("random merges are not supported"));
    definition.unknown = model.at("unk_token").text("");
    definition.fusesUnknown = model.at("fuse_unk").flag(false);
    definition.byteFallback = model.at("byte_fallback").flag(false);
    definition.wholeWordsFirst = model.at("ignore_merges").flag(false);
}

void readUnigram(const TokenizerField &model, TokenizerJsonTree &tree, bool rules, TokenizerDefinition &definition)
{
    definition.model = TokenizerDefinition::Model::Unigram;
    if (!tree.hasScores)
        model.at("vocab").fail(Message::tr("is not a list of pieces and their scores"));
    if (rules) {
        const TokenizerField unknown = model.at("unk_id");
        if (unknown.isNull())
            unknown.fail(Message::tr("is needed here: the library fails at every character that no piece spells"));
        if (std::size_t(unknown.whole()) >= tree.scores.size())
            unknown.fail(Message::tr("is %1, but there are only %2 pieces",
                                     {std::to_string(unknown.whole()), std::to_string(tree.scores.size())}));
        definition.unknown = tree.scores[std::size_t(unknown.whole())].first;
        definition.byteFallback = model.at("byte_fallback").flag(false);
    }
    for (auto &[piece, score] : tree.scores) {
        definition.scores.push_back(score);
        tree.vocabulary.emplace_back(std::move(piece), std::int64_t(tree.vocabulary.size()));
    }
}

void readModel(const TokenizerField &model, TokenizerJsonTree &tree, bool rules, TokenizerDefinition &definition)
{
    const std::string type = modelType(model, tree);
    if (type == "BPE") {
        definition.model = TokenizerDefinition::Model::PairMerges;
        definition.merges = std::move(tree.merges);
        if (rules)
            readPairRules(model, definition);
    } else if (type == "WordPiece") {
        definition.model = TokenizerDefinition::Model::WordPiece;
        if (rules) {
            definition.unknown = model.at("unk_token").text("[UNK]");
            definition.continuation = model.at("continuing_subword_prefix").text("##");
            definition.longestWord = model.at("max_input_chars_per_word").whole(100);
        }
    } else if (type == "Unigram") {
        readUnigram(model, tree, rules, definition);
        return;
    } else {
        model.fail(Message::tr("the model \"%1\" is not supported, but WordPiece, BPE and Unigram are", {type}));
    }
    if (!tree.hasVocabulary)
        model.at("vocab").fail(Message::tr("is not an object of tokens and ids"));
}

/// The first table of replacements of a normalizer, or of those in its list.
std::shared_ptr<const ReplacementTable> ownTable(const TokenizerField &normalizer)
{
    if (normalizer.isNull())
        return nullptr;
    const bool isList = normalizer.at("type").text("") == "Sequence";
    for (const TokenizerField &step : isList ? normalizer.at("normalizers").items() : std::vector{normalizer})
        if (step.at("type").text("") == "Precompiled")
            return readReplacementTable(step);
    return nullptr;
}

} // namespace

TokenizerJson readTokenizerJson(std::string_view text, const std::string &name, TokenizerJsonParts parts)
{
    TokenizerJsonTree tree = readTokenizerTree(text, name);
    const TokenizerField root(&tree.root, {}, name);
    if (!root.isObject())
        root.fail(Message::tr("is %1, not an object", {tree.root.described()}));
    TokenizerJson json;
    readModel(root.at("model"), tree, parts.steps, json.definition);
    if (parts.steps) {
        json.definition.normalSteps = readNormalSteps(root.at("normalizer"));
        json.definition.splitSteps = readSplitSteps(root.at("pre_tokenizer"));
    } else {
        json.table = ownTable(root.at("normalizer"));
    }
    json.hasTemplates = !root.at("post_processor").isNull();
    if (parts.templates)
        readTemplates(root.at("post_processor"), json.definition);
    json.definition.added = readAdded(root.at("added_tokens"));
    json.vocabulary = std::move(tree.vocabulary);
    return json;
}

TokenizerDefinition parseTokenizerJson(std::string_view text, const std::string &name)
{
    TokenizerJson json = readTokenizerJson(text, name);
    OrderedVocabulary ordered = orderedVocabulary(std::move(json.vocabulary), json.definition.added, name);
    json.definition.vocabulary = std::move(ordered.pieces);
    json.definition.addedOnly = std::move(ordered.addedOnly);
    return std::move(json.definition);
}

} // namespace regard

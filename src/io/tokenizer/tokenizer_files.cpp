#include "io/tokenizer/tokenizer_files.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/tokenizer/tokenizer_building.h"
#include "io/tokenizer/tokenizer_class.h"
#include "io/tokenizer/tokenizer_json.h"
#include "io/tokenizer/tokenizer_json_tree.h"
#include "io/tokenizer/tokenizer_settings.h"
#include "io/tokenizer/tokenizer_special_tokens.h"
#include "io/tokenizer/tokenizer_template.h"
#include "io/tokenizer/tokenizer_text_files.h"
#include "io/tokenizer/tokenizer_vocabulary.h"

namespace regard {

namespace {

using Built = std::shared_ptr<const TrainedTokenizer>;
using ClassKind = TokenizerClass::Kind;
using NumberedTokens = std::vector<std::pair<std::string, std::int64_t>>;

/// A tokenizer's file: its path as errors name it, and its bytes.
struct File {
    std::string name;
    std::string bytes;
};

class Folder {
public:
    Folder(const QString &path, std::string modelType)
        : m_directory(path), m_modelType(std::move(modelType)), m_settings(path)
    {
    }

    Built read();

private:
    bool has(const char *name) const { return QFileInfo::exists(m_directory.filePath(QString::fromLatin1(name))); }
    File file(const char *name) const
    {
        const QString path = m_directory.filePath(QString::fromLatin1(name));
        return {path.toStdString(), storedFileBytes(path, Message::tr("a tokenizer's file"))};
    }

    Built readJson(const File &json) const;
    Built readWordPieces() const;
    Built readBytePairs() const;
    Built readPieces();
    Built readMarian() const;

    void setVocabulary(NumberedTokens tokens, const std::string &name, TokenizerDefinition &definition) const;
    void setSteps(TokenizerDefinition &definition) const;
    void setTemplates(const std::string &name, bool hasTemplates, TokenizerDefinition &definition) const;
    void setEnds(const std::string &name, TokenizerDefinition &definition) const;
    void finish(const std::string &name, bool hasTemplates, TokenizerDefinition &definition) const;

    QDir m_directory;
    std::string m_modelType;
    TokenizerSettings m_settings;
    TokenizerClass m_class;
};

/// The files besides tokenizer.json from which a class can be built.
const char *otherTokenizerFiles(ClassKind kind)
{
    switch (kind) {
    case ClassKind::Bert:
        return "vocab.txt";
    case ClassKind::Roberta:
    case ClassKind::Gpt2:
    case ClassKind::Qwen2:
        return "vocab.json, merges.txt";
    case ClassKind::Llama:
    case ClassKind::AsFile:
        return "tokenizer.model";
    case ClassKind::Marian:
        return "source.spm, target.spm, vocab.json";
    }
    return "";
}

Built Folder::read()
{
    std::optional<File> json;
    if (has("tokenizer.json"))
        json = file("tokenizer.json");
    const TokenizerSources sources{.json = json.has_value(),
                                   .isByteLevel = json && json->bytes.find("\"ByteLevel\"") != std::string::npos,
                                   .lines = has("vocab.txt"),
                                   .pairs = has("vocab.json") && has("merges.txt"),
                                   .pieces = has("tokenizer.model"),
                                   .translation = has("source.spm")};
    if (!sources.any())
        throw FileError(m_directory.path().toStdString(),
                        Message::tr("has no tokenizer: neither tokenizer.json nor vocab.txt, vocab.json with "
                                    "merges.txt, tokenizer.model, or source.spm with target.spm and vocab.json"));
    m_class = tokenizerClass(m_modelType, m_settings, sources);
    if (m_modelType == "mistral" && m_settings.flag("fix_mistral_regex", false))
        m_settings.refuse("fix_mistral_regex", Message::tr("another splitting pattern is not supported"));
    switch (m_class.kind) {
    case ClassKind::Marian:
        return readMarian();
    case ClassKind::Bert:
        if (!json && sources.lines)
            return readWordPieces();
        break;
    case ClassKind::Roberta:
    case ClassKind::Gpt2:
    case ClassKind::Qwen2:
        if (!json && sources.pairs)
            return readBytePairs();
        break;
    case ClassKind::Llama:
    case ClassKind::AsFile:
        if (!json && sources.pieces)
            return readPieces();
        break;
    }
    if (json)
        return readJson(*json);
    std::string reason = Message::tr("lacks what the tokenizer class %1 is made of: tokenizer.json, or %2",
                                     {m_class.name, otherTokenizerFiles(m_class.kind)});
    if (const ReadingClass other = classThatReads(m_modelType, sources); !other.name.empty())
        reason += Message::tr("; %1 as tokenizer_class in tokenizer_config.json reads what the folder has: %2",
                              {other.name, other.files});
    throw FileError(m_directory.path().toStdString(), reason);
}

/// The vocabulary in order, with the added tokens of `definition` and those to which the settings give ids.
void Folder::setVocabulary(NumberedTokens tokens, const std::string &name, TokenizerDefinition &definition) const
{
    definition.added =
        addedTokens(std::move(definition.added), m_settings, m_class.tokens, m_class.kind != ClassKind::AsFile);
    OrderedVocabulary ordered = orderedVocabulary(std::move(tokens), definition.added, name);
    definition.vocabulary = std::move(ordered.pieces);
    definition.addedOnly = std::move(ordered.addedOnly);
}

/// Special tokens by name, templates, and the settings that apply to every kind of tokenizer. `hasTemplates`: those of
/// tokenizer.json are already set.
void Folder::finish(const std::string &name, bool hasTemplates, TokenizerDefinition &definition) const
{
    addSpecialTokens(m_settings, m_class.tokens, definition.vocabulary, definition.added, &definition.addedOnly);
    if (m_class.kind == ClassKind::Qwen2) {
        // The library adds them again, by their spelling alone.
        for (const AddedToken &token : m_settings.special(m_class.tokens)) {
            const auto same = [&](const AddedToken &other) { return other.text == token.text; };
            const auto found = std::find_if(definition.added.begin(), definition.added.end(), same);
            if (found != definition.added.end())
                *found = {.text = found->text, .id = found->id, .isSpecial = true};
        }
    }
    setTemplates(name, hasTemplates, definition);
    if (!m_settings.givesTypes(m_class.givesTypes)) {
        for (std::vector<TemplatePiece> *pieces : {&definition.single, &definition.pair})
            for (TemplatePiece &piece : *pieces)
                piece.type = 0;
    }
    definition.splitsSpecial = m_settings.flag("split_special_tokens", false);
    NamedTokens named = namedTokens(m_settings, m_class.tokens, definition.vocabulary);
    definition.maskToken = std::move(named.mask);
    definition.endToken = std::move(named.end);
    definition.padToken = std::move(named.pad);
}

/// For the classes that have templates of their own, whatever tokenizer.json says; else, where there is none,
/// add_bos_token and add_eos_token.
void Folder::setTemplates(const std::string &name, bool hasTemplates, TokenizerDefinition &definition) const
{
    const auto id = [&](const char *key) {
        return requiredToken(key, m_settings, m_class.tokens, definition.vocabulary, name);
    };
    if (m_class.kind == ClassKind::Bert) {
        id("unk_token");
        setBertTemplates(id("cls_token"), id("sep_token"), definition);
    } else if (m_class.kind == ClassKind::Roberta) {
        setRobertaTemplates(id("cls_token"), id("sep_token"), definition);
    } else if (!hasTemplates) {
        setEnds(name, definition);
    }
}

void Folder::setEnds(const std::string &name, TokenizerDefinition &definition) const
{
    const auto idOf = [&](const char *key, const char *flag) {
        const std::string token = namedText(key, m_settings, m_class.tokens);
        return m_settings.flag(flag, false) && !token.empty()
                   ? requiredToken(key, m_settings, m_class.tokens, definition.vocabulary, name)
                   : -1;
    };
    setEndTemplates(idOf("bos_token", "add_bos_token"), idOf("eos_token", "add_eos_token"), definition);
}

/// The library class's processing of every text, and the rules of its model.
void Folder::setSteps(TokenizerDefinition &definition) const
{
    const auto bytes = [&](SplitPattern pattern, bool everyWord) {
        const bool addsSpace = m_settings.flag("add_prefix_space", false);
        definition.splitSteps = {
            {.kind = SplitStep::Kind::Pattern, .pattern = pattern, .addsSpace = addsSpace && !everyWord},
            {.kind = SplitStep::Kind::ByteLevel, .addsSpace = addsSpace && everyWord}};
    };
    switch (m_class.kind) {
    case ClassKind::Bert: {
        NormalStep step{.kind = NormalStep::Kind::Bert};
        step.lowercases = m_settings.flag("do_lower_case", true);
        step.separatesChinese = m_settings.flag("tokenize_chinese_chars", true);
        step.stripsAccents = m_settings.flag("strip_accents", step.lowercases);
        definition.normalSteps = {step};
        definition.splitSteps = {{.kind = SplitStep::Kind::Bert}};
        definition.unknown = m_settings.token("unk_token", "[UNK]");
        break;
    }
    case ClassKind::Roberta:
    case ClassKind::Gpt2:
        bytes(SplitPattern::Gpt2, false);
        break;
    case ClassKind::Qwen2:
        definition.normalSteps = {{.kind = NormalStep::Kind::Nfc}};
        bytes(SplitPattern::Qwen2, true); // the library asks for the space at each word
        break;
    case ClassKind::Llama: {
        definition.kind = "SentencePiece";
        definition.byteFallback = true;
        definition.fusesUnknown = true;
        const auto prefix = !m_settings.flag("add_prefix_space", true) ? SplitStep::Prefix::Never
                            : m_settings.flag("legacy", false)         ? SplitStep::Prefix::Always
                                                                       : SplitStep::Prefix::First;
        definition.splitSteps = {
            {.kind = SplitStep::Kind::Metaspace, .mark = "\u2581", .prefix = prefix, .splits = false}};
        break;
    }
    case ClassKind::AsFile:
    case ClassKind::Marian:
        break;
    }
}

Built Folder::readJson(const File &json) const
{
    using Model = TokenizerDefinition::Model;
    const bool isRebuilt = m_class.kind != ClassKind::AsFile;
    const bool hasTemplates = m_class.kind == ClassKind::Bert || m_class.kind == ClassKind::Roberta;
    TokenizerJson read = readTokenizerJson(json.bytes, json.name, {!isRebuilt, !hasTemplates});
    TokenizerDefinition &definition = read.definition;
    if (isRebuilt && (definition.model == Model::WordPiece) != (m_class.kind == ClassKind::Bert))
        m_settings.failClass(Message::tr(
            "%1 does not go with the model of tokenizer.json, which is %2; %3 in its "
            "place reads it",
            {m_class.name, definition.model == Model::WordPiece ? "WordPiece" : "BPE", "PreTrainedTokenizerFast"}));
    setVocabulary(std::move(read.vocabulary), json.name, definition);
    setSteps(definition);
    finish(json.name, true, definition);
    return builtTokenizer(std::move(definition), json.name);
}

/// The tokens of a vocabulary whose line numbers are the ids.
NumberedTokens numbered(std::vector<std::string> lines)
{
    NumberedTokens tokens;
    tokens.reserve(lines.size());
    for (std::string &line : lines)
        tokens.emplace_back(std::move(line), std::int64_t(tokens.size()));
    return tokens;
}

Built Folder::readWordPieces() const
{
    const File lines = file("vocab.txt");
    m_settings.refuse("vocab", Message::tr("a vocabulary of its own is not supported"));
    TokenizerDefinition definition;
    setVocabulary(numbered(parseVocabularyText(lines.bytes, lines.name)), lines.name, definition);
    setSteps(definition);
    finish(lines.name, false, definition);
    return builtTokenizer(std::move(definition), lines.name);
}

Built Folder::readBytePairs() const
{
    const File json = file("vocab.json");
    const File lines = file("merges.txt");
    for (const char *key : {"vocab", "merges"})
        m_settings.refuse(key, Message::tr("a vocabulary of its own is not supported"));
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::PairMerges;
    setVocabulary(readVocabularyJson(json.bytes, json.name), json.name, definition);
    definition.merges = parseMergesText(lines.bytes, lines.name);
    setSteps(definition);
    finish(json.name, false, definition);
    return builtTokenizer(std::move(definition), lines.name);
}

Built Folder::readPieces()
{
    const File model = file("tokenizer.model");
    SentencePieceInventory inventory = sentencePieces(model.bytes, model.name);
    if (!inventory.isPairMerges)
        throw FileError(model.name, Message::tr("a unigram model is not supported here, but byte-pair encoding is"));
    TokenizerDefinition definition;
    definition.kind = "SentencePiece";
    definition.model = TokenizerDefinition::Model::PairMerges;
    definition.merges = pieceMerges(inventory.pieces, model.name);
    std::vector<AddedToken> own;
    for (const auto &[id, isSpecial] : inventory.added) {
        AddedToken &token = own.emplace_back();
        token.text = inventory.pieces[std::size_t(id)];
        token.id = id;
        token.isSpecial = isSpecial;
    }
    if (m_class.kind == ClassKind::AsFile)
        m_class.tokens = {inventory.named.begin(), inventory.named.end()};
    setVocabulary(numbered(std::move(inventory.pieces)), model.name, definition);
    setSteps(definition);
    if (m_class.kind == ClassKind::AsFile) {
        if (inventory.normalizes)
            throw FileError(model.name, Message::tr("a model that normalises its text is not supported here"));
        definition.normalSteps = {{.kind = NormalStep::Kind::Replace, .from = " ", .to = "\u2581"}};
        definition.unknown = inventory.unknown;
        definition.byteFallback = inventory.byteFallback;
        definition.fusesUnknown = true;
    }
    // The model's own ones count where the files name no others.
    if (!m_settings.hasMore()) {
        for (const AddedToken &token : own) {
            const auto same = [&](const AddedToken &other) { return other.text == token.text; };
            if (std::none_of(definition.added.begin(), definition.added.end(), same))
                definition.added.push_back(token);
        }
    }
    finish(model.name, false, definition);
    return builtTokenizer(std::move(definition), model.name);
}

Built Folder::readMarian() const
{
    const File json = file("vocab.json");
    File source = file("source.spm");
    File target = file("target.spm");
    m_settings.refuse("separate_vocabs", Message::tr("a vocabulary of the target's own is not supported"));
    m_settings.refuse("sp_model_kwargs", Message::tr("pieces that are drawn at random are not supported"));
    sentencePieces(source.bytes, source.name);
    sentencePieces(target.bytes, target.name);
    SentencePieceDefinition definition;
    definition.source = std::move(source.bytes);
    definition.target = std::move(target.bytes);
    definition.added = addedTokens({}, m_settings, m_class.tokens, true);
    definition.vocabulary =
        orderedVocabulary(readVocabularyJson(json.bytes, json.name), definition.added, json.name).pieces;
    definition.unknown = m_settings.token("unk_token", "<unk>");
    definition.languageCodes = true;
    const int end = requiredToken("eos_token", m_settings, m_class.tokens, definition.vocabulary, json.name);
    using Piece = TemplatePiece::Kind;
    definition.single = {{Piece::First, 0, 0}, {Piece::Token, end, 0}};
    definition.pair = {{Piece::First, 0, 0}, {Piece::Second, 0, 1}, {Piece::Token, end, 1}};
    addSpecialTokens(m_settings, m_class.tokens, definition.vocabulary, definition.added);
    if (m_settings.flag("split_special_tokens", false))
        definition.added.clear(); // no token is searched for in a text
    NamedTokens named = namedTokens(m_settings, m_class.tokens, definition.vocabulary);
    definition.maskToken = std::move(named.mask);
    definition.endToken = std::move(named.end);
    definition.padToken = std::move(named.pad);
    return builtTokenizer(std::move(definition), json.name);
}

} // namespace

Built readTokenizer(const QString &folder, const std::string &modelType)
{
    return Folder(folder, modelType).read();
}

} // namespace regard

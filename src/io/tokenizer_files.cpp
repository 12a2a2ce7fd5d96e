#include "io/tokenizer_files.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include <QDir>
#include <QFileInfo>

#include "engine/message.h"
#include "io/file_bytes.h"
#include "io/file_error.h"
#include "io/tokenizer_building.h"
#include "io/tokenizer_json.h"
#include "io/tokenizer_json_tree.h"
#include "io/tokenizer_settings.h"
#include "io/tokenizer_special_tokens.h"
#include "io/tokenizer_template.h"
#include "io/tokenizer_text_files.h"
#include "io/tokenizer_vocabulary.h"
#include "text/piece_pairs.h"

namespace regard {

namespace {

using Built = std::shared_ptr<const TrainedTokenizer>;
using NumberedTokens = std::vector<std::pair<std::string, std::int64_t>>;

const TokenDefaults bertTokens{{"unk_token", "[UNK]"},
                               {"sep_token", "[SEP]"},
                               {"pad_token", "[PAD]"},
                               {"cls_token", "[CLS]"},
                               {"mask_token", "[MASK]"}};
const TokenDefaults robertaTokens{{"bos_token", "<s>"},    {"eos_token", "</s>"},  {"sep_token", "</s>"},
                                  {"cls_token", "<s>"},    {"unk_token", "<unk>"}, {"pad_token", "<pad>"},
                                  {"mask_token", "<mask>"}};
const TokenDefaults gpt2Tokens{
    {"unk_token", "<|endoftext|>"}, {"bos_token", "<|endoftext|>"}, {"eos_token", "<|endoftext|>"}};
const TokenDefaults llamaTokens{{"unk_token", "<unk>"}, {"bos_token", "<s>"}, {"eos_token", "</s>"}};
const TokenDefaults marianTokens{{"unk_token", "<unk>"}, {"eos_token", "</s>"}, {"pad_token", "<pad>"}};

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

    Built read() const;

private:
    bool has(const char *name) const { return QFileInfo::exists(m_directory.filePath(QString::fromLatin1(name))); }
    File file(const char *name) const
    {
        const QString path = m_directory.filePath(QString::fromLatin1(name));
        return {path.toStdString(), storedFileBytes(path, Message::tr("a tokenizer's file"))};
    }
    bool isClass(std::initializer_list<const char *> classes) const;

    Built readJson() const;
    Built readWordPieces() const;
    Built readBytePairs() const;
    Built readLlamaPieces() const;
    Built readMarian() const;

    void setVocabulary(NumberedTokens tokens, const std::string &name, TokenizerDefinition &definition) const;
    void finish(const TokenDefaults &defaults, TokenizerDefinition &definition) const;
    void setEnds(const TokenDefaults &defaults, bool addsBegin, const std::string &name,
                 TokenizerDefinition &definition) const;
    void applySettings(TokenizerDefinition &definition) const;

    QDir m_directory;
    std::string m_modelType;
    TokenizerSettings m_settings;
};

Built Folder::read() const
{
    if (m_modelType == "marian" && has("source.spm"))
        return readMarian();
    if (has("tokenizer.json"))
        return readJson();
    if (has("vocab.txt"))
        return readWordPieces();
    if (has("vocab.json") && has("merges.txt"))
        return readBytePairs();
    if (has("tokenizer.model"))
        return readLlamaPieces();
    throw FileError(m_directory.path().toStdString(),
                    Message::tr("has no tokenizer: neither tokenizer.json nor vocab.txt, vocab.json with merges.txt, "
                                "tokenizer.model, or source.spm with target.spm and vocab.json"));
}

bool Folder::isClass(std::initializer_list<const char *> classes) const
{
    for (const char *name : classes) {
        if (m_settings.tokenizerClass() == name)
            return true;
    }
    return false;
}

/// A vocabulary without tokenizer.json, and the added tokens that the settings number.
void Folder::setVocabulary(NumberedTokens tokens, const std::string &name, TokenizerDefinition &definition) const
{
    definition.added = m_settings.added();
    OrderedVocabulary ordered = orderedVocabulary(std::move(tokens), definition.added, name);
    definition.vocabulary = std::move(ordered.pieces);
    definition.addedOnly = std::move(ordered.addedOnly);
}

/// Special tokens by name.
void Folder::finish(const TokenDefaults &defaults, TokenizerDefinition &definition) const
{
    addSpecialTokens(m_settings, defaults, definition.vocabulary, definition.added);
    NamedTokens named = namedTokens(m_settings, defaults, definition.vocabulary);
    definition.maskToken = std::move(named.mask);
    definition.endToken = std::move(named.end);
    definition.padToken = std::move(named.pad);
}

/// add_bos_token and add_eos_token.
void Folder::setEnds(const TokenDefaults &defaults, bool addsBegin, const std::string &name,
                     TokenizerDefinition &definition) const
{
    const auto idOf = [&](const char *key, bool adds) {
        const bool named = adds && (!defaults.empty() || !m_settings.token(key).empty());
        return named ? requiredToken(key, m_settings, defaults, definition.vocabulary, name) : -1;
    };
    setEndTemplates(idOf("bos_token", m_settings.flag("add_bos_token", addsBegin)),
                    idOf("eos_token", m_settings.flag("add_eos_token", false)), definition);
}

/// What tokenizer_config.json says outweighs tokenizer.json in the classes that the transformers library has for it.
void Folder::applySettings(TokenizerDefinition &definition) const
{
    if (isClass({"BertTokenizer", "DistilBertTokenizer"})) {
        for (NormalStep &step : definition.normalSteps) {
            if (step.kind != NormalStep::Kind::Bert)
                continue;
            const bool followed = step.stripsAccents == step.lowercases;
            step.lowercases = m_settings.flag("do_lower_case", step.lowercases);
            step.separatesChinese = m_settings.flag("tokenize_chinese_chars", step.separatesChinese);
            step.stripsAccents = m_settings.flag("strip_accents", followed ? step.lowercases : step.stripsAccents);
        }
    }
    if (isClass({"GPT2Tokenizer", "RobertaTokenizer", "BartTokenizer"}) && m_settings.hasFlag("add_prefix_space")) {
        for (SplitStep &step : definition.splitSteps) {
            if (step.kind == SplitStep::Kind::Pattern)
                step.addsSpace = m_settings.flag("add_prefix_space", step.addsSpace);
        }
    }
}

Built Folder::readJson() const
{
    const File json = file("tokenizer.json");
    TokenizerDefinition definition = parseTokenizerJson(json.bytes, json.name);
    finish({}, definition);
    applySettings(definition);
    const bool decoder =
        m_modelType == "gpt2" || m_modelType == "llama" || m_modelType == "mistral" || m_modelType == "qwen2";
    if (decoder && (m_settings.hasFlag("add_bos_token") || m_settings.hasFlag("add_eos_token")))
        setEnds({}, false, json.name, definition);
    return builtTokenizer(std::move(definition), json.name);
}

/// The tokens of a vocabulary that a file numbers by its lines.
NumberedTokens numbered(std::vector<std::string> lines)
{
    NumberedTokens tokens;
    tokens.reserve(lines.size());
    for (std::string &line : lines)
        tokens.emplace_back(std::move(line), static_cast<std::int64_t>(tokens.size()));
    return tokens;
}

Built Folder::readWordPieces() const
{
    const File lines = file("vocab.txt");
    TokenizerDefinition definition;
    setVocabulary(numbered(parseVocabularyText(lines.bytes, lines.name)), lines.name, definition);
    definition.unknown = m_settings.token("unk_token", "[UNK]");
    NormalStep step{.kind = NormalStep::Kind::Bert};
    step.lowercases = m_settings.flag("do_lower_case", true);
    step.separatesChinese = m_settings.flag("tokenize_chinese_chars", true);
    step.stripsAccents = m_settings.flag("strip_accents", step.lowercases);
    definition.normalSteps = {step};
    definition.splitSteps = {{.kind = SplitStep::Kind::Bert}};
    const auto idOf = [&](const char *key) {
        return requiredToken(key, m_settings, bertTokens, definition.vocabulary, lines.name);
    };
    setBertTemplates(idOf("cls_token"), idOf("sep_token"), definition);
    finish(bertTokens, definition);
    return builtTokenizer(std::move(definition), lines.name);
}

Built Folder::readBytePairs() const
{
    const File json = file("vocab.json");
    const File lines = file("merges.txt");
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::PairMerges;
    setVocabulary(readVocabularyJson(json.bytes, json.name), json.name, definition);
    definition.merges = parseMergesText(lines.bytes, lines.name);
    const bool qwen = m_modelType == "qwen2";
    if (qwen)
        definition.normalSteps = {{.kind = NormalStep::Kind::Nfc}};
    definition.splitSteps = {{.kind = SplitStep::Kind::Pattern,
                              .pattern = qwen ? SplitPattern::Qwen2 : SplitPattern::Gpt2,
                              .addsSpace = m_settings.flag("add_prefix_space", false)},
                             {.kind = SplitStep::Kind::ByteLevel}};
    const bool roberta = m_modelType == "roberta" || m_modelType == "bart";
    const TokenDefaults &defaults = roberta ? robertaTokens : gpt2Tokens;
    if (roberta) {
        const auto idOf = [&](const char *key) {
            return requiredToken(key, m_settings, defaults, definition.vocabulary, json.name);
        };
        setRobertaTemplates(idOf("cls_token"), idOf("sep_token"), definition);
    } else {
        setEnds(defaults, false, json.name, definition);
    }
    finish(defaults, definition);
    return builtTokenizer(std::move(definition), lines.name);
}

Built Folder::readLlamaPieces() const
{
    const File model = file("tokenizer.model");
    SentencePieceInventory inventory = sentencePieces(model.bytes, model.name);
    if (!inventory.isPairMerges)
        throw FileError(model.name, Message::tr("a unigram model is not supported here, but byte-pair encoding is"));
    TokenizerDefinition definition;
    definition.kind = "SentencePiece";
    definition.model = TokenizerDefinition::Model::PairMerges;
    definition.merges = mergesOfPieces(inventory.pieces);
    definition.byteFallback = true;
    definition.fusesUnknown = true;
    setVocabulary(numbered(std::move(inventory.pieces)), model.name, definition);
    // As the transformers library reads such a file: a word begins at each ▁, which stands at the text's beginning too.
    const auto prefix = !m_settings.flag("add_prefix_space", true) ? SplitStep::Prefix::Never
                        : m_settings.flag("legacy", false)         ? SplitStep::Prefix::Always
                                                                   : SplitStep::Prefix::First;
    definition.splitSteps = {{.kind = SplitStep::Kind::Metaspace, .mark = "\u2581", .prefix = prefix, .splits = false}};
    finish(llamaTokens, definition);
    for (const int control : inventory.controls) {
        AddedToken token;
        token.text = definition.vocabulary[static_cast<std::size_t>(control)];
        token.id = control;
        token.isSpecial = true;
        const auto same = [&](const AddedToken &other) { return other.id == token.id; };
        if (std::none_of(definition.added.begin(), definition.added.end(), same))
            definition.added.push_back(token);
    }
    setEnds(llamaTokens, true, model.name, definition);
    return builtTokenizer(std::move(definition), model.name);
}

Built Folder::readMarian() const
{
    const File json = file("vocab.json");
    File source = file("source.spm");
    File target = file("target.spm");
    if (m_settings.flag("separate_vocabs", false))
        throw FileError(m_directory.filePath(QStringLiteral("tokenizer_config.json")).toStdString(),
                        Message::tr("separate_vocabs: a vocabulary of the target's own is not supported"));
    sentencePieces(source.bytes, source.name);
    sentencePieces(target.bytes, target.name);
    SentencePieceDefinition definition;
    definition.source = std::move(source.bytes);
    definition.target = std::move(target.bytes);
    definition.added = m_settings.added();
    definition.vocabulary =
        orderedVocabulary(readVocabularyJson(json.bytes, json.name), definition.added, json.name).pieces;
    definition.unknown = m_settings.token("unk_token", "<unk>");
    definition.languageCodes = true;
    const int end = requiredToken("eos_token", m_settings, marianTokens, definition.vocabulary, json.name);
    using Kind = TemplatePiece::Kind;
    definition.single = {{Kind::First, 0, 0}, {Kind::Token, end, 0}};
    definition.pair = {{Kind::First, 0, 0}, {Kind::Second, 0, 1}, {Kind::Token, end, 1}};
    addSpecialTokens(m_settings, marianTokens, definition.vocabulary, definition.added);
    NamedTokens named = namedTokens(m_settings, marianTokens, definition.vocabulary);
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

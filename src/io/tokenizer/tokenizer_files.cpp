#include "io/tokenizer/tokenizer_files.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/tokenizer/language_codes.h"
#include "io/tokenizer/tokenizer_building.h"
#include "io/tokenizer/tokenizer_class.h"
#include "io/tokenizer/tokenizer_class_rules.h"
#include "io/tokenizer/tokenizer_json.h"
#include "io/tokenizer/tokenizer_json_tree.h"
#include "io/tokenizer/tokenizer_settings.h"
#include "io/tokenizer/tokenizer_special_tokens.h"
#include "io/tokenizer/tokenizer_template.h"
#include "io/tokenizer/tokenizer_text_files.h"
#include "io/tokenizer/tokenizer_vocabulary.h"
#include "text/base/mapped_text.h"

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
    Built readUnigramPieces();
    Built readMarian() const;
    Built readM2m100() const;
    Built readEsm() const;
    Built readByT5() const;

    void setVocabulary(NumberedTokens tokens, const std::string &name, TokenizerDefinition &definition) const;
    void finish(const std::string &name, bool isJson, TokenizerDefinition &definition) const;

    QDir m_directory;
    std::string m_modelType;
    TokenizerSettings m_settings;
    TokenizerClass m_class;
};

const char *nameOf(TokenizerDefinition::Model model)
{
    switch (model) {
    case TokenizerDefinition::Model::WordPiece:
        return "WordPiece";
    case TokenizerDefinition::Model::PairMerges:
        return "BPE";
    case TokenizerDefinition::Model::Unigram:
        return "Unigram";
    }
    return "";
}

/// The files besides tokenizer.json from which a class can be built.
const char *otherTokenizerFiles(ClassKind kind)
{
    switch (kind) {
    case ClassKind::Bert:
    case ClassKind::MpNet:
    case ClassKind::Esm:
        return "vocab.txt";
    case ClassKind::Roberta:
    case ClassKind::Gpt2:
    case ClassKind::Qwen2:
    case ClassKind::GptNeoX:
        return "vocab.json, merges.txt";
    case ClassKind::Llama:
    case ClassKind::AsFile:
        return "tokenizer.model";
    case ClassKind::Marian:
        return "source.spm, target.spm, vocab.json";
    case ClassKind::Albert:
    case ClassKind::T5:
        return "spiece.model";
    case ClassKind::DebertaV2:
        return "spm.model";
    case ClassKind::XlmRoberta:
    case ClassKind::Camembert:
    case ClassKind::MBart:
    case ClassKind::MBart50:
        return "sentencepiece.bpe.model";
    case ClassKind::M2m100:
        return "sentencepiece.bpe.model, vocab.json";
    case ClassKind::Nllb:
    case ClassKind::Gemma:
    case ClassKind::ByT5:
        return "";
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
                                   .translation = has("source.spm"),
                                   .unigram =
                                       has("spiece.model") || has("spm.model") || has("sentencepiece.bpe.model")};
    const bool needsNone = tokenizerClassName(m_modelType, m_settings) == "ByT5Tokenizer";
    if (!sources.any() && !needsNone)
        throw FileError(
            m_directory.path().toStdString(),
            Message::tr(
                "has no tokenizer: neither tokenizer.json nor vocab.txt, vocab.json with "
                "merges.txt, tokenizer.model, spiece.model, spm.model, sentencepiece.bpe.model, or source.spm with "
                "target.spm and vocab.json"));
    m_class = tokenizerClass(m_modelType, m_settings, sources);
    if (m_modelType == "mistral" && m_settings.flag("fix_mistral_regex", false))
        m_settings.refuse("fix_mistral_regex", Message::tr("another splitting pattern is not supported"));
    switch (m_class.kind) {
    case ClassKind::Marian:
        return readMarian();
    case ClassKind::M2m100:
        if (sources.unigram && has("vocab.json"))
            return readM2m100();
        break;
    case ClassKind::Esm:
        if (sources.lines)
            return readEsm();
        break;
    case ClassKind::ByT5:
        return readByT5();
    case ClassKind::Bert:
    case ClassKind::MpNet:
        if (!json && sources.lines)
            return readWordPieces();
        break;
    case ClassKind::Roberta:
    case ClassKind::Gpt2:
    case ClassKind::Qwen2:
    case ClassKind::GptNeoX:
        if (!json && sources.pairs)
            return readBytePairs();
        break;
    case ClassKind::Llama:
    case ClassKind::AsFile:
        if (!json && sources.pieces)
            return readPieces();
        break;
    case ClassKind::Albert:
    case ClassKind::T5:
    case ClassKind::DebertaV2:
    case ClassKind::XlmRoberta:
    case ClassKind::Camembert:
    case ClassKind::MBart:
    case ClassKind::MBart50:
        if (!json && has(otherTokenizerFiles(m_class.kind)))
            return readUnigramPieces();
        break;
    case ClassKind::Nllb:
    case ClassKind::Gemma:
        break;
    }
    const bool isPython = m_class.kind == ClassKind::M2m100 || m_class.kind == ClassKind::Esm;
    if (json && !isPython)
        return readJson(*json);
    const std::string others = otherTokenizerFiles(m_class.kind);
    std::string reason = isPython || others.empty()
                             ? Message::tr("lacks what the tokenizer class %1 is made of: %2",
                                           {m_class.name, isPython ? others : "tokenizer.json"})
                             : Message::tr("lacks what the tokenizer class %1 is made of: tokenizer.json, or %2",
                                           {m_class.name, others});
    if (m_class.kind == ClassKind::Nllb && sources.unigram) // the library does, and puts <mask> before the languages
        reason +=
            Message::tr("; from sentencepiece.bpe.model alone the languages would have other ids than the model's");
    else if (const ReadingClass other = classThatReads(m_modelType, sources); !other.name.empty())
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

/// Special tokens by name, templates, and the settings that apply to every kind of tokenizer. `isJson`: of
/// tokenizer.json, whose templates are already set.
void Folder::finish(const std::string &name, bool isJson, TokenizerDefinition &definition) const
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
    setClassTemplates(m_class, m_settings, name, isJson, definition);
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

Built Folder::readJson(const File &json) const
{
    const bool isRebuilt = m_class.kind != ClassKind::AsFile;
    TokenizerJson read = readTokenizerJson(json.bytes, json.name, {!isRebuilt, !ignoresTemplates(m_class.kind)});
    TokenizerDefinition &definition = read.definition;
    if (isRebuilt && definition.model != modelOf(m_class.kind))
        m_settings.failClass(Message::tr("%1 does not go with the model of tokenizer.json, which is %2; %3 in its "
                                         "place reads it",
                                         {m_class.name, nameOf(definition.model), "PreTrainedTokenizerFast"}));
    if (!read.hasTemplates && m_class.kind == ClassKind::Albert)
        definition.single.clear(); // it has one for this case
    setVocabulary(std::move(read.vocabulary), json.name, definition);
    setClassSteps(m_class, m_settings, read.table, json.name, definition);
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
    setClassSteps(m_class, m_settings, nullptr, lines.name, definition);
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
    setClassSteps(m_class, m_settings, nullptr, json.name, definition);
    finish(json.name, false, definition);
    return builtTokenizer(std::move(definition), lines.name);
}

/// As the library does: a piece takes the name that added_tokens_decoder has for its id, unless another has it.
void renamePieces(const std::vector<AddedToken> &names, std::vector<std::string> &pieces)
{
    std::set<int> ids;
    for (const AddedToken &name : names)
        ids.insert(name.id);
    std::set<std::string> kept;
    for (std::size_t id = 0; id < pieces.size(); ++id)
        if (!ids.contains(int(id)))
            kept.insert(pieces[id]);
    for (const AddedToken &name : names)
        if (std::size_t(name.id) < pieces.size() && !kept.contains(name.text))
            pieces[std::size_t(name.id)] = name.text;
}

Built Folder::readPieces()
{
    const File model = file("tokenizer.model");
    SentencePieceInventory inventory = sentencePieces(model.bytes, model.name);
    const bool isAsFile = m_class.kind == ClassKind::AsFile;
    if (!inventory.isPairMerges && !(isAsFile && inventory.isUnigram))
        throw FileError(model.name, Message::tr("a unigram model is not supported here, but byte-pair encoding is"));
    TokenizerDefinition definition;
    definition.kind = "SentencePiece";
    if (inventory.isPairMerges) {
        if (isAsFile)
            renamePieces(m_settings.added(), inventory.pieces);
        definition.model = TokenizerDefinition::Model::PairMerges;
        definition.merges = isAsFile ? pieceMerges(inventory, model.name) : pieceMerges(inventory.pieces, model.name);
    } else {
        definition.model = TokenizerDefinition::Model::Unigram;
        definition.scores = inventory.scores;
    }
    std::vector<AddedToken> own;
    for (const auto &[id, isSpecial] : inventory.added)
        if (isSpecial || !isAsFile) // without a class, the steps keep a user's own ones whole
            own.push_back({.text = inventory.pieces[std::size_t(id)], .id = id, .isSpecial = isSpecial});
    if (isAsFile) {
        m_class.tokens.clear();
        for (const auto &[key, text] : inventory.named)
            m_class.tokens.push_back({key, text});
    }
    setVocabulary(numbered(inventory.pieces), model.name, definition);
    setClassSteps(m_class, m_settings, nullptr, model.name, definition);
    if (isAsFile) {
        setPieceSteps(inventory, m_settings, definition);
        for (AddedToken &token : definition.added)
            token.isNormalized = token.isNormalized && !inventory.addsPrefix;
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
    if (m_settings.flag("separate_vocabs", false)) {
        const File other = file("target_vocab.json");
        definition.targetVocabulary =
            orderedVocabulary(readVocabularyJson(other.bytes, other.name), {}, other.name).pieces;
    }
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

/// M2M100Tokenizer, which is Python's own: pieces by SentencePiece, whose ids stand in vocab.json, and after these a
/// token for each language.
Built Folder::readM2m100() const
{
    const File json = file("vocab.json");
    File model = file("sentencepiece.bpe.model");
    m_settings.refuse("sp_model_kwargs", Message::tr("pieces that are drawn at random are not supported"));
    const std::string codes = m_settings.text("language_codes", "m2m100");
    if (codes != "m2m100" && codes != "wmt21")
        m_settings.refuse("language_codes", Message::tr("%1 is not supported", {quotedToken(codes)}));
    sentencePieces(model.bytes, model.name);
    NumberedTokens tokens = readVocabularyJson(json.bytes, json.name);
    const LanguageCodes listed = codes == "wmt21" ? LanguageCodes::Wmt : LanguageCodes::M2m;
    for (const std::string &code : languageCodes(listed))
        tokens.emplace_back("__" + code + "__", std::int64_t(tokens.size()));
    SentencePieceDefinition definition;
    definition.source = std::move(model.bytes);
    definition.added = addedTokens({}, m_settings, m_class.tokens, true);
    definition.vocabulary = orderedVocabulary(std::move(tokens), definition.added, json.name).pieces;
    definition.unknown = m_settings.token("unk_token", "<unk>");
    addSpecialTokens(m_settings, m_class.tokens, definition.vocabulary, definition.added);
    const int end = requiredToken("eos_token", m_settings, m_class.tokens, definition.vocabulary, json.name);
    definition.languages =
        languageMarks(languageCodes(listed), {"__", "__"}, "en", m_settings, definition.vocabulary, end, false);
    if (m_settings.flag("split_special_tokens", false))
        definition.added.clear(); // no token is searched for in a text
    NamedTokens named = namedTokens(m_settings, m_class.tokens, definition.vocabulary);
    definition.maskToken = std::move(named.mask);
    definition.endToken = std::move(named.end);
    definition.padToken = std::move(named.pad);
    return builtTokenizer(std::move(definition), json.name);
}

/// EsmTokenizer, which is Python's own: every line of vocab.txt is a token that is looked for in the text, and what is
/// between them is unknown.
Built Folder::readEsm() const
{
    const File lines = file("vocab.txt");
    TokenizerDefinition definition;
    definition.kind = "vocabulary";
    definition.longestWord = 0;
    setVocabulary(numbered(parseVocabularyText(lines.bytes, lines.name)), lines.name, definition);
    definition.splitSteps = {{.kind = SplitStep::Kind::Spaces, .behavior = SplitBehavior::Removed}};
    definition.unknown = namedText("unk_token", m_settings, m_class.tokens);
    finish(lines.name, false, definition);
    for (std::size_t id = 0; id < definition.vocabulary.size(); ++id) {
        const auto isIt = [&](const AddedToken &token) { return std::size_t(token.id) == id; };
        if (std::none_of(definition.added.begin(), definition.added.end(), isIt))
            definition.added.push_back({.text = definition.vocabulary[id], .id = int(id)});
    }
    return builtTokenizer(std::move(definition), lines.name);
}

/// ByT5Tokenizer, which is Python's own and needs no file: a token for each byte after three special ones.
Built Folder::readByT5() const
{
    const std::string name = m_directory.path().toStdString();
    TokenizerDefinition definition;
    definition.kind = "bytes";
    definition.model = TokenizerDefinition::Model::PairMerges;
    definition.endsOnce = true;
    NumberedTokens tokens;
    for (const char *key : {"pad_token", "eos_token", "unk_token"})
        tokens.emplace_back(namedText(key, m_settings, m_class.tokens), std::int64_t(tokens.size()));
    for (char32_t byte = 0; byte < 256; ++byte) {
        std::string character;
        appendUtf8(character, byte);
        tokens.emplace_back(std::move(character), std::int64_t(tokens.size()));
    }
    setVocabulary(std::move(tokens), name, definition);
    definition.splitSteps = {{.kind = SplitStep::Kind::Bytes}};
    finish(name, false, definition);
    return builtTokenizer(std::move(definition), name);
}

/// The unigram model of a .model file, its pieces in the order in which the library gives them ids.
Built Folder::readUnigramPieces()
{
    const File model = file(otherTokenizerFiles(m_class.kind));
    SentencePieceInventory inventory = sentencePieces(model.bytes, model.name);
    if (!inventory.isUnigram)
        throw FileError(model.name, Message::tr("is not a unigram model, which %1 needs", {m_class.name}));
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::Unigram;
    NumberedTokens tokens;
    const auto add = [&](std::string piece, double score) {
        tokens.emplace_back(std::move(piece), std::int64_t(tokens.size()));
        definition.scores.push_back(score);
    };
    const PieceOrder order = pieceOrder(m_class.kind, m_settings, m_class.tokens);
    for (const auto &[piece, score] : order.before)
        add(piece, score);
    for (std::size_t id = order.skipped; id < inventory.pieces.size(); ++id)
        add(std::move(inventory.pieces[id]), inventory.scores[id]);
    for (const std::string &piece : order.after)
        add(piece, 0);
    if (m_class.kind == ClassKind::Camembert) // those of the file stand for its own
        std::erase_if(m_class.tokens, [](const TokenDefault &token) { return token.key.empty(); });
    for (const auto &[id, isSpecial] : inventory.added)
        if (std::size_t(id) >= order.skipped)
            m_class.tokens.push_back(
                {"", tokens[std::size_t(id) - order.skipped + order.before.size()].first, false, isSpecial});
    setVocabulary(std::move(tokens), model.name, definition);
    std::shared_ptr<const ReplacementTable> table;
    if (!inventory.replacements.empty())
        table = std::make_shared<const ReplacementTable>(inventory.replacements);
    setClassSteps(m_class, m_settings, table, model.name, definition);
    finish(model.name, false, definition);
    return builtTokenizer(std::move(definition), model.name);
}

} // namespace

Built readTokenizer(const QString &folder, const std::string &modelType)
{
    return Folder(folder, modelType).read();
}

} // namespace regard

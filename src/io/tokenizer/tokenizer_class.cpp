#include "io/tokenizer/tokenizer_class.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "engine/base/message.h"
#include "io/tokenizer/language_codes.h"
#include "io/tokenizer/tokenizer_vocabulary.h"

namespace regard {

namespace {

using ClassKind = TokenizerClass::Kind;

struct Row {
    std::string_view name;
    ClassKind kind;
    bool givesTypes;
};

/// Class names and their meaning in transformers 5.24.
constexpr Row rows[] = {
    {"BertTokenizer", ClassKind::Bert, true},
    {"DistilBertTokenizer", ClassKind::Bert, false},
    {"ElectraTokenizer", ClassKind::Bert, true},
    {"MobileBertTokenizer", ClassKind::Bert, true},
    {"SqueezeBertTokenizer", ClassKind::Bert, true},
    {"RobertaTokenizer", ClassKind::Roberta, false},
    {"BartTokenizer", ClassKind::Roberta, false},
    {"LEDTokenizer", ClassKind::Roberta, false},
    {"LongformerTokenizer", ClassKind::Roberta, false},
    {"GPT2Tokenizer", ClassKind::Gpt2, false},
    {"Qwen2Tokenizer", ClassKind::Qwen2, false},
    {"LlamaTokenizer", ClassKind::Llama, false},
    {"MarianTokenizer", ClassKind::Marian, false},
    {"TokenizersBackend", ClassKind::AsFile, false},
    {"PreTrainedTokenizer", ClassKind::AsFile, false}, // PreTrainedTokenizerFast
    {"PythonBackend", ClassKind::AsFile, false},
    {"BloomTokenizer", ClassKind::AsFile, true},
    {"XLMRobertaTokenizer", ClassKind::XlmRoberta, false},
    {"CamembertTokenizer", ClassKind::Camembert, false},
    {"AlbertTokenizer", ClassKind::Albert, false},
    {"T5Tokenizer", ClassKind::T5, false},
    {"MPNetTokenizer", ClassKind::MpNet, false},
    {"DebertaV2Tokenizer", ClassKind::DebertaV2, true},
    {"GemmaTokenizer", ClassKind::Gemma, false},
    {"GPTNeoXTokenizer", ClassKind::GptNeoX, false},
    {"NllbTokenizer", ClassKind::Nllb, false},
    {"MBartTokenizer", ClassKind::MBart, false},
    {"MBart50Tokenizer", ClassKind::MBart50, false},
    {"EsmTokenizer", ClassKind::Esm, false},
    {"M2M100Tokenizer", ClassKind::M2m100, false},
    {"ByT5Tokenizer", ClassKind::ByT5, false},
};

struct Usual {
    std::string_view modelType;
    std::string_view name;
    bool isFixed = false; ///< the library does not trust the class that the files name
};

/// The class of a model type where no file names one; of all others `TokenizersBackend`.
constexpr Usual usualClasses[] = {
    {"bert", "BertTokenizer"},
    {"distilbert", "BertTokenizer"},
    {"electra", "BertTokenizer"},
    {"roberta", "RobertaTokenizer"},
    {"bart", "RobertaTokenizer"},
    {"gpt2", "GPT2Tokenizer"},
    {"gpt_neo", "GPT2Tokenizer"},
    {"gptj", "GPT2Tokenizer"},
    {"opt", "GPT2Tokenizer"},
    {"phi", "GPT2Tokenizer"},
    {"qwen2", "Qwen2Tokenizer", true},
    {"qwen3", "Qwen2Tokenizer"},
    {"marian", "MarianTokenizer"},
    {"xlm-roberta", "XLMRobertaTokenizer"},
    {"camembert", "CamembertTokenizer"},
    {"albert", "AlbertTokenizer"},
    {"t5", "T5Tokenizer"},
    {"mt5", "T5Tokenizer"},
    {"mpnet", "MPNetTokenizer"},
    {"deberta-v2", "DebertaV2Tokenizer"},
    {"gemma", "GemmaTokenizer"},
    {"gemma2", "GemmaTokenizer"},
    {"gemma3", "GemmaTokenizer"},
    {"gemma3_text", "GemmaTokenizer"},
    {"gpt_neox", "GPTNeoXTokenizer"},
    {"olmo", "GPTNeoXTokenizer"},
    {"nllb", "NllbTokenizer"},
    {"mbart", "MBartTokenizer"},
    {"mbart50", "MBart50Tokenizer"},
    {"m2m_100", "M2M100Tokenizer"},
    {"esm", "EsmTokenizer"},
    {"byt5", "ByT5Tokenizer"},
    {"mistral", "TokenizersBackend", true},
    {"granite", "TokenizersBackend", true},
    {"olmo2", "TokenizersBackend", true},
    {"olmo3", "TokenizersBackend", true},
    {"phi3", "TokenizersBackend", true},
    {"umt5", "TokenizersBackend", true},
};

Usual usualClass(std::string_view modelType)
{
    const auto *found = std::find_if(std::begin(usualClasses), std::end(usualClasses),
                                     [&](const Usual &usual) { return usual.modelType == modelType; });
    return found == std::end(usualClasses) ? Usual{modelType, "TokenizersBackend"} : *found;
}

/// `keys` such as "bos eos", whose tokens are `<s>` and so on.
TokenDefaults angled(std::initializer_list<const char *> keys)
{
    TokenDefaults tokens;
    for (const std::string key : keys) {
        const bool ends = key == "eos" || key == "sep";
        const std::string text = key == "bos" || key == "cls" ? "s" : ends ? "/s" : key;
        tokens.push_back({key + "_token", "<" + text + ">"});
    }
    return tokens;
}

TokenDefaults bracketed(std::initializer_list<const char *> keys)
{
    TokenDefaults tokens;
    for (const std::string key : keys) {
        std::string text = key == "bos" ? "CLS" : key == "eos" ? "SEP" : key;
        std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::toupper(c)); });
        tokens.push_back({key + "_token", "[" + text + "]"});
    }
    return tokens;
}

/// With a mask token that takes the white space before it.
TokenDefaults maskStripping(TokenDefaults tokens)
{
    for (TokenDefault &token : tokens)
        token.stripsLeft = token.key == "mask_token";
    return tokens;
}

TokenDefaults with(TokenDefaults tokens, const std::vector<std::string> &more)
{
    for (const std::string &text : more)
        tokens.push_back({"", text});
    return tokens;
}

std::vector<std::string> extraIds(int count)
{
    std::vector<std::string> tokens;
    for (int i = 0; i < count; ++i)
        tokens.push_back("<extra_id_" + std::to_string(i) + ">");
    return tokens;
}

TokenDefaults tokensOf(ClassKind kind, const TokenizerSettings &settings)
{
    constexpr int mostExtraIds = 100000;
    const auto extra = [&](int usual) { return extraIds(std::min(settings.number("extra_ids", usual), mostExtraIds)); };
    const TokenDefaults seven = angled({"bos", "eos", "unk", "sep", "pad", "cls", "mask"});
    switch (kind) {
    case ClassKind::Bert:
        return bracketed({"unk", "sep", "pad", "cls", "mask"});
    case ClassKind::DebertaV2:
        return bracketed({"bos", "eos", "unk", "sep", "pad", "cls", "mask"});
    case ClassKind::Albert:
        return {{"bos_token", "[CLS]"}, {"eos_token", "[SEP]"}, {"unk_token", "<unk>"},  {"sep_token", "[SEP]"},
                {"pad_token", "<pad>"}, {"cls_token", "[CLS]"}, {"mask_token", "[MASK]"}};
    case ClassKind::Roberta:
    case ClassKind::XlmRoberta:
        return seven;
    case ClassKind::Camembert:
        return with(maskStripping(seven), {"<s>NOTUSED", "</s>NOTUSED", "<unk>NOTUSED"});
    case ClassKind::MpNet: {
        TokenDefaults tokens = maskStripping(seven);
        tokens[2].text = "[UNK]";
        return tokens;
    }
    case ClassKind::Nllb:
        return with(maskStripping(seven), languageCodes(LanguageCodes::Nllb));
    case ClassKind::MBart:
        return with(maskStripping(seven), languageCodes(LanguageCodes::Mbart));
    case ClassKind::MBart50:
        return with(maskStripping(angled({"eos", "unk", "sep", "pad", "cls", "mask"})),
                    languageCodes(LanguageCodes::Mbart50));
    case ClassKind::Gpt2:
        return {{"bos_token", "<|endoftext|>"}, {"eos_token", "<|endoftext|>"}, {"unk_token", "<|endoftext|>"}};
    case ClassKind::GptNeoX:
        return {{"bos_token", "<|endoftext|>"},
                {"eos_token", "<|endoftext|>"},
                {"unk_token", "<|endoftext|>"},
                {"pad_token", "<|padding|>"}};
    case ClassKind::Qwen2:
        return {{"eos_token", "<|endoftext|>"}, {"unk_token", "<|endoftext|>"}, {"pad_token", "<|endoftext|>"}};
    case ClassKind::Llama:
        return angled({"bos", "eos", "unk"});
    case ClassKind::Gemma:
        return {{"bos_token", "<bos>"},
                {"eos_token", "<eos>"},
                {"unk_token", "<unk>"},
                {"pad_token", "<pad>"},
                {"mask_token", "<mask>"}};
    case ClassKind::Marian:
        return angled({"eos", "unk", "pad"});
    case ClassKind::T5:
        return with(angled({"eos", "unk", "pad"}), extra(100));
    case ClassKind::ByT5: {
        TokenDefaults tokens = angled({"eos", "unk", "pad"});
        for (TokenDefault &token : tokens)
            token.stripsLeft = token.stripsRight = true;
        return with(std::move(tokens), extra(125));
    }
    case ClassKind::M2m100:
        return angled({"bos", "eos", "unk", "sep", "pad"});
    case ClassKind::Esm:
        return {{"eos_token", "<eos>"},
                {"unk_token", "<unk>"},
                {"pad_token", "<pad>"},
                {"cls_token", "<cls>"},
                {"mask_token", "<mask>"}};
    case ClassKind::AsFile:
        return {};
    }
    return {};
}

} // namespace

TokenizerDefinition::Model modelOf(ClassKind kind)
{
    using Model = TokenizerDefinition::Model;
    switch (kind) {
    case ClassKind::Bert:
    case ClassKind::MpNet:
    case ClassKind::Esm:
        return Model::WordPiece;
    case ClassKind::XlmRoberta:
    case ClassKind::Camembert:
    case ClassKind::Albert:
    case ClassKind::T5:
    case ClassKind::DebertaV2:
    case ClassKind::MBart:
    case ClassKind::MBart50:
        return Model::Unigram;
    case ClassKind::Roberta:
    case ClassKind::Gpt2:
    case ClassKind::Qwen2:
    case ClassKind::Llama:
    case ClassKind::Gemma:
    case ClassKind::GptNeoX:
    case ClassKind::Nllb:
    case ClassKind::AsFile:
    case ClassKind::Marian:
    case ClassKind::M2m100:
    case ClassKind::ByT5:
        return Model::PairMerges;
    }
    return Model::PairMerges;
}

ReadingClass classThatReads(const std::string &modelType, const TokenizerSources &sources)
{
    const Usual usual = usualClass(modelType);
    if (usual.isFixed)
        return {};
    if (sources.json)
        return {"PreTrainedTokenizerFast", "tokenizer.json"};
    if (sources.lines)
        return {"BertTokenizer", "vocab.txt"};
    if (sources.pairs)
        return {usual.name == "RobertaTokenizer" ? "RobertaTokenizer" : "GPT2Tokenizer", "vocab.json, merges.txt"};
    if (sources.pieces)
        return {"LlamaTokenizer", "tokenizer.model"};
    if (sources.unigram)
        return {};
    return {"MarianTokenizer", "source.spm, target.spm, vocab.json"};
}

std::string tokenizerClassName(const std::string &modelType, const TokenizerSettings &settings)
{
    const Usual usual = usualClass(modelType);
    return settings.tokenizerClass().empty() || usual.isFixed ? std::string(usual.name) : settings.tokenizerClass();
}

TokenizerClass tokenizerClass(const std::string &modelType, const TokenizerSettings &settings,
                              const TokenizerSources &sources)
{
    std::string name = tokenizerClassName(modelType, settings);
    if (!usualClass(modelType).isFixed && name == "LlamaTokenizer" && sources.isByteLevel)
        name = "TokenizersBackend";
    const auto *row =
        std::find_if(std::begin(rows), std::end(rows), [&](const Row &known) { return known.name == name; });
    if (row == std::end(rows)) {
        const ReadingClass other = classThatReads(modelType, sources);
        if (other.name.empty())
            settings.failClass(Message::tr("%1 is not known here", {quotedToken(name)}));
        settings.failClass(Message::tr("%1 is not known here; %2 in its place reads what the folder has: %3",
                                       {quotedToken(name), other.name, other.files}));
    }
    return {row->kind, name, tokensOf(row->kind, settings), row->givesTypes};
}

} // namespace regard

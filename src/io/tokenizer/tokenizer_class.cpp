#include "io/tokenizer/tokenizer_class.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "engine/base/message.h"
#include "io/tokenizer/tokenizer_vocabulary.h"

namespace regard {

namespace {

using ClassKind = TokenizerClass::Kind;

struct Row {
    std::string_view name;
    ClassKind kind;
    bool givesTypes;
};

/// Class names and their meaning in transformers 5.23.
constexpr Row rows[] = {
    {"BertTokenizer", ClassKind::Bert, true},           {"DistilBertTokenizer", ClassKind::Bert, false},
    {"ElectraTokenizer", ClassKind::Bert, true},        {"MobileBertTokenizer", ClassKind::Bert, true},
    {"SqueezeBertTokenizer", ClassKind::Bert, true},    {"RobertaTokenizer", ClassKind::Roberta, false},
    {"BartTokenizer", ClassKind::Roberta, false},       {"LEDTokenizer", ClassKind::Roberta, false},
    {"LongformerTokenizer", ClassKind::Roberta, false}, {"GPT2Tokenizer", ClassKind::Gpt2, false},
    {"Qwen2Tokenizer", ClassKind::Qwen2, false},        {"LlamaTokenizer", ClassKind::Llama, false},
    {"MarianTokenizer", ClassKind::Marian, false},      {"TokenizersBackend", ClassKind::AsFile, false},
    {"PreTrainedTokenizer", ClassKind::AsFile, false}, // PreTrainedTokenizerFast
    {"PythonBackend", ClassKind::AsFile, false},        {"BloomTokenizer", ClassKind::AsFile, true},
};

/// Where no file names a class.
std::string_view usualName(std::string_view modelType)
{
    if (modelType == "bert" || modelType == "distilbert")
        return "BertTokenizer";
    if (modelType == "roberta" || modelType == "bart")
        return "RobertaTokenizer";
    if (modelType == "gpt2")
        return "GPT2Tokenizer";
    if (modelType == "qwen2")
        return "Qwen2Tokenizer";
    if (modelType == "marian")
        return "MarianTokenizer";
    return "TokenizersBackend";
}

/// The library does not trust the class that Mistral's and Qwen 2's folders name.
bool isClassFixed(std::string_view modelType)
{
    return modelType == "mistral" || modelType == "qwen2";
}

TokenDefaults tokensOf(ClassKind kind)
{
    switch (kind) {
    case ClassKind::Bert:
        return {{"unk_token", "[UNK]"},
                {"sep_token", "[SEP]"},
                {"pad_token", "[PAD]"},
                {"cls_token", "[CLS]"},
                {"mask_token", "[MASK]"}};
    case ClassKind::Roberta:
        return {{"bos_token", "<s>"},   {"eos_token", "</s>"}, {"unk_token", "<unk>"},  {"sep_token", "</s>"},
                {"pad_token", "<pad>"}, {"cls_token", "<s>"},  {"mask_token", "<mask>"}};
    case ClassKind::Gpt2:
        return {{"bos_token", "<|endoftext|>"}, {"eos_token", "<|endoftext|>"}, {"unk_token", "<|endoftext|>"}};
    case ClassKind::Qwen2:
        return {{"eos_token", "<|endoftext|>"}, {"unk_token", "<|endoftext|>"}, {"pad_token", "<|endoftext|>"}};
    case ClassKind::Llama:
        return {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}};
    case ClassKind::Marian:
        return {{"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}};
    case ClassKind::AsFile:
        return {};
    }
    return {};
}

} // namespace

ReadingClass classThatReads(const std::string &modelType, const TokenizerSources &sources)
{
    if (isClassFixed(modelType))
        return {};
    if (sources.json)
        return {"PreTrainedTokenizerFast", "tokenizer.json"};
    if (sources.lines)
        return {"BertTokenizer", "vocab.txt"};
    if (sources.pairs)
        return {usualName(modelType) == "RobertaTokenizer" ? "RobertaTokenizer" : "GPT2Tokenizer",
                "vocab.json, merges.txt"};
    if (sources.pieces)
        return {"LlamaTokenizer", "tokenizer.model"};
    return {"MarianTokenizer", "source.spm, target.spm, vocab.json"};
}

TokenizerClass tokenizerClass(const std::string &modelType, const TokenizerSettings &settings,
                              const TokenizerSources &sources)
{
    std::string_view name = settings.tokenizerClass();
    if (name.empty() || isClassFixed(modelType))
        name = usualName(modelType);
    else if (name == "LlamaTokenizer" && sources.isByteLevel)
        name = "TokenizersBackend";
    const auto *row =
        std::find_if(std::begin(rows), std::end(rows), [&](const Row &known) { return known.name == name; });
    if (row == std::end(rows)) {
        const ReadingClass other = classThatReads(modelType, sources);
        settings.failClass(Message::tr("%1 is not known here; %2 in its place reads what the folder has: %3",
                                       {quotedToken(std::string(name)), other.name, other.files}));
    }
    return {row->kind, std::string(name), tokensOf(row->kind), row->givesTypes};
}

} // namespace regard

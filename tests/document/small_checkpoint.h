#pragma once

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/model/model.h"
#include "engine/model/token_table.h"
#include "io/checkpoint/checkpoint.h"
#include "text/trained_tokenizer.h"

namespace regard {

/// Rows in memory.
class VectorTable : public RowTable {
public:
    explicit VectorTable(Matrix values) : m_values(std::move(values)) {}
    int rows() const override { return int(m_values.rows()); }
    int columns() const override { return int(m_values.cols()); }
    void read(int first, int count, float *numbers) const override
    {
        std::copy_n(m_values.row(first).data(), std::size_t(count) * m_values.cols(), numbers);
    }
    const float *numbers() const override { return m_values.data(); }

private:
    Matrix m_values;
};

/// Words between spaces in the longest pieces that the vocabulary has, as BERT's tokenizer splits them; without `pairs`
/// nothing is put around a sentence, as GPT-2's does.
class SmallTokenizer : public TrainedTokenizer {
public:
    SmallTokenizer(std::vector<std::string> vocabulary, bool frames)
        : m_vocabulary(std::move(vocabulary)), m_frames(frames)
    {
    }

    std::string kind() const override { return "small"; }
    const std::vector<std::string> &vocabulary() const override { return m_vocabulary; }

    Tokens encode(std::string_view text, std::string_view /*language*/ = {}) const override
    {
        ++encoded;
        Tokens tokens{std::string(text), {}};
        frame(tokens, "[CLS]", 0);
        addWords(tokens, std::string(text), 0, 0);
        frame(tokens, "[SEP]", 0);
        return tokens;
    }
    Tokens encodePair(std::string_view first, std::string_view second) const override
    {
        ++encoded;
        Tokens tokens{std::string(first) + "\n" + std::string(second), {}};
        frame(tokens, "[CLS]", 0);
        addWords(tokens, std::string(first), 0, 0);
        frame(tokens, "[SEP]", 0);
        addWords(tokens, std::string(second), 1, first.size() + 1);
        frame(tokens, "[SEP]", 1);
        return tokens;
    }

    std::string appended(const std::string &token) const override
    {
        return token.starts_with("##") ? token.substr(2) : " " + token;
    }
    std::string label(const std::string &token) const override
    {
        return token.starts_with("##") ? token.substr(2) : token;
    }
    bool isSpecial(const std::string &token) const override { return token.starts_with("["); }
    std::string maskToken() const override { return m_frames ? "[MASK]" : ""; }
    std::string endToken() const override { return m_frames ? "[SEP]" : ""; }
    std::string padToken() const override { return {}; }

    mutable int encoded = 0; ///< how often something was split

private:
    bool has(const std::string &token) const
    {
        return std::find(m_vocabulary.begin(), m_vocabulary.end(), token) != m_vocabulary.end();
    }

    void frame(Tokens &tokens, const char *token, int sentence) const
    {
        if (m_frames)
            tokens.tokens.push_back({token, 0, 0, {}, -1, sentence, sentence, true, true});
    }

    void addWords(Tokens &tokens, const std::string &text, int sentence, std::size_t offset) const
    {
        std::istringstream stream(text);
        std::string word;
        int number = tokens.tokens.empty() ? 0 : tokens.tokens.back().word + 1;
        for (const Token &token : tokens.tokens)
            number = std::max(number, token.word + 1);
        for (; stream >> word; ++number) {
            std::size_t begin = 0;
            while (begin < word.size()) {
                std::size_t count = word.size() - begin;
                const auto piece = [&] { return (begin > 0 ? "##" : "") + word.substr(begin, count); };
                while (count > 0 && !has(piece()))
                    --count;
                const std::string found = count > 0 ? piece() : "[UNK]";
                count = count > 0 ? count : word.size() - begin;
                tokens.tokens.push_back(
                    {found, offset, offset, label(found), number, sentence, sentence, isSpecial(found), false});
                begin += count;
            }
        }
    }

    std::vector<std::string> m_vocabulary;
    bool m_frames;
};

/// Row i, column j of every table: numbers that nothing draws.
inline Matrix smallRows(Eigen::Index rows, Eigen::Index columns, float scale)
{
    Matrix values(rows, columns);
    for (Eigen::Index i = 0; i < rows; ++i)
        for (Eigen::Index j = 0; j < columns; ++j)
            values(i, j) = scale * float((i * 7 + j * 3) % 11 - 5);
    return values;
}

/// A trained model that no folder holds: two layers, two heads, d_model 4, at most 12 tokens. An encoder reads pairs.
inline std::shared_ptr<const Checkpoint> smallCheckpoint(Architecture architecture = Architecture::Encoder)
{
    ModelConfig config;
    config.architecture = architecture;
    config.encoderLayers = architecture == Architecture::Decoder ? 0 : 2;
    config.decoderLayers = architecture == Architecture::Encoder ? 0 : 2;
    config.dModel = 4;
    config.heads = 2;
    config.decoderHeads = 2;
    config.dKey = 2;
    config.dValue = 2;
    config.residual = true;
    config.maximumTokens = 12;
    config.tokenTypes = architecture == Architecture::Encoder ? 2 : 0;
    const std::vector<std::string> words{"[PAD]", "[CLS]", "[SEP]",  "[MASK]", "[UNK]", "the", "cat", "sat",
                                         "em",    "##bed", "##ding", "##s",    "embed", "a",   "b"};
    auto table = std::make_shared<TokenTable>();
    table->embedding = std::make_shared<VectorTable>(smallRows(Eigen::Index(words.size()), 4, 0.25F));
    if (architecture != Architecture::Encoder)
        table->output = table->embedding;
    for (std::size_t i = 0; i < words.size(); ++i)
        table->ids[words[i]] = int(i);
    ModelWeights given;
    for (const char *name : {"w_q", "w_k", "w_v", "w_o"})
        for (const char *layer : {"0", "1"}) {
            if (architecture != Architecture::Decoder)
                given.set(std::string("encoder.") + layer + ".self." + name, smallRows(4, 4, 0.125F));
            if (architecture != Architecture::Encoder)
                given.set(std::string("decoder.") + layer + ".self." + name, smallRows(4, 4, 0.125F));
        }
    if (config.tokenTypes > 0)
        given.set("token_type", smallRows(2, 4, 0.5F));
    const auto tokenizer = std::make_shared<SmallTokenizer>(words, architecture == Architecture::Encoder);
    table->label = [tokenizer](const std::string &token) { return tokenizer->label(token); };
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->folder = QStringLiteral("/small");
    checkpoint->family = "small";
    checkpoint->model = trainedModel(config, given, table, {words, "[SEP]"});
    checkpoint->tokenizer = tokenizer;
    checkpoint->readsPairs = architecture == Architecture::Encoder;
    return checkpoint;
}

} // namespace regard

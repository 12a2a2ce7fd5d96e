#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/model.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "text/trained_tokenizer.h"

namespace regard {

/// Cuts words at white space, and each into pieces of three letters; [CLS] before, [SEP] after each sentence. Typed
/// words in brackets are special tokens, [MASK] the mask token.
class FakeTokenizer : public TrainedTokenizer {
public:
    std::string kind() const override { return "fake"; }
    const std::vector<std::string> &vocabulary() const override { return m_vocabulary; }
    Tokens encode(std::string_view text, std::string_view /*language*/ = {}) const override
    {
        Tokens tokens;
        add(tokens, "[CLS]", 0);
        addSentence(tokens, text, 0);
        return tokens;
    }
    Tokens encodePair(std::string_view first, std::string_view second) const override
    {
        Tokens tokens = encode(first);
        tokens.normalized += '\n';
        addSentence(tokens, second, 1);
        return tokens;
    }
    std::string appended(const std::string &token) const override { return " " + token; }
    std::string label(const std::string &token) const override
    {
        return token.starts_with("##") ? token.substr(2) : token;
    }
    bool isSpecial(const std::string &token) const override { return token.starts_with("["); }
    std::string maskToken() const override { return "[MASK]"; }
    std::string endToken() const override { return {}; }
    std::string padToken() const override { return {}; }

private:
    static void add(Tokens &tokens, const std::string &text, int sentence)
    {
        const std::size_t at = tokens.normalized.size();
        Token token{text, at, at};
        token.sentence = sentence;
        token.isSpecial = token.isAdded = true;
        tokens.tokens.push_back(token);
    }
    static void addSentence(Tokens &tokens, std::string_view text, int sentence)
    {
        constexpr std::size_t longest = 3;
        const std::size_t start = tokens.normalized.size();
        tokens.normalized += text;
        int word = 0;
        for (std::size_t begin = 0; begin < text.size();) {
            if (text[begin] == ' ') {
                ++begin;
                continue;
            }
            std::size_t end = text.find(' ', begin);
            end = end == std::string_view::npos ? text.size() : end;
            if (text[begin] == '[') {
                Token token{std::string(text.substr(begin, end - begin)), start + begin, start + end};
                token.word = word++;
                token.sentence = sentence;
                token.isSpecial = true;
                token.isMask = token.text == "[MASK]";
                tokens.tokens.push_back(token);
                begin = end;
                continue;
            }
            for (std::size_t piece = begin; piece < end; piece += longest) {
                const std::size_t last = std::min(piece + longest, end);
                const std::string letters(text.substr(piece, last - piece));
                Token token{piece == begin ? letters : "##" + letters, start + piece, start + last};
                token.label = letters;
                token.word = word;
                token.sentence = sentence;
                tokens.tokens.push_back(token);
            }
            ++word;
            begin = end;
        }
        add(tokens, "[SEP]", sentence);
    }

    std::vector<std::string> m_vocabulary;
};

/// A small encoder of two layers with three heads that reads what the fake tokenizer gives.
inline Project fakeProject(const std::string &source, const std::string &target = {})
{
    ModelConfig config;
    config.encoderLayers = 2;
    config.dModel = 8;
    config.heads = 3;
    config.dKey = 4;
    config.dValue = 4;
    config.residual = true;
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->folder = QStringLiteral("/nowhere");
    checkpoint->family = "fake";
    checkpoint->model = buildModel(config, {}, Embedding());
    checkpoint->tokenizer = std::make_shared<const FakeTokenizer>();
    checkpoint->readsPairs = true;
    Project project = checkpointProject(checkpoint);
    project.source = source;
    project.target = target;
    return project;
}

} // namespace regard

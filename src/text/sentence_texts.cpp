#include "text/sentence_texts.h"

#include <algorithm>

namespace regard {

namespace {

/// Returns the tokens, or none where the (first) sentence has no token of its own.
Tokens unlessEmpty(Tokens tokens)
{
    const auto isOwn = [](const Token &token) { return !token.isAdded && token.sentence == 0; };
    if (std::none_of(tokens.tokens.begin(), tokens.tokens.end(), isOwn))
        tokens.tokens.clear();
    return tokens;
}

bool usesTrained(const SentenceTexts &texts)
{
    return texts.tokenizer == Tokenizer::Checkpoint && texts.trained;
}

} // namespace

bool takesPair(const SentenceTexts &texts)
{
    return usesTrained(texts) && texts.canPair;
}

bool readsPair(const SentenceTexts &texts)
{
    return takesPair(texts) && texts.target.find_first_not_of(" \t\r\n") != std::string::npos;
}

std::string sourceLanguage(const SentenceTexts &texts)
{
    if (!usesTrained(texts))
        return {};
    return texts.sourceLanguage.empty() ? texts.trained->languages().source : texts.sourceLanguage;
}

std::string targetLanguage(const SentenceTexts &texts)
{
    if (!usesTrained(texts))
        return {};
    const std::string &usual = texts.trained->languages().target;
    const std::string &chosen = texts.targetLanguage.empty() ? usual : texts.targetLanguage;
    return chosen.empty() ? sourceLanguage(texts) : chosen;
}

Tokens sourceTokens(const SentenceTexts &texts)
{
    if (texts.given)
        return texts.given->source;
    if (!usesTrained(texts))
        return tokenize(texts.source, texts.tokenizer);
    return unlessEmpty(readsPair(texts) ? texts.trained->encodePair(texts.source, texts.target)
                                        : texts.trained->encode(texts.source, sourceLanguage(texts)));
}

Tokens targetTokens(const SentenceTexts &texts)
{
    if (texts.given)
        return texts.given->target;
    return usesTrained(texts) ? unlessEmpty(texts.trained->encodeTarget(texts.target, targetLanguage(texts)))
                              : tokenize(texts.target, texts.tokenizer);
}

} // namespace regard

#include "document/sentence/token_kinds.h"

#include <algorithm>

#include <QRegularExpression>
#include <QString>

namespace regard {

namespace {

bool isMark(const QString &text)
{
    return !text.isEmpty() &&
           std::all_of(text.begin(), text.end(), [](QChar c) { return c.isPunct() || c.isSymbol(); });
}

bool isSpelledSpecial(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("^(\\[[A-Z]+\\]|</?[a-z_|]+>)$"));
    return pattern.match(text).hasMatch();
}

/// Special or punctuation by its spelling alone, without the marks of pieces.
TokenKind spelledKind(const std::string &text)
{
    QString spelled = QString::fromStdString(text);
    if (isSpelledSpecial(spelled))
        return {true, false};
    for (const QString &mark : {QStringLiteral("##"), QStringLiteral("Ġ"), QStringLiteral("▁")})
        if (spelled.size() > mark.size() && spelled.startsWith(mark)) {
            spelled.remove(0, mark.size());
            break;
        }
    return {false, isMark(spelled)};
}

} // namespace

std::vector<TokenKind> tokenKinds(const std::vector<std::string> &texts, const Tokens &tokens)
{
    std::vector<TokenKind> kinds;
    kinds.reserve(texts.size());
    for (const std::string &text : texts)
        kinds.push_back(spelledKind(text));
    if (tokens.tokens.size() != texts.size())
        return kinds;
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (tokens.tokens[i].isSpecial)
            kinds[i] = {true, false, tokens.tokens[i].isMask};
    return kinds;
}

std::vector<bool> sinkTokens(const std::vector<std::string> &texts, const Tokens &tokens)
{
    const std::vector<TokenKind> kinds = tokenKinds(texts, tokens);
    std::vector<bool> sink(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i)
        sink[i] = sinkPart(i, kinds[i]).has_value();
    return sink;
}

} // namespace regard

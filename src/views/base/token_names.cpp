#include "views/base/token_names.h"

#include "io/tokenizer/plain_text.h"
#include "text/piece_spelling.h"

namespace regard {

QString tokenName(const std::string &token)
{
    return plainText(token);
}

QStringList tokenNames(const std::vector<std::string> &tokens)
{
    QStringList names;
    names.reserve(qsizetype(tokens.size()));
    for (const std::string &token : tokens)
        names.append(tokenName(token));
    return names;
}

QString wordName(const Model &model, const std::string &word)
{
    const bool isTrained = model.table && model.table->label;
    return tokenName(isTrained ? model.table->label(word) : visibleText(word));
}

QStringList wordNames(const Model &model, const std::vector<std::string> &words)
{
    QStringList names;
    names.reserve(qsizetype(words.size()));
    for (const std::string &word : words)
        names.append(wordName(model, word));
    return names;
}

bool clingsToPrevious(const std::string &token)
{
    const QString name = tokenName(token);
    const QString opening = QStringLiteral("([{«“‘¿¡");
    for (const QChar letter : name)
        if (!letter.isPunct() || opening.contains(letter))
            return false;
    return !name.isEmpty();
}

} // namespace regard

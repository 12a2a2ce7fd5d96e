#include "views/tokens/token_names.h"

#include "io/tokenizer/plain_text.h"

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

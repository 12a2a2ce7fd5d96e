#pragma once

#include <vector>

#include <QString>
#include <QStringList>

namespace regard {

/// An entry of View ▸ Language.
struct LanguageChoice {
    QString word; ///< as the settings keep it: `system`, or a language's code
    QString name; ///< "As the system" in the interface's language; a language's name in that language itself
};

/// The system's first, then one for each language.
std::vector<LanguageChoice> languageChoices();

/// True for the word of a choice.
bool isLanguageWord(const QString &word);

/// The language code for a choice's word: `en` or `zh_CN`. `system` is the first of the system's languages that the
/// interface supports.
QString languageCode(const QString &word);

/// The code of the first of these languages (`zh-Hans-CN`, `en_GB`, `C`) that the interface supports, else `en`.
QString firstLanguage(const QStringList &tags);

/// The code of the interface's present language. English until a language is installed.
QString interfaceLanguage();

/// Translates what is made from now on, errors included; existing windows keep their texts. Numbers are written and
/// read with a point in every language. Needs the application object.
void installLanguage(const QString &word);

} // namespace regard

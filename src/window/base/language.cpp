#include "window/base/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QPointer>
#include <QTranslator>

#include "engine/base/message.h"

namespace regard {

namespace {

struct LanguageText {
    Q_DECLARE_TR_FUNCTIONS(Language)
};

const QString english = QStringLiteral("en");
const QString chinese = QStringLiteral("zh_CN");
const QString asSystem = QStringLiteral("system");

/// What is installed now. The translators are the application's children and go with it.
struct Installed {
    QString code = english;
    std::vector<QPointer<QTranslator>> translators;
};

Installed &installed()
{
    static Installed state;
    return state;
}

/// Qt's own English gives two entries of a spin box's menu the letter S.
class QtEnglish : public QTranslator {
public:
    using QTranslator::QTranslator;

    QString translate(const char *context, const char *text, const char *, int) const override
    {
        const bool isMeant = qstrcmp(context, "QAbstractSpinBox") == 0 && qstrcmp(text, "&Step up") == 0;
        return isMeant ? QStringLiteral("St&ep up") : QString();
    }
    bool isEmpty() const override { return false; }
};

/// Installs a translation file where there is one.
void add(const QString &file, const QString &folder)
{
    auto *translator = new QTranslator(QCoreApplication::instance());
    installed().translators.emplace_back(translator);
    if (translator->load(file, folder))
        QCoreApplication::installTranslator(translator);
}

std::string translatedMessage(const char *text)
{
    return QCoreApplication::translate("Message", text).toStdString();
}

} // namespace

std::vector<LanguageChoice> languageChoices()
{
    return {{asSystem, LanguageText::tr("As the &system")},
            {english, QStringLiteral("&English")},
            {chinese, QStringLiteral("简体中文(&C)")}};
}

bool isLanguageWord(const QString &word)
{
    return word == asSystem || word == english || word == chinese;
}

QString languageCode(const QString &word)
{
    return word == english || word == chinese ? word : firstLanguage(QLocale::system().uiLanguages());
}

QString firstLanguage(const QStringList &tags)
{
    for (const QString &tag : tags) {
        const QLocale locale(tag);
        // Traditional Chinese is another script: its readers may prefer the next of their languages.
        if (locale.language() == QLocale::Chinese && locale.script() == QLocale::SimplifiedHanScript)
            return chinese;
        if (locale.language() == QLocale::English || locale.language() == QLocale::C)
            return english;
    }
    return english;
}

QString interfaceLanguage()
{
    return installed().code;
}

void installLanguage(const QString &word)
{
    // Spin boxes and grouped counts follow the default locale; the point is the same in every language.
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
    for (const QPointer<QTranslator> &translator : installed().translators)
        delete translator;
    installed() = {};
    installed().code = languageCode(word);
    const bool isEnglish = installed().code == english;
    Message::setTranslator(isEnglish ? nullptr : translatedMessage);
    // The last one installed is asked first: Qt's own file, where the system has it, only fills the gaps.
    if (isEnglish)
        QCoreApplication::installTranslator(
            installed().translators.emplace_back(new QtEnglish(QCoreApplication::instance())));
    else
        add(QStringLiteral("qtbase_") + installed().code, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    add(QStringLiteral("regard_") + installed().code, QStringLiteral(":/translations"));
}

} // namespace regard

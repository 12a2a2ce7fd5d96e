#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QGroupBox>
#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QSettings>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QXmlStreamReader>

#include "document/document.h"
#include "engine/base/errors.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "paths.h"
#include "run_program.h"
#include "test_class.h"
#include "views/output/panel/vocabulary_dialog.h"
#include "window/base/language.h"
#include "window/base/settings.h"
#include "window/files/example_texts.h"
#include "window/guide_dialog.h"
#include "window/main_window.h"

using namespace regard;

namespace {

/// An entry of a .ts file.
struct Entry {
    QString context;
    QString source;
    QString comment;
    QString state;     ///< `unfinished`, `vanished`, `obsolete`; empty: finished
    QStringList forms; ///< the translation, or its plural forms
    bool isPlural = false;

    QString name() const { return context + QStringLiteral(": ") + source; }
    QString key() const { return context + u'\n' + source + u'\n' + comment; }
};

void readTranslation(QXmlStreamReader &xml, Entry &entry)
{
    entry.state = xml.attributes().value(QLatin1String("type")).toString();
    QString text;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isEndElement() && xml.name() == QLatin1String("translation"))
            break;
        if (xml.isStartElement() && xml.name() == QLatin1String("numerusform"))
            entry.forms << xml.readElementText();
        else if (xml.isCharacters())
            text += xml.text();
    }
    if (!entry.isPlural)
        entry.forms << text;
}

QList<Entry> entriesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QXmlStreamReader xml(&file);
    QList<Entry> entries;
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QLatin1String("message")) {
            entries.append(Entry());
            entries.last().context = context;
            entries.last().isPlural = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
        } else if (!entries.isEmpty() && xml.name() == QLatin1String("source")) {
            entries.last().source = xml.readElementText();
        } else if (!entries.isEmpty() && xml.name() == QLatin1String("comment")) {
            entries.last().comment = xml.readElementText();
        } else if (!entries.isEmpty() && xml.name() == QLatin1String("translation")) {
            readTranslation(xml, entries.last());
        }
    }
    return entries;
}

QString tsFile(const QString &language)
{
    return QStringLiteral(REGARD_SOURCES "/resources/translations/regard_%1.ts").arg(language);
}

/// "%1 %2 %2", sorted: what a translation must hold as often as its source. A plural form may leave the number out.
QStringList placesIn(const QString &text, bool isPlural)
{
    static const QRegularExpression place(QStringLiteral("%L?(\\d+|n)"));
    QStringList places;
    for (auto match = place.globalMatch(text); match.hasNext();) {
        const QString found = match.next().captured();
        if (!isPlural || found != QLatin1String("%n"))
            places << found;
    }
    places.sort();
    places.removeDuplicates();
    return places;
}

/// The letter under "&", upper case; nothing where there is none.
QString mnemonicOf(const QString &text)
{
    QString plain = text;
    plain.remove(QStringLiteral("&&"));
    const qsizetype at = plain.indexOf(u'&');
    return at >= 0 && at + 1 < plain.size() && plain[at + 1].isLetterOrNumber() ? plain.mid(at + 1, 1).toUpper()
                                                                                : QString();
}

bool holdsHan(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
}

/// Names that stay as they are in every language: symbols of the field, file formats, units, keys, the program's name.
bool isName(const QString &word)
{
    static const QSet<QString> names = [] {
        QSet<QString> all;
        const QString list =
            QStringLiteral("q k v x h n t d QK Llama YaRN LongRoPE ALiBi softmax tanh exp logits one hot ReLU GELU "
                           "SiLU QuickGELU LeakyReLU "
                           "Tanh Sigmoid Mish Laplace HardSwish softplus Xavier "
                           "Kaiming OV PNG SVG PDF JSON CSV px dpi Ctrl Shift Alt Regard English Transformer top "
                           "key model value ff out embedding position encoder decoder self cross "
                           "output norm final RNN GRU LSTM Bahdanau Luong");
        for (const QString &name : list.split(u' '))
            all.insert(name);
        return all;
    }();
    return names.contains(word) || word.size() == 1;
}

/// True where a text has words, and all of them are of another language than Chinese.
bool isForeign(QString text)
{
    if (holdsHan(text))
        return false;
    text.remove(QRegularExpression(QStringLiteral("<[^>]*>|&")));
    static const QRegularExpression word(QStringLiteral("[A-Za-z]+"));
    for (auto match = word.globalMatch(text); match.hasNext();)
        if (!isName(match.next().captured()))
            return true;
    return false;
}

/// Gathers what a widget and its actions show.
class Texts {
public:
    void addAll(QWidget *window)
    {
        add(window);
        for (QWidget *widget : window->findChildren<QWidget *>())
            add(widget);
        for (QAction *action : window->findChildren<QAction *>())
            for (const QString &text : {action->text(), action->toolTip(), action->statusTip()})
                keep(action, text);
    }
    QStringList foreign() const { return m_foreign; }

private:
    void add(QWidget *widget)
    {
        // It has a cell's name, such as W_Q [found love, 3], whose rows are named by the example.
        if (QLatin1String(widget->metaObject()->className()) == QLatin1String("regard::CellNumber"))
            return;
        for (const QString &text : {widget->toolTip(), widget->statusTip(), widget->whatsThis(),
                                    widget->accessibleName(), widget->accessibleDescription()})
            keep(widget, text);
        if (!widget->isWindow() || qobject_cast<QDialog *>(widget))
            keep(widget, widget->windowTitle());
        if (const auto *label = qobject_cast<QLabel *>(widget))
            keep(widget, label->text());
        if (const auto *button = qobject_cast<QAbstractButton *>(widget))
            keep(widget, button->text());
        if (const auto *box = qobject_cast<QGroupBox *>(widget))
            keep(widget, box->title());
        if (const auto *menu = qobject_cast<QMenu *>(widget))
            keep(widget, menu->title());
        if (const auto *field = qobject_cast<QLineEdit *>(widget))
            keep(widget, field->placeholderText());
        if (const auto *spin = qobject_cast<QAbstractSpinBox *>(widget))
            keep(widget, spin->text() + spin->specialValueText());
        if (const auto *tabs = qobject_cast<QTabBar *>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                keep(widget, tabs->tabText(i));
        if (const auto *combo = qobject_cast<QComboBox *>(widget))
            for (int i = 0; i < combo->count(); ++i) {
                keep(widget, combo->itemText(i));
                keep(widget, combo->itemData(i, Qt::ToolTipRole).toString());
            }
    }
    void keep(const QObject *object, const QString &text)
    {
        const QString line = QStringLiteral("%1 %2: %3")
                                 .arg(QLatin1String(object->metaObject()->className()), object->objectName(), text);
        if (isForeign(text) && !m_foreign.contains(line))
            m_foreign << line;
    }

    QStringList m_foreign;
};

/// The distinct words between backticks, and the blocks of code.
QStringList codeIn(const QString &page)
{
    static const QRegularExpression code(QStringLiteral("```.*?```|``.*?``|`[^`]+`"),
                                         QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    for (auto match = code.globalMatch(page); match.hasNext();)
        found << match.next().captured();
    found.sort();
    found.removeDuplicates();
    return found;
}

/// What the program says with these words in an environment; standard output and standard error.
std::pair<QByteArray, QByteArray> run(const QStringList &arguments, const QString &language)
{
    Program program{arguments};
    for (const char *name : {"LANG", "LC_ALL", "LANGUAGE"})
        program.environment.insert(name, language.toUtf8());
    const ProgramRun ran = program.run();
    return {ran.out, ran.err};
}

} // namespace

class TestTranslation : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
        QTest::newRow("English") << QStringLiteral("en");
    }
    /// A window in Chinese that shows an example, whose own words are replaced by Chinese ones.
    static std::unique_ptr<MainWindow> chineseWindow(const QString &example)
    {
        auto window = std::make_unique<MainWindow>();
        window->resize(1440, 900);
        window->show();
        Document *document = window->document();
        document->load(readExample(example.toStdString()), {});
        document->sentences().setSource(QStringLiteral("猫 坐 在 地毯 上"));
        if (document->matrices().model()->config.architecture == Architecture::EncoderDecoder)
            document->sentences().setTarget(QStringLiteral("始 猫 坐"));
        document->waitForResult();
        QApplication::processEvents();
        return window;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void init() { installLanguage(QStringLiteral("zh_CN")); }
    void cleanup() { installLanguage(QStringLiteral("en")); }

    void everyTextIsFinished_data() { addLanguages(); }
    void everyTextIsFinished()
    {
        QFETCH(QString, language);
        const QList<Entry> entries = entriesOf(tsFile(language));
        QVERIFY(!entries.isEmpty());
        QStringList wrong;
        const qsizetype plurals = language == QLatin1String("en") ? 2 : 1;
        for (const Entry &entry : entries) {
            if (!entry.state.isEmpty())
                wrong << entry.state + QStringLiteral(": ") + entry.name();
            if (entry.forms.size() != (entry.isPlural ? plurals : 1))
                wrong << QStringLiteral("wrong number of plural forms: ") + entry.name();
            for (const QString &form : entry.forms) {
                if (form.isEmpty())
                    wrong << QStringLiteral("empty: ") + entry.name();
                if (placesIn(form, entry.isPlural) != placesIn(entry.source, entry.isPlural))
                    wrong << QStringLiteral("other places than %1, %n: ") + entry.name();
                if (mnemonicOf(form).isEmpty() != mnemonicOf(entry.source).isEmpty())
                    wrong << QStringLiteral("with a mnemonic in one language only: ") + entry.name();
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void everyTextOfTheSourcesIsThere_data() { addLanguages(); }
    void everyTextOfTheSourcesIsThere()
    {
        QFETCH(QString, language);
        QStringList command = QStringLiteral(REGARD_LUPDATE).split(u'|', Qt::SkipEmptyParts);
        if (!QFile::exists(command.first()))
            QFAIL("lupdate is missing: install qt6-l10n-tools");
        const QString path = m_folder.filePath(QStringLiteral("regard_%1.ts").arg(language));
        if (language == QLatin1String("en"))
            command << QStringLiteral("-pluralonly");
        command << QStringLiteral("-ts") << path;
        const QString lupdate = command.takeFirst();
        const ProgramRun ran = Program{command, lupdate, QStringLiteral(REGARD_SOURCES)}.run();
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        const auto keysOf = [](const QString &file) {
            QHash<QString, QString> keys;
            for (const Entry &entry : entriesOf(file))
                keys.insert(entry.key(), entry.name());
            return keys;
        };
        const QHash<QString, QString> wanted = keysOf(path);
        const QHash<QString, QString> given = keysOf(tsFile(language));
        QVERIFY(!wanted.isEmpty());
        QStringList wrong;
        for (auto text = wanted.begin(); text != wanted.end(); ++text)
            if (!given.contains(text.key()))
                wrong << QStringLiteral("missing: ") + text.value();
        for (auto text = given.begin(); text != given.end(); ++text)
            if (!wanted.contains(text.key()))
                wrong << QStringLiteral("no longer in the sources: ") + text.value();
        QVERIFY2(wrong.isEmpty(),
                 qPrintable(wrong.join(u'\n') + QStringLiteral("\n./dev translate brings it up to date")));
    }

    void examplesAreTranslated()
    {
        QSet<QString> known;
        for (const Entry &entry : entriesOf(tsFile(QStringLiteral("zh_CN"))))
            if (entry.context == QLatin1String("Examples"))
                known.insert(entry.source);
        QSet<QString> shown;
        for (const ExampleEntry &example : examples()) {
            const Project project = readExample(example.name);
            for (const std::string &text : {project.title, project.note}) {
                const QString source = QString::fromStdString(text);
                shown.insert(source);
                QVERIFY2(known.contains(source), text.c_str());
                QVERIFY2(holdsHan(exampleText(source)), text.c_str());
            }
        }
        QCOMPARE(known, shown);
        QCOMPARE(exampleText(QStringLiteral("My own title")), QStringLiteral("My own title"));
        QCOMPARE(exampleText(QString()), QString());
    }

    void windowShowsChinese_data()
    {
        QTest::addColumn<QString>("example");
        QTest::newRow("encoder") << QStringLiteral("chinese");
        QTest::newRow("additive scores") << QStringLiteral("alignment");
        QTest::newRow("encoder and decoder") << QStringLiteral("source-and-target");
        QTest::newRow("small, without positions") << QStringLiteral("three-inputs");
    }
    void windowShowsChinese()
    {
        QFETCH(QString, example);
        const std::unique_ptr<MainWindow> window = chineseWindow(example);
        Texts texts;
        texts.addAll(window.get());
        const QStringList foreign = texts.foreign();
        QVERIFY2(foreign.isEmpty(), qPrintable(foreign.join(u'\n')));
    }

    void guideIsInTheLanguage()
    {
        const auto firstPage = [] {
            const GuideDialog guide(nullptr);
            return guide.findChild<QTextBrowser *>()->toPlainText();
        };
        QVERIFY(holdsHan(firstPage()));
        installLanguage(QStringLiteral("en"));
        QVERIFY(!firstPage().isEmpty());
        QVERIFY(!holdsHan(firstPage()));
    }

    void guidePagesSayTheSame_data()
    {
        QTest::addColumn<QString>("page");
        for (const QString &page :
             QDir(QStringLiteral(REGARD_SOURCES "/resources/guide")).entryList({QStringLiteral("*.md")}))
            QTest::newRow(qPrintable(page)) << page;
    }
    void guidePagesSayTheSame()
    {
        QFETCH(QString, page);
        const auto read = [](const QString &path) {
            QFile file(QStringLiteral(REGARD_SOURCES "/resources/guide/") + path);
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        const QString english = read(page);
        const QString chinese = read(QStringLiteral("zh_CN/") + page);
        QVERIFY(!english.isEmpty());
        QVERIFY(!chinese.isEmpty());
        for (const char *pattern : {"^#+ ", "^\\|", "^- "}) {
            const QRegularExpression lines(QString::fromLatin1(pattern), QRegularExpression::MultilineOption);
            QVERIFY2(english.count(lines) == chinese.count(lines), pattern);
        }
        QCOMPARE(codeIn(chinese), codeIn(english));
    }

    void dialogsShowChinese()
    {
        const std::unique_ptr<MainWindow> window = chineseWindow(QStringLiteral("source-and-target"));
        Texts texts;
        VocabularyDialog vocabulary(window->document(), window.get());
        texts.addAll(&vocabulary);
        const QDialogButtonBox buttons(QDialogButtonBox::Save | QDialogButtonBox::Discard | QDialogButtonBox::Cancel |
                                       QDialogButtonBox::Ok | QDialogButtonBox::Yes | QDialogButtonBox::No);
        for (QAbstractButton *button : buttons.buttons())
            QVERIFY2(holdsHan(button->text()), qPrintable(button->text()));
        QVERIFY2(texts.foreign().isEmpty(), qPrintable(texts.foreign().join(u'\n')));
    }

    void mnemonicsOfAMenuDiffer_data() { addLanguages(); }
    void mnemonicsOfAMenuDiffer()
    {
        QFETCH(QString, language);
        installLanguage(language);
        const std::unique_ptr<MainWindow> window = chineseWindow(QStringLiteral("chinese"));
        QList<QWidget *> menus{window->menuBar()};
        for (QMenu *menu : window->menuBar()->findChildren<QMenu *>())
            menus << menu;
        QVERIFY(menus.size() > 5);
        for (const QWidget *menu : menus) {
            QSet<QString> seen;
            for (const QAction *action : menu->actions()) {
                const QString letter = mnemonicOf(action->text());
                QVERIFY2(letter.isEmpty() || !seen.contains(letter), qPrintable(action->text()));
                seen.insert(letter);
            }
        }
    }

    void errorsAreInTheLanguage()
    {
        const auto errorOf = [](const char *json) {
            try {
                parseProject(json, "file.regard");
            } catch (const Error &error) {
                return QString::fromStdString(error.what());
            }
            return QString();
        };
        QVERIFY(holdsHan(errorOf("{")));
        QVERIFY(holdsHan(errorOf("{\"format\": \"regard-project\", \"version\": 1, \"model\": {\"d_model\": 0}}")));
        installLanguage(QStringLiteral("en"));
        QCOMPARE(errorOf("{"),
                 QStringLiteral("file.regard: line 1, column 2: the file ends before its JSON is complete"));
    }

    void numbersKeepThePoint()
    {
        QDoubleSpinBox box;
        box.setMaximum(2000);
        box.setValue(1234.5);
        QCOMPARE(box.text(), QStringLiteral("1234.50"));
        QCOMPARE(QLocale().decimalPoint(), QStringLiteral("."));
    }

    void languageFollowsTheSystem_data()
    {
        QTest::addColumn<QStringList>("tags");
        QTest::addColumn<QString>("code");
        const QString english = QStringLiteral("en");
        const QString chinese = QStringLiteral("zh_CN");
        QTest::newRow("China") << QStringList{QStringLiteral("zh-Hans-CN"), QStringLiteral("zh-CN")} << chinese;
        QTest::newRow("Singapore") << QStringList{QStringLiteral("zh_SG")} << chinese;
        QTest::newRow("Taiwan") << QStringList{QStringLiteral("zh_TW")} << english;
        QTest::newRow("German, then Chinese") << QStringList{QStringLiteral("de"), QStringLiteral("zh")} << chinese;
        QTest::newRow("English, then Chinese") << QStringList{QStringLiteral("en_GB"), QStringLiteral("zh")} << english;
        QTest::newRow("none") << QStringList{} << english;
        QTest::newRow("C") << QStringList{QStringLiteral("C")} << english;
        QTest::newRow("German") << QStringList{QStringLiteral("de-DE")} << english;
    }
    void languageFollowsTheSystem()
    {
        QFETCH(QStringList, tags);
        QTEST(firstLanguage(tags), "code");
    }

    void settingsRememberTheLanguage()
    {
        Settings settings;
        settings.language = QStringLiteral("zh_CN");
        settings.write();
        QCOMPARE(Settings::read().language, QStringLiteral("zh_CN"));
        settings.language = QStringLiteral("klingon");
        settings.write();
        QCOMPARE(Settings::read().language, QStringLiteral("system"));
    }

    void commandLineStaysEnglish_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char *name, const char *words) {
            QTest::newRow(name) << QString::fromLatin1(words).split(u' ');
        };
        row("help", "--help");
        row("examples", "examples");
        row("info", "info --example it");
        row("no such example", "info --example klingon");
        row("a wrong value", "info --example it --set d_model=0");
        row("no such file", "info nowhere.regard");
    }
    void commandLineStaysEnglish()
    {
        QFETCH(QStringList, arguments);
        const auto english = run(arguments, QStringLiteral("C.UTF-8"));
        const auto chinese = run(arguments, QStringLiteral("zh_CN.UTF-8"));
        QVERIFY(!english.first.isEmpty() || !english.second.isEmpty());
        QCOMPARE(chinese.first, english.first);
        QCOMPARE(chinese.second, english.second);
    }

    void exportedPicturesStayEnglish()
    {
        const auto picture = [this](const QString &language) {
            const QString path = m_folder.filePath(language + QStringLiteral(".svg"));
            run({QStringLiteral("export"), QStringLiteral("--example"), QStringLiteral("it"), QStringLiteral("-o"),
                 path},
                language);
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray english = picture(QStringLiteral("C.UTF-8"));
        QVERIFY(!english.isEmpty());
        QCOMPARE(picture(QStringLiteral("zh_CN.UTF-8")), english);
    }
};

REGARD_TEST(TestTranslation)
#include "test_translation.moc"

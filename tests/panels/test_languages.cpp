#include <memory>

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QTimer>

#include "child.h"
#include "controls/app_theme.h"
#include "document/document.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "paths.h"
#include "test_class.h"
#include "views/sentence_bar/panel/language_dialog.h"
#include "views/sentence_bar/panel/sentence_menu.h"

using namespace regard;
using namespace Qt::Literals::StringLiterals;

/// A translator's languages in the menu of the sentence, and the list from which one is chosen.
class TestLanguages : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_menu = std::make_unique<SentenceMenu>(m_document.get(), nullptr);
        show("mbart");
    }
    void cleanup()
    {
        m_menu.reset();
        m_theme.reset();
        m_document.reset();
    }

    void offeredByTranslatorsAlone()
    {
        QVERIFY(entry("sourceLanguage")->isVisible());
        QCOMPARE(entry("sourceLanguage")->text(), u"Source language: English (en_XX)…"_s);
        QCOMPARE(entry("targetLanguage")->text(), u"Target language: English (en_XX)…"_s);
        show("mbart50");
        QCOMPARE(entry("sourceLanguage")->text(), u"Source language: German (de_DE)…"_s);
        QCOMPARE(entry("targetLanguage")->text(), u"Target language: French (fr_XX)…"_s);
        entry("splitWords")->trigger();
        QVERIFY(!entry("sourceLanguage")->isVisible());
        show("marian_separate");
        QVERIFY(!entry("sourceLanguage")->isVisible() && !entry("targetLanguage")->isVisible());
        m_document->load(defaultProject(), {});
        QVERIFY(!entry("sourceLanguage")->isVisible());
    }

    /// Typed letters search names and codes; Enter takes the row.
    void chosenByTyping()
    {
        QCOMPARE(tokens(Side::Source).last(), u"en_XX"_s);
        choose("sourceLanguage", u"roma"_s, 1);
        QCOMPARE(tokens(Side::Source).last(), u"ro_RO"_s);
        QCOMPARE(tokens(Side::Target).last(), u"ro_RO"_s); // nobody chose the target's
        choose("targetLanguage", u"ZH_"_s, 1);
        QCOMPARE(tokens(Side::Source).last(), u"ro_RO"_s);
        QCOMPARE(tokens(Side::Target).last(), u"zh_CN"_s);
        QCOMPARE(m_document->result().trace->target.tokens.back(), std::string("zh_CN"));
        QCOMPARE(m_document->project().targetLanguage, std::string("zh_CN"));
        QCOMPARE(m_document->undoGroup()->activeStack()->undoText(), u"Change target language"_s);
        m_document->undoGroup()->activeStack()->undo();
        QCOMPARE(tokens(Side::Target).last(), u"ro_RO"_s);
        m_document->undoGroup()->activeStack()->undo();
        QCOMPARE(tokens(Side::Source).last(), u"en_XX"_s);
        QCOMPARE(m_document->project().sourceLanguage, std::string());
        m_document->undoGroup()->activeStack()->redo();
        QCOMPARE(entry("sourceLanguage")->text(), u"Source language: Romanian (ro_RO)…"_s);
    }

    void nothingChanges()
    {
        choose("sourceLanguage", u"no such language"_s, 0);
        choose("sourceLanguage", u"en_XX"_s, 1); // as it is
        QCOMPARE(m_document->undoGroup()->activeStack()->count(), 0);
        m_document->sentences().setLanguage(Side::Source, "xx_XX");
        QCOMPARE(m_document->undoGroup()->activeStack()->count(), 0);
    }

    /// A masked word stays masked: another language is another token in the same place.
    void masksStay()
    {
        m_document->sentences().setMasked(Side::Source, 1, true);
        m_document->sentences().setLanguage(Side::Source, "de_DE");
        QCOMPARE(m_document->sentences().masked(Side::Source), std::vector<int>{1});
    }

    void theListIsSortedByName()
    {
        LanguageDialog dialog(u"Source language"_s, {"zh_CN", "de_DE", "tyv_Cyrl", "en_XX"}, "en_XX", nullptr);
        const auto *list = child<QListWidget>(&dialog, "languages");
        QStringList rows;
        for (int row = 0; row < list->count(); ++row)
            rows << list->item(row)->text();
        QCOMPARE(rows, (QStringList{u"Chinese (zh_CN)"_s, u"English (en_XX)"_s, u"German (de_DE)"_s,
                                    u"Tuvinian (tyv_Cyrl)"_s}));
        QCOMPARE(list->currentRow(), 1);
        dialog.show();
        auto *search = child<QLineEdit>(&dialog, "languageSearch");
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(dialog.chosen(), std::string("tyv_Cyrl"));
        QVERIFY(!dialog.isVisible());
    }

private:
    void show(const char *folder)
    {
        Project project = checkpointProject(
            openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/families/") + QString::fromLatin1(folder)));
        project.source = "the cat sat";
        project.target = "it sat";
        m_document->load(std::move(project), {});
        emit m_menu->aboutToShow();
    }

    QAction *entry(const char *name)
    {
        emit m_menu->aboutToShow();
        return m_menu->findChild<QAction *>(QString::fromLatin1(name));
    }

    /// Opens an entry's list, types, presses Enter, and Escape where the list is open still.
    void choose(const char *name, const QString &text, int found)
    {
        QTimer::singleShot(0, this, [text, found] {
            auto *dialog = qobject_cast<LanguageDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto *search = child<QLineEdit>(dialog, "languageSearch");
            QTest::keyClicks(search, text);
            const auto *list = child<QListWidget>(dialog, "languages");
            int shown = 0;
            for (int row = 0; row < list->count(); ++row)
                shown += list->item(row)->isHidden() ? 0 : 1;
            QTest::keyClick(search, Qt::Key_Return);
            if (dialog->isVisible())
                QTest::keyClick(dialog, Qt::Key_Escape);
            QCOMPARE(shown, found);
        });
        entry(name)->trigger();
    }

    QStringList tokens(Side side) const
    {
        QStringList texts;
        for (const Token &token : m_document->sentences().tokens(side).tokens)
            texts << QString::fromStdString(token.text);
        return texts;
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<SentenceMenu> m_menu;
};

REGARD_TEST(TestLanguages)
#include "test_languages.moc"

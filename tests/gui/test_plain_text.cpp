#include <optional>

#include <QAbstractButton>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QTabBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFragment>
#include <QToolTip>
#include <QUndoStack>

#include "open_dialog.h"
#include "opened_files.h"
#include "panel_hands.h"
#include "paths.h"
#include "test_class.h"
#include "views/lesson/panel/lesson_reading.h"
#include "window/files/project_files.h"
#include "window_test.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// Titles, notes, tokens, names and lessons of a file are text: what looks like HTML is shown as it is written, and
/// nothing that it names is opened.
class TestPlainText : public QObject, WindowTest {
    Q_OBJECT

private:
    QString m_trap;
    QString m_hostile;
    QString m_token; ///< the same without white space, which no token has

    QJsonObject example(const QString &name) const
    {
        QFile file(QStringLiteral(REGARD_SOURCES "/resources/examples/%1.regard").arg(name));
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    }
    QString written(const QString &name, const QJsonObject &object) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(object).toJson()) < 0)
            qFatal("%s cannot be written", qPrintable(name));
        return file.fileName();
    }
    QJsonObject hostileProject() const
    {
        QJsonObject project = example(u"source-and-target"_s);
        project[u"tokenizer"_s] = u"whitespace"_s;
        project.remove(u"view"_s); // of the example's own words
        for (const QString &key : {u"title"_s, u"note"_s})
            project[key] = m_hostile;
        for (const QString &key : {u"source"_s, u"target"_s})
            project[key] = m_token + u" <s> "_s + m_token;
        QJsonArray dimensions;
        for (int i = 0; i < project[u"dimensions"_s].toArray().size(); ++i)
            dimensions.append(m_hostile + QString::number(i));
        project[u"dimensions"_s] = dimensions;
        QJsonArray words{u"<s>"_s, m_token};
        while (words.size() < project[u"vocabulary"_s].toArray().size())
            words.append(m_token + QString::number(words.size()));
        project[u"vocabulary"_s] = words;
        project.remove(u"end"_s);
        project[u"snapshots"_s] =
            QJsonArray{QJsonObject{{u"name"_s, m_hostile}},
                       QJsonObject{{u"name"_s, u"<script>"_s + m_hostile}, {u"source"_s, m_token + u" b"_s}}};
        return project;
    }
    /// The tool tip that the widget shows when it is asked for one; null: none.
    static const QLabel *tipOf(QWidget *widget)
    {
        QToolTip::hideText();
        QToolTip::showText({}, {});
        const QPoint centre = widget->rect().center();
        QHelpEvent help(QEvent::ToolTip, centre, widget->mapToGlobal(centre));
        QApplication::sendEvent(widget, &help);
        for (QWidget *top : QApplication::topLevelWidgets())
            if (top->inherits("QTipLabel") && top->isVisible())
                return qobject_cast<QLabel *>(top);
        return nullptr;
    }
    /// The program makes this HTML itself; onlyText() says what came into it.
    static bool isOwnHtml(const QLabel *label)
    {
        return qobject_cast<LessonReading *>(label->parentWidget()) || label->objectName() == u"stripCell"_s ||
               label->objectName() == u"lessonPageTitle"_s;
    }
    /// What HTML shows, where it is text alone, without pictures and links.
    static std::optional<QString> onlyText(const QString &html)
    {
        QTextDocument shown;
        shown.setHtml(html);
        for (QTextBlock block = shown.begin(); block.isValid(); block = block.next())
            for (auto piece = block.begin(); !piece.atEnd(); ++piece)
                if (piece.fragment().charFormat().isImageFormat() || piece.fragment().charFormat().isAnchor())
                    return std::nullopt;
        return shown.toPlainText();
    }
    /// Why what these widgets show is not literal; empty: it is.
    QString reasonAgainst(QWidget *root) const
    {
        QList<QWidget *> widgets = root->findChildren<QWidget *>();
        widgets.prepend(root);
        for (QWidget *widget : widgets) {
            widget->ensurePolished();
            const auto *label = qobject_cast<const QLabel *>(widget);
            if (label && label->textFormat() != Qt::PlainText && !isOwnHtml(label))
                return u"a label that is not plain: "_s + label->objectName() + label->text();
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            if (button && hasLostLetter(button->text()))
                return u"a button underlines a letter of a name: "_s + button->text();
            const auto *tabs = qobject_cast<const QTabBar *>(widget);
            for (int i = 0; tabs && i < tabs->count(); ++i)
                if (hasLostLetter(tabs->tabText(i)))
                    return u"a tab underlines a letter of a name: "_s + tabs->tabText(i);
            if (!widget->isVisible())
                continue;
            if (const QLabel *tip = tipOf(widget); tip && tip->textFormat() != Qt::PlainText)
                return u"a tool tip that is not plain: "_s + tip->text();
            for (const QAction *action : widget->actions())
                if (hasLostLetter(action->text()))
                    return u"an action underlines a letter of a name: "_s + action->text();
        }
        QToolTip::hideText();
        return {};
    }
    /// The hostile text has "&amp;"; where a letter behind & is underlined, its & is alone.
    static bool hasLostLetter(QString text) { return text.replace(u"&&"_s, u"\x01"_s).contains(u"&amp;"_s); }

private slots:
    void initTestCase()
    {
        useOwnSettings();
        m_trap = m_folder.filePath(u"trap.png"_s);
        QImage picture(8, 8, QImage::Format_RGB32);
        picture.fill(Qt::red);
        QVERIFY(picture.save(m_trap));
        m_token = u"<b>x</b>&amp;%2%3"_s;
        m_hostile = u"<img src=\"file://%1\">"_s.arg(m_trap) + m_token;
    }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    /// The trap shuts where a label is HTML.
    void theTrapWorks()
    {
        const OpenedFile trap(m_trap);
        QLabel label(m_hostile);
        label.setTextFormat(Qt::RichText);
        label.grab();
        QVERIFY(trap.wasOpened());
        QLabel plain(m_hostile);
        plain.grab();
        QVERIFY(!trap.wasOpened());
        QCOMPARE(plain.textFormat(), Qt::PlainText);
        QCOMPARE(plain.text(), m_hostile);
    }

    void aProject()
    {
        const OpenedFile trap(m_trap);
        QVERIFY(m_window->openFile(written(u"hostile.regard"_s, hostileProject())));
        settle();
        QCOMPARE(document()->inputError(), QString());
        QCOMPARE(QString::fromStdString(document()->result().trace->source.tokens.at(0)), m_token);
        QVERIFY(m_window->windowTitle().startsWith(m_hostile));
        for (const std::string &word : panelWords())
            openPanel(m_window.get(), QString::fromStdString(word));
        const auto *cell = m_window->findChild<QLabel *>(u"stripCell"_s);
        QVERIFY2(onlyText(cell->text()).value_or(QString()).contains(m_hostile), qPrintable(cell->text()));
        document()->sentences().setMasked(Side::Source, 0, true);
        document()->comparison().pin();
        document()->sentences().setSource(m_token + u" other"_s);
        settle();
        QCOMPARE(reasonAgainst(m_window.get()), QString());
        QVERIFY(!trap.wasOpened());
    }

    void menus()
    {
        const QString path = written(u"a &b <b>c.regard"_s, hostileProject());
        QVERIFY(m_window->openFile(path));
        settle();
        document()->sentences().setMasked(Side::Source, 0, true);
        const OpenedFile trap(m_trap);
        int named = 0;
        for (QMenu *menu : m_window->findChildren<QMenu *>()) {
            emit menu->aboutToShow();
            for (const QAction *action : menu->actions()) {
                QVERIFY2(!hasLostLetter(action->text()), qPrintable(action->text()));
                named += action->text().contains(u"&&amp;"_s) || action->text().contains(u"a &&b"_s) ? 1 : 0;
            }
        }
        QVERIFY(named >= 4); // two snapshots, a recent file, what can be undone
        QVERIFY(!trap.wasOpened());
    }

    /// The question on leaving names one project in its first line, several in its second.
    void questions_data()
    {
        QTest::addColumn<int>("kept");
        QTest::newRow("one project") << 0;
        QTest::newRow("several") << 1;
    }
    void questions()
    {
        QFETCH(int, kept);
        for (int i = 0; i < kept; ++i) {
            QVERIFY(m_window->files()->openExample(u"it"_s));
            document()->sentences().setSource(u"a b"_s);
            QVERIFY(m_window->files()->openExample(u"shuan"_s));
        }
        QVERIFY(m_window->openFile(written(u"hostile.regard"_s, hostileProject())));
        settle();
        document()->sentences().setSource(m_token);
        const OpenedFile trap(m_trap);
        bool isSeen = false;
        whenOpen<QMessageBox>(m_window.get(), [&](QMessageBox *box) {
            isSeen = true;
            box->grab();
            QCOMPARE(reasonAgainst(box), QString());
            QVERIFY((box->text() + box->informativeText()).contains(m_hostile));
            box->button(QMessageBox::Cancel)->click();
        });
        m_window->close();
        QVERIFY(isSeen);
        QVERIFY(!trap.wasOpened());
    }

    void errors()
    {
        QJsonObject project = hostileProject();
        project[m_hostile] = 1;
        const OpenedFile trap(m_trap);
        bool isSeen = false;
        whenOpen<QMessageBox>(m_window.get(), [&](QMessageBox *box) {
            isSeen = true;
            box->grab();
            QCOMPARE(reasonAgainst(box), QString());
            QVERIFY(box->text().contains(u"<img src"_s));
            box->button(QMessageBox::Ok)->click();
        });
        QVERIFY(!m_window->openFile(written(u"wrong.regard"_s, project)));
        QVERIFY(isSeen);
        QVERIFY(!trap.wasOpened());
    }

    /// The program makes HTML of a lesson's text itself, so everything that is written there is plain text.
    void aLesson()
    {
        const QString markup =
            u"%1 <a href=\"https://example.com\">a</a> [b](file:///etc/passwd) ![c](%2) *%1* `%1`"_s.arg(m_hostile,
                                                                                                         m_trap);
        QJsonObject page{{u"title"_s, m_hostile},
                         {u"text"_s, QString(markup).replace(u'{', u' ')},
                         {u"try"_s, u"- %1\n- %1\n\n| | %1 |\n| %1 | {token 1} |"_s.arg(m_hostile)}};
        const QJsonObject lesson{{u"format"_s, u"regard-lesson"_s}, {u"version"_s, 3},
                                 {u"title"_s, m_hostile},           {u"summary"_s, m_hostile},
                                 {u"project"_s, hostileProject()},  {u"pages"_s, QJsonArray{page}}};
        const OpenedFile trap(m_trap);
        QVERIFY(m_window->openFile(written(u"hostile.lesson"_s, lesson)));
        settle();
        QCOMPARE(reasonAgainst(m_window.get()), QString());
        int texts = 0;
        for (const LessonReading *reading : m_window->findChildren<LessonReading *>())
            for (QLabel *label : reading->findChildren<QLabel *>()) {
                const std::optional<QString> shown = onlyText(label->text());
                QVERIFY2(shown, qPrintable(label->text()));
                texts += shown->contains(m_hostile) ? 1 : 0;
                label->grab();
            }
        QVERIFY(texts >= 2); // the page's and the attempt's
        QVERIFY(!trap.wasOpened());
    }
};

REGARD_TEST(TestPlainText)
#include "test_plain_text.moc"

#include <cmath>
#include <memory>

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QListWidget>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "controls/list_actions.h"
#include "document/document.h"
#include "io/base/file_error.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/changes/panel/changes_panel.h"
#include "views/lens/lens_figure.h"
#include "views/output/output_figure.h"
#include "views/path/path_figure.h"
#include "views/summaries/bar_list_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Two rows; the second one's number is not known yet.
BarListData twoBars()
{
    BarListData data;
    data.labelHeader = u"layer.head"_s;
    data.valueHeader = u"0 – 1"_s;
    data.rows = {{u"1.2"_s, 1.0 / 3}, {u"2.1\ta"_s, std::nan("")}};
    return data;
}

QString clipboardText()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

/// Lists as tables: copied with tabs, written as CSV.
class TestListActions : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        QGuiApplication::clipboard()->setText(u"before"_s);
    }

    /// As Python prints 1 / 3; a tab within a name would begin a cell.
    void tabs()
    {
        QCOMPARE(tabbedText(tableOf(twoBars())), u"layer.head\t0 – 1\n1.2\t0.3333333333333333\n2.1 a\t\n"_s);
        BarListData detailed = twoBars();
        detailed.detailHeader = u"angle"_s;
        detailed.rows[1].detail = u"12°"_s;
        QCOMPARE(tableOf(detailed).headings, (QStringList{u"layer.head"_s, u"angle"_s, u"0 – 1"_s}));
        QCOMPARE(tableOf(detailed).rows[1], (QStringList{u"2.1\ta"_s, u"12°"_s, QString()}));
    }

    void ofAPath()
    {
        PathData path;
        path.wordHeader = u"word"_s;
        path.valueHeader = u"left"_s;
        path.words = {{u"用"_s, 0.25}, {u"b"_s, 1e-9}};
        const PathFigure figure(path, {300, 200}, Theme::light());
        QCOMPARE(tabbedText(figure.table()), u"word\tleft\n用\t0.25\nb\t1e-09\n"_s);
    }

    void ofTheLens()
    {
        LensData lens;
        lens.tokens = {u"the"_s};
        lens.places = {u"embedding"_s, u"1"_s};
        lens.cells = {{u"cat"_s, 0.5, 0.125, 3}, {}};
        const LensFigure plain(lens, {300, 200}, Theme::light());
        QCOMPARE(tabbedText(plain.table()), u"position\ttoken\tlayer\tword\tprobability\n"
                                            "1\tthe\tembedding\tcat\t0.5\n1\tthe\t1\t\t\n"_s);
        lens.chosen = u"dog"_s;
        const LensFigure chosen(lens, {300, 200}, Theme::light());
        QCOMPARE(tabbedText(chosen.table()),
                 u"position\ttoken\tlayer\tword\tprobability\trank of dog\tprobability of dog\n"
                 "1\tthe\tembedding\tcat\t0.5\t3\t0.125\n1\tthe\t1\t\t\t\t\n"_s);
    }

    void ofTheOutput()
    {
        OutputData output;
        output.tokens = {u"the"_s, u"cat"_s};
        output.vocabulary = 2;
        output.row = [](int position, int) {
            OutputData::Row row;
            row.best = {{u"a"_s, 0.75, 0}, {u"b"_s, 0.25, 1}};
            row.isPending = position == 1;
            return row;
        };
        const OutputFigure figure(output, {600, 200}, Theme::light());
        QCOMPARE(tabbedText(figure.table()),
                 u"position\ttoken\tword\tprobability\n1\tthe\ta\t0.75\n1\tthe\tb\t0.25\n2\tcat\t\t\n"_s);
    }

    void keyAndMenuOfAFigure()
    {
        FigureView view(m_theme.get(), nullptr);
        bool isEmpty = false;
        view.setMaker([&](QSizeF space) -> std::unique_ptr<Figure> {
            return isEmpty ? nullptr : std::make_unique<BarListFigure>(twoBars(), space, Theme::light());
        });
        view.resize(300, 200);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.canvas()->setFocus();
        QTest::keySequence(view.canvas(), QKeySequence::Copy);
        QCOMPARE(clipboardText(), tabbedText(tableOf(twoBars())));
        QCOMPARE(view.actions().size(), 2);
        view.actions().first()->trigger();
        isEmpty = true;
        view.refresh();
        QGuiApplication::clipboard()->setText(u"kept"_s);
        QTest::keySequence(view.canvas(), QKeySequence::Copy);
        QCOMPARE(clipboardText(), u"kept"_s);
    }

    /// A sign that programs read, the matrix before each cell, and the branch that is closed too.
    void ofChanges()
    {
        Document document;
        document.load(readExample("three-inputs"), QString());
        document.waitForResult();
        ChangesPanel panel(&document, m_theme.get(), nullptr);
        panel.resize(320, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        document.matrices().editCell("encoder.0.self.w_q", 0, 1, 0.25F);
        document.matrices().editCell("encoder.0.self.w_q", 3, 2, -2);
        QTRY_VERIFY(panel.list()->isVisible());
        panel.list()->collapseAll();
        panel.list()->setFocus();
        QTest::keySequence(panel.list(), QKeySequence::Copy);
        const QStringList lines = clipboardText().split(u'\n');
        QCOMPARE(lines.first(), u"Matrix\tCell\tOpened\tNow\tChange"_s);
        QCOMPARE(lines.size(), 4);
        const QString matrix = u"W_Q · encoder.0.self.w_q (2 cells)\t"_s;
        QVERIFY2(lines[1].startsWith(matrix + u"0, 1\t0\t0.25\t"_s), qPrintable(lines[1]));
        QVERIFY2(lines[2].startsWith(matrix + u"3, 2\t1\t-2\t-3"_s), qPrintable(lines[2]));
    }

    /// A list without headings has its name as one.
    void ofAWidgetList()
    {
        QListWidget list;
        list.setAccessibleName(u"What is off"_s);
        list.addItem(u"head 1.2: off"_s);
        auto *shown = new QListWidgetItem(&list);
        shown->setData(Qt::AccessibleTextRole, u"head 1.3: T = 2"_s); // a widget shows it
        QCOMPARE(tabbedText(tableOf(list)), u"What is off\nhead 1.2: off\nhead 1.3: T = 2\n"_s);
    }

    /// RFC 4180.
    void csv()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"list.csv"_s);
        writeListCsv(path, {{u"word"_s, u"a, b"_s}, {{u"say \"用\""_s, u"1"_s}, {u"two\nlines"_s, QString()}}});
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), "word,\"a, b\"\r\n\"say \"\"用\"\"\",1\r\n\"two\nlines\",\r\n"_ba);
        QVERIFY_THROWS_EXCEPTION(FileError, writeListCsv(folder.filePath(u"none/list.csv"_s), {{u"a"_s}, {}}));
    }

private:
    std::unique_ptr<AppTheme> m_theme;
};

REGARD_TEST(TestListActions)
#include "test_list_actions.moc"

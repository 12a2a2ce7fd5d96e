#include <cmath>

#include <QRegularExpression>
#include <QTest>

#include "drawn_texts.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

namespace {

/// The width that the file itself says, in millimetres.
double widthOf(const QString &name, const QByteArray &bytes)
{
    if (name.endsWith(u".svg"_s)) {
        static const QRegularExpression width(u"<svg width=\"([0-9.]+)mm\""_s);
        return width.match(QString::fromUtf8(bytes.left(2000))).captured(1).toDouble();
    }
    static const QRegularExpression box(u"/MediaBox \\[0 0 ([0-9.]+) "_s);
    return box.match(QString::fromLatin1(bytes)).captured(1).toDouble() * 25.4 / 72;
}

} // namespace

/// Figures for a page, as a script asks for them.
class TestPageFigures : public QObject {
    Q_OBJECT
private slots:
    void theWidthIsTrue_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<double>("width");
        QTest::newRow("links") << u"--head 1"_s << 84.0;
        QTest::newRow("links in focus") << u"--head 1 --query 8 --text 7pt"_s << 84.0;
        QTest::newRow("all heads") << u"--head all --text 7pt"_s << 84.0;
        QTest::newRow("heads apart") << u"--head all --multiples --text 7pt"_s << 84.0;
        QTest::newRow("heatmap") << u"--view heatmap --text 7pt"_s << 84.0;
        QTest::newRow("heatmaps") << u"--view heatmap --head all --text 7pt"_s << 171.0;
        QTest::newRow("heads") << u"--view heads"_s << 84.0;
        QTest::newRow("sentence") << u"--view sentence --query 8"_s << 84.0;
        QTest::newRow("steps") << u"--view steps --query 8 --key 2"_s << 171.0;
        QTest::newRow("entropy") << u"--view entropy"_s << 84.0;
    }

    void theWidthIsTrue()
    {
        QFETCH(QString, options);
        QFETCH(double, width);
        const QString line =
            u"export --example it %1 --size %2mm --theme print --crop -o it.svg it.pdf"_s.arg(options).arg(width);
        const ProgramRun ran = m_folder.run(line.split(u' '));
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        for (const QString &name : {u"it.svg"_s, u"it.pdf"_s}) {
            const double measured = widthOf(name, m_folder.bytes(name));
            // A PDF's page is in hundredths of a point.
            QVERIFY2(std::abs(measured - width) < 0.005, qPrintable(name + u' ' + QString::number(measured)));
        }
    }

    void multiples()
    {
        QVERIFY(m_folder.made("export --example xavier --view heatmap --head 1,3 --layer 1,2 -o grid.svg"));
        const QStringList grid = textsOf(m_folder.bytes("grid.svg"));
        for (const QString &name : {u"1.1"_s, u"1.3"_s, u"2.1"_s, u"2.3"_s})
            QCOMPARE(grid.count(name), 1);
        QVERIFY(grid.join(u' ').contains(u"layers 1, 2 · heads 1, 3"));
        QCOMPARE(grid.count(u"rose"_s), 3 * (2 + 2)); // beside two rows and above two columns
        QVERIFY(m_folder.made("export --example xavier --layer 1,2 --head 2 -o links.svg"));
        const QStringList links = textsOf(m_folder.bytes("links.svg"));
        QCOMPARE(links.count(u"layer 1"_s), 1);
        QCOMPARE(links.count(u"layer 2"_s), 1);
        QVERIFY(links.contains(u"layers 1, 2 · head 2"_s));
        QVERIFY(m_folder.made("export --example xavier --multiples -o apart.svg"));
        const QStringList apart = textsOf(m_folder.bytes("apart.svg"));
        for (int head = 1; head <= 4; ++head)
            QCOMPARE(apart.count(u"head %1"_s.arg(head)), 1);
        // The same again.
        QCOMPARE(m_folder.run("export --again grid.svg -o again.svg").exitCode, 0);
        QCOMPARE(m_folder.bytes("again.svg"), m_folder.bytes("grid.svg"));
    }

    void oneLayerOfTheMap()
    {
        QVERIFY(m_folder.made("export --example xavier --view heads --layer 2 -o heads.svg"));
        const QStringList heads = textsOf(m_folder.bytes("heads.svg"));
        for (int head = 1; head <= 4; ++head)
            QCOMPARE(heads.count(u"2.%1"_s.arg(head)), 1);
        QVERIFY(!heads.contains(u"1.1"_s));
    }

    /// A window's selection is not in a figure of the command line, unless it says so.
    void marks()
    {
        QVERIFY(m_folder.made("export --example xavier --view heads -o plain.svg"));
        QVERIFY(m_folder.made("export --example xavier --view heads --marks on -o marked.svg"));
        QVERIFY(m_folder.made("export --example xavier --view heads --marks off --layer 1,2 -o layers.svg"));
        const QByteArray accent = "#2457d6";
        QVERIFY(!m_folder.bytes("plain.svg").contains(accent));
        QVERIFY(m_folder.bytes("marked.svg").contains(accent));
    }

    void greysThatOverlap()
    {
        const char *line = "export --example vaswani --head all --colors greys -o greys.svg";
        const ProgramRun told = m_folder.run(line);
        QCOMPARE(told.exitCode, 0);
        QVERIFY2(told.err.contains("--multiples") && told.err.count('\n') == 1, told.err.constData());
        QVERIFY(m_folder.made("export --example vaswani --head all --multiples --colors greys -o greys.svg"));
        QVERIFY(m_folder.made("export --example vaswani --head 1,2,3,4 --colors greys -o greys.svg"));
        QVERIFY(m_folder.made("export --example vaswani --head all -o colours.svg"));
    }

    void namesAreToldOnce()
    {
        QStringList line =
            u"export --example it --view heatmap --size column --text 7pt --theme print --crop -o long.svg"_s.split(
                u' ');
        line
            << u"--source"_s
            << u"the old cat that sat on the rug saw a small dog and it was glad because the dog did not run after it when the rain began to fall on the roof of the house"_s;
        const ProgramRun ran = m_folder.run(line);
        QCOMPARE(ran.exitCode, 0);
        QVERIFY2(ran.err.contains("each of them has room") && ran.err.count('\n') == 1, ran.err.constData());
        const QStringList texts = textsOf(m_folder.bytes("long.svg"));
        QCOMPARE(texts.count(u"because"_s), 2);
        QCOMPARE(texts.count(u"the"_s), 2 * 6);
    }

    void whatIsRefused_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char *options, const char *reason) {
            QTest::newRow(options) << QString::fromLatin1(options) << QByteArray(reason);
        };
        row("--layer 1,x", "--layer takes whole numbers");
        row("--layer 1,9", "--layer 9 is not there");
        row("--view steps --layer 1,2", "--layer takes several for pictures of links, heatmap and heads");
        row("--view sentence --multiples", "--multiples belongs to --view links or heatmap");
        row("--view why --head 1,2", "--view why shows one head");
        row("--number-font Nowhere", "--number-font: this system has no family");
    }

    void whatIsRefused()
    {
        QFETCH(QString, options);
        QFETCH(QByteArray, reason);
        const ProgramRun ran = m_folder.run((u"export --example xavier -o no.svg "_s + options).split(u' '));
        QVERIFY(ran.exitCode != 0);
        QVERIFY2(ran.err.contains(reason), ran.err.constData());
        QVERIFY(m_folder.names("no").isEmpty());
    }

private:
    ProgramFolder m_folder;
};

REGARD_TEST(TestPageFigures)
#include "test_page_figures.moc"

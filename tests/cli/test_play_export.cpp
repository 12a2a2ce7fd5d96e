#include <QTest>

#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

/// A play leaves the command line as a picture, as pages and as a film.
class TestPlayExport : public QObject {
    Q_OBJECT
private:
    ProgramFolder m_folder;

private slots:
    void aMomentAndTheEnd()
    {
        QVERIFY(m_folder.made("export --example it --view play --query 8 --key 2 -o end.svg"));
        QVERIFY(m_folder.made("export --example it --view play --query 8 --key 2 --time 5 -o five.svg"));
        const QByteArray end = m_folder.bytes("end.svg");
        const QByteArray five = m_folder.bytes("five.svg");
        QVERIFY(end.contains(">0.970<") && end.contains(">5.66<") && end.contains(">·<"));
        QVERIFY(!five.contains(">0.970<") && !five.contains(">5.66<") && five.contains(">·<"));
        QVERIFY(five.contains(">5 of 20 s<"));
    }

    void pagesAndFilm()
    {
        QVERIFY(m_folder.made("export --example it --view play --query 8 --walk token -o page.svg"));
        QCOMPARE(m_folder.names("page").size(), 5);
        QVERIFY(m_folder.made("export --example three-inputs --view play --walk token --size 320x240 -o film.webp"));
        QVERIFY(m_folder.bytes("film.webp").startsWith("RIFF"));
        QVERIFY(m_folder.made("export --example it --view play --walk token -o play.pdf"));
        QVERIFY(m_folder.bytes("play.pdf").startsWith("%PDF"));
    }

    void whatCannotBe_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");
        QTest::newRow("beyond the end") << u"--view play --time 21"_s << u"this play ends after 20 seconds"_s;
        QTest::newRow("of another view") << u"--view links --time 2"_s << u"--time belongs to --view play"_s;
        QTest::newRow("both") << u"--view play --time 2 --walk token"_s << u"leave --time out"_s;
        QTest::newRow("a stage") << u"--view play --step softmax"_s << u"--step belongs to --view steps"_s;
        QTest::newRow("two states") << u"--view play --pinned x.regard"_s << u"--view play shows one state"_s;
    }
    void whatCannotBe()
    {
        QFETCH(QString, line);
        QFETCH(QString, says);
        const QByteArray whole = "export --example it " + line.toUtf8() + " -o no.svg";
        const ProgramRun run = m_folder.run(whole.constData());
        QVERIFY(run.exitCode != 0);
        QVERIFY2(run.err.contains(says.toUtf8()), run.err.constData());
        QVERIFY(m_folder.names("no").isEmpty());
    }
};

REGARD_GUILESS_TEST(TestPlayExport)
#include "test_play_export.moc"

#include <QFile>
#include <QImage>
#include <QTest>

#include "film_frames.h"
#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

namespace {

QImage argb(const QByteArray &png)
{
    return QImage::fromData(png, "PNG").convertToFormat(QImage::Format_ARGB32);
}

const char *const snapshots = R"({"format": "regard-project", "version": 1, "title": "three states",
    "source": "a b c", "tokenizer": "whitespace", "model": {"heads": 1, "seed": 1},
    "snapshots": [{"name": "first"}, {"model": {"seed": 2}}, {"name": "another sentence", "source": "d e f g"}]})";

} // namespace

/// Films of the command line, read by libwebp's decoder and compared with the pictures of the same states.
class TestFilmExport : public QObject {
    Q_OBJECT
private slots:
    void theWalkIsItsPages()
    {
        const QByteArray walk = "export --example three-inputs --view steps --walk token --query 2 --key 3 "
                                "--size 480x270 ";
        QVERIFY(m_folder.made((walk + "--pace 0.5 --loop 2 -o walk.webp").constData()));
        QVERIFY(m_folder.made((walk + "-o page.png").constData()));
        const QStringList pages = m_folder.names("page");
        const FilmFrames film(m_folder.bytes("walk.webp"));
        QCOMPARE(qsizetype(film.images.size()), pages.size());
        QVERIFY(pages.size() >= 5);
        QCOMPARE(film.loops, 2);
        for (int i = 0; i < pages.size(); ++i) {
            QCOMPARE(film.images[std::size_t(i)], argb(m_folder.bytes(pages[i])));
            QCOMPARE(film.ends[std::size_t(i)], 500 * (i + 1));
        }
    }

    void pinnedAndNowInTurn()
    {
        QVERIFY(m_folder.made("export --example it --set seed=5 -o base.regard"));
        QVERIFY(m_folder.made(
            "export --example it --pinned base.regard --film pinned --view heatmap --head 1 --size 400x300 -o t.webp"));
        const FilmFrames film(m_folder.bytes("t.webp"));
        QCOMPARE(film.images.size(), 2U);
        QCOMPARE(film.images[0].size(), QSize(400, 300));
        QCOMPARE(film.loops, 0);
        QCOMPARE(film.ends, (std::vector<int>{1200, 2400}));
        QVERIFY(film.images[0] != film.images[1]);
        QVERIFY(m_folder.made(
            "export base.regard --pinned base.regard --film pinned --view heatmap --size 400x300 -o same.webp"));
        const FilmFrames same(m_folder.bytes("same.webp"));
        // The captions alone differ: the cells below them are alike.
        const QRect cells(0, 60, 400, 240);
        QCOMPARE(same.images.front().copy(cells), same.images.back().copy(cells));
    }

    void theSnapshots()
    {
        m_folder.write("s.regard", snapshots);
        QVERIFY(m_folder.made("export s.regard --film snapshots --view heatmap --size 84mm -o s.webp"));
        const FilmFrames film(m_folder.bytes("s.webp"));
        QCOMPARE(film.images.size(), 3U);
        QVERIFY(film.images[0] != film.images[1] && film.images[1] != film.images[2]);
        const ProgramRun again = m_folder.run("export --again s.webp -o s2.webp");
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(m_folder.bytes("s2.webp"), m_folder.bytes("s.webp"));
    }

    void paceWithItsUnitAndOnce()
    {
        m_folder.write("s.regard", snapshots);
        const QByteArray film = "export s.regard --film snapshots --view heatmap --size 200x150 --no-metadata ";
        QVERIFY(m_folder.made((film + "--pace 0.8s --loop once -o words.webp").constData()));
        QVERIFY(m_folder.made((film + "--pace 0.8 --loop 1 -o numbers.webp").constData()));
        const FilmFrames read(m_folder.bytes("words.webp"));
        QCOMPARE(read.loops, 1);
        QCOMPARE(read.ends, (std::vector<int>{800, 1600, 2400}));
        QCOMPARE(m_folder.bytes("words.webp"), m_folder.bytes("numbers.webp"));
    }

    void aStillPicture()
    {
        QVERIFY(m_folder.made("export --example it --head 2 -o still.webp still.png"));
        const FilmFrames still(m_folder.bytes("still.webp"));
        QCOMPARE(still.images.size(), 1U);
        QCOMPARE(still.images[0], argb(m_folder.bytes("still.png")));
    }

    void whatDoesNotGoTogether_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char *line, const char *reason, const char *start = "--example it ") {
            QTest::newRow(line) << QString::fromLatin1(start) + QString::fromLatin1(line) << QByteArray(reason);
        };
        row("--film pinned -o a.webp", "give it with --pinned");
        row("--film snapshots -o a.webp", "there are no snapshots in it");
        row("--film snapshots --set seed=2 -o a.webp", "as they are");
        row("--film snapshots --source x -o a.webp", "as they are");
        row("--film snapshots -o a.svg", "ends in .webp");
        row("--film pinned -o a.json", "ends in .webp");
        row("--pace 2 -o a.webp", "belong to a film");
        row("--loop 2 -o a.svg", "belong to a film");
        row("--loop 0 --film snapshots -o a.webp", "--loop takes 1");
        row("--loop often --film snapshots -o a.webp", "whole numbers");
        row("--pace 0 --film snapshots -o a.webp", "--pace");
        row("--pace 0s --film snapshots -o a.webp", "--pace");
        row("--pace 61s --film snapshots -o a.webp", "--pace");
        row("--pace 2m --film snapshots -o a.webp", "--pace");
        row("--film snapshots --crop -o a.webp", "of one size");
        row("--view steps --walk token --film snapshots -o a.webp", "by itself");
        row("--view heatmap --size 16384x100 -o a.webp", "a side may have 1 to 16383");
    }
    void whatDoesNotGoTogether()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, reason);
        const ProgramRun ran = m_folder.run(qPrintable(u"export "_s + line));
        QVERIFY(ran.exitCode == 1 || ran.exitCode == 2);
        QVERIFY2(ran.err.contains(reason), ran.err.constData());
        QVERIFY(m_folder.names("a.").isEmpty());
    }

private:
    ProgramFolder m_folder;
};

REGARD_TEST(TestFilmExport)

#include "test_film_export.moc"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include "drawn_texts.h"
#include "film_frames.h"
#include "paths.h"
#include "run_program.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

namespace {

const QString gallery = QStringLiteral(REGARD_SOURCES "/resources/gallery/");

QImage drawn(const QByteArray &svg)
{
    QSvgRenderer renderer(svg);
    QImage image(renderer.defaultSize().scaled(600, 600, Qt::KeepAspectRatio), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

/// The mean difference of the channels, 0 … 255.
double differenceOf(const QImage &a, const QImage &b)
{
    if (a.size() != b.size() || a.isNull())
        return 255;
    double sum = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QColor one = a.pixelColor(x, y);
            const QColor other = b.pixelColor(x, y);
            sum += std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) +
                   std::abs(one.blue() - other.blue());
        }
    return sum / (3.0 * a.width() * a.height());
}

} // namespace

/// Every command of resources/gallery makes the figure beside it. Last bits of weights depend on the processor, and
/// paths on them: texts and sizes are compared, and the picture as it is drawn.
class TestGallery : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(u"bin"_s));
        QVERIFY(QFile::link(QStringLiteral(REGARD_PROGRAM), m_folder.filePath(u"bin/regard"_s)));
        QVERIFY(
            QFile::link(QStringLiteral(REGARD_SOURCES "/tests/data/checkpoints/gpt2"), m_folder.filePath(u"gpt2"_s)));
        QFile mine(m_folder.filePath(u"mine.txt"_s));
        QVERIFY(mine.open(QIODevice::WriteOnly) && mine.write("The cat sat on the rug.\n") > 0);
        for (const QString &line : QString::fromUtf8(bytesOf(gallery + u"README.md"_s)).split(u'\n'))
            if (line.startsWith(u"regard "_s))
                m_lines.append(line);
        QVERIFY(m_lines.size() >= 13);
    }

    void everyCommandMakesItsFigure()
    {
        QStringList made;
        for (const QString &line : m_lines) {
            Program shell{{u"-c"_s, line}, u"sh"_s, m_folder.path()};
            shell.environment.insert("PATH", QFile::encodeName(m_folder.filePath(u"bin"_s)) + ':' + qgetenv("PATH"));
            const ProgramRun ran = shell.run();
            QVERIFY2(ran.exitCode == 0 && ran.err.isEmpty(), qPrintable(line));
            made.append(line.section(u" -o "_s, -1));
        }
        made.removeIf([](const QString &name) { return !name.endsWith(u".svg"_s) && !name.endsWith(u".webp"_s); });
        made.sort();
        QStringList kept = QDir(gallery).entryList({u"*.svg"_s, u"*.webp"_s}, QDir::Files);
        kept.removeOne(u"notebook.svg"_s); // python/tests makes it by its cell
        kept.sort();
        QCOMPARE(made, kept);
        const QString page = QString::fromUtf8(bytesOf(gallery + u"README.md"_s));
        for (const QString &name : made) {
            QVERIFY2(page.contains(u"]("_s + name + u')'), qPrintable(name));
            const QByteArray figure = bytesOf(m_folder.filePath(name));
            const QByteArray expected = bytesOf(gallery + name);
            if (name.endsWith(u".svg"_s)) {
                QCOMPARE(textsOf(figure), textsOf(expected));
                const double difference = differenceOf(drawn(figure), drawn(expected));
                QVERIFY2(difference < 0.5, qPrintable(name + u' ' + QString::number(difference)));
                continue;
            }
            const FilmFrames film(figure);
            const FilmFrames other(expected);
            QVERIFY(film.images.size() == other.images.size() && !film.images.empty());
            QCOMPARE(film.ends, other.ends);
            for (std::size_t i = 0; i < film.images.size(); ++i)
                QVERIFY(differenceOf(film.images[i], other.images[i]) < 0.5);
        }
    }

    void aSavedModelIsOneOfItsFamily()
    {
        const QByteArray saved = bytesOf(m_folder.filePath(u"tuned/config.json"_s));
        QVERIFY(!saved.isEmpty());
        QCOMPARE(saved, bytesOf(m_folder.filePath(u"gpt2/config.json"_s)));
        Program info{{u"info"_s, u"tuned"_s}};
        info.folder = m_folder.path();
        const ProgramRun ran = info.run();
        QVERIFY2(ran.out.contains("opens = yes"), ran.err.constData());
    }

    /// What stands on the page beside figures: a caption, a list, names of groups.
    void textsAreThoseOfTheFiles()
    {
        const QString page = QString::fromUtf8(bytesOf(gallery + u"README.md"_s));
        const QString caption = QString::fromUtf8(bytesOf(m_folder.filePath(u"caption.tex"_s))).trimmed();
        QVERIFY2(caption.startsWith(u"\\caption{"_s) && page.contains(caption), qPrintable(caption));
        const QStringList rows =
            QString::fromUtf8(bytesOf(m_folder.filePath(u"previous.csv"_s))).trimmed().split(u'\n');
        QVERIFY(page.contains(u"| "_s + rows.first().split(u',').join(u" | "_s) + u" |"_s));
        QCOMPARE(rows.size(), 5);
        for (const QString &row : rows.sliced(1)) {
            QStringList cells = row.trimmed().split(u',');
            cells.last() = QString::number(cells.last().toDouble(), 'f', 3);
            QVERIFY2(page.contains(u"| "_s + cells.join(u" | "_s) + u" |"_s), qPrintable(row));
        }
        const std::initializer_list<std::pair<QString, const char *>> groups = {
            {u"groups.svg"_s, "panel-1-cells"},     {u"groups.svg"_s, "panel-1-axes-queries"},
            {u"groups.svg"_s, "panel-2-color-bar"}, {u"multiples.svg"_s, "links-head-3"},
            {u"heads.svg"_s, "map-2-cells"},        {u"small-multiples.svg"_s, "layer-2-head-1"}};
        for (const auto &[file, id] : groups) {
            QVERIFY(page.contains(QLatin1String(id)));
            QVERIFY2(bytesOf(m_folder.filePath(file)).contains(QByteArray("<g id=\"") + id + '"'), id);
        }
        QVERIFY(QFile(m_folder.filePath(u"forty.svg"_s)).size() <= 250'000); // 40 × 40 cells
    }

    /// The comparison tells another figure.
    void anotherFigureIsSeen()
    {
        const QByteArray column = bytesOf(gallery + u"column.svg"_s);
        QVERIFY(textsOf(column) != textsOf(bytesOf(gallery + u"chinese.svg"_s)));
        QByteArray moved = column;
        moved.replace("#0773b2", "#d55e00");
        QVERIFY(moved != column && differenceOf(drawn(moved), drawn(column)) > 0.5);
    }

private:
    QTemporaryDir m_folder;
    QStringList m_lines;
};

REGARD_TEST(TestGallery)

#include "test_gallery.moc"

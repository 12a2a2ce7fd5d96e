#include <QTest>

#include "draw/film_writer.h"
#include "draw/picture_error.h"
#include "engine/base/errors.h"
#include "film_frames.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Many colours, so that nothing that loses some would pass.
QImage noise(int seed, QSize size = {70, 50})
{
    QImage image(size, QImage::Format_ARGB32);
    quint32 state = quint32(seed) * 2654435761U + 1;
    for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x) {
            state = state * 1664525U + 1013904223U;
            image.setPixel(x, y, qRgb(int(state >> 8 & 255), int(state >> 16 & 255), int(state >> 24)));
        }
    return image;
}

} // namespace

class TestFilmWriter : public QObject {
    Q_OBJECT
private slots:
    void framesComeBackBitForBit()
    {
        FilmWriter film({0.25, 3});
        for (int frame = 0; frame < 4; ++frame)
            film.add(noise(frame));
        const FilmFrames read(film.finish({}));
        QCOMPARE(read.images.size(), 4U);
        QCOMPARE(read.loops, 3);
        for (int frame = 0; frame < 4; ++frame) {
            QCOMPARE(read.images[std::size_t(frame)], noise(frame));
            QCOMPARE(read.ends[std::size_t(frame)], 250 * (frame + 1));
        }
    }

    void theSameFramesAreTheSameBytes()
    {
        const auto made = [] {
            FilmWriter film({1, 0});
            film.add(noise(1));
            film.add(noise(2));
            return film.finish({u"a film"_s, u"Regard 1"_s, {u"export"_s, u"--film=pinned"_s}});
        };
        const QByteArray film = made();
        QCOMPARE(made(), film);
        QCOMPARE(FilmFrames(film).loops, 0);
        QCOMPARE(commandIn(film), (QStringList{u"export"_s, u"--film=pinned"_s}));
        QVERIFY(film.contains("a film") && film.contains("Regard 1"));
    }

    void whatDoesNotChangeStays()
    {
        FilmWriter film({0.5, 0});
        film.add(noise(1));
        film.add(noise(1));
        film.add(noise(2));
        const FilmFrames read(film.finish({}));
        QCOMPARE(read.images.front(), noise(1));
        QCOMPARE(read.images.back(), noise(2));
        QCOMPARE(read.ends.back(), 1500);
        QCOMPARE(read.ends[read.ends.size() - 2], 1000);
    }

    void smallerFramesAreOnTheirPaper()
    {
        QImage small(20, 10, QImage::Format_ARGB32);
        small.fill(Qt::red);
        FilmWriter film({1, 0}, {40, 30});
        film.add(noise(1, {40, 30}));
        film.add(small);
        const FilmFrames read(film.finish({}));
        QCOMPARE(read.images[1].size(), QSize(40, 30));
        QCOMPARE(read.images[1].pixelColor(39, 29), QColor(Qt::red));
    }

    void transparentFrames()
    {
        QImage clear(30, 20, QImage::Format_ARGB32_Premultiplied);
        clear.fill(Qt::transparent);
        clear.setPixelColor(3, 4, QColor(10, 200, 30, 255));
        FilmWriter film({1, 0});
        film.add(clear);
        film.add(noise(4, {30, 20}));
        const FilmFrames read(film.finish({}));
        QCOMPARE(read.images[0].pixelColor(0, 0).alpha(), 0);
        QCOMPARE(read.images[0].pixelColor(3, 4), QColor(10, 200, 30, 255));
        QCOMPARE(read.images[1], noise(4, {30, 20}));
    }

    void tooLarge()
    {
        FilmWriter film({1, 0}, {20000, 10});
        QVERIFY_EXCEPTION_THROWN(film.add(noise(1)), PictureError);
    }
};

REGARD_TEST(TestFilmWriter)

#include "test_film_writer.moc"

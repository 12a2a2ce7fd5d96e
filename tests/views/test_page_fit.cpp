#include <cmath>
#include <limits>
#include <set>

#include <QTest>

#include "draw/page_fit.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr QSizeF wall(1920, 1080);

/// A picture that needs so much space in type, and less where not every name stands.
class NeedyPicture : public PresentedPicture {
public:
    NeedyPicture(double width, double height, double thinned = 1) : m_width(width), m_height(height), m_thinned(thinned)
    {
    }

    bool fits(QSizeF size, double type, Names names) const override
    {
        const double share = names == Names::All ? 1 : m_thinned;
        return size.width() >= m_width * share * type && size.height() >= m_height * share * type;
    }

private:
    double m_width;
    double m_height;
    double m_thinned;
};

/// A caption of so many types' area, on as many lines as the width takes.
CaptionHeight captionOfArea(double area)
{
    return [area](double width, double type, int, int parts) {
        return std::ceil(area / parts * type / width) * 1.4 * type;
    };
}

bool isWhole(const std::vector<PresentedScreen> &screens)
{
    for (const PresentedScreen &screen : screens)
        for (const PresentedScreen::Picture &picture : screen.pictures) {
            if (!QRectF({}, wall).contains(picture.place) || picture.place.intersects(screen.caption))
                return false;
            for (const PresentedScreen::Picture &other : screen.pictures)
                if (other.index != picture.index && other.place.intersects(picture.place))
                    return false;
        }
    return true;
}

} // namespace

/// The fitting rule of Present, with pictures whose needs are known.
class TestPageFit : public QObject {
    Q_OBJECT
private slots:
    /// What has room in the largest type stands in it, with 3 % of the height around, in whole pixels.
    void onePicture()
    {
        const NeedyPicture picture(20, 10);
        const auto screens = presentedScreens({wall, {&picture}});
        QVERIFY(screens);
        QCOMPARE(screens->size(), std::size_t(1));
        QCOMPARE(screens->front().type, 1080.0 / 22);
        QCOMPARE(screens->front().pictures.front().place, QRectF(32, 32, 1920 - 64, 1080 - 64));
        QVERIFY(screens->front().caption.isEmpty());
    }

    /// 1016 high: 30 types of 33.86 fit, and from 49.09… downwards the first of those is 33.09….
    void theLargestTypePixelByPixel()
    {
        const NeedyPicture picture(20, 30);
        const auto screens = presentedScreens({wall, {&picture}});
        QVERIFY(screens);
        QCOMPARE(screens->front().type, 1080.0 / 22 - 16);
    }

    /// Below H/45 nothing is read: 1016 ÷ 24 is 42.33… types.
    void theLeastType()
    {
        QCOMPARE(leastPresentedType(1080), 24.0);
        const NeedyPicture largest(20, 42.3 - 1e-9);
        const auto screens = presentedScreens({wall, {&largest}});
        QVERIFY(screens);
        QCOMPARE(screens->front().type, 24.0);
        const NeedyPicture tooLarge(20, 42.4);
        QVERIFY(!presentedScreens({wall, {&tooLarge}}));
    }

    /// The caption comes first: 5 types high, so 270 ÷ 7 is 38.57, and 38.09 the first type below.
    void aCaptionTakesAQuarterAtMost()
    {
        const NeedyPicture picture(10, 5);
        PageRequest request{wall, {&picture}};
        request.captionHeight = [](double, double type, int, int) { return 7 * type; };
        const auto screens = presentedScreens(request);
        QVERIFY(screens);
        const double type = 1080.0 / 22 - 11;
        QCOMPARE(screens->front().captionType, type);
        QCOMPARE(screens->front().caption, QRectF(0, 1080 - 7 * type, 1920, 7 * type));
        QVERIFY(isWhole(*screens));
    }

    void besideOrBelow()
    {
        const NeedyPicture tall(15, 20);
        const NeedyPicture wide(35, 9);
        const auto beside = presentedScreens({wall, {&tall, &tall}});
        const auto below = presentedScreens({wall, {&wide, &wide}});
        QVERIFY(beside && below && beside->size() == 1 && below->size() == 1);
        QCOMPARE(beside->front().pictures[0].place.top(), beside->front().pictures[1].place.top());
        QCOMPARE(below->front().pictures[0].place.left(), below->front().pictures[1].place.left());
        // What is even is shared evenly.
        QCOMPARE(beside->front().pictures[0].place.width(), beside->front().pictures[1].place.width());
        QVERIFY(isWhole(*beside) && isWhole(*below));
    }

    /// The larger need gets the larger share, never less than 35 %, to the pixel.
    void sharesAsNeeded()
    {
        const NeedyPicture small(12, 20);
        const NeedyPicture large(24, 20);
        const auto screens = presentedScreens({wall, {&small, &large}});
        QVERIFY(screens && screens->size() == 1);
        const double share = screens->front().pictures[0].place.width() /
                             (screens->front().pictures[0].place.width() + screens->front().pictures[1].place.width());
        QVERIFY2(share >= 0.35 - 1 / wall.width() && share < 0.41, qPrintable(QString::number(share)));
    }

    void theSecondPictureGoesOn()
    {
        const NeedyPicture picture(40, 25);
        const auto screens = presentedScreens({wall, {&picture, &picture}});
        QVERIFY(screens);
        QCOMPARE(screens->size(), std::size_t(2));
        QCOMPARE(screens->front().pictures.front().index, std::size_t(0));
        QCOMPARE(screens->back().pictures.front().index, std::size_t(1));
        QVERIFY(screens->front().names == Names::All);
    }

    void namesAreLeftOutLast()
    {
        const NeedyPicture crowded(100, 50, 0.5);
        const NeedyPicture small(10, 10);
        const auto screens = presentedScreens({wall, {&crowded, &small}});
        QVERIFY(screens);
        QCOMPARE(screens->size(), std::size_t(2));
        QVERIFY(screens->front().names == Names::Some);
        QVERIFY(screens->back().names == Names::All);
    }

    void anyNumberOfPictures()
    {
        const NeedyPicture picture(10, 10);
        for (std::size_t count = 0; count <= 5; ++count) {
            PageRequest request{wall, std::vector<const PresentedPicture *>(count, &picture)};
            request.captionHeight = captionOfArea(100);
            const auto screens = presentedScreens(request);
            QVERIFY(screens);
            QCOMPARE(screens->size(), std::max<std::size_t>(1, (count + 1) / 2));
            std::set<std::size_t> seen;
            for (const PresentedScreen &screen : *screens)
                for (const PresentedScreen::Picture &each : screen.pictures)
                    seen.insert(each.index);
            QCOMPARE(seen.size(), count);
            QVERIFY(isWhole(*screens));
        }
    }

    /// At × 2.5 the type of a caption is between H/18 and 2.5 H/22, and it may be as high as 0.625 H.
    void theFactor()
    {
        const NeedyPicture picture(10, 3);
        PageRequest request{wall, {&picture}};
        request.captionHeight = captionOfArea(60);
        for (const double factor : {0.6, 1.0, 1.7, 2.5}) {
            request.factor = factor;
            const auto screens = presentedScreens(request);
            QVERIFY(screens);
            const PresentedScreen &screen = screens->front();
            for (const double type : {screen.type, screen.captionType})
                QVERIFY(type >= factor * 24 - 1e-9 && type <= factor * 1080 / 22 + 1e-9);
            QVERIFY(screen.caption.height() <= factor * 270 + 1e-9);
            QVERIFY(isWhole(*screens));
        }
        request.factor = 2.5;
        const NeedyPicture larger(10, 20);
        request.pictures = {&larger};
        QVERIFY(!presentedScreens(request));
    }

    /// A picture that has no room above a caption in large type has it above half of the caption.
    void aLongCaptionInLargeTypeIsParted()
    {
        const NeedyPicture picture(10, 12);
        PageRequest request{wall, {&picture}, captionOfArea(250), 2.5};
        const auto screens = presentedScreens(request);
        QVERIFY(screens);
        QVERIFY(screens->size() > 1);
        for (std::size_t i = 0; i < screens->size(); ++i) {
            const PresentedScreen &screen = (*screens)[i];
            QCOMPARE(screen.captionPart, int(i));
            QCOMPARE(screen.captionParts, int(screens->size()));
            QVERIFY(screen.caption.height() <= 270);
            QVERIFY(screen.captionType >= 60 - 1e-9);
            QCOMPARE(screen.pictures.size(), std::size_t(1));
        }
        QVERIFY(isWhole(*screens));
    }

    /// A picture that needs all of the wall has it, and the caption comes behind it.
    void theCaptionOfAnAllTooLargePictureComesBehind()
    {
        const NeedyPicture picture(10, 16); // 960 of the 1,016 between the margins
        const auto screens = presentedScreens({wall, {&picture}, captionOfArea(250), 2.5});
        QVERIFY(screens);
        QCOMPARE(screens->size(), std::size_t(2));
        QVERIFY(screens->front().caption.isEmpty());
        QCOMPARE(screens->front().pictures.size(), std::size_t(1));
        const PresentedScreen &last = screens->back();
        QVERIFY(last.pictures.empty() && !last.caption.isEmpty());
        QVERIFY(last.captionType >= 60 - 1e-9 && last.caption.height() <= 0.625 * 1080);
        QCOMPARE(last.caption.bottom(), 1080.0);
        QVERIFY(isWhole(*screens));
    }

    void aWordThatIsWiderThanTheWall()
    {
        const NeedyPicture picture(10, 12);
        PageRequest request{wall, {&picture}};
        request.captionHeight = [](double, double, int, int) { return std::numeric_limits<double>::infinity(); };
        QVERIFY(!presentedScreens(request));
    }
};

REGARD_GUILESS_TEST(TestPageFit)
#include "test_page_fit.moc"

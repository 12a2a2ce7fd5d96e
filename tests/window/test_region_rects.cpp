#include <QTest>

#include "test_class.h"
#include "window/regions/region_rects.h"
#include "window/regions/region_state.h"
#include "window/regions/stand.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr int bar = 56;

double areaIn(QSize window, const std::vector<QRect> &rects)
{
    double area = 0;
    for (const QRect &rect : rects)
        area += double(rect.width()) * rect.height();
    return area / (double(window.width()) * window.height());
}

RegionNeeds needsIn(QSize window, double type)
{
    RegionNeeds needs;
    needs.window = window;
    needs.type = type;
    const int top = bar + qRound(18 * (type - 1)); // the type of the bar grows, its margins do not
    needs.area = QRect(8, top, window.width() - 16, window.height() - top - 8);
    needs.heads = qRound(60 + 28 * type);
    needs.strip = qRound(118 * type);
    needs.leastStrip = qRound(72 * type);
    return needs;
}

/// A row over the stage, and the curve below it.
RegionNeeds trainingIn(QSize window, double type)
{
    RegionNeeds needs = needsIn(window, type);
    needs.pictures = 2;
    needs.rows = needs.ownRow = qRound(60 * type);
    needs.strip = qRound(150 * type);
    needs.leastStrip = qRound(84 * type);
    needs.stageShare = 0.5;
    return needs;
}

} // namespace

class TestRegionRects : public QObject {
    Q_OBJECT
private slots:
    void theStageKeepsItsShare_data()
    {
        QTest::addColumn<QSize>("window");
        QTest::addColumn<double>("type");
        for (const QSize &window : {QSize(760, 520), QSize(1024, 768), QSize(1280, 720), QSize(1440, 900),
                                    QSize(1920, 1080), QSize(3840, 2160)})
            for (const double type : {0.8, 1.0, 1.5, 2.0})
                QTest::addRow("%dx%d × %g", window.width(), window.height(), type) << window << type;
    }

    /// 65 % of the window alone, with the inspector 70 % together; nothing overlaps or leaves the window.
    void theStageKeepsItsShare()
    {
        QFETCH(QSize, window);
        QFETCH(double, type);
        for (const int inspectors : {0, 1, 2})
            for (const bool needsPair : {false, true}) {
                RegionNeeds needs = needsIn(window, type);
                needs.pictures = 2;
                needs.needsPair = needsPair;
                needs.inspectors = inspectors;
                needs.inspectorWidth = qRound(440 * type);
                const RegionRects rects = regionRects(needs);
                std::vector<QRect> stage{rects.pictures.front().united(rects.pictures.back())};
                if (inspectors == 0)
                    QVERIFY2(areaIn(window, stage) >= 0.65, qPrintable(QString::number(areaIn(window, stage))));
                std::vector<QRect> all = rects.pictures;
                all.insert(all.end(), rects.inspectors.begin(), rects.inspectors.end());
                stage.insert(stage.end(), rects.inspectors.begin(), rects.inspectors.end());
                if (inspectors > 0)
                    QVERIFY2(areaIn(window, stage) >= 0.70, qPrintable(QString::number(areaIn(window, stage))));
                if (!rects.heads.isEmpty())
                    all.push_back(rects.heads);
                if (!rects.strip.isEmpty())
                    all.push_back(rects.strip);
                for (std::size_t i = 0; i < all.size(); ++i) {
                    QVERIFY(all[i].isValid());
                    QVERIFY(needs.area.adjusted(-regionGap, 0, 0, 0).contains(all[i]));
                    for (std::size_t j = i + 1; j < all.size(); ++j)
                        QVERIFY(!all[i].intersects(all[j]));
                }
            }
    }

    /// A window as large as the first one has both pictures beside an inspector, which gets narrow for that unless a
    /// user chose its width.
    void theSecondPictureStaysWhereItHasRoom()
    {
        RegionNeeds needs = needsIn({1440, 900}, 1);
        needs.pictures = 2;
        needs.inspectors = 1;
        needs.inspectorWidth = 440;
        QCOMPARE(regionRects(needs).pictures.size(), std::size_t(1));
        needs.isInspectorFlexible = true;
        const RegionRects rects = regionRects(needs);
        QCOMPARE(rects.pictures.size(), std::size_t(2));
        QCOMPARE(rects.pictures.front().united(rects.pictures.back()).width(), pairFrom);
        QVERIFY(rects.inspectors.front().width() >= narrowInspector);
        needs = needsIn({1280, 720}, 1);
        needs.pictures = 2;
        needs.inspectors = 1;
        needs.inspectorWidth = 440;
        needs.isInspectorFlexible = true; // in vain
        QCOMPARE(regionRects(needs).pictures.size(), std::size_t(1));
        QCOMPARE(regionRects(needs).inspectors.front().width(), 440);
    }

    void trainingKeepsHalf_data() { theStageKeepsItsShare_data(); }

    /// The stage has half of the window, the row over it not counted.
    void trainingKeepsHalf()
    {
        QFETCH(QSize, window);
        QFETCH(double, type);
        const RegionNeeds needs = trainingIn(window, type);
        const RegionRects rects = regionRects(needs);
        QVERIFY2(areaIn(window, rects.pictures) >= 0.5, qPrintable(QString::number(areaIn(window, rects.pictures))));
        QCOMPARE(rects.rows.height(), needs.rows);
        QVERIFY(rects.strip.isEmpty() || rects.strip.top() > rects.pictures.front().bottom());
    }

    /// Curve and answer have their usual height where there is room, and are there in a small window.
    void theCurveIsThere()
    {
        QCOMPARE(regionRects(trainingIn(QSize(1280, 720), 1)).strip.height(), 150);
        QVERIFY(regionRects(trainingIn(QSize(960, 600), 1)).strip.height() >= 84);
        QVERIFY(regionRects(trainingIn(QSize(760, 520), 1)).strip.height() >= lowStrip);
    }

    void whatGivesWayFirst()
    {
        RegionNeeds needs = needsIn(QSize(1280, 720), 1);
        needs.pictures = 2;
        RegionRects rects = regionRects(needs);
        QCOMPARE(rects.strip.height(), 118);
        QCOMPARE(rects.pictures.size(), std::size_t(2));
        QCOMPARE(rects.heads, QRect(0, 56, 88, 656));
        // A narrower stage shows one picture, unless both are needed.
        needs.inspectors = 1;
        needs.inspectorWidth = 344;
        rects = regionRects(needs);
        QCOMPARE(rects.pictures.size(), std::size_t(1));
        QCOMPARE(rects.inspectors.front().width(), 344);
        needs.needsPair = true;
        QCOMPARE(regionRects(needs).pictures.size(), std::size_t(2));
        // In the smallest window the strip is one line.
        const RegionNeeds small = needsIn(QSize(760, 520), 1);
        QCOMPARE(regionRects(small).strip.height(), lowStrip);
        // Before that it is only as high as it can be.
        const int between = regionRects(needsIn(QSize(960, 600), 1)).strip.height();
        QVERIFY2(between >= 72 && between < 118, qPrintable(QString::number(between)));
    }

    void theSplitMoves()
    {
        RegionNeeds needs = needsIn(QSize(1280, 720), 1);
        needs.pictures = 2;
        needs.split = 0.6;
        const RegionRects rects = regionRects(needs);
        const int whole = rects.pictures[0].width() + rects.pictures[1].width();
        QCOMPARE(rects.pictures[0].width(), qRound(0.6 * whole));
        needs.split = 0.01;
        QVERIFY(regionRects(needs).pictures[0].width() >= whole / 5);
    }

    void aModeHasItsPanels()
    {
        const Stand explore = standOf(Mode::Explore, usualChoice(Mode::Explore), false);
        QVERIFY(explore.isPair && explore.strip == PanelId::Why && explore.inspector.empty());
        const Stand edit = standOf(Mode::Edit, usualChoice(Mode::Edit), false);
        QVERIFY(!edit.isPair && edit.inspector == std::vector{PanelId::Weights});
        // Beside a lesson the weights stand on the stage.
        const Stand lesson = standOf(Mode::Edit, usualChoice(Mode::Edit), true);
        QVERIFY(lesson.inspector.empty());
        QCOMPARE(lesson.pictures, (std::vector{PanelId::Links, PanelId::Weights}));
    }

    void aPagePutsFormsBelowItsText()
    {
        const Stand page =
            standOfPage({PanelId::Heads, PanelId::Heatmap, PanelId::Why, PanelId::Model, PanelId::Links});
        QCOMPARE(page.pictures, (std::vector{PanelId::Links, PanelId::Heatmap}));
        QVERIFY(page.strip == PanelId::Why);
        QCOMPARE(page.inspector, std::vector{PanelId::Model});
        QVERIFY(page.needsPair);
        QCOMPARE(standOfPage({PanelId::Why}).pictures, std::vector{PanelId::Why});
        QVERIFY(modeOfPanels({PanelId::Links, PanelId::Steps}) == Mode::Explain);
        QVERIFY(modeOfPanels({PanelId::Weights}) == Mode::Edit);
        QVERIFY(modeOfPanels({PanelId::Training, PanelId::Weights}) == Mode::Train);
        QVERIFY(modeOfPanels({}) == Mode::Explore);
    }

    void theSwitchShowsWhatIsChosen()
    {
        const std::vector three{PanelId::Links, PanelId::Heatmap, PanelId::Output};
        QCOMPARE(seenPictures(three, std::nullopt, true), (std::vector{PanelId::Links, PanelId::Heatmap}));
        QCOMPARE(seenPictures(three, PanelId::Output, true), (std::vector{PanelId::Links, PanelId::Output}));
        QCOMPARE(seenPictures(three, PanelId::Output, false), std::vector{PanelId::Output});
        QCOMPARE(seenPictures(three, PanelId::Weights, false), std::vector{PanelId::Links});
    }

    void aStateIsKeptAsText()
    {
        RegionState state;
        state.mode = Mode::Edit;
        ModeChoice &choice = state.choice(RegionState::Toy);
        choice.inspector = {PanelId::Weights, PanelId::Find};
        choice.picture = PanelId::Heatmap;
        choice.both = true;
        choice.inspectorWidth = 400;
        choice.stripHeight = 72;
        choice.split = 0.625;
        state.choices[RegionState::Checkpoint][Mode::Explore] = usualChoice(Mode::Explore);
        state.windows[PanelId::Output] = QRect(-5, 20, 300, 200);
        const std::optional<RegionState> read = RegionState::fromText(state.toText());
        QVERIFY(read);
        QVERIFY(*read == state);
        for (const char *bad : {"", "{}", "[1]", "{\"mode\": 3}", "x"})
            QVERIFY(!RegionState::fromText(QString::fromLatin1(bad)));
        const auto odd = RegionState::fromText(
            u"{\"mode\":\"edit\",\"toy\":{\"edit\":{\"inspector\":[\"none\",4],\"split\":9}},\"windows\":{\"x\":[1]}}"_s);
        QVERIFY(odd && odd->choice(RegionState::Toy).inspector.empty() && odd->choice(RegionState::Toy).split == 0.5);
    }

    /// Settings of version 1.0 say what was open and shown; their layout of docks is not read.
    void settingsOfDocksAreRead()
    {
        QVERIFY(fromDocks({}) == fromDocks({u"explore"_s, {u"heads"_s, u"why"_s, u"weights"_s}, true, true}));
        const RegionState read = fromDocks({u"edit"_s, {u"weights"_s, u"find"_s}, false, true});
        QVERIFY(read.mode == Mode::Edit);
        QCOMPARE(read.choice(RegionState::Toy).inspector, (std::vector{PanelId::Weights, PanelId::Find}));
        QVERIFY(read.choice(RegionState::Toy).picture == PanelId::Heatmap);
        QVERIFY(fromDocks({u"read"_s, {}, true, true}).mode == Mode::Explain);
    }
};

REGARD_TEST(TestRegionRects)
#include "test_region_rects.moc"

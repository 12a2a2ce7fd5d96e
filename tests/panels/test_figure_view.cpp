#include <atomic>
#include <memory>
#include <semaphore>
#include <thread>
#include <utility>

#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "test_class.h"

using namespace regard;

namespace {

/// A picture of a fixed size, whatever space there is.
class Board : public Figure {
public:
    explicit Board(QSizeF size) : m_size(size) {}
    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override { painter.fillRect(QRectF(QPointF(), m_size), Qt::white); }

private:
    QSizeF m_size;
};

/// What a test sees of slow boards, and how it lets them finish.
struct Gate {
    std::counting_semaphore<> begun{0};
    std::counting_semaphore<> open{0};
    std::atomic<std::thread::id> thread;
    std::atomic<int> painted = 0;
    std::atomic<int> stopped = 0;
};

/// A picture of one colour that is not done before the gate opens. It shares the gate, as a figure shares all that it
/// reads: it may be painted for longer than its view or a failing test lasts.
class SlowBoard : public Board {
public:
    SlowBoard(QSizeF size, const QColor &color, std::shared_ptr<Gate> gate)
        : Board(size), m_color(color), m_gate(std::move(gate))
    {
    }
    void paintPixels(QPainter &painter) const override
    {
        m_gate->thread = std::this_thread::get_id();
        m_gate->begun.release();
        m_gate->open.acquire();
        painter.fillRect(QRectF(QPointF(), size()), m_color);
        ++m_gate->painted;
    }
    bool isSlow(const QRectF &, double) const override { return true; }
    void stopPainting() const override
    {
        ++m_gate->stopped;
        m_gate->open.release();
    }

private:
    QColor m_color;
    std::shared_ptr<Gate> m_gate;
};

} // namespace

/// Points, rectangles and scroll positions of a picture that the theme enlarges 1.6 times.
class TestFigureView : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<FigureView> m_view;
    QList<QSizeF> m_spaces; ///< that figures were asked for

private slots:
    void init()
    {
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_view = std::make_unique<FigureView>(m_theme.get(), nullptr);
        m_view->resize(320, 240);
        m_view->setMaker([this](QSizeF space) {
            m_spaces << space;
            return std::make_unique<Board>(QSizeF(600, 500));
        });
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }
    void cleanup()
    {
        m_view.reset();
        m_theme->setScale(1);
        m_theme.reset();
    }

    void laidOutForLessSpace()
    {
        m_spaces.clear();
        m_theme->setScale(1.6);
        QVERIFY(!m_spaces.isEmpty());
        QCOMPARE(m_spaces.first(), QSizeF(200, 150));
        QCOMPARE(m_view->figureSize(), QSizeF(600, 500));
        QCOMPARE(m_view->canvas()->size(), QSize(960, 800));
    }

    void aScrollBarsStripIsLessSpaceToo()
    {
        m_theme->setScale(1.6);
        m_spaces.clear();
        m_view->setMaker([this](QSizeF space) {
            m_spaces << space;
            return std::make_unique<Board>(QSizeF(space.width(), 500)); // as wide as there is room, and too tall
        });
        QCOMPARE(m_spaces.size(), 2);
        QCOMPARE(m_spaces.at(1).width(), (320 - m_view->verticalScrollBar()->sizeHint().width()) / 1.6);
        QVERIFY(m_view->verticalScrollBar()->maximum() > 0);
        QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
    }

    void pointsAreTheFigures()
    {
        m_theme->setScale(1.6);
        m_view->horizontalScrollBar()->setValue(80);
        m_view->verticalScrollBar()->setValue(32);
        QSignalSpy clicked(m_view.get(), &FigureView::clicked);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, QPoint(160, 80));
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked.at(0).at(0).toPointF(), QPointF(100, 50));
        QCOMPARE(m_view->toFigure(QPointF(16, 8)), QPointF(10, 5));
        // The canvas is scrolled by 80, 32: the figure's 100, 50 is 160 − 80, 80 − 32 from the view's corner.
        QCOMPARE(m_view->toGlobal(QPointF(100, 50)), m_view->viewport()->mapToGlobal(QPoint(80, 48)));
        const QRectF seen = m_view->partInView();
        QCOMPARE(seen.topLeft(), QPointF(50, 20));
        QCOMPARE(seen.width(), m_view->viewport()->width() / 1.6);
        QCOMPARE(seen.height(), m_view->viewport()->height() / 1.6);
    }

    void aDragPointsAtNothing()
    {
        QSignalSpy hovered(m_view.get(), &FigureView::hovered);
        QWidget *canvas = m_view->canvas();
        const auto move = [canvas](QPointF at, Qt::MouseButtons buttons) {
            QMouseEvent event(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
            QApplication::sendEvent(canvas, &event);
        };
        move({40, 40}, Qt::NoButton);
        QCOMPARE(hovered.count(), 1);
        move({60, 60}, Qt::LeftButton);
        QCOMPARE(hovered.count(), 1);
        move({80, 80}, Qt::NoButton);
        QCOMPARE(hovered.count(), 2);
    }

    void scrollsToARectangle_data()
    {
        QTest::addColumn<QRectF>("part");
        QTest::newRow("far corner") << QRectF(560, 460, 30, 20);
        QTest::newRow("middle") << QRectF(290, 240, 20, 20);
        QTest::newRow("near corner") << QRectF(2, 2, 10, 10);
    }

    void scrollsToARectangle()
    {
        QFETCH(QRectF, part);
        m_theme->setScale(1.6);
        m_view->horizontalScrollBar()->setValue(300);
        m_view->verticalScrollBar()->setValue(300);
        m_view->scrollTo(part);
        QVERIFY(m_view->partInView().contains(part));
    }

    void whatIsLargerThanTheViewStartsAtItsTopLeft()
    {
        m_theme->setScale(1.6);
        m_view->scrollTo(QRectF(200, 150, 380, 340));
        const QRectF seen = m_view->partInView();
        QVERIFY(seen.contains(QPointF(200, 150)));
        QVERIFY(std::abs(seen.left() - 200) <= 10 && std::abs(seen.top() - 150) <= 10);
    }

    void enlargingKeepsWhatIsSeen()
    {
        m_view->horizontalScrollBar()->setValue(200);
        m_view->verticalScrollBar()->setValue(120);
        m_theme->setScale(1.6);
        QCOMPARE(m_view->partInView().topLeft(), QPointF(200, 120));
        m_theme->setScale(1);
        QCOMPARE(m_view->partInView().topLeft(), QPointF(200, 120));
        // A picture that is made anew at the same scale stays where it is scrolled to, in pixels.
        m_view->setMaker([](QSizeF) { return std::make_unique<Board>(QSizeF(800, 700)); });
        QCOMPARE(m_view->partInView().topLeft(), QPointF(200, 120));
    }

    void overAndCoverPaintInTheFiguresCoordinates()
    {
        m_theme->setScale(1.6);
        m_view->setOverlay([](QPainter &painter) { painter.fillRect(QRectF(10, 10, 20, 20), Qt::red); });
        m_view->setCover([](QPainter &painter) { painter.fillRect(QRectF(20, 10, 10, 20), Qt::blue); });
        const QImage image = m_view->canvas()->grab().toImage();
        QCOMPARE(image.pixelColor(24, 32), QColor(Qt::red));  // 15, 20
        QCOMPARE(image.pixelColor(40, 32), QColor(Qt::blue)); // 25, 20
        QCOMPARE(image.pixelColor(56, 32), QColor(Qt::white));
    }

    /// The window goes on with the old picture meanwhile, and with its overlay.
    void aSlowFigureIsPaintedOnAnotherThread()
    {
        QSignalSpy changes(m_view.get(), &FigureView::paintingChanged);
        const auto gate = std::make_shared<Gate>();
        m_view->canvas()->grab();
        m_view->setMaker([&](QSizeF) { return std::make_unique<SlowBoard>(QSizeF(600, 500), Qt::red, gate); });
        const auto colorNow = [this] { return m_view->canvas()->grab().toImage().pixelColor(100, 100); };
        QCOMPARE(colorNow(), QColor(Qt::white));
        gate->begun.acquire();
        QVERIFY(gate->thread.load() != std::this_thread::get_id());
        QVERIFY(m_view->isPainting());
        QCOMPARE(changes, (QList<QList<QVariant>>{{true}}));
        m_view->setOverlay([](QPainter &painter) { painter.fillRect(QRectF(90, 90, 20, 20), Qt::blue); });
        QCOMPARE(colorNow(), QColor(Qt::blue));
        m_view->setOverlay({});
        QCOMPARE(gate->painted, 0);
        gate->open.release();
        m_view->waitUntilPainted();
        QVERIFY(!m_view->isPainting());
        QCOMPARE(changes, (QList<QList<QVariant>>{{true}, {false}}));
        QCOMPARE(colorNow(), QColor(Qt::red));
        QCOMPARE(gate->painted, 1); // once for all of what is in view
    }

    void aNewFigureTakesThePlaceOfOneUnderWay()
    {
        const auto gate = std::make_shared<Gate>();
        const auto next = std::make_shared<Gate>();
        m_view->canvas()->grab();
        m_view->setMaker([&](QSizeF) { return std::make_unique<SlowBoard>(QSizeF(600, 500), Qt::red, gate); });
        m_view->canvas()->grab();
        gate->begun.acquire();
        m_view->setMaker([&](QSizeF) { return std::make_unique<SlowBoard>(QSizeF(600, 500), Qt::green, next); });
        QCOMPARE(gate->stopped, 1); // nobody waits for the red one
        next->open.release(9);
        m_view->canvas()->grab();
        m_view->waitUntilPainted();
        QCOMPARE(m_view->canvas()->grab().toImage().pixelColor(100, 100), QColor(Qt::green));
        QCOMPARE(next->stopped, 0);
        // One that is quick is there at once, whatever is under way.
        m_view->setMaker([&](QSizeF) { return std::make_unique<SlowBoard>(QSizeF(600, 500), Qt::red, gate); });
        m_view->canvas()->grab();
        m_view->setMaker([](QSizeF) { return std::make_unique<Board>(QSizeF(600, 500)); });
        QVERIFY(!m_view->isPainting());
        QCOMPARE(m_view->canvas()->grab().toImage().pixelColor(100, 100), QColor(Qt::white));
        QCoreApplication::processEvents();
        QCOMPARE(m_view->canvas()->grab().toImage().pixelColor(100, 100), QColor(Qt::white));
    }

    void scrollingDoesNotBeginAnew()
    {
        const auto gate = std::make_shared<Gate>();
        m_view->setMaker([&](QSizeF) { return std::make_unique<SlowBoard>(QSizeF(600, 500), Qt::red, gate); });
        m_view->viewport()->grab();
        gate->begun.acquire();
        m_view->verticalScrollBar()->setValue(150);
        m_view->viewport()->grab();
        QCOMPARE(gate->stopped, 0);
        gate->open.release(9);
        m_view->waitUntilPainted(); // the part that was in view, and then the one that is
        m_view->viewport()->grab();
        m_view->waitUntilPainted();
        const QImage image = m_view->viewport()->grab().toImage();
        QCOMPARE(image.pixelColor(10, 10), QColor(Qt::red));
        QCOMPARE(image.pixelColor(10, image.height() - 10), QColor(Qt::red));
    }

    void aViewMayGoWhileItsPictureComes()
    {
        const auto gate = std::make_shared<Gate>();
        m_view->setMaker([&](QSizeF) { return std::make_unique<SlowBoard>(QSizeF(600, 500), Qt::red, gate); });
        m_view->canvas()->grab();
        gate->begun.acquire();
        m_view.reset();
        QCOMPARE(gate->stopped, 1);
        QCOMPARE(gate->painted, 1); // it was waited for
    }

    /// A figure that counts as fitting needs no scroll bar, also where each of its pixels is five of the screen's.
    void roundingNeedsNoScrollBar_data()
    {
        QTest::addColumn<double>("beyond");
        QTest::addColumn<bool>("needsBar");
        QTest::newRow("exact") << 0.0 << false;
        QTest::newRow("rounded") << 0.4 << false;
        QTest::newRow("taller") << 3.0 << true;
    }
    void roundingNeedsNoScrollBar()
    {
        QFETCH(double, beyond);
        QFETCH(bool, needsBar);
        m_theme->setScale(5, 10);
        FigureView view(m_theme.get(), nullptr);
        view.resize(500, 400);
        view.setMaker([beyond](QSizeF space) { return std::make_unique<Board>(space + QSizeF(0, beyond)); });
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QCOMPARE(view.verticalScrollBar()->isVisible(), needsBar);
        QVERIFY(!view.horizontalScrollBar()->isVisible());
    }
};

REGARD_TEST(TestFigureView)
#include "test_figure_view.moc"

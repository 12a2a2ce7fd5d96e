#include <QScrollBar>
#include <QTest>

#include "controls/figure_view.h"
#include "draw/figure.h"
#include "test_class.h"

using namespace regard;

namespace {

class BlankFigure : public Figure {
public:
    explicit BlankFigure(QSizeF size) : m_size(size) {}
    QSizeF size() const override { return m_size; }
    void paint(QPainter &) const override {}

private:
    QSizeF m_size;
};

} // namespace

/// Enlarged figures, and when they need a scroll bar.
class TestFigureView : public QObject {
    Q_OBJECT
private slots:
    /// A figure that counts as fitting needs none, also where each of its pixels is five of the screen's.
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
        AppTheme theme(AppTheme::Choice::Light);
        theme.setScale(5, 10);
        FigureView view(&theme, nullptr);
        view.resize(500, 400);
        view.setMaker([beyond](QSizeF space) { return std::make_unique<BlankFigure>(space + QSizeF(0, beyond)); });
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QCOMPARE(view.verticalScrollBar()->isVisible(), needsBar);
        QVERIFY(!view.horizontalScrollBar()->isVisible());
    }
};

REGARD_TEST(TestFigureView)
#include "test_figure_view.moc"

#include <cmath>

#include <QAction>
#include <QMenu>
#include <QPicture>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "controls/app_theme.h"
#include "controls/custom_plot.h"
#include "draw/outline.h"
#include "event_turns.h"
#include "io/project/task_project.h"
#include "test_class.h"
#include "training/layers/dropout.h"
#include "training/tasks/task_table.h"
#include "views/base/shown_matrix.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/table/view_table.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// The screen's gradient has 1024 steps, which may round a channel the other way.
bool heatmapIsNear(QRgb a, QRgb b)
{
    return std::abs(qRed(a) - qRed(b)) <= 2 && std::abs(qGreen(a) - qGreen(b)) <= 2 &&
           std::abs(qBlue(a) - qBlue(b)) <= 2;
}

} // namespace

class TestHeatmapPanel : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void chipsSetTheStage_data();
    void chipsSetTheStage();
    void arrowsMoveFromCellToCell();
    void cellsHaveTheirColor_data();
    void cellsHaveTheirColor();
    void maskedCellsLookLikeNothingElse_data();
    void maskedCellsLookLikeNothingElse();
    void largeCellsCarryNumbers();
    void keysZoom();
    void loadingShowsAll();
    void pointedCellsAreOutlined();
    void clickPinsAndUnpins();
    void hoverPaintsTheOverlayAlone();
    void dropoutOfAStepIsLookedAt();

private:
    void load(const QString &source, Mask mask = Mask::None)
    {
        Project project = defaultProject();
        project.source = source.toStdString();
        project.model.config.encoderMask = mask;
        m_document->load(project, {});
        m_document->waitForResult();
        turnEventLoop();
    }
    HeatmapPlot *plot() const { return m_panel->plot(); }
    const Selection &selection() const { return m_document->look().selection(); }
    QPoint at(int query, int key) const { return plot()->figure()->cellRect(query, key).center().toPoint(); }
    void key(Qt::Key pressed) const { QTest::keyClick(plot(), pressed); }
    QImage picture() const { return plot()->grab().toImage(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<HeatmapPanel> m_panel;
};

void TestHeatmapPanel::init()
{
    m_document = std::make_unique<Document>();
    m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
    m_panel = std::make_unique<HeatmapPanel>(m_document.get(), m_theme.get(), nullptr);
    m_panel->resize(460, 520);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    load(u"a b c d e f g h i j k l"_s);
    plot()->setFocus(Qt::OtherFocusReason);
}

void TestHeatmapPanel::cleanup()
{
    m_panel.reset();
    m_theme.reset();
    m_document.reset();
}

void TestHeatmapPanel::chipsSetTheStage_data()
{
    QTest::addColumn<int>("stage");
    QTest::newRow("scores") << int(Stage::Scores);
    QTest::newRow("scaled") << int(Stage::Scaled);
    QTest::newRow("masked") << int(Stage::Masked);
}

void TestHeatmapPanel::chipsSetTheStage()
{
    QFETCH(int, stage);
    QVERIFY(m_panel->stageChip(Stage::Weights)->isChecked());
    QTest::mouseClick(m_panel->stageChip(Stage(stage)), Qt::LeftButton);
    QCOMPARE(int(selection().stage), stage);
    QVERIFY(!m_panel->heatmapData().isWeights);
    QTest::mouseClick(m_panel->stageChip(Stage::Weights), Qt::LeftButton);
    QCOMPARE(selection().stage, Stage::Weights);
}

void TestHeatmapPanel::arrowsMoveFromCellToCell()
{
    const auto cell = [this] { return std::pair(selection().query, selection().key); };
    key(Qt::Key_Right);
    QCOMPARE(cell(), std::pair(0, 0));
    key(Qt::Key_Right);
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    QCOMPARE(cell(), std::pair(2, 1));
    key(Qt::Key_Left);
    key(Qt::Key_Left);
    key(Qt::Key_Up);
    QCOMPARE(cell(), std::pair(1, 0));
    key(Qt::Key_End);
    key(Qt::Key_PageDown);
    QCOMPARE(cell(), std::pair(11, 11));
    QCOMPARE(plot()->noteLines().first(), u"l → l"_s);
    key(Qt::Key_Home);
    QCOMPARE(cell(), std::pair(11, 0));
}

void TestHeatmapPanel::cellsHaveTheirColor_data()
{
    chipsSetTheStage_data();
    QTest::newRow("weights") << int(Stage::Weights);
}

void TestHeatmapPanel::cellsHaveTheirColor()
{
    QFETCH(int, stage);
    m_panel->stageChip(Stage(stage))->click();
    turnEventLoop();
    const HeatmapData data = m_panel->heatmapData();
    const ColorRange range = plot()->figure()->range();
    const QImage image = picture();
    for (int query = 0; query < 12; ++query) {
        for (int column = 0; column < 12; ++column) {
            const auto value = double((*data.values)(query, column));
            const bool isSeen = !range.diverging || std::abs(range.place(value)) >= 0.004;
            const QRgb expected = // a score of nearly 0 stands out from the panel
                isSeen ? range.color(value, m_theme->theme()) : m_theme->theme().control.rgb();
            const QPointF besideNumber = plot()->figure()->cellRect(query, column).topLeft() + QPointF(3, 3);
            const QRgb seen = image.pixel(besideNumber.toPoint());
            QVERIFY2(heatmapIsNear(seen, expected), qPrintable(u"%1,%2: %3 not %4"_s.arg(query).arg(column).arg(
                                                        QColor(seen).name(), QColor(expected).name())));
        }
    }
}

void TestHeatmapPanel::maskedCellsLookLikeNothingElse_data()
{
    QTest::addColumn<int>("stage");
    QTest::newRow("masked scores") << int(Stage::Masked);
    QTest::newRow("weights") << int(Stage::Weights);
}

void TestHeatmapPanel::maskedCellsLookLikeNothingElse()
{
    QFETCH(int, stage);
    load(u"a b c d e f g h"_s, Mask::Causal);
    m_panel->stageChip(Stage(stage))->click();
    turnEventLoop();
    const QImage image = picture();
    const Theme &theme = m_theme->theme();
    const QRgb zero = plot()->figure()->range().color(0, theme);
    const QRect cell = plot()->figure()->cellRect(1, 5).adjusted(2, 2, -3, -3).toRect();
    int plain = 0;
    int hatched = 0;
    for (int y = cell.top(); y <= cell.bottom(); ++y) {
        for (int x = cell.left(); x <= cell.right(); ++x) {
            const QRgb pixel = image.pixel(x, y);
            QVERIFY(pixel != theme.panel.rgb());
            QVERIFY(!heatmapIsNear(pixel, zero) || heatmapIsNear(zero, theme.masked.rgb()));
            (pixel == theme.masked.rgb() ? plain : hatched) += 1;
        }
    }
    QVERIFY(plain > 0);
    QVERIFY(hatched > 0);
    QVERIFY(image.pixel(at(5, 1)) != theme.masked.rgb());
}

void TestHeatmapPanel::largeCellsCarryNumbers()
{
    load(u"a b c"_s);
    const auto colors = [this](int query, int column) {
        const QImage image = picture();
        const QRect cell = plot()->figure()->cellRect(query, column).adjusted(3, 3, -4, -4).toRect();
        QSet<QRgb> seen;
        for (int y = cell.top(); y <= cell.bottom(); ++y)
            for (int x = cell.left(); x <= cell.right(); ++x)
                seen.insert(image.pixel(x, y));
        return seen.size();
    };
    QVERIFY(colors(1, 1) > 3);
    load(u"a b c d e f g h i j k l"_s);
    QCOMPARE(colors(1, 1), 1);
}

void TestHeatmapPanel::keysZoom()
{
    QVERIFY(!plot()->isZoomed());
    key(Qt::Key_Plus);
    QVERIFY(plot()->isZoomed());
    QCOMPARE(plot()->visibleKeys(), std::pair(0, 9));
    key(Qt::Key_Plus);
    QCOMPARE(plot()->visibleQueries(), std::pair(0, 7));
    // The cursor takes the window along.
    key(Qt::Key_Right);
    key(Qt::Key_End);
    QCOMPARE(plot()->visibleKeys(), std::pair(4, 11));
    key(Qt::Key_Minus);
    QCOMPARE(plot()->visibleKeys(), std::pair(2, 11));
    key(Qt::Key_0);
    QVERIFY(!plot()->isZoomed());
}

void TestHeatmapPanel::loadingShowsAll()
{
    key(Qt::Key_Plus);
    QVERIFY(plot()->isZoomed());
    load(u"m n o p q r s t u v w x"_s);
    QVERIFY(!plot()->isZoomed());
    QVERIFY(plot()->noteLines().isEmpty());
}

void TestHeatmapPanel::clickPinsAndUnpins()
{
    QTest::mouseClick(plot(), Qt::LeftButton, {}, at(3, 7));
    QCOMPARE(selection().pinnedQueries, std::vector<int>{3});
    QCOMPARE(selection().pinnedKeys, std::vector<int>{7});
    QVERIFY(!plot()->noteLines().isEmpty());
    QTest::mouseClick(plot(), Qt::LeftButton, {}, at(3, 7));
    QVERIFY(selection().pinnedQueries.empty());
    QCOMPARE(selection().query, -1);
    QVERIFY(plot()->noteLines().isEmpty());
    QTest::mouseClick(plot(), Qt::LeftButton, {}, at(3, 7));
    key(Qt::Key_Escape);
    QCOMPARE(selection().query, -1);
}

void TestHeatmapPanel::hoverPaintsTheOverlayAlone()
{
    QStringList words;
    for (int i = 0; i < 512; ++i)
        words.append(u"w%1"_s.arg(i));
    load(words.join(u' '), Mask::Causal);
    QSignalSpy replots(plot()->plot(), &QCustomPlot::afterReplot);
    const QImage before = picture();
    QTest::mouseMove(plot(), at(100, 50));
    // A cell is less than a pixel here.
    QTRY_VERIFY(std::abs(selection().query - 100) <= 1 && std::abs(selection().key - 50) <= 1);
    turnEventLoop();
    const QImage after = picture();
    const auto changed = [&](int query, int key) {
        const QRect place(at(query, key) - QPoint(4, 4), QSize(9, 9));
        return after.copy(place) != before.copy(place);
    };
    QVERIFY(changed(100, 50));
    QVERIFY(!changed(490, 450)); // neither in its row nor in its column, and far from its note
    QCOMPARE(replots.size(), 0);
    // The cells are one image: a shape each would be 262 thousand of them.
    QPicture operations;
    QCPPainter painter(&operations);
    plot()->plot()->toPainter(&painter, plot()->width(), plot()->height());
    painter.end();
    QVERIFY2(operations.size() < 512 * 512 * 2, qPrintable(QString::number(operations.size())));
}

void TestHeatmapPanel::pointedCellsAreOutlined()
{
    turnEventLoop();
    const QImage before = plot()->grab().toImage();
    const auto isUntouched = [&](int query, int key) {
        const QPoint place = plot()->figure()->cellRect(query, key).center().toPoint();
        return plot()->grab().toImage().pixelColor(place) == before.pixelColor(place);
    };
    const auto isOutlined = [&](int query, int key) { // at its left edge
        const QRectF cell = plot()->figure()->cellRect(query, key);
        const QImage now = plot()->grab().toImage();
        for (int off = 1; off <= 5; ++off)
            if (now.pixelColor(int(cell.left()) - off, int(cell.center().y())) == QColor(outlineAmber))
                return true;
        return false;
    };
    QVERIFY(!isOutlined(3, 4) && !isOutlined(3, 0));
    m_document->look().setPointed({{}, {{3, 4}}});
    QTRY_VERIFY(isOutlined(3, 4));
    QVERIFY(!isOutlined(3, 0) && !isOutlined(2, 4));
    QVERIFY(isUntouched(3, 4) && isUntouched(3, 0) && isUntouched(2, 0));
    m_document->look().setPointed({{}, {{3, -1}}});
    QTRY_VERIFY(isOutlined(3, 0));
    QVERIFY(!isOutlined(3, 4) && !isOutlined(2, 0));
    QVERIFY(isUntouched(3, 4) && isUntouched(3, 0) && isUntouched(2, 0));
    m_document->look().setPointed({});
    QTRY_VERIFY(!isOutlined(3, 0));
    QCOMPARE(plot()->grab().toImage(), before);
}

/// The mask is the step's own, and nothing but this picture has it.
void TestHeatmapPanel::dropoutOfAStepIsLookedAt()
{
    Task task = *findTask("copy");
    task.model.dModel = task.model.dKey = task.model.dValue = 8;
    task.options.batch = 4;
    m_document->load(taskProject(task, task.options), {});
    m_document->waitForResult();
    turnEventLoop();
    QAction *after = m_panel->dropoutAction();
    QVERIFY(!after->isVisible());
    TrainingOptions options = m_document->training().state().options;
    options.dropout = 0.5;
    options.seed = 7;
    m_document->training().setOptions(options);
    QVERIFY(after->isVisible() && m_panel->menu()->actions().contains(after));
    QVERIFY(after->isVisible() && after->isEnabled() && !after->isChecked());
    const Matrix plain = *m_panel->heatmapData().values;
    QVERIFY(m_panel->heatmapData().dropped.empty());
    after->trigger();
    QVERIFY(after->isChecked() && m_panel->stageChip(Stage::Weights)->isChecked());
    const auto check = [&](const Matrix &weights, long long step) {
        const HeatmapData data = m_panel->heatmapData();
        const Selection within = m_document->shown().attention.selection;
        const DropoutMask mask(0.5, {7, std::uint64_t(step), 0, DroppedPart::AttentionWeights,
                                     sublayerOf({within.attention, within.layer}), within.head});
        int dropped = 0;
        for (Eigen::Index i = 0; i < weights.size(); ++i) {
            const double factor = mask.at(i / weights.cols(), i % weights.cols(), weights.cols());
            QCOMPARE(data.values->data()[i], weights.data()[i] * float(factor));
            QCOMPARE(data.dropped[std::size_t(i)], factor == 0);
            dropped += factor == 0 ? 1 : 0;
        }
        QVERIFY(dropped > 0 && dropped < weights.size());
        QVERIFY2(data.title.endsWith(u"after the dropout of step %1"_s.arg(step)), qPrintable(data.title));
    };
    check(plain, 1);              // the step to come
    const auto weights = [this] { // without the mask
        const ShownState &state = m_document->shown().attention;
        return *shownMatrix(state.model(), state.trace(), state.selection).weights;
    };
    QCOMPARE(weights().sum(), plain.sum());
    // The picture that is exported has the crosses too.
    const auto painted = [this](const HeatmapData &data) {
        QPicture picture;
        QPainter painter(&picture);
        HeatmapFigure(data, {400, 400}, m_theme->theme()).paint(painter);
        painter.end();
        return QByteArray(picture.data(), picture.size());
    };
    HeatmapData uncrossed = m_panel->heatmapData();
    uncrossed.dropped.clear();
    QVERIFY(painted(uncrossed) != painted(m_panel->heatmapData()));
    QVERIFY(m_panel->viewOptions().dropout == StepDropout({0.5, 7, 1}));
    m_document->training().takeSteps(2);
    m_document->training().waitUntilDone();
    m_document->waitForResult();
    turnEventLoop();
    QVERIFY(after->isChecked());
    check(weights(), 2);
    QTest::mouseClick(m_panel->stageChip(Stage::Weights), Qt::LeftButton);
    QVERIFY(m_panel->heatmapData().dropped.empty() && m_panel->heatmapData().isWeights && !after->isChecked());
    after->trigger();
    QTest::mouseClick(m_panel->stageChip(Stage::Scores), Qt::LeftButton);
    QVERIFY(m_panel->heatmapData().dropped.empty() && m_panel->stageChip(Stage::Scores)->isChecked());
    after->trigger();
    QVERIFY(!m_panel->heatmapData().dropped.empty());
    options.dropout = 0;
    m_document->training().setOptions(options);
    QVERIFY(!after->isVisible() && m_panel->heatmapData().dropped.empty());
    QVERIFY(m_panel->stageChip(Stage::Weights)->isChecked());
}

REGARD_TEST(TestHeatmapPanel)
#include "test_heatmap_panel.moc"

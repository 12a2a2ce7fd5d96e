#include <cmath>

#include <QAction>
#include <QMenu>
#include <QPainter>
#include <QTest>
#include <QTimer>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "draw/export_figure.h"
#include "event_turns.h"
#include "io/project/project_file.h"
#include "test_class.h"
#include "views/heads/panel/heads_panel.h"
#include "views/heatmap/panel/color_scale_button.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/table/view_table.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr auto colorScaleWQ = "encoder.0.self.w_q";

/// The screen's gradient has 1024 steps, which may round a channel the other way.
bool isNear(QRgb a, QRgb b)
{
    return std::abs(qRed(a) - qRed(b)) <= 2 && std::abs(qGreen(a) - qGreen(b)) <= 2 &&
           std::abs(qBlue(a) - qBlue(b)) <= 2;
}

QImage drawn(const Figure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

/// A point of a cell that its number leaves free.
QPoint besideNumber(const HeatmapFigure &heatmap, int query, int key)
{
    return (heatmap.cellRect(query, key).topLeft() + QPointF(3, 3)).toPoint();
}

const Theme &light()
{
    return Theme::named(false);
}

} // namespace

/// The choice of the heatmap's panel: heatmap, map of heads, exports, project.
class TestColorScale : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_panel = std::make_unique<HeatmapPanel>(m_document.get(), m_theme.get(), nullptr);
        m_heads = std::make_unique<HeadsPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(460, 520);
        m_heads->resize(300, 300);
        m_heads->show();
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        Project project = defaultProject();
        project.source = "a b c d e f g h i j k l";
        m_document->load(project, {});
        m_document->waitForResult();
        turnEventLoop();
    }
    void cleanup()
    {
        m_heads.reset();
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void zeroToOneAtFirst()
    {
        QCOMPARE(button()->text(), u"0 to 1"_s);
        QVERIFY(button()->accessibleName().contains(u"0 to 1"_s));
        QCOMPARE(range().upper, 1.0);
        QVERIFY(button()->action(ColorScale::ZeroToOne)->isChecked());
        cellsAreOf(ColorScale::ZeroToOne);
    }

    /// Space opens the menu, a letter chooses.
    void chosenByKeyboard()
    {
        button()->setFocus(Qt::TabFocusReason);
        QTimer::singleShot(0, button(), [this] { QTest::keyClick(button()->menu(), Qt::Key_L); });
        QTest::keyClick(button(), Qt::Key_Space);
        QCOMPARE(m_document->look().colorScale(), ColorScale::Logarithmic);
        QCOMPARE(button()->text(), u"logarithmic"_s);
        QVERIFY(button()->accessibleName().contains(u"logarithmic"_s));
        turnEventLoop();
        cellsAreOf(ColorScale::Logarithmic);
    }

    void actsOnHeatmapAndThumbnails_data()
    {
        QTest::addColumn<int>("scale");
        QTest::newRow("stretched") << int(ColorScale::Stretched);
        QTest::newRow("logarithmic") << int(ColorScale::Logarithmic);
        QTest::newRow("percentile") << int(ColorScale::Percentile);
    }
    void actsOnHeatmapAndThumbnails()
    {
        QFETCH(int, scale);
        // So even that the largest weight is far from 1.
        const Matrix even = 0.25F * *m_document->matrices().matrix(colorScaleWQ);
        m_document->matrices().editBlock(colorScaleWQ, 0, 0, even, {});
        m_document->waitForResult();
        turnEventLoop();
        const QImage before = m_panel->plot()->grab().toImage();
        const QImage thumbnails = m_heads->view()->grab().toImage();
        choose(ColorScale(scale));
        QVERIFY(m_panel->plot()->grab().toImage() != before);
        QVERIFY(m_heads->view()->grab().toImage() != thumbnails);
        QVERIFY(m_heads->headsData().caption.contains(button()->text()));
        cellsAreOf(ColorScale(scale));
        // And back, whichever head is shown: the scale is every head's.
        Selection other = m_document->look().selection();
        other.head = 1;
        m_document->look().setSelection(other);
        turnEventLoop();
        cellsAreOf(ColorScale(scale));
        choose(ColorScale::ZeroToOne);
        QCOMPARE(range().upper, 1.0);
        QVERIFY(m_heads->headsData().caption.isEmpty());
    }

    void anExportIsWhatIsSeen()
    {
        for (const ColorScale scale : {ColorScale::Percentile, ColorScale::ZeroToOne, ColorScale::Logarithmic}) {
            choose(scale);
            const std::unique_ptr<Figure> figure = m_panel->figure(m_panel->figureSize(), Theme::light());
            const auto &heatmap = static_cast<const HeatmapFigure &>(*figure);
            QVERIFY(heatmap.range() == range());
            const QImage picture = drawn(heatmap);
            const QImage screen = m_panel->plot()->grab().toImage();
            for (int i = 0; i < 12; ++i) {
                const int key = (i * 5) % 12; // the export has a title, which moves its cells
                QVERIFY(isNear(picture.pixel(besideNumber(heatmap, i, key)),
                               screen.pixel(besideNumber(*m_panel->plot()->figure(), i, key))));
            }
            QVERIFY(m_panel->viewOptions().scale == scale);
            QVERIFY(m_heads->viewOptions().scale == scale);
        }
    }

    void keptInTheProjectAndNotOnTheUndoStack()
    {
        QVERIFY(projectJson(m_document->project()).find("\"scale\"") == std::string::npos);
        choose(ColorScale::Percentile);
        QVERIFY(!m_document->isModified());
        QCOMPARE(m_document->undoStack()->count(), 0);
        const std::string file = projectJson(m_document->project());
        QVERIFY(file.find("\"scale\": \"percentile\"") != std::string::npos);
        m_document->load(defaultProject(), {});
        QCOMPARE(button()->text(), u"0 to 1"_s);
        m_document->load(parseProject(file, "a.regard"), {});
        m_document->waitForResult();
        turnEventLoop();
        QCOMPARE(button()->text(), u"percentile"_s);
        cellsAreOf(ColorScale::Percentile);
    }

    /// A snapshot holds what is looked at, and recalling it is undone.
    void recalledAndUndone()
    {
        choose(ColorScale::Logarithmic);
        m_document->snapshots().take();
        choose(ColorScale::Stretched);
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 0.5F);
        m_document->waitForResult();
        m_document->snapshots().recall(0);
        m_document->waitForResult();
        QCOMPARE(m_document->look().colorScale(), ColorScale::Logarithmic);
        QCOMPARE(button()->text(), u"logarithmic"_s);
        m_document->undoStack()->undo();
        m_document->waitForResult();
        QCOMPARE(button()->text(), u"stretched"_s);
        turnEventLoop();
        cellsAreOf(ColorScale::Stretched);
    }

    void scoresHaveNone()
    {
        m_panel->stageChip(Stage::Scores)->click();
        turnEventLoop();
        QVERIFY(!button()->isEnabled());
        QVERIFY(!button()->toolTip().isEmpty());
        QVERIFY(range() == ColorRange::of(*m_panel->heatmapData().values, false));
        m_panel->stageChip(Stage::Weights)->click();
        turnEventLoop();
        QVERIFY(button()->isEnabled());
    }

private:
    ColorScaleButton *button() const { return m_panel->scaleButton(); }
    ColorRange range() const { return m_panel->plot()->figure()->range(); }
    void choose(ColorScale scale)
    {
        button()->action(scale)->trigger();
        turnEventLoop();
    }

    void cellsAreOf(ColorScale scale)
    {
        const Matrix weights = *m_panel->heatmapData().values;
        const ColorRange expected = ColorRange::ofWeights({&weights}, scale);
        QVERIFY(range() == expected);
        const QImage image = m_panel->plot()->grab().toImage();
        for (int query = 0; query < 12; ++query)
            for (int key = 0; key < 12; ++key) {
                const QPoint at = besideNumber(*m_panel->plot()->figure(), query, key);
                QVERIFY(isNear(image.pixel(at), expected.color(double(weights(query, key)), light())));
            }
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<HeatmapPanel> m_panel;
    std::unique_ptr<HeadsPanel> m_heads;
};

REGARD_TEST(TestColorScale)
#include "test_color_scale.moc"

#include <algorithm>
#include <memory>

#include <QPainter>
#include <QTest>

#include "../gui/painted_texts.h"
#include "draw/spaced_labels.h"
#include "draw/theme.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/heatmap/heatmap_numbers.h"

using namespace regard;

namespace {

HeatmapData heatmapLabelsDataOf(int tokens)
{
    HeatmapData data;
    for (int i = 0; i < tokens; ++i)
        data.queries << (i == 1 ? QStringLiteral("a-long-compound-word") : QStringLiteral("the"));
    data.keys = data.queries;
    data.values = std::make_shared<const Matrix>(Matrix::Constant(tokens, tokens, 1.0F / float(tokens)));
    data.valueLabel = QStringLiteral("weight");
    return data;
}

} // namespace

/// The room that labels of tokens take.
class TestHeatmapLabels : public QObject {
    Q_OBJECT

private slots:
    void spacing()
    {
        QCOMPARE(spacedLabels(0, 4, 10, 10), (std::vector<int>{0, 1, 2, 3, 4}));
        QCOMPARE(spacedLabels(0, 6, 10, 25), (std::vector<int>{0, 3, 6}));
        QCOMPARE(spacedLabels(0, 6, 10, 25, {4}), (std::vector<int>{0, 4})); // 3 and 6 are too near to it
    }

    /// On the wall a label that is left out keeps no room from the cells; elsewhere the picture stays as it is.
    void presentedCellsHaveTheRoom()
    {
        Theme theme = Theme::named(false);
        const QSizeF size(220, 260);
        const QRectF plain = HeatmapFigure(heatmapLabelsDataOf(16), size, theme).cellsRect();
        theme.leastNumber = 9;
        const QRectF presented = HeatmapFigure(heatmapLabelsDataOf(16), size, theme).cellsRect();
        QVERIFY(presented.width() > plain.width() && presented.height() > plain.height());
        QVERIFY(presented.width() * presented.height() > 1.3 * plain.width() * plain.height());
        QVERIFY(QRectF(QPointF(), size).contains(presented));
        // A low picture takes its width: elsewhere cells are no longer than 1.5 of their heights.
        const QSizeF flat(420, 240);
        const QRectF low = HeatmapFigure(heatmapLabelsDataOf(12), flat, theme).cellsRect();
        QVERIFY2(low.width() > 2 * low.height(), qPrintable(QString::number(low.width() / low.height())));
        QVERIFY(QRectF(QPointF(), flat).contains(low));
        // Where all of them stand, nothing changes.
        const QSizeF large(900, 900);
        QCOMPARE(HeatmapFigure(heatmapLabelsDataOf(16), large, theme).cellsRect(),
                 HeatmapFigure(heatmapLabelsDataOf(16), large, Theme::named(false)).cellsRect());
    }

    /// What is moved has no bounds: a narrow cell of the window writes 4.0, where a weight would be 1.
    void numbersAboveOne()
    {
        HeatmapData data = heatmapLabelsDataOf(16);
        data.values = std::make_shared<const Matrix>(Matrix::Constant(16, 16, 4.0147F));
        data.scale = ColorScale::ZeroToOne;
        data.numbers = {5, QStringLiteral("‖α v W_O‖")};
        Theme theme = Theme::named(false);
        theme.parts.inWindow = true;
        const HeatmapFigure figure(data, {700, 700}, theme);
        QCOMPARE(figure.range().upper, 5.0);
        PaintedTexts paper({700, 700});
        QPainter painter(&paper);
        figure.paint(painter);
        const auto count = [&](const QString &text) {
            return std::count_if(paper.texts().begin(), paper.texts().end(),
                                 [&](const PaintedText &painted) { return painted.text == text; });
        };
        QCOMPARE(count(QStringLiteral("4.0")), 16 * 16);
        QCOMPARE(count(QStringLiteral("1")), 0);
    }

    /// A weight that is nearly 1 does not read as 1 in the window, as one that is nearly 0 does not read as 0.
    void weightsRoundToNeitherBound()
    {
        HeatmapData data = heatmapLabelsDataOf(4);
        Matrix weights = Matrix::Constant(4, 4, 0.0001F);
        weights.diagonal().setConstant(0.9997F);
        weights(3, 3) = 1;
        data.values = std::make_shared<const Matrix>(weights);
        data.isWeights = true;
        data.scale = ColorScale::ZeroToOne;
        Theme theme = Theme::named(false);
        theme.parts.inWindow = true;
        const HeatmapNumbers numbers(data, theme, {90, 60}, {0, 3}, {0, 3});
        QCOMPARE(numbers.digits(), 3);
        QCOMPARE(numbers.text(0.9997F, 3), QStringLiteral(">0.999"));
        QCOMPARE(numbers.text(0.0001F, 3), QStringLiteral("<0.001"));
        QCOMPARE(numbers.text(1, 3), QStringLiteral("1.000"));
        QCOMPARE(numbers.textIn(12, 0.9997F, 3, Theme::font(14, true)), QStringLiteral(">.99"));
        theme.parts.inWindow = false; // what is exported stays as it was
        QCOMPARE(numbers.text(0.9997F, 3), QStringLiteral("1.000"));
    }
};

REGARD_TEST(TestHeatmapLabels)
#include "test_heatmap_labels.moc"

#include <memory>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "engine/pass/output_layer.h"
#include "io/project/examples.h"
#include "shown_example.h"
#include "test_class.h"
#include "views/table/view_table.h"
#include "views/unrolled/unrolled_data.h"

using namespace regard;

namespace {

constexpr int around = 40; // pixels around a figure that belong to others

/// The first pixel around a figure that it has painted; nothing where it keeps to its size.
QString strayPixel(const Figure &figure, bool asPixels)
{
    const QSize size(qCeil(figure.size().width()), qCeil(figure.size().height()));
    QImage image(size + QSize(2 * around, 2 * around), QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    painter.translate(around, around);
    asPixels ? figure.paintPixels(painter) : figure.paint(painter);
    painter.end();
    const QRect own(QPoint(around, around), size);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (!own.contains(x, y) && image.pixelColor(x, y) != QColor(Qt::magenta))
                return QStringLiteral("%1, %2 of %3 x %4")
                    .arg(x - around)
                    .arg(y - around)
                    .arg(size.width())
                    .arg(size.height());
    return {};
}

std::shared_ptr<const TrainingShown> someCurve()
{
    TrainingShown shown;
    shown.record.step = 100;
    for (int step = 1; step <= 100; ++step)
        shown.record.curve.push_back({step, 4.0 - 0.03 * step, 0.001, 1});
    shown.record.heldOut.steps = {0, 50, 100};
    shown.record.heldOut.loss = {4, 2.5, 1};
    shown.record.heldOut.accuracy = {0, 0.5, 1};
    shown.record.task = "reverse-long";
    for (const char *model : {"gru", "gru-bahdanau", "transformer"})
        shown.record.models.push_back({model, 100, {{10, 0.98, 0.99}, {20, 0.2, 0.7}, {40, 0, 0.4}}});
    return std::make_shared<const TrainingShown>(std::move(shown));
}

} // namespace

/// A figure keeps to its own size, so that figures can stand beside each other.
class TestFigureFrames : public QObject {
    Q_OBJECT
private slots:
    void noFigurePaintsBeyondItsSize_data()
    {
        QTest::addColumn<int>("view");
        QTest::addColumn<QString>("example");
        for (const char *example : {"it", "source-and-target", "chinese", "dates"}) {
            const Model model = readExample(example).model;
            for (const View &view : views())
                if (view.make && !view.needsPinned && (!view.needsOutput || hasOutputLayer(model)) &&
                    (view.id != ViewId::Unrolled || isUnrolled(model.config)))
                    QTest::addRow("%s of %s", view.word, example) << int(view.id) << QString::fromLatin1(example);
        }
    }

    void noFigurePaintsBeyondItsSize()
    {
        QFETCH(int, view);
        QFETCH(QString, example);
        const View &row = viewOf(static_cast<ViewId>(view));
        const Project project = readExample(example.toStdString());
        const Shown shown = shownExample(project);
        ViewOptions options;
        options.training = someCurve();
        for (const QSizeF &size : {QSizeF(260, 220), QSizeF(420, 700), QSizeF(900, 500)}) {
            const MadeView made =
                madeView(row, {stateFor(row, shown), {}, project.checkpoint, options, size, Theme::light()});
            const std::unique_ptr<Figure> &figure = made.figure;
            // What explains layers of attention says of cells that it does not.
            const bool isRefused = isUnrolled(project.model.config) && !made.whyNone.isEmpty();
            QVERIFY((figure != nullptr) != isRefused);
            if (isRefused)
                return;
            for (const bool asPixels : {false, true})
                QCOMPARE(strayPixel(*figure, asPixels), QString());
        }
    }
};

REGARD_TEST(TestFigureFrames)
#include "test_figure_frames.moc"

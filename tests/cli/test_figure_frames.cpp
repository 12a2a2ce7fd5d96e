#include <memory>
#include <numeric>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "cli/export/export_view.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "io/project/examples.h"
#include "test_class.h"

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

} // namespace

/// A figure keeps to its own size, so that figures can stand beside each other.
class TestFigureFrames : public QObject {
    Q_OBJECT
private slots:
    void noFigurePaintsBeyondItsSize_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("example");
        for (const ExportView &view : exportViews()) {
            for (const char *example : {"it", "source-and-target", "chinese"}) {
                const QString word = QString::fromLatin1(view.word);
                if (word == QLatin1String("output") && !hasOutputLayer(readExample(example).model))
                    continue;
                QTest::addRow("%s of %s", view.word, example) << word << QString::fromLatin1(example);
            }
        }
    }

    void noFigurePaintsBeyondItsSize()
    {
        QFETCH(QString, view);
        QFETCH(QString, example);
        const Project project = readExample(example.toStdString());
        const auto model = std::make_shared<const Model>(project.model);
        const SharedTrace trace = forward(*model, inputOf(project));
        Selection selection;
        selection.heads.resize(trace->blocks.front()->heads.size());
        std::iota(selection.heads.begin(), selection.heads.end(), 0);
        const Shown shown = shownOf({{{model, trace},
                                      std::make_shared<const Tokens>(sourceTokens(project)),
                                      std::make_shared<const Tokens>(targetTokens(project))},
                                     nullptr,
                                     Compared::Now,
                                     {},
                                     selection});
        for (const QSizeF &size : {QSizeF(260, 220), QSizeF(420, 700), QSizeF(900, 500)}) {
            const auto make = [&] {
                return exportView(view.toStdString()).make({project, shown, size, Theme::light()});
            };
            const std::unique_ptr<Figure> figure = make();
            QVERIFY(figure);
            for (const bool asPixels : {false, true})
                QCOMPARE(strayPixel(*figure, asPixels), QString());
        }
    }
};

REGARD_TEST(TestFigureFrames)
#include "test_figure_frames.moc"

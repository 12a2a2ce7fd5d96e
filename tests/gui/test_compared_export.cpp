#include <cmath>
#include <memory>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "document/document.h"
#include "drawn_text.h"
#include "io/project/examples.h"
#include "open_dialog.h"
#include "test_class.h"
#include "views/base/panel_title.h"
#include "views/base/token_focus.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/table/view_table.h"
#include "window/export/export_figure_dialog.h"
#include "window/main_window.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// What leaves the window while something is pinned.
class TestComparedExport : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    Document &document() const { return *m_window->document(); }
    QAction *action(const char *name) const { return m_window->findChild<QAction *>(QString::fromLatin1(name)); }
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QByteArray bytes(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// Acts on the next dialog of that kind as it comes up.
    template <typename Dialog, typename Act>
    void whenOpen(Act act) const
    {
        regard::whenOpen<Dialog>(m_window.get(), act);
    }

    void takeNumbers(const char *name, const char *kind) const
    {
        const QString file = path(name);
        whenOpen<QFileDialog>([file, kind](QFileDialog *dialog) {
            dialog->selectNameFilter(QString::fromUtf8(kind));
            dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->setText(file);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        action("actionExportNumbers")->trigger();
    }

    /// The picture that the dialog writes with that figure and those states.
    QByteArray picture(PanelId figure, FigureVariant variant, const char *name,
                       int format = int(PictureFormat::Svg)) const
    {
        const QString file = path(name);
        whenOpen<ExportFigureDialog>([=](ExportFigureDialog *dialog) {
            dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentText(panelTitle(figure));
            dialog->findChild<QComboBox *>(u"states"_s)->setCurrentIndex(int(variant));
            dialog->findChild<QComboBox *>(u"format"_s)->setCurrentIndex(format);
            dialog->findChild<QSpinBox *>(u"pictureWidth"_s)->setValue(720);
            dialog->findChild<QSpinBox *>(u"pictureHeight"_s)->setValue(400);
            dialog->writeTo(file);
            dialog->reject();
        });
        action("actionExportFigure")->trigger();
        return bytes(name);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    /// The worked example, pinned, and then W_Q[0][0] set from 1 to 0: x1's scores go from 2 4 4 to 2 0 2.
    void init()
    {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        document().load(readExample("three-inputs"), QString());
        document().waitForResult();
        document().comparison().pin();
        document().matrices().editCell("encoder.0.self.w_q", 0, 0, 0);
        document().waitForResult();
    }

    void cleanup() { m_window.reset(); }

    void numbersHoldBothStates()
    {
        takeNumbers("both.json", "Everything, JSON (*.json)");
        const QJsonObject trace = QJsonDocument::fromJson(bytes("both.json")).object();
        const auto weights = [](const QJsonValue &of) {
            return of[u"blocks"_s][0][u"heads"_s][0][u"weights"_s][0][1].toDouble();
        };
        QVERIFY(std::abs(weights(trace) - 0.0634) < 5e-5);
        QVERIFY(std::abs(weights(trace[u"pinned"_s]) - 0.4683) < 5e-5);
        QVERIFY(std::abs(weights(trace[u"difference"_s]) + 0.4049) < 5e-5);
        QVERIFY(trace[u"difference"_s][u"name"_s].toString().endsWith(u"now − pinned"_s));
        takeNumbers("both.safetensors", "Everything, safetensors (*.safetensors)");
        QVERIFY(bytes("both.safetensors").contains("\"difference.encoder.0.self.weights\""));
        document().comparison().unpin();
        takeNumbers("one.json", "Everything, JSON (*.json)");
        QVERIFY(!QJsonDocument::fromJson(bytes("one.json")).object().contains(u"pinned"_s));
    }

    void tablesAreOfWhatIsShown_data()
    {
        QTest::addColumn<int>("comparison");
        QTest::addColumn<QByteArray>("row");
        QTest::newRow("now") << int(Compared::Now) << QByteArray("x1,2,0,2\r");
        QTest::newRow("pinned") << int(Compared::Pinned) << QByteArray("x1,2,4,4\r");
        QTest::newRow("difference") << int(Compared::Difference) << QByteArray("x1,0,-4,-2\r");
    }
    void tablesAreOfWhatIsShown()
    {
        QFETCH(int, comparison);
        QFETCH(QByteArray, row);
        Selection selection = document().look().selection();
        selection.stage = Stage::Scores;
        document().look().setSelection(selection);
        document().comparison().choose(Compared(comparison));
        const QByteArray name = QByteArray("table-") + QTest::currentDataTag() + ".csv";
        takeNumbers(name.constData(), "The selected head's matrix, CSV (*.csv)");
        QCOMPARE(bytes(name.constData()).split('\n').value(1), row);
    }

    void picturesOfTheDialog_data()
    {
        QTest::addColumn<PanelId>("figure");
        for (const View &view : views())
            if (view.compares)
                QTest::newRow(view.word) << view.panel;
    }
    void picturesOfTheDialog()
    {
        QFETCH(PanelId, figure);
        document().look().setSelection(pinned(document().look().selection(), TokenSide::Query, 1, false));
        const QByteArray now = picture(figure, FigureVariant::AsShown, "now.svg");
        QVERIFY(!now.isEmpty() && !now.contains("pinned<"));
        const QByteArray side = picture(figure, FigureVariant::SideBySide, "side.svg");
        QVERIFY(side.contains("· now<") && side.contains("· pinned<"));
        const QByteArray difference = picture(figure, FigureVariant::Difference, "difference.svg");
        QVERIFY(difference.contains("· now − pinned<"));
        QVERIFY(difference != now && difference != side);
        // The window shows what it showed.
        QCOMPARE(document().comparison().chosen(), Compared::Now);
        QCOMPARE(picture(figure, FigureVariant::AsShown, "again.svg"), now);
        // What is shown is what is taken away, and names the states.
        document().comparison().choose(Compared::Difference);
        QVERIFY(picture(figure, FigureVariant::AsShown, "shown.svg").contains("· now − pinned<"));
        document().comparison().choose(Compared::Pinned);
        QVERIFY(picture(figure, FigureVariant::AsShown, "pinned.svg").contains("pinned, compared with now<"));
        picture(figure, FigureVariant::SideBySide, "side.png", int(PictureFormat::Png));
        QCOMPARE(QImage(path("side.png")).size(), QSize(1440, 800)); // 720 × 400 at 192 dpi
    }

    /// The file beside the picture names both states, and says how its colours are to be read.
    void captionBesideThePicture()
    {
        const auto caption = [&](FigureVariant variant, const char *name, int kind) {
            const QString file = path(name);
            whenOpen<ExportFigureDialog>([=](ExportFigureDialog *dialog) {
                dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentText(panelTitle(PanelId::Heatmap));
                dialog->findChild<QComboBox *>(u"states"_s)->setCurrentIndex(int(variant));
                dialog->findChild<QComboBox *>(u"format"_s)->setCurrentIndex(int(PictureFormat::Svg));
                dialog->findChild<QComboBox *>(u"caption"_s)->setCurrentIndex(kind);
                dialog->writeTo(file);
                dialog->reject();
            });
            action("actionExportFigure")->trigger();
        };
        caption(FigureVariant::AsShown, "plain.svg", 2);
        const QString plain = QString::fromUtf8(bytes("plain.md"));
        QVERIFY2(plain.startsWith(u"Heatmap, layer 1"_s) && !plain.contains(u"Two states"_s), qPrintable(plain));
        QVERIFY2(plain.contains(u"Colours run evenly from 0 to "_s), qPrintable(plain));
        caption(FigureVariant::Difference, "difference.svg", 1);
        const QString difference = QString::fromUtf8(bytes("difference.tex"));
        QVERIFY2(difference.startsWith(u"\\caption{Heatmap"_s) && difference.contains(u"Two states: "_s) &&
                     difference.contains(u"now $-$ pinned"_s),
                 qPrintable(difference));
        QVERIFY2(difference.contains(u"Colours run evenly from -"_s), qPrintable(difference));
        caption(FigureVariant::SideBySide, "side.svg", 0);
        QVERIFY(!bytes("side.svg").isEmpty() && bytes("side.tex").isEmpty() && bytes("side.md").isEmpty());
    }

    void captionsOfTheDialog()
    {
        const auto written = [&](FigureVariant variant, int row, const QString &now, const QString &pinned) {
            whenOpen<ExportFigureDialog>([=, this](ExportFigureDialog *dialog) {
                dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentText(panelTitle(PanelId::Heatmap));
                dialog->findChild<QComboBox *>(u"states"_s)->setCurrentIndex(int(variant));
                dialog->findChild<QComboBox *>(u"format"_s)->setCurrentIndex(int(PictureFormat::Svg));
                auto *captions = dialog->findChild<QComboBox *>(u"captions"_s);
                QCOMPARE(captions->isEnabled(), variant != FigureVariant::AsShown);
                captions->setCurrentIndex(row);
                auto *first = dialog->findChild<QLineEdit *>(u"nowName"_s);
                QCOMPARE(first->isHidden() || first->parentWidget()->isHidden(), row != 2);
                first->setText(now);
                dialog->findChild<QLineEdit *>(u"pinnedName"_s)->setText(pinned);
                QVERIFY(dialog->findChild<QLabel *>(u"error"_s)->text().isEmpty());
                dialog->writeTo(path("captions.svg"));
                dialog->reject();
            });
            action("actionExportFigure")->trigger();
            return bytes("captions.svg");
        };
        QByteArray svg = written(FigureVariant::SideBySide, 2, u"fine-tuned"_s, u"LoRA, r 8"_s);
        QVERIFY(isDrawn(svg, u"fine-tuned"_s) && isDrawn(svg, u"LoRA, r 8"_s) && !isDrawn(svg, u"pinned"_s));
        QVERIFY(svg.contains(">fine-tuned, LoRA, r 8</rdf:li>"));
        svg = written(FigureVariant::Difference, 2, u"fine-tuned"_s, u"base"_s);
        QVERIFY(isDrawn(svg, u"fine-tuned − base"_s) && !isDrawn(svg, u"pinned"_s));
        svg = written(FigureVariant::Difference, 2, u""_s, u"base"_s);
        QVERIFY(isDrawn(svg, u"now − base"_s) && !isDrawn(svg, u"pinned"_s));
        svg = written(FigureVariant::Difference, 1, {}, {});
        QVERIFY(!isDrawn(svg, u"pinned"_s) && svg.contains("now − pinned")); // which a reader of files is told
        svg = written(FigureVariant::SideBySide, 1, {}, {});
        QVERIFY(!isDrawn(svg, u"now"_s) && !isDrawn(svg, u"pinned"_s));
        // One state alone has none, and its command says nothing of them.
        document().comparison().choose(Compared::Now);
        svg = written(FigureVariant::AsShown, 1, {}, {});
        QVERIFY(!svg.contains("--captions"));
    }

    void whatIsOffIsSaid()
    {
        Interventions done;
        done.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        document().matrices().setInterventions(done, u"off"_s);
        document().waitForResult();
        QVERIFY(isDrawn(picture(PanelId::Heatmap, FigureVariant::Difference, "off.svg"),
                        u"· now (head 1.1 off) − pinned"_s));
        const QByteArray side = picture(PanelId::Heatmap, FigureVariant::SideBySide, "off-side.svg");
        QVERIFY(isDrawn(side, u"· now (head 1.1 off)"_s) && isDrawn(side, u"· pinned"_s));
    }

    void theDialogOffersStatesWhereThereAreTwo()
    {
        const auto offered = [&] {
            QStringList names;
            QStringList withStates;
            whenOpen<ExportFigureDialog>([&](ExportFigureDialog *dialog) {
                auto *figure = dialog->findChild<QComboBox *>(u"figure"_s);
                for (int i = 0; i < figure->count(); ++i) {
                    figure->setCurrentIndex(i);
                    names << figure->currentText();
                    if (dialog->findChild<QComboBox *>(u"states"_s)->isVisible())
                        withStates << figure->currentText();
                }
                dialog->reject();
            });
            action("actionExportFigure")->trigger();
            return std::pair(names, withStates);
        };
        QStringList names;
        QStringList comparing;
        for (const View &view : views()) {
            if (!names.contains(panelTitle(view.panel)))
                names << panelTitle(view.panel);
            if (view.compares)
                comparing << panelTitle(view.panel);
        }
        QCOMPARE(offered(), std::pair(names, comparing));
        document().comparison().unpin();
        QCOMPARE(offered(), std::pair(names, QStringList()));
    }

    void copyCarriesTheComparison()
    {
        m_window->findChild<HeatmapPanel *>()->findChild<HeatmapPlot *>()->setFocus();
        document().comparison().choose(Compared::Difference);
        action("actionCopyFigure")->trigger();
        const QMimeData *data = QApplication::clipboard()->mimeData();
        QVERIFY(data && data->data(u"image/svg+xml"_s).contains("· now − pinned<"));
        document().comparison().choose(Compared::Now);
        action("actionCopyFigure")->trigger();
        data = QApplication::clipboard()->mimeData();
        QVERIFY(!data->data(u"image/svg+xml"_s).contains("pinned<"));
    }

    void stepsSideBySideAreOfOnePair()
    {
        // Nothing is in focus: now x1's strongest key is x1, in the pinned state it was x2.
        const QByteArray side = picture(PanelId::Steps, FigureVariant::SideBySide, "pair.svg");
        QCOMPARE(int(side.count("x1 → x1")), 2);
        QVERIFY(!side.contains("x1 → x2"));
    }

    void aNewHeadIsSaid()
    {
        ModelConfig config = document().matrices().model()->config;
        config.heads = 2;
        document().matrices().setConfig(config, u"heads"_s);
        document().waitForResult();
        Selection selection = document().look().selection();
        selection.head = 1;
        selection.heads = {1};
        document().look().setSelection(selection);
        QString difference;
        QString shown;
        whenOpen<ExportFigureDialog>([&](ExportFigureDialog *dialog) {
            dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentIndex(1);
            dialog->findChild<QComboBox *>(u"states"_s)->setCurrentIndex(int(FigureVariant::Difference));
            difference = dialog->findChild<QLabel *>(u"error"_s)->text();
            document().comparison().choose(Compared::Difference);
            dialog->findChild<QComboBox *>(u"states"_s)->setCurrentIndex(int(FigureVariant::AsShown));
            shown = dialog->findChild<QLabel *>(u"error"_s)->text();
            dialog->reject();
        });
        action("actionExportFigure")->trigger();
        QVERIFY2(difference.startsWith(u"Head 2 of layer 1 is new"_s), qPrintable(difference));
        QCOMPARE(shown, difference);
    }

    void anotherSentenceStandsBesideItsOwn()
    {
        document().sentences().setSource(u"x1 x3"_s);
        document().waitForResult();
        const QByteArray side = picture(PanelId::Heatmap, FigureVariant::SideBySide, "sentences.svg");
        QCOMPARE(side.count(">x2<"), 2); // a row and a column of the pinned one alone
    }
};

REGARD_TEST(TestComparedExport)
#include "test_compared_export.moc"

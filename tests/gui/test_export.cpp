#include <algorithm>
#include <functional>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

#include "controls/figure_view.h"
#include "controls/panel.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "open_dialog.h"
#include "panel_hands.h"
#include "test_class.h"
#include "views/heads/panel/heads_panel.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/links/panel/link_panel.h"
#include "views/steps/panel/steps_panel.h"
#include "views/weights/panel/weights_panel.h"
#include "window/export/export_figure_dialog.h"
#include "window/export/save_dialog.h"
#include "window/main_window.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// Pictures and numbers leave the window the way a user takes them.
class TestExport : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    QAction *action(const char *name) const { return m_window->findChild<QAction *>(QString::fromLatin1(name)); }
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    /// Acts on the next dialogs of that kind as they come up, once each.
    template <typename Dialog, typename Act>
    void whenOpen(Act act) const
    {
        regard::whenOpen<Dialog>(m_window.get(), act);
    }
    void chooseFile(const QString &file, const QString &filter = {}) const
    {
        whenOpen<QFileDialog>([file, filter](QFileDialog *dialog) {
            if (!filter.isEmpty())
                dialog->selectNameFilter(filter);
            dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->setText(file);
            QMetaObject::invokeMethod(dialog, "accept");
        });
    }

    HeatmapPanel *heatmap() const { return m_window->findChild<HeatmapPanel *>(); }
    static void turnWheel(QWidget *widget)
    {
        const QPointF place(20, 20);
        QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    }
    void open(PanelId panel) const
    {
        m_window->regions()->open(panel);
        turnEventLoop();
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void init()
    {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->document()->load(readExample("three-inputs"), QString());
        m_window->document()->waitForResult();
    }

    void cleanup() { m_window.reset(); }

    /// Export numbers has the list of the panel last used; a row for each head.
    void aListAsATable()
    {
        QWidget *panel = openPanel(m_window.get(), u"summaries"_s);
        QTest::mouseClick(panel->findChild<QPushButton *>(u"entropyRow"_s), Qt::LeftButton);
        turnEventLoop();
        chooseFile(path("list.csv"), u"The list in Summaries, CSV (*.csv)"_s);
        action("actionExportNumbers")->trigger();
        QFile file(path("list.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QCOMPARE(lines.size(), 3); // one head, and the end
        QVERIFY2(lines[0].startsWith("head,"), lines[0].constData());
        QVERIFY2(lines[1].startsWith("1,0."), lines[1].constData());
        chooseFile(path("one-head.csv"), u"The selected head's matrix, CSV (*.csv)"_s);
        action("actionExportNumbers")->trigger();
        QFile matrix(path("one-head.csv"));
        QVERIFY(matrix.open(QIODevice::ReadOnly));
        QVERIFY(matrix.readAll().contains("x1,"));
    }

    /// The file has what is shown when it is written, which may have changed below the dialog.
    void aListOfWhatIsShownAtLast()
    {
        QWidget *panel = openPanel(m_window.get(), u"summaries"_s);
        QTest::mouseClick(panel->findChild<QPushButton *>(u"entropyRow"_s), Qt::LeftButton);
        turnEventLoop();
        const auto written = [&](const char *name, const QString &sentence) {
            whenOpen<QFileDialog>([=, this](QFileDialog *dialog) {
                m_window->document()->sentences().setSource(sentence);
                dialog->selectNameFilter(u"The list in Summaries, CSV (*.csv)"_s);
                dialog->findChild<QLineEdit *>(u"fileNameEdit"_s)->setText(path(name));
                QMetaObject::invokeMethod(dialog, "accept");
            });
            action("actionExportNumbers")->trigger();
            QFile file(path(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray before = written("before.csv", u"x1 x2 x3"_s);
        const QByteArray changed = written("changed.csv", u"x1 x3"_s);
        QVERIFY(before.startsWith("head,") && changed.startsWith("head,"));
        QVERIFY(changed != before);
        QCOMPARE(written("again.csv", u"x1 x3"_s), changed);
    }

    void numbersAsJson()
    {
        chooseFile(path("numbers.json"));
        action("actionExportNumbers")->trigger();
        QFile file(path("numbers.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject trace = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(trace[u"format"_s].toString(), QStringLiteral("regard-trace"));
        const auto head = trace[u"blocks"_s].toArray().at(0)[u"heads"_s].toArray().at(0);
        QVERIFY(std::abs(head[u"weights"_s].toArray().at(0).toArray().at(1).toDouble() - 0.4683) < 5e-5);
    }

    void numbersTakeTheSuffixOfTheKindChosen()
    {
        chooseFile(path("matrix"), QStringLiteral("The selected head's matrix, CSV (*.csv)"));
        action("actionExportNumbers")->trigger();
        QFile file(path("matrix.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith(",x1,x2,x3"));
    }

    void numbersAreNamedAfterTheDocument()
    {
        const QString title = m_window->document()->title();
        QVERIFY(!title.isEmpty());
        QString proposed;
        whenOpen<QFileDialog>([&proposed](QFileDialog *dialog) {
            proposed = dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->text();
            dialog->reject();
        });
        action("actionExportNumbers")->trigger();
        QCOMPARE(proposed, fileNameOf(title, QString()) + QStringLiteral(".json"));
    }

    void titlesBecomeFileNames_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << u"three inputs"_s << u"three inputs"_s;
        QTest::newRow("a question") << u"it: the cat or the rug?"_s << u"it the cat or the rug"_s;
        QTest::newRow("a path") << u"../../etc/passwd"_s << u"etc passwd"_s;
        QTest::newRow("Chinese") << u"图书馆"_s << u"图书馆"_s;
        QTest::newRow("nothing") << u" ?"_s << u"trace"_s;
        QTest::newRow("dots") << u"..."_s << u"trace"_s;
    }
    void titlesBecomeFileNames()
    {
        QFETCH(QString, title);
        QFETCH(QString, name);
        QCOMPARE(fileNameOf(title, u"trace"_s), name);
    }

    void nothingIsOverwrittenUnasked_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("existing");
        QTest::newRow("with its suffix") << u"kept.csv"_s << u"kept.csv"_s;
        QTest::newRow("without a suffix") << u"kept"_s << u"kept.csv"_s;
        QTest::newRow("with a suffix of another kind") << u"v1.2"_s << u"v1.2.csv"_s;
    }
    void nothingIsOverwrittenUnasked()
    {
        QFETCH(QString, typed);
        QFETCH(QString, existing);
        const QString kept = m_folder.filePath(existing);
        {
            QFile file(kept);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("precious");
        }
        bool asked = false;
        // The question comes over the file dialog or after it; after "no" the file dialog stands there again.
        whenOpen<QFileDialog>([&](QFileDialog *dialog) {
            dialog->selectNameFilter(QStringLiteral("The selected head's matrix, CSV (*.csv)"));
            dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->setText(m_folder.filePath(typed));
            whenOpen<QMessageBox>([&](QMessageBox *question) {
                asked = question->text().contains(existing);
                whenOpen<QFileDialog>([](QFileDialog *again) { again->reject(); });
                question->button(QMessageBox::No)->click();
            });
            QMetaObject::invokeMethod(dialog, "accept");
        });
        action("actionExportNumbers")->trigger();
        QVERIFY(asked);
        QFile file(kept);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("precious"));
    }

    void aProjectIsNotOverwrittenUnasked()
    {
        const QString kept = path("saved.regard");
        {
            QFile file(kept);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("precious");
        }
        bool asked = false;
        whenOpen<QFileDialog>([&](QFileDialog *dialog) {
            dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->setText(path("saved"));
            whenOpen<QMessageBox>([&](QMessageBox *question) {
                asked = true;
                question->button(QMessageBox::Yes)->click();
            });
            QMetaObject::invokeMethod(dialog, "accept");
        });
        action("actionSaveAs")->trigger();
        QVERIFY(asked);
        QFile file(kept);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("regard"));
    }

    void theTitleStandsInQuotes()
    {
        m_window->document()->load(
            [] {
                Project project = readExample("three-inputs");
                project.title = "it: the cat or the rug?";
                return project;
            }(),
            QString());
        m_window->document()->waitForResult();
        m_window->document()->sentences().setSource(u"a b c"_s);
        QVERIFY(m_window->document()->isModified());
        QString text;
        whenOpen<QMessageBox>([&](QMessageBox *question) {
            text = question->text();
            question->button(QMessageBox::Cancel)->click();
        });
        action("actionNew")->trigger();
        QCOMPARE(text, u"Save the changes to “it: the cat or the rug?”?"_s);
    }

    void theTypedSuffixDecidesTheFormat_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written");
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<int>("format");
        QTest::newRow("svg") << u"a.svg"_s << u"a.svg"_s << QByteArray("<?xml") << int(PictureFormat::Svg);
        QTest::newRow("upper case") << u"b.PDF"_s << u"b.PDF"_s << QByteArray("%PDF") << int(PictureFormat::Pdf);
        QTest::newRow("another") << u"c.txt"_s << u"c.txt.png"_s << QByteArray("\x89PNG") << int(PictureFormat::Png);
    }
    void theTypedSuffixDecidesTheFormat()
    {
        QFETCH(QString, typed);
        QFETCH(QString, written);
        QFETCH(QByteArray, start);
        QFETCH(int, format);
        int formatAfter = -1;
        whenOpen<ExportFigureDialog>([&](ExportFigureDialog *dialog) {
            chooseFile(m_folder.filePath(typed));
            dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save)->click();
            formatAfter = int(dialog->format());
        });
        action("actionExportFigure")->trigger();
        QCOMPARE(formatAfter, format);
        QFile file(m_folder.filePath(written));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith(start));
    }

    void aLongSentenceFillsItsPicture()
    {
        QString sentence;
        for (int i = 0; i < 120; ++i)
            sentence += u"word%1 "_s.arg(i);
        m_window->document()->load(defaultProject(), QString());
        m_window->document()->sentences().setSource(sentence);
        m_window->document()->waitForResult();
        whenOpen<ExportFigureDialog>([&](ExportFigureDialog *dialog) {
            dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentIndex(0);
            dialog->findChild<QSpinBox *>(u"pictureWidth"_s)->setValue(600);
            dialog->findChild<QSpinBox *>(u"pictureHeight"_s)->setValue(400);
            dialog->findChild<QSpinBox *>(u"dpi"_s)->setValue(96);
            dialog->writeTo(path("long.png"));
            dialog->reject();
        });
        action("actionExportFigure")->trigger();
        const QImage image(path("long.png"));
        QCOMPARE(image.size(), QSize(600, 400));
        // Ink from side to side: the sentence is not drawn as a narrow strip.
        int columns = 0;
        for (int x = 0; x < image.width(); ++x) {
            bool hasInk = false;
            for (int y = 40; y < 330; ++y)
                hasInk = hasInk || image.pixelColor(x, y) != image.pixelColor(0, 0);
            columns += hasInk ? 1 : 0;
        }
        QVERIFY2(columns > 500, qPrintable(QString::number(columns)));
    }

    /// Whichever way a user came to a panel, its picture is the one that is taken.
    void thePictureInUseIsTaken_data()
    {
        using Act = std::function<void(TestExport *)>;
        QTest::addColumn<Act>("act");
        QTest::addColumn<QString>("picture");
        const auto row = [](const char *name, const char *picture, const Act &act) {
            QTest::newRow(name) << act << QString::fromLatin1(picture);
        };
        row("nothing was used", "Links", [](TestExport *) {});
        row("focus", "Heatmap", [](TestExport *test) { test->heatmap()->findChild<HeatmapPlot *>()->setFocus(); });
        row("a click that takes no focus", "Heatmap", [](TestExport *test) {
            QTest::mouseClick(test->heatmap(), Qt::LeftButton, {}, {40, 12});
        });
        row("the wheel", "Heatmap", [](TestExport *test) { test->turnWheel(test->heatmap()); });
        row("a tab", "Steps", [](TestExport *test) { test->open(PanelId::Steps); });
        row("a tab, its keys, and Ctrl", "Steps", [](TestExport *test) {
            test->heatmap()->findChild<HeatmapPlot *>()->setFocus();
            test->open(PanelId::Steps);
            QTest::keyPress(QApplication::focusWidget(), Qt::Key_Control, Qt::ControlModifier);
            QTest::keyRelease(QApplication::focusWidget(), Qt::Key_Control);
        });
        row("a key after a panel was opened", "Steps", [](TestExport *test) {
            test->heatmap()->findChild<HeatmapPlot *>()->setFocus();
            test->open(PanelId::Steps); // which gets the keyboard
            test->turnWheel(test->m_window->findChild<LinksPanel *>());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        });
        row("the table of weights after a picture", "Heads", [](TestExport *test) {
            test->m_window->findChild<HeadsPanel *>()->view()->canvas()->setFocus();
            test->open(PanelId::Weights);
            QVERIFY(test->m_window->findChild<WeightsPanel *>()->table()->hasFocus());
        });
        row("a picture that is hidden now", "Heads", [](TestExport *test) {
            test->open(PanelId::Steps);
            test->m_window->findChild<HeadsPanel *>()->view()->canvas()->setFocus();
            test->turnWheel(test->m_window->findChild<StepsPanel *>());
            test->open(PanelId::Weights); // in its place
            QTRY_VERIFY(!test->m_window->findChild<StepsPanel *>()->isVisible());
        });
        row("a panel without a picture", "Heads", [](TestExport *test) {
            QTest::mouseClick(test->m_window->findChild<HeadsPanel *>(), Qt::LeftButton, {}, {40, 12});
            test->open(PanelId::Output); // an encoder has none
        });
        row("links put away", "Heatmap", [](TestExport *test) { test->m_window->findChild<LinksPanel *>()->hide(); });
        row("a panel brought by the menu", "Summaries", [](TestExport *test) {
            QWidget *panel = openPanel(test->m_window.get(), u"summaries"_s);
            QTRY_VERIFY(isSeen(panel));
            for (QPushButton *button : panel->findChildren<QPushButton *>())
                if (button->text() == u"Entropy by head"_s)
                    button->click();
        });
    }
    void thePictureInUseIsTaken()
    {
        QFETCH(const std::function<void(TestExport *)>, act);
        QFETCH(const QString, picture);
        act(this);
        QString offered;
        whenOpen<ExportFigureDialog>([&](ExportFigureDialog *dialog) {
            offered = dialog->findChild<QComboBox *>(u"figure"_s)->currentText();
            dialog->reject();
        });
        action("actionExportFigure")->trigger();
        QCOMPARE(offered, picture);
        action("actionCopyFigure")->trigger();
        QCOMPARE(m_window->statusBar()->currentMessage(), u"Copied: %1"_s.arg(picture));
    }

    void copyPutsThePictureOnTheClipboard()
    {
        m_window->findChild<HeatmapPanel *>()->findChild<HeatmapPlot *>()->setFocus();
        action("actionCopyFigure")->trigger();
        const QMimeData *data = QApplication::clipboard()->mimeData();
        QVERIFY(data && data->hasImage());
        const QString svg = QString::fromUtf8(data->data(QStringLiteral("image/svg+xml")));
        QVERIFY(svg.contains(QStringLiteral("x3")) && svg.contains(QStringLiteral("weight")));
        const QImage png = QImage::fromData(data->data(QStringLiteral("image/png")), "PNG");
        const QSize shown = m_window->findChild<HeatmapPanel *>()->findChild<HeatmapPlot *>()->size();
        QCOMPARE(png.width() * 96, shown.width() * 192);
    }

    void figureIsPreviewedAndWritten_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<QString>("suffix");
        QTest::newRow("png") << int(PictureFormat::Png) << QByteArray("\x89PNG") << QStringLiteral("png");
        QTest::newRow("svg") << int(PictureFormat::Svg) << QByteArray("<?xml") << QStringLiteral("svg");
        QTest::newRow("pdf") << int(PictureFormat::Pdf) << QByteArray("%PDF") << QStringLiteral("pdf");
    }

    void figureIsPreviewedAndWritten()
    {
        QFETCH(int, format);
        QFETCH(QByteArray, start);
        QFETCH(QString, suffix);
        const QString wanted = path("picture");
        bool hadPreview = false;
        whenOpen<ExportFigureDialog>([&](ExportFigureDialog *dialog) {
            dialog->findChild<QComboBox *>(QStringLiteral("format"))->setCurrentIndex(format);
            dialog->findChild<QSpinBox *>(QStringLiteral("pictureWidth"))->setValue(300);
            dialog->findChild<QSpinBox *>(QStringLiteral("pictureHeight"))->setValue(240);
            hadPreview = !dialog->findChild<QLabel *>(QStringLiteral("preview"))->pixmap().isNull();
            chooseFile(wanted);
            dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save)->click();
        });
        action("actionExportFigure")->trigger();
        QVERIFY(hadPreview);
        QFile file(wanted + QLatin1Char('.') + suffix);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith(start));
    }

    /// Until the user asks for its true size the whole picture is seen, however large it is.
    void allIsPreviewedAtFirst()
    {
        QSize first;
        QSize asked;
        QSize shown;
        QSize room;
        whenOpen<ExportFigureDialog>([&](ExportFigureDialog *dialog) {
            auto *width = dialog->findChild<QSpinBox *>(QStringLiteral("pictureWidth"));
            asked = {width->value(), dialog->findChild<QSpinBox *>(QStringLiteral("pictureHeight"))->value()};
            first = dialog->findChild<QLabel *>(QStringLiteral("preview"))->pixmap().deviceIndependentSize().toSize();
            width->setValue(3000);
            const QPixmap preview = dialog->findChild<QLabel *>(QStringLiteral("preview"))->pixmap();
            shown = preview.deviceIndependentSize().toSize();
            room = dialog->findChild<QScrollArea *>(QStringLiteral("previewArea"))->viewport()->size();
            dialog->reject();
        });
        action("actionExportFigure")->trigger();
        QVERIFY2(first.width() >= std::min(asked.width(), room.width()) - 4 ||
                     first.height() >= std::min(asked.height(), room.height()) - 4,
                 qPrintable(QString::number(first.width()))); // as large as there is room for
        QVERIFY(!shown.isEmpty());
        QVERIFY2(shown.width() <= room.width() && shown.height() <= room.height(),
                 qPrintable(QString::number(shown.width())));
    }

    /// Links and heatmap draw the word that is asked for, whatever the window has selected.
    void marksAreThoseOfMapsAndLists()
    {
        bool areOfLinks = true;
        bool areOfHeads = false;
        whenOpen<ExportFigureDialog>([&](ExportFigureDialog *dialog) {
            auto *figure = dialog->findChild<QComboBox *>(QStringLiteral("figure"));
            const QComboBox *marks = nullptr;
            for (const QComboBox *box : dialog->findChildren<QComboBox *>())
                if (box->accessibleName() == QStringLiteral("Marks"))
                    marks = box;
            QVERIFY(marks);
            figure->setCurrentIndex(figure->findText(QStringLiteral("Links")));
            areOfLinks = marks->isEnabled();
            figure->setCurrentIndex(figure->findText(QStringLiteral("Heads")));
            areOfHeads = marks->isEnabled();
            dialog->reject();
        });
        action("actionExportFigure")->trigger();
        QVERIFY(!areOfLinks && areOfHeads);
    }

    void aFolderThatIsNotThereIsSaid()
    {
        whenOpen<ExportFigureDialog>([&](ExportFigureDialog *dialog) {
            QVERIFY_EXCEPTION_THROWN(dialog->writeTo(path("nowhere/picture.png")), std::exception);
            dialog->reject();
        });
        action("actionExportFigure")->trigger();
        QVERIFY(!QFile::exists(path("nowhere")));
    }
};

REGARD_TEST(TestExport)
#include "test_export.moc"

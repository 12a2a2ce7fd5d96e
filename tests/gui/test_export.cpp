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
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "app/export_figure_dialog.h"
#include "app/main_window.h"
#include "document/document.h"
#include "io/examples.h"
#include "widgets/figure_view.h"
#include "widgets/heatmap_panel.h"
#include "widgets/heatmap_plot.h"
#include "widgets/link_panel.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// Pictures and numbers leave the window the way a person takes them.
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
        auto *timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, this, [timer, act] {
            auto *dialog = qobject_cast<Dialog *>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            timer->stop();
            timer->deleteLater();
            act(dialog);
        });
        timer->start(20);
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

QTEST_MAIN(TestExport)
#include "test_export.moc"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "controls/app_theme.h"
#include "film_frames.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "window/export/walk_export_dialog.h"

using namespace regard;

/// A walk leaves the window: all of it or nothing.
class TestWalkExport : public QObject {
    Q_OBJECT

private:
    AppTheme m_theme{AppTheme::Choice::Light};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WalkExportDialog> m_dialog;

    static WalkPages pagesOf(const char *example)
    {
        const Project project = readExample(example);
        return {std::make_shared<const Model>(project.model),
                forward(project.model, inputOf(project)),
                {},
                {},
                {},
                WalkScope::Token};
    }

    template <typename Widget>
    Widget *field(const char *name) const
    {
        return m_dialog->findChild<Widget *>(QString::fromLatin1(name));
    }
    QString path(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    QStringList names() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }
    QPushButton *button(QDialogButtonBox::StandardButton which) const
    {
        return field<QDialogButtonBox>("buttons")->button(which);
    }

private slots:
    void initTestCase() { QApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_dialog = std::make_unique<WalkExportDialog>(sourceOf(pagesOf("three-inputs")), &m_theme, m_folder->path(),
                                                      QStringLiteral("three"), nullptr);
        m_dialog->show();
    }

    void cleanup() { m_dialog.reset(); }

    void oneFileOfAllPages()
    {
        const QSignalSpy accepted(m_dialog.get(), &QDialog::accepted);
        m_dialog->writeTo(path("walk.pdf"));
        QVERIFY(m_dialog->isWriting());
        QVERIFY(!button(QDialogButtonBox::Save)->isEnabled());
        QTRY_COMPARE(accepted.size(), 1);
        QCOMPARE(m_dialog->writtenPath(), path("walk.pdf"));
        QFile file(path("walk.pdf"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(int(file.readAll().count("/Type /Page\n")), 6);
        QCOMPARE(names(), QStringList{QStringLiteral("walk.pdf")});
    }

    void numberedPictures()
    {
        field<QComboBox>("format")->setCurrentIndex(2);
        field<QComboBox>("scope")->setCurrentIndex(1);
        field<QSpinBox>("pageWidth")->setValue(320);
        field<QSpinBox>("pageHeight")->setValue(240);
        field<QSpinBox>("dpi")->setValue(96);
        QVERIFY(field<QLabel>("resultSize")->text().contains(QStringLiteral("18")));
        const QSignalSpy accepted(m_dialog.get(), &QDialog::accepted);
        m_dialog->writeTo(path("walk.png"));
        QTRY_COMPARE(accepted.size(), 1);
        QCOMPARE(names().size(), 18);
        QCOMPARE(names().first(), QStringLiteral("walk-001.png"));
        QCOMPARE(names().last(), QStringLiteral("walk-018.png"));
        QCOMPARE(QImage(path("walk-011.png")).size(), QSize(320, 240));
    }

    void aFilm()
    {
        field<QComboBox>("format")->setCurrentIndex(3);
        field<QSpinBox>("pageWidth")->setValue(320);
        field<QSpinBox>("pageHeight")->setValue(240);
        field<QSpinBox>("dpi")->setValue(96);
        QVERIFY(field<QDoubleSpinBox>("pace")->isEnabled());
        field<QDoubleSpinBox>("pace")->setValue(0.5);
        field<QSpinBox>("loops")->setValue(2);
        QVERIFY(field<QLabel>("resultSize")->text().contains(QStringLiteral("6")));
        const QSignalSpy accepted(m_dialog.get(), &QDialog::accepted);
        m_dialog->writeTo(path("walk.webp"));
        QTRY_COMPARE(accepted.size(), 1);
        QCOMPARE(names(), QStringList{QStringLiteral("walk.webp")});
        QFile file(path("walk.webp"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const FilmFrames film(file.readAll());
        QCOMPARE(film.images.size(), 6U);
        QCOMPARE(film.images[0].size(), QSize(320, 240));
        QCOMPARE(film.ends.back(), 3000);
        QCOMPARE(film.loops, 2);
        m_dialog->setResult(0);
        field<QComboBox>("format")->setCurrentIndex(0);
        QVERIFY(!field<QDoubleSpinBox>("pace")->isEnabled());
    }

    void cancelLeavesNothing_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QString>("name");
        QTest::newRow("PDF") << 0 << QStringLiteral("walk.pdf");
        QTest::newRow("SVG") << 1 << QStringLiteral("walk.svg");
        QTest::newRow("film") << 3 << QStringLiteral("walk.webp");
    }

    void cancelLeavesNothing()
    {
        QFETCH(int, format);
        QFETCH(QString, name);
        field<QComboBox>("format")->setCurrentIndex(format);
        const QSignalSpy finished(m_dialog.get(), &QDialog::finished);
        connect(field<QProgressBar>("progress"), &QProgressBar::valueChanged, this, [this](int pages) {
            if (pages == 2)
                button(QDialogButtonBox::Cancel)->click();
        });
        m_dialog->writeTo(m_folder->filePath(name));
        QVERIFY(m_dialog->isWriting());
        QTRY_VERIFY(!m_dialog->isWriting());
        QCOMPARE(names(), QStringList());
        QCOMPARE(finished.size(), 0); // it stays, for another try
        QVERIFY(button(QDialogButtonBox::Save)->isEnabled());
        button(QDialogButtonBox::Cancel)->click();
        QCOMPARE(finished.size(), 1);
    }

    void whatFailsIsSaid()
    {
        m_dialog->writeTo(path("none/walk.pdf"));
        QVERIFY(!m_dialog->isWriting());
        QVERIFY(field<QLabel>("error")->isVisible());
        QVERIFY(field<QLabel>("error")->text().contains(QStringLiteral("none/walk.pdf")));
        field<QComboBox>("format")->setCurrentIndex(2);
        field<QSpinBox>("pageWidth")->setValue(16384);
        QVERIFY(field<QLabel>("error")->text().contains(QStringLiteral("16384")));
        QVERIFY(!button(QDialogButtonBox::Save)->isEnabled());
        QVERIFY(field<QSpinBox>("dpi")->isEnabled());
        field<QComboBox>("format")->setCurrentIndex(1);
        QVERIFY(button(QDialogButtonBox::Save)->isEnabled());
        QVERIFY(!field<QSpinBox>("dpi")->isEnabled());
    }

    void aNameTakenByAFolder()
    {
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("walk-003.svg")));
        field<QComboBox>("format")->setCurrentIndex(1);
        m_dialog->writeTo(path("walk.svg"));
        QVERIFY(!m_dialog->isWriting());
        QVERIFY(field<QLabel>("error")->text().contains(QStringLiteral("walk-003.svg")));
        QCOMPARE(names(), QStringList{QStringLiteral("walk-003.svg")});
    }

    void nothingIsOverwrittenUnasked_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("existing");
        QTest::newRow("PDF") << QStringLiteral("kept.pdf") << QStringLiteral("kept.pdf");
        QTest::newRow("numbered") << QStringLiteral("kept.svg") << QStringLiteral("kept-004.svg");
    }

    void nothingIsOverwrittenUnasked()
    {
        QFETCH(QString, typed);
        QFETCH(QString, existing);
        QFile file(m_folder->filePath(existing));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("kept");
        file.close();
        QString asked;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            QWidget *open = QApplication::activeModalWidget();
            if (auto *dialog = qobject_cast<QFileDialog *>(open)) {
                dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->setText(m_folder->filePath(typed));
                QMetaObject::invokeMethod(dialog, "accept");
            } else if (auto *question = qobject_cast<QMessageBox *>(open)) {
                asked = question->text();
                question->button(QMessageBox::No)->click();
            }
        });
        timer.start(20);
        button(QDialogButtonBox::Save)->click();
        QVERIFY2(asked.contains(existing), qPrintable(asked));
        QVERIFY(!m_dialog->isWriting());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("kept"));
        QCOMPARE(names(), QStringList{existing});
    }

    void aCompletedNameIsAskedAboutOnce()
    {
        QFile file(m_folder->filePath(QStringLiteral("kept.odd.pdf")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        int asked = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            QWidget *open = QApplication::activeModalWidget();
            if (auto *dialog = qobject_cast<QFileDialog *>(open)) {
                auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
                name->setText(m_folder->filePath(QStringLiteral("kept.odd")));
                QMetaObject::invokeMethod(dialog, "accept");
            } else if (auto *question = qobject_cast<QMessageBox *>(open)) {
                ++asked;
                question->button(QMessageBox::Yes)->click();
            }
        });
        timer.start(20);
        button(QDialogButtonBox::Save)->click();
        QCOMPARE(asked, 1);
        QVERIFY(m_dialog->isWriting());
    }

    void withoutStepsNothingCanBeSaved()
    {
        const WalkPages none(std::make_shared<const Model>(), nullptr, {}, {}, {}, WalkScope::Token);
        m_dialog = std::make_unique<WalkExportDialog>(sourceOf(none), &m_theme, m_folder->path(), QString(), nullptr);
        m_dialog->show();
        QVERIFY(!button(QDialogButtonBox::Save)->isEnabled());
        QVERIFY(field<QLabel>("error")->isVisible());
    }

    void everyFieldHasAName()
    {
        for (const char *name : {"scope", "format", "theme"})
            QVERIFY2(!field<QComboBox>(name)->accessibleName().isEmpty(), name);
        for (const char *name : {"pageWidth", "pageHeight", "dpi"})
            QVERIFY2(!field<QSpinBox>(name)->accessibleName().isEmpty(), name);
    }

    void digitsGrowWithTheNumber()
    {
        const QStringList paths = WalkWriter::paths(QStringLiteral("/a/b.c.svg"), PictureFormat::Svg, 1200);
        QCOMPARE(paths.size(), 1200);
        QCOMPARE(paths.first(), QStringLiteral("/a/b.c-0001.svg"));
        QCOMPARE(paths.last(), QStringLiteral("/a/b.c-1200.svg"));
        const QStringList marked = WalkWriter::paths(QStringLiteral("/a/b%1 %2 %3.svg"), PictureFormat::Svg, 2);
        QCOMPARE(marked.last(), QStringLiteral("/a/b%1 %2 %3-002.svg"));
        QCOMPARE(WalkWriter::paths(QStringLiteral("b.pdf"), PictureFormat::Pdf, 12),
                 QStringList{QStringLiteral("b.pdf")});
    }
};

REGARD_TEST(TestWalkExport)
#include "test_walk_export.moc"

#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include "io/hub/hub_models.h"
#include "paths.h"
#include "test_class.h"
#include "window/files/open_model_dialog.h"

using namespace regard;

namespace {

/// A cache with a model that opens and one that does not.
class ModelCache {
public:
    ModelCache()
    {
        const QString from = QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert/");
        QDir().mkpath(opens());
        for (const QString &name : QDir(from).entryList(QDir::Files))
            QFile::copy(from + name, opens() + QLatin1Char('/') + name);
        const QString other = m_dir.filePath(QStringLiteral("models--org--other/snapshots/1234567890"));
        QDir().mkpath(other);
        write(other + QStringLiteral("/config.json"), R"({"model_type":"other"})");
        write(other + QStringLiteral("/model.safetensors"), "abc");
        qputenv("HF_HUB_CACHE", QFile::encodeName(m_dir.path()));
    }
    ~ModelCache() { qunsetenv("HF_HUB_CACHE"); }

    QString opens() const { return m_dir.filePath(QStringLiteral("models--org--bert/snapshots/0123456789")); }

private:
    static void write(const QString &path, const QByteArray &text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

    QTemporaryDir m_dir;
};

} // namespace

class OpenModelDialogTest : public QObject {
    Q_OBJECT

private slots:
    void aClickOpensAModel();
    void whatDoesNotOpenSaysWhy();
    void aClickCopiesTheCommand();
    void enterOpensTheFirst();
    void anEmptyCacheSaysSo();

private:
    /// As it stands in the list, scrolled to.
    static QPoint placeOf(QTreeWidget *list, QTreeWidgetItem *item)
    {
        list->scrollToItem(item);
        return list->visualItemRect(item).center();
    }
};

void OpenModelDialogTest::aClickOpensAModel()
{
    const ModelCache cache;
    OpenModelDialog dialog(nullptr);
    dialog.show();
    dialog.waitUntilDone();
    auto *list = dialog.findChild<QTreeWidget *>();
    QTreeWidgetItem *here = list->topLevelItem(0);
    QCOMPARE(here->childCount(), 2);
    QTreeWidgetItem *item = here->child(0);
    QCOMPARE(item->text(0), QStringLiteral("org/bert"));
    QCOMPARE(item->text(1), QStringLiteral("0123456"));
    QCOMPARE(item->text(3), QStringLiteral("BERT"));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, placeOf(list, item));
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QCOMPARE(dialog.folder(), cache.opens());
}

void OpenModelDialogTest::whatDoesNotOpenSaysWhy()
{
    const ModelCache cache;
    OpenModelDialog dialog(nullptr);
    dialog.show();
    dialog.waitUntilDone();
    auto *list = dialog.findChild<QTreeWidget *>();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, placeOf(list, list->topLevelItem(0)->child(1)));
    QVERIFY(dialog.isVisible());
    QVERIFY(dialog.findChild<QLabel *>()->text().startsWith(
        QStringLiteral("config.json: model_type is \"other\", which is not read")));
}

void OpenModelDialogTest::aClickCopiesTheCommand()
{
    const ModelCache cache;
    OpenModelDialog dialog(nullptr);
    dialog.show();
    dialog.waitUntilDone();
    auto *list = dialog.findChild<QTreeWidget *>();
    QTreeWidgetItem *starters = list->topLevelItem(1);
    QCOMPARE(starters->childCount(), 10);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, placeOf(list, starters->child(3)));
    QVERIFY(dialog.isVisible());
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(fetchCommand(starterModels()[3])));
}

void OpenModelDialogTest::enterOpensTheFirst()
{
    const ModelCache cache;
    OpenModelDialog dialog(nullptr);
    dialog.show();
    dialog.waitUntilDone();
    QTest::keyClick(dialog.findChild<QTreeWidget *>(), Qt::Key_Return);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QCOMPARE(dialog.folder(), cache.opens());
}

void OpenModelDialogTest::anEmptyCacheSaysSo()
{
    const QTemporaryDir empty;
    qputenv("HF_HUB_CACHE", QFile::encodeName(empty.path()));
    OpenModelDialog dialog(nullptr);
    dialog.waitUntilDone();
    const QTreeWidgetItem *here = dialog.findChild<QTreeWidget *>()->topLevelItem(0);
    QCOMPARE(here->text(0), QStringLiteral("On this computer: none in %1").arg(empty.path()));
    qunsetenv("HF_HUB_CACHE");
}

REGARD_TEST(OpenModelDialogTest)
#include "test_open_model_dialog.moc"

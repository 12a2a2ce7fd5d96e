#include <QListWidget>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QTextDocument>

#include "test_class.h"
#include "window/guide_dialog.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// Help ▸ Guide.
class TestGuideDialog : public QObject {
    Q_OBJECT

private slots:
    /// A page is laid out once, not once for each of its paragraphs: the longest has some nine hundred.
    void pagesAreLaidOutOnce()
    {
        GuideDialog guide(nullptr);
        guide.show();
        QVERIFY(QTest::qWaitForWindowExposed(&guide));
        auto *pages = guide.findChild<QListWidget *>();
        const auto *text = guide.findChild<QTextBrowser *>();
        QVERIFY(pages && text && pages->count() > 2);
        int mostBlocks = 0;
        for (int page = pages->count() - 1; page >= 0; --page) {
            const QSignalSpy layouts(text->verticalScrollBar(), &QScrollBar::rangeChanged);
            pages->setCurrentRow(page);
            QCoreApplication::processEvents();
            QVERIFY2(layouts.count() > 0 && layouts.count() <= 8, qPrintable(QString::number(layouts.count())));
            QVERIFY(text->toPlainText().startsWith(pages->item(page)->text()));
            QCOMPARE(text->verticalScrollBar()->value(), 0);
            mostBlocks = std::max(mostBlocks, text->document()->blockCount());
        }
        QVERIFY(mostBlocks > 500);
    }

    void pagesLeftAreFreed()
    {
        const GuideDialog guide(nullptr);
        auto *pages = guide.findChild<QListWidget *>();
        pages->setCurrentRow(1);
        const auto documents = guide.findChildren<QTextDocument *>().size();
        for (int page : {0, 1, 2, 0, 2, 1})
            pages->setCurrentRow(page);
        QCOMPARE(guide.findChildren<QTextDocument *>().size(), documents);
    }
};

REGARD_TEST(TestGuideDialog)
#include "test_guide_dialog.moc"

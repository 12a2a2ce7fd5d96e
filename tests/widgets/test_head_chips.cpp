#include <numeric>

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include "widgets/app_theme.h"
#include "widgets/head_chips.h"

using namespace regard;

/// The chips as they stand in a panel: above a picture that takes what they leave.
class TestHeadChips : public QObject {
    Q_OBJECT
private slots:
    void everyChipIsSeenAndClicked_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("mostHeight");
        QTest::newRow("eight") << 240 << 8 << 30;
        QTest::newRow("twelve") << 240 << 12 << 60;
        QTest::newRow("sixteen, narrow") << 160 << 16 << 90;
        QTest::newRow("sixty-four") << 240 << 64 << 135;
        QTest::newRow("sixty-four, narrow") << 150 << 64 << 135;
    }
    void everyChipIsSeenAndClicked()
    {
        QFETCH(int, width);
        QFETCH(int, heads);
        QFETCH(int, mostHeight);
        AppTheme theme(AppTheme::Choice::Light);
        QWidget panel;
        auto *all = new QVBoxLayout(&panel);
        all->setContentsMargins(0, 0, 0, 0);
        auto *row = new QHBoxLayout;
        auto *chips = new HeadChips(&theme, &panel);
        row->addWidget(chips, 1);
        all->addLayout(row);
        all->addWidget(new QWidget(&panel), 1);
        panel.resize(width, 500);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        std::vector<int> on(static_cast<std::size_t>(heads));
        std::iota(on.begin(), on.end(), 0);
        chips->setHeads(heads, on);
        QTRY_COMPARE(chips->height(), chips->heightForWidth(chips->width()));
        QVERIFY2(chips->height() <= mostHeight, qPrintable(QString::number(chips->height())));
        QSignalSpy toggled(chips, &HeadChips::toggleAsked);
        for (int head = 0; head < heads; ++head) {
            HeadChip *chip = chips->chip(head);
            chips->ensureWidgetVisible(chip, 0, 0);
            QCOMPARE(chip->visibleRegion().boundingRect(), chip->rect());
            QVERIFY(chip->width() >= 16 && chip->height() >= 16);
            QCOMPARE(panel.childAt(chip->mapTo(&panel, chip->rect().center())), chip);
            QTest::mouseClick(chip, Qt::LeftButton);
            QCOMPARE(toggled.size(), head + 1);
            QCOMPARE(toggled.last().at(0).toInt(), head);
        }
        const bool scrolls = chips->verticalScrollBar()->maximum() > 0;
        QCOMPARE(scrolls, width == 150);
        chips->setHeads(2, {0});
        QTRY_VERIFY(chips->height() <= 30);
    }
};

QTEST_MAIN(TestHeadChips)
#include "test_head_chips.moc"

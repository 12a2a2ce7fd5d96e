#include <numeric>

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include "test_class.h"
#include "widgets/panels/head_chips.h"
#include "widgets/parts/app_theme.h"

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

    void rowsFollowTheFont()
    {
        AppTheme theme(AppTheme::Choice::Light);
        QWidget panel;
        auto *all = new QVBoxLayout(&panel);
        auto *chips = new HeadChips(&theme, &panel);
        all->addWidget(chips);
        all->addWidget(new QWidget(&panel), 1);
        panel.resize(180, 500);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        chips->setHeads(12, {});
        QTRY_COMPARE(chips->height(), chips->heightForWidth(chips->width()));
        const int before = chips->height();
        QFont font = panel.font();
        font.setPointSizeF(2 * font.pointSizeF());
        for (int head = 0; head < 12; ++head)
            chips->chip(head)->setFont(font);
        QTRY_VERIFY(chips->height() > before);
        QCOMPARE(chips->height(), chips->heightForWidth(chips->width()));
        for (int head = 0; head < 12; ++head)
            chips->chip(head)->setFont(panel.font());
        QTRY_COMPARE(chips->height(), before);
    }

    /// Switched off and bent are different marks.
    void marksWhatIsDone()
    {
        AppTheme theme(AppTheme::Choice::Light);
        HeadChips chips(&theme, nullptr);
        chips.setHeads(3, {});
        chips.resize(200, 40);
        const auto picture = [&chips](int head) {
            HeadChip *chip = chips.chip(head);
            chip->resize(chip->sizeHint());
            return chip->grab().toImage();
        };
        const QImage plain = picture(0);
        const auto changedAt = [&](const HeadIntervention &intervention) {
            chips.setInterventions({intervention});
            const QImage image = picture(0);
            QRect changed;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixel(x, y) != plain.pixel(x, y))
                        changed |= QRect(x, y, 1, 1);
            return changed;
        };
        const QPoint middle = plain.rect().center();
        const QRect off = changedAt({true, false, QStringLiteral("switched off")});
        QVERIFY(off.left() < middle.x() && off.right() > middle.x());
        QVERIFY(off.top() < middle.y() && off.bottom() > middle.y());
        // In the upper right corner alone.
        const QRect bent = changedAt({false, true, QStringLiteral("temperature 4")});
        QVERIFY(bent.isValid() && bent.left() > middle.x() && bent.bottom() <= middle.y() + 1);
        QVERIFY(chips.chip(0)->toolTip().endsWith(QLatin1String("\ntemperature 4")));
        QCOMPARE(chips.chip(0)->accessibleName(), QStringLiteral("Head 1, temperature 4"));
        QVERIFY(!changedAt({}).isValid());
    }
};

REGARD_TEST(TestHeadChips)
#include "test_head_chips.moc"

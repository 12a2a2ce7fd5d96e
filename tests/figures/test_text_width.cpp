#include <QFontMetricsF>
#include <QTest>

#include "figures/base/text_width.h"
#include "figures/base/theme.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestTextWidth : public QObject {
    Q_OBJECT
private slots:
    void isWhatTheFontSays_data()
    {
        QTest::addColumn<QString>("text");
        for (const QString &text : {u""_s, u"it"_s, u"−0.25"_s, u"猫は"_s, u"WAVE"_s, u" "_s})
            QTest::newRow(qPrintable(u"‘%1’"_s.arg(text))) << text;
    }

    // Asked for twice, because the second answer is a kept one, and in turn, because fonts must not be mixed up.
    void isWhatTheFontSays()
    {
        QFETCH(QString, text);
        for (int time = 0; time < 2; ++time)
            for (const double pixels : {9.0, 11.0, 13.0, 24.0})
                for (const bool bold : {false, true})
                    for (const QFont &font : {Theme::font(pixels, bold), Theme::monospace(pixels, bold)})
                        QCOMPARE(textWidth(text, font), QFontMetricsF(font).horizontalAdvance(text));
    }

    void manyTextsAndFontsStayRight()
    {
        for (int i = 0; i < 20000; ++i) {
            const QFont font = Theme::font(8 + i % 90);
            const QString text = QString::number(i);
            QCOMPARE(textWidth(text, font), QFontMetricsF(font).horizontalAdvance(text));
        }
    }
};

REGARD_TEST(TestTextWidth)
#include "test_text_width.moc"

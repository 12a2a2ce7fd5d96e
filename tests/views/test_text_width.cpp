#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>

#include "draw/notation.h"
#include "draw/text_width.h"
#include "draw/theme.h"
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

    /// An index is drawn smaller, below the line; a token that looks like one is left as it is.
    void notationLowersItsIndices()
    {
        const QFont font = Theme::font(20);
        const auto width = [&font](const QString &text) { return notationWidth(text, font) / textWidth(text, font); };
        for (const QString &text : {u"W_Q"_s, u"x · W_Q + b_Q"_s, u"√d_k"_s, u"d_model"_s, u"W_1"_s, u"w_a"_s})
            QVERIFY2(width(text) < 0.9, qPrintable(text));
        for (const QString &text : {u"it"_s, u"snake_case"_s, u"W_"_s, u"_Q"_s, u"W_Q_K"_s, u"max_model_1"_s})
            QCOMPARE(width(text), 1.0);
        const auto inkBelow = [&](const QString &text) {
            QImage image(120, 60, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            drawNotation(painter, {0, 0, 120, 60}, Qt::AlignLeft, text, font, Qt::black);
            painter.end();
            int lowest = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (qGray(image.pixel(x, y)) < 128)
                        lowest = y;
            return lowest;
        };
        QVERIFY(inkBelow(u"W_K"_s) >= inkBelow(u"WK"_s) + 3);
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

#include <QTest>

#include "engine/base/message.h"
#include "test_class.h"

using namespace regard;

class TestMessage : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { Message::setTranslator(nullptr); }

    void partsStandWhereTheyBelong_data()
    {
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const std::string &found, const char *expected) {
            QTest::newRow(name) << QString::fromStdString(found) << QString::fromUtf8(expected);
        };
        row("no part", Message::tr("nothing to put in"), "nothing to put in");
        row("in order", Message::tr("%1 × %2", {"3", "4"}), "3 × 4");
        row("turned round", Message::tr("%2 before %1", {"a", "b"}), "b before a");
        row("twice", Message::tr("%1 and %1", {"x"}), "x and x");
        row("without a part", Message::tr("%1 and %2", {"x"}), "x and %2");
        row("a percent sign", Message::tr("100 % of %1 %", {"x"}), "100 % of x %");
        row("a part with a place in it", Message::tr("%1, %2", {"%2", "b"}), "%2, b");
        row("zero", Message::tr("%0 %1", {"x"}), "%0 x");
    }
    void partsStandWhereTheyBelong()
    {
        QFETCH(QString, found);
        QTEST(found, "expected");
    }

    void translatorIsAsked()
    {
        Message::setTranslator(
            [](const char *text) { return std::string(text) == "%1 of %2" ? std::string("%2 之 %1") : std::string(); });
        QCOMPARE(Message::tr("%1 of %2", {"a", "b"}), std::string("b 之 a"));
        QCOMPARE(Message::tr("not translated: %1", {"a"}), std::string("not translated: a"));
        Message::setTranslator(nullptr);
        QCOMPARE(Message::tr("%1 of %2", {"a", "b"}), std::string("a of b"));
    }
};

REGARD_GUILESS_TEST(TestMessage)
#include "test_message.moc"

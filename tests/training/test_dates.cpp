#include <chrono>
#include <set>
#include <string>

#include <QDate>
#include <QtTest>

#include "test_class.h"
#include "training/tasks/date_writing.h"
#include "training/tasks/task_table.h"

using namespace regard;
using std::chrono::year_month_day;

namespace {

year_month_day dateOf(int year, unsigned month, unsigned day)
{
    return {std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
}

QStringList writings(year_month_day date)
{
    QStringList texts;
    for (int way = 0; way < dateWays; ++way)
        texts << QString::fromStdString(writtenDate(date, way));
    return texts;
}

} // namespace

/// Ways of writing dates, and the task that reads them.
class TestDates : public QObject {
    Q_OBJECT

    const Task m_task = *findTask("dates");

    std::string text(const std::vector<int> &tokens) const { return textOf(m_task, tokens); }

private slots:
    void writesADozenWays()
    {
        QCOMPARE(
            writings(dateOf(2026, 11, 7)),
            QStringList({QStringLiteral("7 Nov 2026"), QStringLiteral("7 November 2026"), QStringLiteral("7.11.2026"),
                         QStringLiteral("07/11/2026"), QStringLiteral("7/11/26"), QStringLiteral("November 7th, 2026"),
                         QStringLiteral("Nov 7, 2026"), QStringLiteral("2026/11/07"),
                         QStringLiteral("Sat 7 November 2026"), QStringLiteral("the 7th of November 2026"),
                         QStringLiteral("7-Nov-26"), QStringLiteral("Saturday 7.11.2026")}));
        QCOMPARE(
            writings(dateOf(1950, 1, 1)),
            QStringList({QStringLiteral("1 Jan 1950"), QStringLiteral("1 January 1950"), QStringLiteral("1.1.1950"),
                         QStringLiteral("01/01/1950"), QStringLiteral("1/1/50"), QStringLiteral("January 1st, 1950"),
                         QStringLiteral("Jan 1, 1950"), QStringLiteral("1950/01/01"),
                         QStringLiteral("Sun 1 January 1950"), QStringLiteral("the 1st of January 1950"),
                         QStringLiteral("1-Jan-50"), QStringLiteral("Sunday 1.1.1950")}));
        QCOMPARE(isoDate(dateOf(2026, 11, 7)), std::string("2026-11-07"));
        QCOMPARE(isoDate(dateOf(2000, 2, 29)), std::string("2000-02-29"));
    }

    void endsOrdinals()
    {
        const QStringList ends = QStringLiteral("st nd rd th th th th th th th th th th th th th th th th th "
                                                "st nd rd th th th th th th th st")
                                     .split(QLatin1Char(' '));
        for (unsigned day = 1; day <= 31; ++day)
            QCOMPARE(QString::fromStdString(writtenDate(dateOf(1999, 3, day), 5)),
                     QStringLiteral("March %1%2, 1999").arg(day).arg(ends.at(int(day) - 1)));
    }

    /// Against Qt's calendar, on every day of the hundred years.
    void knowsTheCalendar()
    {
        const std::string characters = dateCharacters();
        const QLocale english = QLocale::c();
        std::set<char> used;
        int days = 0;
        for (QDate day(firstDateYear, 1, 1); day.year() <= lastDateYear; day = day.addDays(1), ++days) {
            const year_month_day date = dateOf(day.year(), unsigned(day.month()), unsigned(day.day()));
            QCOMPARE(QString::fromStdString(isoDate(date)), day.toString(Qt::ISODate));
            QCOMPARE(QString::fromStdString(writtenDate(date, 11)), english.toString(day, u"dddd d.M.yyyy"));
            if (days % 9 != 0)
                continue;
            for (int way = 0; way < dateWays; ++way) {
                const std::string written = writtenDate(date, way);
                used.insert(written.begin(), written.end());
                const std::optional<year_month_day> read = readDate(written);
                QVERIFY2(read == date, written.c_str());
            }
        }
        QCOMPARE(days, 36525);
        used.insert('-');
        QCOMPARE(characters, std::string(used.begin(), used.end()));
    }

    void readsNothingElse_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"",
                                 "7",
                                 "2026",
                                 "7 Nov",
                                 "29.2.2026",
                                 "31.11.2026",
                                 "0.1.2000",
                                 "1.13.2000",
                                 "Fri 7 November 2026",
                                 "7th Nov 2026",
                                 "November 7st, 2026",
                                 "07.11.2026",
                                 "7/11/2026",
                                 "7 nov 2026",
                                 "7  Nov 2026",
                                 "1.1.1949",
                                 "1.1.2050",
                                 "2026-11-07",
                                 "7 Nov 20261",
                                 "7 Nov 2026 ",
                                 "11/7/2026",
                                 "2026/7/11",
                                 "99999999999 Nov 2026"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }

    void readsNothingElse()
    {
        QFETCH(QString, text);
        QVERIFY(!readDate(text.toStdString()));
    }

    /// Two digits are of the one year in the hundred, and the day comes before the month.
    void readsWhatIsShort()
    {
        QVERIFY(readDate("3/4/49") == dateOf(2049, 4, 3));
        QVERIFY(readDate("3/4/50") == dateOf(1950, 4, 3));
        QVERIFY(readDate("03/04/2005") == dateOf(2005, 4, 3));
        QVERIFY(readDate("2005/04/03") == dateOf(2005, 4, 3));
        QVERIFY(readDate("31-May-00") == dateOf(2000, 5, 31));
    }

    /// The answer is the date's, whole, after a start token; the two sides have no date in common.
    void drawsSentences()
    {
        std::set<std::string> dates[2];
        std::set<std::string> shapes;
        for (std::uint64_t number = 0; number < 4000; ++number)
            for (const bool isHeldOut : {false, true}) {
                const TrainingSentence sentence = m_task.sentence(1, number, isHeldOut);
                const std::string source = text(sentence.source);
                const std::optional<year_month_day> date = readDate(source);
                QVERIFY2(date && date->ok(), source.c_str());
                QCOMPARE(text(sentence.target), "<s>" + isoDate(*date));
                QCOMPARE(text(sentence.asked), isoDate(*date) + "</s>");
                dates[isHeldOut].insert(isoDate(*date));
                for (int way = 0; way < dateWays; ++way)
                    if (writtenDate(*date, way) == source)
                        shapes.insert(std::to_string(way));
            }
        QCOMPARE(int(shapes.size()), dateWays);
        for (const std::string &held : dates[1])
            QVERIFY2(!dates[0].contains(held), held.c_str());
        // A tenth of 36,525 days is held out: 4,000 draws of them have about 3652 · (1 − e^−1.095) = 2430 different
        // ones, of the others 32872 · (1 − e^−0.1217) = 3766.
        QVERIFY2(dates[1].size() > 2300 && dates[1].size() < 2560, qPrintable(QString::number(dates[1].size())));
        QVERIFY2(dates[0].size() > 3700 && dates[0].size() < 3830, qPrintable(QString::number(dates[0].size())));
    }

    /// Every way of a held-out date is held out, of another none is, whatever the seed.
    void holdsDatesOut()
    {
        int held = 0;
        for (unsigned month = 1; month <= 12; ++month)
            for (unsigned day = 1; day <= 28; ++day) {
                std::set<bool> sides;
                for (int way = 0; way < dateWays; ++way)
                    sides.insert(m_task.isHeldOut(typed(writtenDate(dateOf(1999, month, day), way), "")));
                QCOMPARE(sides.size(), std::size_t(1));
                held += *sides.begin() ? 1 : 0;
            }
        QVERIFY2(held > 15 && held < 55, qPrintable(QString::number(held))); // of 336
    }

    void asksWhatIsTyped()
    {
        const std::optional<TrainingSentence> whole = m_task.asked(typed("the 7th of November 2026", "2026-11"));
        QVERIFY(whole);
        QCOMPARE(text(whole->asked), std::string("2026-11-"));
        QCOMPARE(text(m_task.asked(typed("7/11/26", "2026-11-07"))->asked), std::string("2026-11-07</s>"));
        QVERIFY(!m_task.asked(typed("Fri 7 November 2026", "2026-11-07")));
        TrainingSentence noStart = typed("7/11/26", "");
        noStart.target.clear();
        QVERIFY(!m_task.asked(noStart));
    }

private:
    /// A source and a target after the start token.
    TrainingSentence typed(const std::string &source, const std::string &target) const
    {
        const auto tokens = [&](const std::string &written) {
            std::vector<int> numbers;
            for (const char c : written)
                numbers.push_back(int(dateCharacters().find(c)));
            return numbers;
        };
        TrainingSentence sentence;
        sentence.source = tokens(source);
        sentence.target = tokens(target);
        sentence.target.insert(sentence.target.begin(), int(dateCharacters().size()));
        return sentence;
    }
};

REGARD_GUILESS_TEST(TestDates)
#include "test_dates.moc"

#include <cmath>
#include <vector>

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>
#include <QtEndian>

#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

namespace {

/// A page as a browser reads it: what stands in the elements, and no more.
class ReadPage {
public:
    explicit ReadPage(QByteArray bytes) : m_bytes(std::move(bytes))
    {
        data = QJsonDocument::fromJson(inside("<script type=\"application/json\" id=\"data\">", "</script>")).object();
    }

    QByteArray inside(const QByteArray &start, const QByteArray &end) const
    {
        const auto from = m_bytes.indexOf(start);
        return from < 0 ? QByteArray()
                        : m_bytes.mid(from + start.size(), m_bytes.indexOf(end, from) - from - start.size());
    }

    QByteArray stream(int number, int length) const
    {
        QByteArray prefix(4, '\0'); // qUncompress() wants the length first, a zlib stream has none
        qToBigEndian(quint32(length), prefix.data());
        return qUncompress(
            prefix + QByteArray::fromBase64(inside("id=\"stream" + QByteArray::number(number) + "\">", "</script>")));
    }

    /// One head's weights, as resources/guide/formats.md says how to read them.
    std::vector<double> weights(const QJsonObject &of, int rows, int columns, int head) const
    {
        const int cells = rows * columns;
        const QByteArray bytes = stream(of["weights"_L1].toInt(), of["heads"_L1].toInt() * cells * 2);
        std::vector<double> numbers;
        for (int i = head * cells * 2; i < head * cells * 2 + cells; ++i)
            numbers.push_back((uchar(bytes[i]) + 256 * uchar(bytes[i + cells]) + 0.5) * of["scale"_L1].toDouble() /
                              65536);
        return numbers;
    }

    QJsonObject block(int index) const { return data["blocks"_L1].toArray()[index].toObject(); }
    const QByteArray &bytes() const { return m_bytes; }

    QJsonObject data;

private:
    QByteArray m_bytes;
};

double weightIn(const QJsonObject &trace, int block, int head, int row, int column)
{
    const QJsonValue number = trace["blocks"_L1][block]["heads"_L1][head]["weights"_L1][row][column];
    return number.isDouble() ? number.toDouble() : std::nan("");
}

constexpr double nearness = 1 / 131072.0 + 1e-7; // float32 in the JSON file

} // namespace

/// `regard export -o page.html`.
class TestPage : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;

    ReadPage page(const char *name) const { return ReadPage(m_folder.bytes(name)); }
    QByteArray refusal(const char *line) const
    {
        const ProgramRun ran = m_folder.run(line);
        return ran.exitCode == 0 ? "not refused" : ran.err;
    }

private slots:
    /// The three inputs by hand: q · k is 2 4 4, 4 16 12, 4 12 10.
    void holdsTheKnownExample()
    {
        QVERIFY(m_folder.made("export --example three-inputs -o known.html"));
        const ReadPage read = page("known.html");
        QCOMPARE(read.data["format"_L1].toString(), u"regard-page"_s);
        QCOMPARE(read.data["version"_L1].toInt(), 1);
        const QJsonObject block = read.block(0);
        QCOMPARE(block["queries"_L1].toArray(), (QJsonArray{u"x1"_s, u"x2"_s, u"x3"_s}));
        const double scores[3][3] = {{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
        const std::vector<double> weights = read.weights(block, 3, 3, 0);
        for (int i = 0; i < 3; ++i) {
            double sum = 0;
            for (const double score : scores[i])
                sum += std::exp(score);
            for (int j = 0; j < 3; ++j)
                QVERIFY2(std::abs(weights[std::size_t(3 * i + j)] - std::exp(scores[i][j]) / sum) <= nearness,
                         qPrintable(u"%1, %2"_s.arg(i).arg(j)));
        }
    }

    void holdsEveryHeadOfEveryBlock()
    {
        QVERIFY(m_folder.made("export --set architecture=encoder_decoder --set heads=2 --source a,b,c --target x,y "
                              "-o all.html all.json"));
        const ReadPage read = page("all.html");
        const QJsonObject trace = m_folder.json("all.json");
        const auto blocks = read.data["blocks"_L1].toArray();
        QCOMPARE(blocks.size(), trace["blocks"_L1].toArray().size());
        for (int index = 0; index < blocks.size(); ++index) {
            const QJsonObject block = read.block(index);
            QCOMPARE(block["name"_L1], trace["blocks"_L1][index]["name"_L1]);
            const int rows = int(block["queries"_L1].toArray().size());
            const int columns = int(block["keys"_L1].toArray().size());
            for (int head = 0; head < block["heads"_L1].toInt(); ++head) {
                const std::vector<double> weights = read.weights(block, rows, columns, head);
                for (int cell = 0; cell < rows * columns; ++cell)
                    QVERIFY(std::abs(weights[std::size_t(cell)] -
                                     weightIn(trace, index, head, cell / columns, cell % columns)) <= nearness);
            }
        }
    }

    /// The page subtracts: what it says is now − pinned of the JSON file, and nothing where that has null.
    void holdsBothStates()
    {
        QVERIFY(m_folder.made("export --source a,b,c,d --set architecture=decoder --set heads=2 -o pinned.regard"));
        QVERIFY(m_folder.made("export pinned.regard --source a,x,c,d --pinned pinned.regard -o two.html two.json"));
        const ReadPage read = page("two.html");
        const QJsonObject trace = m_folder.json("two.json"), block = read.block(0);
        const QJsonObject before = block["pinned"_L1].toObject();
        const int rows = int(block["queries"_L1].toArray().size());
        const int rowsBefore = before["rows"_L1].toInt();
        const QByteArray forbidden = read.stream(before["forbidden"_L1].toInt(), rows * rows);
        QCOMPARE(forbidden.size(), rows * rows);
        const std::vector<double> now = read.weights(block, rows, rows, 1);
        const std::vector<double> pinned = read.weights(before, rowsBefore, rowsBefore, 1);
        int compared = 0;
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < rows; ++j) {
                const double expected = weightIn(trace["difference"_L1].toObject(), 0, 1, i, j);
                const int query = before["queries"_L1].toArray()[i].toInt(),
                          key = before["keys"_L1].toArray()[j].toInt();
                const bool has = query >= 0 && key >= 0 && !forbidden[i * rows + j];
                QCOMPARE(has, !std::isnan(expected));
                if (!has)
                    continue;
                ++compared;
                const double difference =
                    now[std::size_t(i * rows + j)] - pinned[std::size_t(query * rowsBefore + key)];
                QVERIFY(std::abs(difference - expected) <= 2 * nearness);
            }
        QVERIFY(compared > 0);
    }

    /// There is no address in it, and what may run is this program alone.
    void asksForNothing()
    {
        QVERIFY(m_folder.made("export --example three-inputs -o quiet.html"));
        const QByteArray bytes = m_folder.bytes("quiet.html");
        for (const char *address : {"http:", "https:", "//fonts", " src=", "@import", "url(", "href=", "fetch("})
            QVERIFY2(!bytes.contains(address), address);
        const QByteArray policy = page("quiet.html").inside("Security-Policy\" content=\"", "\"");
        QVERIFY2(policy.startsWith("default-src 'none'; script-src 'sha256-"), policy.constData());
        QVERIFY(!policy.contains("unsafe"));
        QVERIFY(bytes.size() < 300'000);
    }

    void isSafeFromItsWords()
    {
        const QStringList words{u"</script><script>alert(1)</script>"_s,
                                u"\"'`"_s,
                                u"<!--"_s,
                                u"{{DATA}}"_s,
                                u"a"_s,
                                u"\u6ce8\u610f"_s,
                                u"\U0001F431"_s};
        const QJsonObject project{
            {u"format"_s, u"regard-project"_s},
            {u"version"_s, 1},
            {u"title"_s, u"</title><b>\u2028&{{TITLE}}"_s},
            {u"source"_s, words.join(u' ')},
            {u"tokenizer"_s, u"whitespace"_s},
            {u"model"_s, QJsonObject{{u"d_model"_s, 4}, {u"heads"_s, 1}, {u"d_key"_s, 2}, {u"d_value"_s, 2}}}};
        m_folder.write("hostile.regard", QJsonDocument(project).toJson());
        QVERIFY(m_folder.made("export hostile.regard -o hostile.html"));
        QVERIFY(m_folder.made("export --example three-inputs -o tame.html"));
        const ReadPage read = page("hostile.html");
        QCOMPARE(read.block(0)["queries"_L1].toArray(), QJsonArray::fromStringList(words));
        QCOMPARE(read.data["title"_L1].toString(), project["title"_L1].toString());
        QVERIFY(!read.bytes().contains("<script>alert"));
        QVERIFY(!read.bytes().contains("<!--"));
        QVERIFY(!read.bytes().contains("<b>"));
        QCOMPARE(read.bytes().count("</title>"), 1);
        QVERIFY(!read.inside("id=\"data\">", "</script>").contains("\u2028"));
        const QByteArray tame = m_folder.bytes("tame.html");
        const auto scripts = [](const QByteArray &bytes) {
            return bytes.count("<script") - bytes.count("id=\"stream");
        };
        QCOMPARE(scripts(read.bytes()), scripts(tame));
        const auto program = [](const QByteArray &bytes) { return bytes.mid(bytes.indexOf("<script>\n")); };
        QCOMPARE(program(read.bytes()), program(tame));
    }

    void refusesWhatItCannotHold()
    {
        QVERIFY(refusal("export --view steps -o no.html").contains("a page (.html) holds links and heatmap, not"));
        QVERIFY(refusal("export --stage scores -o no.html").contains("leave --stage out"));
        QVERIFY(refusal("export --pairs ab -o no.html").contains("leave --pairs out"));
        QVERIFY(refusal("export --summary mean -o no.html").contains("leave --summary out"));
        QVERIFY(refusal("export --find previous -o no.html").contains("leave --find"));
        QVERIFY(!QFile::exists(m_folder.path(u"no.html"_s)));
    }

    /// 144 heads of 256 tokens stay below 8 MB.
    void staysSmall()
    {
        QStringList words;
        for (int i = 0; i < 256; ++i)
            words << u"w%1"_s.arg(i * 7919 % 256);
        QStringList line =
            ProgramFolder::words("export --set architecture=decoder --set decoder_layers=12 --set heads=12 "
                                 "--set d_model=96 --set d_key=8 --set d_value=8 --source");
        line << words.join(u' ') << u"-o"_s << u"large.html"_s;
        const ProgramRun ran = m_folder.run(line);
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        const ReadPage read = page("large.html");
        QCOMPARE(read.data["blocks"_L1].toArray().size(), 12);
        QCOMPARE(read.block(11)["heads"_L1].toInt(), 12);
        QCOMPARE(read.block(11)["queries"_L1].toArray().size(), 256);
        QVERIFY2(read.bytes().size() <= 8'000'000, QByteArray::number(read.bytes().size()).constData());
    }
};

REGARD_GUILESS_TEST(TestPage)

#include "test_page.moc"

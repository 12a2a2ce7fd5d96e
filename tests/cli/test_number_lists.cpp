#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include "io/project/examples.h"
#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

namespace {

/// Rows of cells without quotes, the first that of the names.
QList<QStringList> rowsOf(const QByteArray &csv)
{
    QList<QStringList> rows;
    for (const QString &line : QString::fromUtf8(csv).split(u"\r\n"_s, Qt::SkipEmptyParts))
        rows.append(line.split(u','));
    return rows;
}

using Numbers = std::vector<std::vector<double>>;

/// The cells of a table without the names of its rows and columns.
Numbers numbersOf(const QByteArray &csv)
{
    Numbers numbers;
    for (const QStringList &row : rowsOf(csv).mid(1)) {
        std::vector<double> &values = numbers.emplace_back();
        for (const QString &cell : row.mid(1))
            values.push_back(cell.toDouble());
    }
    return numbers;
}

Numbers numbersOf(const QJsonValue &matrix)
{
    Numbers numbers;
    for (const QJsonValue &row : matrix.toArray()) {
        std::vector<double> &values = numbers.emplace_back();
        for (const QJsonValue &cell : row.toArray())
            values.push_back(cell.toDouble());
    }
    return numbers;
}

double entropyOf(const Numbers &weights)
{
    double sum = 0;
    for (const std::vector<double> &row : weights)
        for (const double weight : row)
            sum -= weight > 0 ? weight * std::log(weight) : 0;
    return sum / double(weights.size());
}

/// The Jensen-Shannon distance of two distributions, with logarithms to base 2.
double distanceOf(const std::vector<double> &p, const std::vector<double> &q)
{
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double middle = (p[i] + q[i]) / 2;
        sum += p[i] > 0 ? p[i] * std::log2(p[i] / middle) / 2 : 0;
        sum += q[i] > 0 ? q[i] * std::log2(q[i] / middle) / 2 : 0;
    }
    return std::sqrt(std::max(0.0, sum));
}

double normOf(const std::vector<double> &row)
{
    double sum = 0;
    for (const double value : row)
        sum += value * value;
    return std::sqrt(sum);
}

} // namespace

/// Lists of numbers on the command line, computed once more from what a trace and a head's table say.
class TestNumberLists : public QObject {
    Q_OBJECT
private slots:
    void entropyOfEveryHead()
    {
        QVERIFY(m_folder.made("export --example it --view entropy -o e.csv e.json"));
        const QList<QStringList> rows = rowsOf(m_folder.bytes("e.csv"));
        QCOMPARE(rows.front().join(u','), u"block,layer,head,entropy"_s);
        QCOMPARE(rows.size(), 5);
        const QJsonArray list = m_folder.json("e.json")[u"entropy"_s].toArray();
        QCOMPARE(list.size(), 4);
        for (int head = 1; head <= 4; ++head) {
            const double expected = entropyOf(weightsOf("it", head));
            QCOMPARE(rows[head].mid(0, 3), (QStringList{u"encoder"_s, u"1"_s, QString::number(head)}));
            QVERIFY2(std::abs(rows[head][3].toDouble() - expected) < 1e-6, qPrintable(rows[head][3]));
            QCOMPARE(list[head - 1][u"entropy"_s].toDouble(), rows[head][3].toDouble());
            QCOMPARE(list[head - 1][u"head"_s].toInt(), head);
        }
    }

    void distancesOfHeads()
    {
        QVERIFY(m_folder.made("export --example it --view similarity -o s.csv"));
        const QList<QStringList> rows = rowsOf(m_folder.bytes("s.csv"));
        QCOMPARE(rows.front().join(u','), u"block,layer,head,other_head,distance"_s);
        QCOMPARE(rows.size(), 17);
        const Numbers first = weightsOf("it", 1);
        const Numbers fourth = weightsOf("it", 4);
        double expected = 0;
        for (std::size_t row = 0; row < first.size(); ++row)
            expected += distanceOf(first[row], fourth[row]) / double(first.size());
        QCOMPARE(rows[4].mid(0, 4), (QStringList{u"encoder"_s, u"1"_s, u"1"_s, u"4"_s}));
        QVERIFY2(std::abs(rows[4][4].toDouble() - expected) < 1e-5, qPrintable(rows[4][4]));
    }

    void whatIsLeftOfEachWord()
    {
        const auto run = [&](const QString &more) {
            const QString line = u"export --set encoder_kind=recurrent --set cell=rnn --set d_model=8 "
                                 "--set directions=2 --source a_b_c_d_e --view path "_s;
            return m_folder.run((line + more).split(u' ').replaceInStrings(u"_b_c_d_"_s, u" b c d "_s)).exitCode == 0;
        };
        QVERIFY(run(u"-o p.csv p.json"_s));
        const QList<QStringList> rows = rowsOf(m_folder.bytes("p.csv"));
        QCOMPARE(rows.front().join(u','), u"position,token,steps,norm"_s);
        QCOMPARE(rows.size(), 6);
        const QJsonArray list = m_folder.json("p.json")[u"path"_s].toArray();
        for (int word = 1; word <= 5; ++word) {
            QCOMPARE(rows[word].mid(0, 3),
                     (QStringList{QString::number(word), QString(QChar(u'a' + word - 1)), QString::number(5 - word)}));
            QCOMPARE(list[word - 1][u"norm"_s].toDouble(), rows[word][3].toDouble());
        }
        QCOMPARE(rows[5][3].toDouble(), 2.0); // of the last state by itself: √4
        QVERIFY(run(u"--direction backward -o b.csv"_s));
        const QList<QStringList> backward = rowsOf(m_folder.bytes("b.csv"));
        QCOMPARE(backward[1][3].toDouble(), 2.0);
        QCOMPARE(backward[5][2], u"4"_s);
        QVERIFY(m_folder.made("export --example word-by-word --view path --block decoder -o c.csv"));
        QCOMPARE(rowsOf(m_folder.bytes("c.csv"))[1][2], u"1"_s);
    }

    /// The parts sum to the scaled score of the head's own table, and to the ratio of two probabilities.
    void partsOfScoresAndLogits()
    {
        QVERIFY(m_folder.made("export --example xavier --view score-parts --layer 2 --head 3 --query 5 --key 2 "
                              "--beyond nothing -o s.csv s.json"));
        QVERIFY(m_folder.made("export --example xavier --layer 2 --head 3 --stage scaled --view heatmap -o h.csv"));
        const QList<QStringList> scores = rowsOf(m_folder.bytes("s.csv"));
        QCOMPARE(scores.front().join(u','),
                 u"of,query_part,key_part,score,layer,head,query,query_token,key,key_token"_s);
        for (const QStringList &row : scores.mid(1))
            QCOMPARE(row.mid(4).join(u','), u"2,3,5,rose,2,rose"_s);
        std::map<QString, double> sums;
        for (const QStringList &row : scores.mid(1))
            sums[row[0]] += row[3].toDouble();
        const double scaled = numbersOf(m_folder.bytes("h.csv"))[4][1];
        for (const QString &sum : {u"total"_s, u"query"_s, u"key"_s, u"pair"_s})
            QVERIFY2(std::abs(sums[sum] - scaled) < 1e-5, qPrintable(sum));
        QCOMPARE(m_folder.json("s.json")[u"score_parts"_s].toArray().size(), scores.size() - 1);

        QVERIFY(m_folder.made("export --example word-by-word --view logit-parts --query 2 --block decoder -o l.csv"));
        QVERIFY(m_folder.made("export --example word-by-word --view output -o o.csv"));
        std::vector<double> chances;
        QStringList likeliest;
        for (const QStringList &row : rowsOf(m_folder.bytes("o.csv")).mid(1))
            if (row[0] == u"2") {
                chances.push_back(row[5].toDouble());
                likeliest << row[4];
            }
        const QList<QStringList> logits = rowsOf(m_folder.bytes("l.csv"));
        QCOMPARE(logits.front().join(u','), u"part,key,token,logit,position,position_token,word,over"_s);
        for (const QStringList &row : logits.mid(1))
            QCOMPARE(row.mid(4), (QStringList{u"2"_s, u"I"_s, likeliest[0], likeliest[1]}));
        const double wanted = std::log(chances[0] / chances[1]);
        double sum = 0;
        double total = 0;
        std::map<QString, double> heads;
        for (const QStringList &row : rowsOf(m_folder.bytes("l.csv")).mid(1)) {
            if (row[0] == u"total")
                total = row[3].toDouble();
            else if (row[1].isEmpty())
                sum += row[3].toDouble();
            if (row[0].startsWith(u"head"_s))
                heads[row[0]] += row[1].isEmpty() ? -row[3].toDouble() : row[3].toDouble();
        }
        QVERIFY(std::abs(sum - wanted) < 1e-4 && std::abs(total - wanted) < 1e-4);
        QCOMPARE(heads.size(), 4U); // two of each attention
        for (const auto &[name, left] : heads)
            QVERIFY2(std::abs(left) < 1e-5, qPrintable(name));

        const auto refused = [&](const char *line, const char *says) {
            const ProgramRun ran = m_folder.run(line);
            return ran.exitCode != 0 && ran.err.contains(says);
        };
        QVERIFY(refused("export --example it --view score-parts --beyond 99 -o x.csv", "--beyond takes mean"));
        QVERIFY(refused("export --example it --beyond mean -o x.svg", "--beyond belongs to --view score-parts"));
        QVERIFY(refused("export --example word-by-word --view logit-parts --word qq -o x.svg", "no word \"qq\""));
        QVERIFY(refused("export --example alignment --view score-parts -o x.svg", "Additive scores are no sum"));
        QVERIFY(refused("export --example it --view logit-parts -o x.csv", "predicts no words"));
    }

    /// What the decoder's last layer leaves at the token in question decides alone; of the source the noun does.
    void whatPatchesDo()
    {
        std::string json = regard::exampleJson("word-by-word");
        m_folder.write("pinned.regard", QByteArray::fromStdString(json));
        const std::string noun = "我 是 学生\",";
        json.replace(json.find(noun), noun.size(), "我 是 老师\",");
        m_folder.write("now.regard", QByteArray::fromStdString(json));
        QVERIFY(m_folder.made("export now.regard --pinned pinned.regard --view patch --what stream --block decoder "
                              "--query 4 -o p.csv p.json"));
        const QList<QStringList> rows = rowsOf(m_folder.bytes("p.csv"));
        QCOMPARE(rows[0].join(u' '), u"what block layer head position token patched present pinned share"_s);
        QCOMPARE(rows.size(), 1 + 2 * 5);
        for (const QStringList &row : rows.mid(1))
            if (row[2] == u"1")
                QVERIFY(std::abs(row[9].toDouble() - (row[4] == u"4" ? 1 : 0)) < 1e-5);
        QCOMPARE(m_folder.json("p.json")[u"patch"_s].toArray().size(), 10);
        // Of the encoder the last token of the target tells, where both states say the same.
        QVERIFY(
            m_folder.run("export now.regard --pinned pinned.regard --view patch --what stream --block encoder -o e.csv")
                .err.contains("hardly differ"));
        // The noun's row alone, put in and kept: the decoder says what it says there.
        QVERIFY(m_folder.made("export now.regard --pinned pinned.regard --patch stream:encoder.0:3 -o kept.regard"));
        QList<QStringList> said[3];
        for (const int i : {0, 1, 2}) {
            const char *files[]{"now.regard", "pinned.regard", "kept.regard"};
            QVERIFY(m_folder.made(("export " + std::string(files[i]) + " --view output -o w.csv").c_str()));
            said[i] = rowsOf(m_folder.bytes("w.csv"));
        }
        QVERIFY(said[0] != said[1]);
        QCOMPARE(said[2], said[1]);
        QVERIFY(m_folder.run("info kept.regard").out.contains("\"what\": \"stream\""));
        QVERIFY(m_folder.made("export now.regard --pinned pinned.regard --patch stream:encoder.0:3,3 -o twice.regard"));
        QCOMPARE(m_folder.bytes("twice.regard"), m_folder.bytes("kept.regard"));
        // A view of one state shows that of the patches, not a difference.
        QVERIFY(m_folder.made("export kept.regard --view output --no-metadata -o kept.svg kept.json"));
        QVERIFY(m_folder.made("export now.regard --pinned pinned.regard --patch stream:encoder.0:3 --view output "
                              "--no-metadata -o put.svg put.json"));
        QVERIFY(m_folder.bytes("kept.svg").contains("</svg>"));
        QCOMPARE(m_folder.bytes("put.svg"), m_folder.bytes("kept.svg"));
        QVERIFY(!m_folder.json("put.json").isEmpty() && !m_folder.json("put.json").contains(u"difference"_s));
        QVERIFY(m_folder.made("export now.regard --pinned pinned.regard --patch stream:encoder.0:3 -o both.json"));
        QVERIFY(m_folder.json("both.json").contains(u"difference"_s));
        const auto refused = [&](const char *line, const char *says) {
            const ProgramRun ran = m_folder.run(line);
            return ran.exitCode != 0 && ran.err.contains(says);
        };
        const std::string patched =
            "export now.regard --pinned pinned.regard --patch stream:encoder.0:3 --view output ";
        for (const char *rest :
             {"--compare side -o x.svg", "--film pinned -o x.webp", "--captions a,b -o x.svg", "--find moved -o x.csv"})
            QVERIFY2(refused((patched + rest).c_str(), "shows one state"), rest);
        QVERIFY(refused("export now.regard --pinned pinned.regard --patch stream:encoder.0:3 --view steps --walk token "
                        "-o x.pdf",
                        "--walk shows one state"));
        QVERIFY(refused("export now.regard --view patch -o x.svg", "give that with --pinned"));
        QVERIFY(refused("export now.regard --pinned now.regard --view patch -o x.csv", "hardly differ"));
        QVERIFY(refused("export now.regard --patch stream:1 -o x.svg", "give that with --pinned"));
        QVERIFY(refused("export now.regard --pinned pinned.regard --patch value:1 -o x.svg", "--patch takes WHAT:"));
        QVERIFY(refused("export now.regard --pinned pinned.regard --patch value:3.1 -o x.svg", "is not there"));
        QVERIFY(refused("export now.regard --pinned pinned.regard --patch stream:1:9 -o x.svg", "no counterpart"));
        QVERIFY(refused("export now.regard --what query -o x.svg", "--what belongs to --view patch"));
        QVERIFY(refused("export --example it --pinned now.regard --view patch -o x.csv", "other sizes"));
    }

    /// The last layer's words are those of --view output; --word adds its rank and probability.
    void wordsAfterEachLayer()
    {
        const QString model = QStringLiteral(REGARD_TEST_DATA "/checkpoints/gpt2");
        const auto run = [&](const QStringList &more) {
            return m_folder.run(QStringList{u"export"_s, model, u"--source"_s, u"The cat"_s} + more);
        };
        QVERIFY(run({u"--view"_s, u"lens"_s, u"--word"_s, u"cat"_s, u"-o"_s, u"l.csv"_s, u"l.json"_s}).exitCode == 0);
        QVERIFY(run({u"--view"_s, u"output"_s, u"-o"_s, u"o.json"_s}).exitCode == 0);
        const QJsonArray list = m_folder.json("l.json")[u"lens"_s].toArray();
        QVERIFY(m_folder.bytes("l.csv").startsWith(
            "position,token,layer,word,spelling,probability,chosen,rank,chosen_probability\r\n"));
        std::map<int, QJsonObject> last; // of each position
        for (const QJsonValue &row : list)
            last[row[u"position"_s].toInt()] = row.toObject();
        QVERIFY(last.at(1)[u"layer"_s].toInt() > 1 && list[0][u"layer"_s].toInt() == 0);
        for (const QJsonValue &row : m_folder.json("o.json")[u"candidates"_s].toArray()) {
            const QJsonObject &lens = last.at(row[u"position"_s].toInt());
            if (row[u"rank"_s].toInt() == 1) {
                QCOMPARE(lens[u"spelling"_s], row[u"spelling"_s]);
                QVERIFY(std::abs(lens[u"probability"_s].toDouble() - row[u"probability"_s].toDouble()) < 1e-6);
            }
            if (row[u"rank"_s] == lens[u"rank"_s])
                QCOMPARE(row[u"spelling"_s], lens[u"chosen"_s]);
        }
        const ProgramRun unknown = run({u"--view"_s, u"lens"_s, u"--word"_s, u"zzzqq"_s, u"-o"_s, u"u.svg"_s});
        QVERIFY(unknown.exitCode != 0 && unknown.err.contains("zzzqq"));
        QVERIFY(run({u"--word"_s, u"cat"_s, u"-o"_s, u"w.svg"_s}).err.contains("--word belongs to"));
    }

    void circuitsOfAHead()
    {
        const QString model = QStringLiteral(REGARD_TEST_DATA "/checkpoints/gpt2");
        const auto run = [&](const QStringList &more) {
            return m_folder.run(
                QStringList{u"export"_s, model, u"--source"_s, u"The cat the cat"_s, u"--view"_s, u"circuits"_s} +
                more);
        };
        QVERIFY(run({u"-o"_s, u"q.csv"_s, u"q.svg"_s}).exitCode == 0);
        const QList<QStringList> rows = rowsOf(m_folder.bytes("q.csv"));
        QCOMPARE(rows.front().join(u','), u"row,column,row_spelling,column_spelling,score"_s);
        std::set<QString> words; // each once
        for (const QStringList &row : rows.mid(1))
            words.insert(row[2]);
        QCOMPARE(rows.size() - 1, qsizetype(words.size() * words.size()));
        QVERIFY(run({u"--circuit"_s, u"ov"_s, u"--also"_s, u"dog"_s, u"-o"_s, u"o.json"_s}).exitCode == 0);
        const QJsonArray list = m_folder.json("o.json")[u"circuit"_s].toArray();
        QVERIFY(list.size() > rows.size() - 1);
        const double copying = list[0][u"copying"_s].toDouble();
        QVERIFY(copying > -1 && copying < 1);
        QVERIFY(run({u"--head"_s, u"1,2"_s, u"-o"_s, u"h.svg"_s}).err.contains("shows one head"));
        QVERIFY(run({u"--distance"_s, u"2"_s, u"-o"_s, u"d.csv"_s}).err.contains("does not rotate"));
        QVERIFY(run({u"--distance"_s, u"2"_s, u"-o"_s, u"d.svg"_s}).err.contains("does not rotate"));
        QVERIFY(run({u"--distance"_s, u"2"_s, u"--circuit"_s, u"ov"_s, u"-o"_s, u"d.svg"_s}).exitCode == 2);
        QVERIFY(run({u"--layer"_s, u"2"_s, u"--circuit"_s, u"q-composition"_s, u"-o"_s, u"c.csv"_s, u"c.json"_s,
                     u"c.svg"_s})
                    .exitCode == 0);
        const QList<QStringList> scores = rowsOf(m_folder.bytes("c.csv"));
        QCOMPARE(scores.front().join(u','), u"layer,head,score"_s);
        QCOMPARE(m_folder.json("c.json")[u"composition"_s].toArray().size(), scores.size() - 1);
        QVERIFY(m_folder.bytes("c.svg").contains("Q-composition"));
        QVERIFY(run({u"--circuit"_s, u"v-composition"_s, u"-o"_s, u"f.csv"_s}).err.contains("No head comes before"));
    }

    void headsByPatternAndLink()
    {
        QVERIFY(m_folder.made("export --example it --find previous -o p.csv"));
        const QList<QStringList> previous = rowsOf(m_folder.bytes("p.csv"));
        QCOMPARE(previous.front().join(u','), u"block,layer,head,share"_s);
        QCOMPARE(previous[1][2], u"4"_s);
        const Numbers weights = weightsOf("it", 4);
        double share = 0;
        for (std::size_t row = 1; row < weights.size(); ++row)
            share += weights[row][row - 1] / double(weights.size() - 1);
        QVERIFY(std::abs(previous[1][3].toDouble() - share) < 1e-6);

        QVERIFY(m_folder.made("export --example it --find weight --query 8 --key 2 -o w.csv w.json"));
        QVERIFY(m_folder.made("export --example it --find excess --query 8 --key 2 -o x.csv"));
        const QList<QStringList> direct = rowsOf(m_folder.bytes("w.csv"));
        const QList<QStringList> excess = rowsOf(m_folder.bytes("x.csv"));
        const Numbers first = weightsOf("it", 1);
        double mean = 0;
        for (const std::vector<double> &row : first)
            mean += row[1] / double(first.size());
        QCOMPARE(direct[1][2], u"1"_s);
        QCOMPARE(excess[1][2], u"1"_s);
        QVERIFY(std::abs(direct[1][3].toDouble() - first[7][1]) < 1e-6);
        QVERIFY(std::abs(excess[1][3].toDouble() - (first[7][1] - mean)) < 1e-6);
        QCOMPARE(m_folder.json("w.json")[u"find"_s].toArray().size(), 4);
    }

    /// Against passes in which the head is switched off by the command line.
    void importanceOfHeads()
    {
        QVERIFY(m_folder.made("export --example source-and-target --importance zero -o i.csv"));
        const QList<QStringList> rows = rowsOf(m_folder.bytes("i.csv"));
        QCOMPARE(rows.front().join(u','), u"block,layer,head,output,next_token"_s);
        QVERIFY(m_folder.made("export --example source-and-target --only stack_output -o whole.json"));
        const Numbers whole = numbersOf(m_folder.json("whole.json")[u"decoder_output"_s]);
        for (const QStringList &row : rows.mid(1)) {
            QVERIFY(m_folder.made(qPrintable(
                u"export --example source-and-target --only stack_output --off %1.%2.%3 -o without.json"_s.arg(
                    row[0], row[1], row[2]))));
            const Numbers without = numbersOf(m_folder.json("without.json")[u"decoder_output"_s]);
            double expected = 0;
            for (std::size_t token = 0; token < whole.size(); ++token) {
                std::vector<double> difference = whole[token];
                for (std::size_t i = 0; i < difference.size(); ++i)
                    difference[i] -= without[token][i];
                expected += normOf(difference) / normOf(whole[token]) / double(whole.size());
            }
            QVERIFY2(std::abs(row[3].toDouble() - expected) < 1e-5, qPrintable(row.join(u',')));
        }
    }

    void candidatesOfTheOutput()
    {
        QVERIFY(m_folder.made("export --example source-and-target --view output -o o.csv"));
        QVERIFY(m_folder.made("export --example source-and-target --only logits -o l.json"));
        const QList<QStringList> rows = rowsOf(m_folder.bytes("o.csv"));
        QCOMPARE(rows.front().join(u','), u"position,token,rank,word,spelling,probability"_s);
        const QJsonObject trace = m_folder.json("l.json");
        const Numbers logits = numbersOf(trace[u"logits"_s]);
        const QJsonArray vocabulary = trace[u"vocabulary"_s].toArray();
        QVERIFY(!logits.empty() && int(logits.front().size()) == vocabulary.size());
        QVERIFY(rows.size() > 10);
        for (const QStringList &row : rows.mid(1)) {
            const std::vector<double> &own = logits[std::size_t(row[0].toInt() - 1)];
            double sum = 0;
            double its = -1;
            for (std::size_t i = 0; i < own.size(); ++i) {
                sum += std::exp(own[i]);
                if (vocabulary[int(i)].toString() == row[3])
                    its = std::exp(own[i]);
            }
            QCOMPARE(row[4], row[3]); // of a tokenizer that marks nothing
            QVERIFY2(std::abs(its / sum - row[5].toDouble()) < 1e-5, qPrintable(row.join(u',')));
        }
    }

    /// Pictures write "Ġcat" and "cat" alike; numbers tell them apart.
    void candidatesAsTheTokenizerSpellsThem()
    {
        const ProgramRun run =
            m_folder.run({u"export"_s, QStringLiteral(REGARD_SOURCES "/tests/data/checkpoints/gpt2_json"),
                          u"--source"_s, u"one two three four five six seven eight nine ten"_s, u"--view"_s,
                          u"output"_s, u"--only"_s, u"logits"_s, u"-o"_s, u"candidates.json"_s});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const QJsonObject file = m_folder.json("candidates.json");
        const QJsonArray vocabulary = file[u"vocabulary"_s].toArray();
        const Numbers logits = numbersOf(file[u"logits"_s]);
        QVERIFY(!logits.empty() && int(logits.front().size()) == vocabulary.size());
        std::map<std::pair<int, QString>, std::map<QString, double>> spelled; // of a place's word
        for (const QJsonValue &each : file[u"candidates"_s].toArray()) {
            const int position = each[u"position"_s].toInt();
            const QString spelling = each[u"spelling"_s].toString();
            double sum = 0;
            double its = -1;
            for (int i = 0; i < vocabulary.size(); ++i) {
                const double number = std::exp(logits[std::size_t(position - 1)][std::size_t(i)]);
                sum += number;
                if (vocabulary[i].toString() == spelling)
                    its = number;
            }
            QVERIFY2(std::abs(its / sum - each[u"probability"_s].toDouble()) < 1e-5, qPrintable(spelling));
            spelled[{position, each[u"word"_s].toString()}][spelling] = its;
        }
        QStringList yous;
        for (const auto &[spelling, number] : spelled[{28, u"you"_s}])
            yous.append(spelling);
        QCOMPARE(yous, (QStringList{u"you"_s, u"Ġyou"_s}));
    }

    /// W_2 is the identity, so that the hidden row is what comes out; with a residual the stream is the sum.
    void streamAndFeedForward()
    {
        m_folder.write("f.regard", R"({"format": "regard-project", "version": 1, "source": "a b c",
            "model": {"d_model": 2, "d_ff": 2, "heads": 1, "d_key": 2, "d_value": 2, "residual": true,
                      "norm": "none", "seed": 4},
            "weights": {"encoder.0.ffn.w_2": [[1, 0], [0, 1]], "encoder.0.ffn.b_2": [[0, 0]]}})");
        QVERIFY(m_folder.made("export f.regard -o f.json f.safetensors"));
        const QJsonObject trace = m_folder.json("f.json");
        const QJsonObject feed = trace[u"feed_forward"_s][0].toObject();
        QCOMPARE(feed[u"name"_s].toString(), u"encoder.0.ffn"_s);
        const Numbers hidden = numbersOf(feed[u"hidden"_s]);
        const Numbers output = numbersOf(feed[u"output"_s]);
        const Numbers after = numbersOf(feed[u"stream"_s]);
        const Numbers before = numbersOf(trace[u"blocks"_s][0][u"stream"_s]);
        const Numbers input = numbersOf(trace[u"input"_s]);
        const Numbers attended = numbersOf(trace[u"blocks"_s][0][u"output"_s]);
        QCOMPARE(hidden.size(), 3U);
        QVERIFY(hidden == output);
        QVERIFY(after == numbersOf(trace[u"encoder_output"_s]));
        bool isAny = false;
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 2; ++column) {
                QVERIFY(hidden[row][column] >= 0); // relu
                isAny = isAny || hidden[row][column] > 0;
                QVERIFY(std::abs(input[row][column] + attended[row][column] - before[row][column]) < 1e-6);
                QVERIFY(std::abs(before[row][column] + output[row][column] - after[row][column]) < 1e-6);
            }
        QVERIFY(isAny);
        const QByteArray tensors = m_folder.bytes("f.safetensors");
        for (const char *name :
             {"encoder.0.ffn.hidden", "encoder.0.ffn.output", "encoder.0.ffn.stream", "encoder.0.self.stream"})
            QVERIFY2(tensors.contains(QByteArray("\"") + name + "\":"), name);
    }

    void onlyWhatIsWanted()
    {
        QVERIFY(m_folder.made("export --example source-and-target --only weights -o w.json w.safetensors"));
        const QJsonObject trace = m_folder.json("w.json");
        QCOMPARE(trace.keys(), (QStringList{u"blocks"_s, u"decoder_mask"_s, u"format"_s, u"target_tokens"_s, u"title"_s,
                                            u"tokens"_s, u"version"_s}));
        QCOMPARE(trace[u"blocks"_s][0].toObject().keys(), (QStringList{u"heads"_s, u"name"_s}));
        QCOMPARE(trace[u"blocks"_s][0][u"heads"_s][0].toObject().keys(), QStringList{u"weights"_s});
        const QByteArray tensors = m_folder.bytes("w.safetensors");
        QVERIFY(tensors.contains("decoder.0.cross.weights") && !tensors.contains("decoder.0.cross.scores"));
        QVERIFY(m_folder.made("export --example source-and-target --only q,logits --only masked -o several.json"));
        const QJsonObject several = m_folder.json("several.json");
        QCOMPARE(several[u"blocks"_s][0][u"heads"_s][0].toObject().keys(), (QStringList{u"masked"_s, u"q"_s}));
        QVERIFY(several.contains(u"logits"_s) && !several.contains(u"input"_s));
        // The numbers are those of the whole trace.
        QVERIFY(m_folder.made("export --example source-and-target -o all.json"));
        QCOMPARE(m_folder.json("all.json")[u"logits"_s], several[u"logits"_s]);
        const ProgramRun ran = m_folder.run("export --example it --only wieghts -o a.json");
        QCOMPARE(ran.exitCode, 2);
        QVERIFY(ran.err.contains("--only"));
    }

    void namesThatAreUnique()
    {
        m_folder.write("twice.regard", R"({"format": "regard-project", "version": 1, "source": "the a the the_3",
            "tokenizer": "whitespace", "model": {}})");
        QVERIFY(m_folder.made("export twice.regard --unique-names -o u.csv"));
        QCOMPARE(rowsOf(m_folder.bytes("u.csv")).front().join(u','), u",the_1,a,the_3_,the_3"_s);
        QVERIFY(m_folder.made("export twice.regard -o t.csv"));
        QCOMPARE(rowsOf(m_folder.bytes("t.csv")).front().join(u','), u",the,a,the,the_3"_s);
        QCOMPARE(numbersOf(m_folder.bytes("u.csv")), numbersOf(m_folder.bytes("t.csv")));
    }

    void standardOutput_data()
    {
        QTest::addColumn<QString>("suffix");
        for (const char *suffix : {"csv", "json", "svg", "pdf", "png", "safetensors", "regard"})
            QTest::newRow(suffix) << QString::fromLatin1(suffix);
    }
    void standardOutput()
    {
        QFETCH(QString, suffix);
        QVERIFY(m_folder.made(qPrintable(u"export --example it --head 2 -o same."_s + suffix)));
        const QStringList before = m_folder.names("");
        const ProgramRun ran = m_folder.run(qPrintable(u"export --example it --head 2 -o -."_s + suffix));
        QCOMPARE(ran.exitCode, 0);
        QVERIFY(ran.err.isEmpty());
        QCOMPARE(ran.out, m_folder.bytes(u"same."_s + suffix));
        QCOMPARE(m_folder.names(""), before);
    }

    void whatDoesNotGoTogether_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char *line, const char *reason) {
            QTest::newRow(line) << QString::fromLatin1(line) << QByteArray(reason);
        };
        row("--find weight -o a.csv", "give --query and --key");
        row("--find previous --importance zero -o a.csv", "give one");
        row("--find previous -o a.svg", ".csv or .json");
        row("--only q -o a.csv", ".json or .safetensors");
        row("--unique-names -o a.json", "ends in .csv");
        row("-o -.csv -.json", "takes one file");
        row("--sources list.txt -o -.csv", "takes one");
        row("--view steps --walk token -o -.svg", "takes one");
        row("--find fortune -o a.csv", "--find");
        row("--view training -o a.csv", "not what --view training shows");
    }
    void whatDoesNotGoTogether()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, reason);
        const ProgramRun ran = m_folder.run(qPrintable(u"export --example it "_s + line));
        QCOMPARE(ran.exitCode, 2);
        QVERIFY2(ran.err.contains(reason), ran.err.constData());
        QVERIFY(ran.out.isEmpty());
    }

private:
    Numbers weightsOf(const char *example, int head) const
    {
        const QString line = u"export --example %1 --head %2 -o weights.csv"_s.arg(QLatin1String(example)).arg(head);
        return m_folder.made(qPrintable(line)) ? numbersOf(m_folder.bytes("weights.csv")) : Numbers();
    }

    ProgramFolder m_folder;
};

REGARD_TEST(TestNumberLists)

#include "test_number_lists.moc"

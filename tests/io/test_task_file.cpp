#include <set>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/pass/forward.h"
#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/task_file.h"
#include "io/project/task_project.h"
#include "paths.h"
#include "test_class.h"
#include "training/run/run.h"
#include "training/tasks/task_table.h"

using namespace regard;

namespace {

Project withTokenizer(Tokenizer tokenizer)
{
    Project project = defaultProject();
    project.tokenizer = tokenizer;
    return project;
}

std::vector<std::string> wordsOf(const Task &task, const std::vector<int> &tokens)
{
    std::vector<std::string> words;
    for (const int token : tokens)
        words.push_back(token == notAsked ? "-" : task.vocabulary.tokens[std::size_t(token)]);
    return words;
}

} // namespace

/// Tasks of one's own: what is read of a file, and what is said of its mistakes.
class TestTaskFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    Task read(OwnKind kind, const QByteArray &content, const Project &project) const
    {
        const QString path = m_folder.filePath(QStringLiteral("own.txt"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("no file");
        file.close();
        return readOwnTask(kind, path, project);
    }
    Task read(OwnKind kind, const QByteArray &content) const
    {
        return read(kind, content, withTokenizer(Tokenizer::Words));
    }

private slots:
    void pairs()
    {
        const Task task = read(OwnKind::Pairs, "\xEF\xBB\xBFone two\tun deux\r\nthree\ttrois\n\n \n");
        QCOMPARE(task.file->lines, 2LL);
        QCOMPARE(task.file->sentences, 2);
        const std::vector<std::string> all{"one", "two", "un", "deux", "three", "trois", "<s>", "</s>"};
        QVERIFY(task.vocabulary.tokens == TokenList(all));
        QCOMPARE(task.lengths.source, 2);
        QCOMPARE(task.lengths.target, 3);
        std::set<std::string> sources;
        for (const bool isHeldOut : {false, true}) {
            const TrainingSentence sentence = task.sentence(1, 0, isHeldOut);
            QCOMPARE(task.isHeldOut(sentence), isHeldOut);
            const auto target = wordsOf(task, sentence.target);
            const auto asked = wordsOf(task, sentence.asked);
            QCOMPARE(target.front(), std::string("<s>"));
            QCOMPARE(asked.back(), std::string("</s>"));
            QVERIFY(std::equal(target.begin() + 1, target.end(), asked.begin()));
            sources.insert(textOf(task, sentence.source));
        }
        QVERIFY((sources == std::set<std::string>{"one two", "three"}));
    }

    /// What comes next is asked, and at the end that the sentence ends.
    void sentences()
    {
        const Task task = read(OwnKind::Sentences, "a b c\nb c\nc a\n");
        QCOMPARE(task.vocabulary.tokens.size(), std::size_t(4));
        for (std::uint64_t number = 0; number < 20; ++number) {
            const TrainingSentence sentence = task.sentence(1, number, number % 2 == 0);
            QCOMPARE(task.isHeldOut(sentence), number % 2 == 0);
            QCOMPARE(sentence.asked.size(), sentence.source.size());
            QVERIFY(std::equal(sentence.source.begin() + 1, sentence.source.end(), sentence.asked.begin()));
            QCOMPARE(wordsOf(task, sentence.asked).back(), std::string("</s>"));
        }
    }

    /// At least one word of each sentence is masked, and about one in seven besides, with the project's mask.
    void masked()
    {
        Project project = withTokenizer(Tokenizer::Whitespace);
        project.model.vocabulary.mask = "<?>";
        QByteArray content;
        for (int i = 0; i < 40; ++i)
            content += "a b c d e f g h i j k" + QByteArray::number(i) + "\n";
        const Task task = read(OwnKind::Masked, content, project);
        QCOMPARE(task.vocabulary.tokens.size(), std::size_t(51));
        int asked = 0;
        for (std::uint64_t number = 0; number < 500; ++number) {
            const TrainingSentence sentence = task.sentence(1, number, false);
            QVERIFY(!task.isHeldOut(sentence));
            int here = 0;
            for (std::size_t i = 0; i < sentence.source.size(); ++i) {
                const bool isMask = wordsOf(task, {sentence.source[i]}).front() == "<?>";
                QCOMPARE(sentence.asked[i] != notAsked, isMask);
                here += isMask ? 1 : 0;
            }
            QVERIFY(here >= 1);
            asked += here;
        }
        // One, and each of the ten others with probability 1 ÷ 7: 2.43 on average, of which 500 sentences have a
        // standard deviation of 0.05.
        QVERIFY2(std::abs(asked / 500.0 - (1 + 10 / 7.0)) < 0.25, qPrintable(QString::number(asked)));
    }

    /// Special tokens stand for no word: [CLS] and [SEP] that a checkpoint's tokenizer adds, and what is spelled so.
    void neverMasksSpecialTokens_data()
    {
        QTest::addColumn<QString>("folder"); // empty: words
        QTest::newRow("BERT") << QStringLiteral("bert");
        QTest::newRow("RoBERTa") << QStringLiteral("roberta");
        QTest::newRow("words") << QString();
    }
    void neverMasksSpecialTokens()
    {
        QFETCH(QString, folder);
        const Project project =
            folder.isEmpty()
                ? withTokenizer(Tokenizer::Words)
                : checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + folder));
        const QByteArray begin = folder.isEmpty() ? "<s> " : "";
        const QByteArray end = folder.isEmpty() ? " [SEP]" : "";
        const Task task =
            read(OwnKind::Masked,
                 begin + "the cat" + end + "\n" + begin + "a dog" + end + "\n" + begin + "cat" + end + "\n", project);
        const std::set<std::string> special{"[CLS]", "[SEP]", "<s>", "</s>", task.vocabulary.mask};
        std::set<std::string> masked;
        for (std::uint64_t number = 0; number < 400; ++number) {
            const TrainingSentence sentence = task.sentence(1, number, number % 3 == 0);
            const std::vector<std::string> words = wordsOf(task, sentence.source);
            const std::vector<std::string> asked = wordsOf(task, sentence.asked);
            for (std::size_t i = 0; i < words.size(); ++i) {
                QCOMPARE(words[i] == task.vocabulary.mask, asked[i] != "-");
                QVERIFY2(!special.contains(asked[i]), asked[i].c_str());
                if (asked[i] != "-")
                    masked.insert(asked[i]);
            }
            QVERIFY(special.contains(words.front()) && special.contains(words.back()));
            QVERIFY(words.front() != task.vocabulary.mask && words.back() != task.vocabulary.mask);
        }
        QVERIFY(masked.size() > 2);
    }

    /// What is right in a sentence that was typed, and whether it was learned from.
    void answersWhatTheFileSays()
    {
        const auto typed = [](const Task &task, const QByteArray &source, const QByteArray &target = {}) {
            const std::vector<std::string> known = task.vocabulary.tokens;
            const auto numbers = [&](const QByteArray &text) {
                std::vector<int> row;
                for (const QByteArray &word : text.split(' '))
                    if (!word.isEmpty())
                        row.push_back(int(std::find(known.begin(), known.end(), word.toStdString()) - known.begin()));
                return row;
            };
            return task.asked({.source = numbers(source), .target = numbers(target)});
        };
        const Task pairs = read(OwnKind::Pairs, "one two\tun deux\nthree\ttrois\nfour\tquatre\n");
        const auto pair = typed(pairs, "one two", "<s> deux");
        QVERIFY(pair);
        QCOMPARE(wordsOf(pairs, pair->asked), (std::vector<std::string>{"un", "deux"}));
        QVERIFY(!typed(pairs, "two one", "<s>"));
        QVERIFY(!typed(pairs, "three", "trois"));
        const Task next = read(OwnKind::Sentences, "a b c\nb c\nc a\n");
        QCOMPARE(wordsOf(next, typed(next, "a b")->asked), (std::vector<std::string>{"b", "-"}));
        QCOMPARE(wordsOf(next, typed(next, "c a")->asked), (std::vector<std::string>{"a", "</s>"}));
        QVERIFY(next.isHeldOut(*typed(next, "b a"))); // nowhere in the file
        QVERIFY(!typed(next, "b"));
        const Task masked = read(OwnKind::Masked, "a b c\nd e f\ng h i\n");
        const auto gap = typed(masked, "d [MASK] f");
        QVERIFY(gap);
        QCOMPARE(wordsOf(masked, gap->asked), (std::vector<std::string>{"-", "e", "-"}));
        QVERIFY(!typed(masked, "d e f"));
        QVERIFY(!typed(masked, "a [MASK] f"));
    }

    /// Text that a checkpoint's tokenizer makes those tokens of, without what it adds by itself.
    void sentencesOfACheckpointAreText()
    {
        for (const char *folder : {"bert", "roberta", "gpt2"}) {
            const Project project = checkpointProject(
                openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + QLatin1String(folder)));
            const OwnKind kind = QLatin1String(folder) == QLatin1String("gpt2") ? OwnKind::Sentences : OwnKind::Masked;
            const Task task = read(kind, "the cat sat\nthe dog ran\na cat ran\n", project);
            for (std::uint64_t number = 0; number < 30; ++number) {
                const TrainingSentence sentence = task.sentence(1, number, false);
                Project typed = project;
                typed.source = textOf(task, sentence.source);
                QVERIFY2(inputOf(typed).tokens == wordsOf(task, sentence.source), typed.source.c_str());
            }
        }
    }

    void characters()
    {
        const Task task = read(OwnKind::Sentences, "ab c\nba\n", withTokenizer(Tokenizer::Characters));
        QVERIFY((task.vocabulary.tokens == TokenList{"a", "b", " ", "c", "</s>"}));
        QCOMPARE(task.tokenizer, Tokenizer::Characters);
    }

    /// A longer file gives a sample from its beginning and its end, the same each time.
    void samplesLongFiles()
    {
        QByteArray content;
        for (int i = 0; i < 60000; ++i)
            content += "w" + QByteArray::number(i) + " x\n";
        const Project project = withTokenizer(Tokenizer::Whitespace);
        const Task task = read(OwnKind::Sentences, content, project);
        QCOMPARE(task.file->lines, 60000LL);
        QCOMPARE(task.file->sentences, 50000);
        QCOMPARE(task.vocabulary.tokens.size(), std::size_t(50002));
        int late = 0;
        for (const std::string &token : task.vocabulary.tokens)
            late += token.size() == 6 && token >= "w50000" ? 1 : 0;
        // 10,000 lines after the first 50,000, of which 5 in 6 are kept, with a standard deviation of 37.
        QVERIFY2(std::abs(late - 8333) < 200, qPrintable(QString::number(late)));
        QVERIFY(read(OwnKind::Sentences, content, project).vocabulary == task.vocabulary);
    }

    /// A trained output layer has a column for each word, so its vocabulary stays.
    void keepsATrainedVocabulary()
    {
        const Task task = read(OwnKind::Sentences, "a b c\nb c\n");
        Project project = defaultProject();
        project.model = modelFor(task, 1);
        project = preparedProject(project, task, task.options);
        QCOMPARE(reasonAgainst(task, project.model), std::string());
        Run run(task, project.model, task.options);
        QVERIFY(run.step().has_value());
        project.model = run.model();
        QVERIFY(read(OwnKind::Sentences, "c b\na b\nc c c\n", project).vocabulary == project.model.vocabulary);
        QVERIFY(refusal(OwnKind::Sentences, "c b\na d\n", project).contains(QStringLiteral("line 2 has \"d\"")));
        QVERIFY(refusal(OwnKind::Pairs, "c\tb\na\tc\n", project).contains(QStringLiteral("\"<s>\"")));
    }

    void checkpoints_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("kind");
        QTest::newRow("a decoder with a tied output") << QStringLiteral("gpt2") << int(OwnKind::Sentences);
        QTest::newRow("a decoder with its own output") << QStringLiteral("llama") << int(OwnKind::Sentences);
        QTest::newRow("masked words") << QStringLiteral("bert") << int(OwnKind::Masked);
    }

    /// A checkpoint's layers learn, its tables stay in their file; the run's numbers are those of the pass.
    void checkpoints()
    {
        QFETCH(QString, folder);
        QFETCH(int, kind);
        const Project project =
            checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + folder));
        const Task task = read(OwnKind(kind), "the cat sat\nthe dog ran\na cat ran\n", project);
        QCOMPARE(reasonAgainst(task, project.model), std::string());
        QVERIFY(!reasonForFixedParts(project.model).empty());
        const Project prepared = preparedProject(project, task, task.options);
        QCOMPARE(prepared.tokenizer, Tokenizer::Checkpoint);
        TrainingOptions options = task.options;
        options.batch = 4;
        Run run(task, prepared.model, options);
        const TrainingSentence sentence = run.heldOut(0);
        Input input;
        for (const int token : sentence.source)
            input.tokens.push_back(task.vocabulary.tokens[std::size_t(token)]);
        input.types.assign(prepared.model.config.tokenTypes > 0 ? input.tokens.size() : 0, 0);
        const Matrix logits = forward(prepared.model, input)->logits;
        std::vector<int> likeliest;
        for (std::size_t i = 0; i < sentence.asked.size(); ++i)
            if (Eigen::Index column = 0; sentence.asked[i] != notAsked) {
                logits.row(Eigen::Index(i)).maxCoeff(&column);
                likeliest.push_back(int(column));
            }
        QCOMPARE(run.answer(sentence).given, likeliest);

        const double before = run.evaluate(8).loss;
        for (int i = 0; i < 40; ++i)
            QVERIFY(run.step().has_value());
        QVERIFY2(run.evaluate(8).loss != before, "nothing was learned");
        const double first = run.curve().front().loss;
        QVERIFY2(run.curve().back().loss < 0.9 * first, qPrintable(QString::number(run.curve().back().loss / first)));
        const Model model = run.model();
        QVERIFY(model.table == project.model.table);
        QVERIFY(model.embedding.empty());
        QVERIFY(!model.given.contains("output.w"));
        QVERIFY(!(model.given.all().begin()->second == project.model.given.all().begin()->second));
    }

    /// The tasks of the table have vocabularies of their own.
    void checkpointsRefuseOtherVocabularies()
    {
        const Project project = checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/gpt2")));
        QVERIFY(reasonAgainst(*findTask("repeated"), project.model).find("stays in its file") != std::string::npos);
    }

    void refusals_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, OwnKind kind, const QByteArray &content, const char *says) {
            QTest::newRow(name) << int(kind) << content << QString::fromUtf8(says);
        };
        row("empty file", OwnKind::Sentences, "", "needs two lines at least");
        row("one line", OwnKind::Sentences, "a b\n", "needs two lines at least");
        row("one line twice", OwnKind::Sentences, "a b\na b\n", "says the same in every line");
        row("an empty line", OwnKind::Sentences, "a\n\nb\n", "line 2 is empty");
        row("white space", OwnKind::Masked, "a\nb\n \t\nc\n", "line 3 is empty");
        row("no tab", OwnKind::Pairs, "a\tb\nc d\n", "line 2 has no tab");
        row("two tabs", OwnKind::Pairs, "a\tb\tc\n", "line 1 has more than one tab");
        row("no target", OwnKind::Pairs, "a\tb\nc\t \n", "line 2 has a text of which no token is left");
        row("Latin 1", OwnKind::Sentences, "a\ncaf\xE9\n", "line 2 is not UTF-8");
        row("UTF-16", OwnKind::Sentences, QByteArray("a\0b\0\n\0", 6), "line 1 is not UTF-8");
        row("a long line", OwnKind::Sentences, QByteArray(100001, 'a') + "\nb\n", "line 1 is longer than 100000");
        row("no word", OwnKind::Masked, "a b\n[SEP] <s>\n", "line 2 has no word that could be masked");
        row("a long sentence", OwnKind::Sentences, "b\n" + QByteArray("a ").repeated(513) + "\n",
            "line 2 has 513 tokens");
    }

    void refusals()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, content);
        QFETCH(QString, says);
        const QString said = refusal(OwnKind(kind), content, withTokenizer(Tokenizer::Words));
        QVERIFY2(said.contains(says), qPrintable(said));
    }

    void noFile()
    {
        QVERIFY_EXCEPTION_THROWN(
            readOwnTask(OwnKind::Pairs, m_folder.filePath(QStringLiteral("none")), defaultProject()), FileError);
        QVERIFY_EXCEPTION_THROWN(readOwnTask(OwnKind::Pairs, m_folder.path(), defaultProject()), FileError);
        const std::atomic<bool> cancelled = true;
        read(OwnKind::Sentences, "a b\nc\n");
        QVERIFY_EXCEPTION_THROWN(
            readOwnTask(OwnKind::Sentences, m_folder.filePath(QStringLiteral("own.txt")), defaultProject(), &cancelled),
            FileError);
    }

private:
    QString refusal(OwnKind kind, const QByteArray &content, const Project &project) const
    {
        try {
            read(kind, content, project);
        } catch (const FileError &error) {
            return QString::fromStdString(error.reason);
        }
        return {};
    }
};

REGARD_GUILESS_TEST(TestTaskFile)
#include "test_task_file.moc"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/pass/forward.h"
#include "io/base/file_error.h"
#include "io/project/examples.h"
#include "io/project/model_keys.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "test_class.h"

using namespace regard;

namespace {

/// A result to check, with names for tokens instead of numbers.
struct ExamplesPass {
    Input input;
    SharedTrace trace;

    /// The weight that query gives key; a word that stands twice means its first place. Heads count from 1.
    float weight(int head, const std::string &query, const std::string &key) const
    {
        return weights(head)(place(query), place(key));
    }
    const Matrix &weights(int head) const { return trace->blocks.at(0)->heads.at(std::size_t(head - 1)).weights; }
    const BlockTrace &block(const std::string &name) const
    {
        for (const auto &block : trace->blocks)
            if (block->name == name)
                return *block;
        throw std::runtime_error("no block " + name);
    }
    int place(const std::string &token) const
    {
        const auto found = std::find(input.tokens.begin(), input.tokens.end(), token);
        if (found == input.tokens.end())
            throw std::runtime_error("no token " + token);
        return int(found - input.tokens.begin());
    }
};

ExamplesPass examplesRun(const Project &project)
{
    const Input input = inputOf(project);
    return {input, forward(project.model, input)};
}

ExamplesPass runExample(const std::string &name, const std::string &source = {})
{
    Project project = readExample(name);
    if (!source.empty())
        project.source = source;
    return examplesRun(project);
}

/// The project with one key of its model changed.
Project examplesWithKey(Project project, const std::string &key, const std::string &value)
{
    ModelConfig config = project.model.config;
    setModelKey(config, key, value);
    project.model = reconfigured(project.model, config);
    return project;
}

/// The project with one cell of a given weight changed.
Project examplesWithCell(Project project, const std::string &weight, int row, int column, float value)
{
    Model &model = project.model;
    ModelWeights given = model.given;
    given.edit(weight)(row, column) = value;
    model = buildModel(model.config, given, model.embedding);
    return project;
}

void compareClose(const Matrix &actual, const Matrix &expected, float tolerance)
{
    QCOMPARE(actual.rows(), expected.rows());
    QCOMPARE(actual.cols(), expected.cols());
    QVERIFY((actual - expected).cwiseAbs().maxCoeff() <= tolerance);
}

void addWeight(const char *name, const char *example, const char *source, int head, const char *query, const char *key)
{
    QTest::newRow(name) << QString::fromUtf8(example) << QString::fromUtf8(source) << head << QString::fromUtf8(query)
                        << QString::fromUtf8(key);
}

/// Known words again and again, n tokens.
std::string longSentence(int n)
{
    const std::vector<std::string> words = {"The", "cat", "sat", "on", "the", "rug", "and", "it", "was", "dirty", "."};
    std::string sentence;
    for (int i = 0; i < n; ++i)
        sentence += words[std::size_t(i) % words.size()] + " ";
    return sentence;
}

void addExampleRows(bool withRandom)
{
    QTest::addColumn<QString>("name");
    for (const ExampleEntry &entry : examples())
        if (withRandom || (entry.name != "vaswani" && entry.name != "xavier"))
            QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

} // namespace

class TestExamples : public QObject {
    Q_OBJECT
private slots:
    void inOrderWithTitles();
    void unknownName();
    void everyOneRuns_data() { addExampleRows(true); }
    void everyOneRuns();
    void everyOneReadsBack_data() { addExampleRows(true); }
    void everyOneReadsBack();
    void handMadeOnesLeaveNothingToChance_data() { addExampleRows(false); }
    void handMadeOnesLeaveNothingToChance();
    void randomnessIsSaid_data();
    void randomnessIsSaid();
    void sizesOfVaswani();
    void threeInputs();
    void threeInputsScaled();
    void strongLinks_data();
    void strongLinks();
    void oneCellChangesItsMind();
    void wordsThatAskNothingSpreadEvenly();
    void wordBefore_data();
    void wordBefore();
    void itCopiesWhatItFinds();
    void kaistAndOfficeShareThePlace();
    void everydayWordsHaveRows();
    void equalWordsWithoutPositions();
    void equalWordsWithPositions();
    void crossLinks_data();
    void crossLinks();
    void selfAttentionIsAttentionToTheSameSentence();
    void twoSentencesHaveTheSameWeights();
    void theOutputLayerTranslates_data();
    void theOutputLayerTranslates();
    void alignmentIsAdditive();
};

void TestExamples::inOrderWithTitles()
{
    const std::vector<std::string> expected = {
        "it",           "three-inputs", "who-what-where", "shuan",          "vaswani",
        "xavier",       "chinese",      "repeated-words", "self-and-cross", "source-and-target",
        "word-by-word", "alignment",    "dates"};
    std::vector<std::string> names;
    for (const ExampleEntry &entry : examples()) {
        names.push_back(entry.name);
        QVERIFY2(!entry.title.empty() && entry.title != entry.name, entry.name.c_str());
        QCOMPARE(readExample(entry.name).title, entry.title);
    }
    QCOMPARE(names, expected);
    QCOMPARE(examples().front().title, std::string("it: the cat or the rug?"));
}

void TestExamples::unknownName()
{
    try {
        readExample("../it");
        QFAIL("it was read");
    } catch (const FileError &error) {
        const QString what = QString::fromStdString(error.what());
        QVERIFY2(what.startsWith(QLatin1String("../it: ")), qPrintable(what));
        for (const ExampleEntry &entry : examples())
            QVERIFY2(what.contains(QString::fromStdString(entry.name)), qPrintable(what));
    }
}

void TestExamples::everyOneRuns()
{
    QFETCH(QString, name);
    const Project project = readExample(name.toStdString());
    QVERIFY(!project.note.empty());
    QVERIFY(project.dimensions.empty() || int(project.dimensions.size()) == project.model.config.dModel);
    const ExamplesPass pass = examplesRun(project);
    QVERIFY(pass.input.tokens.size() > 1);
    QVERIFY(pass.trace->encoderOutput.allFinite());
    QVERIFY(pass.trace->logits.allFinite());
    for (const auto &block : pass.trace->blocks) {
        QCOMPARE(int(block->heads.size()), project.model.config.heads);
        for (const HeadTrace &head : block->heads) {
            QVERIFY(head.weights.minCoeff() >= 0.0F);
            // A few rounding steps of numbers below 1.
            QVERIFY((head.weights.rowwise().sum().array() - 1.0F).abs().maxCoeff() < 1e-5F);
        }
    }
}

void TestExamples::everyOneReadsBack()
{
    QFETCH(QString, name);
    const Project project = readExample(name.toStdString());
    const Project again = parseProject(projectJson(project), "again");
    QCOMPARE(again.title, project.title);
    QCOMPARE(again.note, project.note);
    QCOMPARE(again.dimensions, project.dimensions);
    QVERIFY(again.view == project.view);
    const ExamplesPass first = examplesRun(project);
    const ExamplesPass second = examplesRun(again);
    for (std::size_t block = 0; block < first.trace->blocks.size(); ++block) {
        for (std::size_t head = 0; head < first.trace->blocks[block]->heads.size(); ++head) {
            QVERIFY(first.trace->blocks[block]->heads[head].weights ==
                    second.trace->blocks[block]->heads[head].weights);
        }
    }
    QVERIFY(first.trace->logits == second.trace->logits);
}

void TestExamples::handMadeOnesLeaveNothingToChance()
{
    QFETCH(QString, name);
    const Project project = readExample(name.toStdString());
    for (const auto &[weight, matrix] : project.model.weights.all()) {
        const bool isChance = weight != "output.b"; // zeros where nobody gives it
        QVERIFY2(!isChance || project.model.given.contains(weight), weight.c_str());
    }
    const Input input = inputOf(project);
    for (const std::vector<std::string> *tokens : {&input.tokens, &input.target})
        for (const std::string &token : *tokens)
            QVERIFY2(project.model.embedding.contains(token), token.c_str());
}

void TestExamples::randomnessIsSaid_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"vaswani", "xavier"})
        QTest::newRow(name) << QString::fromUtf8(name);
}

void TestExamples::randomnessIsSaid()
{
    QFETCH(QString, name);
    const Project project = readExample(name.toStdString());
    QVERIFY(project.model.given.all().empty());
    QVERIFY(project.model.embedding.empty());
    QVERIFY(project.note.find("random: the picture shows arithmetic, not meaning") != std::string::npos);
}

void TestExamples::sizesOfVaswani()
{
    const Project project = readExample("vaswani");
    QCOMPARE(project.model.config.dModel, 512);
    QCOMPARE(project.model.config.heads, 8);
    QCOMPARE(project.model.config.dKey, 64);
    QCOMPARE(project.model.config.dValue, 64);
}

void TestExamples::threeInputs()
{
    const Project project = readExample("three-inputs");
    const ExamplesPass pass = examplesRun(project);
    const HeadTrace &head = pass.trace->blocks.at(0)->heads.at(0);
    QVERIFY(head.q == (Matrix{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}}));
    QVERIFY(head.k == (Matrix{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}}));
    QVERIFY(head.v == (Matrix{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}}));
    const HeadScores scores = headScores(project.model, *pass.trace, 0, 0);
    QVERIFY(scores.scores == (Matrix{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}}));
    QVERIFY(scores.scaled == scores.scores);
    // The worked example prints four digits: half of the last one, and a little for float32.
    compareClose(head.weights,
                 Matrix{{0.0634F, 0.4683F, 0.4683F}, {6.03e-06F, 0.9820F, 0.0180F}, {2.95e-04F, 0.8805F, 0.1192F}},
                 5.1e-5F);
    QVERIFY(std::abs(head.weights(1, 0) - 6.03e-06F) < 0.006e-06F);
    QVERIFY(std::abs(head.weights(2, 0) - 2.95e-04F) < 0.006e-04F);
    compareClose(head.output,
                 Matrix{{1.9366F, 6.6831F, 1.5951F}, {2.0000F, 7.9640F, 0.0540F}, {1.9997F, 7.7599F, 0.3584F}},
                 5.1e-5F);
}

void TestExamples::threeInputsScaled()
{
    const ExamplesPass pass = examplesRun(examplesWithKey(readExample("three-inputs"), "score", "scaled_dot"));
    compareClose(pass.weights(1),
                 Matrix{{0.1361F, 0.4319F, 0.4319F}, {0.0009F, 0.9088F, 0.0903F}, {0.0074F, 0.7547F, 0.2378F}},
                 5.1e-5F);
}

void TestExamples::strongLinks_data()
{
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("head");
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("key");
    addWeight("it looks at the cat", "it", "", 1, "it", "cat");
    addWeight("it looks at the rug", "it", "", 2, "it", "rug");
    addWeight("the rug looks at dry-cleaned", "it", "", 3, "rug", "dry-cleaned");
    addWeight("it looks at the dog", "it", "The dog sat on the mat because it was tired.", 1, "it", "dog");
    addWeight("it looks at the mat", "it", "The dog sat on the mat because it was tired.", 2, "it", "mat");
    addWeight("the dog looks at tired", "it", "The dog sat on the mat because it was tired.", 3, "dog", "tired");
    addWeight("It first", "it", "It was hungry, and the bird ate an apple.", 1, "It", "bird");
    addWeight("she looks at the child", "it", "The child saw the dog and she was happy.", 1, "she", "child");
    addWeight("only an animal for he", "it", "The dog ran to the house because he was hungry.", 1, "he", "dog");
    addWeight("who", "who-what-where", "", 1, "writing", "Shuan");
    addWeight("what", "who-what-where", "", 2, "writing", "paper");
    addWeight("who else", "who-what-where", "Alice is reading a book in the park.", 1, "reading", "Alice");
    addWeight("what else", "who-what-where", "Alice is reading a book in the park.", 2, "reading", "book");
    addWeight("where else", "who-what-where", "Alice is reading a book in the park.", 3, "reading", "park");
    addWeight("Chinese: it looks at the cat", "chinese", "", 1, "它", "猫");
    addWeight("Chinese: it looks at the rug", "chinese", "", 2, "它", "地毯");
    addWeight("Chinese: the cat looks at tired", "chinese", "", 3, "猫", "累");
    addWeight("Chinese: another sentence", "chinese", "小狗睡在椅子上，因为它很饿。", 1, "它", "小狗");
}

void TestExamples::strongLinks()
{
    QFETCH(QString, example);
    QFETCH(QString, source);
    QFETCH(int, head);
    QFETCH(QString, query);
    QFETCH(QString, key);
    const ExamplesPass pass = runExample(example.toStdString(), source.toStdString());
    const float weight = pass.weight(head, query.toStdString(), key.toStdString());
    QVERIFY2(weight > 0.8F, qPrintable(QString::number(double(weight))));
}

void TestExamples::oneCellChangesItsMind()
{
    const Project project = readExample("it");
    const auto pronoun = std::find(project.dimensions.begin(), project.dimensions.end(), "pronoun");
    QVERIFY(pronoun != project.dimensions.end());
    const int row = int(pronoun - project.dimensions.begin());
    QCOMPARE(project.model.given.at("encoder.0.self.w_q")(row, 0), 4.0F);
    QVERIFY(project.note.find("W_Q, row pronoun, column 0 from 4 to −4") != std::string::npos);

    const ExamplesPass before = examplesRun(project);
    const ExamplesPass after = examplesRun(examplesWithCell(project, "encoder.0.self.w_q", row, 0, -4));
    QVERIFY(before.weight(1, "it", "cat") > 0.8F);
    QVERIFY(before.weight(1, "it", "rug") < 0.1F);
    QVERIFY(after.weight(1, "it", "rug") > 0.8F);
    QVERIFY(after.weight(1, "it", "cat") < 0.1F);
    for (int head = 2; head <= 4; ++head)
        QVERIFY(before.weights(head) == after.weights(head));
}

void TestExamples::wordsThatAskNothingSpreadEvenly()
{
    const ExamplesPass pass = runExample("it");
    const auto n = float(pass.input.tokens.size());
    for (int head = 1; head <= 3; ++head) {
        for (const char *word : {"The", "sat", "on", "and", "was", "."}) {
            const auto row = pass.weights(head).row(pass.place(word));
            QVERIFY2((row.array() - 1 / n).abs().maxCoeff() < 1e-6F, word);
        }
    }
}

void TestExamples::wordBefore_data()
{
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("head");
    QTest::addColumn<int>("tokens");
    QTest::newRow("as bundled") << QStringLiteral("it") << QString() << 4 << 11;
    for (const int n : {1, 2, 40, 65, 250})
        QTest::addRow("%d tokens", n) << QStringLiteral("it") << QString::fromStdString(longSentence(n)) << 4 << n;
    QTest::newRow("repeated words") << QStringLiteral("repeated-words") << QString() << 2 << 9;
}

void TestExamples::wordBefore()
{
    QFETCH(QString, example);
    QFETCH(QString, source);
    QFETCH(int, head);
    QFETCH(int, tokens);
    const ExamplesPass pass = runExample(example.toStdString(), source.toStdString());
    QCOMPARE(int(pass.input.tokens.size()), tokens);
    const Matrix &weights = pass.weights(head);
    for (int token = 1; token < tokens; ++token)
        QVERIFY2(weights(token, token - 1) > 0.8F, qPrintable(QString::number(token)));
    if (example == QLatin1String("it"))
        QVERIFY(weights(0, 0) > 0.8F);
}

void TestExamples::itCopiesWhatItFinds()
{
    // After attention the row of "it" holds what heads 1 and 2 found: an animal and a thing.
    const ExamplesPass pass = runExample("it");
    const auto row = pass.trace->blocks.at(0)->output.row(pass.place("it"));
    QCOMPARE(int(row.size()), 24);
    QVERIFY(row(1) > 0.8F);
    QVERIFY(row(3) > 0.8F);
    QVERIFY(row.tail(16).cwiseAbs().maxCoeff() == 0.0F);
}

void TestExamples::kaistAndOfficeShareThePlace()
{
    const ExamplesPass pass = runExample("who-what-where");
    const float kaist = pass.weight(3, "writing", "KAIST");
    const float office = pass.weight(3, "writing", "office");
    QVERIFY(kaist > 0.3F);
    QVERIFY(office > 0.3F);
    QVERIFY(kaist + office > 0.8F);
}

void TestExamples::everydayWordsHaveRows()
{
    const Embedding rows = readExample("it").model.embedding;
    for (const char *word :
         {"the", "The", "a",    "A",  "cat", "dog",   "rug",    "mat",         "bird",  "child", "book",
          "he",  "she", "they", "it", "It",  "was",   "is",     "sat",         "ran",   "ate",   "chair",
          "on",  "in",  "and",  "or", "but", "under", "washed", "dry-cleaned", "tired", "big",   "because",
          "not", "too", ".",    ",",  "!",   "?",     "small",  "hungry"})
        QVERIFY2(rows.contains(word), word);
}

void TestExamples::equalWordsWithoutPositions()
{
    const ExamplesPass pass = examplesRun(examplesWithKey(readExample("repeated-words"), "position", "none"));
    const Matrix &input = pass.trace->source.input;
    QVERIFY(input.row(1) == input.row(4)); // dog, dog
    QVERIFY(input.row(2) == input.row(6)); // chased, chased
    for (int head = 1; head <= 4; ++head) {
        QVERIFY(pass.weights(head).row(2) == pass.weights(head).row(6));
        QVERIFY(pass.weights(head).col(1) == pass.weights(head).col(4));
    }
    QVERIFY(pass.weights(3).row(2).maxCoeff() < 0.35F); // three nouns alike
    QVERIFY((pass.weights(2).row(5).array() - 1.0F / 9).abs().maxCoeff() < 1e-6F);
}

void TestExamples::equalWordsWithPositions()
{
    const ExamplesPass pass = runExample("repeated-words");
    const Matrix &input = pass.trace->source.input;
    QVERIFY((input.row(1) - input.row(4)).cwiseAbs().maxCoeff() > 0.5F);
    QVERIFY(pass.weights(3)(2, 1) > 0.8F); // the first dog chased
    QVERIFY(pass.weights(3)(6, 4) > 0.8F); // the second dog chased
    QVERIFY(pass.weights(4)(2, 4) > 0.8F); // the second dog was chased
    QVERIFY(pass.weights(4)(6, 8) > 0.8F); // the cat was chased
    QVERIFY(pass.weights(1)(1, 1) + pass.weights(1)(1, 4) > 0.8F);
}

void TestExamples::crossLinks_data()
{
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("target");
    QTest::addColumn<int>("head");
    QTest::addColumn<QList<int>>("keys"); // the place of the word that each target word finds
    const auto row = [](const char *name, const char *example, const char *source, const char *target, int head,
                        const QList<int> &keys) {
        QTest::newRow(name) << QString::fromUtf8(example) << QString::fromUtf8(source) << QString::fromUtf8(target)
                            << head << keys;
    };
    row("the same sentence: itself", "self-and-cross", "", "", 1, {0, 1, 2, 3, 4});
    row("the same sentence: what belongs to it", "self-and-cross", "", "", 2, {1, 0, 4, 4, 3});
    row("translation", "source-and-target", "", "", 1, {0, 1, 2, 4, 3});
    row("translation: what belongs to it", "source-and-target", "", "", 2, {1, 0, 4, 3, 4});
    row("another translation", "source-and-target", "he sees the white dog", "il voit le chien blanc", 1,
        {0, 1, 2, 4, 3});
    row("English to English", "source-and-target", "he sees the white dog", "the white dog sees he", 1,
        {2, 3, 4, 1, 0});
    // The agreement on the European Economic Area was signed in August 1992 .
    row("alignment", "alignment", "", "", 1, {0, 1, 2, 3, 6, 5, 4, 7, 7, 8, 9, 10, 11, 12});
}

void TestExamples::crossLinks()
{
    QFETCH(QString, example);
    QFETCH(QString, source);
    QFETCH(QString, target);
    QFETCH(int, head);
    QFETCH(QList<int>, keys);
    Project project = readExample(example.toStdString());
    QVERIFY(project.view.block == Attention::Cross);
    if (!source.isEmpty()) {
        project.source = source.toStdString();
        project.target = target.toStdString();
    }
    const ExamplesPass pass = examplesRun(project);
    const Matrix &weights = pass.block("decoder.0.cross").heads.at(std::size_t(head - 1)).weights;
    QCOMPARE(weights.rows(), Eigen::Index(keys.size()));
    QCOMPARE(weights.cols(), Eigen::Index(pass.input.tokens.size()));
    for (int token = 0; token < keys.size(); ++token) {
        const float weight = weights(token, keys[token]);
        QVERIFY2(weight > 0.6F, qPrintable(QStringLiteral("%1: %2").arg(token).arg(double(weight))));
    }
}

void TestExamples::selfAttentionIsAttentionToTheSameSentence()
{
    const Project project = readExample("self-and-cross");
    QCOMPARE(project.source, project.target);
    for (const char *name : {"w_q", "w_k", "w_v", "w_o"}) {
        const Matrix &encoder = project.model.given.at(std::string("encoder.0.self.") + name);
        QVERIFY(project.model.given.at(std::string("decoder.0.self.") + name) == encoder);
        QVERIFY(project.model.given.at(std::string("decoder.0.cross.") + name) == encoder);
    }
    const ExamplesPass pass = examplesRun(project);
    for (std::size_t head = 0; head < 2; ++head) {
        const Matrix &encoder = pass.block("encoder.0.self").heads.at(head).weights;
        QVERIFY(pass.block("decoder.0.cross").heads.at(head).weights == encoder);
        const Matrix &decoder = pass.block("decoder.0.self").heads.at(head).weights;
        QVERIFY(Matrix(decoder.triangularView<Eigen::StrictlyUpper>()).isZero(0));
    }
    // black finds cat, but not where the mask hides what comes later.
    QVERIFY(pass.block("encoder.0.self").heads.at(1).weights(3, 4) > 0.8F);
    QCOMPARE(pass.block("decoder.0.self").heads.at(1).weights(3, 4), 0.0F);
}

void TestExamples::twoSentencesHaveTheSameWeights()
{
    const Project same = readExample("self-and-cross");
    const Project different = readExample("source-and-target");
    QCOMPARE(different.source, same.source);
    QVERIFY(different.target != same.target);
    QCOMPARE(different.model.config, same.model.config);
    QCOMPARE(different.model.given.all().size(), same.model.given.all().size());
    for (const auto &[name, matrix] : same.model.given.all())
        QVERIFY2(different.model.given.at(name) == *matrix, name.c_str());
    QVERIFY(examplesRun(same).block("encoder.0.self").heads.at(0).weights ==
            examplesRun(different).block("encoder.0.self").heads.at(0).weights);
}

void TestExamples::theOutputLayerTranslates_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("target");
    QTest::newRow("as bundled") << QString() << QStringLiteral("elle aime le chat noir");
    QTest::newRow("a dog") << QStringLiteral("he sees the white dog") << QStringLiteral("il voit le chien blanc");
    QTest::newRow("mixed") << QStringLiteral("she sees the black dog") << QStringLiteral("elle voit le chien noir");
}

void TestExamples::theOutputLayerTranslates()
{
    QFETCH(QString, source);
    QFETCH(QString, target);
    Project project = readExample("source-and-target");
    if (!source.isEmpty())
        project.source = source.toStdString();
    project.target = target.toStdString();
    const ExamplesPass pass = examplesRun(project);
    std::vector<std::string> expected(pass.input.target.begin() + 1, pass.input.target.end());
    expected.push_back("</s>");
    std::vector<std::string> likeliest;
    for (Eigen::Index row = 0; row < pass.trace->logits.rows(); ++row) {
        Eigen::Index column = 0;
        pass.trace->logits.row(row).maxCoeff(&column);
        likeliest.push_back(pass.trace->vocabulary.at(std::size_t(column)));
    }
    QCOMPARE(likeliest, expected);
}

void TestExamples::alignmentIsAdditive()
{
    const Project project = readExample("alignment");
    QCOMPARE(project.model.config.score, Score::Additive);
    const ExamplesPass pass = examplesRun(project);
    QVERIFY(pass.block("decoder.0.self").output.isZero(0));
    const Matrix &weights = pass.block("decoder.0.cross").heads.at(0).weights;
    QVERIFY(weights(8, 8) > 0.1F && weights(8, 8) < weights(8, 7)); // été also looks at signed
}

REGARD_GUILESS_TEST(TestExamples)
#include "test_examples.moc"

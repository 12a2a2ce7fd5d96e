#include <cstring>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "io/attention/attention_file.h"
#include "io/base/file_error.h"
#include "io/checkpoint/open_checkpoints.h"
#include "io/lesson/lesson.h"
#include "io/project/examples.h"
#include "io/project/project.h"
#include "io/project/project_attention.h"
#include "io/project/project_file.h"
#include "io/project/snapshots.h"
#include "parsed_file.h"
#include "paths.h"
#include "safetensors_bytes.h"
#include "test_class.h"

using namespace regard;

namespace {

/// The 3 × 4 example with the snapshots of such a list.
QByteArray withSnapshots(const QByteArray &list)
{
    const QByteArray example = QByteArray::fromStdString(exampleJson("three-inputs")).trimmed();
    return example.chopped(1) + R"(, "snapshots": )" + list + "}";
}

Project snapshot(const QByteArray &entries)
{
    return *parsedProject(withSnapshots("[{" + entries + "}]")).snapshots.at(0).state;
}

Project withState(Project project, const char *name, Project state)
{
    state.snapshots.clear();
    project.snapshots.push_back({name, std::make_shared<const Project>(std::move(state))});
    return project;
}

bool snapshotsSameBits(const SharedMatrix &a, const SharedMatrix &b)
{
    return a && b && a->rows() == b->rows() && a->cols() == b->cols() &&
           std::memcmp(a->data(), b->data(), std::size_t(a->size()) * sizeof(float)) == 0;
}

/// A project with a decoder, given output columns and numbers that are easily lost.
Project rich()
{
    Project project = readExample("source-and-target");
    Matrix odd = project.model.weights.at("encoder.0.self.w_q");
    odd(0, 0) = -0.0F;
    odd(0, 1) = 1e-45F;
    odd(1, 0) = 0.1F;
    odd(1, 1) = 16777217.0F;
    ModelWeights given = project.model.given;
    given.set("encoder.0.self.w_q", odd);
    project.model = buildModel(project.model.config, given, project.model.embedding, project.model.vocabulary);
    return project;
}

} // namespace

class TestSnapshots : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void whatAKeyChanges();
    void theGuidesExample();
    void titleAndNoteAreTheProjects();
    void whatIsSharedWithTheProject();
    void whatIsSharedAmongSnapshots();
    void nullTakesOut();
    void roundTrip_data();
    void roundTrip();
    void sameNumbersAreNotWrittenAgain();
    void aFileWithoutTheKey();
    void vocabularyOfTheProject();
    void atMostNinetyNine();
    void refused_data();
    void refused();
    void lessonsHaveNone();
};

void TestSnapshots::whatAKeyChanges()
{
    const Project project = parsedProject(withSnapshots(R"([
        {"name": "sharper", "weights": {"encoder.0.self.w_k": [[0,0,2],[1,1,0],[0,1,0],[1,1,0]]}},
        {"source": "x1 x2", "view": {"query": 2}},
        {"model": {"score": "scaled_dot"}, "embedding": {"x1": [1, 2, 3, 4]}}])"));
    QCOMPARE(project.snapshots.size(), std::size_t(3));
    QCOMPARE(project.snapshots[0].name, std::string("sharper"));
    QVERIFY(project.snapshots[1].name.empty());
    const Project &sharper = *project.snapshots[0].state;
    QCOMPARE(sharper.model.weights.at("encoder.0.self.w_k")(0, 2), 2.0F);
    QCOMPARE(project.model.weights.at("encoder.0.self.w_k")(0, 2), 1.0F);
    QCOMPARE(sharper.source, std::string("x1 x2 x3"));
    QVERIFY(sharper.snapshots.empty());
    QCOMPARE(project.snapshots[1].state->source, std::string("x1 x2"));
    QCOMPARE(project.snapshots[1].state->view.query, 1);
    QCOMPARE(project.snapshots[1].state->model.weights.at("encoder.0.self.w_k")(0, 2), 1.0F);
    QCOMPARE(project.snapshots[2].state->model.config.score, Score::ScaledDot);
    QCOMPARE(project.snapshots[2].state->model.config.dModel, 4);
    QCOMPARE((*project.snapshots[2].state->model.embedding.at("x1"))(0, 3), 4.0F);
    QCOMPARE((*project.snapshots[2].state->model.embedding.at("x2"))(0, 3), 2.0F);
}

void TestSnapshots::theGuidesExample()
{
    QFile guide(QStringLiteral(REGARD_TEST_DATA "/../../resources/guide/formats.md"));
    QVERIFY(guide.open(QIODevice::ReadOnly));
    const QByteArray text = guide.readAll();
    const QByteArray key = "\"snapshots\": [";
    const qsizetype start = text.indexOf(key) + key.size() - 1;
    const Project project = parsedProject(withSnapshots(text.mid(start, text.indexOf("```", start) - start)));
    QCOMPARE(project.snapshots.size(), std::size_t(2));
    QCOMPARE(project.snapshots[0].state->model.weights.at("encoder.0.self.w_k")(1, 1), 2.0F);
    QCOMPARE(project.snapshots[1].state->source, std::string("x1 x2"));
}

void TestSnapshots::titleAndNoteAreTheProjects()
{
    const Project state = snapshot(R"("name": "a")");
    const Project example = readExample("three-inputs");
    QVERIFY(!example.title.empty());
    QCOMPARE(state.title, example.title);
    QCOMPARE(state.note, example.note);
}

void TestSnapshots::whatIsSharedWithTheProject()
{
    // w_v is written again with the same numbers; w_o and what else a model of this size draws is drawn once.
    const Project project = parsedProject(withSnapshots(
        R"([{"model": {"output_projection": true}, "weights": {"encoder.0.self.w_v": [[0,2,0],[0,3,0],[1,0,3],[1,1,0]],
                                                               "encoder.0.self.w_k": [[9,0,1],[1,1,0],[0,1,0],[1,1,0]]}},
            {"source": "x2 x1"}])"));
    const Model &other = project.snapshots[0].state->model;
    for (const char *name : {"encoder.0.self.w_q", "encoder.0.self.w_v"}) {
        QCOMPARE(other.given.find(name), project.model.given.find(name));
        QCOMPARE(other.weights.find(name), project.model.weights.find(name));
    }
    QVERIFY(other.weights.find("encoder.0.self.w_k") != project.model.weights.find("encoder.0.self.w_k"));
    for (const auto &[token, row] : project.model.embedding)
        QCOMPARE(other.embedding.at(token), row);
    const Model &same = project.snapshots[1].state->model;
    for (const auto &[name, matrix] : project.model.weights.all())
        QCOMPARE(same.weights.find(name), matrix);
}

void TestSnapshots::whatIsSharedAmongSnapshots()
{
    const QByteArray other = R"({"weights": {"encoder.0.self.w_k": [[9,0,1],[1,1,0],[0,1,0],[1,1,0]]}})";
    const Project project =
        parsedProject(withSnapshots("[" + other + R"(, {"model": {"seed": 3, "output_projection": true}}, )" + other +
                                    R"(, {"model": {"seed": 3, "output_projection": true}}])"));
    const auto weight = [&](std::size_t index, const char *name) {
        return project.snapshots.at(index).state->model.weights.find(name);
    };
    QVERIFY(weight(0, "encoder.0.self.w_k"));
    QCOMPARE(weight(2, "encoder.0.self.w_k"), weight(0, "encoder.0.self.w_k"));
    QVERIFY(weight(1, "encoder.0.self.w_o"));
    QCOMPARE(weight(3, "encoder.0.self.w_o"), weight(1, "encoder.0.self.w_o"));
}

void TestSnapshots::nullTakesOut()
{
    const Project state = snapshot(R"("weights": {"encoder.0.self.w_q": null}, "embedding": {"x2": null})");
    QVERIFY(!state.model.given.contains("encoder.0.self.w_q"));
    QVERIFY(state.model.weights.contains("encoder.0.self.w_q")); // drawn
    QVERIFY(!state.model.embedding.contains("x2"));
    QVERIFY(state.model.embedding.contains("x1"));
}

void TestSnapshots::roundTrip_data()
{
    QTest::addColumn<Project>("project");
    QTest::addColumn<Project>("state");
    const auto row = [](const char *name, const Project &project, const Project &state) {
        QTest::newRow(name) << project << state;
    };
    const Project three = readExample("three-inputs");
    Project changed = three;
    changed.model.given.edit("encoder.0.self.w_k")(1, 1) = 0.1F;
    changed.model = buildModel(changed.model.config, changed.model.given, changed.model.embedding);
    row("nothing", three, three);
    row("a cell", three, changed);
    changed.source = "x3 x1 “x2”";
    changed.maskedSource = {1};
    changed.view.query = 2;
    changed.tokenizer = Tokenizer::Words;
    changed.dimensions = {"a", "b", "c", "d"};
    row("sentence, mask, view, tokenizer, names", three, changed);
    Project named = three;
    named.dimensions = {"a", "b", "c", "d"};
    named.view.query = 1;
    named.maskedSource = {0};
    named.model.vocabulary = {{"x", "y"}, "."};
    row("back to what is absent", named, three);
    row("another model", three, readExample("vaswani"));
    row("and back", readExample("vaswani"), three);
    row("a decoder", readExample("source-and-target"), readExample("who-what-where"));
    row("odd numbers", readExample("source-and-target"), rich());
    row("from odd numbers", rich(), readExample("source-and-target"));
    for (const ExampleEntry &example : examples())
        row(("from it to " + example.name).c_str(), readExample("it"), readExample(example.name));
    Project off = three;
    off.model.interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Mean;
    off.model.interventions.temperatures[{Attention::Encoder, 0, 0}] = 0.1F;
    row("switched off", three, off);
    row("and on again", off, three);
    // What a file leaves out follows another key: the snapshot must say it all the same.
    Project fewer = defaultProject();
    fewer.model.config.architecture = Architecture::EncoderDecoder;
    fewer.model.config.heads = 2;
    fewer.model.config.decoderHeads = 2;
    fewer.model.config.decoderLayers = 1;
    fewer.model = buildModel(fewer.model.config, {}, {});
    Project more = fewer;
    more.model.config.heads = 4;
    more.model.config.dFf = 8;
    more.model.config.decoderDFf = 0;
    more.model = buildModel(more.model.config, {}, {});
    row("heads that follow", fewer, more);
    row("heads that followed", more, fewer);
    row("layers that follow", defaultProject(), fewer);
    // The next have another checkpoint or file of attention, or none.
    const auto trained = [](const char *name) {
        Project project =
            checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + QLatin1String(name)));
        project.source = "the cat sat";
        return project;
    };
    const Project bert = trained("bert");
    Project edited = bert;
    edited.model.given.edit("encoder.0.self.w_q")(1, 1) = 0.1F;
    edited.model = buildModel(edited.model.config, edited.model.given, edited.model.embedding, edited.model.vocabulary,
                              &edited.model);
    QFile file(m_folder.filePath(QStringLiteral("a.safetensors")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(safetensorsBytes(
        {{QStringLiteral("format"), QStringLiteral("regard-attention")},
         {QStringLiteral("tokens"), QStringLiteral(R"(["a","b"])")}},
        {HandTensor::floats(QStringLiteral("encoder.0.self.weights"), {1, 2, 2}, {0.25F, 0.75F, 1, 0})}));
    file.close();
    const Project attention = attentionProject(openAttention(file.fileName()));
    row("a checkpoint", three, bert);
    row("an edited checkpoint", three, edited);
    row("no checkpoint", bert, three);
    row("another checkpoint", trained("gpt2"), edited);
    row("attention", three, attention);
    row("attention of a file beside a checkpoint", bert, attention);
    row("no attention", attention, three);
    row("a checkpoint in place of attention", attention, bert);
}

void TestSnapshots::roundTrip()
{
    QFETCH(Project, project);
    QFETCH(Project, state);
    state.title = project.title;
    state.note = project.note;
    const Project whole = withState(withState(project, "sharper “x”", state), "", project);
    const Project again = parseProject(projectJson(whole), "again");
    QCOMPARE(projectJson(again), projectJson(whole));
    QCOMPARE(again.snapshots.size(), std::size_t(2));
    QCOMPARE(again.snapshots[0].name, std::string("sharper “x”"));
    const Project &read = *again.snapshots[0].state;
    QCOMPARE(projectJson(read), projectJson(state));
    QCOMPARE(read.model.given.all().size(), state.model.given.all().size());
    for (const auto &[name, matrix] : state.model.weights.all())
        QVERIFY2(snapshotsSameBits(read.model.weights.find(name), matrix), name.c_str());
    for (const auto &[token, row] : state.model.embedding)
        QVERIFY2(snapshotsSameBits(read.model.embedding.at(token), row), token.c_str());
    QVERIFY(read.model.interventions == state.model.interventions);
    QCOMPARE(read.view, parseProject(projectJson(state), "alone").view);
    const Project &same = *again.snapshots[1].state;
    for (const auto &[name, matrix] : again.model.weights.all())
        QCOMPARE(same.model.weights.find(name), matrix);
}

void TestSnapshots::sameNumbersAreNotWrittenAgain()
{
    Project project = readExample("three-inputs");
    const std::string alone = projectJson(project);
    Project state = project;
    state.model.given.edit("encoder.0.self.w_k")(1, 1) = 7.25F;
    state.model = buildModel(state.model.config, state.model.given, state.model.embedding);
    // The same numbers in another matrix: not written either.
    state.model.given.set("encoder.0.self.w_q", Matrix(state.model.given.at("encoder.0.self.w_q")));
    project = withState(withState(project, "a", state), "", project);
    const QByteArray text = QByteArray::fromStdString(projectJson(project));
    const QByteArray added = text.mid(text.indexOf("\"snapshots\""));
    QCOMPARE(text.count("encoder.0.self.w_q"), 1);
    QCOMPARE(text.count("encoder.0.self.w_k"), 2);
    QCOMPARE(text.count("\"embedding\""), 1);
    QCOMPARE(added, QByteArray(R"("snapshots": [
    {
      "name": "a",
      "weights": {
        "encoder.0.self.w_k": [
          [0, 0, 1],
          [1, 7.25, 0],
          [0, 1, 0],
          [1, 1, 0]
        ]
      }
    },
    {}
  ]
}
)"));
    project.snapshots.clear();
    QCOMPARE(projectJson(project), alone);
}

void TestSnapshots::aFileWithoutTheKey()
{
    QVERIFY(readExample("three-inputs").snapshots.empty());
    QVERIFY(parsedProject(withSnapshots("[]")).snapshots.empty());
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.regard"));
    writeProject(path, withState(readExample("it"), "kept", readExample("three-inputs")));
    QCOMPARE(readProject(path).snapshots.at(0).name, std::string("kept"));
}

// The columns of a given output layer are words of the project's own sentences, whatever a snapshot reads.
void TestSnapshots::vocabularyOfTheProject()
{
    const Project project = parsedProject(R"({"format": "regard-project", "version": 1, "source": "a b",
        "model": {"architecture": "decoder", "d_model": 2, "heads": 1, "d_key": 2, "d_value": 2},
        "weights": {"output.w": [[1, 2, 3], [4, 5, 6]]},
        "snapshots": [{"source": "b c d e"}]})");
    const std::vector<std::string> words{"a", "b", "</s>"};
    QCOMPARE(project.model.vocabulary.tokens, words);
    QCOMPARE(project.snapshots[0].state->model.vocabulary.tokens, words);
    QCOMPARE(project.snapshots[0].state->model.weights.find("output.w"), project.model.weights.find("output.w"));
}

void TestSnapshots::atMostNinetyNine()
{
    const auto list = [](int count) {
        QByteArray entries = "[{}";
        for (int i = 1; i < count; ++i)
            entries += ", {}";
        return entries + "]";
    };
    QCOMPARE(parsedProject(withSnapshots(list(99))).snapshots.size(), std::size_t(99));
    QCOMPARE(projectRefusal(withSnapshots(list(100))),
             QStringLiteral("snapshots holds 100 snapshots, but a project keeps at most 99"));
}

void TestSnapshots::refused_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const QByteArray &list, const char *reason) {
        QTest::newRow(name) << list << QString::fromUtf8(reason);
    };
    const auto second = [&row](const char *name, const QByteArray &entries, const char *reason) {
        row(name, R"([{"name": "a"}, {)" + entries + "}]", reason);
    };
    row("a number", "3", "snapshots must be a list of snapshots in braces, not 3");
    row("numbers", "[1, 2]", "snapshots must be a list of snapshots in braces, not a list of 2 numbers");
    row("a word in the list", R"([{}, "a"])", "snapshots[2] must be an object in braces, not the text \"a\"");
    second("unknown key", R"("wieghts": {})", "unknown key \"wieghts\" in snapshots[2] (did you mean \"weights\"?)");
    second("title", R"("title": "a")", "unknown key \"title\" in snapshots[2]");
    second("snapshots", R"("snapshots": [])", "unknown key \"snapshots\" in snapshots[2]");
    second("name", R"("name": 3)", "snapshots[2].name must be a text in quotes, not 3");
    second("source", R"("source": 3)", "snapshots[2].source must be a text in quotes, not 3");
    second("size", R"("weights": {"encoder.0.self.w_q": [[1, 2]]})",
           "snapshots[2].weights.encoder.0.self.w_q is 1 × 2, but d_model 4 and heads 1 × d_key 3 need 4 × 3");
    second(
        "ragged", R"("weights": {"encoder.0.self.w_q": [[1, 2, 3], [1], [1, 2, 3], [1, 2, 3]]})",
        "snapshots[2].weights.encoder.0.self.w_q: row 2 of 4 has 1 number, but row 1 has 3; the matrix must be 4 × 3");
    second("no such weight", R"("weights": {"encoder.1.self.w_q": [[1]]})",
           "snapshots[2]: this model has no weight \"encoder.1.self.w_q\", because encoder_layers is 1 and layers "
           "count from 0 (did you mean \"encoder.0.self.w_q\"?)");
    second("taken out twice", R"("weights": {"encoder.0.self.w_o": null})",
           "snapshots[2].weights takes \"encoder.0.self.w_o\" out, but the project has none");
    second("row taken out twice", R"("embedding": {"x9": null})",
           "snapshots[2].embedding takes \"x9\" out, but the project has none");
    second("row", R"("embedding": {"x1": [1]})",
           "snapshots[2].embedding of \"x1\" has 1 number, but d_model 4 needs 4");
    second("weights of words", R"("weights": "a")", "snapshots[2].weights must be an object, not the text \"a\"");
    second("model", R"("model": {"heads": 0})",
           "snapshots[2].model.heads takes a whole number from 1 to 1024, not \"0\"");
    second("model key", R"("model": {"head": 1})",
           "snapshots[2]: unknown key \"head\" in model (did you mean \"heads\"?)");
    second("model of words", R"("model": "small")", "snapshots[2].model must be an object, not the text \"small\"");
    // The matrix that no longer fits is the project's own.
    second("what follows", R"("model": {"d_key": 2})",
           "snapshots[2]: encoder.0.self.w_k is 4 × 3, but d_model 4 and heads 1 × d_key 2 need 4 × 2");
    second("view", R"("view": {"query": 4})", "snapshots[2].view.query must be a whole number from 1 to 3, not 4");
    second("off", R"("off": [{"block": "encoder", "layer": 2, "head": 1}])",
           "snapshots[2].off[1].layer must be a whole number from 1 to 1, not 2");
    second("mask", R"("masked_source": [3])",
           "snapshots[2].masked_source holds 3, but it must be a whole number from 0 to 2");
}

void TestSnapshots::refused()
{
    QFETCH(QByteArray, list);
    QFETCH(QString, reason);
    QCOMPARE(projectRefusal(withSnapshots(list)), reason);
}

void TestSnapshots::lessonsHaveNone()
{
    const Project project = withState(readExample("three-inputs"), "a", readExample("it"));
    Lesson lesson;
    lesson.title = {{{std::string(), "T"}}};
    lesson.project = project;
    LessonPage page;
    page.text = {{{std::string(), "a"}}};
    page.project = project;
    lesson.pages = {page};
    const std::string json = lessonJson(lesson);
    QVERIFY(json.find("snapshots") == std::string::npos);
    // A project beside a lesson may have snapshots, as a page's own may.
    const std::string beside = R"({"format": "regard-lesson", "version": 1, "title": "T", "project": )" +
                               projectJson(project) + R"(, "pages": [{"text": "a"}, {"text": "b", "project": )" +
                               projectJson(project) + "}]}";
    const Lesson read = parseLesson(beside, "x.lesson", {});
    QVERIFY(read.project.snapshots.empty());
    for (const LessonPage &shown : read.pages)
        QVERIFY(shown.project.snapshots.empty());
}

REGARD_GUILESS_TEST(TestSnapshots)
#include "test_snapshots.moc"

#include <limits>

#include <QTest>

#include "io/base/file_error.h"
#include "io/project/project_file.h"
#include "io/project/project_state.h"
#include "io/project/task_keys.h"
#include "io/project/task_project.h"
#include "io/project/training_keys.h"
#include "parsed_file.h"
#include "test_class.h"
#include "training/run/run.h"
#include "training/tasks/task_table.h"

using namespace regard;

namespace {

constexpr const char *least = R"("name": "it", "seed": 1, "step": 7, "options": {})";

Project taskKeysParsed(const QByteArray &task)
{
    const QByteArray json = R"({"format": "regard-project", "version": 1, "model": {}, "task": )" + task + "}";
    return parsedProject(json);
}

QString taskKeysRefusal(const QByteArray &task)
{
    return refusalOf(QStringLiteral("x.regard"), [&] { taskKeysParsed(task); });
}

/// Numbers that are easily lost, and every option away from its default.
TrainingRecord taskKeysRich()
{
    TrainingRecord record;
    record.task = "sort";
    record.data = "/data/a \"file\".tsv";
    record.step = 90;
    TrainingOptions &options = record.options;
    options.adam = {1.0 / 3, 0.999, 1e-9, 0.25, 0, {"embedding", "encoder.0.self.w_q"}};
    options.rate = {Schedule::InverseRoot, 0.1 + 0.2, 0, 123456789, 16};
    options.batch = 7;
    options.smoothing = 0.1;
    options.dropout = 0.99999999999999989;
    options.seed = std::numeric_limits<std::uint64_t>::max();
    record.curve = {{1, 3.4657359027997265, 1e-300, 0}, {2, 1.0 / 3, 5e-324, 12}, {90, -0.0, 1e308, 1}};
    record.heldOut = {{0, 64, 90}, {2.5, 2.25, 1.0 / 7}, {0, 0.5, 1}, {{"diagonal", {0.125, 0.25, 0.5}}}};
    record.models = {{"transformer", 14000, {{5, 1, 1}, {40, 1.0 / 3, 0.1 + 0.2}}}, {"gru", 0, {}}};
    return record;
}

Project withTask(const TrainingRecord &record)
{
    Project project = defaultProject();
    project.task = std::make_shared<const TrainingRecord>(record);
    return project;
}

Project reread(const Project &project)
{
    return parseProject(projectJson(project), "x.regard");
}

} // namespace

/// The key `task` of projects, the projects that tasks begin with, and what both say of mistakes.
class TestTaskKeys : public QObject {
    Q_OBJECT

private slots:
    void roundTrip()
    {
        const TrainingRecord record = taskKeysRich();
        const Project read = reread(withTask(record));
        QVERIFY(read.task != nullptr);
        QVERIFY(*read.task == record);
        QVERIFY(isSameBesidesView(read, withTask(record)));
        QVERIFY(!isSameBesidesView(read, defaultProject()));
        QVERIFY(reread(defaultProject()).task == nullptr);
    }

    void leastTask()
    {
        const Project project = taskKeysParsed("{" + QByteArray(least) + "}");
        QCOMPARE(project.task->step, 7LL);
        QVERIFY(project.task->curve.empty());
        TrainingOptions usual;
        usual.rate.dModel = 16;
        QVERIFY(project.task->options == usual);
    }

    void writesEveryOption()
    {
        const std::string json = projectJson(withTask(taskKeysRich()));
        for (const std::string &key : trainingKeys())
            QVERIFY2(json.find('"' + key + '"') != std::string::npos, key.c_str());
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("task");
        QTest::addColumn<QStringList>("says");
        const auto row = [](const char *name, const QByteArray &task, std::initializer_list<const char *> says) {
            QStringList parts;
            for (const char *part : says)
                parts.append(QString::fromUtf8(part));
            QTest::newRow(name) << task << parts;
        };
        const auto with = [](const char *more) { return "{" + QByteArray(least) + ", " + more + "}"; };
        const auto option = [](const char *given) {
            return R"({"name": "it", "seed": 1, "step": 7, "options": {)" + QByteArray(given) + "}}";
        };
        row("a text", R"("it")", {"task", "an object"});
        row("no name", R"({"seed": 1, "step": 0, "options": {}})", {"task.name is missing"});
        row("another name", R"({"name": "its", "seed": 1, "step": 0, "options": {}})", {"task.name", "reverse", "its"});
        row("no seed", R"({"name": "it", "step": 0, "options": {}})", {"task.seed is missing"});
        row("seed below 0", R"({"name": "it", "seed": -1, "step": 0, "options": {}})", {"task.seed", "-1"});
        row("half a seed", R"({"name": "it", "seed": 0.5, "step": 0, "options": {}})", {"task.seed", "0.5"});
        row("no step", R"({"name": "it", "seed": 1, "options": {}})", {"task.step is missing"});
        row("step below 0", R"({"name": "it", "seed": 1, "step": -1, "options": {}})", {"task.step", "-1"});
        row("no options", R"({"name": "it", "seed": 1, "step": 0})", {"task.options is missing"});
        row("unknown key", with(R"("moments": [])"), {"\"moments\"", "task"});
        row("unknown option", option(R"("learning_rat": 1)"), {"\"learning_rat\"", "\"learning_rate\""});
        row("rate 0", option(R"("learning_rate": 0)"), {"task.options.learning_rate", "above 0", "0"});
        row("rate a text", option(R"("learning_rate": "1")"), {"task.options.learning_rate", "a number"});
        row("dropout 1", option(R"("dropout": 1)"), {"task.options.dropout", "below 1"});
        row("smoothing below 0", option(R"("label_smoothing": -0.1)"), {"task.options.label_smoothing", "-0.1"});
        row("no batch", option(R"("batch": 0)"), {"task.options.batch", "1 to 65536"});
        row("half a step", option(R"("steps": 1.5)"), {"task.options.steps", "1.5"});
        row("schedule", option(R"("schedule": "linear")"), {"task.options.schedule", "cosine", "linear"});
        row("lock", option(R"("locked": ["encoder.9.self.w_q"])"), {"task.options.locked", "encoder.9.self.w_q"});
        row("models as a number", with(R"("models": 3)"), {"task.models"});
        row("model without a name", with(R"("models": [{"step": 1}])"), {"task.models[0].name is missing"});
        row("model without lengths", with(R"("models": [{"name": "a", "step": 1}])"),
            {"task.models[0].length is missing"});
        row("lengths fall",
            with(R"("models": [{"name": "a", "step": 1, "length": [5, 5], "accuracy": [1, 1],)"
                 R"("token_accuracy": [1, 1]}])"),
            {"task.models[0].length", "rising"});
        row("a share above 1",
            with(R"("models": [{"name": "a", "step": 1, "length": [5], "accuracy": [1.5], "token_accuracy": [1]}])"),
            {"task.models[0].accuracy", "1.5", "from 0 to 1"});
        row("too few shares",
            with(R"("models": [{"name": "a", "step": 1, "length": [5], "accuracy": [], "token_accuracy": [1]}])"),
            {"task.models[0].accuracy has 0 numbers, but task.models[0].length has 1"});
        row("curve without loss", with(R"("curve": {"step": [1], "rate": [1], "gradient": [1]})"),
            {"task.curve.loss is missing"});
        row("curve too short", with(R"("curve": {"step": [1, 2], "loss": [1], "rate": [1, 1], "gradient": [1, 1]})"),
            {"task.curve.loss has 1 numbers, but task.curve.step has 2"});
        row("curve falls", with(R"("curve": {"step": [2, 2], "loss": [1, 1], "rate": [1, 1], "gradient": [1, 1]})"),
            {"task.curve.step holds 2", "rising"});
        row("curve from 0", with(R"("curve": {"step": [0], "loss": [1], "rate": [1], "gradient": [1]})"),
            {"task.curve.step holds 0"});
        row("curve beyond", with(R"("curve": {"step": [8], "loss": [1], "rate": [1], "gradient": [1]})"),
            {"task.curve.step holds 8", "7"});
        row("measures", with(R"("held_out": {"step": [0], "loss": [1], "accuracy": [1], "measures": {"a b": []}})"),
            {"task.held_out.measures.a b has 0 numbers", "task.held_out.step has 1"});
        row("null in a curve", with(R"("curve": {"step": [1], "loss": [null], "rate": [1], "gradient": [1]})"),
            {"task.curve.loss", "a list of numbers"});
    }

    void refusals()
    {
        QFETCH(QByteArray, task);
        QFETCH(QStringList, says);
        const QString said = taskKeysRefusal(task);
        QVERIFY(!said.isEmpty());
        for (const QString &part : says)
            QVERIFY2(said.contains(part), qPrintable(said));
    }

    /// A snapshot of an earlier step holds no curve of its own: it is the beginning of the project's.
    void snapshots()
    {
        Project project = withTask(taskKeysRich());
        project.snapshots.push_back({"step 2", std::make_shared<const Project>(withTask(taskKeysRich().upTo(2)))});
        project.snapshots.push_back({"untrained", std::make_shared<const Project>(defaultProject())});
        TrainingRecord other = taskKeysRich();
        other.task = "copy";
        other.curve.front().loss = 1;
        project.snapshots.push_back({"other", std::make_shared<const Project>(withTask(other))});
        project.snapshots.push_back({"same", std::make_shared<const Project>(withTask(taskKeysRich()))});
        QCOMPARE(taskKeysRich().upTo(2).curve.size(), std::size_t(2));
        QCOMPARE(taskKeysRich().upTo(2).heldOut.measures.at("diagonal").size(), std::size_t(1));
        const std::string json = projectJson(project);
        const Project read = parseProject(json, "x.regard");
        QVERIFY(*read.task == taskKeysRich());
        QVERIFY(*read.snapshots.at(0).state->task == taskKeysRich().upTo(2));
        QVERIFY(read.snapshots.at(1).state->task == nullptr);
        QVERIFY(*read.snapshots.at(2).state->task == other);
        QVERIFY(read.snapshots.at(3).state->task == read.task);
        QCOMPARE(QByteArray::fromStdString(json).count("\"curve\""), 2);
    }

    void taskProjects_data()
    {
        QTest::addColumn<QString>("name");
        for (const Task &task : tasks())
            QTest::newRow(task.name.c_str()) << QString::fromStdString(task.name);
    }

    /// What a task begins with is a file that reads back bit for bit and that a run goes on from, and its text is read
    /// as the tokens of the task's sentence.
    void taskProjects()
    {
        QFETCH(QString, name);
        const Task task = *findTask(name.toStdString());
        const Project project = taskProject(task, task.options);
        QCOMPARE(project.task->task, task.name);
        QCOMPARE(project.task->step, 0LL);
        const Input input = inputOf(project);
        const TrainingSentence sentence = task.sentence(task.options.seed, 0, true);
        const auto words = [&](const std::vector<int> &tokens) {
            std::vector<std::string> texts;
            for (const int token : tokens)
                texts.push_back(task.vocabulary.tokens[std::size_t(token)]);
            return texts;
        };
        QCOMPARE(input.tokens, words(sentence.source));
        QCOMPARE(input.target, words(sentence.target));
        const Project read = reread(project);
        QVERIFY(isSameBesidesView(read, project));
        QCOMPARE(read.model.embedding.size(), task.vocabulary.tokens.size());
        QCOMPARE(reasonAgainst(task, read.model), std::string());
        QVERIFY(Run(task, read.model, task.options).state() ==
                Run(task, modelFor(task, task.options.seed), task.options).state());
    }

    /// A sentence that the task's vocabulary has is kept.
    void keepsSentences()
    {
        const Task task = *findTask("it");
        Project project = taskProject(task, task.options);
        project.source = "The cat sat on the rug and it was woven.";
        QCOMPARE(preparedProject(project, task, task.options).source, project.source);
        project.source = "The cat sat on the moon and it was woven.";
        QVERIFY(preparedProject(project, task, task.options).source != project.source);
    }

    void misfits()
    {
        const Task it = *findTask("it");
        const Task copy = *findTask("copy");
        const Task repeated = *findTask("repeated");
        const auto says = [](const Task &task, const Model &model, const char *part) {
            const std::string reason = reasonAgainst(task, model);
            return reason.find(part) != std::string::npos && reason.ends_with('.');
        };
        QVERIFY(says(it, modelFor(copy, 1), "an encoder alone"));
        QVERIFY(says(copy, modelFor(it, 1), "an encoder and a decoder"));
        QVERIFY(says(repeated, modelFor(it, 1), "a decoder alone"));
        Model silent = modelFor(it, 1);
        silent.config.maskedLanguageModel = false;
        QVERIFY(says(it, silent, "no output layer"));
        Model seeing = modelFor(copy, 1);
        seeing.config.decoderMask = Mask::None;
        QVERIFY(says(copy, seeing, "decoder_mask"));
        Model brief = modelFor(copy, 1);
        brief.config.maximumTokens = 5;
        QVERIFY(says(copy, brief, "at most 5"));
        Model narrow = modelFor(copy, 1);
        narrow.given.set("output.w", Matrix(Matrix::Zero(narrow.config.dModel, 3)));
        QVERIFY(says(copy, narrow, "output.w"));
    }
};

REGARD_GUILESS_TEST(TestTaskKeys)
#include "test_task_keys.moc"

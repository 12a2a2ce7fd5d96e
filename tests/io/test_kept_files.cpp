#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include <QDir>
#include <QFile>
#include <QTest>

#include "engine/pass/forward.h"
#include "io/attention/attention_file.h"
#include "io/lesson/lesson.h"
#include "io/project/project_file.h"
#include "io/project/task_file.h"
#include "paths.h"
#include "test_class.h"
#include "training/run/training_record.h"

using namespace regard;

namespace {

QString kept(const QString &name)
{
    return QStringLiteral(REGARD_SOURCES "/tests/data/files-1.0/") + name;
}

SharedTrace pass(const Project &project)
{
    return forward(project.model, inputOf(project));
}

/// The largest difference of the weights of all heads that both have; 1 where one has other blocks or sizes.
double differenceOf(const Trace &a, const Trace &b)
{
    if (a.blocks.size() != b.blocks.size())
        return 1;
    double largest = 0;
    for (std::size_t i = 0; i < a.blocks.size(); ++i) {
        if (a.blocks[i]->name != b.blocks[i]->name || a.blocks[i]->heads.size() != b.blocks[i]->heads.size())
            return 1;
        for (std::size_t head = 0; head < a.blocks[i]->heads.size(); ++head) {
            const Matrix one = a.blocks[i]->heads[head].weights;
            const Matrix other = b.blocks[i]->heads[head].weights;
            if (one.rows() != other.rows() || one.cols() != other.cols() || one.size() == 0)
                return 1;
            largest = std::max(largest, double((one - other).cwiseAbs().maxCoeff()));
        }
    }
    return largest;
}

std::uint32_t bitsOf(float number)
{
    return std::bit_cast<std::uint32_t>(number);
}

} // namespace

/// What version 1.0 wrote is read with the same meaning (formats.md, “What stays”). These files never change;
/// tests/data/files-1.0/README.md says how they were made.
class TestKeptFiles : public QObject {
    Q_OBJECT

private slots:
    void project()
    {
        const Project project = readProject(kept(QStringLiteral("project.regard")));
        QCOMPARE(project.title, std::string("A file of 1.0 · 一份 1.0 的文件"));
        QCOMPARE(project.note, std::string("Written by the first release: <b>text</b> is text.\nA second line."));
        QCOMPARE(project.source, std::string("she loves the black cat"));
        QCOMPARE(project.target, std::string("elle aime le chat noir"));
        QCOMPARE(project.maskedSource, std::vector<int>{1});
        QCOMPARE(project.maskedTarget, std::vector<int>{4});
        QCOMPARE(project.dimensions.size(), std::size_t(20));
        QCOMPARE(project.dimensions.at(19), std::string("found dog"));
        const ModelConfig &config = project.model.config;
        QVERIFY(config.architecture == Architecture::EncoderDecoder && config.residual);
        QCOMPARE(config.heads, 2);
        QCOMPARE(config.dKey, 9);
        const Matrix &weights = project.model.given.at("encoder.0.self.w_q");
        QCOMPARE(bitsOf(weights(0, 0)), bitsOf(0.1F));
        QCOMPARE(bitsOf(weights(0, 1)), bitsOf(-0.0F));
        QCOMPARE(bitsOf(weights(0, 2)), std::uint32_t(1)); // the smallest number above 0

        Interventions interventions;
        interventions.heads[{Attention::Cross, 0, 1}] = Replacement::Mean;
        interventions.temperatures[{Attention::Encoder, 0, 1}] = 0.5F;
        QVERIFY(project.model.interventions == interventions);
        StoredView view;
        view.block = Attention::Cross;
        view.heads = {0};
        view.query = 1;
        view.key = 2;
        view.stage = Stage::Scaled;
        view.steps = {StepKind::Score, false, true, true, 2, 3};
        view.cell = {"encoder.0.self.w_q", 0, 1};
        view.scale = ColorScale::Logarithmic;
        QVERIFY(project.view == view);

        QCOMPARE(project.snapshots.size(), std::size_t(2));
        QCOMPARE(project.snapshots[0].name, std::string("sharper · 更尖"));
        interventions.heads.clear();
        interventions.temperatures = {{{Attention::Cross, 0, 0}, 0.25F}};
        QVERIFY(project.snapshots[0].state->model.interventions == interventions);
        QCOMPARE(project.snapshots[1].state->source, std::string("he sees the white dog"));
        QCOMPARE(project.snapshots[1].state->target, project.target);
    }

    /// As JSON and as tensors, and the project computes the same.
    void traces()
    {
        const SharedTrace computed = pass(readProject(kept(QStringLiteral("project.regard"))));
        QCOMPARE(computed->blocks.size(), std::size_t(3));
        for (const char *name : {"trace.json", "trace.safetensors"}) {
            const auto file = openAttention(kept(QLatin1String(name)));
            QCOMPARE(file->format, std::string("regard-trace"));
            QCOMPARE(file->sentences.size(), std::size_t(1));
            QCOMPARE(file->sentences[0].title, std::string("A file of 1.0 · 一份 1.0 的文件"));
            QCOMPARE(file->sentences[0].masked, std::vector<int>{1});
            const SharedTrace trace = attentionTrace(file, 0);
            QVERIFY(trace->source.tokens == computed->source.tokens && trace->target.tokens == computed->target.tokens);
            const double difference = differenceOf(*trace, *computed);
            QVERIFY2(difference < 1e-5, name); // last bits depend on the processor
        }
    }

    /// As the Python package wrote it.
    void attention()
    {
        const auto file = openAttention(kept(QStringLiteral("attention.safetensors")));
        QCOMPARE(file->format, std::string("regard-attention"));
        const SharedTrace trace = attentionTrace(file, 0);
        QVERIFY((trace->source.tokens == TokenList{"它", "<b>is</b>", "."}));
        QCOMPARE(trace->blocks.at(0)->heads.size(), std::size_t(2));
        Matrix first(3, 3);
        first << 0.25F, 0.75F, 0, 0.5F, 0.125F, 0.375F, 0, 0, 1;
        QVERIFY(trace->blocks[0]->heads[0].weights == first);
    }

    void lesson()
    {
        const Lesson lesson = readLesson(kept(QStringLiteral("lesson.lesson")));
        QCOMPARE(lesson.title.text("en"), std::string("Three inputs by hand"));
        QCOMPARE(lesson.title.text("zh_CN"), std::string("手算三个输入"));
        QCOMPARE(lesson.pages.size(), std::size_t(11));
        std::size_t attempts = 0;
        for (const LessonPage &page : lesson.pages) {
            QVERIFY(pass(page.project) && !page.text.isEmpty() && !page.panels.empty());
            attempts += page.attempt.isEmpty() ? 0 : 1;
            QCOMPARE(page.conditions.empty(), page.attempt.isEmpty());
        }
        QCOMPARE(attempts, std::size_t(4));
    }

    /// What a model learned, and from which file.
    void training()
    {
        const Project project = readProject(kept(QStringLiteral("trained.regard")));
        QVERIFY(project.task != nullptr);
        QCOMPARE(project.task->task, std::string("pairs"));
        QCOMPARE(project.task->data, QDir::cleanPath(kept(QStringLiteral("pairs.tsv"))).toStdString());
        QCOMPARE(project.task->step, 3LL);
        QCOMPARE(project.task->curve.size(), std::size_t(3));
        QCOMPARE(project.task->curve[1].loss, 2.38300684412499);
        const Task task = readOwnTask(OwnKind::Pairs, kept(QStringLiteral("pairs.tsv")), project);
        QCOMPARE(task.file->sentences, 5);
        QVERIFY(pass(project));
    }
};

REGARD_GUILESS_TEST(TestKeptFiles)
#include "test_kept_files.moc"

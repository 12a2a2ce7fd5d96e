#include <cmath>
#include <memory>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "document/document.h"
#include "document/means/mean_over.h"
#include "engine/analysis/cell_derivative.h"
#include "engine/model/sentence_means.h"
#include "engine/pass/forward.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/intervention_keys.h"
#include "io/project/means_file.h"
#include "io/project/project_file.h"
#include "message_of.h"
#include "paths.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Whether they are alike up to float32's rounding through two layers.
bool isLikeRows(const Matrix &numbers, const QJsonArray &expected)
{
    double apart = numbers.rows() == expected.size() ? 0 : 1;
    for (Eigen::Index row = 0; row < numbers.rows() && apart < 1; ++row)
        for (Eigen::Index column = 0; column < numbers.cols(); ++column)
            apart =
                std::max(apart, std::abs(double(numbers(row, column)) - expected[row].toArray()[column].toDouble()));
    return apart < 2e-5;
}

/// Two layers of two heads, with words for tokens.
Project smallProject()
{
    Project project = defaultProject();
    ModelConfig config;
    config.encoderLayers = 2;
    config.heads = 2;
    config.dModel = 8;
    config.dKey = config.dValue = 4;
    config.dFf = 6;
    config.residual = true;
    project.model = buildModel(config, {}, {});
    project.source = "the cat [SEP] sat";
    return project;
}

const HeadRef firstHead{Attention::Encoder, 0, 1};
const Sublayer lastFeedForward{Stack::Encoder, 1, SublayerKind::FeedForward};

Interventions offByMeans()
{
    Interventions interventions;
    interventions.heads[firstHead] = Replacement::MeanOver;
    interventions.sublayers[lastFeedForward] = Replacement::MeanOver;
    return interventions;
}

} // namespace

/// The mean over the sentences of a file in place of what parts give, beside hooks on transformers
/// (tests/data/interventions/make_means.py).
class TestMeanOver : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString path(const QString &name) const { return m_folder->filePath(name); }
    std::string list(const QByteArray &text, const QString &name = u"list.txt"_s) const
    {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path(name).toStdString()
                                                                                  : std::string();
    }
    static QByteArray bytesAt(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// How many sentences were computed.
    static int computedOf(Interventions &interventions, const Project &project, const std::string &file,
                          const QString &kept)
    {
        int computed = 0;
        MeanOver over{project, file, kept};
        over.progress = [&](int, int) { ++computed; };
        interventions = withMeans(interventions, over);
        return computed;
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void sameAsHooks()
    {
        QFile file(QStringLiteral(REGARD_TEST_DATA "/interventions/means.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).array();
        QCOMPARE(cases.size(), 2);
        for (const QJsonValue &each : cases) {
            const QJsonObject given = each.toObject();
            Project project = checkpointProject(openCheckpoint(
                QStringLiteral(REGARD_TEST_DATA "/checkpoints/%1").arg(given[u"checkpoint"_s].toString())));
            project.source = "a sentence that does not count";
            const std::string keys = QJsonDocument(given).toJson().toStdString();
            const Interventions off = readInterventions(parseJson(keys, "case"), project.model.config, "case");
            project.model.interventions =
                withMeans(off, {project, REGARD_TEST_DATA "/interventions/means.txt", QString()});
            project.source = given[u"text"_s].toString().toStdString();
            const SharedTrace trace = forward(project.model, inputOf(project));
            QCOMPARE(int(trace->source.tokens.size()), int(given[u"tokens"_s].toArray().size()));
            const auto [head, replacement] = *off.heads.begin();
            const Matrix &put = trace->blocks[std::size_t(blockIndex(project.model.config, head.attention, head.layer))]
                                    ->heads[std::size_t(head.head)]
                                    .output;
            QVERIFY(isLikeRows(put, given[u"put"_s].toArray()));
            const bool decodes = project.model.config.architecture == Architecture::Decoder;
            QVERIFY(isLikeRows(decodes ? trace->decoderOutput : trace->encoderOutput, given[u"output"_s].toArray()));
        }
    }

    void eachRowTakesTheMeanOfItsKind()
    {
        Project project = smallProject();
        const std::string file = list("the cat [SEP] sat\nit [SEP] was\n");
        project.model.interventions = withMeans(offByMeans(), {project, file, QString()});
        const SharedTrace trace = forward(project.model, inputOf(project));
        const Matrix &put = trace->blocks[0]->heads[1].output;
        QVERIFY(put.row(0) == put.row(1) && put.row(0) == put.row(3));
        QVERIFY(put.row(2) != put.row(0));
        // Of the file's own tokens the means are those of what the whole model computes.
        Matrix sum = Matrix::Zero(1, 4);
        Matrix special = Matrix::Zero(1, 4);
        for (const char *sentence : {"the cat [SEP] sat", "it [SEP] was"}) {
            Project whole = smallProject();
            whole.source = sentence;
            const SharedTrace of = forward(whole.model, inputOf(whole));
            for (std::size_t i = 0; i < of->source.tokens.size(); ++i)
                (of->source.tokens[i] == "[SEP]" ? special : sum) +=
                    of->blocks[0]->heads[1].output.row(Eigen::Index(i));
        }
        QVERIFY((put.row(0) - sum / 5).cwiseAbs().maxCoeff() < 1e-6F);
        QVERIFY((put.row(2) - special / 2).cwiseAbs().maxCoeff() < 1e-6F);
    }

    void anotherTokenTakesAnotherMeanWhereTheRestIsReused()
    {
        Project project = smallProject();
        project.model.interventions = withMeans(offByMeans(), {project, list("a [SEP] b\nc d\n"), QString()});
        const SharedTrace before = forward(project.model, inputOf(project));
        const Model model = project.model;
        project.source = "the cat sat [SEP]";
        const SharedTrace fresh = forward(project.model, inputOf(project));
        PassOptions options;
        options.previous = before.get();
        options.previousModel = &model;
        const SharedTrace reused = forward(project.model, inputOf(project), options);
        QVERIFY(reused->encoderOutput.get() == fresh->encoderOutput.get());
    }

    /// By a number of the head's W_V nothing moves; by one of another head what its difference says.
    void aMeanDoesNotMove()
    {
        Project project = smallProject();
        Interventions off = offByMeans();
        off.sublayers.clear();
        project.model.interventions = withMeans(off, {project, list("a [SEP] b\n"), QString()});
        const Input input = inputOf(project);
        const SharedTrace trace = forward(project.model, input);
        const AttentionPlace next{Attention::Encoder, 1};
        const auto derivative = [&](int column) {
            return headDerivative(project.model, *trace, {"encoder.0.self.w_v", 2, column}, next, 0)->scores;
        };
        QVERIFY(derivative(5).isZero(0));
        const float step = 0.01F;
        const auto scoresAt = [&](float by) {
            Model moved = project.model;
            moved.weights.edit("encoder.0.self.w_v")(2, 1) += by;
            return headScores(moved, *forward(moved, input), 1, 0).scores;
        };
        const Matrix difference = (scoresAt(step) - scoresAt(-step)) / (2 * step);
        const Matrix exact = derivative(1);
        QVERIFY(exact.cwiseAbs().maxCoeff() > 1e-3F);
        QVERIFY((exact - difference).cwiseAbs().maxCoeff() < 1e-3F * exact.cwiseAbs().maxCoeff() + 1e-4F);
    }

    void editsMakeThemOld()
    {
        Document document;
        Project project = smallProject();
        project.model.interventions = withMeans(offByMeans(), {project, list("a [SEP] b\n"), QString()});
        document.load(project, {});
        document.waitForResult();
        const auto isOld = [&] { return hasStaleMeans(*document.matrices().model()); };
        QVERIFY(!isOld());
        document.matrices().editCell(u"encoder.0.self.w_q"_s.toStdString(), 0, 0, 2.5F);
        QVERIFY(isOld());
        document.undoStack()->undo();
        QVERIFY(!isOld());
        document.undoStack()->redo();
        QVERIFY(isOld());
        document.matrices().setInterventions({}, u"on"_s);
        QVERIFY(!isOld());
        QVERIFY(!document.matrices().model()->interventions.means);
    }

    /// Other tokens have other means.
    void anotherTokenizerMakesThemOld()
    {
        Project project = smallProject();
        const std::string file = list("a [SEP] b\nc d\n");
        const QString kept = path(u"p.means"_s);
        QCOMPARE(computedOf(project.model.interventions = offByMeans(), project, file, kept), 2);
        Document document;
        document.load(project, {});
        document.waitForResult();
        const auto isOld = [&] { return hasStaleMeans(*document.matrices().model()); };
        QVERIFY(!isOld());
        document.sentences().setSource(u"the cat"_s);
        QVERIFY(!isOld());
        document.sentences().setTokenizer(Tokenizer::Characters);
        QVERIFY(isOld());
        document.undoStack()->undo();
        QVERIFY(!isOld());
        document.undoStack()->redo();
        QVERIFY(isOld());
        writeProject(path(u"p.regard"_s), document.project());
        Project again = readProject(path(u"p.regard"_s));
        QCOMPARE(again.tokenizer, Tokenizer::Characters);
        QVERIFY(hasStaleMeans(again.model));
        // What made them is not known from the file; computed again they are the same, and no longer old.
        document.load(again, {});
        document.sentences().setTokenizer(Tokenizer::Words);
        QVERIFY(isOld());
        Interventions same = document.matrices().model()->interventions;
        QCOMPARE(computedOf(same, document.project(), file, kept), 0);
        document.matrices().setInterventions(same, u"again"_s);
        QVERIFY(!isOld());
        QCOMPARE(document.undoStack()->count(), 1);
        QCOMPARE(computedOf(again.model.interventions, again, file, kept), 2);
        QVERIFY(!hasStaleMeans(again.model));
        QVERIFY(!(again.model.interventions == project.model.interventions));
        document.load(again, {});
        QVERIFY(!isOld());
        document.sentences().setTokenizer(Tokenizer::Words);
        QVERIFY(isOld());
    }

    /// What counts as a mask changes what each token's row is multiplied by.
    void anotherMaskMakesThemOld()
    {
        for (const bool drops : {false, true}) {
            Project project = smallProject();
            ModelConfig config = project.model.config;
            config.tokenDropout = drops;
            project.model = buildModel(config, {}, {});
            const std::string file = list("a [SEP] b\nc d\n");
            const QString kept = path(drops ? u"drops.means"_s : u"p.means"_s);
            QCOMPARE(computedOf(project.model.interventions = offByMeans(), project, file, kept), 2);
            project.model.vocabulary.mask = "a";
            QCOMPARE(hasStaleMeans(project.model), drops);
            Interventions again = offByMeans();
            QCOMPARE(computedOf(again, project, file, kept), drops ? 2 : 0);
        }
    }

    void theyAreStoredInTheProject()
    {
        Project project = smallProject();
        project.model.interventions = withMeans(offByMeans(), {project, list("a [SEP] b\nc d\n"), QString()});
        const QString file = path(u"p.regard"_s);
        writeProject(file, project);
        const Project again = readProject(file);
        QVERIFY(again.model.interventions == project.model.interventions);
        QCOMPARE(again.model.interventions.means->file, project.model.interventions.means->file);
        QVERIFY(!hasStaleMeans(again.model));
        QVERIFY(forward(again.model, inputOf(again))->encoderOutput.get() ==
                forward(project.model, inputOf(project))->encoderOutput.get());
        QByteArray text;
        {
            QFile written(file);
            QVERIFY(written.open(QIODevice::ReadOnly));
            text = written.readAll();
        }
        QVERIFY(text.contains("\"sentences\": \"list.txt\""));
        // A snapshot has its own, or none.
        Project two = project;
        Project none = project;
        none.model.interventions = {};
        Project other = project;
        other.model.interventions = withMeans(offByMeans(), {project, list("e f\n", u"else.txt"_s), QString()});
        two.snapshots = {{"none", std::make_shared<const Project>(none)},
                         {"other", std::make_shared<const Project>(other)}};
        writeProject(path(u"two.regard"_s), two);
        const Project read = readProject(path(u"two.regard"_s));
        QVERIFY(read.snapshots.at(0).state->model.interventions.isEmpty());
        QVERIFY(read.snapshots.at(1).state->model.interventions == other.model.interventions);
        QVERIFY(!hasStaleMeans(read.snapshots.at(1).state->model));
        QCOMPARE(read.snapshots.at(1).state->model.interventions.means->file, other.model.interventions.means->file);
        // With another seed, and so with other weights, they are another model's.
        QVERIFY(text.contains("\"score\""));
        const Project changed =
            parseProject(text.replace("\"score\"", "\"seed\": 5, \"score\"").toStdString(), file.toStdString());
        QVERIFY(hasStaleMeans(changed.model));
    }

    void whatIsKeptIsNotComputedAgain()
    {
        const Project project = smallProject();
        const QString kept = path(u"p.means"_s);
        const std::string file = list("a [SEP] b\nc d\n");
        Interventions first = offByMeans();
        first.sublayers.clear();
        QCOMPARE(computedOf(first, project, file, kept), 2);
        Interventions again = offByMeans();
        again.sublayers.clear();
        QCOMPARE(computedOf(again, project, file, kept), 0);
        QVERIFY(again == first);
        Interventions more = offByMeans();
        QCOMPARE(computedOf(more, project, file, kept), 2); // the feed-forward's is not there yet
        Interventions both = offByMeans();
        QCOMPARE(computedOf(both, project, file, kept), 0);
        QVERIFY(both == more);
        Project edited = project;
        edited.model.weights.edit("encoder.0.self.w_v")(0, 0) += 1;
        Interventions ofEdited = offByMeans();
        QCOMPARE(computedOf(ofEdited, edited, file, kept), 2);
        QVERIFY(!(ofEdited == both));
        Interventions ofOther = offByMeans();
        QCOMPARE(computedOf(ofOther, project, list("a [SEP] b\nc d e\n"), kept), 2);
        Interventions still = offByMeans();
        QCOMPARE(computedOf(still, project, list("a [SEP] b\nc d\n"), kept), 0);
        const std::string other = list("not ours", u"p.means"_s);
        Interventions anew = offByMeans();
        QCOMPARE(computedOf(anew, project, file, QString::fromStdString(other)), 2);
        QFile left(path(u"p.means"_s));
        QVERIFY(left.open(QIODevice::ReadOnly));
        QCOMPARE(left.readAll(), QByteArray("not ours"));
    }

    void aLaterVersionsFileIsLeftAlone()
    {
        const Project project = smallProject();
        const std::string file = list("a [SEP] b\nc d\n");
        const QString kept = path(u"p.means"_s);
        Interventions first = offByMeans();
        QCOMPARE(computedOf(first, project, file, kept), 2);
        QByteArray text = bytesAt(kept);
        text.replace("\"version\": 1", "\"version\": 2");
        QVERIFY(!list(text, u"p.means"_s).empty());
        Interventions again = offByMeans();
        QCOMPARE(computedOf(again, project, file, kept), 2);
        QCOMPARE(bytesAt(kept), text);
    }

    void linesThatCannotBeReadAreNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("reason");
        QTest::newRow("blank") << QByteArray("a b\n\nc\n") << u"line 2: the sentence is empty"_s;
        QTest::newRow("tab") << QByteArray("a b\nc\td\n") << u"line 2: there is a tab in it"_s;
        QTest::newRow("nothing") << QByteArray("\n") << u"holds no sentence"_s;
        QTest::newRow("bytes") << QByteArray("a \xff b\n") << u"line 1: it is not UTF-8 text"_s;
        QTest::newRow("special alone") << QByteArray("[SEP]\n[CLS] [SEP]\n") << u"no ordinary token"_s;
    }
    void linesThatCannotBeReadAreNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, reason);
        const MeanOver over{smallProject(), list(text), QString()};
        const QString message = messageOf<FileError>([&] { withMeans(offByMeans(), over); });
        QVERIFY2(message.contains(reason) && message.contains(u"list.txt"_s), qPrintable(message));
    }

    void withoutMeansThereIsAnError()
    {
        Project project = smallProject();
        project.model.interventions = offByMeans();
        QVERIFY(messageOf<InputError>([&] { forward(project.model, inputOf(project)); }).contains(u"is not known"_s));
        project.model.interventions = withMeans(offByMeans(), {project, list("a b\n"), QString()});
        ModelConfig wider = project.model.config;
        wider.dValue = 5;
        project.model = reconfigured(project.model, wider);
        QVERIFY(messageOf<InputError>([&] {
                    forward(project.model, inputOf(project));
                }).contains(u"has 4 numbers, where 5 are needed"_s));
    }
};

REGARD_TEST(TestMeanOver)
#include "test_mean_over.moc"

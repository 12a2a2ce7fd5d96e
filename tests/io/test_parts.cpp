#include <cmath>
#include <memory>
#include <vector>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "engine/analysis/logit_parts.h"
#include "engine/analysis/score_parts.h"
#include "engine/functions/score.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/stream.h"
#include "expected_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "paths.h"
#include "test_class.h"
#include "variant_copy.h"

using namespace regard;

namespace {

/// The bound: float32 numbers of a pass, added in another order.
constexpr double partsBound = 1e-6;

/// As tests/data/parts/make.py names it.
QString partNameInFile(const StreamPart &part)
{
    const QString place = part.sublayer ? QString::fromStdString(sublayerName(*part.sublayer)) : QString();
    switch (part.kind) {
    case PartKind::Token:
        return QStringLiteral("token");
    case PartKind::Position:
        return QStringLiteral("position");
    case PartKind::TokenType:
        return QStringLiteral("token_type");
    case PartKind::Head:
        return QStringLiteral("head %1 %2").arg(place).arg(part.head);
    case PartKind::FeedForward:
        return QStringLiteral("feed_forward ") + place;
    case PartKind::Bias:
        return QStringLiteral("bias ") + QString::fromStdString(part.bias);
    case PartKind::Attention:
    case PartKind::Distance:
        break;
    }
    return {};
}

QJsonArray partsFile(const char *name)
{
    QFile file(QStringLiteral(REGARD_TEST_DATA "/parts/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", name);
    return QJsonDocument::fromJson(file.readAll()).array();
}

/// A checkpoint of the files, run on the text.
struct RunFolder {
    explicit RunFolder(const QJsonObject &item)
        : checkpoint(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + item[u"folder"].toString())),
          project(checkpointProject(checkpoint))
    {
        project.source = item[u"text"].toString().toStdString();
        trace = forward(project.model, inputOf(project));
    }

    std::shared_ptr<const Checkpoint> checkpoint;
    Project project;
    SharedTrace trace;
};

void compareParts(const std::vector<StreamPart> &parts, const Eigen::VectorXd &numbers, const QJsonObject &expected)
{
    QCOMPARE(qsizetype(parts.size()), expected.size());
    const double sizes = numbers.array().abs().sum();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QString name = partNameInFile(parts[i]);
        QVERIFY2(expected.contains(name), qPrintable(name));
        const double difference = std::abs(numbers(Eigen::Index(i)) - expected[name].toDouble());
        QVERIFY2(difference <= 1e-5 * sizes, qPrintable(QStringLiteral("%1: %2 instead of %3")
                                                            .arg(name)
                                                            .arg(numbers(Eigen::Index(i)))
                                                            .arg(expected[name].toDouble())));
    }
}

double sumOfSizes(const Jacobian &numbers)
{
    return numbers.array().abs().sum();
}

} // namespace

/// Scores, logits and streams of every small checkpoint as sums of parts.
class TestParts : public QObject {
    Q_OBJECT
private slots:
    void sums_data()
    {
        QTest::addColumn<QString>("family");
        const QString data = QStringLiteral(REGARD_TEST_DATA);
        for (const char *room : {"/checkpoints", "/families"})
            for (const QString &folder : QDir(data + QLatin1String(room)).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
                QTest::newRow(qPrintable(folder)) << folder;
        for (const QString &file :
             QDir(data + QStringLiteral("/checkpoint_variants")).entryList({QStringLiteral("*.safetensors")}))
            QTest::newRow(qPrintable(file)) << file.chopped(12);
    }

    void sums()
    {
        QFETCH(QString, family);
        const std::unique_ptr<CheckpointCopy> copy = familyCopy(family);
        const std::shared_ptr<const Checkpoint> checkpoint = openCheckpoint(copy->path());
        Project project = checkpointProject(checkpoint);
        project.source = "one two three, the cat sat";
        if (project.model.config.architecture == Architecture::EncoderDecoder)
            project.target = "the rug is red";
        const Model &model = project.model;
        const SharedTrace trace = forward(model, inputOf(project));
        for (const Attention attention : attentionsOf(model.config))
            for (int layer = 0; layer < layersOf(model.config, attention); ++layer)
                block(model, *trace, {attention, layer});
        if (hasOutputLayer(model.config) && !trace->vocabulary.empty())
            logits(model, *trace);
    }

    /// The sum is what the cap is put on.
    void caps()
    {
        const auto checkpoint = openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/llama"));
        Project project = checkpointProject(checkpoint);
        project.source = "one two three, the cat sat";
        ModelConfig config = project.model.config;
        config.scoreCap = 2;
        config.logitsCap = 3;
        const Model model = reconfigured(project.model, config);
        project.model = model;
        const SharedTrace trace = forward(model, inputOf(project));
        for (int layer = 0; layer < config.decoderLayers; ++layer) {
            const AttentionPlace place{Attention::Decoder, layer};
            block(model, *trace, place);
            const double total = scoreParts(model, *trace, {place, 1, 4, 2, ScoreReference::Nothing}).total;
            const Matrix scaled = headScores(model, *trace, blockIndex(config, place.attention, layer), 1).scaled;
            QVERIFY(std::abs(total) > 0.1);
            QVERIFY(std::abs(2 * std::tanh(total / 2) - double(scaled(4, 2))) < 1e-5);
        }
        logits(model, *trace);
        LogitQuestion alone = likeliestWords(model, *trace, 4);
        alone.other.reset();
        const double total = logitParts(model, *trace, alone).total;
        QVERIFY(std::abs(3 * std::tanh(total / 3) - double(logitsRows(model, *trace, 4, 1)(0, alone.word))) < 1e-5);
    }

    /// What is switched off or replaced is a part as it is passed on.
    void interventions_data()
    {
        QTest::addColumn<int>("replacement");
        QTest::newRow("zero") << int(Replacement::Zero);
        QTest::newRow("mean") << int(Replacement::Mean);
        QTest::newRow("uniform") << int(Replacement::Uniform);
    }

    void interventions()
    {
        QFETCH(int, replacement);
        const auto by = Replacement(replacement);
        for (const char *folder : {"bert", "gpt2", "bart"}) {
            const auto checkpoint =
                openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + QLatin1String(folder));
            Project project = checkpointProject(checkpoint);
            project.source = "one two three, the cat sat";
            Model &model = project.model;
            if (model.config.architecture == Architecture::EncoderDecoder)
                project.target = "the rug is red";
            const Stack stack = model.config.architecture == Architecture::Encoder ? Stack::Encoder : Stack::Decoder;
            const Attention attention = stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
            model.interventions.heads[{attention, 0, 1}] = by;
            model.interventions.sublayers[{stack, 1, SublayerKind::SelfAttention}] = by;
            if (by != Replacement::Uniform)
                model.interventions.sublayers[{stack, 0, SublayerKind::FeedForward}] = by;
            const SharedTrace trace = forward(model, inputOf(project));
            const LogitParts parts = logitParts(model, *trace, likeliestWords(model, *trace, 1));
            double sum = 0;
            double sizes = 0;
            int wholes = 0;
            for (const LogitParts::Entry &entry : parts.entries) {
                sum += entry.number;
                sizes += std::abs(entry.number);
                wholes += entry.part.kind == PartKind::Attention ? 1 : 0;
                const bool isOff = entry.part.kind == PartKind::Head && entry.part.sublayer->layer == 0 &&
                                   entry.part.sublayer->kind == SublayerKind::SelfAttention && entry.part.head == 1;
                if (isOff)
                    QCOMPARE(entry.byKey.empty(), by != Replacement::Uniform);
                if (isOff && by == Replacement::Zero)
                    QCOMPARE(entry.number, 0.0);
            }
            QCOMPARE(wholes, by == Replacement::Uniform ? 0 : 1);
            QVERIFY2(std::abs(sum - parts.total) <= partsBound * sizes, folder);
        }
    }

    /// The numbers of a program that goes forwards, in double (tests/data/parts/make.py).
    void numbers_data()
    {
        QTest::addColumn<QJsonObject>("item");
        for (const QJsonValue item : partsFile("parts.json"))
            QTest::newRow(qPrintable(item[u"folder"].toString())) << item.toObject();
    }

    void numbers()
    {
        QFETCH(QJsonObject, item);
        const RunFolder run(item);
        const Model &model = run.project.model;
        QCOMPARE(run.trace->source.tokens.size(), std::size_t(item[u"ids"].toArray().size()));
        const Attention attention = attentionsOf(model.config).front();
        int pairs = 0;
        for (const QJsonValue each : item[u"scores"].toArray()) {
            ScoreQuestion question{{attention, each[u"layer"].toInt()},
                                   each[u"head"].toInt(),
                                   each[u"query"].toInt(),
                                   each[u"key"].toInt()};
            const QJsonValue reference = each[u"reference"];
            if (!reference.isString()) {
                question.reference = ScoreReference::Key;
                question.otherKey = reference.toInt();
            } else if (reference.toString() == QLatin1String("nothing")) {
                question.reference = ScoreReference::Nothing;
            }
            const ScoreParts parts = scoreParts(model, *run.trace, question);
            compareParts(parts.queryParts, parts.ofQueryParts(), each[u"query_parts"].toObject());
            compareParts(parts.keyParts, parts.ofKeyParts(), each[u"key_parts"].toObject());
            const QJsonObject rows = each[u"pairs"].toObject();
            for (std::size_t i = 0; i < parts.queryParts.size() && !rows.isEmpty(); ++i, ++pairs)
                compareParts(parts.keyParts, parts.pairs.row(Eigen::Index(i)).transpose(),
                             rows[partNameInFile(parts.queryParts[i])].toObject());
        }
        QVERIFY(pairs > 0);
        for (const QJsonValue each : item[u"logits"].toArray()) {
            LogitQuestion question{each[u"position"].toInt(), each[u"word"].toInt()};
            if (!each[u"other"].isNull()) {
                question.other = each[u"other"].toInt();
                QCOMPARE(likeliestWords(model, *run.trace, question.position), question);
            }
            const LogitParts parts = logitParts(model, *run.trace, question);
            std::vector<StreamPart> named;
            Eigen::VectorXd numbers(Eigen::Index(parts.entries.size()));
            for (const LogitParts::Entry &entry : parts.entries) {
                numbers(Eigen::Index(named.size())) = entry.number;
                named.push_back(entry.part);
            }
            compareParts(named, numbers.head(Eigen::Index(named.size())), each[u"parts"].toObject());
        }
    }

    /// TransformerLens's direct logit attribution (tests/data/parts/make_lens.py).
    void lens_data()
    {
        QTest::addColumn<QJsonObject>("item");
        for (const QJsonValue item : partsFile("lens.json"))
            QTest::newRow(qPrintable(item[u"folder"].toString())) << item.toObject();
    }

    void lens()
    {
        QFETCH(QJsonObject, item);
        const RunFolder run(item);
        for (const QJsonValue each : item[u"logits"].toArray()) {
            const LogitQuestion question{each[u"position"].toInt(), each[u"word"].toInt(), each[u"other"].toInt()};
            QMap<QString, double> found;
            double sizes = 0;
            for (const LogitParts::Entry &entry : logitParts(run.project.model, *run.trace, question).entries) {
                const StreamPart &part = entry.part;
                const int layer = part.sublayer ? part.sublayer->layer : -1;
                sizes += std::abs(entry.number);
                if (part.kind == PartKind::Head)
                    found[QStringLiteral("L%1H%2").arg(layer).arg(part.head)] += entry.number;
                else if (part.kind == PartKind::Token)
                    found[QStringLiteral("embed")] += entry.number;
                else if (part.kind == PartKind::Position)
                    found[QStringLiteral("pos_embed")] += entry.number;
                else if (part.sublayer && part.sublayer->kind == SublayerKind::FeedForward)
                    found[QStringLiteral("%1_mlp_out").arg(layer)] += entry.number;
            }
            const QJsonObject expected = each[u"parts"].toObject();
            QCOMPARE(QStringList(found.keys()), expected.keys());
            for (const QString &name : expected.keys())
                QVERIFY2(std::abs(found[name] - expected[name].toDouble()) <= 1e-5 * sizes, qPrintable(name));
        }
    }

private:
    void block(const Model &model, const Trace &trace, const AttentionPlace &place)
    {
        const int queries = int(queriesOf(trace, place.attention).tokens.size());
        const int keys = int(keysOf(trace, place.attention).tokens.size());
        QCOMPARE(reasonForNoScoreParts(model, place.attention), std::string());
        stream(model, trace, place, queries);
        for (int head = 0; head < headsOf(model.config, place.attention); ++head) {
            const int query = queries - 1;
            const int key = place.attention == Attention::Cross ? keys - 1 : query - 1;
            score(model, trace, {place, head, query, key, ScoreReference::Mean});
            score(model, trace, {place, head, query, key, ScoreReference::Nothing});
            score(model, trace,
                  {place, head, query, key, ScoreReference::Key, place.attention == Attention::Cross ? 0 : query});
        }
    }

    /// The parts' own vectors are what the attention reads.
    void stream(const Model &model, const Trace &trace, const AttentionPlace &place, int queries)
    {
        const Sublayer sublayer = sublayerOf(place);
        const Matrix wanted = sublayerInput(model, sublayer, streamBefore(model.config, trace, sublayer));
        std::vector<int> rows;
        for (int row = 0; row < queries; ++row)
            rows.push_back(row);
        Jacobian sum = Jacobian::Zero(wanted.rows(), wanted.cols());
        Jacobian sizes = sum;
        readStream(model, trace, {sublayer.stack, sublayer}, Jacobian::Identity(wanted.cols(), wanted.cols()), rows,
                   [&](const ReadPart &read) {
                       sum += read.numbers;
                       sizes.array() += read.numbers.array().abs();
                   });
        const double worst = ((sum - inDouble(wanted)).array().abs() / (sizes.array() + 1e-9)).maxCoeff();
        QVERIFY2(worst <= 4 * partsBound, qPrintable(QString::number(worst)));
    }

    void score(const Model &model, const Trace &trace, const ScoreQuestion &question)
    {
        const ScoreParts parts = scoreParts(model, trace, question);
        const double sum = parts.pairs.sum() + parts.distance;
        // One part by one part has a score that is smaller than its terms, which the pass rounds.
        const int place = blockIndex(model.config, question.place.attention, question.place.layer);
        const HeadTrace &head = trace.blocks[std::size_t(place)]->heads[std::size_t(question.head)];
        const double terms = double(head.q.row(question.query).norm() * head.k.rowwise().norm().maxCoeff()) /
                             double(scoreDivisor(model.config));
        const double sizes = sumOfSizes(parts.pairs) + std::abs(parts.distance) + terms;
        QVERIFY2(std::abs(sum - parts.total) <= partsBound * sizes,
                 qPrintable(QStringLiteral("%1 instead of %2, of %3").arg(sum).arg(parts.total).arg(sizes)));
        QCOMPARE(parts.pairs.rows(), Eigen::Index(parts.queryParts.size()));
        QCOMPARE(parts.pairs.cols(), Eigen::Index(parts.keyParts.size()));
        keysOfHead(model, trace, question, parts, false);
        if (question.reference == ScoreReference::Nothing)
            keysOfHead(model, trace, question, parts, true);
    }

    /// A head's part is what its keys bring.
    void keysOfHead(const Model &model, const Trace &trace, const ScoreQuestion &question, const ScoreParts &parts,
                    bool isOfKey)
    {
        const std::vector<StreamPart> &named = isOfKey ? parts.keyParts : parts.queryParts;
        const Eigen::VectorXd numbers = isOfKey ? parts.ofKeyParts() : parts.ofQueryParts();
        for (std::size_t i = named.size(); i-- > 0;) {
            if (named[i].kind != PartKind::Head)
                continue;
            const std::vector<double> brought = scorePartByKeys(model, trace, question, parts, isOfKey, named[i]);
            double sum = 0;
            double sizes = 0;
            for (const double each : brought) {
                sum += each;
                sizes += std::abs(each);
            }
            QVERIFY(std::abs(sum - numbers(Eigen::Index(i))) <=
                    10 * partsBound * (sizes + numbers.array().abs().sum()));
            return; // the last head: each is read the same way
        }
    }

    void logits(const Model &model, const Trace &trace)
    {
        QCOMPARE(reasonForNoLogitParts(model), std::string());
        for (const int position : {0, int(readOutStream(trace).rows()) - 1}) {
            LogitQuestion question = likeliestWords(model, trace, position);
            QVERIFY(question.other.has_value());
            logit(model, trace, question);
            question.other.reset();
            logit(model, trace, question);
        }
    }

    void logit(const Model &model, const Trace &trace, const LogitQuestion &question)
    {
        const LogitParts parts = logitParts(model, trace, question);
        double sum = 0;
        double sizes = 0;
        for (const LogitParts::Entry &entry : parts.entries) {
            sum += entry.number;
            sizes += std::abs(entry.number);
            double keys = 0;
            double keySizes = 0;
            for (const double each : entry.byKey) {
                keys += each;
                keySizes += std::abs(each);
            }
            QCOMPARE(entry.byKey.empty(), entry.part.kind != PartKind::Head);
            QVERIFY(entry.byKey.empty() || std::abs(keys - entry.number) <= 10 * partsBound * keySizes);
        }
        QVERIFY2(std::abs(sum - parts.total) <= partsBound * sizes,
                 qPrintable(QStringLiteral("%1 instead of %2, of %3").arg(sum).arg(parts.total).arg(sizes)));
    }
};

REGARD_GUILESS_TEST(TestParts)
#include "test_parts.moc"

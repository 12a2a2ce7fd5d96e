#include <functional>

#include <QDir>
#include <QtTest>

#include "paths.h"
#include "reference_file.h"
#include "test_class.h"

using namespace regard;

/// The engine beside attentions of the transformers library: soft caps of Gemma 2, sinks of gpt-oss.
class LibraryLayersTest : public QObject {
    Q_OBJECT
private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("path");
        for (const QFileInfo &file : files())
            QTest::newRow(qPrintable(file.baseName())) << file.filePath();
        QCOMPARE(files().size(), 2);
    }

    void pass()
    {
        QFETCH(QString, path);
        const Reference reference = readReference(path);
        compareWithPass(reference);
    }

    void aRuleThatIsOffChangesTheNumbers()
    {
        const std::map<std::string, std::pair<std::string, std::function<void(ModelConfig &)>>> rules{
            {"score_cap", {"gemma2", [](ModelConfig &config) { config.scoreCap = 0; }}},
            {"logits_cap", {"gemma2", [](ModelConfig &config) { config.logitsCap = 0; }}},
            {"attention_sinks", {"gpt_oss", [](ModelConfig &config) { config.attentionSinks = false; }}}};
        for (const auto &[key, rule] : rules) {
            Reference reference = readReference(
                QStringLiteral(REGARD_TEST_DATA "/library_layers/%1.txt").arg(QString::fromStdString(rule.first)));
            rule.second(reference.config);
            const Model model = reference.model();
            const std::map<std::string, Matrix> all = flattened(model, *forward(model, reference.input));
            double most = 0;
            for (const auto &[name, expected] : reference.expected)
                most = std::max(most, double((all.at(name) - expected).cwiseAbs().maxCoeff()));
            QVERIFY2(most > 0.05, key.c_str()); // of numbers near 1
        }
    }

    /// A sink alone leaves nothing; one far below the scores takes nothing; and what it takes is missing in each row.
    void whatASinkTakes()
    {
        const Reference reference = readReference(QStringLiteral(REGARD_TEST_DATA "/library_layers/gpt_oss.txt"));
        for (const float sink : {-200.0F, 0.0F, 200.0F}) {
            Model model = reference.model();
            ModelWeights given = model.given;
            given.set("decoder.0.self.sinks", Matrix(Matrix::Constant(1, 4, sink)));
            model = buildModel(model.config, given, model.embedding, model.vocabulary);
            const SharedTrace trace = forward(model, reference.input);
            const HeadTrace &head = trace->blocks.front()->heads[1];
            QVERIFY(head.hasSink);
            const Matrix masked = headScores(model, *trace, 0, 1).masked;
            for (Eigen::Index i = 0; i < masked.rows(); ++i) {
                const Eigen::ArrayXd exponentials = masked.row(i).cast<double>().array().exp();
                const double share = exponentials.sum() / (exponentials.sum() + std::exp(double(sink)));
                QVERIFY(std::abs(double(head.weights.row(i).sum()) - share) < 1e-6); // of float32
            }
        }
    }

private:
    static QFileInfoList files()
    {
        return QDir(QStringLiteral(REGARD_TEST_DATA "/library_layers")).entryInfoList({QStringLiteral("*.txt")});
    }
};

REGARD_GUILESS_TEST(LibraryLayersTest)
#include "test_library_layers.moc"

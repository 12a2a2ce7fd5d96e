#include <memory>
#include <string>

#include <QTest>

#include "document/document.h"
#include "document/work/pass_error_text.h"
#include "engine/pass/pass_error.h"
#include "test_class.h"

using namespace Qt::StringLiterals;
using namespace regard;

/// Why a sentence cannot be computed, as the window says it.
class TestPassErrorText : public QObject {
    Q_OBJECT

private:
    static ModelConfig whole()
    {
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.encoderLayers = config.decoderLayers = 2;
        config.dFf = config.decoderDFf = 4;
        config.residual = config.finalNorm = config.bias = true;
        config.norm = Norm::Pre;
        return config;
    }
    /// Returns what a document says whose model's weight `name` holds `number` everywhere.
    static QString errorOf(const ModelConfig &config, const char *name, int rows, int columns, float number)
    {
        ModelWeights given;
        given.set(name, Matrix(Matrix::Constant(rows, columns, number)));
        Project project = defaultProject();
        project.source = "a b a";
        project.target = "<s> c";
        project.model = buildModel(config, std::move(given), {});
        Document document;
        document.load(std::move(project), {});
        document.waitForResult();
        return document.inputError();
    }

private slots:
    void namesThePlaceAsThePanelsDo_data()
    {
        QTest::addColumn<QByteArray>("weight");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<QString>("subject");
        const auto row = [](const char *weight, int rows, int columns, const QString &subject) {
            QTest::newRow(weight) << QByteArray(weight) << rows << columns << subject;
        };
        row("encoder.1.self.w_q", 16, 16, u"The queries of encoder layer 2"_s);
        row("decoder.0.self.w_v", 16, 16, u"The values of decoder layer 1"_s);
        row("decoder.1.cross.w_k", 16, 16, u"The keys of cross layer 2"_s);
        row("encoder.0.self.w_o", 16, 16, u"The outputs of the attention of encoder layer 1"_s);
        row("encoder.0.ffn.w_1", 16, 4, u"The hidden numbers of the feed-forward of encoder layer 1"_s);
        row("decoder.1.ffn.w_2", 4, 16, u"The outputs of the feed-forward of decoder layer 2"_s);
        row("encoder.final_norm.gain", 1, 16, u"The outputs of the encoder’s final norm"_s);
        row("decoder.final_norm.gain", 1, 16, u"The outputs of the decoder’s final norm"_s);
    }
    void namesThePlaceAsThePanelsDo()
    {
        QFETCH(const QByteArray, weight);
        QFETCH(const int, rows);
        QFETCH(const int, columns);
        QFETCH(const QString, subject);
        QCOMPARE(errorOf(whole(), weight.constData(), rows, columns, 3.4e38F),
                 subject + u" are too large for float32. Make the weights or the rows of X smaller, or undo the "
                           "last change with Ctrl+Z."_s);
    }

    void anEncoderAloneCountsItsLayers()
    {
        const QString error = errorOf(ModelConfig(), "encoder.0.self.w_v", 16, 16, 3e38F);
        QVERIFY2(error.startsWith(u"The values of layer 1 are too large"_s), qPrintable(error));
    }

    void noFileNameIsLeft()
    {
        for (const Quantity quantity : {Quantity::Queries, Quantity::Keys, Quantity::Values, Quantity::Outputs,
                                        Quantity::Sums, Quantity::Hidden, Quantity::FinalNorm, Quantity::Logits})
            for (const Stack stack : {Stack::Encoder, Stack::Decoder})
                for (const SublayerKind kind :
                     {SublayerKind::SelfAttention, SublayerKind::CrossAttention, SublayerKind::FeedForward}) {
                    const QString text = passErrorText(Overflow(quantity, {stack, 1, kind}, "encoder.1"), whole());
                    QVERIFY2(!text.contains(u"coder."_s) && !text.contains(u"ffn"_s) && !text.contains(u'_'),
                             qPrintable(text));
                }
    }

    void anOutputLayerOfOtherWords()
    {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.encoderLayers = 0;
        config.decoderLayers = 1;
        QCOMPARE(errorOf(config, "output.w", 16, 5, 1),
                 u"“W_out” has a column for each of 5 words, but the sentences make 3. Choose the 5 words with "
                 "“Vocabulary…” in Output, or type sentences that make as many."_s);
    }
};

REGARD_GUILESS_TEST(TestPassErrorText)
#include "test_pass_error_text.moc"

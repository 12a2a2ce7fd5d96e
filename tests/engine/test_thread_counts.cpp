#include <string>

#include <omp.h>

#include <QtTest>

#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

bool haveSameBits(const Trace &a, const Trace &b)
{
    if (a.blocks.size() != b.blocks.size() || a.encoderFeedForward.size() != b.encoderFeedForward.size())
        return false;
    for (std::size_t block = 0; block < a.blocks.size(); ++block) {
        const BlockTrace &one = *a.blocks[block];
        const BlockTrace &other = *b.blocks[block];
        for (std::size_t head = 0; head < one.heads.size(); ++head)
            if (one.heads[head].weights != other.heads[head].weights ||
                one.heads[head].output != other.heads[head].output)
                return false;
        if (one.stream != other.stream)
            return false;
    }
    for (std::size_t layer = 0; layer < a.encoderFeedForward.size(); ++layer)
        if (a.encoderFeedForward[layer]->stream != b.encoderFeedForward[layer]->stream)
            return false;
    return true;
}

} // namespace

/// However many threads share a pass, it gives the same bits.
class ThreadCountsTest : public QObject {
    Q_OBJECT
private slots:
    void sameBits_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::newRow("a word") << 1;
        QTest::newRow("a sentence") << 16;
        QTest::newRow("a page") << 150;
    }

    void sameBits()
    {
        QFETCH(int, tokens);
        ModelConfig config;
        config.encoderLayers = 2;
        config.heads = 6;
        config.dModel = 192;
        config.dKey = config.dValue = 32;
        config.dFf = 700;
        config.bias = config.residual = true;
        config.norm = Norm::Post;
        config.activation = Activation::Gelu;
        const Model model = buildModel(config, {}, {});
        Input input;
        for (int i = 0; i < tokens; ++i)
            input.tokens.push_back("word" + std::to_string(i));
        const int before = omp_get_max_threads();
        omp_set_num_threads(1);
        const SharedTrace alone = forward(model, input);
        for (const int threads : {2, 3, 4, 7}) {
            omp_set_num_threads(threads);
            QVERIFY2(haveSameBits(*forward(model, input), *alone), qPrintable(QString::number(threads)));
        }
        omp_set_num_threads(before);
    }
};

REGARD_GUILESS_TEST(ThreadCountsTest)
#include "test_thread_counts.moc"

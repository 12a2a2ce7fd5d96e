#include <memory>

#include <QtTest>

#include "engine/pass/forward.h"
#include "expected_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "pass_parity.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

/// A real model, MiniLM-L6-v2, beside what the transformers library computes of it (tests/data/minilm). It is too large
/// to stand beside the tests: REGARD_MINILM names its folder, which ./dev model prints.
class MiniLmTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        const QString folder = qEnvironmentVariable("REGARD_MINILM");
        if (folder.isEmpty())
            QSKIP("The folder of MiniLM-L6-v2 is not given: REGARD_MINILM=\"$(./dev model | head -n 1)\"");
        m_checkpoint = openCheckpoint(folder);
    }

    void pass_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < m_file.count(); ++i)
            QTest::newRow(qPrintable(m_file.at(i)[QStringLiteral("text")].toString().left(40))) << i;
    }

    void pass()
    {
        QFETCH(int, index);
        comparePass(m_checkpoint, m_file, index);
    }

    /// Layer 6, head 12 finds what "it" stands for.
    void itMeansTheCat()
    {
        Project project = checkpointProject(m_checkpoint);
        project.source = "The cat sat on the rug and it was dry-cleaned.";
        const SharedTrace trace = forward(project.model, inputOf(project));
        QCOMPARE(words(trace->source.tokens),
                 QStringLiteral("[CLS] the cat sat on the rug and it was dry - cleaned . [SEP]"));
        QCOMPARE(qRound(trace->blocks.at(5)->heads.at(11).weights(8, 2) * 10000), 7183);
    }

private:
    ExpectedFile m_file{QStringLiteral(REGARD_TEST_DATA "/minilm/expected.safetensors")};
    std::shared_ptr<const Checkpoint> m_checkpoint;
};

REGARD_GUILESS_TEST(MiniLmTest)
#include "test_minilm.moc"

#include <algorithm>

#include <QUndoStack>
#include <QtTest>

#include "document/document.h"
#include "document/matrices/matrix_label.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Row r, column c of the embedding is 10 r + c.
class CountedRows : public RowTable {
public:
    CountedRows(int rows, int columns) : m_rows(rows), m_columns(columns) {}
    int rows() const override { return m_rows; }
    int columns() const override { return m_columns; }
    void read(int first, int count, float *numbers) const override
    {
        for (int i = 0; i < count * m_columns; ++i)
            numbers[i] = float(10 * (first + i / m_columns) + i % m_columns);
    }
    const float *numbers() const override { return nullptr; }

private:
    int m_rows;
    int m_columns;
};

std::shared_ptr<const TokenTable> table(bool hasOutput)
{
    auto made = std::make_shared<TokenTable>();
    made->embedding = std::make_shared<CountedRows>(4, 8);
    if (hasOutput)
        made->output = made->embedding;
    made->ids = {{"[MASK]", 0}, {"a", 1}, {"cat", 2}, {"sat", 3}};
    return made;
}

/// A masked language model with gated feed-forwards, which has every matrix that trained models add to an encoder.
ModelConfig trainedConfig()
{
    ModelConfig config;
    config.dModel = 8;
    config.heads = 4;
    config.keyValueHeads = 2;
    config.dKey = config.dValue = 2;
    config.dFf = 6;
    config.bias = config.residual = config.gated = config.maskedLanguageModel = true;
    config.norm = Norm::Post;
    config.tokenTypes = 2;
    config.position = Position::Learned;
    return config;
}

/// As opening a checkpoint leaves it: every weight given.
Project trainedProject(const ModelConfig &config, bool hasOutput = true)
{
    Project project = defaultProject();
    project.source = "a cat sat";
    const Model drawn = buildModel(config, {}, {});
    ModelWeights given;
    for (const auto &[name, matrix] : drawn.weights.all())
        given.set(name, matrix);
    given.set("position", Matrix(Matrix::Ones(5, config.dModel)));
    if (hasOutput)
        given.set("output.b", Matrix(Matrix::Zero(1, 4)));
    const std::vector<std::string> words{"[MASK]", "a", "cat", "sat"};
    project.model = trainedModel(config, given, table(hasOutput), hasOutput ? Vocabulary{words} : Vocabulary{});
    return project;
}

std::vector<std::string> editable(const Document &document, Part part)
{
    Selection selection = document.look().selection();
    selection.part = part;
    return document.matrices().editableMatrices(selection);
}

using Names = std::vector<std::string>;

} // namespace

/// The matrices of a trained model, whose embedding stands in a table.
class TestTrainedMatrices : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(trainedProject(trainedConfig()), {});
        m_document->waitForResult();
        QVERIFY2(m_document->result().trace, qPrintable(m_document->inputError()));
    }
    void cleanup() { m_document.reset(); }

    void rowsOfXAreTheTables()
    {
        const Matrix &x = *m_document->matrices().matrix("X");
        QCOMPARE(x.rows(), 3);
        QCOMPARE(x(1, 0), 20.0F);
        QCOMPARE(x(2, 7), 37.0F);
        QVERIFY(!m_document->matrices().isTokenRandom("cat"));
        QCOMPARE(m_document->matrices().compared().valueBefore("X", 1, 3), 23.0F);
    }

    void anEditCopiesOneRow()
    {
        const auto before = m_document->matrices().model();
        m_document->matrices().editCell("X", 1, 3, 0.5F);
        QCOMPARE(m_document->matrices().model()->embedding.size(), std::size_t(1));
        const Matrix &row = *m_document->matrices().model()->embedding.at("cat");
        QCOMPARE(row.rows(), 1);
        QCOMPARE(row(0, 3), 0.5F);
        QCOMPARE(row(0, 2), 22.0F);
        QCOMPARE(m_document->matrices().model()->table, before->table);
        for (const auto &[name, matrix] : before->given.all())
            QVERIFY2(m_document->matrices().model()->given.find(name) == matrix, name.c_str());
        QCOMPARE(m_document->matrices().compared().changedCells("X"), qsizetype(1));
        QVERIFY(m_document->matrices().compared().isChanged("X", 1, 3));
        QVERIFY(!m_document->matrices().compared().isChanged("X", 1, 2));
        QVERIFY(!m_document->matrices().compared().isChanged("X", 0, 3));
        m_document->matrices().revertMatrix("X");
        QVERIFY(m_document->matrices().model()->embedding.empty());
        QCOMPARE((*m_document->matrices().matrix("X"))(1, 3), 23.0F);
        QCOMPARE(m_document->matrices().compared().changedCells("X"), qsizetype(0));
    }

    void anEditCopiesOneMatrix()
    {
        const auto before = m_document->matrices().model();
        m_document->matrices().editCell("encoder.0.ffn.w_3", 1, 2, 7.0F);
        for (const auto &[name, matrix] : before->given.all())
            QCOMPARE(m_document->matrices().model()->given.find(name) == matrix, name != "encoder.0.ffn.w_3");
        QCOMPARE(m_document->matrices().compared().changedCells("encoder.0.ffn.w_3"), qsizetype(1));
        m_document->matrices().revertMatrix("encoder.0.ffn.w_3");
        QCOMPARE(m_document->matrices().model()->given.find("encoder.0.ffn.w_3"),
                 before->given.find("encoder.0.ffn.w_3"));
    }

    void everyMatrixIsOffered()
    {
        const Names common{"X", "position", "token_type"};
        const auto rows = [&](Part part, Names own) {
            own.insert(own.begin(), common.begin(), common.end());
            QCOMPARE(editable(*m_document, part), own);
        };
        rows(Part::FeedForward, {"encoder.0.ffn.w_1", "encoder.0.ffn.b_1", "encoder.0.ffn.w_3", "encoder.0.ffn.b_3",
                                 "encoder.0.ffn.w_2", "encoder.0.ffn.b_2"});
        rows(Part::Output, {"output.transform.w", "output.transform.b", "output.norm.gain", "output.norm.bias",
                            "output.b"}); // the rows of the embedding stand for output.w
        QCOMPARE(matrixLabel("encoder.0.ffn.w_3"), u"W_3"_s);
        QCOMPARE(matrixLabel("output.transform.w"), u"W_T"_s);
        QCOMPARE(matrixLabel("token_type"), u"types"_s);
        for (const Part part : {Part::Attention, Part::FeedForward, Part::Output})
            for (const std::string &name : editable(*m_document, part)) {
                const SharedMatrix matrix = m_document->matrices().matrix(name);
                const float value = (*matrix)(0, 0) + 0.5F;
                m_document->matrices().editCell(name, 0, 0, value);
                QCOMPARE((*m_document->matrices().matrix(name))(0, 0), value);
                QVERIFY2(m_document->matrices().compared().isChanged(name, 0, 0), name.c_str());
                m_document->undoStack()->undo();
                QVERIFY2(!m_document->matrices().compared().isChanged(name, 0, 0), name.c_str());
            }
    }

    void aNormWithoutBiasHasNone()
    {
        ModelConfig config = trainedConfig();
        config.normKind = NormKind::Rms;
        m_document->load(trainedProject(config), {});
        const Names names = editable(*m_document, Part::AttentionNorm);
        QVERIFY(std::find(names.begin(), names.end(), "encoder.0.norm_1.gain") != names.end());
        QVERIFY(std::find(names.begin(), names.end(), "encoder.0.norm_1.bias") == names.end());
    }

    void rowsOfANarrowEmbedding_data()
    {
        QTest::addColumn<bool>("narrowTokens");
        QTest::newRow("as in ALBERT") << false;
        QTest::newRow("as in OPT-350m") << true;
    }

    void rowsOfANarrowEmbedding()
    {
        QFETCH(const bool, narrowTokens);
        ModelConfig config = trainedConfig();
        config.embeddingSize = 3;
        config.narrowTokens = narrowTokens;
        Project project = defaultProject();
        project.source = "a cat a";
        project.model = buildModel(config, {}, {});
        m_document->load(std::move(project), {});
        const Matrices &matrices = m_document->matrices();
        const Matrix rows = *matrices.matrix("X").matrix();
        QCOMPARE(rows.cols(), Eigen::Index(3));
        for (const int row : {0, 1, 2})
            QCOMPARE(Matrix(rows.row(row)), embeddingRow(*matrices.model(), row == 1 ? "cat" : "a"));
        QCOMPARE(matrices.matrix("position").cols(), Eigen::Index(narrowTokens ? 8 : 3));
        for (const char *name : {"X", "position", "embedding_projection.w"}) {
            const float value = matrices.matrix(name)(0, 2) + 1;
            m_document->matrices().editCell(name, 0, 2, value);
            QCOMPARE(matrices.matrix(name)(0, 2), value);
            QVERIFY2(matrices.compared().isChanged(name, 0, 2), name);
            QVERIFY2(!matrices.compared().isChanged(name, 0, 1), name);
            m_document->undoStack()->undo();
            QVERIFY2(!matrices.compared().isChanged(name, 0, 2), name);
        }
        QCOMPARE(matrixLabel("embedding_projection.w"), u"W_E"_s);
    }

    void theMaskedWordsLayerIsAPart()
    {
        Selection selection = m_document->look().selection();
        selection.part = Part::Output;
        m_document->look().setSelection(selection);
        QCOMPARE(m_document->look().selection().part, Part::Output);
        ModelConfig config = trainedConfig();
        config.maskedLanguageModel = false;
        m_document->load(trainedProject(config, false), {});
        m_document->look().setSelection(selection);
        QCOMPARE(m_document->look().selection().part, Part::Attention);
        QVERIFY(!m_document->matrices().matrix("output.b"));
    }

    void cellsOfABlockAreCounted()
    {
        m_document->matrices().editBlock("encoder.0.self.w_k", 0, 0, Matrix::Constant(2, 3, 9.0F), u"block"_s);
        QCOMPARE(m_document->matrices().compared().changedCells("encoder.0.self.w_k"), qsizetype(6));
        QCOMPARE(m_document->matrices().compared().changedCells("encoder.0.self.w_q"), qsizetype(0));
        QCOMPARE(m_document->matrices().compared().changedCells("nothing"), qsizetype(0));
    }

private:
    std::unique_ptr<Document> m_document;
};

REGARD_GUILESS_TEST(TestTrainedMatrices)
#include "test_trained_matrices.moc"

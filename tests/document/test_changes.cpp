#include <algorithm>
#include <map>
#include <set>

#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "engine/pass/output_layer.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "small_checkpoint.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// What a user changed, listed and reverted: against the opened file, and against what is pinned.
class TestChanges : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(readExample("three-inputs"), u"/somewhere/three.regard"_s);
        m_document->waitForResult();
    }

    void nothingAtFirst() { QVERIFY(m_document->matrices().compared().changes().empty()); }

    void cellsInTheOrderOfComputation()
    {
        m_document->matrices().editCell("encoder.0.self.w_v", 2, 1, -4);
        m_document->matrices().editCell("encoder.0.self.w_q", 3, 2, 5);
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 1, 7);
        m_document->matrices().editCell("X", 1, 0, 0.5F);
        const std::vector<MatrixChanges> changes = m_document->matrices().compared().changes();
        QCOMPARE(changes.size(), std::size_t(3));
        QCOMPARE(changes[0].matrix, std::string("X"));
        QCOMPARE(changes[1].matrix, std::string("encoder.0.self.w_q"));
        QCOMPARE(changes[1].cells.size(), std::size_t(2));
        // W_Q of the worked example: 1 0 1 / 1 0 0 / 0 0 1 / 0 1 1.
        QCOMPARE(changes[1].cells[0].row, 0);
        QCOMPARE(changes[1].cells[0].column, 1);
        QCOMPARE(changes[1].cells[0].before, 0.0F);
        QCOMPARE(changes[1].cells[0].now, 7.0F);
        QCOMPARE(changes[1].cells[1].row, 3);
        QCOMPARE(changes[1].cells[1].before, 1.0F);
        QCOMPARE(changes[2].matrix, std::string("encoder.0.self.w_v"));
        QCOMPARE(changes[2].cells.front().before, 0.0F);
        QCOMPARE(m_document->matrices().compared().valueBefore("encoder.0.self.w_v", 2, 1), 0.0F);
    }

    void aTokenThatStandsTwiceIsListedOnce()
    {
        m_document->sentences().setSource(u"x1 x2 x1"_s);
        m_document->matrices().editCell("X", 2, 3, 9);
        const std::vector<MatrixChanges> changes = m_document->matrices().compared().changes();
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes.front().cells.size(), std::size_t(1));
        QCOMPARE(changes.front().cells.front().row, 0);
    }

    void allRevertedIsOneStep()
    {
        const std::string before = projectJson(m_document->project());
        m_document->matrices().editCell("encoder.0.self.w_v", 2, 1, -4);
        m_document->matrices().editCell("encoder.0.self.w_q", 3, 2, 5);
        m_document->matrices().editCell("X", 1, 0, 0.5F);
        const std::string edited = projectJson(m_document->project());
        m_document->matrices().revertChanges();
        QVERIFY(m_document->matrices().compared().changes().empty());
        QCOMPARE(projectJson(m_document->project()), before);
        QCOMPARE(m_document->undoStack()->count(), 4);
        m_document->undoStack()->undo();
        QCOMPARE(projectJson(m_document->project()), edited);
        QCOMPARE(m_document->matrices().compared().changes().size(), std::size_t(3));
    }

    void nothingToRevertIsNoStep()
    {
        m_document->matrices().revertChanges();
        QCOMPARE(m_document->undoStack()->count(), 0);
    }

    void comparedWithWhatIsPinned()
    {
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3); // was 1
        m_document->comparison().pin();
        QVERIFY(m_document->matrices().compared().changes().empty());
        QVERIFY(!m_document->matrices().compared().isChanged("encoder.0.self.w_q", 0, 0));
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 1);
        QCOMPARE(m_document->matrices().compared().changes().size(), std::size_t(1));
        QCOMPARE(m_document->matrices().compared().changes().front().cells.front().before, 3.0F);
        m_document->matrices().revertCell("encoder.0.self.w_q", 0, 0);
        QCOMPARE((*m_document->matrices().matrix("encoder.0.self.w_q"))(0, 0), 3.0F);
        m_document->comparison().unpin();
        QCOMPARE(m_document->matrices().compared().changes().front().cells.front().before, 1.0F);
    }

    void drawnWeightsThatBecameGiven()
    {
        m_document->load(defaultProject(), QString());
        m_document->sentences().setSource(u"the cat"_s);
        m_document->waitForResult();
        const std::vector<std::string> names = m_document->matrices().editableMatrices(m_document->look().selection());
        QVERIFY(names.size() > 1);
        for (const std::string &name : names)
            m_document->matrices().editCell(name, 0, 0, 42);
        QCOMPARE(m_document->matrices().compared().changes().size(), names.size());
        m_document->matrices().revertChanges();
        QVERIFY(m_document->matrices().compared().changes().empty());
        for (const std::string &name : names)
            QVERIFY2((*m_document->matrices().matrix(name))(0, 0) != 42.0F, name.c_str());
    }

    void weightsDrawnAnewDifferFromThePinnedOnes()
    {
        m_document->load(defaultProject(), QString());
        m_document->sentences().setSource(u"the cat"_s);
        m_document->waitForResult();
        m_document->comparison().pin();
        const Matrix pinned = *m_document->matrices().matrix("encoder.0.self.w_k");
        ModelConfig config = m_document->matrices().model()->config;
        ++config.seed;
        m_document->matrices().setConfig(config, u"draw anew"_s);
        QVERIFY(m_document->matrices().compared().isChanged("encoder.0.self.w_k", 1, 2));
        QCOMPARE(m_document->matrices().compared().valueBefore("encoder.0.self.w_k", 1, 2), pinned(1, 2));
        QCOMPARE(m_document->matrices().compared().changes().size(), std::size_t(5)); // X, W_Q, W_K, W_V, W_O
        m_document->matrices().revertChanges();
        QVERIFY(m_document->matrices().compared().changes().empty());
        QCOMPARE(*m_document->matrices().matrix("encoder.0.self.w_k"), pinned);
        // Against the opened file nobody edited a cell.
        m_document->undoStack()->undo();
        m_document->comparison().unpin();
        QVERIFY(m_document->matrices().compared().changes().empty());
    }

    void sizesOfBefore()
    {
        m_document->load(defaultProject(), QString());
        m_document->comparison().pin();
        QVERIFY(!m_document->comparison().pinned()); // without a sentence there is no result to pin
        m_document->sentences().setSource(u"the cat"_s);
        m_document->waitForResult();
        m_document->comparison().pin();
        ModelConfig config = m_document->matrices().model()->config;
        config.heads = 3;
        config.encoderLayers = 2;
        m_document->matrices().setConfig(config, u"larger"_s);
        QCOMPARE(m_document->matrices().compared().sizeBefore("encoder.0.self.w_q"), std::optional(std::pair(16, 16)));
        QVERIFY(!m_document->matrices().compared().sizeBefore("encoder.1.self.w_q"));
        long newCells = 0;
        for (const MatrixChanges &changes : m_document->matrices().compared().changes())
            newCells += changes.newCells;
        QCOMPARE(newCells, 512L + 4 * 16 * 24);
    }

    /// Whatever is drawn anew has the pinned model's own number as the one before, whichever weight it is.
    void everyExampleDrawnAnew_data()
    {
        QTest::addColumn<QString>("name");
        for (const ExampleEntry &example : examples())
            QTest::newRow(example.name.c_str()) << QString::fromStdString(example.name);
    }

    void everyExampleDrawnAnew()
    {
        QFETCH(QString, name);
        m_document->load(readExample(name.toStdString()), QString());
        m_document->waitForResult();
        m_document->comparison().pin();
        const Model pinned = *m_document->result().model;
        drawAnew();
        std::set<std::string> names;
        for (const MatrixChanges &changes : m_document->matrices().compared().changes()) {
            QVERIFY2(names.insert(changes.matrix).second, changes.matrix.c_str());
            const Matrix before = valuesIn(pinned, changes.matrix);
            for (const CellChange &cell : changes.cells)
                QCOMPARE(cell.before, before(cell.row, cell.column));
        }
        QVERIFY(!names.contains("encoder.position")); // none has a table of its own
        QVERIFY(!names.contains("decoder.position"));
        const bool hasAll =
            std::all_of(pinned.weights.all().begin(), pinned.weights.all().end(), [&](const auto &weight) {
                const bool isDrawn = !pinned.given.contains(weight.first);
                const bool isConstant =
                    weight.second->isConstant(0) || weight.second->isConstant(1); // biases and gains
                return names.contains(weight.first) == (isDrawn && !isConstant);
            });
        QVERIFY(hasAll);
        if (hasOutputLayer(pinned) && !pinned.given.contains("output.w"))
            QVERIFY(names.contains("output.w"));
        m_document->matrices().revertChanges();
        for (const MatrixChanges &changes : m_document->matrices().compared().changes())
            QFAIL(changes.matrix.c_str());
    }

    /// Editing a word's column makes the words given; the other cells are the ones that were drawn before.
    void oneCellOfADrawnOutputLayer()
    {
        m_document->load(readExample("alignment"), QString());
        m_document->waitForResult();
        const float before = (*m_document->matrices().matrix("output.w"))(2, 3);
        m_document->matrices().editCell("output.w", 2, 3, 42);
        const std::vector<MatrixChanges> changes = m_document->matrices().compared().changes();
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes.front().cells.size(), std::size_t(1));
        QCOMPARE(changes.front().cells.front().before, before);
        QCOMPARE(changes.front().newCells, 0L);
    }

    /// The table that counts is listed, once, and under its own name.
    void positionTables()
    {
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.position = Position::Learned;
        const std::string bare = "position", encoder = "encoder.position", decoder = "decoder.position";
        const Matrix three = Matrix::Constant(3, config.dModel, 3);
        const Matrix six = Matrix::Constant(6, config.dModel, 6);
        struct Case {
            std::vector<std::pair<std::string, Matrix>> given;
            std::vector<std::string> counts;
        };
        for (const Case &tables :
             {Case{{}, {bare}}, Case{{{bare, six}}, {bare}}, Case{{{encoder, three}}, {bare, encoder}},
              Case{{{bare, six}, {encoder, three}}, {bare, encoder}},
              Case{{{bare, six}, {encoder, three}, {decoder, six}}, {encoder, decoder}}}) {
            ModelWeights given;
            for (const auto &[name, table] : tables.given)
                given.set(name, table);
            Project project = defaultProject();
            project.source = project.target = "one two three";
            project.model = buildModel(config, given, {});
            m_document->load(project, QString());
            m_document->waitForResult();
            QVERIFY(m_document->result().trace);
            for (const bool isPinned : {false, true}) {
                if (isPinned)
                    m_document->comparison().pin();
                std::map<std::string, float> before;
                for (const std::string &name : tables.counts) {
                    before[name] = valuesIn(project.model, name)(0, 1);
                    m_document->matrices().editCell(name, 0, 1, 42);
                }
                std::vector<std::string> listed;
                for (const MatrixChanges &changes : m_document->matrices().compared().changes()) {
                    listed.push_back(changes.matrix);
                    QCOMPARE(changes.cells.size(), std::size_t(1));
                    QCOMPARE(changes.cells.front().before, before[changes.matrix]);
                    QCOMPARE(changes.newCells, 0L);
                }
                QCOMPARE(listed, tables.counts);
                // Longer than a table: inputError() says so, and what is compared is the rows that there are.
                m_document->sentences().setSource(u"one two three four five six seven"_s);
                listed.clear();
                for (const MatrixChanges &changes : m_document->matrices().compared().changes()) {
                    listed.push_back(changes.matrix);
                    QCOMPARE(changes.cells.size(), std::size_t(1));
                }
                QCOMPARE(listed, tables.counts);
                m_document->sentences().setSource(u"one two three"_s);
                m_document->matrices().revertChanges();
                QVERIFY(m_document->matrices().compared().changes().empty());
                for (const std::string &name : tables.counts)
                    QCOMPARE((*m_document->matrices().matrix(name))(0, 1), before[name]);
            }
        }
    }

    /// A stack's own weight that was given since: before it, another stood for it.
    void whatStoodForAWeight()
    {
        ModelConfig config;
        config.position = Position::Learned;
        config.embeddingNorm = true;
        ModelWeights given;
        given.set("position", Matrix(Matrix::Constant(4, config.dModel, 2)));
        given.set("embedding_norm.gain", Matrix(Matrix::Constant(1, config.dModel, 3)));
        Project project = defaultProject();
        project.source = "one two";
        project.model = buildModel(config, given, {});
        m_document->load(project, QString());
        m_document->waitForResult();
        m_document->comparison().pin();
        given.set("encoder.position", Matrix(Matrix::Constant(5, config.dModel, 7)));
        given.set("encoder.embedding_norm.gain", Matrix(Matrix::Constant(1, config.dModel, 8)));
        project.model = buildModel(config, given, {});
        m_document->restore(project, u"their own"_s);
        const std::vector<MatrixChanges> changes = m_document->matrices().compared().changes();
        QCOMPARE(changes.size(), std::size_t(2));
        QCOMPARE(changes[0].matrix, std::string("encoder.position"));
        QCOMPARE(changes[0].cells.size(), std::size_t(2 * config.dModel));
        QCOMPARE(changes[0].cells.front().before, 2.0F);
        QCOMPARE(changes[1].matrix, std::string("encoder.embedding_norm.gain"));
        QCOMPARE(changes[1].newCells, 0L);
        QCOMPARE(changes[1].cells.front().before, 3.0F);
        m_document->matrices().revertChanges();
        QVERIFY(m_document->matrices().compared().changes().empty());
        QVERIFY(!m_document->matrices().model()->weights.contains("encoder.embedding_norm.gain"));
        QVERIFY(!m_document->matrices().model()->given.contains("encoder.position"));
    }

    /// A trained table fixes d_model: what is compared with it may have another, and tokens that it does not know.
    void comparedWithATrainedModel()
    {
        ModelConfig config;
        config.dModel = 8;
        config.heads = 2;
        config.dKey = config.dValue = 4;
        auto table = std::make_shared<TokenTable>();
        table->embedding = std::make_shared<VectorTable>(Matrix::Constant(2, 8, 0.5F));
        table->ids = {{"a", 0}, {"cat", 1}};
        Project trained = defaultProject();
        trained.source = "a cat";
        ModelWeights given;
        const Model drawn = buildModel(config, {}, {});
        for (const auto &[name, matrix] : drawn.weights.all())
            given.set(name, matrix);
        trained.model = trainedModel(config, given, table, {});
        Project small = defaultProject();
        small.source = "a dog";
        for (const auto &[first, second] : {std::pair(trained, small), std::pair(small, trained)}) {
            m_document->load(first, QString());
            m_document->waitForResult();
            QVERIFY(m_document->result().trace);
            m_document->comparison().pin();
            m_document->restore(second, u"another"_s);
            m_document->matrices().compared().changes();
            m_document->matrices().revertChanges();
        }
        // A row given to a token that the table does not know: there is nothing to compare it with.
        m_document->load(trained, QString());
        trained.source = "a dog";
        trained.model.embedding["dog"] = std::make_shared<Matrix>(Matrix::Constant(1, 8, 2));
        m_document->load(trained, QString());
        m_document->waitForResult();
        for (const bool isPinned : {false, true}) {
            if (isPinned)
                m_document->comparison().pin(std::make_shared<const PinnedState>(PinnedState{
                    {std::make_shared<Model>(trainedModel(config, given, table, {})), m_document->result().trace},
                    m_document->sentences().tokens(),
                    {},
                    u"trained"_s}));
            m_document->matrices().editCell("X", 1, 0, 9);
            QVERIFY(m_document->matrices().compared().isChanged("X", 1, 0) == !isPinned);
            long newCells = 0;
            for (const MatrixChanges &changes : m_document->matrices().compared().changes())
                newCells += changes.newCells;
            QCOMPARE(newCells, isPinned ? 8L : 0L);
            m_document->matrices().revertCell("X", 1, 0);
            m_document->matrices().revertChanges();
        }
    }

private:
    void drawAnew()
    {
        ModelConfig config = m_document->matrices().model()->config;
        ++config.seed;
        m_document->matrices().setConfig(config, u"draw anew"_s);
        m_document->waitForResult();
    }

    /// A matrix of the present sentence in a model.
    Matrix valuesIn(const Model &model, const std::string &name) const
    {
        if (name == embeddingMatrix || name == targetEmbeddingMatrix) {
            const Side side = name == embeddingMatrix ? Side::Source : Side::Target;
            Matrix rows(0, model.config.dModel);
            for (const Token &token : m_document->sentences().tokens(side).tokens) {
                rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
                rows.bottomRows(1) = embeddingRow(model, token.text);
            }
            return rows;
        }
        if (name.ends_with("position"))
            return positionRows(model, 3, name);
        const TokenList words = m_document->matrices().vocabulary();
        if (name == "output.w")
            return outputWeights(model, words);
        return name == "output.b" ? outputBias(model, int(words.size())) : model.weights.at(name);
    }

    std::unique_ptr<Document> m_document;
};

REGARD_GUILESS_TEST(TestChanges)
#include "test_changes.moc"

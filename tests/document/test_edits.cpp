#include <bit>
#include <cstdint>
#include <limits>
#include <random>

#include <QTemporaryDir>
#include <QTest>

#include "document/document.h"
#include "document/matrices/matrix_label.h"
#include "engine/base/errors.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "io/project/task_project.h"
#include "test_class.h"
#include "training/tasks/task_table.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Bits = std::map<std::string, std::vector<std::uint32_t>>;

void addBits(Bits &bits, const std::string &name, const Matrix &matrix)
{
    auto &values = bits[name];
    for (Eigen::Index i = 0; i < matrix.size(); ++i)
        values.push_back(std::bit_cast<std::uint32_t>(matrix.data()[i]));
}

/// Every number of the model, given and effective apart, so that the drawn state is compared too.
Bits bitsOf(const Model &model)
{
    Bits bits;
    for (const auto &[name, matrix] : model.given.all())
        addBits(bits, "given " + name, *matrix);
    for (const auto &[name, matrix] : model.weights.all())
        addBits(bits, name, *matrix);
    for (const auto &[token, row] : model.embedding)
        addBits(bits, "row " + token, *row);
    return bits;
}

const std::string editsWq = "encoder.0.self.w_q";

} // namespace

class TestEdits : public QObject {
    Q_OBJECT

private slots:
    /// What is set and cut stays with its words; what is set on a word that goes is gone, and undo brings it back.
    void linksMoveWithTheirWords()
    {
        Project project = defaultProject();
        project.source = "the cat sat on the mat";
        Document document;
        document.load(project, {});
        document.waitForResult();
        Interventions set;
        set.weights[{Attention::Encoder, 0, 0}] = {{{2, 1}, 0.5F}, {{5, 3}, 0.25F}};
        set.cuts = {{Attention::Encoder, 0, 0, {}, {3, 5}}};
        document.matrices().setInterventions(set, QStringLiteral("by hand"));
        const auto now = [&] { return document.matrices().model()->interventions; };
        document.sentences().setSource(QStringLiteral("Today the cat sat on the mat"));
        document.waitForResult();
        Interventions moved;
        moved.weights[{Attention::Encoder, 0, 0}] = {{{3, 2}, 0.5F}, {{6, 4}, 0.25F}};
        moved.cuts = {{Attention::Encoder, 0, 0, {}, {4, 6}}};
        QVERIFY(now() == moved);
        QCOMPARE(document.result().trace->blocks[0]->heads[0].weights(3, 2), 0.5F);
        document.sentences().setSource(QStringLiteral("the cat sat on"));
        document.waitForResult();
        QVERIFY(now().weights.at({Attention::Encoder, 0, 0}) == (SetWeights{{{2, 1}, 0.5F}}));
        QVERIFY(now().cuts.empty());
        document.undoStack()->undo();
        QVERIFY(now() == moved);
        document.undoStack()->undo();
        QVERIFY(now() == set);
        document.waitForResult();
        QCOMPARE(document.result().trace->blocks[0]->heads[0].weights(2, 1), 0.5F);
        document.undoStack()->undo();
        QVERIFY(now().isEmpty());
    }

    /// Rows of another pass stay with their words, and a pattern's weights with their keys.
    void patchesMoveWithTheirWords()
    {
        Project project = defaultProject();
        project.source = "the cat sat on";
        Document document;
        document.load(project, {});
        document.waitForResult();
        const PatchPlace pattern{PatchKind::Pattern, Attention::Encoder, 0, 0};
        const PatchPlace value{PatchKind::Value, Attention::Encoder, 0, 0};
        const std::vector<float> numbers(std::size_t(widthOf(value, project.model.config)), 0.5F);
        Interventions set;
        set.patches[pattern] = {{1, {{0.25F, 0.75F}, {0, 3}, "pinned"}}};
        set.patches[value] = {{3, {numbers, {}, "pinned"}}};
        document.matrices().setInterventions(set, QStringLiteral("patch"));
        const auto now = [&] { return document.matrices().model()->interventions; };
        document.sentences().setSource(QStringLiteral("Today the cat sat on"));
        document.waitForResult();
        Interventions moved;
        moved.patches[pattern] = {{2, {{0.25F, 0.75F}, {1, 4}, "pinned"}}};
        moved.patches[value] = {{4, {numbers, {}, "pinned"}}};
        QVERIFY(now() == moved);
        QCOMPARE(document.result().trace->blocks[0]->heads[0].v(4, 0), 0.5F);
        document.sentences().setSource(QStringLiteral("Today the cat sat"));
        document.waitForResult();
        Interventions left;
        left.patches[pattern] = {{2, {{0.25F}, {1}, "pinned"}}};
        QVERIFY(now() == left);
        document.undoStack()->undo();
        document.undoStack()->undo();
        QVERIFY(now() == set);
        document.undoStack()->undo();
        QVERIFY(now().isEmpty());
    }

    /// A weight set on a key that is masked rests with it; a row in which all that is left is set goes back to what is
    /// computed, since it could not sum to 1. Undo brings both back.
    void weightsThatCannotHoldGo()
    {
        Project project = defaultProject();
        project.source = "cat rug it";
        Document document;
        document.load(project, {});
        document.waitForResult();
        const HeadRef head{Attention::Encoder, 0, 0};
        Interventions set;
        set.weights[head] = {{{0, 0}, 0.5F}, {{0, 1}, 0.3F}, {{2, 1}, 0.25F}};
        document.matrices().setInterventions(set, QStringLiteral("by hand"));
        const auto now = [&] { return document.matrices().model()->interventions; };
        const auto isWhole = [&] {
            document.waitForResult();
            return document.inputError().isEmpty();
        };
        document.sentences().setMasked(Side::Source, 1, true);
        QVERIFY(isWhole());
        QVERIFY(now().weights.at(head) == (SetWeights{{{0, 0}, 0.5F}}));
        document.undoStack()->undo();
        QVERIFY(isWhole() && now() == set);
        document.sentences().setSource(QStringLiteral("cat rug"));
        QVERIFY(isWhole());
        QVERIFY(now().weights.empty());
        document.undoStack()->undo();
        QVERIFY(isWhole() && now() == set);
    }

    /// So it is where a mask that is chosen in the model hides a key.
    void weightsThatAMaskForbidsGo()
    {
        Project project = defaultProject();
        project.source = "cat rug it";
        Document document;
        document.load(project, {});
        const HeadRef head{Attention::Encoder, 0, 0};
        Interventions set;
        set.weights[head] = {{{0, 2}, 0.5F}, {{2, 1}, 0.25F}};
        set.cuts = {{Attention::Encoder, 0, 0, {}, {0, 1}}, {Attention::Encoder, 0, 0, {}, {1, 0}}};
        document.matrices().setInterventions(set, QStringLiteral("by hand"));
        ModelConfig config = document.matrices().model()->config;
        config.encoderMask = Mask::Causal;
        document.matrices().setConfig(config, QStringLiteral("mask"));
        document.waitForResult();
        QVERIFY2(document.inputError().isEmpty(), qPrintable(document.inputError()));
        const Interventions &now = document.matrices().model()->interventions;
        QVERIFY(now.weights.at(head) == (SetWeights{{{2, 1}, 0.25F}}));
        QVERIFY(now.cuts == (std::set<Cut>{{Attention::Encoder, 0, 0, {}, {1, 0}}}));
        Document again;
        again.load(parseProject(projectJson(document.project()), "again"), {});
        QVERIFY(again.matrices().model()->interventions == now);
        document.undoStack()->undo();
        QVERIFY(document.matrices().model()->interventions == set);
    }

    void labels_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("label");
        QTest::newRow("W_Q") << QStringLiteral("encoder.0.self.w_q") << QStringLiteral("W_Q");
        QTest::newRow("b_O") << QStringLiteral("encoder.11.self.b_o") << QStringLiteral("b_O");
        QTest::newRow("w_a") << QStringLiteral("encoder.0.self.w_a") << QStringLiteral("w_a");
        QTest::newRow("X") << QStringLiteral("X") << QStringLiteral("E");
        QTest::newRow("P") << QStringLiteral("position") << QStringLiteral("P");
    }

    void labels()
    {
        QFETCH(QString, name);
        QTEST(matrixLabel(name.toStdString()), "label");
    }

    void undoRestoresEveryBit()
    {
        Document document;
        ModelConfig config;
        config.encoderLayers = 2;
        config.position = Position::Learned;
        config.bias = true;
        document.matrices().setConfig(config, QStringLiteral("start"));
        document.sentences().setSource(QStringLiteral("a rose is a rose"));
        std::vector<Bits> states{bitsOf(*document.matrices().model())};
        const int first = document.undoStack()->index();
        std::mt19937 random(7);
        std::uniform_real_distribution<float> value(-2, 2);
        for (int step = 0; step < 60; ++step) {
            Selection selection;
            selection.layer = step % document.matrices().model()->config.encoderLayers;
            const auto names = document.matrices().editableMatrices(selection);
            const std::string name = names[random() % names.size()];
            const SharedMatrix matrix = document.matrices().matrix(name);
            const int row = int(random() % unsigned(matrix->rows()));
            const int column = int(random() % unsigned(matrix->cols()));
            if (step % 11 == 10) {
                config.heads = 1 + step % 4;
                config.seed += 1;
                document.matrices().setConfig(config, QStringLiteral("sizes"));
            } else if (step % 5 == 4) {
                document.matrices().editBlock(name, row, 0, Matrix::Constant(1, matrix->cols(), value(random)),
                                              QStringLiteral("block"));
            } else if (step % 13 == 12) {
                document.matrices().revertMatrix(name);
            } else {
                document.matrices().editCell(name, row, column, value(random));
            }
            states.resize(std::size_t(document.undoStack()->index() - first));
            states.push_back(bitsOf(*document.matrices().model()));
        }
        QVERIFY(states.size() > 50);
        for (int round = 0; round < 2; ++round) {
            for (std::size_t i = states.size() - 1; i > 0; --i) {
                document.undoStack()->undo();
                QVERIFY2(bitsOf(*document.matrices().model()) == states[i - 1], qPrintable(QString::number(i)));
            }
            for (std::size_t i = 1; i < states.size(); ++i) {
                document.undoStack()->redo();
                QVERIFY2(bitsOf(*document.matrices().model()) == states[i], qPrintable(QString::number(i)));
            }
        }
    }

    /// What was clicked since stays where a step in between is undone, and comes back from another word at the start.
    void undoToTheStartBringsTheFirstFocusBack()
    {
        Document document;
        document.load(readExample("it"), QString());
        const Selection first = document.look().selection();
        Selection other = first;
        other.query = 1;
        other.pinnedQueries = {1};
        other.head = 1;
        document.matrices().editCell(editsWq, 4, 0, -4);
        document.asOneStep(u"both"_s, [&] {
            document.look().setSelection(other);
            document.matrices().editCell(editsWq, 4, 1, 1);
        });
        document.undoStack()->undo();
        QCOMPARE(document.look().selection(), other);
        document.undoStack()->undo();
        QCOMPARE(document.look().selection(), first);
        document.look().setSelection(other);
        document.asOneStep(u"both"_s, [&] {
            document.look().setSelection(first);
            document.matrices().editCell(editsWq, 4, 1, 1);
        });
        document.undoStack()->undo();
        QCOMPARE(document.look().selection(), other); // as it was before that step
        document.load(readExample("shuan"), QString());
        QVERIFY(document.look().selection() != other);
    }

    void merging()
    {
        Document document;
        QUndoStack *undo = document.undoStack();
        for (const char *text : {"t", "th", "the", "the cat"})
            document.sentences().setSource(QString::fromLatin1(text));
        QCOMPARE(undo->count(), 1);
        const float before = (*document.matrices().matrix(editsWq))(1, 2);
        const int gesture = document.newGesture();
        for (int i = 0; i < 5; ++i)
            document.matrices().editCell(editsWq, 1, 2, float(i) + 0.5F, gesture);
        QCOMPARE(undo->count(), 2);
        QCOMPARE(undo->undoText(), QStringLiteral("Edit W_Q [1, 2]"));
        document.matrices().editCell(editsWq, 1, 2, 9, document.newGesture());
        document.matrices().editCell(editsWq, 1, 2, 10);
        document.matrices().editCell(editsWq, 1, 2, 11);
        QCOMPARE(undo->count(), 5);
        document.sentences().setSource(QStringLiteral("the cat sat"));
        QCOMPARE(undo->count(), 6);
        for (int i = 0; i < 5; ++i)
            undo->undo();
        QCOMPARE((*document.matrices().matrix(editsWq))(1, 2), before);
        QVERIFY(document.matrices().randomness(document.look().selection()) != Matrices::Randomness::None);
        QVERIFY(document.isModified());
        undo->undo();
        QCOMPARE(document.sentences().source(), QString());
        QVERIFY(!document.isModified());
    }

    void headsThatAMergedStepTakesAwayComeBack()
    {
        Document document;
        document.matrices().editCell(editsWq, 0, 15, 7);
        ModelConfig config = document.matrices().model()->config;
        for (const int heads : {1, 2, 3}) {
            config.heads = heads;
            document.matrices().setConfig(config, QStringLiteral("Heads"), HeadSplit::KeepHeads, 4);
        }
        QCOMPARE(document.undoStack()->count(), 2);
        QCOMPARE((*document.matrices().matrix(editsWq))(0, 15), 7.0F);
        QCOMPARE(document.matrices().matrix(editsWq)->cols(), 24);
    }

    void aRepeatedWordIsEditedEverywhere()
    {
        Document document;
        document.sentences().setSource(QStringLiteral("rose is rose"));
        QVERIFY(document.matrices().isTokenRandom("rose"));
        document.matrices().editCell(embeddingMatrix, 2, 3, 4.5F);
        QCOMPARE((*document.matrices().matrix(embeddingMatrix))(0, 3), 4.5F);
        QCOMPARE(document.result().trace->source.embedded(0, 3), 4.5F);
        QCOMPARE(document.result().trace->source.embedded(2, 3), 4.5F);
        QVERIFY(!document.matrices().isTokenRandom("rose"));
        QVERIFY(document.matrices().isTokenRandom("is"));
        QVERIFY(document.matrices().compared().isChanged(embeddingMatrix, 0, 3));
        QVERIFY(!document.matrices().compared().isChanged(embeddingMatrix, 0, 4));
        document.matrices().revertMatrix(embeddingMatrix);
        QVERIFY(document.matrices().isTokenRandom("rose"));
        Matrix pasted = *document.matrices().matrix(embeddingMatrix);
        pasted(0, 1) = 8; // the later row of the same word is unchanged and must not win
        document.matrices().editBlock(embeddingMatrix, 0, 0, pasted, QStringLiteral("Paste"));
        QCOMPARE((*document.matrices().matrix(embeddingMatrix))(2, 1), 8.0F);
    }

    void revert()
    {
        Document document;
        Project project = document.project();
        ModelWeights given;
        given.set(editsWq, Matrix::Constant(16, 16, 0.25F));
        project.model = buildModel(project.model.config, given, {});
        document.load(project, QString());
        document.matrices().editBlock(editsWq, 0, 0, Matrix::Zero(2, 2), QStringLiteral("Fill"));
        QVERIFY(document.matrices().compared().isChanged(editsWq, 1, 1));
        QVERIFY(!document.matrices().compared().isChanged(editsWq, 2, 2));
        document.matrices().revertCell(editsWq, 1, 1);
        QCOMPARE((*document.matrices().matrix(editsWq))(1, 1), 0.25F);
        QCOMPARE((*document.matrices().matrix(editsWq))(0, 0), 0.0F);
        document.matrices().revertMatrix(editsWq);
        QVERIFY(*document.matrices().matrix(editsWq) == Matrix::Constant(16, 16, 0.25F));
        document.undoStack()->undo();
        QCOMPARE((*document.matrices().matrix(editsWq))(0, 0), 0.0F);

        const std::string wk = "encoder.0.self.w_k";
        const Matrix drawn = *document.matrices().matrix(wk);
        document.matrices().editCell(wk, 0, 0, 3);
        QVERIFY(document.matrices().model()->given.contains(wk));
        document.matrices().revertMatrix(wk);
        QVERIFY(!document.matrices().model()->given.contains(wk));
        QVERIFY(*document.matrices().matrix(wk) == drawn);
    }

    void badEditsChangeNothing()
    {
        Document document;
        document.sentences().setSource(QStringLiteral("one two"));
        const auto model = document.matrices().model();
        QVERIFY_EXCEPTION_THROWN(document.matrices().editCell(editsWq, 0, 0, std::numeric_limits<float>::quiet_NaN()),
                                 Error);
        QVERIFY_EXCEPTION_THROWN(document.matrices().editCell(editsWq, 16, 0, 1), ShapeError);
        QVERIFY_EXCEPTION_THROWN(document.matrices().editCell("encoder.0.self.b_q", 0, 0, 1), ShapeError);
        QVERIFY_EXCEPTION_THROWN(document.matrices().editCell(embeddingMatrix, 2, 0, 1), ShapeError);
        ModelConfig config = model->config;
        config.heads = 0;
        QVERIFY_EXCEPTION_THROWN(document.matrices().setConfig(config, QString()), ConfigError);
        config.heads = 1024;
        config.dKey = 65536;
        QVERIFY_EXCEPTION_THROWN(document.matrices().setConfig(config, QString()), ConfigError);
        try {
            document.matrices().editBlock(editsWq, 15, 0, Matrix::Zero(3, 4), QString());
            QFAIL("a block that does not fit was taken");
        } catch (const ShapeError &error) {
            const QString sentence = QString::fromUtf8(error.what());
            QVERIFY2(sentence.contains(QStringLiteral("3 × 4")) && sentence.contains(QStringLiteral("16 × 16")),
                     error.what());
        }
        QCOMPARE(document.matrices().model(), model);
        QCOMPARE(document.undoStack()->count(), 1);
    }

    void positionsBecomeGivenWithRoomForLaterSentences()
    {
        Document document;
        ModelConfig config;
        config.position = Position::Learned;
        document.matrices().setConfig(config, QStringLiteral("Positions"));
        document.sentences().setSource(QStringLiteral("a b"));
        QCOMPARE(document.matrices().matrix("position")->rows(), 2);
        document.matrices().editCell("position", 1, 0, 5);
        QCOMPARE(document.matrices().model()->given.at("position").rows(), 512);
        QCOMPARE(document.result().trace->source.positions(1, 0), 5.0F);
        document.sentences().setSource(QStringLiteral("a b c"));
        QCOMPARE(document.inputError(), QString());
        QVERIFY(!document.matrices().compared().isChanged("position", 2, 0));
        document.undoStack()->undo();
        document.undoStack()->undo();
        QVERIFY(!document.matrices().model()->given.contains("position"));
    }

    void aCellEditCopiesOneMatrixAndItsUndoStepNone()
    {
        Document document;
        ModelConfig config;
        config.dModel = 768;
        config.heads = 12;
        config.dKey = config.dValue = 64;
        document.matrices().setConfig(config, QStringLiteral("Large"));
        document.sentences().setSource(QStringLiteral("a"));
        document.matrices().editCell(editsWq, 0, 0, 1);
        document.waitForResult();
        const auto before = document.matrices().model();
        document.matrices().editCell(editsWq, 0, 1, 2);
        document.waitForResult();
        for (const auto &[name, matrix] : document.matrices().model()->weights.all())
            QCOMPARE(matrix == before->weights.find(name), name != editsWq);
        std::weak_ptr<const Matrix> third = document.matrices().matrix(editsWq).matrix();
        document.matrices().editCell(editsWq, 0, 2, 3);
        document.waitForResult();
        QVERIFY(third.expired()); // neither the undo stack nor a result holds it
        document.undoStack()->undo();
        QCOMPARE((*document.matrices().matrix(editsWq))(0, 2), (*before->weights.find(editsWq))(0, 2));
    }

    /// What a file says of its training is written again, and comes back with a step that is undone.
    void keepsItsTask()
    {
        const Task task = *findTask("copy");
        const Project project = taskProject(task, task.options);
        Document document;
        document.load(project, QString());
        QCOMPARE(*document.project().task, *project.task);
        document.restore(defaultProject(), QStringLiteral("new"));
        QVERIFY(document.project().task == nullptr);
        document.undoStack()->undo();
        QCOMPARE(*document.project().task, *project.task);
    }

    void savedAndRead()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a rose.regard"));
        Document document;
        document.sentences().setSource(QStringLiteral("a rose is"));
        document.matrices().editCell(editsWq, 3, 4, 0.1F);
        document.matrices().editCell(embeddingMatrix, 1, 0, -0.3F);
        Selection selection = document.look().selection();
        selection.heads = {1};
        selection.head = 1;
        selection.query = 2;
        selection.stage = Stage::Scaled;
        document.look().setSelection(selection);
        QVERIFY(document.isModified());
        document.save(path);
        QVERIFY(!document.isModified());
        QCOMPARE(document.title(), QStringLiteral("a rose"));

        Document other;
        other.load(readProject(path), path);
        QCOMPARE(other.sentences().source(), document.sentences().source());
        QVERIFY(bitsOf(*other.matrices().model()) == bitsOf(*document.matrices().model()));
        selection.pinnedQueries = {2}; // what a file has in focus stays until a click
        QVERIFY(other.look().selection() == selection);
        QVERIFY(!other.isModified());
        QVERIFY_EXCEPTION_THROWN(document.save(folder.filePath(QStringLiteral("none/x.regard"))), Error);
        QCOMPARE(document.path(), path);
    }
};

REGARD_GUILESS_TEST(TestEdits)
#include "test_edits.moc"

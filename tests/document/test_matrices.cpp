#include <cmath>

#include <QTest>

#include "document/matrices/matrices.h"
#include "engine/base/errors.h"
#include "io/project/examples.h"
#include "lone_steps.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const std::string matricesWq = "encoder.0.self.w_q";
const std::string wk = "encoder.0.self.w_k";

} // namespace

/// A model and its edits without a document around them.
class TestMatrices : public QObject, public Sentences::Follower, public Matrices::Follower {
    Q_OBJECT

    std::unique_ptr<LoneSteps> m_steps;
    std::unique_ptr<Sentences> m_sentences;
    std::unique_ptr<Matrices> m_matrices;
    std::vector<std::shared_ptr<const Model>> m_told;

    void tokensChanged(Side side) override
    {
        if (m_matrices)
            m_matrices->forgetTokens(side);
    }
    void sentencesChanged(const std::vector<Sentences::Reading> &) override {}
    void modelChanges(const Model &, const std::function<void()> &tell) override { tell(); }

    float cell(const std::string &name, int row, int column) const { return (*m_matrices->matrix(name))(row, column); }
    /// The model with another number in every weight, as a step of training leaves it.
    std::shared_ptr<const Model> trained(float by) const
    {
        auto model = std::make_shared<Model>(*m_matrices->model());
        for (const auto &[name, matrix] : m_matrices->model()->weights.all()) {
            const auto moved = std::make_shared<Matrix>(matrix->array() + by);
            model->weights.set(name, moved);
            model->given.set(name, moved);
        }
        return model;
    }
    QUndoStack &stack() { return m_steps->stack; }

private slots:
    void init()
    {
        m_matrices.reset();
        m_steps = std::make_unique<LoneSteps>();
        m_sentences = std::make_unique<Sentences>(m_steps.get(), this);
        m_matrices = std::make_unique<Matrices>(m_steps.get(), this, *m_sentences);
        m_told.clear();
        connect(m_matrices.get(), &Matrices::modelChanged, this, [this] { m_told.push_back(m_matrices->model()); });
        const Project project = readExample("three-inputs");
        m_sentences->read(textsOf(project), {}, false);
        m_matrices->read(project.model, project.dimensions);
        m_matrices->setOpened(m_matrices->model());
    }

    void anEditIsAStepAndAChange()
    {
        const float before = cell(matricesWq, 0, 0);
        m_matrices->editCell(matricesWq, 0, 0, before + 1);
        QCOMPARE(cell(matricesWq, 0, 0), before + 1);
        QVERIFY(m_matrices->compared().isChanged(matricesWq, 0, 0));
        QCOMPARE(m_matrices->compared().valueBefore(matricesWq, 0, 0), before);
        QCOMPARE(m_matrices->compared().changes().size(), std::size_t(1));
        QCOMPARE(m_told.size(), std::size_t(1));
        m_matrices->revertChanges();
        QCOMPARE(cell(matricesWq, 0, 0), before);
        stack().undo();
        QVERIFY(m_matrices->compared().isChanged(matricesWq, 0, 0));
        stack().undo();
        QVERIFY(m_matrices->compared().changes().empty());
    }

    void whatCannotBeEditedChangesNothing()
    {
        QVERIFY_EXCEPTION_THROWN(m_matrices->editCell(matricesWq, 99, 0, 1), ShapeError);
        QVERIFY_EXCEPTION_THROWN(m_matrices->editCell(matricesWq, 0, 0, NAN), ValueError);
        QVERIFY_EXCEPTION_THROWN(m_matrices->editBlock("encoder.9.self.w_q", 0, 0, Matrix::Ones(1, 1), u"x"_s),
                                 ShapeError);
        QCOMPARE(stack().count(), 0);
        QVERIFY(m_told.empty());
    }

    /// The rows of X follow the sentence.
    void anotherSentenceHasOtherRows()
    {
        QCOMPARE(m_matrices->matrix(embeddingMatrix)->rows(), Eigen::Index(3));
        m_sentences->setSource(u"x1 x1"_s);
        QCOMPARE(m_matrices->matrix(embeddingMatrix)->rows(), Eigen::Index(2));
        m_matrices->editCell(embeddingMatrix, 0, 1, 0.25F);
        QCOMPARE(cell(embeddingMatrix, 1, 1), 0.25F); // the same token
    }

    void cellsCompareWithWhatIsPinned()
    {
        m_matrices->editCell(matricesWq, 0, 0, 7);
        m_matrices->setPinned(m_matrices->model());
        QVERIFY(!m_matrices->compared().isChanged(matricesWq, 0, 0));
        m_matrices->editCell(matricesWq, 0, 0, 8);
        QCOMPARE(m_matrices->compared().valueBefore(matricesWq, 0, 0), 7.0F);
        m_matrices->setPinned(nullptr);
        QVERIFY(m_matrices->compared().valueBefore(matricesWq, 0, 0) != 7.0F);
    }

    void aShownModelIsNoStep()
    {
        const float before = cell(wk, 0, 0);
        m_matrices->editCell(matricesWq, 0, 0, 3);
        m_told.clear();
        for (int frame = 0; frame < 3; ++frame)
            m_matrices->showModel(trained(1));
        QCOMPARE(stack().count(), 1);
        QCOMPARE(stack().index(), 1);
        QCOMPARE(m_told.size(), std::size_t(3));
        QCOMPARE(cell(matricesWq, 0, 0), 6.0F);
        QCOMPARE(cell(wk, 0, 0), before + 3);
        QVERIFY(m_matrices->compared().isChanged(wk, 0, 0)); // cells compare with what they were compared with
        m_matrices->showModel(m_matrices->model());
        QCOMPARE(m_told.size(), std::size_t(3)); // the very same
    }
};

REGARD_GUILESS_TEST(TestMatrices)
#include "test_matrices.moc"

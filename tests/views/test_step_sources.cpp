#include <QTest>

#include <algorithm>
#include <cmath>

#include "document/document.h"
#include "io/project/examples.h"
#include "step_recomputation.h"
#include "test_class.h"
#include "views/steps/step_sources.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Whether the sources of everything shown exist, within a document.
class SourceCheck {
public:
    SourceCheck(const Document &document, const StepsData &data, Attention attention)
        : m_document(document), m_data(data),
          m_queries(Eigen::Index(queriesOf(*document.result().trace, attention).tokens.size())),
          m_keys(Eigen::Index(keysOf(*document.result().trace, attention).tokens.size()))
    {
    }

    /// The first that does not exist.
    QString firstProblem()
    {
        for (const Step &step : m_data.steps) {
            m_where = m_data.title + u", "_s + step.title;
            checkStrips(step);
            for (const StepEquation &equation : step.equations)
                checkEquation(equation);
            for (const StepLine &line : step.matrices)
                for (const StepPiece &piece : line)
                    checkMatrix(piece);
        }
        return m_problem;
    }
    int count() const { return m_count; }

private:
    void fail(const QString &text)
    {
        if (m_problem.isEmpty())
            m_problem = m_where + u": "_s + text;
    }

    void check(const StepSource &source, const QString &name)
    {
        ++m_count;
        Eigen::Index rows = m_queries;
        Eigen::Index columns = m_keys;
        if (!source.matrix.empty()) {
            const SharedMatrix matrix = m_document.matrices().matrix(source.matrix);
            if (!matrix)
                return fail(u"%1 is made of %2, which the document does not have"_s.arg(
                    name, QString::fromStdString(source.matrix)));
            rows = matrix->rows();
            columns = matrix->cols();
        }
        if (source.rowFollows || source.columnFollows || source.row < -1 || source.column < -1 || source.row >= rows ||
            source.column >= columns)
            fail(u"%1 is made of %2 [%3, %4], which is %5 × %6"_s.arg(name, QString::fromStdString(source.matrix))
                     .arg(source.row)
                     .arg(source.column)
                     .arg(rows)
                     .arg(columns));
    }

    void checkAll(const StepSourceList &sources, const QString &name)
    {
        for (const StepSource &source : sources)
            check(source, name);
    }

    void checkStrips(const Step &step)
    {
        for (const StepStrip &strip : step.strips)
            for (const int cell : {0, int(strip.values.size()) - 1})
                checkAll(sourcesAt(strip.sources, cell), strip.name);
        if (step.bars)
            for (const int key : step.bars->keys)
                checkAll(sourcesAt(step.bars->sources, key), u"bar"_s);
    }

    void checkEquation(const StepEquation &equation)
    {
        checkAll(equation.result.sources, equation.name);
        for (const StepTerm &term : equation.terms) {
            for (const StepNumber &number : term.numbers)
                checkAll(number.sources, equation.name);
            if (!term.cell.matrix.empty())
                checkCell(term, equation.name);
        }
    }

    /// The cell that a click chooses holds one of the term's numbers.
    void checkCell(const StepTerm &term, const QString &name)
    {
        check(term.cell, name);
        if (term.cell.row < 0 || term.cell.column < 0)
            return fail(u"a term of %1 stands for no single cell"_s.arg(name));
        if (!m_problem.isEmpty())
            return;
        const auto value = double((*m_document.matrices().matrix(term.cell.matrix))(term.cell.row, term.cell.column));
        if (std::none_of(term.numbers.begin(), term.numbers.end(),
                         [&](const StepNumber &number) { return number.value == value; }))
            fail(
                u"%1 [%2, %3] is %4, which its term of %5 does not show"_s.arg(QString::fromStdString(term.cell.matrix))
                    .arg(term.cell.row)
                    .arg(term.cell.column)
                    .arg(value)
                    .arg(name));
    }

    void checkMatrix(const StepPiece &piece)
    {
        if (!piece.sign.isEmpty())
            return;
        const Matrix &values = *piece.matrix.values;
        for (const Eigen::Index row : {Eigen::Index(0), values.rows() - 1}) {
            for (const Eigen::Index column : {Eigen::Index(0), values.cols() - 1}) {
                for (StepSource source : piece.matrix.sources) {
                    source.row += source.rowFollows ? int(row) : 0;
                    source.column += source.columnFollows ? int(column) : 0;
                    source.rowFollows = source.columnFollows = false;
                    check(source, piece.matrix.name);
                }
            }
        }
    }

    const Document &m_document;
    const StepsData &m_data;
    Eigen::Index m_queries;
    Eigen::Index m_keys;
    QString m_where;
    QString m_problem;
    int m_count = 0;
};

QString stepSourcesFirstProblem(const Document &document, int *count)
{
    const Result &result = document.result();
    const ModelConfig &config = result.model->config;
    for (const Attention attention : attentionsOf(config)) {
        for (const int layer : someOf(layersOf(config, attention))) {
            for (StepChoice choice : stepChoices()) {
                choice.matrixForm = true;
                const int head = headsOf(config, attention) - 1;
                const StepsData data =
                    stepsData(*result.model, result.trace, at(attention, layer, head, 1, 0), {}, choice);
                SourceCheck check(document, data, attention);
                const QString text = check.firstProblem();
                *count += check.count();
                if (!text.isEmpty())
                    return text;
            }
        }
    }
    return {};
}

Project projectOf(const ModelConfig &config)
{
    Project project = defaultProject();
    project.source = "one two three";
    project.target = "eins zwei drei vier";
    project.model = runOf(config, twoSentences()).model;
    return project;
}

/// The q that the steps show, and what it was made of.
StepNumber shownQ(const Document &document, const Selection &selection)
{
    const StepsData data = stepsData(*document.result().model, document.result().trace, selection, {});
    for (const StepEquation &equation : find(data, StepKind::Project)->equations)
        if (equation.name == u"q[0]"_s)
            return equation.result;
    return {};
}

bool covers(const StepSourceList &sources, const std::string &matrix, int row, int column)
{
    return std::any_of(sources.begin(), sources.end(), [&](const StepSource &source) {
        return source.matrix == matrix && (source.row < 0 || source.row == row) &&
               (source.column < 0 || source.column == column);
    });
}

} // namespace

/// What the numbers of the steps were made of.
class TestStepSources : public QObject {
    Q_OBJECT
private slots:
    void existInExamples_data()
    {
        QTest::addColumn<QString>("name");
        for (const ExampleEntry &example : examples())
            QTest::newRow(example.name.c_str()) << QString::fromStdString(example.name);
    }
    void existInExamples()
    {
        QFETCH(QString, name);
        Document document;
        document.load(readExample(name.toStdString()), {});
        document.waitForResult();
        int count = 0;
        const QString text = stepSourcesFirstProblem(document, &count);
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(count > 200);
    }

    void existInModels_data()
    {
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("norm");
        QTest::addColumn<int>("score");
        QTest::addColumn<bool>("projected");
        const auto row = [](const char *name, Position position, Norm norm, Score score, bool projected) {
            QTest::newRow(name) << int(position) << int(norm) << int(score) << projected;
        };
        row("sinusoidal, post", Position::Sinusoidal, Norm::Post, Score::ScaledDot, true);
        row("learned, post, general", Position::Learned, Norm::Post, Score::General, true);
        row("one-hot, pre, additive", Position::OneHot, Norm::Pre, Score::Additive, true);
        row("learned, no norm, no projection", Position::Learned, Norm::None, Score::Dot, false);
    }
    void existInModels()
    {
        QFETCH(int, position);
        QFETCH(int, norm);
        QFETCH(int, score);
        QFETCH(bool, projected);
        ModelConfig config = wholeTransformer();
        config.position = Position(position);
        config.norm = Norm(norm);
        config.finalNorm = Norm(norm) != Norm::None;
        config.embeddingNorm = config.embeddingScale = projected;
        config.score = Score(score);
        config.outputProjection = projected;
        Document document;
        document.load(projectOf(config), {});
        document.waitForResult();
        QVERIFY2(document.result().trace, qPrintable(document.inputError()));
        int count = 0;
        const QString text = stepSourcesFirstProblem(document, &count);
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(count > 2000);
    }

    void existInTrainedModels_data()
    {
        QTest::addColumn<int>("number");
        const auto cases = trainedCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name) << int(i);
    }
    void existInTrainedModels()
    {
        QFETCH(int, number);
        Document document;
        document.load(projectOf(trainedCases()[std::size_t(number)].config), {});
        document.waitForResult();
        QVERIFY2(document.result().trace, qPrintable(document.inputError()));
        int count = 0;
        const QString text = stepSourcesFirstProblem(document, &count);
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(count > 500);
    }

    void everyNumberOfTheWorkedExampleHasSome()
    {
        const ComputedPass run = runOf(readExample("three-inputs"));
        for (const StepChoice &choice : stepChoices()) {
            const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {}, choice);
            for (const Step &step : data.steps) {
                for (const StepStrip &strip : step.strips)
                    QVERIFY2(!strip.sources.empty(), qPrintable(step.title + strip.name));
                QVERIFY(!step.bars || !step.bars->sources.empty());
                for (const StepEquation &equation : step.equations) {
                    QVERIFY2(!equation.result.sources.empty(), qPrintable(equationText(equation)));
                    for (const StepTerm &term : equation.terms)
                        for (const StepNumber &number : term.numbers)
                            QVERIFY2(!number.sources.empty(), qPrintable(equationText(equation)));
                }
            }
        }
    }

    void literals()
    {
        ModelConfig config;
        config.bias = true;
        const ComputedPass run = runOf(config, {{"a", "b", "c"}, {}, {}, {}});
        StepChoice choice;
        choice.component = 3;
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 1, 2, 1), {}, choice);
        // Head 2 of d_key 8: its component 3 is column 11.
        const Step &project = *find(data, StepKind::Project);
        const StepEquation &q = project.equations[0];
        QCOMPARE(q.result.sources,
                 (StepSourceList{{"X", 2, -1}, {"encoder.0.self.w_q", -1, 11}, {"encoder.0.self.b_q", 0, 11}}));
        QCOMPARE(q.terms.back().cell, (StepSource{"encoder.0.self.b_q", 0, 11}));
        QCOMPARE(q.terms[0].cell.column, 11);
        QCOMPARE(q.terms[0].numbers[0].sources, (StepSourceList{{"X", 2, q.terms[0].cell.row}}));
        QCOMPARE(q.terms[0].numbers[1].sources, StepSourceList{q.terms[0].cell});
        QCOMPARE(project.equations[1].result.sources[0], (StepSource{"X", 1, -1}));

        const Step &score = *find(data, StepKind::Score);
        QCOMPARE(score.equations[0].result.sources, (StepSourceList{{"", 2, 1}, {"X", 2, -1}, {"X", 1, -1}}));
        for (std::size_t i = 0; i < 8; ++i)
            QCOMPARE(score.equations[0].terms[i].component, int(i));
        QCOMPARE(sourcesAt(score.strips.back().sources, 0), (StepSourceList{{"", 2, 0}, {"X", 2, -1}, {"X", 0, -1}}));

        const Step &softmax = *find(data, StepKind::Softmax);
        QCOMPARE(softmax.bars->sources, (StepSourceList{{"", 2, -1}}));
        QCOMPARE(softmax.equations[0].result.sources, (StepSourceList{{"", 2, 1}}));
        QCOMPARE(softmax.equations[2].result.sources, (StepSourceList{{"", 2, -1}}));
        QCOMPARE(softmax.equations[1].terms[2].key, 2);

        const Step &weigh = *find(data, StepKind::Weigh);
        QCOMPARE(sourcesAt(weigh.strips[0].sources, 3),
                 (StepSourceList{{"", 2, 0}, {"X", 0, -1}, {"encoder.0.self.w_v", -1, 11}}));
        QCOMPARE(weigh.equations[0].result.sources, (StepSourceList{{"", 2, -1}, {"encoder.0.self.w_v", -1, 11}}));
        QCOMPARE(weigh.equations[0].terms[1].key, 1);

        const Step &join = *find(data, StepKind::Join);
        QCOMPARE(join.equations[0].result.sources,
                 (StepSourceList{{"encoder.0.self.w_o", -1, 3}, {"encoder.0.self.b_o", 0, 3}}));
        QCOMPARE(join.equations[0].terms[0].cell.column, 3);
    }

    /// A change of a source changes the number by what the other factor says, a change elsewhere leaves it.
    void changingASourceChangesIt_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<int>("query");
        QTest::newRow("worked example, x1") << u"three-inputs"_s << 0;
        QTest::newRow("worked example, x3") << u"three-inputs"_s << 2;
        QTest::newRow("learned positions") << QString() << 1;
    }
    void changingASourceChangesIt()
    {
        QFETCH(QString, example);
        QFETCH(int, query);
        ModelConfig config = wholeTransformer();
        config.position = Position::Learned;
        config.embeddingNorm = config.embeddingScale = false;
        Document document;
        document.load(example.isEmpty() ? projectOf(config) : readExample(example.toStdString()), {});
        document.waitForResult();
        const Selection selection = at(Attention::Encoder, 0, 0, query, 0);
        const StepNumber before = shownQ(document, selection);
        const Matrix x = document.result().trace->source.input;
        const Matrix w = *document.matrices().matrix("encoder.0.self.w_q");
        int column = -1;
        for (const StepSource &source : before.sources)
            column = source.matrix == "encoder.0.self.w_q" ? source.column : column;
        QCOMPARE(column, 0);
        std::vector<std::string> matrices{"X", "encoder.0.self.w_q", "encoder.0.self.w_k"};
        if (example.isEmpty())
            matrices.insert(matrices.end(), {"position", "encoder.0.self.b_q"});
        int sources = 0;
        for (const std::string &name : matrices) {
            const Matrix original = *document.matrices().matrix(name);
            for (int row = 0; row < original.rows(); ++row) {
                for (int c = 0; c < original.cols(); ++c) {
                    document.matrices().editCell(name, row, c, original(row, c) + 0.5F);
                    document.waitForResult();
                    const double change = shownQ(document, selection).value - before.value;
                    document.matrices().editCell(name, row, c, original(row, c));
                    double expected = 0;
                    if (covers(before.sources, name, row, c)) {
                        ++sources;
                        expected = 0.5 * (name == "encoder.0.self.b_q"   ? 1
                                          : name == "encoder.0.self.w_q" ? double(x(query, row))
                                                                         : double(w(c, column)));
                    }
                    QVERIFY2(std::abs(change - expected) < 1e-5, // a float32 sum of ten terms around 1
                             qPrintable(u"%1 [%2, %3]: %4, not %5"_s.arg(QString::fromStdString(name))
                                            .arg(row)
                                            .arg(c)
                                            .arg(change)
                                            .arg(expected)));
                }
            }
        }
        // A row of X and a column of W_Q; the position's row and the bias.
        const int dModel = int(x.cols());
        QCOMPARE(sources, example.isEmpty() ? 3 * dModel + 1 : 2 * dModel);
    }
};

REGARD_GUILESS_TEST(TestStepSources)
#include "test_step_sources.moc"

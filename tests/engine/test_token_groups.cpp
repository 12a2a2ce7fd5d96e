#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <QtTest>

#include "engine/analysis/token_groups.h"
#include "engine/base/errors.h"
#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

struct TokenGroupsCase {
    bool renormalises = false;
    TokenGroups queries;
    TokenGroups keys;
    std::map<std::string, Matrix> matrices;
};

TokenGroups readGroups(std::istringstream &line)
{
    TokenGroups groups;
    char colon = 0;
    for (TokenGroups::Group group; line >> group.first >> colon >> group.count;)
        groups.groups.push_back(group);
    return groups;
}

void addRow(Matrix &matrix, std::istringstream &line)
{
    std::vector<float> row;
    for (double value = 0; line >> value;)
        row.push_back(float(value));
    matrix.conservativeResize(matrix.rows() + 1, Eigen::Index(row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
        matrix(matrix.rows() - 1, Eigen::Index(i)) = row[i];
}

std::map<std::string, TokenGroupsCase> readCases()
{
    std::map<std::string, TokenGroupsCase> cases;
    TokenGroupsCase *current = nullptr;
    std::ifstream file(REGARD_TEST_DATA "/token_groups/groups.txt");
    for (std::string text; std::getline(file, text);) {
        std::istringstream line(text);
        std::string word;
        line >> word;
        if (word == "case") {
            line >> word;
            current = &cases[word];
            line >> current->renormalises;
        } else if (word == "queries") {
            current->queries = readGroups(line);
        } else if (word == "keys") {
            current->keys = readGroups(line);
        } else {
            addRow(current->matrices[word], line);
        }
    }
    return cases;
}

TokenGroups groupsOf(const std::vector<std::pair<int, int>> &given)
{
    TokenGroups groups;
    for (const auto &[first, count] : given)
        groups.groups.push_back({first, count, "g" + std::to_string(first), {}});
    return groups;
}

SharedTrace sampleTrace(Model *model = nullptr)
{
    ModelConfig config;
    config.encoderLayers = 2;
    config.residual = true;
    const Model built = buildModel(config, {}, {});
    if (model)
        *model = built;
    return forward(built, {{"[CLS]", "un", "believ", "able", "cat", "[SEP]"}, {5}, {}, {}});
}

} // namespace

/// Attention between groups beside numpy in float64, and what a trace of groups is.
class TokenGroupsTest : public QObject {
    Q_OBJECT
private slots:
    void numbers_data()
    {
        QTest::addColumn<QString>("name");
        const std::map<std::string, TokenGroupsCase> cases = readCases();
        QCOMPARE(cases.size(), std::size_t(7));
        for (const auto &[name, each] : cases)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void numbers()
    {
        QFETCH(QString, name);
        const TokenGroupsCase given = readCases().at(name.toStdString());
        const Matrix expected = given.matrices.at("grouped");
        const Matrix actual =
            groupedWeights(given.matrices.at("weights"), given.queries, given.keys, given.renormalises);
        QCOMPARE(actual.rows(), expected.rows());
        QCOMPARE(actual.cols(), expected.cols());
        // Sums of a few float32 numbers of at most 1: a few units in the last place.
        QVERIFY((actual - expected).cwiseAbs().maxCoeff() < 5e-7F);
        const double hidden = double(given.matrices.at("hidden")(0, 0));
        QVERIFY(std::abs(hiddenShare(given.matrices.at("weights"), given.queries, given.keys) - hidden) < 5e-7);
    }

    void plainGroupsChangeNothing()
    {
        const TokenGroupsCase given = readCases().at("plain");
        QCOMPARE(groupedWeights(given.matrices.at("weights"), given.queries, given.keys, false),
                 given.matrices.at("weights"));
    }

    void anEmptyRowStaysZeros()
    {
        Matrix weights = Matrix::Zero(2, 3);
        weights(0, 0) = 1; // all of it on a key that is hidden
        const Matrix grouped = groupedWeights(weights, groupsOf({{0, 1}, {1, 1}}), groupsOf({{1, 1}, {2, 1}}), true);
        QVERIFY(grouped.isZero(0));
    }

    void groupOfAToken()
    {
        const TokenGroups groups = groupsOf({{1, 3}, {4, 1}});
        const std::vector<int> expected{-1, 0, 0, 0, 1, -1};
        for (int token = 0; token < 6; ++token)
            QCOMPARE(groups.groupOf(token), expected[std::size_t(token)]);
        QVERIFY(groups.merges());
        QVERIFY(!groups.isPlain(6));
        QVERIFY(groupsOf({{0, 1}, {1, 1}}).isPlain(2));
        QVERIFY(!groupsOf({{0, 1}, {1, 1}}).isPlain(3));
    }

    void aTraceOfGroups()
    {
        Model model;
        const SharedTrace trace = sampleTrace(&model);
        TokenGroups groups{{{1, 3, "unbelievable", {}}, {4, 1, "cat", "##cat"}, {5, 1, "[SEP]", {}}}};
        const SharedTrace grouped = groupedTrace(trace, groups, {}, {});
        QCOMPARE(grouped->source.tokens, (std::vector<std::string>{"unbelievable", "##cat", "[SEP]"}));
        QCOMPARE(labelsOf(grouped->source), (std::vector<std::string>{"unbelievable", "cat", "[SEP]"}));
        QCOMPARE(grouped->source.masked, std::vector<int>{2});
        QCOMPARE(grouped->generation, trace->generation);
        QCOMPARE(grouped->blocks.size(), std::size_t(2));
        const Matrix &weights = trace->blocks[1]->heads[1].weights;
        const HeadTrace &head = grouped->blocks[1]->heads[1];
        QCOMPARE(grouped->blocks[1]->name, std::string("encoder.1.self"));
        QCOMPARE(head.weights, groupedWeights(weights, groups, groups, false));
        QCOMPARE(head.weights(1, 0), weights(4, 1) + weights(4, 2) + weights(4, 3));
        QCOMPARE(head.q.size(), Eigen::Index(0));
        QVERIFY(grouped->grouping && grouped->grouping->tokens == trace && grouped->grouping->merges());
        QVERIFY(!trace->grouping);
    }

    void whatNoChangeReachedIsTheSameBlock()
    {
        Model model;
        const SharedTrace trace = sampleTrace(&model);
        const TokenGroups groups = groupsOf({{0, 1}, {1, 3}, {4, 1}});
        const SharedTrace grouped = groupedTrace(trace, groups, {}, {});
        auto changed = std::make_shared<Trace>(*trace);
        changed->blocks[1] = std::make_shared<const BlockTrace>(*trace->blocks[1]);
        const SharedTrace again = groupedTrace(changed, groups, {}, {}, grouped);
        QCOMPARE(again->blocks[0], grouped->blocks[0]);
        QVERIFY(again->blocks[1] != grouped->blocks[1]);
        QVERIFY(groupedTrace(changed, groups, {}, {true}, grouped)->blocks[0] != grouped->blocks[0]);
    }

    void groupsBeyondTheSentence()
    {
        const SharedTrace trace = sampleTrace();
        QVERIFY_EXCEPTION_THROWN(groupedTrace(trace, groupsOf({{4, 3}}), {}, {}), ShapeError);
    }
};

REGARD_GUILESS_TEST(TokenGroupsTest)
#include "test_token_groups.moc"

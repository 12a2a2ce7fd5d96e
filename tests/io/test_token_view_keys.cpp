#include <string>

#include <QtTest>

#include "io/base/file_error.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "test_class.h"

using namespace regard;

namespace {

std::string projectWith(const std::string &view)
{
    return R"({"format": "regard-project", "version": 1, "source": "a b", "model": {}, "view": )" + view + "}";
}

} // namespace

/// `view.tokens` of a project: { "words", "special", "renormalised", "by_value", "without_sink", "pairs" }.
class TokenViewKeysTest : public QObject {
    Q_OBJECT
private slots:
    void read_data()
    {
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<bool>("words");
        QTest::addColumn<bool>("hidesSpecial");
        QTest::addColumn<bool>("renormalises");
        QTest::addColumn<int>("pairs");
        QTest::newRow("nothing") << "{}" << false << false << false << int(PairFilter::All);
        QTest::newRow("words") << R"({"words": true})" << true << false << false << int(PairFilter::All);
        QTest::newRow("special shown") << R"({"special": true})" << false << false << false << int(PairFilter::All);
        QTest::newRow("special hidden") << R"({"special": false, "renormalised": true})" << false << true << true
                                        << int(PairFilter::All);
        QTest::newRow("all") << R"({"pairs": "all"})" << false << false << false << int(PairFilter::All);
        QTest::newRow("a_to_a") << R"({"pairs": "a_to_a"})" << false << false << false << int(PairFilter::AToA);
        QTest::newRow("a_to_b") << R"({"pairs": "a_to_b"})" << false << false << false << int(PairFilter::AToB);
        QTest::newRow("b_to_a") << R"({"pairs": "b_to_a"})" << false << false << false << int(PairFilter::BToA);
        QTest::newRow("b_to_b") << R"({"pairs": "b_to_b"})" << false << false << false << int(PairFilter::BToB);
    }

    void read()
    {
        QFETCH(QString, tokens);
        const Project project = parseProject(projectWith(R"({"tokens": )" + tokens.toStdString() + "}"), "a.regard");
        const TokenView &view = project.view.tokens;
        QTEST(view.words, "words");
        QTEST(view.hidesSpecial, "hidesSpecial");
        QTEST(view.renormalises, "renormalises");
        QTEST(int(view.pairs), "pairs");
        // What is written is read as the same.
        QVERIFY(parseProject(projectJson(project), "a.regard").view.tokens == view);
    }

    void whatIsMovedAndTheSink()
    {
        for (const bool byValue : {false, true})
            for (const bool withoutSink : {false, true}) {
                Project project = parseProject(projectWith("{}"), "a.regard");
                project.view.tokens.byValue = byValue;
                project.view.tokens.withoutSink = withoutSink;
                const std::string written = projectJson(project);
                QVERIFY(parseProject(written, "a.regard").view.tokens == project.view.tokens);
                QCOMPARE(written.find("\"by_value\": true") != std::string::npos, byValue);
                QCOMPARE(written.find("\"without_sink\": true") != std::string::npos, withoutSink);
            }
    }

    void notWrittenWhereTokensAreAsTheyAre()
    {
        const Project project = parseProject(projectWith(R"({"layer": 1})"), "a.regard");
        QVERIFY(projectJson(project).find("\"tokens\"") == std::string::npos);
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown key") << R"({"word": true})"
                                     << "word";
        QTest::newRow("pairs") << R"({"pairs": "ab"})"
                               << "view.tokens.pairs is \"ab\", but takes one of all, a_to_a, a_to_b, b_to_a, b_to_b";
        QTest::newRow("no flag") << R"({"words": 1})"
                                 << "view.tokens.words";
        QTest::newRow("no object") << "[]"
                                   << "view.tokens";
    }

    void mistakes()
    {
        QFETCH(QString, tokens);
        QFETCH(QString, says);
        try {
            parseProject(projectWith(R"({"tokens": )" + tokens.toStdString() + "}"), "a.regard");
            QFAIL("was read");
        } catch (const FileError &error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains(says), error.what());
        }
    }
};

REGARD_GUILESS_TEST(TokenViewKeysTest)
#include "test_token_view_keys.moc"

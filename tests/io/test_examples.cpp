#include <QTest>

#include "io/examples.h"
#include "io/file_error.h"

using namespace regard;

class TestExamples : public QObject {
    Q_OBJECT

private slots:
    void inOrderWithTitles();
    void everyOneRuns();
    void theThreeInputs();
    void unknownName();
};

void TestExamples::inOrderWithTitles()
{
    const std::vector<std::string> expected = {"it",      "three-inputs", "who-what-where",
                                               "vaswani", "chinese",      "repeated-words"};
    std::vector<std::string> names;
    for (const ExampleEntry &entry : examples()) {
        names.push_back(entry.name);
        QVERIFY2(!entry.title.empty() && entry.title != entry.name, entry.name.c_str());
        QCOMPARE(readExample(entry.name).title, entry.title);
    }
    QCOMPARE(names, expected);
}

void TestExamples::everyOneRuns()
{
    for (const ExampleEntry &entry : examples()) {
        const Project project = readExample(entry.name);
        const Input input = inputOf(project);
        QVERIFY2(input.tokens.size() > 1, entry.name.c_str());
        const SharedTrace trace = forward(project.model, input);
        QVERIFY2(trace && trace->encoderOutput.allFinite(), entry.name.c_str());
    }
}

void TestExamples::theThreeInputs()
{
    const Project project = readExample("three-inputs");
    const SharedTrace trace = forward(project.model, inputOf(project));
    const HeadTrace &head = trace->blocks.front()->heads.front();
    // The worked example prints four digits.
    Matrix expected(3, 3);
    expected << 1.9366F, 6.6831F, 1.5951F, 2.0000F, 7.9640F, 0.0540F, 1.9997F, 7.7599F, 0.3584F;
    QVERIFY((head.output - expected).cwiseAbs().maxCoeff() <= 5.1e-5F);
}

void TestExamples::unknownName()
{
    try {
        readExample("../it");
        QFAIL("it was read");
    } catch (const FileError &error) {
        const QString what = QString::fromStdString(error.what());
        QVERIFY2(what.startsWith(QLatin1String("../it: ")), qPrintable(what));
        for (const ExampleEntry &entry : examples()) {
            QVERIFY2(what.contains(QString::fromStdString(entry.name)), qPrintable(what));
        }
    }
}

QTEST_GUILESS_MAIN(TestExamples)
#include "test_examples.moc"

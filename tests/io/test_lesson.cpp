#include <cmath>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "io/base/file_error.h"
#include "io/lesson/lesson.h"
#include "io/lesson/lessons.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "io/project/words.h"
#include "parsed_file.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

/// A lesson over the 3 × 4 example with one page that holds the given entries.
QByteArray withPage(const QByteArray &entries)
{
    return R"({"format": "regard-lesson", "version": 1, "title": "T", "example": "three-inputs", "pages": [{"text": "a"},
              {)" +
           entries + "}]}";
}

QByteArray withHeading(const QByteArray &heading)
{
    return "{" + heading + R"(, "pages": [{"text": "a"}]})";
}

Lesson lessonParsed(const QByteArray &json, const QString &folder = {})
{
    return parseLesson(json.toStdString(), "x.lesson", folder);
}

/// The page that withPage() makes.
LessonPage page(const QByteArray &entries)
{
    return lessonParsed(withPage(entries)).pages.at(1);
}

QString lessonRefusal(const QByteArray &json)
{
    return refusalOf(QStringLiteral("x.lesson"), [&] { lessonParsed(json, QStringLiteral(REGARD_TEST_DATA "/io")); });
}

const QByteArray head = R"("format": "regard-lesson", "version": 1)";

} // namespace

class TestLesson : public QObject {
    Q_OBJECT

private slots:
    void aWholeLesson();
    void languages();
    void pagesStartFromTheLessonsProject();
    void pagesShareMatrices();
    void nullTakesAnEntryOut();
    void aPageOfItsOwn();
    void aPageThatKeeps();
    void aProjectBeside();
    void refusedHeadings_data();
    void refusedHeadings();
    void refusedPages_data();
    void refusedPages();
    void whatIsALesson();
    void roundTrip_data();
    void roundTrip();
    void writtenPagesAreOverrides();
    void wholePagesWhereOverridesCannotSay();
    void anUnwritablePlace();
    void everyPanel();
    void everyModeAndControl();
    void theGuidesExample();
    void everyBundledFileIsListed();
};

void TestLesson::aWholeLesson()
{
    const Lesson lesson = lessonParsed(withPage(R"("title": "By hand", "text": "x1 gives x2 {weight 1 2}",
        "view": {"query": 1, "key": 2, "steps": {"step": "softmax", "by_hand": 1}}, "panels": ["steps", "heatmap"],
        "caption": "x1 gives most", "mode": "edit", "control": "cell",
        "highlight": [{"matrix": "encoder.0.self.w_q", "row": 1, "column": 3}, {"matrix": "X", "row": 3},
                      {"query": 1, "key": 2}, {"key": 3}],
        "try": "Make it more", "done": [{"value": "weight 1 2", "at_least": 0.99}, {"model": {"heads": 2}},
                                        {"view": {"query": 2}}, {"source": "x1 x2"}])"));
    QCOMPARE(lesson.pages.size(), std::size_t{2});
    const LessonPage &read = lesson.pages[1];
    QCOMPARE(read.title.text("en"), std::string("By hand"));
    QCOMPARE(read.caption.text("en"), std::string("x1 gives most"));
    QCOMPARE(read.mode, std::optional(LessonMode::Edit));
    QCOMPARE(read.control, std::optional(LessonControl::Cell));
    QCOMPARE(read.attempt.text("zh_CN"), std::string("Make it more"));
    QCOMPARE(read.project.source, std::string("x1 x2 x3"));
    QCOMPARE(read.project.view.query, 0);
    QCOMPARE(read.project.view.key, 1);
    QCOMPARE(read.project.view.steps.kind, StepKind::Softmax);
    QCOMPARE(read.project.view.steps.handDecimals, 1);
    QVERIFY(read.panels == (std::vector{PanelId::Steps, PanelId::Heatmap}));
    QCOMPARE(read.cells, (std::vector<CellRef>{{"encoder.0.self.w_q", 0, 2}, {"X", 2, -1}}));
    QCOMPARE(read.pairs, (std::vector<LessonPair>{{0, 1}, {-1, 2}}));
    QCOMPARE(read.conditions.size(), std::size_t{4});
    QCOMPARE(read.conditions[0].atLeast, 0.99);
    QVERIFY(std::isinf(read.conditions[0].atMost));
    QCOMPARE(read.conditions[1].model, (std::vector<std::pair<std::string, std::string>>{{"heads", "2"}}));
    QCOMPARE(read.conditions[3].source, std::optional<std::string>("x1 x2"));
    QVERIFY(!read.keeps);
}

void TestLesson::languages()
{
    const LessonText both{{{"en", "one"}, {"zh_CN", "一"}}};
    QCOMPARE(both.text("zh_CN"), std::string("一"));
    QCOMPARE(both.text("en_GB"), std::string("one"));
    QCOMPARE(both.text("de"), std::string("one"));
    const LessonText chinese{{{"zh_CN", "一"}, {"ja", "二"}}};
    QCOMPARE(chinese.text("de"), std::string("一"));
    const LessonText plain{{{"", "one"}}};
    QCOMPARE(plain.text("zh_CN"), std::string("one"));
    QCOMPARE(LessonText().text("en"), std::string());
    QCOMPARE(page(R"("text": {"en": "one", "zh_CN": "一"})").text, both);
}

void TestLesson::pagesStartFromTheLessonsProject()
{
    const Lesson lesson =
        lessonParsed(R"({"format": "regard-lesson", "version": 1, "title": "T", "example": "three-inputs",
        "pages": [ {"text": "a", "model": {"score": "scaled_dot"}, "source": "x1 x2"}, {"text": "b"} ]})");
    QCOMPARE(lesson.pages[0].project.model.config.score, Score::ScaledDot);
    QCOMPARE(lesson.pages[0].project.source, std::string("x1 x2"));
    QCOMPARE(lesson.pages[1].project.model.config.score, Score::Dot);
    QCOMPARE(lesson.pages[1].project.source, std::string("x1 x2 x3"));
    QCOMPARE(projectJson(lesson.pages[1].project), projectJson(readExample("three-inputs")));
}

void TestLesson::pagesShareMatrices()
{
    const Lesson lesson =
        lessonParsed(withPage(R"("text": "b", "weights": {"encoder.0.self.w_v": [[1,2,0],[0,3,0],[1,0,3],[1,1,0]]})"));
    const auto of = [&lesson](std::size_t index, const char *name) {
        return lesson.pages[index].project.model.weights.find(name);
    };
    QCOMPARE(of(1, "encoder.0.self.w_q"), of(0, "encoder.0.self.w_q"));
    QVERIFY(of(1, "encoder.0.self.w_v") != of(0, "encoder.0.self.w_v"));
    QCOMPARE((*of(1, "encoder.0.self.w_v"))(0, 0), 1.0F);
    QCOMPARE((*of(0, "encoder.0.self.w_v"))(0, 0), 0.0F);
}

void TestLesson::nullTakesAnEntryOut()
{
    const LessonPage without =
        page(R"("text": "b", "weights": {"encoder.0.self.w_v": null}, "embedding": {"x3": null})");
    QVERIFY(!without.project.model.given.contains("encoder.0.self.w_v"));
    QVERIFY(without.project.model.given.contains("encoder.0.self.w_q"));
    QVERIFY(!without.project.model.embedding.contains("x3"));
    QVERIFY(without.project.model.embedding.contains("x2"));
}

void TestLesson::aPageOfItsOwn()
{
    const LessonPage own = page(R"("text": "b", "view": {"query": 2},
        "project": {"format": "regard-project", "version": 1, "source": "a b", "model": {"heads": 4}})");
    QCOMPARE(own.project.model.config.heads, 4);
    QCOMPARE(own.project.source, std::string("a b"));
    QCOMPARE(own.project.view.query, 1);
}

void TestLesson::aPageThatKeeps()
{
    const Lesson lesson =
        lessonParsed(R"({"format": "regard-lesson", "version": 1, "title": "T", "example": "three-inputs",
        "pages": [ {"text": "a", "source": "x1 x2"}, {"text": "b {weight 7 7 @2.2}", "keep": true},
                   {"text": "c", "keep": true, "view": {"query": 2}} ]})");
    QVERIFY(lesson.pages[1].keeps && !lesson.pages[1].setsView);
    QCOMPARE(lesson.pages[1].project.source, std::string("x1 x2"));
    QVERIFY(lesson.pages[2].keeps && lesson.pages[2].setsView);
    QCOMPARE(lesson.pages[2].project.source, std::string("x1 x2"));
    QCOMPARE(lesson.pages[2].project.view.query, 1);
}

void TestLesson::aProjectBeside()
{
    const QByteArray json = withHeading(head + R"(, "title": "T", "file": "three-inputs.regard")");
    const Lesson lesson = lessonParsed(json, QStringLiteral(REGARD_TEST_DATA "/io"));
    QCOMPARE(lesson.project.source, std::string("x1 x2 x3"));
    QTemporaryDir folder;
    QVERIFY(folder.isValid());
    try {
        lessonParsed(json, folder.path());
        QFAIL("a project that is missing was read");
    } catch (const FileError &error) {
        const QString what = QString::fromStdString(error.what());
        QVERIFY2(what.startsWith(QLatin1String("x.lesson: file ")), error.what());
        QVERIFY2(what.contains(folder.filePath(QStringLiteral("three-inputs.regard"))), error.what());
        QVERIFY2(what.endsWith(QLatin1String("there is no such file")), error.what());
    }
}

void TestLesson::refusedHeadings_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const QByteArray &json, const char *reason) {
        QTest::newRow(name) << json << QString::fromUtf8(reason);
    };
    const QByteArray example = R"(, "example": "three-inputs")";
    row("a list", "[1]", "a lesson is an object in braces, not a list of 1 numbers");
    row("broken", "{\"format\": ", "line 1, column 12: the file ends before its JSON is complete in \"format\"");
    row("no format", R"({"version": 1})", "the key \"format\" is missing, so this is no Regard lesson");
    row("another format", withHeading(R"("format": "regard-project", "version": 1)"),
        "format must be \"regard-lesson\", not the text \"regard-project\"");
    row("no version", withHeading(R"("format": "regard-lesson")"), "the key \"version\" is missing");
    row("from the future", withHeading(R"("format": "regard-lesson", "version": 4, "pictures": [])"),
        "was written by a newer Regard (version 4, this one reads 3)");
    row("a version of words", withHeading(R"("format": "regard-lesson", "version": "1")"),
        "version must be a whole number from 1 to 3, not the text \"1\"");
    row("before the first", withHeading(R"("format": "regard-lesson", "version": 0)"),
        "version must be a whole number from 1 to 3, not 0");
    row("unknown key", withHeading(head + R"(, "titel": "T")" + example),
        "unknown key \"titel\" (did you mean \"title\"?)");
    row("no title", withHeading(head + example), "the key \"title\" is missing");
    row("empty title", withHeading(head + R"(, "title": "")" + example), "title is empty");
    row("a number for a title", withHeading(head + R"(, "title": 3)" + example),
        "title must be a text in quotes, or an object of languages such as {\"en\": \"…\"}, not 3");
    row("no language", withHeading(head + R"(, "title": {})" + example),
        "title must be a text in quotes, or an object of languages such as {\"en\": \"…\"}, not an empty one");
    row("a wrong language", withHeading(head + R"(, "title": {"English": "T"})" + example),
        "title holds the key \"English\", but its keys are languages such as \"en\" or \"zh_CN\"");
    row("a language's number", withHeading(head + R"(, "title": {"en": 3})" + example),
        "title.en must be a text in quotes, not 3");
    row("no project", withHeading(head + R"(, "title": "T")"),
        "a lesson must have exactly one of project, example and file");
    row("two projects", withHeading(head + R"(, "title": "T", "file": "a")" + example),
        "a lesson must have exactly one of project, example and file");
    row("no such example", withHeading(head + R"(, "title": "T", "example": "three")"),
        "example \"three\": there is no example of that name, only it, three-inputs, who-what-where, shuan, vaswani, "
        "xavier, chinese, repeated-words, self-and-cross, source-and-target, word-by-word, alignment, dates");
    row("a folder", withHeading(head + R"(, "title": "T", "file": "../three-inputs.regard")"),
        "file is \"../three-inputs.regard\", but must be a name without a folder: it stands beside the lesson");
    row("an absolute path", withHeading(head + R"(, "title": "T", "file": "/etc/passwd")"),
        "file is \"/etc/passwd\", but must be a name without a folder: it stands beside the lesson");
    row("the folder itself", withHeading(head + R"(, "title": "T", "file": "..")"),
        "file is \"..\", but must be a name without a folder: it stands beside the lesson");
    row("a bad project", withHeading(head + R"(, "title": "T", "project": {"format": "regard-project", "version": 1,
        "model": {"d_model": 0}})"),
        "project: d_model takes a whole number from 1 to 65536, not \"0\"");
    row("a project that is none", withHeading(head + R"(, "title": "T", "project": [])"),
        "project: a project is an object in braces, not an empty list");
    row("no pages", "{" + head + R"(, "title": "T")" + example + "}", "the key \"pages\" is missing");
    row("an empty list of pages", "{" + head + R"(, "title": "T", "pages": [])" + example + "}",
        "pages must be a list of pages in braces, not an empty list");
    row("a page of words", "{" + head + R"(, "title": "T", "pages": ["a"])" + example + "}",
        "pages[1] must be an object in braces, not the text \"a\"");
}

void TestLesson::refusedHeadings()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, reason);
    QCOMPARE(lessonRefusal(json), reason);
}

void TestLesson::refusedPages_data()
{
    QTest::addColumn<QByteArray>("entries");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const QByteArray &entries, const char *reason) {
        QTest::newRow(name) << entries << QString::fromUtf8(reason);
    };
    // Each stands on the second page, over the 3 × 4 example: 3 tokens, d_model 4, 1 layer, 1 head of 3 and 3.
    row("no text", R"("title": "b")", "pages[2].text is missing");
    row("unknown key", R"("text": "b", "higlight": [])",
        "unknown key \"higlight\" in pages[2] (did you mean \"highlight\"?)");
    row("a list of texts", R"("text": ["b"])",
        "pages[2].text must be a text in quotes, or an object of languages such as {\"en\": \"…\"}, not a list");
    row("an unknown value", R"("text": "{wieght 1 2}")",
        "pages[2].text: there is no value \"wieght 1 2\" (did you mean \"weight\"?)");
    row("in the second language", R"("text": {"en": "b", "zh_CN": "{wieght 1 2}"})",
        "pages[2].text.zh_CN: there is no value \"wieght 1 2\" (did you mean \"weight\"?)");
    row("an empty value", R"("text": "{}")",
        "pages[2].text: a value in braces is empty; a brace itself is written twice: {{");
    row("an open brace", R"("text": "a {weight 1 2")",
        "pages[2].text: the brace before \"weight 1 2\" is not closed; a brace itself is written twice: {{");
    row("a brace within", R"("text": "a {weight {1} 2}")",
        "pages[2].text: the brace before \"weight {1} 2}\" is not closed; a brace itself is written twice: {{");
    row("too many numbers", R"("text": "{weight 1 2 3}")",
        "pages[2].text: the value \"weight 1 2 3\" has 3 numbers, but weight takes 1 or 2");
    row("too few numbers", R"("text": "{weighted 1}")",
        "pages[2].text: the value \"weighted 1\" has 1 numbers, but weighted takes 2");
    row("no number at all", R"("text": "{tokens 1}")",
        "pages[2].text: the value \"tokens 1\" has 1 numbers, but tokens takes 0");
    row("from 0", R"("text": "{weight 0 2}")",
        "pages[2].text: the value \"weight 0 2\" holds \"0\", but it takes whole numbers from 1");
    row("a word for a number", R"("text": "{weight x1 2}")",
        "pages[2].text: the value \"weight x1 2\" holds \"x1\", but it takes whole numbers from 1");
    row("a fraction", R"("text": "{weight 1.5 2}")",
        "pages[2].text: the value \"weight 1.5 2\" holds \"1.5\", but it takes whole numbers from 1");
    row("too many decimals", R"("text": "{weight 1 2:9}")",
        "pages[2].text: the value \"weight 1 2:9\" must end with a number of decimals from 0 to 8 after its colon");
    row("half a place", R"("text": "{weight 1 2 @1}")",
        "pages[2].text: the value \"weight 1 2 @1\" must name layer and head after its @, such as @1.2");
    row("a place of nothing", R"("text": "{tokens @1.1}")",
        "pages[2].text: the value \"tokens @1.1\" names a layer and a head, but tokens has none");
    row("decimals of a word", R"("text": "{token 1:2}")",
        "pages[2].text: the value \"token 1:2\" asks for decimals, but token is a word");
    row("a token that is not there", R"("text": "{token 4}")",
        "pages[2].text: the value \"token 4\" is not there, because the sentence has no token 4, only 3");
    row("a key that is not there", R"("text": "{weight 1 4}")",
        "pages[2].text: the value \"weight 1 4\" is not there, because there is no key 4, only 3");
    row("a component that is not there", R"("text": "{q 1 4}")",
        "pages[2].text: the value \"q 1 4\" is not there, because there is no component 4, only 3");
    row("a head that is not there", R"("text": "{weight 1 1 @1.2}")",
        "pages[2].text: the value \"weight 1 1 @1.2\" is not there, because there is no head 2, only 1");
    row("a layer that is not there", R"("text": "{weight 1 1 @2.1}")",
        "pages[2].text: the value \"weight 1 1 @2.1\" is not there, because there is no layer 2, only 1");
    row("no decoder", R"("text": "{next 1}")",
        "pages[2].text: the value \"next 1\" is not there, because next needs a model with a decoder");
    row("no output layer", R"("text": "{lens 1 1}")",
        "pages[2].text: the value \"lens 1 1\" is not there, because the model has no output layer that could read the "
        "stream between layers");
    row("in the attempt", R"("text": "b", "try": "{foo}")", "pages[2].try: there is no value \"foo\"");
    row("a bad override", R"("text": "b", "model": {"heads": 0})",
        "pages[2]: heads takes a whole number from 1 to 1024, not \"0\"");
    row("an unknown model key", R"("text": "b", "model": {"head": 2})",
        "pages[2]: unknown key \"head\" in model (did you mean \"heads\"?)");
    row("a model of null", R"("text": "b", "model": {"heads": null})",
        "pages[2]: heads takes a whole number from 1 to 1024, not null");
    row("a model of words", R"("text": "b", "model": "small")",
        "pages[2].model must be an object, not the text \"small\"");
    row("nothing to take out", R"("text": "b", "weights": {"encoder.0.self.w_o": null})",
        "pages[2].weights takes \"encoder.0.self.w_o\" out, but the lesson's project has none");
    row("a matrix too wide", R"("text": "b", "weights": {"encoder.0.self.w_q": [[1,2]]})",
        "pages[2]: encoder.0.self.w_q is 1 × 2, but d_model 4 and heads 1 × d_key 3 need 4 × 3");
    row("sizes that do not fit any more", R"("text": "b", "model": {"d_key": 2})",
        "pages[2]: encoder.0.self.w_k is 4 × 3, but d_model 4 and heads 1 × d_key 2 need 4 × 2");
    row("a query beyond the sentence", R"("text": "b", "view": {"query": 4})",
        "pages[2]: view.query must be a whole number from 1 to 3, not 4");
    row("an unknown stage", R"("text": "b", "view": {"steps": {"step": "softmx"}})",
        "pages[2]: view.steps.step is \"softmx\", which is no step (did you mean \"softmax\"?)");
    row("a project and more", R"("text": "b", "source": "a", "project": {})",
        "pages[2].source stands beside project; change it within the page's project");
    row("a project that is a list", R"("text": "b", "project": [])",
        "pages[2].project must be a whole project in braces, not an empty list");
    row("keep and more", R"("text": "b", "keep": true, "source": "a")",
        "pages[2].source stands beside keep, but a page that keeps the state changes only view, panels and highlight");
    row("keep and a project", R"("text": "b", "keep": true, "project": {})",
        "pages[2].project stands beside keep, which keeps the state of the page before");
    row("keep of words", R"("text": "b", "keep": "yes")", "pages[2].keep must be true or false, not the text \"yes\"");
    row("an unknown panel", R"("text": "b", "panels": ["stesp"])",
        "pages[2].panels holds \"stesp\", which is no panel (did you mean \"steps\"?)");
    row("panels of numbers", R"("text": "b", "panels": [1])",
        "pages[2].panels must be a list of panels such as \"steps\", not a list of 1 numbers");
    row("a caption that is too long",
        R"("text": "b", "caption": {"en": "a", "zh_CN": ")" + QByteArray("字").repeated(91) + R"("})",
        "pages[2].caption.zh_CN: 91 characters are too many for a caption, which holds 45 words or 90 Chinese "
        "characters");
    row("a drawing for a caption", R"("text": "b", "caption": "{formula x}")",
        "pages[2].caption: a caption holds words and values, and no drawing, list or table");
    row("an unknown value in the caption", R"("text": "b", "caption": "{foo}")",
        "pages[2].caption: there is no value \"foo\"");
    row("a caption's token that is not there", R"("text": "b", "caption": "{token 4}")",
        "pages[2].caption: the value \"token 4\" is not there, because the sentence has no token 4, only 3");
    row("an unknown mode", R"("text": "b", "mode": "play")",
        "pages[2].mode must be one of explore, explain, edit, train, not the text \"play\"");
    row("an unknown control", R"("text": "b", "control": "knob")",
        "pages[2].control must be one of sentence, generate, cell, score, heads, d_key, encoder_mask, decoder_mask, "
        "position, initialization, initialization_std, seed, not the text \"knob\"");
    row("a control of a decoder", R"("text": "b", "control": "generate")",
        "pages[2].control is \"generate\", which needs a model with a decoder");
    row("a highlight of nothing", R"("text": "b", "highlight": [{}])",
        "pages[2].highlight[1] must name a matrix (with row, column or both), or a query, a key or both");
    row("a row of nothing", R"("text": "b", "highlight": [{"query": 1}, {"row": 1}])",
        "pages[2].highlight[2] must name a matrix (with row, column or both), or a query, a key or both");
    row("a pair beyond the sentence", R"("text": "b", "highlight": [{"query": 1, "key": 4}])",
        "pages[2].highlight[1].key must be a whole number from 1 to 3, not 4");
    row("an unknown matrix", R"("text": "b", "highlight": [{"matrix": "w_q"}])",
        "pages[2].highlight[1].matrix is \"w_q\", which the model does not have");
    row("a cell beyond the matrix", R"("text": "b", "highlight": [{"matrix": "encoder.0.self.w_q", "row": 5}])",
        "pages[2].highlight[1].row must be a whole number from 1 to 4, not 5");
    row("a row beyond the sentence", R"("text": "b", "highlight": [{"matrix": "X", "row": 4, "column": 1}])",
        "pages[2].highlight[1] is a row or a column that X does not have");
    row("a condition without anything to do", R"("text": "b", "done": [{"model": {"heads": 2}}])",
        "pages[2].done stands without a \"try\" that says what to do");
    row("an empty list of conditions", R"("text": "b", "try": "c", "done": [])",
        "pages[2].done must be a list of conditions in braces, not an empty list");
    row("a condition of nothing", R"("text": "b", "try": "c", "done": [{}])",
        "pages[2].done[1] must have exactly one of value, model, view, source and target");
    row("a condition of two", R"("text": "b", "try": "c", "done": [{"source": "a", "model": {"heads": 2}}])",
        "pages[2].done[1] must have exactly one of value, model, view, source and target");
    row("a value without a bound", R"("text": "b", "try": "c", "done": [{"value": "weight 1 2"}])",
        "pages[2].done[1].value stands without at_least and at_most, so there is nothing to compare it with");
    row("a bound of words", R"("text": "b", "try": "c", "done": [{"value": "weight 1 2", "at_least": "much"}])",
        "pages[2].done[1].at_least must be a number, not the text \"much\"");
    row("bounds the wrong way round",
        R"("text": "b", "try": "c", "done": [{"value": "weight 1 2", "at_least": 0.5, "at_most": 0.4}])",
        "pages[2].done[1].at_least is larger than at_most, so that nothing lies between them");
    row("a row to compare", R"("text": "b", "try": "c", "done": [{"value": "weight 1", "at_least": 0.5}])",
        "pages[2].done[1].value is \"weight 1\", but only a single number can be compared");
    row("a word to compare", R"("text": "b", "try": "c", "done": [{"value": "token 1", "at_least": 0.5}])",
        "pages[2].done[1].value is \"token 1\", but only a single number can be compared");
    row("an unknown value to compare", R"("text": "b", "try": "c", "done": [{"value": "wieght 1 2", "at_least": 0.5}])",
        "pages[2].done[1].value: there is no value \"wieght 1 2\" (did you mean \"weight\"?)");
    row("a bound without a value", R"("text": "b", "try": "c", "done": [{"source": "a", "at_most": 1}])",
        "pages[2].done[1] has a bound, but no value to compare with it");
    row("an unknown key of a condition", R"("text": "b", "try": "c", "done": [{"valeu": "a"}])",
        "unknown key \"valeu\" in pages[2].done[1] (did you mean \"value\"?)");
    row("an unknown model key in a condition", R"("text": "b", "try": "c", "done": [{"model": {"head": 2}}])",
        "unknown key \"head\" in pages[2].done[1].model (did you mean \"heads\"?)");
    row("a model of another type", R"("text": "b", "try": "c", "done": [{"model": {"heads": "2"}}])",
        "pages[2].done[1].model.heads takes a whole number from 1 to 1024, not the text \"2\"");
    row("a model that is out of range", R"("text": "b", "try": "c", "done": [{"model": {"heads": 0}}])",
        "pages[2].done[1].model.heads: heads takes a whole number from 1 to 1024, not \"0\"");
    row("a view of nothing", R"("text": "b", "try": "c", "done": [{"view": {"steps": {}}}])",
        "pages[2].done[1].view must name at least one entry of a view, such as {\"query\": 1}");
    row("an unknown view", R"("text": "b", "try": "c", "done": [{"view": {"qury": 1}}])",
        "unknown key \"qury\" in pages[2].done[1].view (did you mean \"query\"?)");
    row("a view of words", R"("text": "b", "try": "c", "done": [{"view": {"query": "x1"}}])",
        "pages[2].done[1].view.query must be a whole number from 1 to 65536, not the text \"x1\"");
    row("a stage of another name", R"("text": "b", "try": "c", "done": [{"view": {"stage": "sums"}}])",
        "pages[2].done[1].view.stage must be one of scores, scaled, masked, weights, not the text \"sums\"");
    row("a source of numbers", R"("text": "b", "try": "c", "done": [{"source": 1}])",
        "pages[2].done[1].source must be a text in quotes, not 1");
}

void TestLesson::refusedPages()
{
    QFETCH(QByteArray, entries);
    QFETCH(QString, reason);
    QCOMPARE(lessonRefusal(withPage(entries)), reason);
}

void TestLesson::whatIsALesson()
{
    QVERIFY(isLesson(withPage(R"("text": "b")").toStdString()));
    QVERIFY(isLesson(R"({"format": "regard-lesson"})"));
    QVERIFY(!isLesson(R"({"format": "regard-project", "title": "regard-lesson"})"));
    QVERIFY(!isLesson("regard-lesson"));
    QVERIFY(!isLesson(""));
    QVERIFY(!isLessonFile(QStringLiteral(REGARD_TEST_DATA "/io/three-inputs.regard")));
    QVERIFY(!isLessonFile(QStringLiteral(REGARD_TEST_DATA "/io/nowhere.lesson")));
}

void TestLesson::roundTrip_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("an example") << withPage(R"("text": "b")");
    QTest::newRow("texts in two languages")
        << withPage(R"("title": {"en": "B", "zh_CN": "乙"}, "text": {"en": "b {{", "zh_CN": "乙 {weight 1 2:3}"})");
    QTest::newRow("every entry") << withPage(R"("title": "B", "text": "b", "view": {"query": 1, "steps": {"all": true}},
        "panels": ["links", "steps"], "highlight": [{"matrix": "X", "row": 1}, {"query": 1}],
        "caption": {"en": "b {weight 1 2}", "zh_CN": "乙"}, "mode": "train", "control": "seed",
        "try": "c", "done": [{"value": "weight 1 2", "at_most": 0.25}, {"view": {"steps": {"step": "score"}}}])");
    QTest::newRow("overrides") << withPage(R"("text": "b", "source": "x3 x1", "model": {"score": "scaled_dot"},
        "weights": {"encoder.0.self.w_q": [[0.1, -0.0, 1e-30], [3e38, 0.333333343, 7], [0, 0, 1], [0, 1, 1]]},
        "embedding": {"x1": [1, 2, 3, 4], "x2": null}, "masked_source": [1])");
    QTest::newRow("two heads") << withPage(R"("text": "b", "model": {"heads": 2}, "weights": {
        "encoder.0.self.w_q": null, "encoder.0.self.w_k": null, "encoder.0.self.w_v": null})");
    QTest::newRow("no view where the lesson has one")
        << QByteArray(R"({"format": "regard-lesson", "version": 1, "title": "T", "project": {"format":
           "regard-project", "version": 1, "source": "a b", "model": {"heads": 3}, "view": {"query": 2}},
           "pages": [{"text": "a"}, {"text": "b", "view": {}}, {"text": "c", "keep": true},
                     {"text": "d", "keep": true, "view": {"query": 1}}]})");
    QTest::newRow("values of the moment")
        << QByteArray(R"({"format": "regard-lesson", "version": 2, "title": "T", "example": "three-inputs",
           "pages": [{"text": "{weight 1 2}", "try": "{now weight 1 2:3}"}]})");
    QTest::newRow("a page of its own") << withPage(R"("text": "b", "project": {"format": "regard-project",
        "version": 1, "title": "Own", "source": "a", "model": {"architecture": "decoder"}})");
}

void TestLesson::roundTrip()
{
    QFETCH(QByteArray, json);
    const Lesson lesson = lessonParsed(json);
    const std::string written = lessonJson(lesson);
    const Lesson again = lessonParsed(QByteArray::fromStdString(written));
    QCOMPARE(lessonJson(again), written);
    QCOMPARE(again.version, lesson.version);
    QCOMPARE(again.title, lesson.title);
    QCOMPARE(again.pages.size(), lesson.pages.size());
    for (std::size_t i = 0; i < lesson.pages.size(); ++i) {
        const LessonPage &before = lesson.pages[i];
        const LessonPage &after = again.pages[i];
        QCOMPARE(after.title, before.title);
        QCOMPARE(after.text, before.text);
        QCOMPARE(after.caption, before.caption);
        QCOMPARE(after.mode, before.mode);
        QCOMPARE(after.control, before.control);
        QCOMPARE(after.attempt, before.attempt);
        QCOMPARE(projectJson(after.project), projectJson(before.project));
        QCOMPARE(after.project.view, before.project.view);
        QCOMPARE(after.keeps, before.keeps);
        QCOMPARE(after.setsView, before.setsView);
        QVERIFY(after.panels == before.panels);
        QCOMPARE(after.cells, before.cells);
        QCOMPARE(after.pairs, before.pairs);
        QCOMPARE(after.conditions.size(), before.conditions.size());
    }
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.lesson"));
    writeLesson(path, lesson);
    QVERIFY(isLessonFile(path));
    QCOMPARE(lessonJson(readLesson(path)), written);
}

void TestLesson::writtenPagesAreOverrides()
{
    const Lesson lesson = lessonParsed(
        withPage(R"("text": "b", "source": "x1 x2", "model": {"score": "scaled_dot"}, "view": {"query": 2})"));
    const QString written = QString::fromStdString(lessonJson(lesson));
    QVERIFY(written.contains(QLatin1String(R"("example": "three-inputs")")));
    QVERIFY(written.contains(QLatin1String(
        R"({ "text": "b", "source": "x1 x2", "model": { "score": "scaled_dot" }, "view": { "query": 2 } })")));
    QVERIFY(!written.contains(QLatin1String("w_q")));
}

void TestLesson::wholePagesWhereOverridesCannotSay()
{
    Lesson lesson = lessonParsed(withPage(R"("text": "b")"));
    lesson.pages[1].project.note = "A note of its own";
    const Lesson again = lessonParsed(QByteArray::fromStdString(lessonJson(lesson)));
    QCOMPARE(again.pages[1].project.note, std::string("A note of its own"));
}

void TestLesson::anUnwritablePlace()
{
    const Lesson lesson = lessonParsed(withPage(R"("text": "b")"));
    QTemporaryDir folder;
    QVERIFY_EXCEPTION_THROWN(writeLesson(folder.filePath(QStringLiteral("none/a.lesson")), lesson), FileError);
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestLesson::everyPanel()
{
    for (const PanelId panel : allPanels()) {
        const std::string &word = panelWord(panel);
        const Lesson lesson =
            lessonParsed(withPage(R"("text": "b", "panels": [")" + QByteArray::fromStdString(word) + R"("])"));
        QVERIFY2(lesson.pages[1].panels == std::vector{panel}, word.c_str());
        QVERIFY(lessonParsed(QByteArray::fromStdString(lessonJson(lesson))).pages[1].panels == std::vector{panel});
    }
}

void TestLesson::everyModeAndControl()
{
    const auto read = [](const char *key, const std::string &word) {
        const QByteArray entries = R"("text": "b", "project": {"format": "regard-project", "version": 1,
            "source": "a", "target": "b", "model": {"architecture": "encoder_decoder"}}, ")" +
                                   QByteArray(key) + R"(": ")" + QByteArray::fromStdString(word) + R"(")";
        return lessonParsed(QByteArray::fromStdString(lessonJson(lessonParsed(withPage(entries))))).pages[1];
    };
    QCOMPARE(wordsOf<LessonMode>(), (std::vector<std::string>{"explore", "explain", "edit", "train"}));
    for (const std::string &word : wordsOf<LessonMode>())
        QVERIFY2(read("mode", word).mode == valueOf<LessonMode>(word), word.c_str());
    for (const std::string &word : wordsOf<LessonControl>())
        QVERIFY2(read("control", word).control == valueOf<LessonControl>(word), word.c_str());
}

// What the guide shows is what a teacher copies.
void TestLesson::theGuidesExample()
{
    QFile guide(QStringLiteral(REGARD_TEST_DATA "/../../resources/guide/lessons.md"));
    QVERIFY(guide.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(guide.readAll());
    const QString json = text.section(QStringLiteral("```"), 1, 1).mid(4);
    const Lesson lesson = lessonParsed(json.toUtf8());
    QCOMPARE(lesson.pages.size(), std::size_t{2});
    QCOMPARE(lesson.version, lessonVersion);
    QCOMPARE(lesson.pages[1].conditions.size(), std::size_t{1});
    std::vector<std::string> words = panelWords();
    for (const std::vector<std::string> &more : {wordsOf<LessonMode>(), wordsOf<LessonControl>()})
        words.insert(words.end(), more.begin(), more.end());
    for (const std::string &word : words)
        QVERIFY2(text.contains(QLatin1Char('`') + QString::fromStdString(word) + QLatin1Char('`')), word.c_str());
}

void TestLesson::everyBundledFileIsListed()
{
    QStringList names;
    for (const LessonEntry &entry : lessons())
        names << QString::fromStdString(entry.name) + QStringLiteral(".lesson");
    names.sort();
    QCOMPARE(names, QDir(QStringLiteral(REGARD_TEST_DATA "/../../resources/lessons"))
                        .entryList({QStringLiteral("*.lesson")}, QDir::Files, QDir::Name));
    QVERIFY_EXCEPTION_THROWN(readBundledLesson("none"), FileError);
}

REGARD_GUILESS_TEST(TestLesson)
#include "test_lesson.moc"

#include <algorithm>

#include <QTest>

#include "io/lesson/lesson_caption.h"
#include "io/lesson/lessons.h"
#include "io/project/examples.h"
#include "io/project/words.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// A page over the 3 × 4 example: 3 tokens, queries of 3 numbers.
LessonPage captionPage(const QString &text)
{
    LessonPage page;
    page.project = readExample("three-inputs");
    page.text.texts = {{std::string(), text.toStdString()}};
    return page;
}

QString repeatedWords(const char *word, int times)
{
    return QString::fromUtf8(word).repeated(times).trimmed();
}

LessonMode modeWith(std::vector<PanelId> panels)
{
    LessonPage page;
    page.panels = std::move(panels);
    return modeOf(page);
}

std::vector<std::string> valuesOfCaption(const std::string &text)
{
    std::vector<std::string> values;
    for (const LessonPiece &piece : lessonPieces(text))
        if (piece.isValue)
            values.push_back(piece.words);
    std::sort(values.begin(), values.end());
    return values;
}

} // namespace

class TestLessonCaption : public QObject {
    Q_OBJECT

private slots:
    void lengths_data();
    void lengths();
    void problems_data();
    void problems();
    void firstSentences_data();
    void firstSentences();
    void theCaptionBeforeTheText();
    void modes();
    void bundled();
};

void TestLessonCaption::lengths_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("length");
    const auto row = [](const char *text, int length) { QTest::newRow(text) << QString::fromUtf8(text) << length; };
    row("", 0);
    row("one two", 4);
    row("it's – a-b, √3 ≈ 1.732 “x”", 10); // signs alone are no words
    row("一二三。", 4);
    row("“写”", 1);
    row("x1给x2 0.43，", 8);
    row("*one* `two`", 4);
    row("{{one", 2);
    row("{weight 1 2:4}", 2);
    row("{token 1}'s", 2);
    row("{q 1}", 6);
    row("{weight 1}", 6);
    row("{hand_weighted 1 2}", 6);
    row("{x 1}，{token 1}", 11);
}

void TestLessonCaption::lengths()
{
    QFETCH(QString, text);
    QFETCH(int, length);
    QCOMPARE(captionLength(captionPage(QString()), text.toStdString()), length);
}

void TestLessonCaption::problems_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("problem");
    const QString most = u" are too many for a caption, which holds 45 words or 90 Chinese characters"_s;
    const QString noDrawing = u"a caption holds words and values, and no drawing, list or table"_s;
    QTest::newRow("45 words") << repeatedWords("word ", 45) << QString();
    QTest::newRow("46 words") << repeatedWords("word ", 46) << u"46 words"_s + most;
    QTest::newRow("90 characters") << repeatedWords("字", 90) << QString();
    QTest::newRow("91 characters") << repeatedWords("字", 91) << u"91 characters"_s + most;
    QTest::newRow("rows") << repeatedWords("{q 1} ", 15) << QString();
    QTest::newRow("too many rows") << repeatedWords("{q 1} ", 16) << u"48 words"_s + most;
    QTest::newRow("two paragraphs") << u"One.\n\nTwo."_s << u"a caption is one paragraph, without line breaks"_s;
    QTest::newRow("a drawing") << u"{formula x}"_s << noDrawing;
    QTest::newRow("a list") << u"- one"_s << noDrawing;
    QTest::newRow("a table") << u"| one |"_s << noDrawing;
}

void TestLessonCaption::problems()
{
    QFETCH(QString, text);
    QFETCH(QString, problem);
    QCOMPARE(QString::fromStdString(captionProblem(captionPage(QString()), text.toStdString())), problem);
}

void TestLessonCaption::firstSentences_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("caption");
    const auto row = [](const char *name, const QString &text, const QString &caption) {
        QTest::newRow(name) << text << caption;
    };
    const auto same = [](const char *text) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(text);
    };
    same("One. Two!");
    same("No full stop");
    same("{token 1} gives {token 2} {weight 1 2:2}. “{token 2}” does not.");
    same("一句。两句！");
    row("two paragraphs", u"One.\n\nTwo."_s, u"One. Two."_s);
    row("a broken line", u"One\ntwo."_s, u"One two."_s);
    row("two Chinese paragraphs", u"一句。\n\n两句。"_s, u"一句。两句。"_s);
    row("up to a drawing", u"One.\n\n{formula x}\n\nTwo."_s, u"One."_s);
    row("up to boxes", u"One.\n{boxes\nX\n}\nTwo."_s, u"One."_s);
    row("a value is no drawing", u"One.\n\n{token 1} two."_s, u"One. {token 1} two."_s);
    row("up to a list", u"One.\n- two"_s, u"One."_s);
    row("up to a table", u"One.\n| a | b |"_s, u"One."_s);
    row("what announces a drawing", u"One. All rows:\n\n{formula x}"_s, u"One."_s);
    row("what announces one in Chinese", u"一句。全部如下：\n\n{formula x}"_s, u"一句。"_s);
    row("a drawing alone", u"{formula x}"_s, QString());
    // The long sentence follows one that it may be cut from, or not.
    const QString forty = repeatedWords("word ", 40);
    row("what fits", forty + u". One two three four five. Six."_s, forty + u". One two three four five."_s);
    row("what does not fit", forty + u". One two three four five six."_s, forty + u"."_s);
    row("the first is too long", forty + u" one two three four five six. Seven."_s, QString());
    const QString eighty = repeatedWords("字", 80) + u"。"_s;
    row("Chinese that fits", eighty + u"一二三四五六七八。九。"_s, eighty + u"一二三四五六七八。"_s);
    row("Chinese that does not", eighty + u"一二三四五六七八九。"_s, eighty);
    row("rows count as numbers", forty + u". {q 1} {q 1}."_s, forty + u"."_s);
    // None of these stops ends a sentence.
    const auto whole = [&row, &forty](const QString &inner) {
        row(qPrintable(inner), u"Two. A "_s + forty + inner + u" one two three four five."_s, u"Two."_s);
    };
    whole(u" et al. 2017"_s);
    whole(u" e.g. Regard"_s);
    whole(u" 0.43"_s);
    whole(u" {weight 1 1 @1.1}"_s);
    whole(u" the file a.txt"_s);
    whole(u" and so on ... again"_s);
    // These do, behind marks of quotation too.
    row("a quotation", u"“One.” A "_s + forty + u" one two three four five six."_s, u"“One.”"_s);
    row("a Chinese quotation", u"“一句。”"_s + repeatedWords("字", 90) + u"。"_s, u"“一句。”"_s);
    row("a number at the end", u"It is 0.43. A "_s + forty + u" one two three four."_s, u"It is 0.43."_s);
    row("a value at the end", u"It is {weight 1 1 @1.1}. A "_s + forty + u" one two three four."_s,
        u"It is {weight 1 1 @1.1}."_s);
}

void TestLessonCaption::firstSentences()
{
    QFETCH(QString, text);
    QFETCH(QString, caption);
    const std::string taken = captionOf(captionPage(text), "en");
    QCOMPARE(QString::fromStdString(taken), caption);
    QCOMPARE(captionProblem(captionPage(text), taken), std::string());
}

void TestLessonCaption::theCaptionBeforeTheText()
{
    LessonPage page = captionPage(u"Text."_s);
    page.caption.texts = {{"en", "Caption."}, {"zh_CN", ""}};
    QCOMPARE(captionOf(page, "en"), std::string("Caption."));
    QCOMPARE(captionOf(page, "zh_CN"), std::string("Text."));
    page.caption.texts = {{"en", "Caption."}};
    QCOMPARE(captionOf(page, "zh_CN"), std::string("Caption."));
}

void TestLessonCaption::modes()
{
    using enum PanelId;
    QCOMPARE(modeWith({}), LessonMode::Explore);
    QCOMPARE(modeWith({Links, Heatmap, Model, Output}), LessonMode::Explore);
    QCOMPARE(modeWith({Heatmap, Steps}), LessonMode::Explain);
    QCOMPARE(modeWith({Links, Weights}), LessonMode::Edit);
    QCOMPARE(modeWith({Training, Heatmap}), LessonMode::Train);
    QCOMPARE(modeWith({Steps, Weights}), LessonMode::Explain);
    QCOMPARE(modeWith({Weights, Steps}), LessonMode::Edit);
    LessonPage page;
    page.panels = {Steps};
    page.mode = LessonMode::Train;
    QCOMPARE(modeOf(page), LessonMode::Train);
}

// In both languages, with the same numbers. What there is to try has a control wherever it is not done in a picture.
void TestLessonCaption::bundled()
{
    int pages = 0;
    int controls = 0;
    for (const LessonEntry &entry : lessons())
        for (const LessonPage &page : readBundledLesson(entry.name).pages) {
            ++pages;
            controls += page.control ? 1 : 0;
            const QByteArray where = QByteArray::fromStdString(entry.name + ": " + page.title.text("en"));
            QVERIFY2(page.caption.texts.size() == 2, where);
            QVERIFY2(page.caption.texts[0].first == "en" && page.caption.texts[1].first == "zh_CN", where);
            for (const auto &[language, words] : page.caption.texts) {
                QVERIFY2(!words.empty() && captionProblem(page, words).empty(), where);
                QVERIFY2(captionOf(page, language) == words, where);
            }
            const QString chinese = QString::fromStdString(page.caption.text("zh_CN"));
            QVERIFY2(
                std::any_of(chinese.begin(), chinese.end(), [](QChar c) { return c.script() == QChar::Script_Han; }),
                where);
            QVERIFY2(valuesOfCaption(page.caption.text("en")) == valuesOfCaption(page.caption.text("zh_CN")), where);
            // In the pictures a click chooses, and a link is dragged; a form beside them switches a head off.
            const auto shows = [&page](PanelId panel) {
                return std::find(page.panels.begin(), page.panels.end(), panel) != page.panels.end();
            };
            const bool isClicked =
                std::any_of(page.conditions.begin(), page.conditions.end(), [&](const LessonCondition &condition) {
                    return condition.view || shows(PanelId::Links) || shows(PanelId::Ablation);
                });
            QVERIFY2(page.attempt.isEmpty() || page.control || isClicked, where);
            QVERIFY2(!page.control || !page.attempt.isEmpty(), where);
        }
    QCOMPARE(pages, 82);
    QVERIFY(controls > 20);
}

REGARD_GUILESS_TEST(TestLessonCaption)
#include "test_lesson_caption.moc"

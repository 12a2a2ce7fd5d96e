#include <array>
#include <functional>
#include <map>
#include <set>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTextDocument>

#include "controls/app_theme.h"
#include "document/document.h"
#include "engine/base/errors.h"
#include "io/lesson/lessons.h"
#include "test_class.h"
#include "views/lesson/panel/lesson_html.h"
#include "views/lesson/panel/lesson_panel.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/lesson/panel/lesson_value_text.h"

using namespace regard;

namespace {

constexpr const char *languages[] = {"en", "zh_CN"};

using Try = std::function<void(Document &)>;

void changeConfig(Document &document, const std::function<void(ModelConfig &)> &change)
{
    ModelConfig config = document.matrices().model()->config;
    change(config);
    document.matrices().setConfig(config, QStringLiteral("try"));
}

Try types(const char *source)
{
    return [source](Document &document) { document.sentences().setSource(QString::fromUtf8(source)); };
}

Try typesTarget(const char *target)
{
    return [target](Document &document) { document.sentences().setTarget(QString::fromUtf8(target)); };
}

Try sets(const char *matrix, int row, int column, float value)
{
    return [=](Document &document) { document.matrices().editCell(matrix, row, column, value); };
}

Try configures(std::function<void(ModelConfig &)> change)
{
    return [change = std::move(change)](Document &document) { changeConfig(document, change); };
}

Try clicks(int query)
{
    return [query](Document &document) {
        Selection selection = document.look().selection();
        selection.query = query;
        selection.pinnedQueries = {query};
        document.look().setSelection(selection);
    };
}

Try showsCell(const char *matrix, int row, int column)
{
    return [=](Document &document) { document.look().setCell({matrix, row, column}); };
}

Try looksAtHead(int head)
{
    return [head](Document &document) {
        Selection selection = document.look().selection();
        selection.head = head;
        selection.heads = {head};
        document.look().setSelection(selection);
    };
}

Try goesTo(int layer, int head, int query, int key = -1)
{
    return [=](Document &document) {
        Selection selection = document.look().selection();
        selection.layer = layer;
        selection.head = head;
        selection.heads = {head};
        selection.query = query;
        selection.key = key;
        selection.pinnedQueries = {query};
        selection.pinnedKeys = key < 0 ? std::vector<int>() : std::vector{key};
        document.look().setSelection(selection);
    };
}

Try intervenes(const std::function<void(Interventions &)> &change)
{
    return [change](Document &document) {
        Interventions interventions = document.matrices().model()->interventions;
        change(interventions);
        document.matrices().setInterventions(interventions, QStringLiteral("try"));
    };
}

Try both(const Try &first, const Try &second)
{
    return [first, second](Document &document) {
        first(document);
        second(document);
    };
}

/// What the pages propose, done as they say: of each lesson the pages (from 1) that have something to try.
std::map<int, Try> triesOf(const std::string &lesson)
{
    const char *const longer = "The cat that we found in the old garden sat on the rug because it was tired.";
    if (lesson == "three-inputs")
        return {{5, configures([](ModelConfig &config) { config.score = Score::Dot; })},
                {9, clicks(2)},
                {10, configures([](ModelConfig &config) { config.heads = 2; })},
                {11, sets("encoder.0.self.w_q", 0, 0, 6)}};
    if (lesson == "why-attention")
        return {{3, both(types(longer), clicks(14))},
                {4, types(longer)},
                {6, types("The cat sat on the dry-cleaned rug.")}};
    if (lesson == "from-recurrence")
        return {{1, both(types("d h a"), typesTarget("<s> a h d"))},
                {2, both(types("h c a f"), typesTarget("<s> f a c h"))},
                {3, both(types("h c a f b g e d i a c f j b d g a e b c a d f e g h i j c b"), typesTarget("<s>"))},
                {4, clicks(2)},
                {5, types("7.11.2026")},
                {6, looksAtHead(1)},
                {7, types("h c a f b g e d i a c f j b d g a e b c a d f e g h i j c b")},
                {8, clicks(18)}};
    if (lesson == "query-key-value")
        return {{2, types("Shuan is writing a paper.")},
                {3, both(sets("encoder.0.self.w_k", 1, 0, 0), sets("encoder.0.self.w_k", 4, 0, 4))},
                {6, sets("encoder.0.self.w_a", 0, 0, 1)},
                {9, configures([](ModelConfig &config) { config.dKey = 256; })},
                {10, configures([](ModelConfig &config) { config.score = Score::Dot; })},
                {11, configures([](ModelConfig &config) { config.dKey = 4; })}};
    if (lesson == "attention-and-self-attention")
        return {{2, typesTarget("elle voit le chien noir")},
                {5, both(types("he sees the white dog"), clicks(4))},
                {6, configures([](ModelConfig &config) { config.decoderMask = Mask::None; })}};
    if (lesson == "several-heads")
        return {{4, sets("encoder.0.self.w_k", 1, 5, 24)},
                {5, sets("encoder.0.self.w_o", 4, 13, 1)},
                {6, configures([](ModelConfig &config) {
                     config.heads = 8;
                     config.dKey = config.dValue = 64;
                 })}};
    if (lesson == "positions")
        return {{2, types("chased dog cat")},
                {3, configures([](ModelConfig &config) { config.position = Position::Sinusoidal; })},
                {5, types("dog chased cat")},
                {8, sets("position", 1, 0, 4)}};
    if (lesson == "transformer")
        return {{5, configures([](ModelConfig &config) { config.decoderMask = Mask::None; })},
                {8, typesTarget("<s> elle aime le chat noir")},
                {9, both(types("he sees the white dog"), typesTarget("<s> il voit le chien blanc"))}};
    if (lesson == "beginnings")
        return {{3, configures([](ModelConfig &config) { config.initializationStd = 0.0442; })},
                {5, configures([](ModelConfig &config) { config.initialization = Initialization::Gaussian; })},
                {6, configures([](ModelConfig &config) { config.initialization = Initialization::Xavier; })},
                {8, configures([](ModelConfig &config) { config.seed = 2; })}};
    if (lesson == "why-it-looks-there")
        return {{1, types("<s> Ann met Eve and Tim saw")},
                {2, goesTo(1, 0, 5)},
                {3, goesTo(0, 0, 3, 2)},
                {4, types("<s> Eve saw Tim and Eve saw")},
                {5, goesTo(1, 0, 6, 2)},
                {6, intervenes([](Interventions &set) {
                     set.weights[{Attention::Decoder, 1, 0}] = {{{6, 1}, 0.9956F}, {{6, 3}, 0}};
                 })},
                {7, intervenes([](Interventions &set) {
                     set.heads[{Attention::Decoder, 0, 0}] = Replacement::Zero;
                 })}};
    return {};
}

using Hand = std::function<void(QWidget &, Document &)>;

template <typename Field>
Field *fieldIn(QWidget &control, const char *name = nullptr)
{
    for (Field *field : control.findChildren<Field *>(QString::fromLatin1(name)))
        if (field->isVisibleTo(&control) && field->isEnabled())
            return field;
    return nullptr;
}

void enter(QLineEdit *field, const QString &text)
{
    QVERIFY(field);
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

Hand chooses(const char *text)
{
    return [text](QWidget &control, Document &) {
        auto *list = fieldIn<QComboBox>(control);
        QVERIFY(list && list->findText(QString::fromLatin1(text)) >= 0);
        list->setCurrentText(QString::fromLatin1(text));
    };
}

/// A number in a field with arrows, or in a plain one.
Hand enters(const char *text, bool sharesWidth = false)
{
    return [text, sharesWidth](QWidget &control, Document &) {
        if (sharesWidth)
            fieldIn<QCheckBox>(control)->click();
        enter(fieldIn<QLineEdit>(control), QString::fromLatin1(text));
    };
}

Hand writes(const char *source, const char *target = nullptr)
{
    return [source, target](QWidget &control, Document &) {
        enter(fieldIn<QLineEdit>(control, "field"), QString::fromUtf8(source));
        if (target)
            enter(fieldIn<QLineEdit>(control, "targetField"), QString::fromUtf8(target));
    };
}

Hand generates(const char *source = nullptr)
{
    return [source](QWidget &control, Document &document) {
        if (source)
            document.sentences().setSource(QString::fromLatin1(source));
        document.waitForResult();
        QTest::mouseClick(fieldIn<QPushButton>(control, "primary"), Qt::LeftButton);
    };
}

Hand inOrder(const std::vector<Hand> &hands)
{
    return [hands](QWidget &control, Document &document) {
        for (const Hand &hand : hands) {
            hand(control, document);
            document.waitForResult();
        }
    };
}

/// Beside the control: in a picture or a table.
Hand beside(const Try &act)
{
    return [act](QWidget &, Document &document) { act(document); };
}

/// Tries a page by the control under its text; a page without one is tried in its pictures.
std::map<int, Hand> handsOf(const std::string &lesson)
{
    const char *const longer = "The cat that we found in the old garden sat on the rug because it was tired.";
    const char *const letters = "h c a f b g e d i a c f j b d g a e b c a d f e g h i j c b";
    if (lesson == "three-inputs")
        return {{5, chooses("dot")}, {10, enters("2")}, {11, enters("6")}};
    if (lesson == "why-attention")
        return {{3, inOrder({writes(longer), beside(clicks(14))})},
                {4, writes(longer)},
                {6, writes("The cat sat on the dry-cleaned rug.")}};
    if (lesson == "from-recurrence")
        return {{1, writes("d h a", "<s> a h d")},
                {2, writes("h c a f", "<s> f a c h")},
                {3, writes(letters, "<s>")},
                {5, writes("7.11.2026")},
                {7, writes(letters)}};
    if (lesson == "query-key-value")
        return {{2, writes("Shuan is writing a paper.")},
                {3, inOrder({enters("0"), beside(showsCell("encoder.0.self.w_k", 4, 0)), enters("4")})},
                {6, enters("1")},
                {9, enters("256")},
                {10, chooses("dot")},
                {11, enters("4")}};
    if (lesson == "attention-and-self-attention")
        return {{2,
                 [](QWidget &control, Document &) {
                     enter(fieldIn<QLineEdit>(control, "targetField"), QStringLiteral("elle voit le chien noir"));
                 }},
                {5, inOrder({writes("he sees the white dog"), beside(clicks(4))})},
                {6, chooses("none")}};
    if (lesson == "several-heads")
        return {{4, enters("24")}, {5, enters("1")}, {6, enters("8", true)}};
    if (lesson == "positions")
        return {
            {2, writes("chased dog cat")}, {3, chooses("sinusoidal")}, {5, writes("dog chased cat")}, {8, enters("4")}};
    if (lesson == "transformer")
        return {{5, chooses("none")}, {8, generates()}, {9, generates("he sees the white dog")}};
    if (lesson == "beginnings")
        return {{3, enters("0.0442")}, {5, chooses("Gaussian")}, {6, chooses("Xavier")}, {8, enters("2")}};
    if (lesson == "why-it-looks-there")
        return {{1, writes("<s> Ann met Eve and Tim saw")}, {4, writes("<s> Eve saw Tim and Eve saw")}};
    return {};
}

int handDecimalsOf(const LessonPage &page)
{
    return std::max(1, page.project.view.steps.handDecimals);
}

/// The values of a page's texts in a language; of the moment, or of its beginning.
std::vector<LessonValue> lessonTextsValuesOf(const LessonPage &page, const std::string &language, bool isNow)
{
    std::vector<LessonValue> values;
    for (const LessonText &text : {page.text, page.caption, page.attempt})
        for (const LessonPiece &piece : lessonPieces(text.text(language)))
            if (piece.isValue && piece.value.isNow == isNow)
                values.push_back(piece.value);
    return values;
}

/// What they are in a pass, in words; null where there is no such value.
QStringList textsIn(const std::vector<LessonValue> &values, const Model &model, const Trace &trace,
                    const LessonPage &page)
{
    LessonNumbers numbers(model, trace, page.project.view, handDecimalsOf(page));
    QStringList texts;
    for (const LessonValue &value : values) {
        const LessonAnswer answer = numbers.answer(value);
        texts << (answer.exists ? lessonValueText(value, answer, handDecimalsOf(page)) : QString());
    }
    return texts;
}

QStringList shownBy(LessonPlayer &player, const std::vector<LessonValue> &values)
{
    QStringList texts;
    for (const LessonValue &value : values)
        texts << player.valueText(value);
    return texts;
}

std::vector<LessonBlock> blocksOf(LessonPlayer &player, const LessonText &text)
{
    return lessonBlocks(
        player.words(text).toStdString(), [&player](const LessonValue &value) { return player.valueText(value); },
        Theme::light());
}

/// What a user reads of a page.
QString readingOf(LessonPlayer &player)
{
    QString reading;
    const LessonPage &page = player.currentPage();
    for (const LessonText &text : {page.text, page.caption, page.attempt})
        for (const LessonBlock &block : blocksOf(player, text)) {
            QTextDocument document;
            document.setHtml(block.html);
            reading += document.toPlainText() + QLatin1Char('\n');
            for (const LessonDrawing &drawing : block.drawings)
                reading += drawing.spoken + QLatin1Char('\n');
        }
    return reading;
}

Lesson lessonTextsLessonOf(const QByteArray &pages, int version = lessonVersion)
{
    const QByteArray json = R"({"format": "regard-lesson", "version": )" + QByteArray::number(version) +
                            R"(, "title": "T", "example": "three-inputs", "pages": [)" + pages + "]}";
    return parseLesson(json.toStdString(), "test", {});
}

QString valueIn(LessonPlayer &player, const char *value)
{
    return player.valueText(parseLessonValue(value));
}

void addLessons()
{
    QTest::addColumn<QString>("name");
    for (const LessonEntry &entry : lessons())
        QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

/// Whether the first number of such a value is a token that asks.
bool asks(LessonQuantity quantity)
{
    switch (quantity) {
    case LessonQuantity::X:
    case LessonQuantity::Q:
    case LessonQuantity::Score:
    case LessonQuantity::Scaled:
    case LessonQuantity::Masked:
    case LessonQuantity::Weight:
    case LessonQuantity::Output:
    case LessonQuantity::Joined:
    case LessonQuantity::Projected:
    case LessonQuantity::Stream:
    case LessonQuantity::Weighted:
    case LessonQuantity::Hand:
    case LessonQuantity::HandWeighted:
    case LessonQuantity::HandOutput:
    case LessonQuantity::Entropy:
    case LessonQuantity::Largest:
    case LessonQuantity::Strongest:
    case LessonQuantity::QueryWord:
    case LessonQuantity::KeyWord:
    case LessonQuantity::QueryPosition:
    case LessonQuantity::KeyPosition:
    case LessonQuantity::QueryHead:
    case LessonQuantity::KeyHead:
    case LessonQuantity::LogitHead:
    case LessonQuantity::Lens:
    case LessonQuantity::LensProbability:
        return true;
    default:
        return false;
    }
}

bool isOfPair(LessonQuantity quantity)
{
    switch (quantity) {
    case LessonQuantity::Score:
    case LessonQuantity::Scaled:
    case LessonQuantity::Masked:
    case LessonQuantity::Weight:
    case LessonQuantity::Weighted:
    case LessonQuantity::Hand:
    case LessonQuantity::HandWeighted:
        return true;
    default:
        return false;
    }
}

} // namespace

/// What lessons say, before and after the class has tried what they propose.
class TestLessonTexts : public QObject {
    Q_OBJECT

private:
    void compareTexts(LessonPlayer &player, Document &document, const QStringList &kept, const char *when);

private slots:
    void everyPageStaysTrue_data() { addLessons(); }
    void everyPageStaysTrue();
    void everyTryIsDoneByItsControl_data() { addLessons(); }
    void everyTryIsDoneByItsControl();
    void aPageSpeaksOfTheTokensInFocus_data() { addLessons(); }
    void aPageSpeaksOfTheTokensInFocus();
    void linksAreOfTheHeadThatAPageSpeaksOf_data() { addLessons(); }
    void linksAreOfTheHeadThatAPageSpeaksOf();
    void quotationsEndAsSentencesDo_data() { addLessons(); }
    void quotationsEndAsSentencesDo();
    void drawingsSayTheSameInBothLanguages_data() { addLessons(); }
    void drawingsSayTheSameInBothLanguages();
    void typedNumbersAreTheEngines();
    void aClaimKeepsItsNumbers();
    void valuesAreOfThePagesHead();
    void aSentenceWithoutItsWordIsLeftOut();
    void aPageThatKeepsBeginsWithWhatIsThere();
    void aSlowPassIsWaitedFor();
    void undoneTurns();
    void inAnotherWindow();
    void marksFollowTheirWords();
    void marksOfTheOtherSentence();
    void halfATaskIsNotDone();
};

/// In both languages: claims say what `kept` says, values of the moment what the document's pass says.
void TestLessonTexts::compareTexts(LessonPlayer &player, Document &document, const QStringList &kept, const char *when)
{
    const LessonPage &page = player.currentPage();
    for (const char *language : languages) {
        player.setLanguage(QString::fromLatin1(language));
        const QByteArray where = (player.pageTitle(player.page()) + QLatin1String(", ") + QLatin1String(when)).toUtf8();
        const std::vector<LessonValue> claims = lessonTextsValuesOf(page, language, false);
        QStringList expected;
        for (const QString &text : kept)
            if (text.startsWith(QLatin1String(language)))
                expected << text.section(QLatin1Char('\t'), 1);
        QVERIFY2(shownBy(player, claims) == expected,
                 qPrintable(QString::fromUtf8(where) + QLatin1String(": ") +
                            shownBy(player, claims).join(QLatin1String(" | ")) + QLatin1String(" instead of ") +
                            expected.join(QLatin1String(" | "))));
        const std::vector<LessonValue> present = lessonTextsValuesOf(page, language, true);
        const Result &result = document.result();
        QVERIFY2(shownBy(player, present) == textsIn(present, *result.model, *result.trace, page), where);
        const QString reading = readingOf(player);
        QVERIFY2(!reading.contains(QStringLiteral("–")) && !reading.contains(QStringLiteral("…")) &&
                     !reading.contains(QChar(3)),
                 qPrintable(QString::fromUtf8(where) + QLatin1String(": ") + reading));
    }
}

void TestLessonTexts::everyPageStaysTrue()
{
    QFETCH(QString, name);
    Document document;
    LessonPlayer player(&document, &document);
    player.open(readBundledLesson(name.toStdString()));
    const std::map<int, Try> tries = triesOf(name.toStdString());
    for (int number = 0; number < int(player.lesson().pages.size()); ++number) {
        player.go(number);
        document.waitForResult();
        const LessonPage page = player.currentPage();
        const QByteArray where = player.pageTitle(number).toUtf8();
        QVERIFY2(!page.keeps, where); // such a page begins with what is there
        const SharedTrace trace = forward(page.project.model, inputOf(page.project));
        QStringList kept;
        for (const char *language : languages) {
            for (const QString &text :
                 textsIn(lessonTextsValuesOf(page, language, false), page.project.model, *trace, page)) {
                QVERIFY2(!text.isNull(), where);
                kept << QString::fromLatin1(language) + QLatin1Char('\t') + text;
            }
        }
        const auto compare = [&](const char *when) { compareTexts(player, document, kept, when); };
        compare("at first");
        QVERIFY2(!player.isTried(), where);
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(tries.contains(number + 1), !page.attempt.isEmpty());
        if (!page.attempt.isEmpty()) {
            // Letters on the way to a sentence, and other words, are not what was asked for.
            if (page.attempt.text("en").find("ype “") != std::string::npos) {
                for (const char *other : {"r", "red green blue"}) {
                    document.sentences().setSource(QString::fromLatin1(other));
                    document.waitForResult();
                    QCoreApplication::processEvents();
                    QVERIFY2(!player.isDone(), where);
                }
                player.restart();
                document.waitForResult();
            }
            const QString before = readingOf(player);
            tries.at(number + 1)(document);
            document.waitForResult();
            compare("once it was tried");
            if (!page.conditions.empty())
                QTRY_VERIFY2(player.isDone(), where);
            if (!lessonTextsValuesOf(page, "en", true).empty())
                QVERIFY2(readingOf(player) != before, where);
        }
        // Whatever else a class does: other words, fewer and more of them, another head in view, one head more.
        document.sentences().setSource(QStringLiteral("one"));
        document.sentences().setTarget(QStringLiteral("<s> deux"));
        document.waitForResult();
        compare("one other word");
        player.restart();
        document.waitForResult();
        Selection selection = document.look().selection();
        selection.head = document.matrices().model()->config.heads - 1;
        selection.heads = {selection.head};
        document.look().setSelection(selection);
        compare("another head");
        document.sentences().setSource(document.sentences().source() + QStringLiteral(" and so on"));
        document.waitForResult();
        compare("more words");
        player.restart();
        document.waitForResult();
        changeConfig(document, [](ModelConfig &config) {
            config.outputProjection = true; // without it heads · d_value may have to stay
            ++config.heads;
        });
        document.waitForResult();
        compare("one more head");
        player.restart();
        document.waitForResult();
        compare("again");
        if (QTest::currentTestFailed())
            return;
    }
}

// What a page proposes is done with the control under its text, else in its pictures alone: by a click.
void TestLessonTexts::everyTryIsDoneByItsControl()
{
    QFETCH(QString, name);
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    LessonPlayer player(&document, &document);
    LessonPanel panel(&player, &theme, nullptr);
    panel.resize(392, 640);
    panel.show();
    player.open(readBundledLesson(name.toStdString()));
    const std::map<int, Hand> hands = handsOf(name.toStdString());
    for (int number = 0; number < int(player.lesson().pages.size()); ++number) {
        player.go(number);
        document.waitForResult();
        const LessonPage page = player.currentPage();
        const QByteArray where = player.pageTitle(number).toUtf8();
        QCOMPARE(hands.contains(number + 1), page.control.has_value());
        QCOMPARE(panel.control() != nullptr, page.control.has_value());
        QVERIFY2(std::find(page.panels.begin(), page.panels.end(), PanelId::Model) == page.panels.end(), where);
        if (!page.control) {
            // A weight is set in the links, and a head switched off in the form that the page shows.
            const auto shows = [&](PanelId id) {
                return std::find(page.panels.begin(), page.panels.end(), id) != page.panels.end();
            };
            const bool isClick =
                std::all_of(page.conditions.begin(), page.conditions.end(), [&](const LessonCondition &condition) {
                    return condition.view || (condition.value && condition.value->quantity == LessonQuantity::Weight &&
                                              (shows(PanelId::Links) || shows(PanelId::Ablation)));
                });
            QVERIFY2(isClick, where);
            continue;
        }
        QVERIFY2(panel.control()->isVisibleTo(&panel) && !player.isDone(), where);
        hands.at(number + 1)(*panel.control(), document);
        document.waitForResult();
        QTRY_VERIFY2(player.isDone(), where);
        QVERIFY2(document.undoStack()->canUndo(), where);
    }
}

// The steps are of the query and the key in focus: a text that names tokens names those.
void TestLessonTexts::aPageSpeaksOfTheTokensInFocus()
{
    QFETCH(QString, name);
    Document document;
    LessonPlayer player(&document, &document);
    player.open(readBundledLesson(name.toStdString()));
    for (int number = 0; number < int(player.lesson().pages.size()); ++number) {
        player.go(number);
        document.waitForResult();
        const LessonPage &page = player.currentPage();
        const int query = document.look().selection().query;
        const int key = document.look().selection().key;
        QCOMPARE(query, page.project.view.query);
        QCOMPARE(key, page.project.view.key);
        for (const char *language : languages) {
            std::set<int> queries;
            std::set<std::pair<int, int>> pairs;
            QStringList named;
            bool hasRow = false; // of the query with every key
            for (const LessonPiece &piece : lessonPieces(page.text.text(language) + page.caption.text(language))) {
                if (!piece.isValue)
                    continue;
                const bool isAsking = asks(piece.value.quantity);
                if (isAsking)
                    queries.insert(piece.value.at.front());
                hasRow = hasRow || (isAsking && piece.value.at == std::vector<int>{query});
                if (isOfPair(piece.value.quantity) && piece.value.at.size() == 2)
                    pairs.insert({piece.value.at[0], piece.value.at[1]});
                if (isWord(piece.value.quantity) && piece.value.quantity != LessonQuantity::Next)
                    named << player.valueText(piece.value);
            }
            const QByteArray where = player.pageTitle(number).toUtf8();
            QVERIFY2(queries.empty() || queries.contains(query), where);
            QVERIFY2(pairs.empty() || hasRow || key < 0 || pairs.contains({query, key}), where);
            const bool shows = std::find(page.panels.begin(), page.panels.end(), PanelId::Steps) != page.panels.end();
            const Side side = queriesSide(document.matrices().model()->config, document.look().selection().attention);
            if (shows && query >= 0 && !named.isEmpty())
                QVERIFY2(named.contains(
                             QString::fromStdString(document.sentences().tokens(side).tokens[std::size_t(query)].text)),
                         where);
        }
    }
}

// Beside links of several heads stands their mean, which is no head's weight.
void TestLessonTexts::linksAreOfTheHeadThatAPageSpeaksOf()
{
    QFETCH(QString, name);
    Document document;
    LessonPlayer player(&document, &document);
    player.open(readBundledLesson(name.toStdString()));
    for (int number = 0; number < int(player.lesson().pages.size()); ++number) {
        player.go(number);
        document.waitForResult();
        const LessonPage &page = player.currentPage();
        if (std::find(page.panels.begin(), page.panels.end(), PanelId::Links) == page.panels.end())
            continue;
        const Selection &selection = document.look().selection();
        for (const LessonPiece &piece : lessonPieces(page.text.text("en") + page.caption.text("en")))
            if (piece.isValue && piece.value.quantity == LessonQuantity::Weight && piece.value.head < 0)
                QVERIFY2(selection.heads == std::vector<int>{selection.head}, player.pageTitle(number).toUtf8());
    }
}

void TestLessonTexts::quotationsEndAsSentencesDo()
{
    QFETCH(QString, name);
    const Lesson lesson = readBundledLesson(name.toStdString());
    const QRegularExpression twice(QStringLiteral("[.,;。，；]”[.,;。，；]"));
    for (const LessonPage &page : lesson.pages)
        for (const LessonText &text : {page.text, page.caption, page.attempt})
            for (const auto &[language, words] : text.texts)
                QVERIFY2(!QString::fromStdString(words).contains(twice), words.c_str());
}

// Every lesson draws, every drawing can be heard, and the numbers of a matrix are the same in both languages.
void TestLessonTexts::drawingsSayTheSameInBothLanguages()
{
    QFETCH(QString, name);
    Document document;
    LessonPlayer player(&document, &document);
    player.open(readBundledLesson(name.toStdString()));
    const QRegularExpression number(QStringLiteral("[−0-9.∞]+(?= |;|$)"));
    int drawings = 0;
    for (int page = 0; page < int(player.lesson().pages.size()); ++page) {
        player.go(page);
        document.waitForResult();
        std::array<QStringList, 2> numbers;
        for (std::size_t language = 0; language < 2; ++language) {
            player.setLanguage(QString::fromLatin1(languages[language]));
            for (const LessonBlock &block : blocksOf(player, player.currentPage().text))
                for (const LessonDrawing &drawing : block.drawings) {
                    ++drawings;
                    QVERIFY(!drawing.spoken.isEmpty());
                    QVERIFY(drawing.figure->size().width() > 20 && drawing.figure->size().height() > 15);
                    for (auto found = number.globalMatch(drawing.spoken.section(QStringLiteral(". "), 1));
                         found.hasNext();)
                        numbers[language] << found.next().captured();
                }
        }
        QVERIFY2(numbers[0] == numbers[1], qPrintable(player.pageTitle(page)));
    }
    QVERIFY(drawings >= 4);
}

// What a matrix repeats of another page is what the engine says there.
void TestLessonTexts::typedNumbersAreTheEngines()
{
    const auto at = [](const char *lesson, int page, const char *value, const char *typedOn) {
        Document document;
        LessonPlayer player(&document, &document);
        player.open(readBundledLesson(lesson));
        player.go(page);
        document.waitForResult();
        const QString numbers = valueIn(player, value);
        player.go(QByteArray(typedOn).toInt());
        document.waitForResult();
        QVERIFY2(readingOf(player).contains(QLatin1Char(' ') + numbers), qPrintable(numbers));
    };
    at("three-inputs", 3, "weight 1:4", "4"); // without the root
    at("positions", 1, "weight 3:3", "4");    // without positions
    at("query-key-value", 0, "q 1", "0");     // asks nothing
    at("positions", 2, "x 1", "3");           // the word alone
    for (const char *page : {"7", "8"}) {
        at("query-key-value", 6, "spread:2", page); // d_key 4
        at("query-key-value", 6, "mean_entropy:2", page);
    }
    for (const char *page : {"8", "10"}) {
        at("query-key-value", 7, "spread:2", page); // 16
        at("query-key-value", 7, "mean_entropy:2", page);
    }
    at("query-key-value", 8, "spread:2", "9"); // 64
    at("query-key-value", 8, "mean_entropy:2", "9");
    at("beginnings", 1, "spread:3", "2"); // d_model 64
    at("beginnings", 3, "spread:3", "4"); // 16
    at("beginnings", 3, "mean_entropy:3", "4");
    const auto inCaption = [](const char *lesson, int page, const char *value, std::size_t typedOn) {
        Document document;
        LessonPlayer player(&document, &document);
        player.open(readBundledLesson(lesson));
        player.go(page);
        document.waitForResult();
        const QString number = QLatin1Char(' ') + valueIn(player, value);
        for (const auto &[language, words] : player.lesson().pages[typedOn].caption.texts)
            QVERIFY2(QString::fromStdString(words).contains(number),
                     qPrintable(QString::fromStdString(language) + number));
    };
    inCaption("three-inputs", 3, "weight 1 2:2", 4); // without the root
    inCaption("three-inputs", 3, "weight 1 1:2", 4);
    inCaption("query-key-value", 3, "weight 3 1:4", 4);
    inCaption("query-key-value", 6, "spread:2", 7); // d_key 4
    inCaption("query-key-value", 8, "spread:2", 9); // 64
    inCaption("query-key-value", 8, "mean_entropy:2", 9);
    inCaption("positions", 1, "weight 3 2:3", 4); // without positions
    inCaption("beginnings", 1, "spread:3", 2);    // d_model 64
    inCaption("beginnings", 3, "spread:3", 4);    // 16
    inCaption("beginnings", 3, "mean_entropy:3", 4);
    inCaption("beginnings", 1, "spread:3", 7); // Gaussian
    inCaption("beginnings", 5, "spread:3", 7); // Kaiming
    Document document;
    LessonPlayer player(&document, &document);
    player.open(readBundledLesson("query-key-value"));
    player.go(5);
    document.waitForResult();
    const SharedMatrix scores = document.matrices().model()->given.find("encoder.0.self.w_a");
    QVERIFY(scores);
    QCOMPARE(std::vector<float>(scores->row(0).begin(), scores->row(0).end()), (std::vector<float>{3, 0, 0, 0}));
}

void TestLessonTexts::aClaimKeepsItsNumbers()
{
    Document document;
    LessonPlayer player(&document, &document);
    player.open(lessonTextsLessonOf(R"({"text": "{token 1}: {weight 1 2} {now weight 1 2}", "view": {"query": 1}})"));
    QCOMPARE(valueIn(player, "weight 1 2"), QStringLiteral("0.4683"));
    QCOMPARE(valueIn(player, "now weight 1 2"), QStringLiteral("0.4683"));
    document.matrices().editCell("encoder.0.self.w_q", 0, 0, 30);
    QVERIFY(player.isTried());
    QCOMPARE(valueIn(player, "weight 1 2"), QStringLiteral("0.4683"));
    QCOMPARE(valueIn(player, "now weight 1 2"), QStringLiteral("1"));
    document.sentences().setSource(QStringLiteral("x3 x2"));
    QCOMPARE(valueIn(player, "token 1"), QStringLiteral("x1"));
    QCOMPARE(valueIn(player, "now token 1"), QStringLiteral("x3"));
    QCOMPARE(valueIn(player, "tokens"), QStringLiteral("3"));
    player.restart();
    QVERIFY(!player.isTried());
    QCOMPARE(valueIn(player, "now token 1"), QStringLiteral("x1"));
}

// A condition, too, is of the head that the page speaks of, whichever a user looks at.
void TestLessonTexts::valuesAreOfThePagesHead()
{
    const char *const page = R"({"text": "{weight 1 2} {now weight 1 2}", "model": {"heads": 2},
        "weights": {"encoder.0.self.w_q": null, "encoder.0.self.w_k": null, "encoder.0.self.w_v": null},
        "view": {"head": 1, "query": 1}, "try": "t", "done": [{"value": "weight 1 2", "at_least": 0.999}]})";
    Document document;
    LessonPlayer player(&document, &document);
    player.open(lessonTextsLessonOf(page));
    const QString first = valueIn(player, "weight 1 2");
    Selection selection = document.look().selection();
    selection.head = 1;
    document.look().setSelection(selection);
    QCOMPARE(valueIn(player, "now weight 1 2"), first);
    QVERIFY(valueIn(player, "now weight 1 2 @1.2") != first);
    // In a lesson of version 1 it is the head in view.
    player.open(lessonTextsLessonOf(page, 1));
    QCOMPARE(valueIn(player, "weight 1 2"), first);
    document.look().setSelection(selection);
    QVERIFY(valueIn(player, "weight 1 2") != first);
}

void TestLessonTexts::aSentenceWithoutItsWordIsLeftOut()
{
    Document document;
    LessonPlayer player(&document, &document);
    const char *const page =
        R"({"text": "Kept {token 3}.\n\n{now token 3} now.\n\n- one\n- {now token 3}\n\n| a | b |\n| c | {now weight 1 3} |"})";
    player.open(lessonTextsLessonOf(page));
    QCOMPARE(readingOf(player).simplified(), QStringLiteral("Kept x3. x3 now. one x3 a b c 0.4683"));
    document.sentences().setSource(QStringLiteral("x1"));
    QCOMPARE(readingOf(player).simplified(), QStringLiteral("Kept x3. one a b"));
    player.open(lessonTextsLessonOf(R"({"text": "Shown {token 3}."})", 1));
    document.sentences().setSource(QStringLiteral("x1"));
    QCOMPARE(readingOf(player).simplified(), QStringLiteral("Shown –."));
}

void TestLessonTexts::aPageThatKeepsBeginsWithWhatIsThere()
{
    Document document;
    LessonPlayer player(&document, &document);
    player.open(lessonTextsLessonOf(
        R"({"text": "a"}, {"text": "{token 1}", "keep": true}, {"text": "{token 1}", "keep": true})"));
    document.sentences().setSource(QStringLiteral("x2 x1"));
    player.go(1);
    QCOMPARE(valueIn(player, "token 1"), QStringLiteral("x2"));
    document.sentences().setSource(QStringLiteral("x3"));
    QCOMPARE(valueIn(player, "token 1"), QStringLiteral("x2"));
    player.go(2);
    QCOMPARE(valueIn(player, "token 1"), QStringLiteral("x3"));
    // Where the sentence cannot be read, with what is still on the screen.
    player.go(0);
    document.sentences().setSource(QString());
    player.go(1);
    QCOMPARE(valueIn(player, "token 1"), QStringLiteral("x1"));
}

// A pass on the compute thread: nothing is said before it is done, and then what the page began with.
void TestLessonTexts::aSlowPassIsWaitedFor()
{
    Document document;
    LessonPlayer player(&document, &document);
    const char *const pages = R"({"text": "a"}, {"text": "{spread}", "project": {"format": "regard-project",
        "version": 1, "source": "a b c d e f g h i j k l m n o p",
        "model": {"d_model": 256, "heads": 4, "d_key": 64, "d_value": 64, "encoder_layers": 4}}})";
    player.open(lessonTextsLessonOf(pages));
    player.go(1);
    QVERIFY(document.isBusy());
    QCOMPARE(valueIn(player, "spread"), QStringLiteral("…"));
    QCOMPARE(valueIn(player, "now spread"), QStringLiteral("…"));
    document.waitForResult();
    const QString first = valueIn(player, "spread");
    QCOMPARE(valueIn(player, "now spread"), first);
    // What is changed while the pass runs is not what the page began with.
    player.go(0);
    player.go(1);
    QVERIFY(document.isBusy());
    changeConfig(document, [](ModelConfig &config) { config.seed = 7; });
    document.waitForResult();
    QCOMPARE(valueIn(player, "spread"), first);
    QVERIFY(valueIn(player, "now spread") != first);
}

void TestLessonTexts::undoneTurns()
{
    Document document;
    LessonPlayer player(&document, &document);
    player.open(lessonTextsLessonOf(R"({"text": "{token 1} {q 1}"}, {"text": "{token 1}", "source": "x2 x3"})"));
    document.matrices().editCell("encoder.0.self.w_q", 0, 0, 7);
    player.go(1);
    QCOMPARE(valueIn(player, "token 1"), QStringLiteral("x2"));
    document.undoStack()->undo();
    QCOMPARE(player.page(), 0);
    QVERIFY(player.isTried());
    QCOMPARE(valueIn(player, "token 1"), QStringLiteral("x1"));
    QCOMPARE(valueIn(player, "q 1:0"), QStringLiteral("1 0 2"));
    QCOMPARE(valueIn(player, "now q 1:0"), QStringLiteral("7 0 2"));
}

void TestLessonTexts::inAnotherWindow()
{
    Document document;
    auto first = std::make_unique<LessonPlayer>(&document, &document);
    first->open(lessonTextsLessonOf(R"({"text": "{token 1}"})"));
    document.sentences().setSource(QStringLiteral("x2"));
    std::optional<LessonSession> session = first->session();
    QVERIFY(session);
    first.reset();
    LessonPlayer second(&document, &document);
    second.resume(std::move(*session));
    QVERIFY(second.isTried());
    QCOMPARE(valueIn(second, "token 1"), QStringLiteral("x1"));
    QCOMPARE(valueIn(second, "now token 1"), QStringLiteral("x2"));
}

void TestLessonTexts::marksFollowTheirWords()
{
    Document document;
    LessonPlayer player(&document, &document);
    player.open(lessonTextsLessonOf(R"({"text": "a", "highlight": [{"query": 1, "key": 2}, {"query": 3}, {"key": 3},
        {"matrix": "X", "row": 2}, {"matrix": "X"}, {"matrix": "encoder.0.self.w_q", "row": 2}]})"));
    const std::vector<CellRef> always{{"X", -1, -1}, {"encoder.0.self.w_q", 1, -1}};
    const auto cells = [&always](int row) {
        std::vector<CellRef> all{{"X", row, -1}};
        all.insert(all.end(), always.begin(), always.end());
        return all;
    };
    const std::vector<PairRef> first{{0, 1}, {2, -1}, {-1, 2}};
    QCOMPARE(document.look().highlight().pairs, first);
    document.sentences().setSource(QStringLiteral("so x1 x2 x3"));
    QCOMPARE(document.look().highlight().pairs, (std::vector<PairRef>{{1, 2}, {3, -1}, {-1, 3}}));
    QCOMPARE(document.look().highlight().cells, cells(2));
    document.sentences().setSource(QStringLiteral("x1 x3"));
    QCOMPARE(document.look().highlight().pairs, (std::vector<PairRef>{{1, -1}, {-1, 1}}));
    QCOMPARE(document.look().highlight().cells, always);
    document.sentences().setSource(QStringLiteral("nothing"));
    QVERIFY(document.look().highlight().pairs.empty());
    while (document.undoStack()->canUndo())
        document.undoStack()->undo();
    QCOMPARE(document.look().highlight().pairs, first);
    // In the lesson "Why attention" the mark on the rug goes with it.
    player.open(readBundledLesson("why-attention"));
    player.go(5);
    QCOMPARE(document.look().highlight().pairs, (std::vector<PairRef>{{5, -1}}));
    document.sentences().setSource(QStringLiteral("The cat sat on the dry-cleaned rug."));
    QCOMPARE(document.look().highlight().pairs, (std::vector<PairRef>{{6, -1}}));
}

void TestLessonTexts::halfATaskIsNotDone()
{
    const std::tuple<const char *, int, Try, Try> tasks[] = {
        {"from-recurrence", 1, types("d h a"), typesTarget("<s> a h d")},
        {"from-recurrence", 2, types("h c a f"), typesTarget("<s> f a c h")},
        {"from-recurrence", 3, types("h c a f b g e d i a c f j b d g a e b c a d f e g h i j c b"),
         typesTarget("<s>")},
        {"attention-and-self-attention", 5, types("he sees the white dog"), clicks(4)},
        {"query-key-value", 3, sets("encoder.0.self.w_k", 1, 0, 0), sets("encoder.0.self.w_k", 4, 0, 4)},
    };
    for (const auto &[lesson, page, first, second] : tasks)
        for (const bool isTurned : {false, true}) {
            Document document;
            LessonPlayer player(&document, &document);
            player.open(readBundledLesson(lesson));
            player.go(page - 1);
            document.waitForResult();
            (isTurned ? second : first)(document);
            document.waitForResult();
            QTest::qWait(0);
            QVERIFY2(!player.isDone(), lesson);
            (isTurned ? first : second)(document);
            document.waitForResult();
            QTRY_VERIFY2(player.isDone(), lesson);
        }
}

void TestLessonTexts::marksOfTheOtherSentence()
{
    Document document;
    LessonPlayer player(&document, &document);
    player.open(readBundledLesson("attention-and-self-attention"));
    QCOMPARE(document.look().highlight().pairs, (std::vector<PairRef>{{4, 3}, {3, 4}}));
    document.sentences().setTarget(QStringLiteral("oui elle aime le chat noir"));
    QCOMPARE(document.look().highlight().pairs, (std::vector<PairRef>{{5, 3}, {4, 4}}));
    document.sentences().setSource(QStringLiteral("black cat"));
    QCOMPARE(document.look().highlight().pairs, (std::vector<PairRef>{{5, 0}, {4, 1}}));
    Selection selection = document.look().selection();
    selection.attention = Attention::Encoder; // its queries are other words
    document.look().setSelection(selection);
    QVERIFY(document.look().highlight().pairs.empty());
    selection.attention = Attention::Cross;
    document.look().setSelection(selection);
    QCOMPARE(document.look().highlight().pairs.size(), std::size_t{2});
}

REGARD_TEST(TestLessonTexts)
#include "test_lesson_texts.moc"

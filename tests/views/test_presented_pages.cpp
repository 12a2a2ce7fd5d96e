#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include <QCoreApplication>
#include <QFileInfo>
#include <QTest>
#include <QTranslator>

#include "document/document.h"
#include "io/lesson/lesson_caption.h"
#include "io/lesson/lesson_numbers.h"
#include "io/lesson/lessons.h"
#include "io/project/examples.h"
#include "paths.h"
#include "test_class.h"
#include "views/present/presented_page.h"

using namespace regard;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Numbers with as many digits as most have in lessons.
QString presentedValue(const LessonAnswer &answer)
{
    QStringList words;
    for (const double number : answer.numbers)
        words << QString::number(number, 'f', 4);
    return answer.word.empty() ? words.join(QLatin1Char(' ')) : QString::fromStdString(answer.word);
}

void showPage(Document &document, const LessonPage &page)
{
    document.load(page.project, {});
    document.waitForResult();
    Highlight named{page.cells, {}};
    for (const LessonPair &pair : page.pairs)
        named.pairs.push_back({pair.query, pair.key});
    document.look().setMarked(named);
}

PresentedPage pageOf(const Document &document, const LessonPage &page, const std::string &language,
                     const QString &corner)
{
    const Result &result = document.result();
    LessonNumbers numbers(*result.model, *result.trace, page.project.view, 2);
    QString words;
    for (const LessonPiece &piece : lessonPieces(captionOf(page, language)))
        words += piece.isValue ? u'*' + presentedValue(numbers.answer(piece.value)) + u'*'
                               : QString::fromStdString(piece.words);
    PresentedPage made(titledCaption(QString::fromStdString(page.title.text(language)), words), corner);
    for (const PanelId panel : page.panels)
        if (isPresented(panel))
            made.add(panel, presentedPanel(panel, document, presentedOptions(document), Theme::light()));
    return made;
}

/// Screens, and factors of the type. The largest are tried where there is least room.
std::vector<std::pair<QSizeF, double>> screensOfClasses()
{
    return {{{1024, 768}, 1}, {{1280, 720}, 1}, {{1920, 1080}, 1}, {{3840, 2160}, 1}, {{1920, 1080}, 0.6}};
}

/// What is not as it should be on the page's screens; empty: nothing.
QString faultOf(const PresentedPage &page, QSizeF screen, double factor)
{
    const auto screens = presentedScreens(page.request(screen, factor));
    if (!screens) {
        QStringList why;
        for (std::size_t i = 0; i < page.panels().size(); ++i)
            why << page.figure(i)->whyNot({0.94 * screen.width(), 0.79 * screen.height()},
                                          factor * leastPresentedType(screen.height()), Names::Some);
        return QStringLiteral("no type fits: ") + why.join(QStringLiteral("; "));
    }
    const double least = factor * leastPresentedType(screen.height()) - 1e-9;
    std::set<std::size_t> seen;
    for (const PresentedScreen &one : *screens) {
        double area = 0;
        for (const PresentedScreen::Picture &picture : one.pictures) {
            seen.insert(picture.index);
            area += picture.place.width() * picture.place.height();
            const QString why = page.figure(picture.index)->whyNot(picture.place.size(), one.type, one.names);
            if (!why.isEmpty())
                return why;
            if (picture.place.intersects(one.caption) || !QRectF({}, screen).contains(picture.place))
                return QStringLiteral("a picture has no place of its own");
        }
        if (one.type < least || (!one.caption.isEmpty() && one.captionType < least))
            return QStringLiteral("its type is too small");
        if (factor == 1 && !one.pictures.empty() && area < 0.6 * screen.width() * screen.height())
            return QStringLiteral("its pictures are too small");
        if (one.caption.height() > std::max(1.0, factor) * screen.height() / 4 + 1e-9)
            return QStringLiteral("its caption is too high");
    }
    return seen.size() == page.panels().size() ? QString() : QStringLiteral("a picture is missing");
}

} // namespace

/// Every page of every bundled lesson on the screens of classes, in both languages: all of it is there, nothing is cut,
/// and it is read from the last row.
class TestPresentedPages : public QObject {
    Q_OBJECT
private:
    QTranslator m_chinese;

    void speak(const std::string &language)
    {
        QCoreApplication::removeTranslator(&m_chinese);
        if (language == "zh_CN")
            QCoreApplication::installTranslator(&m_chinese);
    }

private slots:
    void initTestCase()
    {
        QVERIFY(m_chinese.load(QFileInfo(QStringLiteral(REGARD_PROGRAM)).path() +
                               QStringLiteral("/translations/regard_zh_CN.qm")));
    }
    void cleanup() { QCoreApplication::removeTranslator(&m_chinese); }

    void everyPageFits()
    {
        QStringList faults;
        for (const LessonEntry &entry : lessons()) {
            const Lesson lesson = readBundledLesson(entry.name);
            Document document;
            for (std::size_t i = 0; i < lesson.pages.size(); ++i) {
                showPage(document, lesson.pages[i]);
                for (const char *language : {"en", "zh_CN"}) {
                    speak(language);
                    const QString corner = QStringLiteral("%1 / %2").arg(i + 1).arg(lesson.pages.size());
                    const PresentedPage page = pageOf(document, lesson.pages[i], language, corner);
                    for (const auto &[screen, factor] : screensOfClasses()) {
                        const QString fault = faultOf(page, screen, factor);
                        if (!fault.isEmpty())
                            faults << QStringLiteral("%1 %2, %3, %4 × %5, type × %6: %7")
                                          .arg(QString::fromStdString(entry.name))
                                          .arg(i + 1)
                                          .arg(QLatin1String(language))
                                          .arg(screen.width())
                                          .arg(screen.height())
                                          .arg(factor)
                                          .arg(fault);
                    }
                }
            }
        }
        for (const QString &fault : faults) // a failure's own text is cut where it is long
            qWarning("%s", qPrintable(fault));
        QCOMPARE(faults.size(), 0);
    }

    /// What explains stands beside the links: of a small model and of one of twelve layers and heads, whose lists are
    /// longer than a screen.
    void everyAnswerFits()
    {
        Project large = defaultProject();
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.decoderLayers = 12;
        config.dModel = 48;
        config.decoderHeads = 12;
        config.decoderDFf = 24;
        config.residual = config.bias = true;
        config.norm = Norm::Pre;
        config.position = Position::Learned;
        large.model = buildModel(config, {}, {});
        large.source = "the cat sat on the mat because it was so very tired of all the running about that it did";
        large.view = {};
        large.view.block = Attention::Decoder;
        large.view.layer = 11;
        QStringList faults;
        for (const Project &project : {readBundledLesson("why-it-looks-there").pages[2].project, large}) {
            Document document;
            document.load(project, {});
            document.waitForResult();
            QVERIFY2(document.inputError().isEmpty(), qPrintable(document.inputError()));
            for (const char *language : {"en", "zh_CN"}) {
                speak(language);
                for (const PanelId panel :
                     {PanelId::Lens, PanelId::Circuits, PanelId::ScoreParts, PanelId::LogitParts}) {
                    PresentedPage page;
                    for (const PanelId shown : {PanelId::Links, panel})
                        page.add(shown,
                                 presentedPanel(shown, document, presentedOptions(document), Theme::darkTheme()));
                    QVERIFY(page.figure(1)->figure({800, 600}, 20));
                    for (const QSizeF &screen : {QSizeF(1280, 720), QSizeF(1920, 1080)})
                        if (const QString fault = faultOf(page, screen, 1); !fault.isEmpty())
                            faults << QStringLiteral("%1, %2 tokens, %3, %4: %5")
                                          .arg(QString::fromStdString(panelWord(panel)))
                                          .arg(document.sentences().tokens().tokens.size())
                                          .arg(QLatin1String(language))
                                          .arg(screen.width())
                                          .arg(fault);
                }
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }
};

REGARD_TEST(TestPresentedPages)
#include "test_presented_pages.moc"

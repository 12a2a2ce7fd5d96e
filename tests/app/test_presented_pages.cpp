#include <algorithm>
#include <memory>
#include <vector>

#include <QElapsedTimer>
#include <QTest>

#include "app/base/language.h"
#include "document/document.h"
#include "figures/file/smallest_text.h"
#include "figures/present/page_caption.h"
#include "figures/present/page_fit.h"
#include "io/lesson/lesson_numbers.h"
#include "io/lesson/lessons.h"
#include "test_class.h"
#include "views/present/presented_panel.h"
#include "widgets/lessons/lesson_value_text.h"

using namespace regard;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qsizetype mostWords = 45;
constexpr qsizetype mostCharacters = 90;

/// The words of a page as its caption would have them: no drawings, lists or tables, the first sentences.
QString firstSentences(const std::string &text, const std::function<QString(const LessonValue &)> &show)
{
    QString words;
    bool isInDrawing = false;
    for (const LessonPiece &piece : lessonPieces(text)) {
        isInDrawing = piece.mark == LessonMark::Begins || (isInDrawing && piece.mark != LessonMark::Ends);
        if (!isInDrawing && piece.mark == LessonMark::None)
            words += piece.isValue ? show(piece.value) : QString::fromStdString(piece.words);
    }
    words = words.section(QStringLiteral("\n|"), 0, 0).section(QStringLiteral("\n- "), 0, 0).simplified();
    const bool isChinese = std::any_of(words.begin(), words.end(), [](QChar c) { return c.unicode() >= 0x4e00; });
    return isChinese ? words.left(mostCharacters)
                     : words.split(QLatin1Char(' ')).mid(0, mostWords).join(QLatin1Char(' '));
}

/// A page of a lesson as the window presents it.
struct LessonScene {
    std::vector<std::unique_ptr<PresentedFigure>> figures;
    std::vector<PanelId> panels;
    std::unique_ptr<PageCaption> caption;

    PageRequest request(QSizeF screen, double factor) const
    {
        PageRequest request{screen, {}, {}, factor};
        for (const auto &figure : figures)
            request.pictures.push_back(figure.get());
        request.captionHeight = [this](double width, double type, int part, int parts) {
            return caption->height(width, type, part, parts);
        };
        return request;
    }
};

void showPage(Document &document, const LessonPage &page)
{
    document.load(page.project, {});
    document.waitForResult();
    Highlight named{page.cells, {}};
    for (const LessonPair &pair : page.pairs)
        named.pairs.push_back({pair.query, pair.key});
    document.look().setMarked(named);
}

LessonScene sceneOf(const Document &document, const LessonPage &page, const std::string &language,
                    const QString &corner)
{
    LessonScene scene;
    for (const PanelId panel : page.panels)
        if (isPresented(panel)) {
            scene.panels.push_back(panel);
            scene.figures.push_back(presentedPanel(panel, document, presentedOptions(document), Theme::light()));
        }
    const Result &result = document.result();
    LessonNumbers numbers(*result.model, *result.trace, page.project.view, 2);
    const QString words = firstSentences(page.text.text(language), [&](const LessonValue &value) {
        return lessonValueText(value, numbers.answer(value), 2);
    });
    std::vector<CaptionRun> runs{{QString::fromStdString(page.title.text(language)) + QStringLiteral(". "), true}};
    for (CaptionRun &run : captionRuns(words))
        runs.push_back(std::move(run));
    scene.caption = std::make_unique<PageCaption>(std::move(runs), corner);
    return scene;
}

} // namespace

/// Every page of every bundled lesson on the screens of classes, in both languages.
class TestPresentedPages : public QObject {
    Q_OBJECT
private slots:
    void init() { installLanguage(u"en"_s); }
    void cleanupTestCase() { installLanguage(u"en"_s); }

    void everyPageFits()
    {
        QStringList faults;
        for (const LessonEntry &entry : lessons()) {
            const Lesson lesson = readBundledLesson(entry.name);
            Document document;
            for (std::size_t i = 0; i < lesson.pages.size(); ++i) {
                const LessonPage &page = lesson.pages[i];
                showPage(document, page);
                for (const char *language : {"en", "zh_CN"}) {
                    installLanguage(QString::fromLatin1(language));
                    const LessonScene scene = sceneOf(document, page, language,
                                                      QStringLiteral("%1 / %2").arg(i + 1).arg(lesson.pages.size()));
                    const QString name =
                        QStringLiteral("%1 %2 %3").arg(QString::fromStdString(entry.name)).arg(i + 1).arg(language);
                    for (const QSizeF screen :
                         {QSizeF(1024, 768), QSizeF(1280, 720), QSizeF(1920, 1080), QSizeF(3840, 2160)})
                        for (const double factor : {1.0, 2.5}) {
                            QElapsedTimer timer;
                            timer.start();
                            const auto screens = presentedScreens(scene.request(screen, factor));
                            QString told = QStringLiteral("%1 %2 × %3 : ").arg(name).arg(screen.height()).arg(factor);
                            if (!screens) {
                                told += QStringLiteral("NONE ");
                                for (std::size_t k = 0; k < scene.figures.size(); ++k) {
                                    const double type = factor * leastPresentedType(screen.height());
                                    const QSizeF all(0.94 * screen.width(), 0.69 * screen.height());
                                    told += QString::fromStdString(panelWord(scene.panels[k])) + u": "_s +
                                            scene.figures[k]->whyNot(all, type, Names::Some) + u"; "_s;
                                }
                            } else {
                                for (const PresentedScreen &one : *screens) {
                                    told += QStringLiteral("[%1 of %2 caption %3")
                                                .arg(one.type / leastPresentedType(screen.height()) / factor, 0, 'f', 2)
                                                .arg(one.pictures.size())
                                                .arg(one.captionType / leastPresentedType(screen.height()) / factor, 0,
                                                     'f', 2);
                                    if (one.names == Names::Some)
                                        told += u" thinned"_s;
                                    told += u"]"_s;
                                }
                            }
                            qInfo("%s %lld ms", qPrintable(told), static_cast<long long>(timer.elapsed()));
                        }
                }
            }
        }
    }
};

REGARD_TEST(TestPresentedPages)
#include "test_presented_pages.moc"

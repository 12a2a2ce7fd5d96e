#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include "document/document.h"
#include "io/lesson/lesson.h"
#include "io/lesson/lesson_numbers.h"

namespace regard {

/// A turn of a page that is an undo step: the step's place in the undo stack, counted from 1, and the pages.
struct LessonTurn {
    int step = 0;
    int from = 0;
    int to = 0;
};

/// What a page began with: its texts keep these numbers and words, whatever is tried.
struct LessonBeginning {
    std::shared_ptr<const Model> model;
    Input input;
    StoredView view;
    SharedTrace trace{}; ///< null: not asked for yet, or let go of because another page is shown
};

/// Where a lesson stands: enough to go on with it in another window.
struct LessonSession {
    Lesson lesson;
    int page = 0;
    std::set<int> done;
    std::vector<LessonTurn> turns;
    std::map<int, LessonBeginning> beginnings;
    int turnedAt = 0; ///< how many undo steps there were when the page was shown
    bool isTried = false;
    QString path; ///< of the file; empty: bundled
};

/// A lesson that is open over a document: which page, and what of it is done. A page is shown as one undo step, so that
/// nothing a person made is ever lost by turning one.
class LessonPlayer : public QObject {
    Q_OBJECT
public:
    LessonPlayer(Document *document, QObject *parent);

    /// Loads the first page as a new document. Nobody is asked about the old one here.
    void open(Lesson lesson);
    void close();
    /// Nothing without a lesson; the path is for others to fill in.
    std::optional<LessonSession> session() const;
    /// Goes on with a lesson over a document that stays as it is.
    void resume(LessonSession session);
    bool isOpen() const { return m_lesson.has_value(); }
    const Lesson &lesson() const { return *m_lesson; } ///< while open
    int page() const { return m_page; }                ///< from 0; −1 without a lesson
    const LessonPage &currentPage() const { return m_lesson->pages[std::size_t(m_page)]; }

    /// Shows a page's state. A page that keeps goes on with what is there where it follows the page before.
    void go(int page);
    bool hasNext() const;
    bool hasBack() const { return m_page > 0; }
    /// Shows the page's state again, also that of a page that keeps; its attempt is open again.
    void restart();

    /// True where the page's conditions have all held at once since it was first shown, or shown again.
    bool isDone() const { return m_done.contains(m_page); }
    /// Whether model or sentences changed since the page was shown: they need not be what its texts speak of.
    bool isTried() const { return m_isTried; }

    void setLanguage(const QString &code);
    QString language() const { return QString::fromStdString(m_language); }
    QString words(const LessonText &text) const;
    /// "3. Scores" or "Page 3" of a page from 0.
    QString pageTitle(int page) const;
    /// What a value of the page's texts is, in words: what it was when the page began, or is now where it asks for
    /// that; "…" until that is known. Where there is no such value: null, and in a lesson of version 1 a dash.
    QString valueText(const LessonValue &value);

signals:
    void lessonChanged(); ///< another lesson, none, or another language
    void pageChanged();
    void valuesChanged(); ///< numbers of the page, or what it marks, may be others now
    void doneChanged();
    void panelsAsked(const std::vector<PanelId> &panels); ///< to come to the front

private:
    void showState(const LessonPage &page, int from);
    void followUndo(int step);
    void showView(const LessonPage &page);
    void begin(const LessonPage &page);
    void beginWithPresent();
    void finishTurn();
    void mark();
    Highlight presentHighlight() const;
    void look();
    void check();
    LessonNumbers *numbers();
    LessonNumbers *firstNumbers();
    void takeFirstTrace(LessonBeginning &beginning) const;
    int handDecimals() const;

    Document *m_document;
    std::optional<Lesson> m_lesson;
    int m_page = -1;
    std::set<int> m_done;
    std::vector<LessonTurn> m_turns; ///< those on the undo stack
    int m_step = 0;                  ///< where the undo stack stood last
    std::string m_language = "en";
    bool m_isTurning = false;
    bool m_isTried = false;
    QTimer *m_judge;                             ///< looks at the conditions once an edit, or an undo, is over
    int m_turnedAt = 0;                          ///< how many undo steps there were when the page was shown
    Result m_answered;                           ///< what the numbers are of
    std::optional<LessonNumbers> m_numbers;      ///< of the moment; nothing until asked for
    std::map<int, LessonBeginning> m_beginnings; ///< of the pages that were shown
    std::optional<LessonNumbers> m_firstNumbers; ///< of the page's beginning; nothing until asked for
};

} // namespace regard

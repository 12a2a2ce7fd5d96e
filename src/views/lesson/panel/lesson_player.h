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

/// The state in which a page began: its texts keep these numbers and words, whatever is tried.
struct LessonBeginning {
    std::shared_ptr<const Model> model;
    Input input;
    StoredView view;
    SharedTrace trace{}; ///< null: not requested yet, or released because another page is shown
};

/// The state of a lesson: enough to continue it in another window.
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

/// What a page shows by itself. The note of the example that it was made from does not speak of it.
Project shownProject(const LessonPage &page);

/// A lesson that is open over a document: its page, and what is done. Showing a page is one undo step, so that turning
/// pages never loses a user's work.
class LessonPlayer : public QObject {
    Q_OBJECT
public:
    LessonPlayer(Document *document, QObject *parent);

    Document *document() const { return m_document; }

    /// Loads the first page as a new document, without asking about the old one.
    void open(Lesson lesson);
    void close();
    /// Nothing without a lesson; the caller fills in the path.
    std::optional<LessonSession> session() const;
    /// Continues a lesson over a document that stays as it is.
    void resume(LessonSession session);
    bool isOpen() const { return m_lesson.has_value(); }
    const Lesson &lesson() const { return *m_lesson; } ///< while open
    int page() const { return m_page; }                ///< from 0; −1 without a lesson
    const LessonPage &currentPage() const { return m_lesson->pages[std::size_t(m_page)]; }

    /// Shows a page's state. A page that keeps continues with the present state where it follows the page before.
    void go(int page);
    bool hasNext() const;
    bool hasBack() const { return m_page > 0; }
    /// Shows the page's state again, also for a page that keeps; its attempt is open again.
    void restart();

    /// True where the page's conditions have all held at once since it was first shown, or shown again.
    bool isDone() const { return m_done.contains(m_page); }
    /// Whether model or sentences changed since the page was shown: its texts may no longer apply.
    bool isTried() const { return m_isTried; }

    void setLanguage(const QString &code);
    QString language() const { return QString::fromStdString(m_language); }
    QString words(const LessonText &text) const;
    /// "3. Scores" or "Page 3"; pages count from 0.
    QString pageTitle(int page) const;
    /// What stands under the page's pictures on the wall, its values in words; *emphasis* and `code` as in files.
    QString caption();
    /// A value of the page's texts in words: as it was when the page began, or as it is now where it asks for that; "…"
    /// until that is known. Where there is no such value: null, and in a lesson of version 1 a dash.
    QString valueText(const LessonValue &value);

signals:
    void lessonChanged(); ///< another lesson, none, or another language
    void pageChanged();
    void valuesChanged(); ///< numbers of the page, or its marks, may have changed
    void doneChanged();
    void panelsAsked(const std::vector<PanelId> &panels); ///< the panels to bring to the front

private:
    void showState(const LessonPage &page, int from);
    void followUndo(int step);
    void showView(const LessonPage &page);
    void begin(const LessonPage &page);
    void beginWithPresent();
    void finishTurn();
    void mark();
    Highlight presentHighlight() const;
    void refreshValues();
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
    int m_step = 0;                  ///< the undo stack's index when last seen
    std::string m_language = "en";
    bool m_isTurning = false;
    bool m_isTried = false;
    QTimer *m_judge;                             ///< checks the conditions once an edit, or an undo, is over
    int m_turnedAt = 0;                          ///< how many undo steps there were when the page was shown
    Result m_answered;                           ///< what the numbers were computed from
    std::optional<LessonNumbers> m_numbers;      ///< for the present state; nothing until requested
    std::map<int, LessonBeginning> m_beginnings; ///< of the pages that were shown
    std::optional<LessonNumbers> m_firstNumbers; ///< for the page's beginning; nothing until requested
};

} // namespace regard

#pragma once

#include <optional>
#include <vector>

#include "controls/panel.h"
#include "views/lesson/panel/lesson_control.h"

class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace regard {

class AppTheme;
class LessonPlayer;
class LessonReading;
struct LessonBlock;

/// The page of a lesson: its text with the present numbers, what there is to try with the control for it, whether it is
/// done, and navigation to the other pages. Page Up and Page Down turn pages while the panel has the focus.
class LessonPanel : public Panel {
    Q_OBJECT
public:
    LessonPanel(LessonPlayer *player, AppTheme *theme, QWidget *parent);

    void setControlParts(const LessonControlParts &parts) { m_parts = parts; }
    /// The control of the page's try; null: it has none.
    QWidget *control() const { return m_control; }

    /// The widget that gets the focus when the panel is reached by keyboard.
    QWidget *reader() const;

signals:
    void closeAsked();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addHead();
    QWidget *makeReader();
    void addButtons();
    void addShortcuts();
    void showLesson();
    void showPage();
    void showHead();
    void showControl();
    void showTexts();
    void announceDone();
    void paintTry();
    std::vector<LessonBlock> blocks(const QString &words) const;
    bool keepsNumbers() const;

    LessonPlayer *m_player;
    AppTheme *m_theme;
    LessonControlParts m_parts;
    QToolButton *m_pages; ///< where one is in the lesson, with a menu of its pages
    QLabel *m_title;      ///< of the page
    QScrollArea *m_scroll = nullptr;
    LessonReading *m_text = nullptr;
    QLabel *m_kept = nullptr; ///< says that the text keeps its numbers, once something is tried
    QFrame *m_try = nullptr;
    QVBoxLayout *m_tryRows = nullptr;
    LessonReading *m_attempt = nullptr;
    QWidget *m_control = nullptr;
    std::optional<LessonControl> m_shownControl;
    LessonReading *m_answer = nullptr; ///< what the try comes to now
    QPushButton *m_back = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_next = nullptr;
};

} // namespace regard

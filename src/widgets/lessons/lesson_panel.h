#pragma once

#include <vector>

#include "widgets/parts/panel.h"

class QComboBox;
class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;

namespace regard {

class AppTheme;
class LessonPlayer;
class LessonReading;
struct LessonBlock;
struct LessonText;

/// The page of a lesson: its text with the present numbers, what there is to try and whether it is done, and navigation
/// to the other pages. Page Up and Page Down turn pages while the panel has the focus.
class LessonPanel : public Panel {
    Q_OBJECT
public:
    LessonPanel(LessonPlayer *player, AppTheme *theme, QWidget *parent);

    /// The widget that gets the focus when the panel is reached by keyboard.
    QWidget *reader() const;

signals:
    void closeAsked();

private:
    QWidget *makeReader();
    void addButtons();
    void addShortcuts();
    void showLesson();
    void showPage();
    void showTexts();
    void showState();
    void announceDone();
    void paintTry();
    std::vector<LessonBlock> blocks(const LessonText &text) const;
    bool keepsNumbers() const;

    LessonPlayer *m_player;
    AppTheme *m_theme;
    QLabel *m_title;
    QComboBox *m_pages;
    QScrollArea *m_scroll = nullptr;
    LessonReading *m_text = nullptr;
    QLabel *m_kept = nullptr; ///< says that the text keeps its numbers, once something is tried
    QFrame *m_try = nullptr;
    QLabel *m_state = nullptr;
    LessonReading *m_attempt = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_next = nullptr;
};

} // namespace regard

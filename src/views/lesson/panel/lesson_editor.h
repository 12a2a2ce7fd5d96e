#pragma once

#include <functional>
#include <string>

#include <QStringList>

#include "controls/panel.h"
#include "io/lesson/lesson.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace regard {

class Document;

/// The editor of a lesson: a title, pages that are captured from the window, and their words. Conditions, highlights
/// and texts in other languages of an opened lesson stay as they are.
class LessonEditor : public Panel {
    Q_OBJECT
public:
    LessonEditor(Document *document, QWidget *parent);

    /// Begins with a lesson, at no page or at the page from 0.
    void open(Lesson lesson, int page = 0);
    void close();
    bool isOpen() const { return m_isOpen; }
    bool isModified() const { return m_isModified; }
    void setSaved();
    /// It stands in no file as it is now.
    void touch();
    /// The page in hand, from 0; −1 none.
    int page() const { return row(); }
    const Lesson &lesson() const { return m_lesson; }
    /// Why the lesson cannot be saved yet, in one sentence; empty where it can.
    QString problem() const;

    void setLanguage(const QString &code) { m_language = code.toStdString(); }
    /// Sets the function that returns the panels that are seen when a page is captured.
    void setSeenPanels(std::function<std::vector<PanelId>()> ask) { m_seenPanels = std::move(ask); }

    /// Captures the present state as a new page after the current one, and makes it current.
    void addPage();
    /// Replaces the current page's state by the present one; its words stay.
    void replaceState();
    void removePage();
    /// Moves the current page by that number of places.
    void movePage(int by);

signals:
    void changed(); ///< the lesson, or whether it is saved
    void saveAsked();
    void closeAsked();

private:
    void addHeading();
    void addPages();
    void addWords();
    void addChoices();
    QPushButton *button(const QString &text, const QString &tip, const std::function<void()> &run);
    LessonPage captured() const;
    int row() const;
    LessonPage *pageInHand();
    void followChange(int page);
    void listPages(int row);
    void showPage();
    void showProblem();
    void showState();
    void choose();
    void change(LessonText LessonPage::*member, const QString &words);
    QString words(const LessonText &text) const;
    QString rowText(int page) const;

    Document *m_document;
    Lesson m_lesson;
    bool m_isOpen = false;
    bool m_isModified = false;
    bool m_isFilling = false; ///< fields are being filled by the program, not by typing
    std::string m_language = "en";
    std::function<std::vector<PanelId>()> m_seenPanels;
    QLineEdit *m_title;
    QListWidget *m_pages;
    QCheckBox *m_marks;
    QLineEdit *m_pageTitle;
    QPlainTextEdit *m_text;
    QPlainTextEdit *m_caption;
    QComboBox *m_mode;    ///< the first entry: as the panels ask
    QComboBox *m_control; ///< the first entry: none
    QPlainTextEdit *m_try;
    QLabel *m_problem;
    QPushButton *m_replace = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_up = nullptr;
    QPushButton *m_down = nullptr;
};

} // namespace regard

#pragma once

#include <functional>
#include <string>

#include <QStringList>

#include "io/lesson/lesson.h"
#include "widgets/parts/panel.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace regard {

class Document;

/// Where a lesson is made: a title, pages that are captured from the window, and their words. Conditions, highlights
/// and texts in other languages of a lesson that was opened stay as they are.
class LessonEditor : public Panel {
    Q_OBJECT
public:
    LessonEditor(Document *document, QWidget *parent);

    /// Begins with a lesson, with none of its pages or with the page from 0 in hand.
    void open(Lesson lesson, int page = 0);
    void close();
    bool isOpen() const { return m_isOpen; }
    bool isModified() const { return m_isModified; }
    void setSaved() { m_isModified = false; }
    const Lesson &lesson() const { return m_lesson; }
    /// Why the lesson cannot be saved yet, in one sentence; empty where it can.
    QString problem() const;

    void setLanguage(const QString &code) { m_language = code.toStdString(); }
    /// What says which panels are at the front when a page is captured.
    void setFrontPanels(std::function<std::vector<PanelId>()> ask) { m_frontPanels = std::move(ask); }

    /// Captures the present state as a new page behind the one in hand, and takes it in hand.
    void addPage();
    /// The page in hand takes the present state; its words stay.
    void replaceState();
    void removePage();
    /// Moves the page in hand by so many places.
    void movePage(int by);

signals:
    void saveAsked();
    void closeAsked();

private:
    void addHeading();
    void addPages();
    void addWords();
    QPushButton *button(const QString &text, const QString &tip, const std::function<void()> &run);
    LessonPage captured() const;
    int row() const;
    LessonPage *pageInHand();
    void followChange(int page);
    void listPages(int row);
    void showPage();
    void showProblem();
    void showState();
    void change(LessonText LessonPage::*member, const QString &words);
    QString words(const LessonText &text) const;
    QString rowText(int page) const;

    Document *m_document;
    Lesson m_lesson;
    bool m_isOpen = false;
    bool m_isModified = false;
    bool m_isFilling = false; ///< fields are being filled, not typed into
    std::string m_language = "en";
    std::function<std::vector<PanelId>()> m_frontPanels;
    QLineEdit *m_title;
    QListWidget *m_pages;
    QCheckBox *m_marks;
    QLineEdit *m_pageTitle;
    QPlainTextEdit *m_text;
    QPlainTextEdit *m_try;
    QLabel *m_problem;
    QPushButton *m_replace = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_up = nullptr;
    QPushButton *m_down = nullptr;
};

} // namespace regard

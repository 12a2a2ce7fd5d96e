#pragma once

#include <array>
#include <optional>

#include <QPointer>
#include <QString>
#include <QWidget>

#include "views/why/cell_try.h"

class QLabel;
class QPushButton;
class QUndoCommand;

namespace regard {

class Document;
class LessonDesk;
struct Settings;

/// The first minute: three things to try, each done by one click and undone by another in the same place. What is done
/// is remembered and does not come back until bringBack(). While a lesson is open there is only the way out of it.
class TryStrip : public QWidget {
    Q_OBJECT
public:
    /// `settings` remembers what is done, and outlives this.
    TryStrip(Document *document, Settings *settings, LessonDesk *lessons, QWidget *parent);

    /// Offers all three again.
    void bringBack();
    /// In the status line the tries take one line: what has no room beside the rest of it is left out, the last first.
    void fit();

signals:
    void sentenceTyped(); ///< another sentence: the next one that is typed should replace it

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum Try { Cell, Sentence, Lesson };
    struct Item {
        QWidget *group;
        QLabel *done; ///< what was done, beside the button that undoes it
        QPushButton *button;
        const QUndoCommand *step = nullptr; ///< its step, as long as that can be undone; its place in the stack:
        int place = 0;
        bool isOffered = false; ///< shown where there is room
    };

    void addItem(Try which, const char *name);
    void press(Try which);
    void doIt(Try which);
    void undoIt(Try which);
    void changeCell();
    void typeSentence();
    void takeLesson();
    /// What was just pushed on the undo stack is this try.
    void keepStep(Try which);
    void followUndo();
    void markDone(Try which);
    bool isDone(Try which) const;
    bool canUndo(Try which) const;
    bool canDo(Try which) const;
    void readDocument();
    void readCell();
    int roomInLine() const;
    void showItem(Try which);
    QString offer(Try which) const;
    QString offerTip(Try which) const;
    QString doneText(Try which) const;
    QString cellText() const;

    Document *m_document;
    Settings *m_settings;
    LessonDesk *m_lessons;
    std::array<Item, 3> m_items{};
    QLabel *m_title;
    QPushButton *m_close;
    QPointer<QWidget> m_line;         ///< the status line, while they are in it
    QString m_otherSentence;          ///< to type
    std::optional<CellTry> m_offered; ///< nothing: not looked for, or there is none
    CellTry m_cell;                   ///< what was done
    bool m_hasLesson = false;         ///< the lesson that is open was taken here
};

} // namespace regard

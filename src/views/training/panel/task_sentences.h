#pragma once

#include <vector>

#include <QPushButton>

#include "training/tasks/task.h"

class QMenu;

namespace regard {

class Document;

/// Sentences of the task, one click away: those that are held out, and those that are learned from.
class TaskSentences : public QPushButton {
    Q_OBJECT
public:
    TaskSentences(Document *document, QWidget *parent);

private:
    void fill();
    void add(const QString &heading, bool isHeldOut);
    void show(const Task &task, const TrainingSentence &sentence);

    Document *m_document;
    QMenu *m_menu;
};

} // namespace regard

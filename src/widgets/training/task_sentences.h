#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <QComboBox>

#include "training/tasks/task.h"

namespace regard {

class Document;

/// Sentences of the task, one click away: those that are held out, and those that are learned from.
class TaskSentences : public QComboBox {
    Q_OBJECT
public:
    TaskSentences(Document *document, QWidget *parent);

    void refresh(); ///< of the present task and seed

private:
    void add(const QString &heading, bool isHeldOut);
    void show(int index);

    Document *m_document;
    std::shared_ptr<const Task> m_task;
    std::uint64_t m_seed = 0;
    std::vector<TrainingSentence> m_sentences;
};

} // namespace regard

#include "views/training/panel/task_sentences.h"

#include <QAction>
#include <QMenu>

#include "controls/menu_text.h"
#include "document/document.h"
#include "draw/token_label.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

constexpr int ofEachKind = 12;

} // namespace

TaskSentences::TaskSentences(Document *document, QWidget *parent)
    : QPushButton(tr("Another sentence ▾"), parent), m_document(document), m_menu(new QMenu(this))
{
    setProperty("link", true);
    setAccessibleName(tr("Another sentence"));
    setToolTip(tr("Sentences of the task; choosing one makes it the present sentence"));
    connect(m_menu, &QMenu::aboutToShow, this, &TaskSentences::fill);
    connect(this, &QPushButton::clicked, this, [this] { m_menu->popup(mapToGlobal(QPoint(0, height()))); });
}

void TaskSentences::fill()
{
    m_menu->clear();
    if (!m_document->training().task())
        return;
    add(tr("Not used in training"), true);
    add(tr("Used in training"), false);
}

void TaskSentences::add(const QString &heading, bool isHeldOut)
{
    m_menu->addAction(heading)->setEnabled(false);
    const TrainingState &state = m_document->training().state();
    for (int number = 0; number < ofEachKind; ++number) {
        const TrainingSentence sentence = state.task->sentence(state.options.seed, std::uint64_t(number), isHeldOut);
        QString text = QString::fromStdString(textOf(*state.task, sentence.source));
        if (!sentence.target.empty())
            text += QStringLiteral(" → ") + QString::fromStdString(textOf(*state.task, sentence.target));
        m_menu->addAction(menuText(visibleToken(text)), this,
                          [this, task = state.task, sentence] { show(*task, sentence); });
    }
}

void TaskSentences::show(const Task &task, const TrainingSentence &sentence)
{
    m_document->asOneStep(tr("sentence of the task"), [&] {
        Sentences &sentences = m_document->sentences();
        sentences.setTokenizer(task.tokenizer);
        sentences.setSource(QString::fromStdString(textOf(task, sentence.source)));
        if (!sentence.target.empty())
            sentences.setTarget(QString::fromStdString(textOf(task, sentence.target)));
    });
}

} // namespace regard

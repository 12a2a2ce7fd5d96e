#include "widgets/training/task_sentences.h"

#include <QSignalBlocker>
#include <QStandardItemModel>

#include "document/document.h"
#include "figures/base/token_label.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

constexpr int ofEachKind = 12;
constexpr int taskSentencesShortestField = 12; // characters

} // namespace

TaskSentences::TaskSentences(Document *document, QWidget *parent) : QComboBox(parent), m_document(document)
{
    setAccessibleName(tr("Sentences of the task"));
    setToolTip(tr("Sentences of the task; choosing one makes it the present sentence"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(taskSentencesShortestField);
    setPlaceholderText(tr("Sentences of the task…"));
    connect(this, &QComboBox::activated, this, &TaskSentences::show);
}

void TaskSentences::refresh()
{
    const TrainingState &state = m_document->training().state();
    if (state.task == m_task && state.options.seed == m_seed)
        return;
    m_task = state.task;
    m_seed = state.options.seed;
    const QSignalBlocker quiet(this);
    clear();
    m_sentences.clear();
    setEnabled(m_task != nullptr);
    if (!m_task)
        return;
    add(tr("Not used in training"), true);
    add(tr("Used in training"), false);
    setCurrentIndex(-1);
}

void TaskSentences::add(const QString &heading, bool isHeldOut)
{
    addItem(heading);
    qobject_cast<QStandardItemModel *>(model())->item(count() - 1)->setEnabled(false);
    for (int number = 0; number < ofEachKind; ++number) {
        m_sentences.push_back(m_task->sentence(m_seed, std::uint64_t(number), isHeldOut));
        const TrainingSentence &sentence = m_sentences.back();
        QString text = QString::fromStdString(textOf(*m_task, sentence.source));
        if (!sentence.target.empty())
            text += QStringLiteral(" → ") + QString::fromStdString(textOf(*m_task, sentence.target));
        addItem(visibleToken(text), int(m_sentences.size()) - 1);
        setItemData(count() - 1, visibleToken(text), Qt::ToolTipRole);
    }
}

void TaskSentences::show(int index)
{
    const QVariant number = itemData(index);
    if (!m_task || !number.isValid())
        return;
    const TrainingSentence &sentence = m_sentences.at(std::size_t(number.toInt()));
    m_document->asOneStep(tr("sentence of the task"), [&] {
        Sentences &sentences = m_document->sentences();
        sentences.setTokenizer(m_task->tokenizer);
        sentences.setSource(QString::fromStdString(textOf(*m_task, sentence.source)));
        if (!sentence.target.empty())
            sentences.setTarget(QString::fromStdString(textOf(*m_task, sentence.target)));
    });
    setCurrentIndex(index);
}

} // namespace regard

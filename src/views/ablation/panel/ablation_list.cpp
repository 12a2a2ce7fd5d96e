#include "views/ablation/panel/ablation_list.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/elided_label.h"
#include "controls/list_actions.h"
#include "controls/list_keys.h"
#include "engine/model/sentence_means.h"
#include "views/base/set_attention.h"

namespace regard {

AblationList::AblationList(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_list(new QListWidget(this)), m_empty(new QLabel(this)),
      m_clear(new QPushButton(tr("Reset all"), this))
{
    m_clear->setObjectName(QStringLiteral("clearButton"));
    m_list->setAccessibleName(tr("What is off, temperatures, and attention set by hand"));
    m_list->setToolTip(tr("Delete removes a line, Enter goes there"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    addListActions(m_list);
    m_empty->setText(tr("Nothing is switched off, set by hand or patched, and no temperature is set."));
    m_empty->setObjectName(QStringLiteral("muted"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_clear->setToolTip(tr("Everything on, every temperature 1, all attention as computed"));
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 6, 0, 0);
    all->setSpacing(6);
    all->addWidget(m_empty, 1);
    all->addWidget(m_list, 1);
    all->addWidget(m_clear, 0, Qt::AlignLeft);
    connect(m_list, &QListWidget::itemDoubleClicked, this, [this](QListWidgetItem *item) { goTo(m_list->row(item)); });
    connect(m_clear, &QPushButton::clicked, this,
            [this] { m_document->matrices().setInterventions({}, tr("the model as it is")); });
    connect(document, &Document::loaded, this, &AblationList::refresh);
    connect(&document->matrices(), &Matrices::modelChanged, this, &AblationList::refresh);
    connect(theme, &AppTheme::changed, this, [this, theme] { applyTheme(theme->theme()); });
    applyTheme(theme->theme());
    refresh();
}

/// The line in focus keeps its text's colour.
void AblationList::applyTheme(const Theme &theme)
{
    m_list->setStyleSheet(QStringLiteral("QListView { outline: none; }"
                                         "QListView::item:selected { background: %1; border: none; }"
                                         "QListView::item:selected:active { border: 1px solid %2; }")
                              .arg(theme.accentSoft.name(), theme.accent.name()));
}

void AblationList::refresh()
{
    std::vector<AblationEntry> entries = ablationEntries(
        m_document->matrices().model()->interventions,
        [this](Attention attention, const LinkRef &link) { return linkName(*m_document, attention, link); });
    const bool areMeansOld = hasStaleMeans(*m_document->matrices().model());
    const bool isShown = entries == m_entries && areMeansOld == m_areMeansOld && m_list->count() > 0;
    m_empty->setVisible(entries.empty());
    m_list->setVisible(!entries.empty());
    m_clear->setVisible(!entries.empty());
    if (isShown)
        return;
    const int row = m_list->currentRow();
    m_entries = std::move(entries);
    m_areMeansOld = areMeansOld;
    m_list->clear();
    for (const AblationEntry &entry : m_entries)
        addLine(entry);
    m_list->setCurrentRow(std::min(std::max(0, row), m_list->count() - 1));
}

void AblationList::addLine(const AblationEntry &entry)
{
    const QString name = entryName(m_document->matrices().model()->config, entry);
    const bool isOld = m_areMeansOld && entry.replacement == Replacement::MeanOver;
    const QString text = tr("%1: %2").arg(name, isOld ? tr("old mean over %1").arg(entry.words) : entryText(entry));
    auto *line = new QWidget(m_list);
    auto *label = new ElidedLabel(line);
    label->setText(text);
    label->setToolTip(text);
    label->setTextFormat(Qt::PlainText);
    auto *button = new QToolButton(line);
    button->setText(QStringLiteral("×"));
    button->setFocusPolicy(Qt::NoFocus); // Delete is the key
    button->setAccessibleName(tr("Remove %1").arg(name));
    button->setToolTip(tr("Removes it (Delete)"));
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(6, 1, 2, 1);
    row->addWidget(label, 1);
    row->addWidget(button);
    auto *item = new QListWidgetItem(m_list);
    item->setData(Qt::AccessibleTextRole, text);
    item->setSizeHint({0, line->sizeHint().height()});
    m_list->setItemWidget(item, line);
    // The button's action rebuilds the list, and the button with it.
    connect(
        button, &QToolButton::clicked, this, [this, entry] { takeOut(entry); }, Qt::QueuedConnection);
}

QToolButton *AblationList::removeButton(int row) const
{
    QListWidgetItem *item = m_list->item(row);
    const QWidget *line = item ? m_list->itemWidget(item) : nullptr;
    return line ? line->findChild<QToolButton *>() : nullptr;
}

void AblationList::takeOut(const AblationEntry &entry)
{
    const Model &model = *m_document->matrices().model();
    const QString name = entryName(model.config, entry);
    m_document->matrices().setInterventions(withoutEntry(model.interventions, entry),
                                            entry.kind == AblationEntry::Kind::Temperature
                                                ? tr("temperature 1 of %1").arg(name)
                                            : entry.kind == AblationEntry::Kind::Patch
                                                ? tr("%1 of %2 as computed").arg(patchKindName(entry.patch.kind), name)
                                            : !entry.words.isEmpty() && entry.replacement != Replacement::MeanOver
                                                ? tr("%1 of %2 as computed").arg(entry.words, name)
                                                : tr("switch %1 on").arg(name));
}

void AblationList::goTo(int row)
{
    if (row >= 0 && row < int(m_entries.size()))
        m_document->look().setSelection(goingTo(m_document->look().selection(), m_entries[std::size_t(row)]));
}

bool AblationList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (const int row = m_list->currentRow(); !bringIntoView(m_list) && row >= 0 && row < int(m_entries.size()))
            takeOut(AblationEntry(m_entries[std::size_t(row)])); // a copy: the list changes
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        goTo(m_list->currentRow());
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

} // namespace regard

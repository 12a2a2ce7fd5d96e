#include "views/changes/panel/changes_panel.h"

#include <algorithm>
#include <optional>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

#include "controls/guarded_items.h"
#include "controls/list_actions.h"
#include "controls/list_keys.h"
#include "controls/spoken_name.h"
#include "document/document.h"
#include "engine/base/errors.h"
#include "views/base/panel_title.h"
#include "views/changes/panel/changes_model.h"
#include "views/weights/matrix_place.h"

namespace regard {

namespace {

constexpr int expandedAtMost = 400; ///< cells; longer lists stay closed until the user opens them

} // namespace

ChangesPanel::ChangesPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Changes), parent), m_document(document),
      m_model(new GuardedModel<ChangesModel>(document, theme, this)), m_list(new QTreeView(this)),
      m_message(new QLabel(this)), m_revert(new QPushButton(tr("Revert"), this)),
      m_revertAll(new QPushButton(tr("Revert all"), this)), m_refresh(new QTimer(this))
{
    m_revertAll->setObjectName(QStringLiteral("revertAllButton"));
    setAccessibleName(tr("Changes"));
    m_list->setModel(m_model);
    m_list->setAccessibleName(tr("Changed cells"));
    m_list->setAllColumnsShowFocus(true);
    m_list->setUniformRowHeights(true);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(ChangesModel::Cell, QHeaderView::Stretch);
    m_list->installEventFilter(this);
    addListActions(m_list, tr("Matrix"));
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setObjectName(QStringLiteral("muted"));
    m_revert->setToolTip(tr("Gives the cell, or all cells of the matrix, the number on the left (Delete)"));
    m_revertAll->setToolTip(tr("Gives every changed cell the number on the left, as one step"));
    nameButton(m_revert, tr("Revert the chosen cell"));
    nameButton(m_revertAll, tr("Revert all changed cells"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_revert);
    buttons->addWidget(m_revertAll);
    buttons->addStretch(1);
    content()->addWidget(m_message);
    content()->addWidget(m_list, 1);
    content()->addLayout(buttons);
    m_refresh->setSingleShot(true);
    m_refresh->setInterval(0);
    connect(m_refresh, &QTimer::timeout, this, &ChangesPanel::refresh);
    connect(document, &Document::loaded, this, &ChangesPanel::refreshSoon);
    connect(&document->matrices(), &Matrices::modelChanged, this, &ChangesPanel::refreshSoon);
    connect(&document->sentences(), &Sentences::sourceChanged, this, &ChangesPanel::refreshSoon);
    connect(&document->sentences(), &Sentences::targetChanged, this, &ChangesPanel::refreshSoon);
    connect(&document->comparison(), &Comparison::pinnedChanged, this, &ChangesPanel::refreshSoon);
    connect(m_list, &QTreeView::activated, this, &ChangesPanel::goTo);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &ChangesPanel::showState);
    connect(m_revert, &QPushButton::clicked, this, &ChangesPanel::revert);
    connect(m_revertAll, &QPushButton::clicked, this,
            [this] { attempt([this] { m_document->matrices().revertChanges(); }); });
    showState();
}

void ChangesPanel::refreshSoon()
{
    m_stale = true;
    if (isSeen(this))
        m_refresh->start();
}

void ChangesPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        refresh();
}

void ChangesPanel::refresh()
{
    m_stale = false;
    const int row = m_list->currentIndex().row();
    const QModelIndex parent = m_list->currentIndex().parent();
    m_model->refresh();
    if (m_model->changedCells() <= expandedAtMost)
        m_list->expandAll();
    for (int i = 0; i < m_model->rowCount(); ++i)
        m_list->setFirstColumnSpanned(i, {}, true);
    // The keyboard's row stays near where it was: reverting shortens the list.
    if (!m_list->currentIndex().isValid() && m_model->rowCount() > 0) {
        const QModelIndex matrix =
            m_model->index(std::min(parent.row() < 0 ? 0 : parent.row(), m_model->rowCount() - 1), 0);
        const int cells = m_model->rowCount(matrix);
        m_list->setCurrentIndex(cells > 0 ? m_model->index(std::clamp(row, 0, cells - 1), 0, matrix) : matrix);
    }
    showState();
}

void ChangesPanel::showState()
{
    const bool isPinned = m_document->comparison().pinned() != nullptr;
    const int cells = m_model->changedCells();
    const bool isEmpty = m_model->rowCount() == 0;
    const QString reason = m_document->matrices().compared().error();
    m_list->setVisible(!isEmpty);
    if (!reason.isEmpty())
        showMessage(isPinned ? tr("Not all can be compared with the pinned state: %1").arg(reason)
                             : tr("Not all can be compared with the opened file: %1").arg(reason));
    else if (isEmpty)
        showMessage(isPinned ? tr("No cell differs from the pinned state.")
                             : tr("No cell differs from the opened file. Pin a state with F8 to compare with it."));
    else
        m_message->hide();
    QString caption = isPinned ? tr("%n cells, since the pinned state", nullptr, cells)
                               : tr("%n cells, since the file was opened", nullptr, cells);
    if (m_model->newCells() > 0)
        caption += tr(", and %L1 new").arg(m_model->newCells());
    setCaption(isEmpty ? QString() : caption);
    const std::optional<CellRef> cell = m_model->cellOf(m_list->currentIndex());
    m_revert->setEnabled(cell || m_model->rowCount(m_list->currentIndex()) > 0);
    m_revertAll->setEnabled(cells > 0);
}

void ChangesPanel::goTo()
{
    const std::optional<CellRef> cell = m_model->cellOf(m_list->currentIndex());
    if (!cell)
        return;
    if (const auto selection = selectionShowing(*m_document, cell->matrix))
        m_document->look().setSelection(*selection);
    m_document->look().setCell(*cell);
}

void ChangesPanel::revert()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid())
        return;
    attempt([&] {
        if (const std::optional<CellRef> cell = m_model->cellOf(index))
            m_document->matrices().revertCell(cell->matrix, cell->row, cell->column);
        else
            m_document->matrices().revertMatrix(m_model->matrixOf(index));
    });
}

/// Shows the reason where a revert fails.
void ChangesPanel::attempt(const std::function<void()> &change)
{
    try {
        change();
    } catch (const Error &error) {
        showMessage(QString::fromUtf8(error.what()));
    }
}

void ChangesPanel::showMessage(const QString &sentence)
{
    m_message->setText(sentence);
    m_message->show();
}

bool ChangesPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete) {
        if (!bringIntoView(m_list))
            revert();
        return true;
    }
    return Panel::eventFilter(watched, event);
}

} // namespace regard

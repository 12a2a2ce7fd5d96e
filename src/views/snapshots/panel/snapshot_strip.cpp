#include "views/snapshots/panel/snapshot_strip.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/guarded_items.h"
#include "controls/list_keys.h"
#include "controls/spoken_name.h"
#include "document/snapshots/snapshot_name.h"
#include "io/project/snapshots.h"
#include "views/base/panel_title.h"
#include "views/snapshots/panel/snapshot_delegate.h"
#include "views/snapshots/panel/snapshot_model.h"
#include "views/snapshots/snapshot_thumbnails.h"

namespace regard {

namespace {

constexpr int listHeight = 70;
constexpr int cardGap = 3;

/// A size that depends on the list's height must be computed again when that changes.
class CardList : public QListView {
public:
    using QListView::QListView;
    QSize sizeHint() const override { return {4 * listHeight, listHeight}; }
    QSize minimumSizeHint() const override { return {listHeight, listHeight - 14}; }
    /// Digits recall a snapshot; they do not search for a name.
    void keyboardSearch(const QString &) override {}

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        scheduleDelayedItemsLayout();
        QListView::resizeEvent(event);
    }
};

} // namespace

SnapshotStrip::SnapshotStrip(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Snapshots), parent), m_document(document), m_theme(theme),
      m_thumbnails(new SnapshotThumbnails(document, this)),
      m_model(new GuardedModel<SnapshotModel>(document, m_thumbnails, this)), m_list(new CardList(this)),
      m_empty(
          new QLabel(tr("A snapshot keeps everything as it is now: sentence, weights, what is switched off and what "
                        "is looked at. Take the first with F7 or the button above; a click or its number brings it "
                        "back."),
                     this)),
      m_take(new QToolButton(this)), m_more(new QToolButton(this))
{
    makeTitleRow();
    makeList();
    m_empty->setWordWrap(true);
    m_empty->setFocusPolicy(Qt::TabFocus); // for screen readers
    m_empty->setObjectName(QStringLiteral("muted"));
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    content()->addWidget(m_empty, 1);
    content()->addWidget(m_list, 1);
    connect(&document->snapshots(), &Snapshots::snapshotsChanged, this, &SnapshotStrip::followDocument);
    connect(document, &Document::loaded, this, &SnapshotStrip::followDocument);
    connect(m_thumbnails, &SnapshotThumbnails::failed, this, &SnapshotStrip::showError);
    connect(theme, &AppTheme::changed, m_list->viewport(), qOverload<>(&QWidget::update));
    followDocument();
}

void SnapshotStrip::makeTitleRow()
{
    m_take->setText(tr("Take"));
    nameButton(m_take, tr("Take a snapshot"));
    m_more->setText(tr("More"));
    nameButton(m_more, tr("More actions for the chosen snapshot"));
    m_more->setToolTip(tr("Rename, move, pin or remove the chosen snapshot"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(m_more);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        fillMenu(menu);
    });
    m_more->setMenu(menu);
    for (QToolButton *button : {m_take, m_more}) {
        button->setFocusPolicy(Qt::StrongFocus);
        titleRow()->addWidget(button);
    }
    connect(m_take, &QToolButton::clicked, this, &SnapshotStrip::take);
}

void SnapshotStrip::makeList()
{
    m_list->setModel(m_model);
    m_list->setItemDelegate(new GuardedDelegate<SnapshotDelegate>(m_theme, m_list));
    m_list->setFlow(QListView::LeftToRight);
    m_list->setWrapping(false);
    m_list->setSpacing(cardGap);
    m_list->setUniformItemSizes(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDropIndicatorShown(true);
    m_list->setStyleSheet(QStringLiteral("QListView { border: none; background: transparent; }"));
    m_list->setMouseTracking(true);
    m_list->viewport()->setAttribute(Qt::WA_Hover);
    m_list->setAccessibleName(tr("Snapshots, recalled with Enter or their number"));
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->installEventFilter(this);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &index) { recall(index.row() + 1); });
    connect(m_list, &QListView::customContextMenuRequested, this, [this](QPoint point) {
        if (const QModelIndex pointed = m_list->indexAt(point); pointed.isValid())
            m_list->setCurrentIndex(pointed);
        QMenu menu(this);
        fillMenu(&menu);
        menu.exec(m_list->viewport()->mapToGlobal(point));
    });
    setFocusProxy(m_list);
}

bool SnapshotStrip::take()
{
    if (!m_document->snapshots().canTake())
        return false;
    m_document->snapshots().take();
    choose(m_model->rowCount() - 1);
    return true;
}

bool SnapshotStrip::recall(int number)
{
    if (number < 1 || number > m_model->rowCount())
        return false;
    m_document->snapshots().recall(number - 1);
    choose(number - 1);
    return true;
}

void SnapshotStrip::focusInFront()
{
    if (isVisible())
        (m_list->isVisible() ? static_cast<QWidget *>(m_list) : m_empty)->setFocus(Qt::OtherFocusReason);
}

int SnapshotStrip::chosen() const
{
    return m_list->currentIndex().isValid() ? m_list->currentIndex().row() : -1;
}

void SnapshotStrip::choose(int row)
{
    const QModelIndex index = m_model->index(row);
    m_list->setCurrentIndex(index);
    m_list->scrollTo(index);
}

/// The list keeps its own keys: arrows, Home and End move the cursor, F2 edits. Keys that a name's editor does not use,
/// such as Enter, come here too.
bool SnapshotStrip::eventFilter(QObject *watched, QEvent *event)
{
    const bool isEditing = m_list->indexWidget(m_list->currentIndex()) != nullptr;
    if (watched == m_list && !isEditing && event->type() == QEvent::KeyPress &&
        keyPressed(*static_cast<QKeyEvent *>(event)))
        return true;
    return Panel::eventFilter(watched, event);
}

bool SnapshotStrip::keyPressed(const QKeyEvent &event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool isControl = modifiers == Qt::ControlModifier;
    if (isControl && event.key() == Qt::Key_Left)
        return moveChosen(-1);
    if (isControl && event.key() == Qt::Key_Right)
        return moveChosen(1);
    if (modifiers != Qt::NoModifier)
        return false;
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return recall(chosen() + 1);
    case Qt::Key_Delete:
        if (!bringIntoView(m_list))
            remove();
        return true;
    default:
        return event.key() >= Qt::Key_1 && event.key() <= Qt::Key_9 && recall(event.key() - Qt::Key_0);
    }
}

bool SnapshotStrip::moveChosen(int by)
{
    const int row = chosen();
    if (row < 0)
        return false;
    m_document->snapshots().move(row, row + by);
    m_list->scrollTo(m_list->currentIndex());
    return true;
}

void SnapshotStrip::rename()
{
    if (QWidget *editor = m_list->indexWidget(m_list->currentIndex())) { // it is being renamed
        editor->setFocus();
        return;
    }
    m_list->setFocus();
    m_list->edit(m_list->currentIndex());
}

void SnapshotStrip::remove()
{
    const int row = chosen();
    if (row < 0)
        return;
    m_document->snapshots().remove(row);
    if (m_model->rowCount() > 0)
        choose(std::min(row, m_model->rowCount() - 1));
}

void SnapshotStrip::pinChosen()
{
    const int row = chosen();
    if (row < 0)
        return;
    const Snapshot &snapshot = m_document->snapshots().all()[std::size_t(row)];
    m_thumbnails->pin(snapshot.state, snapshotCaption(snapshot, row));
}

void SnapshotStrip::fillMenu(QMenu *menu)
{
    const int row = chosen();
    const int last = m_model->rowCount() - 1;
    // The keys work only in the list: the menu shows them for learning, and they are not shortcuts of the window.
    const auto add = [menu](const QString &text, const QKeySequence &key, bool isEnabled, const auto &act) {
        const QString shown = key.isEmpty() ? text : text + QLatin1Char('\t') + key.toString(QKeySequence::NativeText);
        menu->addAction(shown, act)->setEnabled(isEnabled);
    };
    add(tr("&Recall"), Qt::Key_Return, row >= 0, [this, row] { recall(row + 1); });
    add(tr("Re&name…"), Qt::Key_F2, row >= 0, [this] { rename(); });
    add(tr("Move &left"), Qt::CTRL | Qt::Key_Left, row > 0, [this] { moveChosen(-1); });
    add(tr("Move ri&ght"), Qt::CTRL | Qt::Key_Right, row >= 0 && row < last, [this] { moveChosen(1); });
    add(tr("&Pin to compare with it"), {}, row >= 0, [this] { pinChosen(); });
    menu->addSeparator();
    add(tr("Re&move"), Qt::Key_Delete, row >= 0, [this] { remove(); });
}

void SnapshotStrip::followDocument()
{
    const auto count = int(m_document->snapshots().all().size());
    const bool hadFocus = m_list->hasFocus();
    m_list->setVisible(count > 0);
    m_empty->setVisible(count == 0);
    if (count == 0 && hadFocus)
        m_empty->setFocus(); // not the next widget of the window, nor a button
    m_more->setEnabled(count > 0);
    const bool canTake = m_document->snapshots().canTake();
    m_take->setEnabled(canTake);
    m_take->setToolTip(canTake ? tr("Take a snapshot of everything as it is now (F7)")
                               : tr("A project keeps at most %1 snapshots. Remove one first.").arg(mostSnapshots));
    const int current = m_document->snapshots().current();
    if (current >= 0)
        setCaption(tr("%1 of %2 is shown").arg(current + 1).arg(count));
    else
        setCaption(count == 0 ? QString() : count == 1 ? tr("1 snapshot") : tr("%1 snapshots").arg(count));
    // The cursor follows a recall from elsewhere, and is on a snapshot as soon as there is one.
    const auto state = current >= 0 ? m_document->snapshots().all()[std::size_t(current)].state : nullptr;
    if (std::exchange(m_followed, state) != state && state)
        choose(current);
    else if (count > 0 && chosen() < 0)
        choose(0);
}

void SnapshotStrip::showError(const QString &sentence)
{
    const QRect place = m_list->visualRect(m_list->currentIndex());
    QToolTip::showText(m_list->viewport()->mapToGlobal(place.bottomLeft()), sentence, m_list);
}

} // namespace regard

#include "window/demo_actions.h"

#include <utility>

#include <QActionGroup>
#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>

#include "controls/menu_text.h"
#include "document/document.h"
#include "ui_main_window.h"
#include "views/base/head_switch.h"
#include "views/base/no_model_text.h"

namespace regard {

namespace {

constexpr int digitKeys = 9;

Compared nextOf(Compared comparison)
{
    switch (comparison) {
    case Compared::Now:
        return Compared::Pinned;
    case Compared::Pinned:
        return Compared::Difference;
    case Compared::Difference:
        break;
    }
    return Compared::Now;
}

HeadRef selectedHead(const Document &document)
{
    const Selection &selection = document.look().selection();
    return {selection.attention, selection.layer, selection.head};
}

} // namespace

DemoActions::DemoActions(Document *document, Ui::MainWindow *ui, QMainWindow *window)
    : QObject(window), m_document(document), m_ui(ui), m_window(window)
{
    connectComparison();
    connectSnapshots();
    connectHeads();
    qApp->installEventFilter(this);
}

void DemoActions::connectComparison()
{
    connect(m_ui->actionPin, &QAction::triggered, &m_document->comparison(), qOverload<>(&Comparison::pin));
    connect(m_ui->actionUnpin, &QAction::triggered, &m_document->comparison(), &Comparison::unpin);
    connect(m_ui->actionNextComparison, &QAction::triggered, this,
            [this] { m_document->comparison().choose(nextOf(m_document->comparison().chosen())); });
    connect(m_ui->actionFlip, &QAction::triggered, &m_document->comparison(), &Comparison::setFlipped);
    auto *group = new QActionGroup(this);
    for (const auto &[action, comparison] :
         {std::pair(m_ui->actionShowNow, Compared::Now), std::pair(m_ui->actionShowPinned, Compared::Pinned),
          std::pair(m_ui->actionShowDifference, Compared::Difference)}) {
        group->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, shown = comparison] { m_document->comparison().choose(shown); });
    }
    connect(m_document, &Document::shownChanged, this, &DemoActions::showComparison);
    showComparison();
}

void DemoActions::showComparison()
{
    const bool isPinned = m_document->comparison().pinned() != nullptr;
    m_ui->actionPin->setEnabled(m_document->result().trace != nullptr);
    m_ui->actionPin->setText(isPinned ? tr("&Pin anew") : tr("&Pin this state"));
    for (QAction *action : {m_ui->actionUnpin, m_ui->actionShowNow, m_ui->actionShowPinned, m_ui->actionShowDifference,
                            m_ui->actionNextComparison, m_ui->actionFlip})
        action->setEnabled(isPinned);
    m_ui->actionShowNow->setChecked(m_document->comparison().chosen() == Compared::Now);
    m_ui->actionShowPinned->setChecked(m_document->comparison().chosen() == Compared::Pinned);
    m_ui->actionShowDifference->setChecked(m_document->comparison().chosen() == Compared::Difference);
    m_ui->actionFlip->setChecked(m_document->comparison().isFlipped());
}

void DemoActions::connectSnapshots()
{
    connect(m_ui->actionTakeSnapshot, &QAction::triggered, this, [this] { m_document->snapshots().take(); });
    for (int number = 1; number <= digitKeys; ++number) {
        QAction *action = m_ui->menuRecall->addAction(QString());
        action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + number)));
        connect(action, &QAction::triggered, this, [this, number] { recall(number - 1); });
    }
    const auto nameThem = [this] {
        const QList<QAction *> actions = m_ui->menuRecall->actions();
        const auto count = int(m_document->snapshots().all().size());
        for (int i = 0; i < actions.size(); ++i) {
            const QString name =
                i < count ? QString::fromStdString(m_document->snapshots().all()[std::size_t(i)].name) : QString();
            actions[i]->setText(name.isEmpty() ? tr("Snapshot &%1").arg(i + 1)
                                               : tr("&%1  %2").arg(i + 1).arg(menuText(name)));
            actions[i]->setEnabled(i < count);
        }
        m_ui->menuRecall->setEnabled(count > 0);
        m_ui->actionTakeSnapshot->setEnabled(m_document->snapshots().canTake());
    };
    connect(&m_document->snapshots(), &Snapshots::snapshotsChanged, this, nameThem);
    connect(m_document, &Document::loaded, this, nameThem);
    nameThem();
}

void DemoActions::recall(int index)
{
    if (index >= 0 && index < int(m_document->snapshots().all().size()))
        m_document->snapshots().recall(index);
}

bool DemoActions::recallByKey(const QKeyEvent &event)
{
    const int index = event.key() - Qt::Key_1;
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (modifiers != Qt::NoModifier || index < 0 || index >= digitKeys ||
        index >= int(m_document->snapshots().all().size()))
        return false;
    recall(index);
    return true;
}

void DemoActions::connectHeads()
{
    connect(m_ui->actionSwitchHead, &QAction::triggered, this,
            [this] { switchHead(m_document, selectedHead(*m_document)); });
    connect(m_ui->actionAllOn, &QAction::triggered, this,
            [this] { m_document->matrices().setInterventions({}, tr("switch everything on again")); });
    connect(&m_document->look(), &Look::selectionChanged, this, &DemoActions::showHead);
    connect(&m_document->matrices(), &Matrices::modelChanged, this, &DemoActions::showHead);
    connect(m_document, &Document::loaded, this, &DemoActions::showHead);
    showHead();
}

void DemoActions::showHead()
{
    const Model &model = *m_document->matrices().model();
    const HeadRef head = selectedHead(*m_document);
    const bool hasModel = m_document->hasModel();
    m_ui->actionSwitchHead->setEnabled(hasModel && !attentionsOf(model.config).empty());
    m_ui->actionSwitchHead->setStatusTip(hasModel ? QString() : noModelText(PanelId::Ablation));
    m_ui->actionSwitchHead->setText(model.interventions.heads.contains(head)
                                        ? tr("Switch &head %1 of layer %2 on").arg(head.head + 1).arg(head.layer + 1)
                                        : tr("Switch &head %1 of layer %2 off").arg(head.head + 1).arg(head.layer + 1));
    m_ui->actionAllOn->setEnabled(hasModel && !model.interventions.isEmpty());
    m_ui->actionDrawAnew->setEnabled(hasModel);
}

bool DemoActions::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease;
    if (event->type() == QEvent::WindowDeactivate && watched == m_window)
        m_document->comparison().setFlipped(false); // another widget gets the key's release
    if (!isKey || !m_window->isActiveWindow())
        return false;
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() != Qt::Key_F9 || key->modifiers() != Qt::NoModifier || !m_document->comparison().pinned())
        return false;
    if (!key->isAutoRepeat())
        m_document->comparison().setFlipped(event->type() == QEvent::KeyPress);
    return true;
}

} // namespace regard

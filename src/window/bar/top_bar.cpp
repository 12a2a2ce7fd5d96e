#include "window/bar/top_bar.h"

#include <QActionGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>

#include "document/document.h"
#include "ui_main_window.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "window/bar/mode_switch.h"
#include "window/bar/more_menu.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr int barGap = 10;
constexpr int barMargin = 12; ///< at both ends

/// What an action does, with its key.
QString barTip(const QAction *action)
{
    const QString what = action->statusTip().isEmpty() ? action->toolTip() : action->statusTip();
    return action->shortcut().isEmpty() ? what : u"%1 (%2)"_s.arg(what, action->shortcut().toString());
}

} // namespace

TopBar::TopBar(Document *document, SentenceBar *sentence, Ui::MainWindow *ui, QAction *undo, QAction *redo,
               QWidget *parent)
    : QWidget(parent), m_document(document), m_sentence(sentence), m_grid(new QGridLayout(this))
{
    setObjectName(u"topBar"_s); // the style sheet knows it by this name
    setAccessibleName(tr("Top bar"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_grid->setContentsMargins(barMargin, barGap, barMargin, barGap);
    m_grid->setHorizontalSpacing(barGap);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    // The Tab key goes through them in the order in which they are made.
    m_group = addGroup(0);
    addOpen(ui);
    addModes();
    sentence->setParent(nullptr); // else the Tab key would come to it where it did before
    sentence->setParent(this);
    m_grid->addWidget(sentence, 0, 1, Qt::AlignTop);
    m_group = addGroup(2);
    addCompare(ui->actionPin, ui->actionPinOpened, ui->actionUnpin);
    addMore();
    addPresent(ui->actionPresent);
    addMenus(ui, {undo, redo, ui->actionSave, ui->actionExportFigure});
    m_grid->addWidget(sentence->errorLine(), 2, 0, 1, 3); // below the buttons too, which it must not push away
    setMode(Mode::Explore);
}

void TopBar::setMode(Mode mode)
{
    m_modes->setMode(mode);
    m_modeButton->setText(modeName(mode) + u" ▾"_s);
    m_modeButton->setAccessibleName(tr("Mode: %1").arg(modeName(mode)));
    m_modeButton->menu()->actions()[int(mode)]->setChecked(true);
}

QHBoxLayout *TopBar::addGroup(int column)
{
    auto *group = new QHBoxLayout;
    group->setSpacing(barGap);
    m_grid->addLayout(group, 0, column, Qt::AlignTop);
    return group;
}

QPushButton *TopBar::addButton(const char *name, const QString &text, const QString &icon, Fold folds)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QString::fromLatin1(name));
    button->setProperty("bar", true);
    m_group->addWidget(button);
    m_pieces.push_back({button, text, icon, folds});
    return button;
}

void TopBar::addOpen(Ui::MainWindow *ui)
{
    QPushButton *button = addButton("topOpen", tr("Open") + u" ▾"_s, u"▾"_s, Fold::MoreIcons);
    button->setAccessibleName(tr("Open"));
    button->setToolTip(tr("Opens a lesson, an example, a file or a model"));
    auto *menu = new QMenu(button);
    const auto fill = [menu, ui] {
        menu->clear();
        menu->addActions({ui->menuLessons->menuAction(), ui->menuExamples->menuAction(), ui->menuRecent->menuAction()});
        menu->addSeparator();
        menu->addActions({ui->actionOpen, ui->actionOpenModel});
        for (QAction *action : ui->menuFile->actions())
            if (action->objectName() == u"actionOpenFolder"_s) // the window adds it later
                menu->addAction(action);
    };
    fill();
    connect(menu, &QMenu::aboutToShow, this, fill);
    button->setMenu(menu);
}

void TopBar::addModes()
{
    m_modes = new ModeSwitch(this);
    m_group->addWidget(m_modes);
    connect(m_modes, &ModeSwitch::modeAsked, this, [this](Mode mode) {
        setMode(mode);
        emit modeAsked(mode);
    });
    m_modeButton = new QPushButton(this);
    m_modeButton->setObjectName(u"topModes"_s);
    m_modeButton->setProperty("bar", true);
    m_modeButton->setToolTip(tr("Explore, explain, edit or train"));
    m_modeButton->hide();
    m_group->addWidget(m_modeButton);
    auto *menu = new QMenu(m_modeButton);
    auto *group = new QActionGroup(menu);
    menu->setToolTipsVisible(true);
    for (const ModeRow &row : modeRows()) {
        QAction *action = group->addAction(menu->addAction(modeName(row.mode)));
        action->setCheckable(true);
        action->setToolTip(modeTip(row.mode));
        connect(action, &QAction::triggered, this, [this, mode = row.mode] {
            setMode(mode);
            emit modeAsked(mode);
        });
    }
    m_modeButton->setMenu(menu);
}

/// Down while there is a pinned state, whoever pinned it. What was changed is compared with the model as it was opened.
void TopBar::addCompare(QAction *pin, QAction *pinOpened, QAction *unpin)
{
    QPushButton *button = addButton("topCompare", tr("Compare"), u"◫"_s, Fold::Icons);
    button->setAccessibleName(tr("Compare"));
    button->setCheckable(true);
    const auto follow = [this, button, pin, pinOpened, unpin] {
        const bool isPinned = m_document->comparison().pinned() != nullptr;
        button->setChecked(isPinned);
        button->setEnabled(isPinned || pin->isEnabled());
        button->setToolTip(isPinned ? barTip(unpin)
                           : pinOpened->isEnabled()
                               ? barTip(pinOpened)
                               : tr("Pins the present state: what changes from now on is compared with it (%1)")
                                     .arg(pin->shortcut().toString()));
    };
    connect(button, &QPushButton::clicked, this, [this, pin, pinOpened, unpin, follow] {
        (m_document->comparison().pinned() ? unpin : pinOpened->isEnabled() ? pinOpened : pin)->trigger();
        follow();
    });
    connect(m_document, &Document::shownChanged, button, follow);
    connect(pin, &QAction::enabledChanged, button, follow);
    connect(pinOpened, &QAction::enabledChanged, button, follow);
    follow();
}

void TopBar::addMore()
{
    QPushButton *button = addButton("topMore", tr("More") + u" ▾"_s, u"⋯"_s, Fold::MoreIcons);
    button->setAccessibleName(tr("More"));
    button->setToolTip(tr("Panels that open beside the pictures or in a window of their own"));
    auto *menu = new MoreMenu(button);
    connect(menu, &MoreMenu::panelAsked, this, &TopBar::panelAsked);
    button->setMenu(menu);
}

void TopBar::addPresent(QAction *present)
{
    QPushButton *button = addButton("topPresent", u"▶ "_s + tr("Present"), u"▶"_s, Fold::Icons);
    button->setAccessibleName(tr("Present"));
    const auto follow = [button, present] {
        button->setEnabled(present->isEnabled());
        button->setToolTip(barTip(present));
    };
    connect(button, &QPushButton::clicked, present, &QAction::trigger);
    connect(present, &QAction::changed, button, follow);
    follow();
}

void TopBar::addMenus(Ui::MainWindow *ui, const std::vector<QAction *> &first)
{
    QPushButton *button = addButton("topMenu", u"☰"_s, u"☰"_s, Fold::None);
    button->setAccessibleName(tr("Menu"));
    button->setToolTip(tr("Every menu"));
    auto *menu = new QMenu(button);
    for (QAction *action : first)
        menu->addAction(action);
    menu->addSeparator();
    menu->addActions(ui->menubar->actions());
    button->setMenu(menu);
    button->addAction(menu->menuAction()); // the keys of its actions work where the menu bar is hidden
}

QSize TopBar::minimumSizeHint() const
{
    return {widthAt(Fold::OwnLine), QWidget::minimumSizeHint().height()};
}

void TopBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fold();
}

bool TopBar::event(QEvent *event)
{
    // Another text, font or style of a button, or a second sentence, needs another width.
    if (event->type() == QEvent::LayoutRequest)
        fold();
    return QWidget::event(event);
}

int TopBar::widthAt(Fold fold) const
{
    const QWidget *modes = fold < Fold::ModeMenu ? static_cast<QWidget *>(m_modes) : m_modeButton;
    int width = 2 * barMargin + barGap + modes->sizeHint().width();
    for (const Piece &piece : m_pieces) {
        const QFontMetrics metrics = piece.button->fontMetrics();
        const auto textWidth = [&metrics](const QString &text) {
            return metrics.size(Qt::TextShowMnemonic, text).width();
        };
        const QString &text = fold < piece.folds ? piece.text : piece.icon;
        width += barGap + piece.button->sizeHint().width() - textWidth(piece.button->text()) + textWidth(text);
    }
    return fold == Fold::OwnLine ? width : width + m_sentence->minimumSizeHint().width();
}

void TopBar::fold()
{
    Fold fold = Fold::None;
    while (fold != Fold::OwnLine && widthAt(fold) > width())
        fold = static_cast<Fold>(int(fold) + 1);
    if (fold == m_fold)
        return;
    const bool wasOwnLine = m_fold == Fold::OwnLine;
    m_fold = fold;
    for (const Piece &piece : m_pieces)
        piece.button->setText(fold < piece.folds ? piece.text : piece.icon);
    m_modes->setVisible(fold < Fold::ModeMenu);
    m_modeButton->setVisible(fold >= Fold::ModeMenu);
    if (wasOwnLine == (fold == Fold::OwnLine))
        return;
    m_grid->removeWidget(m_sentence);
    if (fold == Fold::OwnLine)
        m_grid->addWidget(m_sentence, 1, 0, 1, 3);
    else
        m_grid->addWidget(m_sentence, 0, 1, Qt::AlignTop);
}

} // namespace regard

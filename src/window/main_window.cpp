#include "window/main_window.h"

#include <algorithm>
#include <cmath>

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QIcon>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QUndoGroup>
#include <QUndoStack>
#include <QVBoxLayout>

#include "cli/doctor/report.h"
#include "controls/compare_strip.h"
#include "controls/figure_view.h"
#include "controls/menu_text.h"
#include "controls/spoken_name.h"
#include "document/document.h"
#include "ui_main_window.h"
#include "views/ablation/panel/ablation_panel.h"
#include "views/base/panel_title.h"
#include "views/find/panel/find_panel.h"
#include "views/heads/panel/heads_panel.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/links/panel/link_panel.h"
#include "views/model/panel/model_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/snapshots/panel/snapshot_strip.h"
#include "views/steps/panel/steps_panel.h"
#include "views/training/panel/training_panel.h"
#include "views/training/panel/training_row.h"
#include "views/weights/panel/cell_effect_pane.h"
#include "views/weights/panel/weights_panel.h"
#include "views/why/panel/why_panel.h"
#include "window/bar/top_bar.h"
#include "window/base/staying_menu.h"
#include "window/demo_actions.h"
#include "window/export/figure_export.h"
#include "window/fault_strip.h"
#include "window/files/example_texts.h"
#include "window/files/lesson_desk.h"
#include "window/files/model_folders.h"
#include "window/files/project_files.h"
#include "window/files/save_model.h"
#include "window/first_head.h"
#include "window/guide_dialog.h"
#include "window/hidden_menu_bar.h"
#include "window/language_menu.h"
#include "window/motion_menu.h"
#include "window/note_strip.h"
#include "window/picture_focus.h"
#include "window/presentation/present_line.h"
#include "window/presentation/presentation.h"
#include "window/project_state.h"
#include "window/regions/own_window.h"
#include "window/regions/panel_set.h"
#include "window/regions/regions.h"
#include "window/regions/window_place.h"
#include "window/window_shortcuts.h"

// The resources of a static library are found only where they are named, outside any namespace.
static void initializeAppResources()
{
    Q_INIT_RESOURCE(window);
}

namespace regard {

namespace {

constexpr int mainWindowMessageTime = 8000; // ms
constexpr int windowMargin = 8;
constexpr double windowTypeStep = 0.1;
constexpr QSize firstSize(1440, 900);
constexpr QMargins likelyFrame(8, 40, 8, 8); ///< known only once there is a window

AppTheme::Choice themeChoice(const QString &name)
{
    return name == QLatin1String("light")  ? AppTheme::Choice::Light
           : name == QLatin1String("dark") ? AppTheme::Choice::Dark
                                           : AppTheme::Choice::System;
}

QString droppedFile(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

} // namespace

MainWindow::MainWindow(QWidget *parent, Document *document)
    : QMainWindow(parent), m_settings(Settings::read()), m_ui(std::make_unique<Ui::MainWindow>()),
      m_theme(themeChoice(m_settings.theme)), m_motion(motionNamed(m_settings.motion)),
      m_document(document ? document : new Document), m_files(new ProjectFiles(m_document, &m_settings, this))
{
    initializeAppResources();
    installSpokenNames();
    m_theme.undress();
    m_ui->setupUi(this);
    setWindowIcon(QIcon(QStringLiteral(":/icons/regard.svg")));
    setAcceptDrops(true);
    m_document->setParent(this);
    if (!document)
        m_files->loadFirst();
    placePanels();
    placeTopBar();
    connectMenus();
    connectViewMenu();
    connectLessons();
    m_demo = new DemoActions(m_document, m_ui.get(), this);
    claimShortcuts({m_ui->actionSwitchHead});
    connectThemes();
    m_cycle.add(m_sentence, m_sentence->field());
    m_panels->addTo(m_cycle);
    connect(new FirstHead(m_document, m_files), &FirstHead::chosen, this,
            [this](const QString &how) { statusBar()->showMessage(how, mainWindowMessageTime); });
    connect(m_document, &Document::loaded, this, &MainWindow::showTitle);
    connect(m_document, &Document::loaded, this, &MainWindow::showNote);
    connect(m_panels->why, &WhyPanel::noteShown, this, [this](bool isWhole) {
        m_sentence->setNote(isWhole || m_document->hasAside() ? QString() : exampleText(m_document->note()));
    });
    showNote();
    connect(m_document, &Document::pathChanged, this, &MainWindow::showTitle);
    connect(m_document->undoGroup(), &QUndoGroup::cleanChanged, this,
            [this](bool clean) { setWindowModified(!clean); });
    showTitle();
    m_theme.dress();
    restoreSettings();
    m_lessons->settle();
    m_presentation = new Presentation({this, m_document, &m_theme, &m_settings, m_panels.get(), m_lessons, {m_topBar}},
                                      m_ui->actionPresent);
    m_ui->menuDemo->addAction(m_presentation->ringAction());
    connect(m_ui->actionTakeSnapshot, &QAction::triggered, m_panels->snapshots, &SnapshotStrip::focusInFront);
    connect(m_ui->actionPresent, &QAction::toggled, m_ui->actionRestoreLayout, &QAction::setDisabled);
    new HiddenMenuBar(this);
    new WindowPlace(this);
    new PictureFocus(this, {m_panels->links->view()->canvas(), m_panels->heatmap->plot()});
    // Messages come over the foot of the window for a while.
    m_ui->statusbar->hide();
    auto *message = new PresentLine(&m_theme, this);
    message->setObjectName(QStringLiteral("messageLine"));
    connect(m_ui->statusbar, &QStatusBar::messageChanged, message, [message](const QString &text) {
        if (!text.isEmpty() && !QApplication::activePopupWidget())
            message->showText(text);
    });
}

MainWindow::~MainWindow()
{
    // A stack destroyed while it is not clean emits so, to listeners that are half destroyed themselves. A document
    // that was released has another window's listeners by now.
    if (m_document->parent() == this)
        m_document->undoGroup()->disconnect();
    delete m_presentation; // it listens to everything that is typed
    delete m_figureExport; // it follows the focus from panel to panel
    // The panels read document and theme until they are destroyed.
    qDeleteAll(findChildren<OwnWindow *>(QString(), Qt::FindDirectChildrenOnly));
    delete centralWidget(); // where it is: taken out, it would be given a style again with all that is in it
}

void MainWindow::placePanels()
{
    auto *centre = new QWidget(this);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_regions = new Regions(centre);
    m_regions->setContentsMargins(windowMargin, 0, windowMargin, windowMargin);
    column->addWidget(m_regions, 1);
    setCentralWidget(centre);
    m_panels = std::make_unique<PanelSet>(m_document, &m_theme, m_regions);
    m_faults = new FaultStrip(m_regions);
    m_note = new NoteStrip(m_document, m_regions);
    auto *compare = new CompareStrip(m_document, &m_theme, m_regions);
    compare->menu()->addActions({m_ui->actionPinOpened, m_ui->actionPinFolder, m_ui->actionPinFile, m_ui->actionUnpin});
    for (QWidget *line :
         {static_cast<QWidget *>(m_faults), static_cast<QWidget *>(m_note), static_cast<QWidget *>(compare)})
        m_regions->rows()->addWidget(line);
    m_figureExport = new FigureExport(m_document, &m_theme, &m_settings, m_panels->figureChoices(), this);
    connect(m_regions, &Regions::opened, this, [this](PanelId id) {
        m_figureExport->use(m_panels->panel(id));
        m_panels->focus(id)->setFocus(Qt::OtherFocusReason);
    });
    connect(m_regions, &Regions::exportAsked, this, [this](PanelId id) {
        m_figureExport->use(m_panels->panel(id));
        m_figureExport->exportFigure();
    });
    connect(m_panels->find, &FindPanel::sharesChanged, m_panels->heads, &HeadsPanel::setImportance);
    connect(m_panels->ablation, &AblationPanel::importanceChanged, m_panels->heads, &HeadsPanel::setImportance);
    connect(m_panels->training, &TrainingPanel::ownFileAsked, m_files, &ProjectFiles::openSentences);
    connect(m_panels->training, &TrainingPanel::tableAsked, this, [this] { m_figureExport->exportCurve(); });
    connect(m_panels->steps, &StepsPanel::walkExportAsked, this,
            [this] { m_figureExport->exportWalk(m_panels->steps->walkSource()); });
}

void MainWindow::placeTopBar()
{
    QAction *undo = m_document->undoGroup()->createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction *redo = m_document->undoGroup()->createRedoAction(this, tr("&Redo"));
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    // A step's name may hold a token such as “&”, which would become an underlined letter.
    const auto nameWith = [](QAction *action, const QString &verb) {
        return [action, verb](const QString &step) {
            action->setText(step.isEmpty() ? verb : verb + QLatin1Char(' ') + menuText(step));
        };
    };
    nameWith(undo, tr("&Undo"))(m_document->undoStack()->undoText());
    nameWith(redo, tr("&Redo"))(m_document->undoStack()->redoText());
    connect(m_document->undoGroup(), &QUndoGroup::undoTextChanged, undo, nameWith(undo, tr("&Undo")));
    connect(m_document->undoGroup(), &QUndoGroup::redoTextChanged, redo, nameWith(redo, tr("&Redo")));
    m_ui->menuEdit->insertActions(m_ui->menuEdit->actions().first(), {undo, redo});

    claimShortcuts({undo, redo, m_ui->actionExportFigure, m_ui->actionFocusSentence});
    m_sentence = new SentenceBar(m_document, &m_theme, this);
    m_topBar = new TopBar(m_document, m_sentence, m_ui.get(), undo, redo, this);
    static_cast<QVBoxLayout *>(centralWidget()->layout())->insertWidget(0, m_topBar);
    connect(m_topBar, &TopBar::modeAsked, this, &MainWindow::setMode);
    connect(m_topBar, &TopBar::panelAsked, this, [this](PanelId panel, bool inOwnWindow) {
        inOwnWindow ? m_regions->openInWindow(panel) : m_regions->open(panel);
    });
    connect(m_regions, &Regions::modeChanged, m_topBar, &TopBar::setMode);
    m_topBar->setMode(m_regions->mode());
    m_folders = new ModelFolders(m_document, m_files, m_sentence, this);
    connect(m_folders, &ModelFolders::failed, this, [this](const QString &sentence) {
        statusBar()->showMessage(tr("The pinned model cannot read this: %1").arg(sentence), mainWindowMessageTime);
    });
}

void MainWindow::connectMenus()
{
    const auto on = [this](QAction *action, auto &&run) { connect(action, &QAction::triggered, this, run); };
    on(m_ui->actionNew, [this] { m_files->startNew(); });
    on(m_ui->actionOpen, [this] { m_files->open(); });
    on(m_ui->actionOpenModel, [this] { m_files->openModel(); });
    m_ui->menuFile->insertAction(m_ui->menuRecent->menuAction(), m_files->folderAction());
    on(m_ui->actionPinOpened, [this] { m_folders->pinOpened(); });
    const auto followOpened = [this] { m_ui->actionPinOpened->setEnabled(m_folders->canPinOpened()); };
    connect(m_document, &Document::shownChanged, this, followOpened);
    connect(&m_document->matrices(), &Matrices::modelChanged, this, followOpened);
    followOpened();
    on(m_ui->actionPinFolder, [this] { m_folders->pinFolder(); });
    on(m_ui->actionPinFile, [this] { m_folders->pinFile(); });
    on(m_ui->actionSave, [this] { m_files->save(); });
    on(m_ui->actionSaveAs, [this] { m_files->saveAs(); });
    on(m_ui->actionSaveModel, [this] { saveModelAs(*m_document, this); });
    connect(m_ui->menuFile, &QMenu::aboutToShow, this,
            [this] { m_ui->actionSaveModel->setEnabled(m_document->checkpoint() != nullptr); });
    on(m_ui->actionExportFigure, [this] { m_figureExport->exportFigure(); });
    on(m_ui->actionExportNumbers, [this] { m_figureExport->exportNumbers(); });
    on(m_ui->actionCopyFigure, [this] { m_figureExport->copyFigure(); });
    on(m_ui->actionQuit, [this] { close(); });
    on(m_ui->actionFocusSentence, [this] { m_sentence->focusSource(); });
    on(m_ui->actionFocusTarget, [this] { m_sentence->focusTarget(); });
    on(m_ui->actionDrawAnew, [this] { drawAnew(); });
    auto *weights = new QAction(m_ui->menuModel); // a fact, not a command
    weights->setEnabled(false);
    m_ui->menuModel->insertAction(m_ui->menuModel->actions().first(), weights);
    m_ui->menuModel->setToolTipsVisible(true);
    connect(m_ui->menuModel, &QMenu::aboutToShow, this, [this, weights] {
        weights->setText(weightsText(*m_document));
        weights->setVisible(!weights->text().isEmpty());
        weights->setToolTip(unusedTensorsText(*m_document));
    });
    on(m_ui->actionGuide, [this] { GuideDialog(this).exec(); });
    on(m_ui->actionCopyDetails, [this] { copyDetails(); });
    on(m_ui->actionAbout, [this] { showAbout(this); });
    connect(m_ui->menuRecent, &QMenu::aboutToShow, this, [this] { m_files->fillRecentMenu(m_ui->menuRecent); });
    m_ui->menuRecent->setToolTipsVisible(true);
}

void MainWindow::copyDetails()
{
    QGuiApplication::clipboard()->setText(problemReport());
    statusBar()->showMessage(tr("Copied: the details that a report needs, nothing personal and nothing of your work."),
                             mainWindowMessageTime);
}

void MainWindow::connectViewMenu()
{
    for (const PanelId id : allPanels()) {
        QAction *action = m_ui->menuPanels->addAction(panelTitle(id));
        action->setObjectName(QString::fromStdString(panelWord(id)));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this,
                [this, id](bool shows) { shows ? m_regions->open(id) : m_regions->close(id); });
        connect(m_ui->menuPanels, &QMenu::aboutToShow, action,
                [this, id, action] { action->setChecked(m_regions->isOpen(id)); });
    }
    keepOpen(m_ui->menuPanels);
    fillLanguageMenu(m_ui->menuLanguage, m_settings.language, [this](const QString &word) {
        m_settings.language = word; // kept for the next start where a recording stays open
        if (m_lessons->mayDiscard())
            emit languageChosen(word);
    });
    connect(m_ui->actionNextPanel, &QAction::triggered, this, [this] { m_cycle.next(); });
    connect(m_ui->actionPreviousPanel, &QAction::triggered, this, [this] { m_cycle.previous(); });
    const std::pair<QAction *, Mode> modes[] = {{m_ui->actionExplore, Mode::Explore},
                                                {m_ui->actionExplain, Mode::Explain},
                                                {m_ui->actionEdit, Mode::Edit},
                                                {m_ui->actionTrain, Mode::Train}};
    for (const auto &[action, mode] : modes)
        connect(action, &QAction::triggered, this, [this, chosen = mode] { setMode(chosen); });
    m_ui->actionTrain->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_4), QKeySequence(Qt::CTRL | Qt::Key_T)});
    m_ui->actionLarger->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    connect(m_ui->actionLarger, &QAction::triggered, this, [this] { resizeType(windowTypeStep); });
    connect(m_ui->actionSmaller, &QAction::triggered, this, [this] { resizeType(-windowTypeStep); });
    connect(m_ui->actionRestoreLayout, &QAction::triggered, m_regions, &Regions::restoreAll);
    claimShortcuts({m_ui->actionExplore, m_ui->actionExplain, m_ui->actionEdit, m_ui->actionTrain, m_ui->actionLarger,
                    m_ui->actionSmaller, m_ui->actionRestoreLayout});
    connect(m_document, &Document::shownChanged, this, &MainWindow::followKind);
    followKind();
}

void MainWindow::connectLessons()
{
    m_lessons = new LessonDesk(m_document, &m_theme, m_files, m_panels.get(), this);
    // The titles are in the files, which the window need not wait for.
    QTimer::singleShot(0, this, [this] {
        m_files->fillExampleMenu(m_ui->menuExamples);
        m_lessons->fillMenu(m_ui->menuLessons);
    });
    const auto on = [this](QAction *action, auto &&run) { connect(action, &QAction::triggered, this, run); };
    LessonPlayer *player = m_lessons->player();
    on(m_ui->actionNextPage, [player] { player->go(player->page() + 1); });
    on(m_ui->actionPreviousPage, [player] { player->go(player->page() - 1); });
    on(m_ui->actionPageAgain, [player] { player->restart(); });
    on(m_ui->actionOpenLesson, [this] { m_lessons->open(); });
    on(m_ui->actionRecordLesson, [this] { m_lessons->record(); });
    on(m_ui->actionEditLesson, [this] { m_lessons->edit(); });
    on(m_ui->actionCloseLesson, [this] { m_lessons->close(); });
    claimShortcuts({m_ui->actionNextPage, m_ui->actionPreviousPage});
    connect(m_lessons, &LessonDesk::changed, this, &MainWindow::showLessonActions);
}

void MainWindow::showLessonActions()
{
    const LessonPlayer *player = m_lessons->player();
    m_note->setQuiet(m_document->hasAside()); // the pages do the explaining
    showNote();
    m_ui->actionNextPage->setEnabled(player->hasNext());
    m_ui->actionPreviousPage->setEnabled(player->hasBack());
    m_ui->actionPageAgain->setEnabled(player->isOpen());
    m_ui->actionEditLesson->setEnabled(player->isOpen());
    m_ui->actionCloseLesson->setEnabled(player->isOpen() || m_lessons->isRecording());
}

void MainWindow::connectThemes()
{
    const std::pair<QAction *, QString> themes[] = {{m_ui->actionThemeSystem, QStringLiteral("system")},
                                                    {m_ui->actionThemeLight, QStringLiteral("light")},
                                                    {m_ui->actionThemeDark, QStringLiteral("dark")}};
    auto *group = new QActionGroup(this);
    for (const auto &[action, name] : themes) {
        group->addAction(action);
        action->setChecked(m_settings.theme == name);
        connect(action, &QAction::triggered, this, [this, chosen = name] {
            m_settings.theme = chosen;
            m_theme.setChoice(themeChoice(chosen));
        });
    }
    addMotionMenu(m_ui->menuView, &m_motion, &m_settings.motion);
}

void MainWindow::claimShortcuts(std::initializer_list<QAction *> actions)
{
    auto *shortcuts = new WindowShortcuts(this);
    for (QAction *action : actions)
        shortcuts->add(action);
}

/// The first field of a mode that is worked in gets the keyboard.
void MainWindow::setMode(Mode mode)
{
    m_regions->setMode(mode);
    if (const std::optional<PanelId> inspector = rowOf(mode).inspector)
        m_panels->focus(*inspector)->setFocus(Qt::ShortcutFocusReason);
    else if (mode == Mode::Train)
        m_panels->focus(PanelId::Training)->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::resizeType(double by)
{
    if (m_presentation->isOn())
        return m_presentation->resizeType(by);
    m_settings.type = std::clamp(std::round((m_settings.type + by) * 10) / 10, smallestType, largestType);
    applyType();
    statusBar()->showMessage(tr("Type × %1").arg(m_settings.type, 0, 'f', 1), mainWindowMessageTime);
}

void MainWindow::applyType()
{
    m_theme.setScale(m_settings.type);
    m_regions->setType(m_settings.type);
}

/// What is opened beside a checkpoint's pictures is remembered apart from what is opened beside a small model's.
void MainWindow::followKind()
{
    m_regions->setKind(m_document->checkpoint() || m_document->attention() ? RegionState::Checkpoint
                                                                           : RegionState::Toy);
}

void MainWindow::restoreSettings()
{
    setMinimumSize(760, 520);
    resize(screen() ? placeOnScreen({{}, firstSize}, likelyFrame, screen()->availableGeometry()).size() : firstSize);
    restoreGeometry(m_settings.geometry);
    const std::optional<RegionState> state = RegionState::fromText(m_settings.regions);
    m_regions->setState(state ? *state : fromDocks(m_settings.docks));
    applyType();
    m_panels->links->setFloor(m_settings.linkFloor);
    m_panels->links->setCurved(m_settings.linksCurved);
    if (m_settings.linksHorizontal)
        m_panels->links->setHorizontal(*m_settings.linksHorizontal);
    m_panels->model->setKeepModelWidth(m_settings.keepModelWidth);
    m_panels->weights->effect()->setOpen(m_settings.showsCellEffect);
    connect(m_panels->weights->effect(), &CellEffectPane::openChanged, this,
            [this](bool open) { m_settings.showsCellEffect = open; });
    connect(m_panels->links, &LinksPanel::curvedChanged, this,
            [this](bool curved) { m_settings.linksCurved = curved; });
    connect(m_panels->links, &LinksPanel::floorChanged, this, [this](double floor) { m_settings.linkFloor = floor; });
    connect(m_panels->links, &LinksPanel::horizontalChanged, this,
            [this](bool flat) { m_settings.linksHorizontal = flat; });
    m_panels->training->row()->setSpeed(m_settings.trainingSpeed);
    connect(m_panels->training->row(), &TrainingRow::speedChanged, this,
            [this](double speed) { m_settings.trainingSpeed = speed; });
    connect(m_panels->model, &ModelPanel::keepModelWidthChanged, this,
            [this](bool keep) { m_settings.keepModelWidth = keep; });
}

void MainWindow::showTitle()
{
    const QString title = m_document->title().isEmpty() ? tr("Untitled") : exampleText(m_document->title());
    setWindowTitle(QString(title).replace(QLatin1String("[*]"), QLatin1String("[*][*]")) +
                   QStringLiteral("[*] — Regard"));
    setWindowModified(m_document->isModified());
}

/// The example's note stands in the strip as far as it has room there, and until the first click; what is not there
/// stands behind the sign in the sentence. While a lesson is open, its pages do the explaining.
void MainWindow::showNote()
{
    const QString note = m_document->hasAside() ? QString() : exampleText(m_document->note());
    m_panels->why->setNote(note);
    m_sentence->setNote(note == m_panels->why->shownNote() ? QString() : note);
}

void MainWindow::drawAnew()
{
    ModelConfig config = m_document->matrices().model()->config;
    ++config.seed;
    m_document->matrices().setConfig(config, tr("draw weights anew"));
}

bool MainWindow::openFile(const QString &path)
{
    return m_files->openFile(path);
}

void MainWindow::rememberSettings()
{
    const QByteArray before = m_presentation->geometryBefore();
    m_settings.geometry = before.isEmpty() ? saveGeometry() : before;
    m_settings.regions = m_regions->state().toText();
    m_settings.write();
}

Document *MainWindow::releaseDocument()
{
    rememberSettings();
    m_presentation->stop();
    m_document->setParent(nullptr);
    return m_document;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_lessons->mayDiscard() || !m_files->mayQuit()) {
        event->ignore();
        return;
    }
    rememberSettings();
    m_regions->hideWindows();
    event->accept();
}

/// Esc that no picture has a use for ends the comparison.
void MainWindow::keyPressEvent(QKeyEvent *event)
{
    const bool isTyping = focusWidget() && focusWidget()->testAttribute(Qt::WA_InputMethodEnabled);
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier && !isTyping)
        m_ui->actionUnpin->trigger();
    else if (!m_demo->recallByKey(*event))
        QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedFile(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString path = droppedFile(event->mimeData());
    if (path.isEmpty())
        return;
    event->acceptProposedAction();
    openFile(path);
}

} // namespace regard

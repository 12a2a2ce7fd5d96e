#include "app/window/main_window.h"

#include <QActionGroup>
#include <QClipboard>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QIcon>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QScreen>
#include <QSplitter>
#include <QStatusBar>
#include <QToolBar>
#include <QUndoGroup>
#include <QUndoStack>
#include <QVBoxLayout>

#include "app/base/staying_menu.h"
#include "app/docks/panel_set.h"
#include "app/docks/window_fit.h"
#include "app/export/figure_export.h"
#include "app/files/example_texts.h"
#include "app/files/lesson_desk.h"
#include "app/files/model_folders.h"
#include "app/files/project_files.h"
#include "app/presentation/presentation.h"
#include "app/tries/try_strip.h"
#include "app/window/demo_actions.h"
#include "app/window/fault_strip.h"
#include "app/window/first_head.h"
#include "app/window/guide_dialog.h"
#include "app/window/language_menu.h"
#include "app/window/motion_menu.h"
#include "app/window/note_strip.h"
#include "app/window/picture_focus.h"
#include "app/window/status_line.h"
#include "app/window/top_row.h"
#include "app/window/window_shortcuts.h"
#include "cli/doctor/report.h"
#include "document/document.h"
#include "ui_main_window.h"
#include "views/text/panel_title.h"
#include "widgets/editing/ablation_panel.h"
#include "widgets/editing/cell_effect_pane.h"
#include "widgets/editing/model_panel.h"
#include "widgets/editing/sentence_bar.h"
#include "widgets/editing/weights_panel.h"
#include "widgets/lessons/lesson_player.h"
#include "widgets/panels/compare_strip.h"
#include "widgets/panels/find_panel.h"
#include "widgets/panels/heads_panel.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/heatmap_plot.h"
#include "widgets/panels/link_panel.h"
#include "widgets/panels/steps_panel.h"
#include "widgets/parts/figure_view.h"
#include "widgets/parts/menu_text.h"
#include "widgets/parts/spoken_name.h"
#include "widgets/parts/token_strip.h"
#include "widgets/snapshots/snapshot_strip.h"
#include "widgets/training/training_panel.h"
#include "widgets/training/training_row.h"

// The resources of a static library are found only where they are named, outside any namespace.
static void initializeAppResources()
{
    Q_INIT_RESOURCE(app);
}

namespace regard {

namespace {

constexpr int mainWindowMessageTime = 8000; // ms
constexpr int windowMargin = 10;
constexpr int besideDrawer = 4;
constexpr int lowHeight = 720;
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
      m_document(document ? document : new Document), m_files(new ProjectFiles(m_document, &m_settings, this)),
      m_docks(this)
{
    initializeAppResources();
    installSpokenNames();
    m_ui->setupUi(this);
    setWindowIcon(QIcon(QStringLiteral(":/icons/regard.svg")));
    setAcceptDrops(true);
    m_document->setParent(this);
    if (!document)
        m_files->loadFirst();
    placePanels();
    placeTopRow();
    connectMenus();
    connectViewMenu();
    connectLessons();
    m_demo = new DemoActions(m_document, m_ui.get(), this);
    claimShortcuts({m_ui->actionSwitchHead});
    connectThemes();
    m_cycle.add(m_sentence, m_sentence->field());
    m_panels->addTo(m_cycle);
    new StatusLine(m_document, m_ui->statusbar);
    new FirstHead(m_document, m_files, m_ui->statusbar);
    connect(m_document, &Document::loaded, this, &MainWindow::showTitle);
    connect(m_document, &Document::pathChanged, this, &MainWindow::showTitle);
    connect(m_document->undoGroup(), &QUndoGroup::cleanChanged, this,
            [this](bool clean) { setWindowModified(!clean); });
    showTitle();
    restoreSettings();
    m_lessons->settle();
    m_presentation = new Presentation(
        {this, m_document, &m_theme, &m_settings, m_panels.get(), m_lessons, &m_docks, m_centre, m_note, m_sentence},
        m_ui->actionPresent, m_ui->menuPresentPanels);
    m_ui->menuDemo->addActions(m_presentation->actions());
    connect(m_ui->actionTakeSnapshot, &QAction::triggered, m_panels->snapshots, &SnapshotStrip::focusInFront);
    for (QAction *action : {m_ui->actionRestoreLayout, m_ui->actionExplore, m_ui->actionEdit, m_ui->actionRead})
        connect(m_ui->actionPresent, &QAction::toggled, action, &QAction::setDisabled);
    m_panels->arranger()->setRests([this] { return m_presentation->holdsLayout(); });
    keepLayoutFit();
    new PictureFocus(this, {m_panels->links->view()->canvas(), m_panels->heatmap->plot()});
}

MainWindow::~MainWindow()
{
    // A stack destroyed while it is not clean emits so, to listeners that are half destroyed themselves. A document
    // that was released has another window's listeners by now.
    if (m_document->parent() == this)
        m_document->undoGroup()->disconnect();
    delete m_presentation;       // it listens to everything that is typed
    delete m_figureExport;       // it follows the focus from panel to panel
    delete m_panels->pictures(); // it follows docks and strips
    // The panels read document and theme until they are destroyed.
    delete takeCentralWidget();
    qDeleteAll(findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly));
    qDeleteAll(findChildren<QToolBar *>(QString(), Qt::FindDirectChildrenOnly));
}

void MainWindow::placePanels()
{
    auto *centre = new QWidget(this);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    m_faults = new FaultStrip(centre);
    column->addWidget(m_faults);
    m_note = new NoteStrip(m_document, centre);
    column->addWidget(m_note);
    column->addWidget(new CompareStrip(m_document, &m_theme, centre));
    column->addWidget(new TokenStrip(m_document, &m_theme, centre));
    m_centre = new QSplitter(Qt::Horizontal, centre);
    m_centre->setObjectName(QStringLiteral("pictures"));
    m_centre->setHandleWidth(windowMargin);
    m_centre->setChildrenCollapsible(false);
    column->addWidget(m_centre, 1);
    setCentralWidget(centre);

    m_panels = std::make_unique<PanelSet>(m_document, &m_theme, this, m_centre, &m_docks);
    setContentsMargins(windowMargin, 0, besideDrawer, 0);
    m_figureExport = new FigureExport(m_document, &m_theme, &m_settings, m_panels->figureChoices(), this);
    connect(m_panels->find, &FindPanel::sharesChanged, m_panels->heads, &HeadsPanel::setImportance);
    connect(m_panels->ablation, &AblationPanel::importanceChanged, m_panels->heads, &HeadsPanel::setImportance);
    connect(m_panels->training, &TrainingPanel::ownFileAsked, m_files, &ProjectFiles::openSentences);
    connect(m_panels->training, &TrainingPanel::tableAsked, this, [this] { m_figureExport->exportCurve(); });
    connect(m_panels->steps, &StepsPanel::walkExportAsked, this,
            [this] { m_figureExport->exportWalk(m_panels->steps->walkPages()); });
}

void MainWindow::placeTopRow()
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
    m_topRow = new TopRow(m_document, m_sentence, undo, redo, m_ui.get(), this);
    addToolBar(Qt::TopToolBarArea, m_topRow);
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
    m_ui->menuFile->insertAction(m_ui->menuRecent->menuAction(), m_files->folderAction());
    on(m_ui->actionPinFolder, [this] { m_folders->pinFolder(); });
    on(m_ui->actionPinFile, [this] { m_folders->pinFile(); });
    on(m_ui->actionSave, [this] { m_files->save(); });
    on(m_ui->actionSaveAs, [this] { m_files->saveAs(); });
    on(m_ui->actionExportFigure, [this] { m_figureExport->exportFigure(); });
    on(m_ui->actionExportNumbers, [this] { m_figureExport->exportNumbers(); });
    on(m_ui->actionCopyFigure, [this] { m_figureExport->copyFigure(); });
    on(m_ui->actionQuit, [this] { close(); });
    on(m_ui->actionFocusSentence, [this] { m_sentence->focusSource(); });
    on(m_ui->actionFocusTarget, [this] { m_sentence->focusTarget(); });
    on(m_ui->actionDrawAnew, [this] { drawAnew(); });
    on(m_ui->actionTrain, [this] {
        m_panels->raise({PanelId::Training});
        m_panels->training->firstField()->setFocus(Qt::ShortcutFocusReason);
    });
    on(m_ui->actionGuide, [this] { GuideDialog(this).exec(); });
    on(m_ui->actionCopyDetails, [this] { copyDetails(); });
    on(m_ui->actionAbout, [this] { showAbout(this); });
    connect(m_ui->menuRecent, &QMenu::aboutToShow, this, [this] { m_files->fillRecentMenu(m_ui->menuRecent); });
    m_ui->menuRecent->setToolTipsVisible(true);
    m_files->fillExampleMenu(m_ui->menuExamples);
}

void MainWindow::copyDetails()
{
    QGuiApplication::clipboard()->setText(problemReport());
    statusBar()->showMessage(tr("Copied: the details that a report needs, nothing personal and nothing of your work."),
                             mainWindowMessageTime);
}

void MainWindow::connectViewMenu()
{
    PictureToggles *pictures = m_panels->pictures();
    pictures->addTo(m_ui->menuPanels, m_settings.showsLinks, m_settings.showsHeatmap);
    connect(m_panels->arranger(), &Arranger::heatmapAsked, this, [pictures](bool shows) {
        pictures->choose(true, shows);
        pictures->shareEvenly();
    });
    m_docks.addToggles(m_ui->menuPanels);
    keepOpen(m_ui->menuPanels);
    keepOpen(m_ui->menuPresentPanels);
    fillLanguageMenu(m_ui->menuLanguage, m_settings.language, [this](const QString &word) {
        m_settings.language = word; // kept for the next start where a recording stays open
        if (m_lessons->mayDiscard())
            emit languageChosen(word);
    });
    connect(m_ui->actionNextPanel, &QAction::triggered, this, [this] { m_cycle.next(); });
    connect(m_ui->actionPreviousPanel, &QAction::triggered, this, [this] { m_cycle.previous(); });
    const std::pair<QAction *, Arrangement> arrangements[] = {{m_ui->actionRestoreLayout, Arrangement::Explore},
                                                              {m_ui->actionExplore, Arrangement::Explore},
                                                              {m_ui->actionEdit, Arrangement::Edit},
                                                              {m_ui->actionRead, Arrangement::Read}};
    for (const auto &[action, arrangement] : arrangements)
        connect(action, &QAction::triggered, this, [this, chosen = arrangement] { arrange(chosen); });
    claimShortcuts({m_ui->actionExplore, m_ui->actionEdit, m_ui->actionRead});
}

void MainWindow::connectLessons()
{
    m_lessons = new LessonDesk(m_document, &m_theme, m_files, m_panels.get(), this);
    m_lessons->fillMenu(m_ui->menuLessons);
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
    m_tries = new TryStrip(m_document, &m_settings, m_lessons, m_topRow);
    m_topRow->setBelow(m_tries);
    on(m_ui->actionTries, [this] { m_tries->bringBack(); });
    connect(m_tries, &TryStrip::sentenceTyped, m_sentence, &SentenceBar::focusSource);
}

void MainWindow::showLessonActions()
{
    const LessonPlayer *player = m_lessons->player();
    m_note->setQuiet(m_document->hasAside()); // the pages do the explaining
    m_ui->actionNextPage->setEnabled(player->hasNext());
    m_ui->actionPreviousPage->setEnabled(player->hasBack());
    m_ui->actionPageAgain->setEnabled(player->isOpen());
    m_ui->actionEditLesson->setEnabled(player->isOpen());
    m_ui->actionCloseLesson->setEnabled(player->isOpen() || m_lessons->isRecording());
}

/// Below the sentence, or where the pictures need that height, in the status line.
void MainWindow::placeTries()
{
    const bool isLow = height() < lowHeight;
    if (isLow == (m_tries->parent() == m_ui->statusbar))
        return;
    if (isLow)
        m_ui->statusbar->insertWidget(0, m_tries);
    else
        m_topRow->setBelow(m_tries);
    m_tries->fit();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if (m_tries)
        placeTries();
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

void MainWindow::arrange(Arrangement arrangement)
{
    m_panels->arranger()->lay(arrangement);
    m_docks.setOwn();
    m_panels->pictures()->setOwn();
    m_lessons->settle();
}

void MainWindow::restoreSettings()
{
    setMinimumSize(760, 520);
    resize(screen() ? placeOnScreen({{}, firstSize}, likelyFrame, screen()->availableGeometry()).size() : firstSize);
    m_docks.setDefault();
    restoreGeometry(m_settings.geometry);
    const Arrangement arrangement = arrangementOfWord(m_settings.arrangement);
    if (m_docks.restore(m_settings.layout))
        m_panels->arranger()->setState(
            {arrangement, m_settings.arrangedFor, m_settings.arrangedOpen, m_settings.arrangedByHand});
    else
        arrange(arrangement);
    m_centre->restoreState(m_settings.centre);
    m_panels->links->setFloor(m_settings.linkFloor);
    if (m_settings.linksHorizontal)
        m_panels->links->setHorizontal(*m_settings.linksHorizontal);
    m_panels->model->setKeepModelWidth(m_settings.keepModelWidth);
    m_panels->weights->effect()->setOpen(m_settings.showsCellEffect);
    connect(m_panels->weights->effect(), &CellEffectPane::openChanged, this,
            [this](bool open) { m_settings.showsCellEffect = open; });
    connect(m_panels->links, &LinksPanel::floorChanged, this, [this](double floor) { m_settings.linkFloor = floor; });
    connect(m_panels->links, &LinksPanel::horizontalChanged, this,
            [this](bool flat) { m_settings.linksHorizontal = flat; });
    m_panels->training->row()->setSpeed(m_settings.trainingSpeed);
    connect(m_panels->training->row(), &TrainingRow::speedChanged, this,
            [this](double speed) { m_settings.trainingSpeed = speed; });
    connect(m_panels->model, &ModelPanel::keepModelWidthChanged, this,
            [this](bool keep) { m_settings.keepModelWidth = keep; });
}

void MainWindow::keepLayoutFit()
{
    auto *fit = new WindowFit(this, m_centre, [this] { return m_presentation->holdsLayout(); });
    connect(m_panels->lessonDock(), &QDockWidget::visibilityChanged, fit, &WindowFit::lookSoon);
    connect(m_document, &Document::shownChanged, m_panels->arranger(), &Arranger::adaptSoon);
    connect(m_panels->arranger(), &Arranger::sized, fit, &WindowFit::lookSoon);
    connect(m_presentation, &Presentation::letGo, m_panels->arranger(), &Arranger::adaptSoon);
    connect(m_presentation, &Presentation::letGo, fit, &WindowFit::lookSoon);
}

void MainWindow::showTitle()
{
    const QString title = m_document->title().isEmpty() ? tr("Untitled") : exampleText(m_document->title());
    setWindowTitle(QString(title).replace(QLatin1String("[*]"), QLatin1String("[*][*]")) +
                   QStringLiteral("[*] — Regard"));
    setWindowModified(m_document->isModified());
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
    const WindowLayout *before = m_presentation->layoutBefore();
    m_settings.geometry = before ? before->geometry : saveGeometry();
    m_settings.layout = m_docks.own().state;
    const PictureToggles *pictures = m_panels->pictures();
    const Pictures own = pictures->own();
    m_settings.showsLinks = own.links;
    m_settings.showsHeatmap = own.heatmap;
    m_settings.centre = before && !pictures->isHeld() ? before->centre : own.shares;
    const Arranged &arranged = m_panels->arranger()->state();
    m_settings.arrangement = arrangementWord(arranged.arrangement);
    m_settings.arrangedFor = arranged.window;
    m_settings.arrangedOpen = arranged.planned;
    m_settings.arrangedByHand = arranged.isByHand;
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
    event->accept();
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (!m_demo->recallByKey(*event))
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

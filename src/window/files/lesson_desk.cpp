#include "window/files/lesson_desk.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QStackedWidget>

#include "controls/menu_text.h"
#include "io/lesson/lesson_mode.h"
#include "io/lesson/lesson_places.h"
#include "io/lesson/lessons.h"
#include "io/recovery/lesson_recovery.h"
#include "views/lesson/panel/lesson_editor.h"
#include "views/lesson/panel/lesson_panel.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/output/panel/output_panel.h"
#include "views/steps/panel/steps_panel.h"
#include "views/table/panel/view_panel.h"
#include "window/base/language.h"
#include "window/base/plain_message.h"
#include "window/export/save_dialog.h"
#include "window/files/project_files.h"
#include "window/regions/panel_set.h"
#include "window/regions/regions.h"

namespace regard {

LessonDesk::LessonDesk(Document *document, AppTheme *theme, ProjectFiles *files, PanelSet *panels, QMainWindow *window)
    : QObject(window), m_files(files), m_panels(panels), m_window(window), m_player(new LessonPlayer(document, this)),
      m_panel(new LessonPanel(m_player, theme, panels->lesson)), m_editor(new LessonEditor(document, panels->lesson))
{
    panels->lesson->addWidget(m_panel);
    panels->lesson->addWidget(m_editor);
    m_panel->setControlParts({panels->model, panels->output->generation()});
    m_player->setLanguage(interfaceLanguage());
    m_editor->setLanguage(interfaceLanguage());
    m_editor->setSeenPanels([panels] { return panels->regions()->seen(); });
    connect(m_player, &LessonPlayer::lessonChanged, this, &LessonDesk::changed);
    connect(m_player, &LessonPlayer::pageChanged, this, [this] {
        m_files->showsPage(shownProject(m_player->currentPage()));
        for (const PanelId id : allPanels())
            if (auto *panel = qobject_cast<ViewPanel *>(m_panels->panel(id)))
                panel->forgetChoices();
        emit changed();
    });
    connect(m_player, &LessonPlayer::panelsAsked, this, [this](const std::vector<PanelId> &asked) { showPage(asked); });
    connect(m_panel, &LessonPanel::closeAsked, this, &LessonDesk::close);
    connect(m_editor, &LessonEditor::closeAsked, this, &LessonDesk::close);
    connect(m_editor, &LessonEditor::saveAsked, this, &LessonDesk::save);
    // A lesson's pages do not fit another project.
    connect(files, &ProjectFiles::leaving, this, &LessonDesk::leaveLesson);
    files->setLessonOpener([this](const QString &path) { return openFile(path); });
}

bool LessonDesk::isRecording() const
{
    return m_editor->isOpen();
}

bool LessonDesk::open()
{
    const QString folder = m_path.isEmpty() ? QDir::homePath() : QFileInfo(m_path).path();
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open lesson"), folder,
                                                      tr("Regard lessons (*.lesson);;All files (*)"));
    return !path.isEmpty() && openFile(path);
}

bool LessonDesk::openFile(const QString &path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    if (!play([&path] { return readLesson(path); }, whole))
        return false;
    m_files->remember(whole);
    return true;
}

bool LessonDesk::openBundled(const QString &name)
{
    return play([&name] { return readBundledLesson(name.toStdString()); }, {});
}

/// A lesson that cannot be read leaves everything as it is, one that cannot be shown what was open before.
bool LessonDesk::play(const std::function<Lesson()> &read, const QString &path)
{
    if (!mayDiscard())
        return false;
    bool isBegun = false;
    try {
        if (!path.isEmpty() && !mayRead(path))
            return false;
        Lesson lesson = read();
        isBegun = true;
        m_editor->close();
        m_files->beginLesson();
        m_panels->regions()->showLesson(true); // before its first page arranges the panels
        m_player->open(std::move(lesson));
    } catch (const std::exception &error) {
        if (isBegun)
            leaveLesson();
        warn(m_window, tr("Open lesson"), QString::fromUtf8(error.what()));
        return false;
    }
    m_path = path;
    m_panels->lesson->setCurrentWidget(m_panel);
    settle();
    return true;
}

/// Asks about the places outside of its folder, and again where one of them names more.
bool LessonDesk::mayRead(const QString &path)
{
    QStringList asked;
    for (;;) {
        std::vector<OutsidePlace> places = lessonPlaces(path, asked);
        std::erase_if(places, [&](const OutsidePlace &place) { return asked.contains(place.leadsTo); });
        if (places.empty())
            return true;
        if (!m_files->mayOpen(path, places))
            return false;
        for (const OutsidePlace &place : places)
            asked << place.leadsTo;
    }
}

bool LessonDesk::record()
{
    if (!mayDiscard())
        return false;
    m_player->close();
    m_path.clear();
    m_editor->open({});
    m_panels->lesson->setCurrentWidget(m_editor);
    settle();
    return true;
}

bool LessonDesk::recover(const LessonRecovery &recovery)
{
    if (!mayDiscard())
        return false;
    m_player->close();
    m_path = recovery.path;
    m_editor->open(recovery.lesson, recovery.page);
    m_editor->touch();
    m_panels->lesson->setCurrentWidget(m_editor);
    settle();
    return true;
}

void LessonDesk::edit()
{
    if (!m_player->isOpen())
        return;
    const Lesson lesson = m_player->lesson();
    const int page = m_player->page();
    m_player->close();
    m_editor->open(lesson, page);
    m_panels->lesson->setCurrentWidget(m_editor);
    settle();
}

bool LessonDesk::close()
{
    if (!mayDiscard())
        return false;
    m_editor->close();
    m_path.clear();
    leaveLesson();
    return true;
}

/// What was open before the lesson is there again. A recording goes on with it.
void LessonDesk::leaveLesson()
{
    m_player->close();
    m_files->endLesson();
    settle();
}

std::optional<LessonSession> LessonDesk::session() const
{
    std::optional<LessonSession> session = m_player->session();
    if (session)
        session->path = m_path;
    return session;
}

void LessonDesk::resume(LessonSession session)
{
    m_path = session.path;
    m_panels->regions()->showLesson(true);
    m_player->resume(std::move(session));
    showPage(m_player->currentPage().panels);
    m_panels->lesson->setCurrentWidget(m_panel);
    settle();
}

/// Shows a page's panels; the mode is the file's, or follows from its panels.
void LessonDesk::showPage(const std::vector<PanelId> &panels)
{
    m_panels->steps->setShowsPlay(false); // a page names a stage
    m_panels->regions()->showPage(modeOf(m_player->currentPage()), panels);
}

bool LessonDesk::mayDiscard()
{
    if (!m_editor->isOpen() || !m_editor->isModified())
        return true;
    const QString title = QString::fromStdString(m_editor->lesson().title.text(interfaceLanguage().toStdString()));
    PlainMessage question(QMessageBox::Question, tr("Unsaved lesson"),
                          title.isEmpty() ? tr("Save the lesson that is being recorded?")
                                          : tr("Save the lesson “%1” that is being recorded?").arg(title),
                          QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question.setInformativeText(tr("Unsaved pages will be lost."));
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

bool LessonDesk::save()
{
    const QString problem = m_editor->problem();
    if (!problem.isEmpty()) {
        warn(m_window, tr("Save lesson"), problem);
        return false;
    }
    const Lesson &lesson = m_editor->lesson();
    const QString name = fileNameOf(QString::fromStdString(lesson.title.text("en")), tr("lesson"));
    const QString start = m_path.isEmpty() ? QDir(QDir::homePath()).filePath(name) : m_path;
    SaveDialog dialog(tr("Save lesson"), start, {{tr("Regard lessons"), QStringLiteral("lesson")}}, 0, m_window);
    const QString path = dialog.ask();
    if (path.isEmpty())
        return false;
    try {
        writeLesson(path, lesson);
    } catch (const std::exception &error) {
        warn(m_window, tr("Save lesson"), QString::fromUtf8(error.what()));
        return false;
    }
    m_path = QFileInfo(path).absoluteFilePath();
    m_files->remember(m_path);
    m_editor->setSaved();
    return true;
}

void LessonDesk::fillMenu(QMenu *menu)
{
    menu->setToolTipsVisible(true);
    QAction *first = menu->actions().isEmpty() ? nullptr : menu->actions().first();
    const std::string language = interfaceLanguage().toStdString();
    for (const LessonEntry &entry : lessons()) {
        const QString name = QString::fromStdString(entry.name);
        auto *action = new QAction(menuText(QString::fromStdString(entry.title.text(language))), menu);
        action->setObjectName(name);
        action->setToolTip(QString::fromStdString(entry.summary.text(language)));
        action->setStatusTip(action->toolTip());
        menu->insertAction(first, action);
        connect(action, &QAction::triggered, this, [this, name] { openBundled(name); });
    }
    if (first)
        menu->insertSeparator(first);
}

void LessonDesk::settle()
{
    m_panels->regions()->showLesson(m_player->isOpen() || m_editor->isOpen());
    emit changed();
}

} // namespace regard

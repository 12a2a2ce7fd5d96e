#include "window/files/model_folders.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QScopedValueRollback>

#include "document/comparison/pinned_project.h"
#include "document/document.h"
#include "document/work/background_work.h"
#include "engine/pass/forward.h"
#include "io/attention/attention_file.h"
#include "io/checkpoint/checkpoint_series.h"
#include "io/project/project_attention.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "window/base/plain_message.h"
#include "window/files/project_files.h"

namespace regard {

namespace {

constexpr double quickCost = 3e6; // multiplications, as the document's own

/// A model's folder and a file of attention follow the document; a project has sentences of its own.
bool canFollow(const Project &project, const QString &path)
{
    return project.attention ? isAttentionFile(path) : project.checkpoint && QFileInfo(path).suffix() != u"regard";
}

} // namespace

ModelFolders::ModelFolders(Document *document, ProjectFiles *files, SentenceBar *bar, QWidget *window)
    : QObject(window), m_document(document), m_files(files), m_bar(bar), m_window(window),
      m_work(new BackgroundWork(this))
{
    connect(document, &Document::resultChanged, this, &ModelFolders::follow);
    connect(document, &Document::loaded, this, &ModelFolders::findSeries);
    connect(&document->comparison(), &Comparison::pinnedChanged, this, [this] {
        // What is pinned to a document that was set aside comes back with it.
        if (!m_isStepping && !m_document->hasAside() && m_document->comparison().pinned() != m_state)
            take(nullptr, nullptr);
    });
    connect(bar, &SentenceBar::stepAsked, this, &ModelFolders::showStep);
    findSeries();
}

bool ModelFolders::pinFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(m_window, tr("Pin from folder"), m_files->place());
    return !folder.isEmpty() && pin(folder);
}

bool ModelFolders::pinFile()
{
    const QString path =
        QFileDialog::getOpenFileName(m_window, tr("Pin from file"), m_files->place(),
                                     tr("Projects and files of attention (*.regard *.safetensors *.json)") +
                                         QStringLiteral(";;") + tr("All files (*)"));
    return !path.isEmpty() && pin(path);
}

bool ModelFolders::pin(const QString &path)
{
    try {
        std::optional<Project> read = m_files->readToCompare(path);
        if (!read)
            return false;
        const bool follows = canFollow(*read, path);
        const auto project = std::make_shared<const Project>(*std::move(read));
        const QString name = QFileInfo(QDir::cleanPath(path)).fileName();
        const auto state = pinnedStateOf(follows ? atPresent(*project) : *project, name);
        if (!state) {
            warn(path, tr("“%1” has no sentence, and nothing is typed here: there is nothing to compare.").arg(name));
            return false;
        }
        m_name = name;
        take(state, follows ? project : nullptr);
        m_document->comparison().pin(state);
        m_document->comparison().choose(Compared::Difference);
        return true;
    } catch (const std::exception &error) {
        warn(path, QString::fromUtf8(error.what()));
        return false;
    }
}

bool ModelFolders::canPinOpened() const
{
    const auto &opened = m_document->matrices().compared().openedModel();
    return m_document->hasModel() && opened && m_document->result().trace && m_document->inputError().isEmpty() &&
           m_document->matrices().model() != opened;
}

void ModelFolders::pinOpened()
{
    Project project = m_document->project();
    project.model = *m_document->matrices().compared().openedModel();
    try {
        m_name = tr("as opened");
        const auto state = pinnedStateOf(project, m_name);
        take(state, std::make_shared<const Project>(std::move(project)));
        m_document->comparison().pin(state);
        m_document->comparison().choose(Compared::Difference);
    } catch (const std::exception &error) {
        emit failed(QString::fromUtf8(error.what()));
    }
}

void ModelFolders::take(const std::shared_ptr<const PinnedState> &state, const std::shared_ptr<const Project> &followed)
{
    m_work->cancel();
    m_state = state;
    m_followed = followed;
}

/// What follows, with what the document reads now; of a file of attention the same sentence.
Project ModelFolders::atPresent(const Project &followed) const
{
    if (followed.attention) {
        const int last = int(followed.attention->sentences.size()) - 1;
        return attentionProject(followed.attention, std::clamp(m_document->sentence(), 0, last));
    }
    Project project = followed;
    const Sentences &sentences = m_document->sentences();
    project.source = sentences.source().toStdString();
    project.sourceLanguage = sentences.texts().sourceLanguage;
    project.targetLanguage = sentences.texts().targetLanguage;
    if (readsTarget(project.model.config) || takesPair(project))
        project.target = sentences.target().toStdString();
    // Masked tokens are places: they say something about the same tokens alone.
    const auto isSame = [&](Side side, const Tokens &tokens) {
        return textsOf(tokens) == textsOf(sentences.tokens(side));
    };
    if (isSame(Side::Source, sourceTokens(project)))
        project.maskedSource = sentences.masked(Side::Source);
    if (isSame(Side::Target, targetTokens(project)))
        project.maskedTarget = sentences.masked(Side::Target);
    return project;
}

/// Whether what is pinned read the document's present sentence.
bool ModelFolders::isAtPresent() const
{
    const Project &pinned = *m_state->project;
    const Project present = atPresent(*m_followed);
    return pinned.source == present.source && pinned.target == present.target &&
           pinned.maskedSource == present.maskedSource && pinned.maskedTarget == present.maskedTarget &&
           pinned.sentence == present.sentence;
}

void ModelFolders::follow()
{
    if (!m_followed || m_isStepping || m_document->comparison().pinned() != m_state ||
        !m_document->inputError().isEmpty() || isAtPresent())
        return;
    const auto pinNow = [this](const std::shared_ptr<const PinnedState> &state) {
        if (!state)
            return;
        m_state = state;
        m_document->comparison().pin(state);
    };
    const Project project = atPresent(*m_followed);
    try {
        if (project.attention || passCost(project.model, inputOf(project)) <= quickCost) {
            m_work->cancel();
            pinNow(pinnedStateOf(project, m_name));
            return;
        }
    } catch (const std::exception &error) {
        emit failed(QString::fromUtf8(error.what()));
        return;
    }
    const auto state = std::make_shared<std::shared_ptr<const PinnedState>>();
    m_work->start(
        [project, name = m_name, state](const BackgroundWork::Piece &) { *state = pinnedStateOf(project, name); },
        [this, state, pinNow](const QString &problem) {
            if (problem.isEmpty())
                pinNow(*state);
            else
                emit failed(problem);
        });
}

void ModelFolders::waitUntilDone()
{
    m_document->waitForResult();
    m_work->waitUntilDone();
}

int ModelFolders::step() const
{
    const auto &checkpoint = m_document->checkpoint();
    return checkpoint ? int(m_series.indexOf(checkpoint->folder)) : -1;
}

void ModelFolders::findSeries()
{
    if (m_isStepping)
        return;
    const auto &checkpoint = m_document->checkpoint();
    m_series = checkpoint ? checkpointSeries(checkpoint->folder) : QStringList();
    QStringList names;
    for (const QString &folder : m_series)
        names.append(QFileInfo(folder).fileName());
    m_bar->setSteps(names, step());
}

bool ModelFolders::showStep(int step)
{
    if (step < 0 || step >= m_series.size() || step == this->step()) {
        m_bar->setSteps({}, -1);
        findSeries(); // the list goes back to what is shown
        return false;
    }
    m_work->cancel();
    const auto followed = m_followed;
    const auto pinned = m_document->comparison().pinned();
    const Compared chosen = m_document->comparison().chosen();
    bool isOpen = false;
    {
        const QScopedValueRollback stepping(m_isStepping, true);
        isOpen = m_files->openStep(m_series[step]);
        if (pinned && m_document->comparison().pinned() != pinned) {
            m_document->comparison().pin(pinned);
            m_document->comparison().choose(chosen);
        }
    }
    m_followed = followed;
    findSeries();
    follow();
    return isOpen;
}

void ModelFolders::warn(const QString &path, const QString &sentence) const
{
    const QString title = QFileInfo(path).isDir() ? tr("Pin from folder") : tr("Pin from file");
    regard::warn(m_window, title, sentence);
}

} // namespace regard

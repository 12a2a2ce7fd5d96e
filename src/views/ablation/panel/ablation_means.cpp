#include "views/ablation/panel/ablation_means.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "document/means/mean_over.h"
#include "document/training/refused_files.h"
#include "document/work/background_work.h"
#include "engine/model/sentence_means.h"
#include "io/project/means_file.h"
#include "io/project/model_hash.h"

namespace regard {

AblationMeans::AblationMeans(Document *document, QWidget *parent)
    : QWidget(parent), m_document(document), m_work(new BackgroundWork(this)), m_note(new QLabel(this)),
      m_again(new QPushButton(tr("Compute again"), this)), m_other(new QPushButton(tr("Another list…"), this)),
      m_running(new QWidget(this)), m_progress(new QProgressBar(m_running)),
      m_cancel(new QPushButton(tr("Cancel"), m_running))
{
    m_note->setObjectName(QStringLiteral("meansNote"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setAccessibleName(tr("The mean that stands in place"));
    m_again->setToolTip(tr("Computes the means with the model as it is now"));
    m_other->setToolTip(tr("Takes the mean over the sentences of another file"));
    m_progress->setAccessibleName(tr("Sentences done"));
    m_progress->setFormat(tr("%v of %m sentences"));
    m_cancel->setToolTip(tr("Stops; nothing is switched off by it"));
    auto *line = new QHBoxLayout(m_running);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_progress, 1);
    line->addWidget(m_cancel);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_note);
    all->addWidget(m_again, 0, Qt::AlignLeft);
    all->addWidget(m_other, 0, Qt::AlignLeft);
    all->addWidget(m_running);
    connect(m_cancel, &QPushButton::clicked, this, &AblationMeans::cancel);
    connect(m_again, &QPushButton::clicked, this, [this] {
        m_file.clear();
        apply(m_document->matrices().model()->interventions, tr("compute the means again"));
    });
    connect(m_other, &QPushButton::clicked, this, &AblationMeans::chooseOther);
    connect(document, &Document::loaded, this, [this] {
        m_file.clear();
        cancel();
    });
    connect(&document->matrices(), &Matrices::modelChanged, this, &AblationMeans::showState);
    showState();
}

AblationMeans::~AblationMeans() = default;

/// Asks for the file; false where none was chosen.
bool AblationMeans::choose()
{
    const QString known = file();
    const QString start = known.isEmpty() ? QFileInfo(m_document->path()).absolutePath() : known;
    const QString file = QFileDialog::getOpenFileName(this, tr("Mean over the sentences of"), start,
                                                      tr("Lists of sentences (*.txt *.tsv)") + QStringLiteral(";;") +
                                                          tr("All files (*)"));
    if (file.isEmpty())
        return false;
    setFile(file);
    return true;
}

void AblationMeans::setFile(const QString &file)
{
    m_file = QFileInfo(file).absoluteFilePath();
    RefusedFiles::all().allow(m_file);
    forgetProblem();
}

void AblationMeans::forgetProblem()
{
    m_problem.clear();
    showState();
}

/// The file whose sentences would be taken now; empty: none is known, it is there no longer, or was refused.
QString AblationMeans::file() const
{
    const SharedMeans &means = m_document->matrices().model()->interventions.means;
    const QString file = !m_file.isEmpty() ? m_file : means ? QString::fromStdString(means->file) : m_lastFile;
    return QFileInfo(file).isFile() && !RefusedFiles::all().contains(file) ? file : QString();
}

/// What takes means already takes those over the other list.
void AblationMeans::chooseOther()
{
    const Interventions interventions = m_document->matrices().model()->interventions;
    if (choose() && takesMeans(interventions))
        apply(interventions, tr("take the means over another list"));
}

bool AblationMeans::isRunning() const
{
    return m_work->isRunning();
}

void AblationMeans::waitUntilDone()
{
    m_work->waitUntilDone();
}

void AblationMeans::cancel()
{
    m_work->cancel();
    forgetProblem();
    emit ended();
}

void AblationMeans::setChosen(bool isSentenceMean, bool isMeanOver)
{
    m_isSentenceMeanChosen = isSentenceMean;
    m_isMeanOverChosen = isMeanOver;
    showState();
}

namespace {

template <typename Part>
std::optional<Replacement> replacementIn(const std::map<Part, Replacement> &replacements, const Part &part)
{
    const auto found = replacements.find(part);
    return found == replacements.end() ? std::nullopt : std::optional(found->second);
}

/// Notes how the parts of `next` differ from the present ones. What was noted of a part before is replaced.
template <typename Part, typename Changes>
void noteChanges(Changes &changes, const std::map<Part, Replacement> &present, const std::map<Part, Replacement> &next)
{
    std::map<Part, Replacement> both = present;
    both.insert(next.begin(), next.end());
    for (const auto &[part, replacement] : both) {
        const auto from = replacementIn(present, part);
        const auto to = replacementIn(next, part);
        if (from != to)
            changes[part] = {from, to};
    }
}

/// Makes the changes of the parts that are still as they were.
template <typename Part, typename Changes>
void makeChanges(std::map<Part, Replacement> &present, const Changes &changes)
{
    for (const auto &[part, change] : changes) {
        if (replacementIn(present, part) != change.from)
            continue;
        if (change.to)
            present[part] = *change.to;
        else
            present.erase(part);
    }
}

/// Whether there is a mean for each part that takes one.
bool haveAll(const SentenceMeans &means, const Interventions &interventions)
{
    const auto isThere = [](const auto &of) {
        return [&of](const auto &entry) { return entry.second != Replacement::MeanOver || of.contains(entry.first); };
    };
    return std::all_of(interventions.heads.begin(), interventions.heads.end(), isThere(means.heads)) &&
           std::all_of(interventions.sublayers.begin(), interventions.sublayers.end(), isThere(means.sublayers));
}

} // namespace

void AblationMeans::apply(const Interventions &interventions, const QString &text)
{
    m_file = file();
    if (m_file.isEmpty() && !choose())
        return;
    m_lastFile = m_file;
    if (!isRunning()) {
        m_heads.clear();
        m_sublayers.clear();
    }
    const Interventions &present = m_document->matrices().model()->interventions;
    noteChanges(m_heads, present.heads, interventions.heads);
    noteChanges(m_sublayers, present.sublayers, interventions.sublayers);
    run(text);
}

/// The present interventions with what is awaited.
Interventions AblationMeans::changed() const
{
    const Model &model = *m_document->matrices().model();
    Interventions next = model.interventions;
    makeChanges(next.heads, m_heads);
    makeChanges(next.sublayers, m_sublayers);
    return existingInterventions(std::move(next), model.config);
}

void AblationMeans::run(const QString &text)
{
    const Project project = m_document->project();
    const auto computed = std::make_shared<Interventions>(changed());
    MeanOver over{project, QFile::encodeName(m_file).toStdString(), meansPath(m_document->path(), project)};
    m_problem.clear();
    m_progress->setRange(0, 0);
    m_work->start(
        [this, over, computed](const BackgroundWork::Piece &piece) {
            MeanOver watched = over;
            watched.cancelled = &piece.isCancelled();
            watched.progress = [&](int done, int count) {
                piece.report([this, done, count] {
                    m_progress->setMaximum(count);
                    m_progress->setValue(done);
                });
            };
            *computed = withMeans(*computed, watched);
        },
        [this, computed, text](const QString &problem) {
            m_problem = problem;
            if (problem.isEmpty())
                adopt(computed->means, text);
            showState();
            emit ended();
        });
    showState();
}

/// Whatever else was changed meanwhile stays; a part that takes means only since then needs another run.
void AblationMeans::adopt(const SharedMeans &means, const QString &text)
{
    Interventions next = changed();
    if (means && !haveAll(*means, next))
        return run(text);
    m_file.clear();
    next.means = meansBeside(means, m_document->sentences().texts());
    m_document->matrices().setInterventions(next, text);
}

void AblationMeans::showState()
{
    const Model &model = *m_document->matrices().model();
    const bool isOver = takesMeans(model.interventions);
    const bool isOld = hasStaleMeans(model);
    const QString name = meansName(model.interventions);
    QString text;
    if (!m_problem.isEmpty())
        text = m_problem;
    else if (isOld)
        text = tr("The model was changed after the means over %1 were computed: they are old.").arg(name);
    else if (m_isSentenceMeanChosen)
        text = tr("The mean is over this sentence's own tokens: each row also holds what later tokens give, which this "
                  "model must not see. The mean over other sentences does not.");
    else if (isOver)
        text = tr("The means are over %1: one of each special token, one of all other tokens.").arg(name);
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    m_again->setVisible(isOld && !isRunning());
    m_other->setVisible((isOver || (m_isMeanOverChosen && !file().isEmpty())) && !isRunning());
    m_running->setVisible(isRunning());
}

} // namespace regard

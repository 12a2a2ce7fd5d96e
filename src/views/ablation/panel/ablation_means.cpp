#include "views/ablation/panel/ablation_means.h"

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
      m_again(new QPushButton(tr("Compute again"), this)), m_running(new QWidget(this)),
      m_progress(new QProgressBar(m_running)), m_cancel(new QPushButton(tr("Cancel"), m_running))
{
    m_note->setObjectName(QStringLiteral("meansNote"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setAccessibleName(tr("The mean that stands in place"));
    m_again->setToolTip(tr("Computes the means with the model as it is now"));
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
    all->addWidget(m_running);
    connect(m_cancel, &QPushButton::clicked, this, &AblationMeans::cancel);
    connect(m_again, &QPushButton::clicked, this, [this] {
        m_file.clear();
        apply(m_document->matrices().model()->interventions, tr("compute the means again"));
    });
    connect(document, &Document::loaded, this, [this] {
        m_file.clear();
        m_problem.clear();
        cancel();
    });
    connect(&document->matrices(), &Matrices::modelChanged, this, &AblationMeans::showState);
    showState();
}

AblationMeans::~AblationMeans() = default;

bool AblationMeans::choose()
{
    const QString start = m_file.isEmpty() ? QFileInfo(m_document->path()).absolutePath() : m_file;
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
    showState();
    emit ended();
}

void AblationMeans::setSentenceMean(bool isChosen)
{
    m_hasSentenceMean = isChosen;
    showState();
}

namespace {

/// Adds what the others replace by means.
void addOff(Interventions &interventions, const Interventions &others)
{
    for (const auto &[head, replacement] : others.heads)
        if (replacement == Replacement::MeanOver)
            interventions.heads[head] = replacement;
    for (const auto &[sublayer, replacement] : others.sublayers)
        if (replacement == Replacement::MeanOver)
            interventions.sublayers[sublayer] = replacement;
}

} // namespace

void AblationMeans::apply(const Interventions &interventions, const QString &text)
{
    if (m_file.isEmpty())
        m_file = interventions.means ? QString::fromStdString(interventions.means->file) : m_lastFile;
    if (!QFileInfo(m_file).isFile() || RefusedFiles::all().contains(m_file)) {
        m_file.clear();
        if (!choose())
            return;
    }
    m_lastFile = m_file;
    if (!isRunning())
        m_awaited = {};
    addOff(m_awaited, interventions);
    m_awaited.means = interventions.means;
    const Project project = m_document->project();
    const auto computed = std::make_shared<Interventions>(m_awaited);
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
                adopt(*computed, text);
            showState();
            emit ended();
        });
    showState();
}

/// Whatever else was changed meanwhile stays.
void AblationMeans::adopt(const Interventions &computed, const QString &text)
{
    m_file.clear();
    Interventions next = m_document->matrices().model()->interventions;
    addOff(next, computed);
    next.means = meansBeside(computed.means, m_document->sentences().texts());
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
    else if (m_hasSentenceMean)
        text = tr("The mean is over this sentence's own tokens: each row also holds what later tokens give, which this "
                  "model must not see. The mean over other sentences does not.");
    else if (isOver)
        text = tr("The means are over %1: one of each special token, one of all other tokens.").arg(name);
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    m_again->setVisible(isOld && !isRunning());
    m_running->setVisible(isRunning());
}

} // namespace regard

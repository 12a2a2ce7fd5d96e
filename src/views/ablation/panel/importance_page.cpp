#include "views/ablation/panel/importance_page.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "controls/flow_layout.h"
#include "controls/ranked_heads.h"
#include "engine/pass/forward.h"
#include "views/ablation/ablation_edits.h"
#include "views/ablation/importance_run.h"
#include "views/output/output_data.h"
#include "views/summaries/summary_data.h"

namespace regard {

namespace {

constexpr int importancePageGap = 4;

QString outputTip()
{
    return ImportancePage::tr(
        "How far the last stack's output moves where the head is replaced: the length of the "
        "difference ÷ the length with the head, the mean over the tokens that are not masked out");
}

QString wordsTip()
{
    return ImportancePage::tr("Total variation of the next word's probabilities, with and without the head: half the "
                              "sum of their differences, the mean over the tokens that are not masked out");
}

/// Whether both results are of the same model and sentence: a pass over one would reuse all of the other.
bool isSame(const Result &now, const Result &before)
{
    if (now.trace == before.trace)
        return true;
    if (now.model->config != before.model->config)
        return false;
    PassOptions options;
    options.previous = before.trace.get();
    options.previousModel = before.model.get();
    return passCost(*now.model, inputOf(*now.trace), options) == 0;
}

} // namespace

ImportancePage::ImportancePage(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_run(new ImportanceRun(this)),
      m_controls(new QWidget(this)), m_running(new QWidget(this)), m_replacement(new QComboBox(m_controls)),
      m_measure(new QComboBox(m_controls)), m_start(new QPushButton(tr("Rank heads"), m_controls)),
      m_cancel(new QPushButton(tr("Cancel"), m_running)), m_progress(new QProgressBar(m_running)),
      m_onMap(new QCheckBox(tr("on map"), m_controls)), m_note(new QLabel(this)),
      m_view(new RankedHeads(document, theme, this))
{
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    buildControls();
    m_note->setObjectName(QStringLiteral("muted"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_view->canvas()->setAccessibleName(tr("Importance of each head, the most important first"));
    m_view->setMessage(tr("Replaces one head after the other in the model as it stands, where what is off stays off, "
                          "and ranks them by what that does. Effect compares with everything on."));
    m_view->setList([this] { return listData(); });
    m_view->setTip([this](int row) { return tipOf(row); });
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 4, 0, 0);
    all->setSpacing(importancePageGap);
    all->addWidget(m_controls);
    all->addWidget(m_running);
    all->addWidget(m_note);
    all->addWidget(m_view, 1);
    connectAll();
    applyTheme();
    showControls();
    showNote();
}

ImportancePage::~ImportancePage() = default;

void ImportancePage::buildControls()
{
    for (const Replacement replacement : {Replacement::Zero, Replacement::Mean, Replacement::Uniform})
        m_replacement->addItem(replacementText(replacement), int(replacement));
    m_replacement->setAccessibleName(tr("Replacement of each head"));
    m_replacement->setToolTip(
        tr("Replacement of each head: zeros, the mean of its output over the sentence, or uniform attention"));
    m_measure->addItems({tr("output"), tr("next word")});
    m_measure->setAccessibleName(tr("What is measured"));
    m_measure->setToolTip(outputTip());
    m_measure->setItemData(0, outputTip(), Qt::ToolTipRole);
    m_measure->setItemData(1, wordsTip(), Qt::ToolTipRole);
    m_start->setObjectName(QStringLiteral("primary"));
    m_start->setToolTip(tr("Replaces every head in turn, in the model as it stands, and ranks them by what that does. "
                           "Michel et al. 2019"));
    m_onMap->setChecked(true);
    m_onMap->setToolTip(tr("Shows the importance under the thumbnails of the heads; while something is pinned, tick it "
                           "anew to see it in place of how much they moved"));
    m_cancel->setToolTip(tr("Stops; what was ranked before stays"));
    m_progress->setAccessibleName(tr("Heads done"));
    m_progress->setFormat(tr("%v of %m heads"));
    auto *flow = new FlowLayout(m_controls, importancePageGap);
    for (QWidget *control : {static_cast<QWidget *>(m_start), static_cast<QWidget *>(m_replacement),
                             static_cast<QWidget *>(m_measure), static_cast<QWidget *>(m_onMap)})
        flow->addWidget(control);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    m_controls->setSizePolicy(policy);
    auto *line = new QHBoxLayout(m_running);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(importancePageGap);
    line->addWidget(m_progress, 1);
    line->addWidget(m_cancel);
}

void ImportancePage::connectAll()
{
    connect(m_start, &QPushButton::clicked, this, &ImportancePage::start);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_run->cancel();
        showControls();
    });
    connect(m_measure, &QComboBox::currentIndexChanged, this, &ImportancePage::rank);
    connect(m_onMap, &QCheckBox::toggled, this, &ImportancePage::tellMap);
    connect(m_run, &ImportanceRun::progressed, this, [this](int done, int all) {
        m_progress->setMaximum(all);
        m_progress->setValue(done);
    });
    connect(m_run, &ImportanceRun::finished, this, &ImportancePage::finish);
    connect(m_run, &ImportanceRun::failed, this, [this](const QString &sentence) {
        m_problem = sentence;
        showControls();
        showNote();
    });
    connect(m_document, &Document::loaded, this, &ImportancePage::forget);
    connect(m_document, &Document::resultChanged, this, &ImportancePage::checkStale);
    connect(m_theme, &AppTheme::changed, this, &ImportancePage::applyTheme);
}

void ImportancePage::applyTheme()
{
    const Theme &theme = m_theme->theme();
    m_progress->setStyleSheet(QStringLiteral("QProgressBar { background: %1; color: %2; border: 1px solid %3; "
                                             "border-radius: 5px; text-align: center; }"
                                             "QProgressBar::chunk { background: %4; border-radius: 4px; }")
                                  .arg(theme.control.name(), theme.text.name(), theme.border.name(),
                                       mixed(theme.control, theme.accent, 0.35).name()));
    m_view->refresh();
}

bool ImportancePage::isRunning() const
{
    return m_run->isRunning();
}

QString ImportancePage::note() const
{
    return m_note->text();
}

void ImportancePage::start()
{
    const Result &result = m_document->result();
    if (!result.trace || result.trace->blocks.empty())
        return;
    m_asked = result;
    m_askedReplacement = static_cast<Replacement>(m_replacement->currentData().toInt());
    m_problem.clear();
    m_progress->setRange(0, int(allHeads(result.model->config).size()));
    m_progress->setValue(0);
    m_run->start(result, m_askedReplacement);
    showControls();
    showNote();
}

void ImportancePage::finish(const std::vector<HeadImportance> &importance)
{
    m_of = std::exchange(m_asked, {});
    m_ofReplacement = m_askedReplacement;
    m_ranking = importance;
    m_isStale = !m_document->result().trace || !isSame(m_document->result(), m_of);
    showControls();
    rank();
}

void ImportancePage::forget()
{
    m_run->cancel();
    m_asked = m_of = {};
    m_ranking.clear();
    m_isStale = false;
    m_problem.clear();
    showControls();
    rank();
}

bool ImportancePage::showsWords() const
{
    return m_measure->currentIndex() == 1 && m_of.trace && hasOutput(*m_of.trace);
}

double ImportancePage::valueOf(const HeadImportance &importance) const
{
    return showsWords() ? importance.nextToken : importance.output;
}

void ImportancePage::rank()
{
    std::stable_sort(m_ranking.begin(), m_ranking.end(), [this](const HeadImportance &a, const HeadImportance &b) {
        return valueOf(a) != valueOf(b) ? valueOf(a) > valueOf(b) : a.head < b.head;
    });
    std::vector<HeadRef> ranked;
    for (const HeadImportance &importance : m_ranking)
        ranked.push_back(importance.head);
    m_view->setHeads(std::move(ranked), m_of.model ? m_of.model->config : ModelConfig());
    m_view->forgetRow();
    m_measure->setToolTip(m_measure->currentIndex() == 1 ? wordsTip() : outputTip());
    m_view->canvas()->setAccessibleDescription(m_ranking.empty() ? QString() : listData().valueTip);
    showNote();
    m_view->refresh();
    tellMap();
}

void ImportancePage::checkStale()
{
    showControls();
    const Result &result = m_document->result();
    const bool isStale = m_of.trace && (!result.trace || !isSame(result, m_of));
    if (isStale == m_isStale)
        return;
    m_isStale = isStale;
    showNote();
    m_view->refresh();
    tellMap();
}

void ImportancePage::showControls()
{
    const Result &result = m_document->result();
    const QWidget *focus = m_start->hasFocus() ? m_start : m_cancel->hasFocus() ? m_cancel : nullptr;
    m_controls->setVisible(!isRunning());
    m_running->setVisible(isRunning());
    if (focus && !focus->isVisible()) // the next key must not press the button that stands there now
        m_view->canvas()->setFocus(Qt::OtherFocusReason);
    m_start->setEnabled(result.trace && !result.trace->blocks.empty());
    m_measure->setVisible(result.trace && hasOutput(*result.trace));
    m_onMap->setVisible(!m_ranking.empty());
}

void ImportancePage::showNote()
{
    const bool isPartOff =
        m_of.model && !(m_of.model->interventions.heads.empty() && m_of.model->interventions.sublayers.empty());
    m_note->setText(!m_problem.isEmpty() ? m_problem
                    : m_isStale          ? tr("Of an earlier state: rank again.")
                    : isPartOff          ? tr("What is off stays off.")
                                         : QString());
    m_note->setToolTip(m_isStale   ? tr("The model or the sentence has changed since")
                       : isPartOff ? tr("Importance is measured in the model as it stands; Effect compares with "
                                        "everything on")
                                   : QString());
    m_note->setVisible(!m_note->text().isEmpty());
}

void ImportancePage::tellMap()
{
    if (m_ranking.empty() || !m_onMap->isChecked()) {
        emit importanceChanged({}, {});
        return;
    }
    std::map<HeadRef, double> values;
    for (const HeadImportance &importance : m_ranking)
        values[importance.head] = valueOf(importance);
    emit importanceChanged(values, m_isStale ? tr("importance, of an earlier state") : tr("importance"));
}

BarListData ImportancePage::listData() const
{
    BarListData list;
    for (const HeadImportance &importance : m_ranking) {
        const bool isOff = m_of.model->interventions.heads.contains(importance.head);
        list.rows.push_back({{}, valueOf(importance), 0, isOff ? tr("off") : QString()});
    }
    list.most = valueOf(m_ranking.front()) > 0 ? valueOf(m_ranking.front()) : 1;
    const QString replaced = replacementText(m_ofReplacement);
    list.title = m_isStale ? tr("Earlier importance · %1").arg(replaced) : tr("Importance · %1").arg(replaced);
    list.valueHeader = showsWords() ? tr("total variation") : tr("change ÷ length");
    list.valueTip = showsWords() ? wordsTip() : outputTip();
    return list;
}

std::unique_ptr<Figure> ImportancePage::figure(QSizeF size, const Theme &theme) const
{
    return m_view->figureFor(size, theme);
}

QString ImportancePage::tipOf(int row) const
{
    const HeadImportance &importance = m_ranking[std::size_t(row)];
    QString note = tr("%1: the output changes by %2 of its length")
                       .arg(headName(m_of.model->config, importance.head))
                       .arg(importance.output, 0, 'g', 4);
    if (hasOutput(*m_of.trace))
        note += tr("; %1 of the next word's probability goes elsewhere").arg(importance.nextToken, 0, 'g', 4);
    return note;
}

FigureView *ImportancePage::view() const
{
    return m_view;
}

} // namespace regard

#include "views/ablation/panel/ablation_controls.h"

#include <algorithm>
#include <optional>

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include "controls/flow_layout.h"
#include "engine/model/attention_place.h"
#include "views/ablation/ablation_edits.h"
#include "views/ablation/panel/ablation_means.h"

namespace regard {

namespace {

constexpr int ablationControlsGap = 4;

QString replacementTip(Replacement replacement)
{
    switch (replacement) {
    case Replacement::Zero:
        return AblationControls::tr("Zeros in place of the output. Michel et al. 2019");
    case Replacement::Mean:
        return AblationControls::tr("In each row the mean of the output over the sentence's tokens, later ones too");
    case Replacement::MeanOver:
        return AblationControls::tr(
            "In each row the mean of the output over the sentences of a file, one a line; each "
            "special token that they have has a mean of its own, all other tokens one together");
    case Replacement::Uniform:
        break;
    }
    return AblationControls::tr("Each query attends alike to every key that the mask allows");
}

void letGrowDownwards(QWidget *widget)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    widget->setSizePolicy(policy);
}

} // namespace

AblationControls::AblationControls(Document *document, QWidget *parent)
    : QWidget(parent), m_document(document), m_means(new AblationMeans(document, this)), m_shown(nullptr),
      m_others(nullptr), m_allOn(nullptr)
{
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(ablationControlsGap + 2);
    all->addWidget(buildLines());
    all->addWidget(m_means);
    all->addWidget(buildButtons());
    connect(document, &Document::loaded, this, &AblationControls::refresh);
    connect(&document->matrices(), &Matrices::modelChanged, this, &AblationControls::refresh);
    connect(&document->look(), &Look::selectionChanged, this, &AblationControls::refresh);
    connect(m_means, &AblationMeans::ended, this, &AblationControls::refresh);
    refresh();
}

QWidget *AblationControls::buildLines()
{
    auto *lines = new QWidget(this);
    auto *all = new QVBoxLayout(lines);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(ablationControlsGap);
    for (const Line line : {Line::Head, Line::Attention, Line::FeedForward})
        all->addWidget(buildLine(line, lines));
    // One width for all choices, whatever their entries.
    int width = 0;
    for (const Controls &controls : m_lines)
        width = std::max(width, controls.replacement->sizeHint().width());
    for (const Controls &controls : m_lines)
        controls.replacement->setMinimumWidth(width);
    return lines;
}

/// The choice is placed beside the switch, or below it where that is too narrow.
QWidget *AblationControls::buildLine(Line line, QWidget *parent)
{
    auto *row = new QWidget(parent);
    auto *flow = new FlowLayout(row, ablationControlsGap);
    letGrowDownwards(row);
    Controls &controls = m_lines[index(line)];
    controls.check = new QCheckBox(row);
    controls.check->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    controls.replacement = new QComboBox(row);
    for (const Replacement replacement :
         {Replacement::Zero, Replacement::Mean, Replacement::Uniform, Replacement::MeanOver}) {
        if (line == Line::FeedForward && replacement == Replacement::Uniform)
            continue; // it attends to nothing
        const int place = controls.replacement->count();
        controls.replacement->addItem(
            replacement == Replacement::MeanOver ? tr("mean over…") : replacementText(replacement), int(replacement));
        controls.replacement->setItemData(place, replacementTip(replacement), Qt::ToolTipRole);
    }
    flow->addWidget(controls.check);
    flow->addWidget(controls.replacement);
    connect(controls.check, &QCheckBox::clicked, this, [this, line] { switchLine(line); });
    connect(controls.replacement, &QComboBox::currentIndexChanged, this, [this, line] {
        if (m_showing)
            return;
        m_means->forgetProblem();
        if (check(line)->isChecked())
            switchLine(line);
        tellChosen();
    });
    return row;
}

QWidget *AblationControls::buildButtons()
{
    auto *buttons = new QWidget(this);
    auto *flow = new FlowLayout(buttons, ablationControlsGap);
    letGrowDownwards(buttons);
    m_shown = new QPushButton(tr("Switch shown heads off"), buttons);
    m_shown->setObjectName(QStringLiteral("shownButton"));
    m_others = new QPushButton(tr("Switch all others off"), buttons);
    m_others->setObjectName(QStringLiteral("othersButton"));
    m_allOn = new QPushButton(tr("All on"), buttons);
    m_allOn->setObjectName(QStringLiteral("allOnButton"));
    m_allOn->setToolTip(tr("Switches every head and every part of every layer on again; temperatures stay"));
    for (QPushButton *button : {m_shown, m_others, m_allOn})
        flow->addWidget(button);
    connect(m_shown, &QPushButton::clicked, this, &AblationControls::switchShown);
    connect(m_others, &QPushButton::clicked, this, &AblationControls::switchOthers);
    connect(m_allOn, &QPushButton::clicked, this, &AblationControls::switchAllOn);
    return buttons;
}

Replacement AblationControls::chosen(Line line) const
{
    return static_cast<Replacement>(replacement(line)->currentData().toInt());
}

/// Whether a line's choice is the mean over the present sentence, in which later tokens take part although the stack's
/// own attention never looks at them.
bool AblationControls::takesSentenceMean() const
{
    const Selection &selection = m_document->look().selection();
    const bool isDecoder = stackOf(selection.attention) == Stack::Decoder;
    const auto isMean = [this](Line line) { return check(line)->isEnabled() && chosen(line) == Replacement::Mean; };
    return maskOf(m_document->matrices().model()->config, isDecoder ? Attention::Decoder : Attention::Encoder) ==
               Mask::Causal &&
           (isMean(Line::Head) || isMean(Line::Attention) || isMean(Line::FeedForward));
}

void AblationControls::refresh()
{
    const QScopedValueRollback showing(m_showing, true);
    const ModelConfig &config = m_document->matrices().model()->config;
    const Interventions &interventions = m_document->matrices().model()->interventions;
    const Selection &selection = m_document->look().selection();
    const HeadRef head = selectedHead(selection);
    const Sublayer attention = selectedAttention(selection);
    const bool exists = head.head < headsOf(config, head.attention) && head.layer < layersOf(config, head.attention);
    const auto found = interventions.heads.find(head);
    showLine(Line::Head, tr("Head %1").arg(head.head + 1), exists,
             found == interventions.heads.end() ? nullptr : &found->second);
    showLine(Line::Attention, tr("Attention"), exists, replacementOf(interventions, attention));
    const Replacement *whole = replacementOf(interventions, attention);
    if (exists && whole && *whole != Replacement::Uniform)
        check(Line::Head)->setToolTip(tr("The whole attention is replaced: this head's output is not used"));
    const std::optional<Sublayer> feedForward = selectedFeedForward(config, selection);
    showLine(Line::FeedForward, tr("Feed-forward"), feedForward.has_value(),
             feedForward ? replacementOf(interventions, *feedForward) : nullptr);
    m_shown->setEnabled(exists && !selection.heads.empty());
    m_shown->setToolTip(
        tr("Switches off every head of this layer that the links show; the replacement is chosen beside the head"));
    m_others->setToolTip(tr("Switches off every head of this attention in this layer but head %1").arg(head.head + 1));
    m_others->setEnabled(exists && headsOf(config, head.attention) > 1);
    m_allOn->setEnabled(!interventions.heads.empty() || !interventions.sublayers.empty());
    tellChosen();
}

void AblationControls::tellChosen()
{
    const auto isMeanOver = [this](Line line) {
        return check(line)->isEnabled() && chosen(line) == Replacement::MeanOver;
    };
    m_means->setChosen(takesSentenceMean(),
                       isMeanOver(Line::Head) || isMeanOver(Line::Attention) || isMeanOver(Line::FeedForward));
}

void AblationControls::showLine(Line line, const QString &name, bool exists, const Replacement *set)
{
    QCheckBox *box = check(line);
    QComboBox *choice = replacement(line);
    box->setText(tr("%1 off").arg(name));
    box->setAccessibleName(box->text());
    box->setToolTip(exists ? tr("Replaces its output to show what it does. Press again to restore it")
                           : tr("The model has none"));
    box->setEnabled(exists);
    box->setChecked(set != nullptr);
    choice->setEnabled(exists);
    choice->setAccessibleName(tr("Replacement of: %1").arg(name));
    if (set)
        choice->setCurrentIndex(choice->findData(int(*set)));
    choice->setToolTip(replacementTip(chosen(line)));
}

void AblationControls::apply(const Interventions &interventions, const QString &text, bool needsMeans)
{
    if (needsMeans) {
        m_means->apply(interventions, text);
    } else {
        m_means->forgetProblem();
        m_document->matrices().setInterventions(interventions, text);
    }
    refresh(); // even where nothing changed, the controls must show the present state
}

void AblationControls::switchLine(Line line)
{
    Interventions next = m_document->matrices().model()->interventions;
    const ModelConfig &config = m_document->matrices().model()->config;
    const Selection selection = m_document->look().selection();
    Selection seen = selection;
    const bool isOff = check(line)->isChecked();
    QString name;
    if (line == Line::Head) {
        const HeadRef head = selectedHead(selection);
        name = headName(config, head);
        if (selection.part == Part::FeedForward || selection.part == Part::FeedForwardNorm)
            seen.part = Part::Attention;
        next.heads.erase(head);
        if (isOff)
            next.heads[head] = chosen(line);
    } else {
        const std::optional<Sublayer> feedForward = selectedFeedForward(config, selection);
        const Sublayer sublayer =
            line == Line::FeedForward && feedForward ? *feedForward : selectedAttention(selection);
        name = sublayerName(config, sublayer);
        seen = goingTo(selection, AblationEntry{AblationEntry::Kind::Sublayer, {}, sublayer, chosen(line), 1});
        next.sublayers.erase(sublayer);
        if (isOff)
            next.sublayers[sublayer] = chosen(line);
    }
    apply(next,
          isOff ? tr("switch %1 off (%2)").arg(name, replacementText(chosen(line))) : tr("switch %1 on").arg(name),
          isOff && chosen(line) == Replacement::MeanOver);
    if (isOff)
        m_document->look().setSelection(seen); // its effect is what the user wants to see
}

void AblationControls::switchShown()
{
    Interventions next = m_document->matrices().model()->interventions;
    const Selection &selection = m_document->look().selection();
    for (const int head : selection.heads)
        next.heads[{selection.attention, selection.layer, head}] = chosen(Line::Head);
    apply(next, tr("switch the shown heads off"), chosen(Line::Head) == Replacement::MeanOver);
}

void AblationControls::switchOthers()
{
    Interventions next = m_document->matrices().model()->interventions;
    const HeadRef kept = selectedHead(m_document->look().selection());
    for (int head = 0; head < headsOf(m_document->matrices().model()->config, kept.attention); ++head)
        next.heads[{kept.attention, kept.layer, head}] = chosen(Line::Head);
    next.heads.erase(kept);
    apply(next, tr("switch all but head %1 off").arg(kept.head + 1), chosen(Line::Head) == Replacement::MeanOver);
}

void AblationControls::switchAllOn()
{
    Interventions next = m_document->matrices().model()->interventions;
    next.heads.clear();
    next.sublayers.clear();
    apply(next, tr("switch all on again"));
}

} // namespace regard

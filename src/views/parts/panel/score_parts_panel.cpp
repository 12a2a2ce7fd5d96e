#include "views/parts/panel/score_parts_panel.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/label_place.h"
#include "views/base/token_focus.h"
#include "views/base/token_names.h"
#include "views/parts/part_names.h"
#include "views/parts/parts_lists.h"
#include "views/why/why_maker.h"

namespace regard {

namespace {

/// Entries of the box before the keys.
constexpr int fixedReferences = 2;

bool isSamePair(const Selection &a, const Selection &b)
{
    return a.attention == b.attention && a.layer == b.layer && a.head == b.head && a.query == b.query && a.key == b.key;
}

} // namespace

ScorePartsPanel::ScorePartsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : PartsPanel(
          ViewId::ScoreParts, document, theme,
          [](const ShownState &state, const PartsQuestion &question) { return scorePartsData(state, question); },
          parent),
      m_reference(new QComboBox(this)), m_back(new QToolButton(this)), m_trailLabel(new QLabel(this))
{
    m_reference->setAccessibleName(tr("What the score is compared with"));
    m_reference->setToolTip(tr("Softmax takes no notice of what all keys share: only the difference to other keys "
                               "makes a weight"));
    m_reference->setMinimumWidth(70);
    m_reference->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_back->setText(tr("Back"));
    m_back->setArrowType(Qt::LeftArrow);
    m_back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_back->setToolTip(tr("Back to the head that was asked before"));
    m_back->hide();
    m_trailLabel->setTextFormat(Qt::PlainText);
    m_trailLabel->setWordWrap(true);
    m_trailLabel->setObjectName(QStringLiteral("muted"));
    m_trailLabel->hide();
    auto *row = new QHBoxLayout;
    row->addWidget(m_back);
    row->addWidget(m_reference, 1);
    content()->insertLayout(0, row);
    content()->insertWidget(1, new LabelPlace(m_trailLabel, this));
    connect(m_reference, &QComboBox::activated, this, &ScorePartsPanel::chooseReference);
    connect(m_back, &QToolButton::clicked, this, &ScorePartsPanel::goBack);
    follow();
}

void ScorePartsPanel::showChoices(const ShownState &state)
{
    const SideTrace &keys = keysOf(*state.trace(), state.selection.attention);
    const QStringList names = tokenNames(labelsOf(keys));
    if (names != m_keys || m_reference->count() == 0) {
        m_keys = names;
        m_reference->clear();
        m_reference->addItem(tr("beyond the mean over the keys"));
        m_reference->addItem(tr("as computed"));
        for (int key = 0; key < int(names.size()); ++key)
            m_reference->addItem(tr("beyond “%1” (%2)").arg(names[key]).arg(key + 1));
    }
    if (m_question.reference == ScoreReference::Key && m_question.otherKey >= int(names.size()))
        m_question.reference = ScoreReference::Mean;
    m_reference->setCurrentIndex(m_question.reference == ScoreReference::Mean ? 0
                                 : m_question.reference == ScoreReference::Nothing
                                     ? 1
                                     : fixedReferences + m_question.otherKey);
    if (!m_trail.empty() && !isSamePair(withScorePair(state), m_reached))
        m_trail.clear();
    showTrail();
}

void ScorePartsPanel::chooseReference(int index)
{
    m_question.reference = index == 0   ? ScoreReference::Mean
                           : index == 1 ? ScoreReference::Nothing
                                        : ScoreReference::Key;
    m_question.otherKey = std::max(0, index - fixedReferences);
    refresh();
}

void ScorePartsPanel::resetChoices()
{
    PartsPanel::resetChoices();
    m_trail.clear();
}

QString ScorePartsPanel::headTip() const
{
    return tr("Click: why does this head look where it looks?");
}

void ScorePartsPanel::choose(const StreamPart &part, bool isOfKey)
{
    switch (part.kind) {
    case PartKind::Head:
        return followHead(part, isOfKey);
    case PartKind::FeedForward:
        return say(tr("The trail ends here: %1 computes it from the row of its own token.").arg(partTitle(part)));
    case PartKind::Token:
        return say(tr("The trail ends here: it is the word itself, as it stands in the embedding."));
    case PartKind::Bias:
        return say(tr("The trail ends here: biases are the same at every word."));
    case PartKind::Position:
    case PartKind::TokenType:
    case PartKind::Attention:
    case PartKind::Distance:
        break;
    }
    say(tr("The trail ends here: %1 does not come from another word.").arg(partTitle(part)));
}

/// Goes to the key that brought most of an earlier head's part, in the direction of the part.
void ScorePartsPanel::followHead(const StreamPart &part, bool isOfKey)
{
    const ShownState &now = state();
    const ScoreQuestion question = scoreQuestion(now, m_question);
    const ScoreParts parts = scoreParts(now.model(), *now.trace(), question);
    const std::vector<double> brought = scorePartByKeys(now.model(), *now.trace(), question, parts, isOfKey, part);
    if (brought.empty())
        return say(tr("The trail ends here: this head’s output is replaced, and no word brings it."));
    double sum = 0;
    for (const double each : brought)
        sum += each;
    const double sign = sum < 0 ? -1 : 1;
    const auto most =
        std::max_element(brought.begin(), brought.end(), [sign](double a, double b) { return sign * a < sign * b; });
    const Selection from = withScorePair(now);
    const auto &queries = labelsOf(queriesOf(*now.trace(), question.place.attention));
    const auto &keys = labelsOf(keysOf(*now.trace(), question.place.attention));
    m_trail.push_back(
        {document()->look().selection(), from,
         tr("%1.%2 %3 → %4")
             .arg(from.layer + 1)
             .arg(from.head + 1)
             .arg(tokenName(queries[std::size_t(question.query)]), tokenName(keys[std::size_t(question.key)]))});
    Selection to = cleared(document()->look().selection());
    to.attention = attentionOf(*part.sublayer);
    to = withHead(std::move(to), part.sublayer->layer, part.head);
    to = pinnedPair(std::move(to), isOfKey ? question.key : question.query, int(most - brought.begin()));
    m_reached = to;
    document()->look().setSelection(to);
}

void ScorePartsPanel::goBack()
{
    if (m_trail.empty())
        return;
    const Stop stop = m_trail.back();
    m_trail.pop_back();
    m_reached = stop.pair;
    document()->look().setSelection(stop.selection);
    refresh();
}

void ScorePartsPanel::showTrail()
{
    QStringList names;
    for (const Stop &stop : m_trail)
        names << stop.name;
    m_trailLabel->setText(tr("Followed from %1").arg(names.join(QStringLiteral(" › "))));
    m_trailLabel->setVisible(!m_trail.empty());
    m_back->setVisible(!m_trail.empty());
}

} // namespace regard

#include "app/window/status_line.h"

#include <algorithm>
#include <string>
#include <vector>

#include <QLabel>
#include <QLocale>
#include <QStatusBar>

#include "cli/info_command.h"
#include "io/checkpoint/checkpoint.h"
#include "views/data/shown_matrix.h"
#include "views/text/change_text.h"
#include "views/text/shown_text.h"
#include "views/text/value_text.h"
#include "views/tokens/token_names.h"
#include "widgets/parts/elided_label.h"

namespace regard {

namespace {

QString tokenAt(const SideTrace &side, int token)
{
    return tokenName(labelsOf(side)[std::size_t(token)]);
}

/// The tensors of a checkpoint's files that the model does not use; empty: it uses all.
QString unusedText(const Checkpoint &checkpoint)
{
    constexpr std::size_t most = 12;
    const std::vector<std::string> &tensors = checkpoint.unusedTensors;
    if (tensors.empty())
        return {};
    QStringList names;
    for (std::size_t i = 0; i < std::min(most, tensors.size()); ++i)
        names.append(QString::fromStdString(tensors[i]).left(80));
    if (tensors.size() > most)
        names.append(QStringLiteral("…"));
    return StatusLine::tr("Not used of the checkpoint’s files: %1").arg(names.join(QStringLiteral(", ")));
}

} // namespace

StatusLine::StatusLine(Document *document, QStatusBar *bar)
    : QObject(bar), m_document(document), m_pair(new ElidedLabel(bar)), m_state(new QLabel(bar))
{
    m_pair->setAccessibleName(tr("Pair in focus"));
    m_state->setObjectName(QStringLiteral("projectState"));
    m_state->setAccessibleName(tr("State of the project"));
    m_pair->setTextFormat(Qt::PlainText);
    bar->setSizeGripEnabled(false);
    bar->addWidget(m_pair, 1);
    bar->addPermanentWidget(m_state);
    // A bar that is hidden while a message comes leaves the label visible, and both would be painted later.
    connect(bar, &QStatusBar::messageChanged, m_pair,
            [this](const QString &message) { m_pair->setVisible(message.isEmpty()); });
    connect(document, &Document::shownChanged, this, &StatusLine::showPair);
    connect(document, &Document::loaded, this, &StatusLine::showState);
    connect(&document->matrices(), &Matrices::modelChanged, this, &StatusLine::showState);
    connect(&document->sentences(), &Sentences::sourceChanged, this, &StatusLine::showState);
    connect(&document->sentences(), &Sentences::targetChanged, this, &StatusLine::showState);
    connect(document->undoGroup(), &QUndoGroup::cleanChanged, this, &StatusLine::showState);
    connect(&document->training(), &Training::stateChanged, this, &StatusLine::showState);
    showPair();
    showState();
}

void StatusLine::showPair()
{
    m_pair->setText(pairText());
}

QString StatusLine::pairText()
{
    const ShownState state = m_document->shown().attention;
    if (!state.hasResult())
        return {};
    const Selection within = state.selection;
    const bool isThere = state.compared != Compared::Pinned || missingHeadText(state).isEmpty();
    if (within.query >= 0 && within.key >= 0 && isThere)
        return numbersText(state, within);
    const QString focus = focusText(state, within);
    if (!state.comparison)
        return focus;
    const QString change = largestChangeText(*state.comparison);
    const QString largest =
        change.isEmpty() ? otherChangeText(*state.comparison) : tr("largest change: %1").arg(change);
    return focus.isEmpty() || largest.isEmpty() ? focus + largest : focus + QStringLiteral(" · ") + largest;
}

QString StatusLine::focusText(const ShownState &state, const Selection &within) const
{
    const Trace &trace = *state.result.trace;
    if (within.query >= 0)
        return tr("query %1").arg(tokenAt(queriesOf(trace, within.attention), within.query));
    return within.key >= 0 ? tr("key %1").arg(tokenAt(keysOf(trace, within.attention), within.key)) : QString();
}

QString StatusLine::numbersText(const ShownState &state, const Selection &within)
{
    const Model &model = *state.result.model;
    const SharedTrace &trace = state.result.trace;
    const QString pair = tokenAt(queriesOf(*trace, within.attention), within.query) + QStringLiteral(" → ") +
                         tokenAt(keysOf(*trace, within.attention), within.key);
    const ShownMatrix matrix = shownMatrix(model, trace, within);
    const float weight = (*matrix.weights)(within.query, within.key);
    QString text;
    if (within.summary != Summary::None) {
        text = tr("%1 · %2 %3").arg(pair, matrix.name, valueText(weight));
    } else if (!hasScores(*trace)) {
        text = tr("%1 %2").arg(pair, valueText(weight));
    } else {
        const HeadScores &scores = *m_scores.of(model, trace, within);
        text = tr("%1 %2 · score %3 · scaled %4")
                   .arg(pair, valueText(weight), valueText(scores.scores(within.query, within.key)),
                        valueText(scores.scaled(within.query, within.key)));
    }
    if (state.compared == Compared::Pinned)
        return text + QStringLiteral(" · ") + state.pinnedName;
    if (!state.comparison)
        return text;
    const auto before = weightBefore(*state.comparison, within, within.query, within.key);
    return text + QStringLiteral(" · ") +
           (before ? tr("pinned %1, change %2").arg(valueText(*before), signedText(weight - *before)) : tr("new"));
}

void StatusLine::showState()
{
    const auto model = m_document->matrices().model();
    if (!model)
        return;
    if (!m_document->hasModel()) { // there are no weights to count
        m_state->setText(m_document->isModified() ? tr("unsaved change") : QString());
        m_state->setToolTip({});
        m_state->setAccessibleDescription({});
        return;
    }
    const std::size_t source = m_document->sentences().tokens(Side::Source).tokens.size();
    const std::size_t target =
        readsTarget(model->config) ? m_document->sentences().tokens(Side::Target).tokens.size() : 0;
    const double count =
        parameterCount(*model, int(std::max(source, target)), int(m_document->matrices().vocabulary().size()));
    const QString number = QLocale(QLocale::English).toString(count, 'f', 0);
    const QString state =
        m_document->isModified() ? tr("%1 weights · unsaved change").arg(number) : tr("%1 weights").arg(number);
    m_state->setText(m_document->training().isRunning() ? tr("training… · %1").arg(state) : state);
    // Poolers and other heads are common: they are not worth a line above the pictures.
    const QString unused = m_document->checkpoint() ? unusedText(*m_document->checkpoint()) : QString();
    m_state->setToolTip(unused);
    m_state->setAccessibleDescription(unused);
}

} // namespace regard

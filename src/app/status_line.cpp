#include "app/status_line.h"

#include <algorithm>

#include <QLabel>
#include <QLocale>
#include <QStatusBar>

#include "app/info_command.h"
#include "engine/attention_place.h"
#include "engine/forward.h"
#include "widgets/figure_data.h"
#include "widgets/token_names.h"
#include "widgets/value_text.h"

namespace regard {

StatusLine::StatusLine(Document *document, QStatusBar *bar)
    : QObject(bar), m_document(document), m_pair(new QLabel(bar)), m_state(new QLabel(bar))
{
    m_pair->setAccessibleName(tr("Pair in focus"));
    m_state->setAccessibleName(tr("State of the project"));
    m_pair->setTextFormat(Qt::PlainText);
    // A long word must not make the window wider.
    m_pair->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    bar->setSizeGripEnabled(false);
    bar->addWidget(m_pair, 1);
    bar->addPermanentWidget(m_state);
    for (const auto signal : {&Document::resultChanged, &Document::selectionChanged})
        connect(document, signal, this, &StatusLine::showPair);
    for (const auto signal :
         {&Document::loaded, &Document::modelChanged, &Document::sourceChanged, &Document::targetChanged})
        connect(document, signal, this, &StatusLine::showState);
    connect(document->undoStack(), &QUndoStack::cleanChanged, this, &StatusLine::showState);
    showPair();
    showState();
}

void StatusLine::showPair()
{
    m_pair->setText(pairText());
}

QString StatusLine::pairText()
{
    const Result &result = m_document->result();
    if (!result.trace)
        return {};
    const Model &model = *result.model;
    const Trace &trace = *result.trace;
    const Selection shown = withinTrace(m_document->selection(), model, trace);
    const int block = blockIndex(model.config, shown.attention, shown.layer);
    if (block < 0 || (shown.query < 0 && shown.key < 0))
        return {};
    const auto name = [](const SideTrace &side, int token) { return tokenName(side.tokens[std::size_t(token)]); };
    const QString query = shown.query < 0 ? QString() : name(queriesOf(trace, shown.attention), shown.query);
    const QString key = shown.key < 0 ? QString() : name(keysOf(trace, shown.attention), shown.key);
    if (shown.query < 0 || shown.key < 0)
        return shown.query < 0 ? tr("key %1").arg(key) : tr("query %1").arg(query);
    const QString pair = query + QStringLiteral(" → ") + key;
    const ShownMatrix matrix = shownMatrix(model, result.trace, shown);
    const QString weight = valueText((*matrix.weights)(shown.query, shown.key));
    if (shown.summary != Summary::None)
        return tr("%1 · %2 %3").arg(pair, matrix.name, weight);
    if (m_scoredTrace != result.trace || m_scoredBlock != block || m_scoredHead != shown.head) {
        m_scores = headScores(model, trace, block, shown.head);
        m_scoredTrace = result.trace;
        m_scoredBlock = block;
        m_scoredHead = shown.head;
    }
    return tr("%1 %2 · score %3 · scaled %4")
        .arg(pair, weight, valueText(m_scores.scores(shown.query, shown.key)),
             valueText(m_scores.scaled(shown.query, shown.key)));
}

void StatusLine::showState()
{
    const auto model = m_document->model();
    if (!model)
        return;
    const std::size_t source = m_document->tokens(Side::Source).tokens.size();
    const std::size_t target = readsTarget(model->config) ? m_document->tokens(Side::Target).tokens.size() : 0;
    const double count = parameterCount(*model, int(std::max(source, target)), int(m_document->vocabulary().size()));
    const QString number = QLocale(QLocale::English).toString(count, 'f', 0);
    m_state->setText(m_document->isModified() ? tr("%1 weights · unsaved change").arg(number)
                                              : tr("%1 weights").arg(number));
}

} // namespace regard

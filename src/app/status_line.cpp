#include "app/status_line.h"

#include <QLabel>
#include <QLocale>
#include <QStatusBar>

#include "app/info_command.h"
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
    for (const auto signal : {&Document::loaded, &Document::modelChanged, &Document::sourceChanged})
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
    const Selection shown = withinTrace(m_document->selection(), *result.trace);
    if (shown.query < 0 && shown.key < 0)
        return {};
    const auto name = [&](int token) { return tokenName(result.trace->tokens[std::size_t(token)]); };
    if (shown.query < 0 || shown.key < 0)
        return shown.query < 0 ? tr("key %1").arg(name(shown.key)) : tr("query %1").arg(name(shown.query));
    if (m_scoredTrace != result.trace || m_scoredLayer != shown.layer || m_scoredHead != shown.head) {
        m_scores = headScores(*result.model, *result.trace, shown.layer, shown.head);
        m_scoredTrace = result.trace;
        m_scoredLayer = shown.layer;
        m_scoredHead = shown.head;
    }
    const BlockTrace &block = *result.trace->blocks[std::size_t(shown.layer)];
    const HeadTrace &head = block.heads[std::size_t(shown.head)];
    const QString pair = name(shown.query) + QStringLiteral(" → ") + name(shown.key);
    return tr("%1 %2 · score %3 · scaled %4")
        .arg(pair, valueText(head.weights(shown.query, shown.key)), valueText(m_scores.scores(shown.query, shown.key)),
             valueText(m_scores.scaled(shown.query, shown.key)));
}

void StatusLine::showState()
{
    const auto model = m_document->model();
    if (!model)
        return;
    const double count = parameterCount(*model, int(m_document->tokens().tokens.size()));
    const QString number = QLocale(QLocale::English).toString(count, 'f', 0);
    m_state->setText(m_document->isModified() ? tr("%1 weights · unsaved change").arg(number)
                                              : tr("%1 weights").arg(number));
}

} // namespace regard

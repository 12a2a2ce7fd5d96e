#include "views/parts/panel/logit_parts_panel.h"

#include <QVBoxLayout>

namespace regard {

LogitPartsPanel::LogitPartsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : PartsPanel(
          ViewId::LogitParts, document, theme,
          [](const ShownState &state, const PartsQuestion &question) { return logitPartsData(state, question); },
          parent),
      m_words(new LogitWords(this))
{
    content()->insertWidget(0, m_words);
    connect(m_words, &LogitWords::chosen, this, [this](const PartsQuestion &question) {
        m_question = question;
        refresh();
    });
    connect(m_words, &LogitWords::said, this, &LogitPartsPanel::say);
    follow();
}

QString LogitPartsPanel::whyNone(const ShownState &state) const
{
    return noLogitPartsText(state, document()->checkpoint().get());
}

void LogitPartsPanel::showChoices(const ShownState &state)
{
    m_question.checkpoint = document()->checkpoint();
    m_words->show(state, m_question);
}

QString LogitPartsPanel::headTip() const
{
    return tr("Click: which word brought it?");
}

void LogitPartsPanel::resetChoices()
{
    PartsPanel::resetChoices();
    m_words->dropTyped();
}

void LogitPartsPanel::choose(const StreamPart &part, bool)
{
    if (part.kind != PartKind::Head)
        return;
    m_question.head = part;
    refresh();
}

} // namespace regard

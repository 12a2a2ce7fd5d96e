#include "controls/weight_field.h"

#include <algorithm>
#include <optional>

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolTip>
#include <QVBoxLayout>

#include "document/document.h"
#include "views/base/set_attention.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_names.h"

namespace regard {

namespace {

HeadRef headInView(const Selection &selection)
{
    return {selection.attention, selection.layer, selection.summary == Summary::None ? selection.head : -1};
}

/// "red → cat", of words as they are shown, merged or not; empty where there is no such link.
QString shownLinkName(const ShownState &state, const Selection &link)
{
    if (!state.trace())
        return {};
    const std::vector<std::string> &queries = labelsOf(queriesOf(*state.trace(), link.attention));
    const std::vector<std::string> &keys = labelsOf(keysOf(*state.trace(), link.attention));
    if (link.query < 0 || link.query >= int(queries.size()) || link.key < 0 || link.key >= int(keys.size()))
        return {};
    return QStringLiteral("%1 → %2").arg(tokenName(queries[std::size_t(link.query)]),
                                         tokenName(keys[std::size_t(link.key)]));
}

} // namespace

WeightField::WeightField(Document *document, const Selection &link, QWidget *parent)
    : QFrame(parent, Qt::Popup), m_document(document), m_link(link), m_edit(new QLineEdit(this)),
      m_problem(new QLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    const QString name = shownLinkName(document->shown().attention, link);
    auto *label = new QLabel(tr("&Weight of %1").arg(name), this);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(m_edit);
    m_edit->setAccessibleName(tr("Weight of %1").arg(name));
    m_edit->setToolTip(tr("From 0 to 1; Enter sets it, nothing makes it as computed"));
    m_edit->setPlaceholderText(tr("as computed"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(10, 8, 10, 8);
    all->setSpacing(4);
    all->addWidget(label);
    all->addWidget(m_edit);
    all->addWidget(m_problem);
    connect(m_edit, &QLineEdit::returnPressed, this, &WeightField::take);
}

void WeightField::take()
{
    const QString typed = m_edit->text().trimmed();
    const std::optional<double> weight = typedWeight(typed);
    QString problem;
    if (!typed.isEmpty() && !weight) {
        problem = tr("A weight is a number from 0 to 1.");
    } else {
        const Shown &shown = m_document->shown();
        problem = setAttention(m_document, headInView(m_link), presentTokens(shown, TokenSide::Query, m_link.query),
                               presentTokens(shown, TokenSide::Key, m_link.key), weight);
    }
    if (problem.isEmpty()) {
        close();
        return;
    }
    m_problem->setText(problem);
    m_problem->setMinimumWidth(std::max(240, m_edit->width()));
    m_problem->show();
    m_edit->setAccessibleDescription(problem);
    m_edit->selectAll();
    adjustSize();
}

void askForWeight(Document *document, QPoint globalPosition, QWidget *parent, const QString &typed)
{
    const Selection link = document->shown().attention.asked;
    const ShownState &state = document->shown().attention;
    const auto say = [&](const QString &text) { QToolTip::showText(globalPosition, text, parent); };
    const std::vector<int> queries = presentTokens(document->shown(), TokenSide::Query, link.query);
    const std::vector<int> keys = presentTokens(document->shown(), TokenSide::Key, link.key);
    if (!state.trace() || queries.empty() || keys.empty())
        return say(WeightField::tr("Click a word and what it looks at first: then F2 sets that weight."));
    if (link.summary != Summary::None)
        return say(WeightField::tr("Choose one head first: its weights are set."));
    auto *field = new WeightField(document, link, parent);
    const std::optional<double> weight = presentWeight(document, headInView(link), queries, keys);
    field->edit()->setText(!typed.isEmpty() ? typed : weight ? QString::number(*weight, 'g', 4) : QString());
    if (typed.isEmpty())
        field->edit()->selectAll();
    field->adjustSize();
    field->move(globalPosition);
    field->show();
    field->edit()->setFocus(Qt::PopupFocusReason);
}

bool isWeightKey(const QKeyEvent &event)
{
    return event.key() == Qt::Key_F2 && event.modifiers() == Qt::NoModifier;
}

bool beginsWeight(const QKeyEvent &event)
{
    return event.text().size() == 1 && QStringLiteral("01.,").contains(event.text());
}

} // namespace regard

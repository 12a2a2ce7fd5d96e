#include "views/steps/panel/step_view_menu.h"

#include <QActionGroup>

#include "document/document.h"

namespace regard {

StepViewMenu::StepViewMenu(Document *document, QWidget *parent) : QMenu(tr("&Numbers"), parent), m_document(document)
{
    m_columns = addAction(tr("Tokens are &columns: q = W a"));
    m_columns->setCheckable(true);
    connect(m_columns, &QAction::triggered, this, [this](bool columns) {
        StepView view = m_document->look().stepView();
        view.columns = columns;
        m_document->look().setStepView(view);
    });
    m_hand = addChoices(tr("By &hand"), &StepView::handDecimals);
    addChoice(m_hand, tr("&Exact"), -1);
    for (int decimals = 1; decimals <= mostHandDecimals; ++decimals)
        addChoice(m_hand, tr("Weights rounded to %n decimal(s)", nullptr, decimals), decimals);
    m_digits = addChoices(tr("&Digits after the point"), &StepView::digits);
    addChoice(m_digits, tr("As many as &needed"), -1);
    for (const int digits : {0, 1, 2, 3, 4, 6, 8})
        addChoice(m_digits, QStringLiteral("&%1").arg(digits), digits);
    connect(&document->look(), &Look::stepViewChanged, this, &StepViewMenu::showView);
    connect(document, &Document::loaded, this, &StepViewMenu::showView);
    showView();
}

QActionGroup *StepViewMenu::addChoices(const QString &heading, int StepView::*member)
{
    auto *group = new QActionGroup(addMenu(heading));
    connect(group, &QActionGroup::triggered, this, [this, member](const QAction *action) {
        StepView view = m_document->look().stepView();
        view.*member = action->data().toInt();
        m_document->look().setStepView(view);
    });
    return group;
}

QAction *StepViewMenu::addChoice(QActionGroup *group, const QString &text, int value)
{
    QAction *action = static_cast<QMenu *>(group->parent())->addAction(text);
    action->setCheckable(true);
    action->setData(value);
    group->addAction(action);
    return action;
}

QAction *StepViewMenu::choice(const QActionGroup *group, int value) const
{
    for (QAction *action : group->actions())
        if (action->data().toInt() == value)
            return action;
    return nullptr;
}

QAction *StepViewMenu::handAction(int decimals) const
{
    return choice(m_hand, decimals);
}

QAction *StepViewMenu::digitsAction(int digits) const
{
    return choice(m_digits, digits);
}

void StepViewMenu::toggleHand()
{
    StepView view = m_document->look().stepView();
    view.handDecimals = view.handDecimals > 0 ? -1 : 1;
    m_document->look().setStepView(view);
}

void StepViewMenu::showView()
{
    const StepView &view = m_document->look().stepView();
    m_columns->setChecked(view.columns);
    if (QAction *hand = handAction(view.handDecimals))
        hand->setChecked(true);
    // A file may have a number of digits that the menu does not offer.
    for (QAction *action : m_digits->actions())
        action->setChecked(action->data().toInt() == view.digits);
}

} // namespace regard

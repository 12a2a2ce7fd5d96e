#include "widgets/panels/step_view_button.h"

#include <QActionGroup>
#include <QMenu>

#include "document/document.h"
#include "widgets/parts/spoken_name.h"

namespace regard {

StepViewButton::StepViewButton(Document *document, QWidget *parent) : QToolButton(parent), m_document(document)
{
    setProperty("chip", true);
    setFocusPolicy(Qt::StrongFocus);
    setPopupMode(QToolButton::InstantPopup);
    setText(tr("numbers"));
    nameButton(this, tr("How the steps write their numbers"));
    setToolTip(tr("Rows or columns (C), by hand (H), digits"));
    setMenu(new QMenu(this));
    m_columns = menu()->addAction(tr("Tokens are &columns: q = W a"));
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
    connect(&document->look(), &Look::stepViewChanged, this, &StepViewButton::showView);
    connect(document, &Document::loaded, this, &StepViewButton::showView);
    showView();
}

QActionGroup *StepViewButton::addChoices(const QString &heading, int StepView::*member)
{
    auto *group = new QActionGroup(menu()->addMenu(heading));
    connect(group, &QActionGroup::triggered, this, [this, member](const QAction *action) {
        StepView view = m_document->look().stepView();
        view.*member = action->data().toInt();
        m_document->look().setStepView(view);
    });
    return group;
}

QAction *StepViewButton::addChoice(QActionGroup *group, const QString &text, int value)
{
    QAction *action = static_cast<QMenu *>(group->parent())->addAction(text);
    action->setCheckable(true);
    action->setData(value);
    group->addAction(action);
    return action;
}

QAction *StepViewButton::choice(const QActionGroup *group, int value) const
{
    for (QAction *action : group->actions())
        if (action->data().toInt() == value)
            return action;
    return nullptr;
}

QAction *StepViewButton::handAction(int decimals) const
{
    return choice(m_hand, decimals);
}

QAction *StepViewButton::digitsAction(int digits) const
{
    return choice(m_digits, digits);
}

void StepViewButton::toggleHand()
{
    StepView view = m_document->look().stepView();
    view.handDecimals = view.handDecimals > 0 ? -1 : 1;
    m_document->look().setStepView(view);
}

void StepViewButton::showView()
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

#include "controls/segment_switch.h"

#include <algorithm>

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "controls/chip.h"
#include "controls/spoken_name.h"

namespace regard {

namespace {

constexpr int segmentEdge = 2;
const char *const isLeftOut = "leftOut";

} // namespace

SegmentSwitch::SegmentSwitch(const QString &name, QWidget *parent) : QFrame(parent), m_folded(new QToolButton(this))
{
    setObjectName(QStringLiteral("segments"));
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(segmentEdge, segmentEdge, segmentEdge, segmentEdge);
    row->setSpacing(0);
    m_folded->setPopupMode(QToolButton::InstantPopup);
    m_folded->setFocusPolicy(Qt::StrongFocus);
    m_folded->setToolTip(name);
    m_folded->setMenu(new QMenu(m_folded));
    m_folded->menu()->setToolTipsVisible(true);
    m_folded->hide();
    row->addWidget(m_folded);
    connect(m_folded->menu(), &QMenu::aboutToShow, this, &SegmentSwitch::fillMenu);
}

QToolButton *SegmentSwitch::add(const QString &text, const QString &name, const QString &toolTip)
{
    QToolButton *button = newSwitchChip(text, name, toolTip, this);
    button->setProperty("chip", false);
    layout()->addWidget(button);
    m_buttons.push_back(button);
    connect(button, &QToolButton::clicked, this, [this, button] {
        emit chosen(int(std::find(m_buttons.begin(), m_buttons.end(), button) - m_buttons.begin()));
    });
    fit();
    return button;
}

void SegmentSwitch::removeLast()
{
    QToolButton *last = m_buttons.back();
    m_buttons.pop_back(); // first: the focus that passes on may come back here
    removeChip(last);
    fit();
}

void SegmentSwitch::setOffered(int index, bool offered)
{
    if (isOffered(button(index)) == offered)
        return;
    button(index)->setProperty(isLeftOut, !offered);
    fit();
}

void SegmentSwitch::setChosen(int index)
{
    for (int i = 0; i < count(); ++i)
        button(i)->setChecked(i == index);
    fit();
}

bool SegmentSwitch::isOffered(const QToolButton *button) const
{
    return !button->property(isLeftOut).toBool();
}

int SegmentSwitch::wholeWidth() const
{
    int width = 2 * segmentEdge;
    for (const QToolButton *button : m_buttons)
        width += isOffered(button) ? button->sizeHint().width() : 0;
    return width;
}

void SegmentSwitch::fit()
{
    m_isFolded = width() < wholeWidth();
    QStringList holding;
    for (QToolButton *button : m_buttons) {
        button->setVisible(!m_isFolded && isOffered(button));
        if (button->isChecked())
            holding.append(button->text());
    }
    m_folded->setText(holding.isEmpty() ? accessibleName() : holding.join(QStringLiteral(", ")));
    nameButton(m_folded, accessibleName());
    m_folded->setVisible(m_isFolded);
    updateGeometry();
}

void SegmentSwitch::fillMenu()
{
    m_folded->menu()->clear();
    for (QToolButton *button : m_buttons)
        if (isOffered(button)) {
            QAction *action = m_folded->menu()->addAction(button->text());
            action->setCheckable(true);
            action->setChecked(button->isChecked());
            action->setEnabled(button->isEnabled());
            action->setToolTip(button->toolTip());
            connect(action, &QAction::triggered, button, &QToolButton::click);
        }
}

QSize SegmentSwitch::sizeHint() const
{
    return {wholeWidth(), minimumSizeHint().height()};
}

QSize SegmentSwitch::minimumSizeHint() const
{
    int height = m_folded->sizeHint().height();
    for (const QToolButton *button : m_buttons)
        height = std::max(height, button->sizeHint().height());
    return {std::min(wholeWidth(), m_folded->sizeHint().width() + 2 * segmentEdge), height + 2 * segmentEdge};
}

void SegmentSwitch::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fit();
}

bool SegmentSwitch::event(QEvent *event)
{
    const bool isHandled = QFrame::event(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        fit();
    return isHandled;
}

} // namespace regard

#include "controls/panel.h"

#include <QHBoxLayout>
#include <QHideEvent>
#include <QLabel>
#include <QMenu>
#include <QShowEvent>
#include <QStyle>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

#include "controls/elided_label.h"
#include "controls/label_place.h"
#include "controls/panel_body.h"
#include "document/document.h"

namespace regard {

namespace {

constexpr int noticeableDelay = 120; // ms; a sign for less time would flicker

}

Panel::Panel(const QString &title, QWidget *parent)
    : QFrame(parent), m_title(new ElidedLabel(this)), m_caption(new ElidedLabel(this, ElidedLabel::Cut::Vanishes)),
      m_head(new QWidget(this)), m_titleRow(new QHBoxLayout(m_head)), m_controlPart(new QWidget(this)),
      m_controls(new QVBoxLayout(m_controlPart)), m_content(new QVBoxLayout), m_body(new PanelBody(m_content, this)),
      m_empty(new QLabel(this)), m_busySign(new QTimer(this))
{
    setObjectName(QStringLiteral("panel"));
    setAccessibleName(title);
    m_head->setObjectName(QStringLiteral("panelHead"));
    m_title->setObjectName(QStringLiteral("panelTitle"));
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_title->setText(title);
    m_caption->setObjectName(QStringLiteral("panelCaption"));
    m_caption->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_titleRow->addWidget(m_title);
    m_titleRow->addWidget(new LabelPlace(m_caption, m_head), 1);
    for (QLayout *row : {static_cast<QLayout *>(m_titleRow), static_cast<QLayout *>(m_controls)})
        row->setContentsMargins(0, 0, 0, 0);
    m_controls->setSpacing(6);
    m_controlPart->hide();
    m_content->setSpacing(6);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(18, 6, 12, 10);
    all->setSpacing(8);
    all->addWidget(m_head);
    all->addWidget(m_controlPart);
    all->addWidget(m_body, 1);
    m_empty->setWordWrap(true);
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setFocusPolicy(Qt::TabFocus); // for screen readers
    m_empty->hide();
    all->addWidget(m_empty, 1);
    m_busySign->setSingleShot(true);
    m_busySign->setInterval(noticeableDelay);
    connect(this, &QWidget::customContextMenuRequested, this,
            [this](QPoint point) { menu()->popup(mapToGlobal(point)); });
    connect(m_busySign, &QTimer::timeout, this, [this] {
        m_showsBusy = true;
        showCaption();
    });
}

void Panel::setTitle(const QString &title)
{
    setHeading(title);
    setAccessibleName(title);
}

void Panel::setHeading(const QString &heading)
{
    m_title->setText(heading);
    m_title->setToolTip(heading);
    m_title->setVisible(m_showsTitleRow && !heading.isEmpty());
}

QVBoxLayout *Panel::controls()
{
    m_hasControls = true;
    showParts();
    return m_controls;
}

void Panel::moveControlsToMenu()
{
    auto *action = new QWidgetAction(menu());
    m_areControlsInMenu = true;
    m_controlPart->show(); // whoever shows the menu shows it
    m_controls->setContentsMargins(12, 8, 12, 8);
    m_controlPart->setFocusPolicy(Qt::StrongFocus); // the arrow keys of the menu reach it, Tab its controls
    action->setDefaultWidget(m_controlPart);
    menu()->insertAction(menu()->actions().value(0), action);
}

QMenu *Panel::menu()
{
    if (m_more)
        return m_more->menu();
    m_more = new QToolButton(this);
    m_more->setObjectName(QStringLiteral("panelMore"));
    m_more->setText(QStringLiteral("⋯"));
    m_more->setAccessibleName(tr("More of %1").arg(accessibleName()));
    m_more->setToolTip(m_more->accessibleName());
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    m_titleRow->addWidget(m_more);
    return m_more->menu();
}

void Panel::setTitleRowShown(bool shown)
{
    m_showsTitleRow = shown;
    // A panel without a head shows its menu on a right click, or on the keyboard's key for it.
    setContextMenuPolicy(shown ? Qt::DefaultContextMenu : Qt::CustomContextMenu);
    showParts();
}

void Panel::setBare(bool bare, QWidget *alone)
{
    m_isBare = bare;
    if (m_alone != alone) {
        const bool wasShown = m_alone && !m_alone->isHidden(); // another parent hides it
        if (m_alone)
            m_content->insertWidget(m_placeOfAlone, m_alone, 1);
        if (alone) {
            m_placeOfAlone = m_content->indexOf(alone);
            static_cast<QVBoxLayout *>(layout())->addWidget(alone, 1);
        }
        if (m_alone)
            m_alone->setVisible(wasShown);
        m_alone = alone;
    }
    showCard();
    showParts();
}

void Panel::showParts()
{
    m_head->setVisible(!m_isBare && m_showsTitleRow);
    m_body->setVisible(m_emptyText.isEmpty() && !m_alone);
    if (m_alone)
        m_alone->setVisible(m_emptyText.isEmpty());
    if (!m_areControlsInMenu)
        m_controlPart->setVisible(m_hasControls && !m_isBare && m_emptyText.isEmpty());
}

void Panel::setCardless(bool cardless)
{
    m_isCardless = cardless;
    showCard();
}

void Panel::showCard()
{
    const bool hasCard = !m_isCardless && !m_isBare;
    if (hasCard == m_hasCard)
        return;
    m_hasCard = hasCard;
    if (!hasCard)
        m_margins = layout()->contentsMargins();
    layout()->setContentsMargins(hasCard ? m_margins : QMargins());
    setProperty("bare", !hasCard);
    style()->unpolish(this);
    style()->polish(this);
}

void Panel::setCaption(const QString &caption)
{
    m_captionText = caption;
    showCaption();
}

void Panel::setMatrixCaption(const QString &caption)
{
    m_caption->setBeginsWithMatrix(true);
    setCaption(caption);
}

void Panel::showBusySignOf(Document *document)
{
    const auto follow = [this](bool busy) {
        m_isComputing = busy;
        followBusy();
    };
    connect(document, &Document::busyChanged, this, follow);
    follow(document->isBusy());
}

void Panel::setPainting(bool painting)
{
    m_isPainting = painting;
    followBusy();
}

void Panel::setEmptyText(const QString &text)
{
    if (text == m_emptyText)
        return;
    const bool changes = text.isEmpty() != m_emptyText.isEmpty();
    m_emptyText = text;
    m_empty->setText(text);
    if (!changes)
        return;
    m_empty->setVisible(!text.isEmpty());
    showParts();
    m_caption->setVisible(m_showsTitleRow && text.isEmpty());
    for (int i = 0; i < m_titleRow->count(); ++i)
        if (QWidget *control = m_titleRow->itemAt(i)->widget(); control && control != m_title) {
            control->setEnabled(text.isEmpty());
            if (qobject_cast<QLabel *>(control)) // what it says is of the content
                control->setVisible(text.isEmpty());
        }
    rest(!text.isEmpty());
}

void Panel::rest(bool rests)
{
    if (!isVisible())
        return;
    if (rests) {
        QHideEvent event;
        hideEvent(&event);
    } else {
        QShowEvent event;
        showEvent(&event);
        emit cameToFront();
    }
}

void Panel::followBusy()
{
    if (m_isComputing || m_isPainting) {
        if (!m_showsBusy && !m_busySign->isActive())
            m_busySign->start();
        return;
    }
    m_busySign->stop();
    m_showsBusy = false;
    showCaption();
}

void Panel::showCaption()
{
    m_caption->setText(m_showsBusy ? tr("computing…") : m_captionText);
    m_caption->setToolTip(m_showsBusy ? QString() : m_captionText);
}

Panel *panelOf(const QWidget *widget)
{
    for (QWidget *parent = widget ? widget->parentWidget() : nullptr; parent; parent = parent->parentWidget())
        if (auto *panel = qobject_cast<Panel *>(parent))
            return panel;
    return nullptr;
}

bool isSeen(const QWidget *widget)
{
    const auto *panel = qobject_cast<const Panel *>(widget);
    if (!panel)
        panel = panelOf(widget);
    return widget->isVisible() && !(panel && !panel->emptyText().isEmpty());
}

} // namespace regard

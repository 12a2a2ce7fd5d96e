#include "window/presentation/present_controls.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "controls/spoken_name.h"
#include "draw/page_fit.h"

namespace regard {

namespace {

constexpr int controlsMs = 2000;
constexpr int fromEdge = 12;

} // namespace

PresentControls::PresentControls(QWidget *parent, bool stays)
    : QFrame(parent), m_back(newButton(QStringLiteral("◀"), tr("Back"))), m_place(new QLabel(this)),
      m_forward(newButton(QStringLiteral("▶"), tr("Forward"))), m_play(newButton(tr("▶ Play"), tr("Play"))),
      m_difference(newButton(tr("Difference"), tr("Difference"))), m_stays(stays)
{
    setObjectName(QStringLiteral("presentControls"));
    setAccessibleName(tr("Controls of the presentation"));
    QToolButton *smaller = newButton(QStringLiteral("−"), tr("Smaller type"));
    QToolButton *larger = newButton(QStringLiteral("+"), tr("Larger type"));
    QToolButton *black = newButton(tr("Black"), tr("Black screen"));
    QToolButton *end = newButton(tr("Esc ends"), tr("End the presentation"));
    auto *row = new QHBoxLayout(this);
    for (QWidget *part : std::initializer_list<QWidget *>{m_back, m_place, m_forward, m_play, m_difference,
                                                          new QLabel(tr("Type"), this), smaller, larger, black, end})
        row->addWidget(part);
    connect(m_back, &QToolButton::clicked, this, [this] { emit turned(-1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { emit turned(1); });
    connect(m_play, &QToolButton::clicked, this, &PresentControls::playAsked);
    connect(m_difference, &QToolButton::clicked, this, &PresentControls::differenceAsked);
    connect(smaller, &QToolButton::clicked, this, [this] { emit typeAsked(-1); });
    connect(larger, &QToolButton::clicked, this, [this] { emit typeAsked(1); });
    connect(black, &QToolButton::clicked, this, &PresentControls::blackAsked);
    connect(end, &QToolButton::clicked, this, &PresentControls::endAsked);
    m_gone.setSingleShot(true);
    m_gone.setInterval(controlsMs);
    connect(&m_gone, &QTimer::timeout, this, &QWidget::hide);
    setVisible(stays);
}

QToolButton *PresentControls::newButton(const QString &text, const QString &name)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    nameButton(button, name);
    button->setToolTip(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // its key does the same
    return button;
}

void PresentControls::appear(const QString &place, bool offersPlay, bool offersDifference)
{
    for (QWidget *part : std::initializer_list<QWidget *>{m_back, m_place, m_forward})
        part->setVisible(!place.isEmpty());
    m_place->setText(place);
    m_play->setVisible(offersPlay);
    m_difference->setVisible(offersDifference);
    if (m_stays)
        return;
    m_gone.start();
    if (isVisible())
        return;
    // The type of the pictures is another from page to page.
    setStyleSheet(QStringLiteral("* { font-size: %1px; padding: 4px 10px; }")
                      .arg(qRound(leastPresentedType(parentWidget()->height()))));
    adjustSize();
    move((parentWidget()->width() - width()) / 2, fromEdge);
    raise();
    show();
}

} // namespace regard

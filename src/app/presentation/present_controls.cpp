#include "app/presentation/present_controls.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "widgets/parts/spoken_name.h"

namespace regard {

namespace {

constexpr int controlsMs = 2000;
constexpr int fromEdge = 12;

} // namespace

PresentControls::PresentControls(QWidget *window)
    : QFrame(window), m_back(newButton(QStringLiteral("◀"), tr("Back"))), m_place(new QLabel(this)),
      m_forward(newButton(QStringLiteral("▶"), tr("Forward"))),
      m_difference(newButton(tr("Difference"), tr("Difference")))
{
    setObjectName(QStringLiteral("presentControls"));
    setAccessibleName(tr("Controls of the presentation"));
    QToolButton *smaller = newButton(QStringLiteral("−"), tr("Smaller type"));
    QToolButton *larger = newButton(QStringLiteral("+"), tr("Larger type"));
    QToolButton *black = newButton(tr("Black"), tr("Black screen"));
    QToolButton *end = newButton(tr("Esc ends"), tr("End the presentation"));
    auto *row = new QHBoxLayout(this);
    for (QWidget *part : std::initializer_list<QWidget *>{m_back, m_place, m_forward, m_difference,
                                                          new QLabel(tr("Type"), this), smaller, larger, black, end})
        row->addWidget(part);
    connect(m_back, &QToolButton::clicked, this, [this] { emit turned(-1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { emit turned(1); });
    connect(m_difference, &QToolButton::clicked, this, &PresentControls::differenceAsked);
    connect(smaller, &QToolButton::clicked, this, [this] { emit typeAsked(-1); });
    connect(larger, &QToolButton::clicked, this, [this] { emit typeAsked(1); });
    connect(black, &QToolButton::clicked, this, &PresentControls::blackAsked);
    connect(end, &QToolButton::clicked, this, &PresentControls::endAsked);
    m_gone.setSingleShot(true);
    m_gone.setInterval(controlsMs);
    connect(&m_gone, &QTimer::timeout, this, &QWidget::hide);
    hide();
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

void PresentControls::appear(const QString &place, bool offersDifference)
{
    m_gone.start();
    for (QWidget *part : std::initializer_list<QWidget *>{m_back, m_place, m_forward})
        part->setVisible(!place.isEmpty());
    m_place->setText(place);
    m_difference->setVisible(offersDifference);
    if (isVisible())
        return;
    adjustSize();
    move((parentWidget()->width() - width()) / 2, fromEdge);
    raise();
    show();
}

} // namespace regard

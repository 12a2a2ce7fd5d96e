#include "window/fault_strip.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "document/work/fault.h"

namespace regard {

FaultStrip::FaultStrip(QWidget *parent) : QFrame(parent), m_sentence(new QLabel(this))
{
    setAccessibleName(tr("What went wrong"));
    m_sentence->setObjectName(QStringLiteral("error"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *dismiss = new QToolButton(this);
    dismiss->setText(QStringLiteral("×"));
    dismiss->setAutoRaise(true);
    dismiss->setToolTip(tr("Hide what went wrong"));
    dismiss->setAccessibleName(tr("Hide what went wrong"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 2, 4, 4);
    row->addWidget(m_sentence, 1);
    row->addWidget(dismiss, 0, Qt::AlignTop);
    connect(dismiss, &QToolButton::clicked, this, &QWidget::hide);
    connect(&Faults::all(), &Faults::reported, this, &FaultStrip::showError);
    hide();
}

void FaultStrip::showError(const QString &sentence)
{
    m_sentence->setText(sentence);
    setVisible(true);
    QAccessibleEvent alert(m_sentence, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

} // namespace regard

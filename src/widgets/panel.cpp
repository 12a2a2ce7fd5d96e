#include "widgets/panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QVBoxLayout>

#include "document/document.h"
#include "widgets/elided_label.h"

namespace regard {

namespace {

constexpr int noticeableDelay = 120; // ms; a sign that comes and goes sooner is flicker

}

Panel::Panel(const QString &title, QWidget *parent)
    : QFrame(parent), m_title(new QLabel(title, this)), m_caption(new ElidedLabel(this)), m_titleRow(new QHBoxLayout),
      m_content(new QVBoxLayout)
{
    setObjectName(QStringLiteral("panel"));
    setAccessibleName(title);
    m_title->setObjectName(QStringLiteral("panelTitle"));
    m_caption->setObjectName(QStringLiteral("panelCaption"));
    m_caption->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_titleRow->addWidget(m_title);
    m_titleRow->addWidget(m_caption, 1);
    m_content->setSpacing(6);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(12, 10, 12, 10);
    all->setSpacing(8);
    all->addLayout(m_titleRow);
    all->addLayout(m_content, 1);
}

void Panel::setTitle(const QString &title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void Panel::setCaption(const QString &caption)
{
    m_captionText = caption;
    showCaption();
}

void Panel::showBusySignOf(Document *document)
{
    m_busySign = new QTimer(this);
    m_busySign->setSingleShot(true);
    m_busySign->setInterval(noticeableDelay);
    connect(m_busySign, &QTimer::timeout, this, [this] {
        m_showsBusy = true;
        showCaption();
    });
    const auto follow = [this](bool busy) {
        if (busy) {
            m_busySign->start();
            return;
        }
        m_busySign->stop();
        m_showsBusy = false;
        showCaption();
    };
    connect(document, &Document::busyChanged, this, follow);
    follow(document->isBusy());
}

void Panel::showCaption()
{
    m_caption->setText(m_showsBusy ? tr("computing…") : m_captionText);
    m_caption->setToolTip(m_showsBusy ? QString() : m_captionText);
}

} // namespace regard

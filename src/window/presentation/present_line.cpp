#include "window/presentation/present_line.h"

#include <QAccessible>

#include "controls/app_theme.h"
#include "draw/page_fit.h"

namespace regard {

namespace {

constexpr int shownMs = 2000;
constexpr int fromFoot = 12;

} // namespace

PresentLine::PresentLine(AppTheme *theme, QWidget *window) : QLabel(window), m_theme(theme)
{
    setObjectName(QStringLiteral("presentLine"));
    setTextFormat(Qt::PlainText);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    m_silence.setSingleShot(true);
    m_silence.setInterval(shownMs);
    connect(&m_silence, &QTimer::timeout, this, &PresentLine::fallSilent);
}

void PresentLine::showText(const QString &text, int above)
{
    const Theme &colors = m_theme->theme();
    // While presenting it does not follow the type of the pictures, which is another from page to page.
    const QString type =
        colors.leastNumber > 0
            ? QStringLiteral("font-size: %1px;").arg(qRound(leastPresentedType(parentWidget()->height())))
            : QString();
    setStyleSheet(QStringLiteral("QLabel { background: %1; color: %2; border-radius: 5px; padding: 4px 12px; %3 }")
                      .arg(colors.text.name(), colors.panel.name(), type));
    setText(text);
    setAccessibleName(text);
    setMaximumWidth(parentWidget()->width() - 2 * fromFoot);
    adjustSize();
    move((parentWidget()->width() - width()) / 2, parentWidget()->height() - height() - fromFoot - above);
    raise();
    show();
    m_silence.start();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void PresentLine::fallSilent()
{
    m_silence.stop();
    hide();
}

} // namespace regard

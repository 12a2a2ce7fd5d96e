#include "window/base/motion.h"

#include <QApplication>
#include <QStyle>

#include "controls/motion.h"
#include "controls/portal_setting.h"

namespace regard {

Motion::Motion(Choice choice, QObject *parent) : QObject(parent), m_choice(choice)
{
    const auto *animations =
        new PortalSetting(QStringLiteral("org.gnome.desktop.interface"), QStringLiteral("enable-animations"), this);
    connect(animations, &PortalSetting::received, this, [this](const QVariant &value) {
        m_desktopMoves = value.toBool();
        apply();
    });
    apply();
}

void Motion::setChoice(Choice choice)
{
    m_choice = choice;
    apply();
}

bool Motion::isReduced() const
{
    if (m_choice != Choice::System)
        return m_choice == Choice::Reduced;
    return !m_desktopMoves || QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
}

void Motion::apply()
{
    setReducesMotion(isReduced());
}

Motion::Choice motionNamed(const QString &name)
{
    return name == QLatin1String("reduced") ? Motion::Choice::Reduced
           : name == QLatin1String("full")  ? Motion::Choice::Full
                                            : Motion::Choice::System;
}

QString motionName(Motion::Choice choice)
{
    switch (choice) {
    case Motion::Choice::Reduced:
        return QStringLiteral("reduced");
    case Motion::Choice::Full:
        return QStringLiteral("full");
    case Motion::Choice::System:
        break;
    }
    return QStringLiteral("system");
}

} // namespace regard

#pragma once

#include <QObject>
#include <QPalette>
#include <QString>

#include "figures/theme.h"

namespace regard {

/// Which theme the window wears: the system's or a fixed one. Sets palette and style sheet of the application.
class AppTheme : public QObject {
    Q_OBJECT
public:
    enum class Choice { System, Light, Dark };

    /// Applies the choice at once; follows the system while it is System (the desktop portal's
    /// org.freedesktop.appearance color-scheme over QtDBus on Qt 6.4, else the palette's lightness).
    explicit AppTheme(Choice choice, QObject *parent = nullptr);

    Choice choice() const { return m_choice; }
    void setChoice(Choice choice);
    const Theme &theme() const { return Theme::named(m_dark); }

    /// The style sheet of the whole application in that theme. Widgets ask for a look by name or property:
    /// QLabel#panelTitle, QLabel#panelCaption, QPushButton#primary, QPushButton#link, QLabel#error,
    /// QToolButton[chip="true"].
    static QString styleSheet(const Theme &theme);
    static QPalette palette(const Theme &theme);

signals:
    void changed();

private:
    void setSystemDark(bool dark);
    void apply();

    Choice m_choice;
    bool m_systemDark = false;
    bool m_dark = false;
};

} // namespace regard

#pragma once

#include <QFont>
#include <QObject>
#include <QPalette>
#include <QString>

#include "draw/theme.h"

namespace regard {

/// The window's theme: the system's or a fixed one. Sets palette and style sheet of the application.
class AppTheme : public QObject {
    Q_OBJECT
public:
    enum class Choice { System, Light, Dark };

    /// Applies the choice at once; follows the system while it is System (the desktop portal's
    /// org.freedesktop.appearance color-scheme over QtDBus on Qt 6.4, else the palette's lightness).
    explicit AppTheme(Choice choice, QObject *parent = nullptr);
    /// Restores the application's font.
    ~AppTheme() override;

    Choice choice() const { return m_choice; }
    void setChoice(Choice choice);
    const Theme &theme() const { return m_theme; }

    /// The factor by which type, controls and pictures are enlarged, for a projector: at least 1, at first 1. Numbers
    /// in pictures that are smaller than `leastNumber` before they are enlarged are left out then.
    double scale() const { return m_scale; }
    void setScale(double scale, double leastNumber = 0);

    /// The style sheet of the whole application in that theme, its lengths times `scale`. Widgets ask for a look by
    /// name or property: QLabel#panelTitle, QLabel#panelCaption, QPushButton#primary, QPushButton#link, QLabel#error,
    /// QToolButton[chip="true"].
    static QString styleSheet(const Theme &theme, double scale = 1);
    static QPalette palette(const Theme &theme);

    /// Takes the style sheet from the application until dress(): widgets that are made and placed in between are looked
    /// up in it once, not once for each widget that they come into.
    void undress();
    void dress();

signals:
    void changed(); ///< colours or scale

private:
    void setSystemDark(bool dark);
    void setDark(bool dark);
    void apply();
    void applyFont();

    Choice m_choice;
    bool m_systemDark = false;
    Theme m_theme;
    double m_scale = 1;
    double m_styledScale = 1; ///< of the sheet and the font
    QFont m_font;             ///< the application's before scaling
};

} // namespace regard

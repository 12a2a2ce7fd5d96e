#pragma once

#include <QObject>
#include <QString>

namespace regard {

/// Whether pictures move: as the desktop asks, or as the user chose. controls/motion.h has the value in effect.
class Motion : public QObject {
    Q_OBJECT
public:
    enum class Choice { System, Reduced, Full };

    /// Applies the choice at once; follows the desktop while it is System: its portal's
    /// org.gnome.desktop.interface enable-animations, and a style whose animations take no time.
    explicit Motion(Choice choice, QObject *parent = nullptr);

    Choice choice() const { return m_choice; }
    void setChoice(Choice choice);
    bool isReduced() const;

private:
    void apply();

    Choice m_choice;
    bool m_desktopMoves = true; ///< as the portal says; true where it says nothing
};

/// `system`, `reduced`, `full`, as the settings spell it; another word is System.
Motion::Choice motionNamed(const QString &name);
QString motionName(Motion::Choice choice);

} // namespace regard

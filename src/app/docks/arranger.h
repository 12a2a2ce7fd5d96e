#pragma once

#include <functional>
#include <map>
#include <optional>

#include <QList>
#include <QObject>
#include <QSize>
#include <QStringList>

#include "app/docks/arrangements.h"

class QDockWidget;
class QMainWindow;
class QTimer;

namespace regard {

class DockLayout;

/// What the settings keep of an arrangement besides the layout itself.
struct Arranged {
    Arrangement arrangement = Arrangement::Explore;
    QSize window;          ///< for which it was laid out
    QStringList planned;   ///< the panels that it opened, by their words
    bool isByHand = false; ///< a person has moved or sized a dock since
};

/// Opens and folds the docks: for a chosen arrangement, as a person asks for one of them, and as the window's size
/// changes, unless a person has moved or sized docks.
class Arranger : public QObject {
    Q_OBJECT
public:
    Arranger(QMainWindow *window, DockLayout *docks);

    /// The docks stay as they are while `rests` is true, whatever becomes of the window.
    void setRests(std::function<bool()> rests) { m_rests = std::move(rests); }
    /// Follows the dock of a panel that has a seat.
    void add(QDockWidget *dock, PanelId panel);
    /// Lays all of them out anew.
    void lay(Arrangement arrangement);
    /// Opens the panels, each in front; already open ones stay as large as they are.
    void bring(const std::vector<PanelId> &panels);
    /// Opens these panels and no others for a lesson's page, with or without the pictures in the middle. A person's own
    /// floating panels stay.
    void openAlone(const std::vector<PanelId> &panels, bool hasPictures);
    /// Gives them sizes that show them, beside a lesson of that width.
    void sizeForPage(const std::vector<PanelId> &panels, int lesson, bool hasPictures, PageSpace space);
    /// The width for the lesson that leaves pictures half of the window, where the page has panels at both sides of
    /// them; nothing elsewhere.
    std::optional<int> widthForLesson(const std::vector<PanelId> &panels) const;
    /// The person's arrangement is back: nothing stands elsewhere for a page.
    void forgetPage() { m_beside = nullptr; }
    /// Folds whatever is open at the right.
    void foldRight();
    /// Follows the window's size, and what the heads of another model need.
    void adapt();
    void adaptSoon();

    const Arranged &state() const { return m_state; }
    void setState(const Arranged &state) { m_state = state; }

signals:
    /// The pictures that belong to the arrangement.
    void heatmapAsked(bool shows);
    /// Docks opened, or got another size.
    void sized();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Dock {
        QDockWidget *dock;
        const Seat *seat;
    };

    QDockWidget *dockOf(PanelId panel) const;
    std::vector<QDockWidget *> docksOf(const std::vector<PanelId> &panels) const;
    bool isOpen(const Dock &each) const;
    QList<int> extents() const;
    void followToggle(const Dock &each, bool open);
    void fold(const Dock &each);
    void placeForPage(const std::vector<QDockWidget *> &docks, bool hasPictures);
    std::vector<Dock> dockedOf(const std::vector<PanelId> &panels) const;
    bool isAtBottom(const Dock &each) const;
    int leastWidth(const Dock &each) const;
    int widthForPage(const Dock &each, int beside) const;
    void shareHeight(const std::vector<Dock> &docks, bool isReasonLow);
    void size(const std::vector<Dock> &docks);
    void sizeAll();
    int extent(const Dock &each) const;
    bool isPlanned(const Dock &each) const;
    QStringList planned() const;

    QMainWindow *m_window;
    DockLayout *m_layout;
    std::function<bool()> m_rests;
    std::vector<Dock> m_docks;        ///< in the order of seats()
    std::map<PanelId, int> m_extents; ///< of those that were folded, as a person had sized them
    Arranged m_state;
    QDockWidget *m_beside = nullptr; ///< from the bottom, beside pictures that would be too low above it
    QList<int> m_pressed;            ///< sizes when the mouse was pressed between docks
    QTimer *m_soon;
    bool m_isLaying = false;
};

} // namespace regard

#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <QPointer>
#include <QWidget>

#include "controls/panel.h"
#include "window/regions/region_rects.h"
#include "window/regions/region_state.h"

class QFrame;
class QVBoxLayout;

namespace regard {

class OwnWindow;
class PictureSwitch;
class RegionGlide;
class RegionHandle;

/// The regions of the window below its top bar: heads at the left, the stage with the lines over it and the strip under
/// it, and the inspector at the right. A mode or a lesson's page says which panels stand there; any panel can be opened
/// in the inspector or in a window of its own besides.
class Regions : public QWidget {
    Q_OBJECT
public:
    explicit Regions(QWidget *parent);
    ~Regions() override;

    /// A panel takes its place when it is asked for; until then it is hidden.
    void add(PanelId id, QWidget *panel);
    /// The text of a lesson, which is the inspector while there is one.
    void setLesson(QWidget *lesson);
    /// Lines over the stage: notes, errors, comparison.
    QVBoxLayout *rows() const { return m_rowLayout; }
    /// Times the usual size of type.
    void setType(double type);
    /// Small models for teaching and checkpoints remember their own choices.
    void setKind(RegionState::Kind kind);

    Mode mode() const { return m_page ? m_page->mode : m_state.mode; }
    /// Shows a mode, which takes the place of a lesson's page. The present mode is restored to its usual choice.
    void setMode(Mode mode);
    void restoreAll(); ///< every mode as it was at first, all panels back in the window

    /// Brings a panel into view: where it stands in the present mode, else in the inspector.
    void open(PanelId id);
    void openInWindow(PanelId id);
    /// Closes one that stands in the inspector or in its own window.
    void close(PanelId id);
    bool isOpen(PanelId id) const;
    bool isInWindow(PanelId id) const { return m_windows.count(id) > 0; }
    std::vector<PanelId> seen() const;

    /// A lesson's page arranges the regions until leavePage(), or until a mode is chosen. Without panels it leaves
    /// them.
    void showPage(Mode mode, const std::vector<PanelId> &panels);
    void showLesson(bool shows); ///< where it goes, the user's own arrangement is back
    bool hasLesson() const { return m_hasLesson; }

    /// Shows only these panels, there, until endPresented(): for a presentation.
    void present(const std::map<PanelId, QRect> &places);
    void endPresented();
    bool isPresented() const { return m_presented.has_value(); }

    const Stand &stand() const { return m_stand; }
    const RegionRects &rects() const { return m_rects; }
    RegionState state() const; ///< the user's own, also during a lesson
    void setState(const RegionState &state);
    void hideWindows();

signals:
    void modeChanged(regard::Mode mode);
    void opened(regard::PanelId id);      ///< by open() or openInWindow()
    void exportAsked(regard::PanelId id); ///< in the menu of its head
    void arranged();                      ///< other panels, or other sizes

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Page {
        Mode mode;
        std::vector<PanelId> panels;
        ModeChoice choice; ///< what the user has done to it
    };

    ModeChoice &choice();
    Stand standNow() const;
    void shareParts();
    RegionNeeds needs(const Stand &stand, std::size_t pictures, std::size_t inspectors);
    std::vector<QWidget *> inspectorsNow() const;
    std::vector<QWidget *> placed() const; ///< those that have a place in the window
    void arrange();
    void place(std::map<QWidget *, QRect> places, const QWidget *focus);
    void placeHandles();
    void placeSwitch(const std::vector<PanelId> &seen);
    void addHead(PanelId id, Panel *panel);
    void moveSplit(int pixels);
    void moveInspector(int pixels);
    void moveInspectors(int pixels);
    void moveStrip(int pixels);
    void detach(PanelId id, const QRect &where);
    void attach(PanelId id);
    QWidget *panel(PanelId id) const;

    std::map<PanelId, QWidget *> m_panels;
    std::map<PanelId, OwnWindow *> m_windows;
    QWidget *m_lesson = nullptr;
    QFrame *m_card; ///< behind a pair of pictures, which is one
    QWidget *m_rows;
    QVBoxLayout *m_rowLayout;
    PictureSwitch *m_switch;
    RegionHandle *m_betweenPictures;
    RegionHandle *m_besideInspector;
    RegionHandle *m_betweenInspectors;
    RegionHandle *m_aboveStrip;
    RegionGlide *m_glide;
    RegionState m_state;
    RegionState::Kind m_kind = RegionState::Toy;
    double m_type = 1;
    double m_inspectorShare = 0.5;
    bool m_hasLesson = false;
    RegionState m_beforeLesson;
    std::optional<Page> m_page;
    std::optional<std::map<PanelId, QRect>> m_presented;
    Stand m_stand;
    Panel::StripParts m_parts; ///< of the strip
    RegionRects m_rects;
    bool m_isArranging = false;
};

} // namespace regard

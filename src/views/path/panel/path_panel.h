#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/path/path_data.h"
#include "views/path/path_numbers.h"

class QComboBox;
class QKeyEvent;

namespace regard {

class Figure;
class FigureView;
struct ViewOptions;

/// How many steps lie between two words, what can be computed at once, and how much of each word is left at the end.
class PathPanel : public Panel {
    Q_OBJECT
public:
    PathPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space; null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }
    ViewOptions viewOptions() const;
    QComboBox *placeBox() const { return m_place; }
    const PathWords &words() const { return m_words; }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void follow();
    void refresh();
    void showPlaces();
    void choosePlace(int index);
    std::optional<PathPlace> place() const;
    const PathFigure *shown() const;
    void pointAt(QPointF point, QPoint globalPosition);
    void click(QPointF point);
    void keyPressed(QKeyEvent *event);
    void moveTo(PathHit row);
    void choose(PathHit row);

    Document *m_document;
    AppTheme *m_theme;
    PathNumbers *m_numbers;
    QComboBox *m_place;
    FigureView *m_view;
    ShownState m_state;                    ///< the present one, token by token
    std::optional<PathPlace> m_shownPlace; ///< whose words these are
    std::vector<PathPlace> m_places;       ///< as the box lists them
    PathWords m_words;
    std::optional<PathHit> m_current; ///< where the keyboard is
    bool m_stale = true;
};

} // namespace regard

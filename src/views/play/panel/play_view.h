#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "controls/app_theme.h"
#include "document/document.h"
#include "views/play/play_data.h"
#include "views/steps/walk_source.h"

class QKeyEvent;

namespace regard {

class FigureView;
class PlayBar;
class PlayFigure;
class PlaySentences;

/// How one word comes to look at the others: the picture, below it the scenes to play, and what happens in them.
/// Everything grows with the space.
class PlayView : public QWidget {
    Q_OBJECT
public:
    static constexpr int cardGap = 8; ///< above what is said, which is a card of its own

    PlayView(Document *document, AppTheme *theme, QWidget *parent);

    /// Reads what is shown now. The present state is played, also while another or a difference is shown.
    void refresh();
    /// Null where there is none.
    const PlayData *data() const { return m_data.get(); }
    /// "How “it” comes to look at “cat” · layer 1 · head 1"; empty where there is none.
    QString title() const;
    double seconds() const;
    /// The moment for an export: nothing at the end, where all of it is seen.
    std::optional<double> moment() const;
    /// The play for export.
    WalkSource source() const;

    FigureView *view() const { return m_view; }
    /// Where the card of what is said begins, and below; empty where nothing is said.
    QRect belowGap() const;
    PlayBar *bar() const { return m_bar; }
    /// What is said at this moment.
    QString sentences() const;

signals:
    void cardMoved(); ///< that of what is said
    void keyPressed(QKeyEvent *event); ///< that it does not use itself

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    ShownState played() const;
    const PlayFigure *shown() const;
    void showMoment();
    void fitType();
    void pointAt(QPointF point, QPoint globalPosition);
    void click(QPointF point);
    void takeKey(QKeyEvent *event);
    void moveBy(int keys);
    void choose(int key, bool pins);

    Document *m_document;
    AppTheme *m_theme;
    FigureView *m_view;
    PlayBar *m_bar;
    PlaySentences *m_sentences;
    std::shared_ptr<const PlayData> m_data;
};

} // namespace regard

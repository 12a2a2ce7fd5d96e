#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <QWidget>

#include "controls/app_theme.h"
#include "document/document.h"
#include "views/ablation/ablation_effect_data.h"

class QKeyEvent;
class QLabel;
class QToolButton;

namespace regard {

class AblationWhole;
class BackgroundWork;
class FigureView;

/// The effect of switching off: on each token's output, and on the next token.
class AblationEffectPage : public QWidget {
    Q_OBJECT
public:
    AblationEffectPage(Document *document, AblationWhole *whole, AppTheme *theme, QWidget *parent);

    FigureView *view() const { return m_view; }
    QToolButton *chip(EffectView view) const { return m_chips[std::size_t(view)]; }
    /// Numbers are computed only while they are visible, on this page or elsewhere.
    void setWatched(bool watched);
    /// What the picture shows; nothing where there is none.
    const std::optional<AblationEffectData> &shown() const { return m_data; }
    BackgroundWork *work() const { return m_work; }
    /// The picture as seen, for a space; null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;

signals:
    /// shown() and summary() changed.
    void shownChanged();

private:
    /// Everything that the numbers depend on.
    struct Question {
        SharedTrace now;
        SharedTrace whole;
        EffectView view = EffectView::Sublayer;
        Sublayer sublayer{};
        int head = 0;
        int position = -1; ///< for Words

        bool operator==(const Question &) const = default;
    };

    void buildChips();
    void refresh();
    void showEffect();
    void adopt(std::optional<AblationEffectData> effect);
    void followSelection();
    std::optional<Question> question() const;
    QString emptyMessage() const;
    EffectView effectView() const;
    std::unique_ptr<Figure> listOf(QSizeF size, const Theme &theme, bool hasTitle) const;
    void pointAt(QPointF point, QPoint globalPosition);
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void keyPressed(QKeyEvent *event);
    Selection asking() const;
    void moveTo(int token);

    Document *m_document;
    AblationWhole *m_whole;
    AppTheme *m_theme;
    QToolButton *m_chips[4] = {};
    QWidget *m_chipRow;
    QLabel *m_summary;
    FigureView *m_view;
    std::optional<AblationEffectData> m_data;
    std::optional<Question> m_asked; ///< the question that the data answers
    BackgroundWork *m_work;          ///< for the words of a large vocabulary
    QString m_problem;
    bool m_isWatched = false;
};

} // namespace regard

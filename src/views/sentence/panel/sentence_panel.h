#pragma once

#include <memory>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/base/made_once.h"
#include "views/base/token_focus.h"
#include "views/sentence/shown_sentence.h"

class QKeyEvent;

namespace regard {

class FigureView;

/// The sentence as running text, once per head, shaded by what the word in focus attends to.
class SentencePanel : public Panel {
    Q_OBJECT
public:
    SentencePanel(Document *document, AppTheme *theme, QWidget *parent);

    /// What is on screen as plain data; there must be a result.
    const SentenceData &sentenceData() const;
    /// The picture as seen, for a space; null where there is no result yet.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }

private:
    void followShown();
    void refresh();
    TokenSide textSide() const; ///< the words of the text are the queries, or the keys of cross-attention
    void pointAt(QPointF point, QPointF globalPosition);
    QString pairText(const ShownState &state, int query, const SentenceHit &hit) const;
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void keyPressed(QKeyEvent *event);
    const SentenceFigure *shown() const;

    Document *m_document;
    AppTheme *m_theme;
    FigureView *m_view;
    ShownInput m_seen; ///< at the time the picture was last made
    mutable MadeOnce<SentenceData> m_data;
};

} // namespace regard

#pragma once

#include <QToolButton>

#include "draw/color_bar.h"

class QAction;
class QActionGroup;

namespace regard {

class Document;

/// The colour bar in the heatmap's head. It is the button with the menu of how weights become colours, in the heatmap
/// and in the map of heads alike.
class ColorScaleButton : public QToolButton {
    Q_OBJECT
public:
    ColorScaleButton(Document *document, QWidget *parent);

    QAction *action(ColorScale scale) const;
    /// Sets the reason why no weights are in view, else empty.
    void setReasonAgainst(const QString &reason);
    void setBar(const ColorBar &bar, const Theme &theme);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void addChoice(ColorScale scale, const QString &text, const QString &meaning);
    void showScale();

    Document *m_document;
    QActionGroup *m_choices;
    QString m_meaning;
    ColorBar m_bar;
    Theme m_theme;
};

} // namespace regard

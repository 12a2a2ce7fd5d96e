#pragma once

#include <QToolButton>

#include "engine/model/color_scale.h"

class QAction;
class QActionGroup;

namespace regard {

class Document;

/// The button with the menu of how weights become colours, in the heatmap and in the map of heads alike.
class ColorScaleButton : public QToolButton {
    Q_OBJECT
public:
    ColorScaleButton(Document *document, QWidget *parent);

    QAction *action(ColorScale scale) const;
    /// Where no weights are in view the reason why, else empty.
    void setReasonAgainst(const QString &reason);

private:
    void addChoice(ColorScale scale, const QString &text, const QString &meaning);
    void showScale();

    Document *m_document;
    QActionGroup *m_choices;
    QString m_meaning;
};

} // namespace regard

#pragma once

#include <memory>

#include "document/document.h"
#include "figures/why/why_data.h"
#include "widgets/parts/app_theme.h"
#include "widgets/parts/panel.h"

class QLabel;
class QPushButton;

namespace regard {

class Figure;
class FigureView;
struct ViewOptions;

/// Why the query in focus looks at its key, in a few lines.
class WhyPanel : public Panel {
    Q_OBJECT
public:
    WhyPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space; null where nothing is in focus.
    std::unique_ptr<Figure> figure(QSizeF size) const;
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }
    ViewOptions viewOptions() const;
    /// The question; empty where there is none.
    QString question() const;
    QPushButton *stepsButton() const { return m_steps; }

signals:
    void stepsAsked(); ///< and show the score of this pair

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildTitle();
    void refresh();
    QString whyNone() const;
    void showSteps();

    Document *m_document;
    AppTheme *m_theme;
    FigureView *m_view;
    QLabel *m_question;
    QPushButton *m_steps;
    WhyData m_data; ///< without a title: no pair is explained
    bool m_stale = true;
};

} // namespace regard

#pragma once

#include <memory>

#include "document/document.h"
#include "figures/step_data.h"
#include "widgets/app_theme.h"
#include "widgets/panel.h"
#include "widgets/step_maker.h"

class QKeyEvent;
class QToolButton;

namespace regard {

class Figure;
class FigureView;
class StepsFigure;

/// The stages that lead to the selected weight and on from it, one at a time or all below each other, with every
/// number.
class StepsPanel : public Panel {
    Q_OBJECT
public:
    StepsPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space: the chosen stage, or the page of all. Null where there is no attention.
    std::unique_ptr<Figure> figure(QSizeF size) const;
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }

    StepKind step() const { return m_kind; }
    /// Shows that stage; nothing where the model has none of it.
    void setStep(StepKind kind);
    bool showsAll() const;
    const StepsData &data() const { return m_data; }

    // Controls, for tests
    const std::vector<QToolButton *> &chips() const { return m_chips; }
    QToolButton *backButton() const { return m_back; }
    QToolButton *forthButton() const { return m_forth; }
    QToolButton *allButton() const { return m_all; }
    QToolButton *matrixButton() const { return m_matrix; }

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildControls();
    void refresh();
    void showChips();
    void nameChips();
    StepChoice choice() const;
    QString emptyMessage() const;
    void describe();
    int position() const;
    void go(int position);
    void chooseComponent(int component);
    void pointAt(QPointF point, QPoint globalPosition);
    void click(QPointF point);
    void keyPressed(QKeyEvent *event);
    void moveKey(int key);
    void pin(int key);
    const StepsFigure *shown() const;

    Document *m_document;
    AppTheme *m_theme;
    FigureView *m_view;
    QWidget *m_controls;
    QToolButton *m_back = nullptr;
    QToolButton *m_forth = nullptr;
    QToolButton *m_all = nullptr;
    QToolButton *m_matrix = nullptr;
    std::vector<QToolButton *> m_chips; ///< one a stage
    StepKind m_kind = StepKind::Softmax;
    int m_component = -1; ///< as StepChoice says
    StepsData m_data;     ///< of the present result and selection, while the panel is seen
    bool m_stale = true;
};

} // namespace regard

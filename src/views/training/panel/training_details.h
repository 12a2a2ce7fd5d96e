#pragma once

#include <functional>
#include <memory>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "controls/refusal.h"
#include "document/document.h"
#include "views/table/view_table.h"

class QComboBox;
class QLabel;
class QSpinBox;
class QToolButton;

namespace regard {

class FigureView;
class TrainingOptionsForm;

/// All of a run that its row and its curve leave out: numbers, the task's models, options, and the figure of every
/// number that was measured.
class TrainingDetails : public Panel {
    Q_OBJECT
public:
    TrainingDetails(Document *document, AppTheme *theme, QWidget *parent);

    QLabel *statusLine() const { return m_status; }
    QComboBox *modelList() const { return m_models; }
    QSpinBox *stepsField() const { return m_count; }
    QToolButton *stepsButton() const { return m_many; }
    TrainingOptionsForm *options() const { return m_options; }
    FigureView *view() const { return m_view; }

    /// Accuracy over length in place of the figure of the run, where there is any.
    void setByLength(bool isByLength);

    /// The figure as it is now.
    ViewOptions viewOptions() const;
    QSizeF figureSize() const;
    /// Null where there is no curve yet.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;

    void refresh();

signals:
    /// Why something that was asked for here is refused; empty: nothing is.
    void refused(const QString &sentence, const regard::Refusal &again = {});

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildFigure();
    void placeAll();
    void connectAll();
    void fillModels();
    void showModel();
    void showFigure();
    void showProgress();
    QString learnedText() const;
    QString progressText() const;
    void attempt(const std::function<void()> &run);

    Document *m_document;
    AppTheme *m_theme;
    QLabel *m_status;
    QLabel *m_learned;
    QComboBox *m_models;
    QSpinBox *m_count;
    QToolButton *m_many;
    TrainingOptionsForm *m_options;
    QToolButton *m_log;
    FigureView *m_view;
    std::shared_ptr<const TrainingCurve> m_shownCurve;
    bool m_isByLength = false;
};

} // namespace regard

#pragma once

#include <memory>
#include <set>
#include <vector>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/output/generation.h"
#include "views/output/output_data.h"

class QComboBox;
class QDoubleSpinBox;
class QKeyEvent;
class QLabel;
class QPushButton;
class QSpinBox;
class QTimer;

namespace regard {

class BackgroundWork;
class FigureView;

/// The output layer's result: for a decoder, what comes next after each of its tokens, with the controls that feed it
/// back; for a masked language model, the word at each position. A large vocabulary's rows are computed on a thread as
/// they come into view.
class OutputPanel : public Panel {
    Q_OBJECT
public:
    OutputPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture for a space, complete: missing rows are computed now. Null where there is no output.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }
    Generation *generation() const { return m_generation; }
    NextTokenRule rule() const { return m_generation->options().rule; }

    // Controls, for tests
    QDoubleSpinBox *temperature() const { return m_temperature; }
    QSpinBox *topK() const { return m_topK; }
    QSpinBox *limit() const { return m_limit; }
    QComboBox *choice() const { return m_choice; }
    BackgroundWork *work() const { return m_work; }
    /// The text below the controls: that the words mean nothing, why generating stopped.
    QString note() const;
    QString emptyMessage() const; ///< the text in place of a picture, with what to do

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildControls();
    void connectDocument();
    void refresh();
    void resultCame();
    void showControls();
    void showNotes();
    void readControls();
    void editVocabulary();
    void pointAt(QPointF point, QPoint globalPosition);
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void keyPressed(QKeyEvent *event);
    void moveTo(int position);
    bool bringCellIntoView();
    void moveToCell(int cell);
    bool appendCell(int cell);
    int focusedPosition() const;
    OutputSource source() const;
    std::shared_ptr<NextTokens> next() const;
    OutputData output() const;
    std::unique_ptr<Figure> figureInView(QSizeF size);
    OutputData::Row rowInView(int position, int count);
    void computeWanted();
    int goesOnAt() const;
    Selection asking() const;
    const OutputFigure *shown() const;

    Document *m_document;
    AppTheme *m_theme;
    Generation *m_generation;
    FigureView *m_view;
    QWidget *m_controls;
    QPushButton *m_vocabulary;
    QSpinBox *m_limit;
    QComboBox *m_choice;
    QDoubleSpinBox *m_temperature;
    QSpinBox *m_topK;
    QLabel *m_honesty;
    QLabel *m_message;
    std::vector<QWidget *> m_feeding; ///< the controls that feed words back
    BackgroundWork *m_work;
    QTimer *m_soon;
    int m_cell = -1;     ///< in focus, in the row that the text continues from
    int m_positions = 0; ///< rows on screen
    ReadResult m_seen;   ///< the result that they show
    mutable std::shared_ptr<NextTokens> m_next;
    mutable std::shared_ptr<NextTokens> m_before; ///< of the state before, shown until the present rows are computed
    std::set<int> m_wanted;                       ///< rows that were painted before they were computed
};

} // namespace regard

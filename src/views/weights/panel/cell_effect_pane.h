#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <QTimer>
#include <QWidget>

#include "controls/app_theme.h"
#include "document/document.h"
#include "views/weights/cell_effect_data.h"

class QKeyEvent;
class QLabel;
class QScrollArea;
class QToolButton;

namespace regard {

class BackgroundWork;
class FigureView;
class FlowLayout;

/// The effect of the document's current cell on the scores and weights of the head in view: a line, and, once that is
/// opened, two sentences and a small picture. Nothing is computed while it is hidden.
class CellEffectPane : public QWidget {
    Q_OBJECT
public:
    CellEffectPane(Document *document, AppTheme *theme, QWidget *parent);
    ~CellEffectPane() override;

    bool isOpen() const;
    void setOpen(bool open);
    /// The maximum height of the picture, in pixels; where that is too little, it is left out.
    void setPictureRoom(int height);
    /// Sets the multiplications from which a derivative is computed on the thread.
    void setThreadCost(double cost) { m_threadCost = cost; }

    FigureView *picture() const { return m_view; }
    /// The row of the line, for what else stands at its right, or below it in a narrow panel.
    FlowLayout *lineRow() const { return m_row; }
    QString lineText() const;
    QString message() const;
    QString movedText() const;
    QString pairText() const;

signals:
    void openChanged(bool open); ///< by the user

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    /// Everything that a derivative depends on.
    struct Question {
        std::shared_ptr<const Model> model;
        SharedTrace trace;
        CellRef cell;
        AttentionPlace place;
        int head = -1;

        bool operator==(const Question &) const = default;
        bool isOfSameHeadAs(const Question &other) const
        {
            return cell == other.cell && place == other.place && head == other.head;
        }
    };

    void buildHead();
    void buildPicture();
    void refresh();
    void follow();
    std::optional<Question> question() const;
    bool isInTrace(const CellRef &cell) const;
    double costOf(const Question &question) const;
    void ask();
    void adopt(std::shared_ptr<const HeadDerivative> derivative);
    void showAnswer();
    void showPair();
    void showNothing(const QString &message);
    void showLine(const QString &text);
    void nameCell();
    void fitPicture();
    Selection within() const;
    HiddenTokens hiddenFrom(const Selection &within) const;

    void pointAt(QPointF point, QPoint globalPosition);
    void leave();
    void click(QPointF point);
    void keyPressed(QKeyEvent *event);
    void moveTo(int query, int key);

    Document *m_document;
    AppTheme *m_theme;
    QToolButton *m_open;
    FlowLayout *m_row;
    QLabel *m_line;
    QLabel *m_name;
    QToolButton *m_scores;
    QToolButton *m_weights;
    QScrollArea *m_scroll; ///< a low panel shows a part of the body
    QWidget *m_body;
    QLabel *m_message; ///< where nothing can be computed
    QLabel *m_moved;
    QLabel *m_pair;
    FigureView *m_view;
    int m_room = 0;
    double m_threadCost;
    QTimer m_timer;                  ///< delay before a long computation
    bool m_asksSoon = false;         ///< a short computation is scheduled
    std::optional<Question> m_asked; ///< being computed or computed last
    std::optional<Question> m_shown; ///< of the derivative below
    std::shared_ptr<const HeadDerivative> m_derivative;
    CellEffect m_effect;
    BackgroundWork *m_work; ///< for long computations
};

} // namespace regard

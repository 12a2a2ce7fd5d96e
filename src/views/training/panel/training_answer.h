#pragma once

#include <memory>

#include <QWidget>

#include "controls/refusal.h"
#include "training/tasks/own_task.h"

class QBoxLayout;
class QLabel;
class QPushButton;

namespace regard {

class AppTheme;
class Document;
class Figure;
class FigureView;
class TaskSentences;
struct Task;

/// What a model in training answers, and beside it the curve of its run. Where the run cannot go on, it says why in
/// place of the answer, with a button that helps.
class TrainingAnswer : public QWidget {
    Q_OBJECT
public:
    TrainingAnswer(Document *document, AppTheme *theme, QWidget *parent);

    /// Why something that was asked for is refused; empty: nothing is.
    void showRefusal(const QString &sentence, const Refusal &again = {});
    /// The refusal that is shown; null: none is, or it cannot be said in another language.
    Refusal refusal() const { return m_refusal.isEmpty() ? Refusal() : m_again; }
    /// As the strip it takes the height that there is: words that have none go, the heading last.
    void setStrip(bool isStrip);
    /// The curve alone.
    void setWordless(bool isWordless);
    /// Accuracy over length in place of the curve, where there is any.
    void setByLength(bool isByLength);

    QLabel *messageLine() const { return m_message; }
    QPushButton *remedyButton() const { return m_remedy; }
    QLabel *headingLine() const { return m_heading; }
    QLabel *answerLine() const { return m_answer; }
    TaskSentences *sentences() const { return m_sentences; }
    FigureView *view() const { return m_curve; }

    void refresh();

signals:
    void ownFileAsked(OwnKind kind); ///< the file of a run that was not read

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void placeAll();
    void applyLooks();
    void arrange();
    void showMessage();
    void showAnswer();
    void readAnswer();
    void showCurve();
    void help();
    QString heldOutText(bool isHeldOut) const;
    QString outlook() const;
    static QString curveTip();
    std::unique_ptr<Figure> figure(QSizeF space) const;

    Document *m_document;
    AppTheme *m_theme;
    QBoxLayout *m_sides = nullptr;
    QWidget *m_words;
    QLabel *m_message;
    QPushButton *m_remedy;
    QLabel *m_heading;
    QLabel *m_answer;
    TaskSentences *m_sentences;
    FigureView *m_curve;
    QString m_refusal;
    Refusal m_again;
    std::shared_ptr<const Task> m_refusedTask; ///< that was shown then
    bool m_isByLength = false;
    bool m_isStrip = false;
    bool m_isWordless = false;
};

} // namespace regard

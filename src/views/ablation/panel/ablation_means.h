#pragma once

#include <QString>
#include <QWidget>

#include "document/document.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace regard {

class BackgroundWork;

/// The mean over the sentences of a file in place of a part's output: which file, how far it is computed, and whether
/// it is old. Without one, what the mean over the present sentence leaks.
class AblationMeans : public QWidget {
    Q_OBJECT
public:
    AblationMeans(Document *document, QWidget *parent);
    ~AblationMeans() override;

    /// Asks for the file; false where none was chosen.
    bool choose();
    void setFile(const QString &file);
    /// Sets what of the interventions is replaced by means, one undo step, once these are there; meanwhile everything
    /// stays. What is still awaited comes with it. The file is the one chosen, else that of the present means, else the
    /// last one; where none is known it is asked for.
    void apply(const Interventions &interventions, const QString &text);
    /// Whether the mean over the present sentence is chosen where tokens do not see later ones.
    void setSentenceMean(bool isChosen);

    bool isRunning() const;
    void waitUntilDone();
    void cancel();
    QLabel *note() const { return m_note; }
    QPushButton *again() const { return m_again; }

signals:
    void ended(); ///< a run, however

private:
    void showState();
    void adopt(const Interventions &computed, const QString &text);

    Document *m_document;
    BackgroundWork *m_work;
    QString m_file; ///< absolute; the one chosen since means were last adopted
    QString m_lastFile;
    Interventions m_awaited; ///< of a run
    QString m_problem;
    bool m_hasSentenceMean = false;
    QLabel *m_note;
    QPushButton *m_again;
    QWidget *m_running;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
};

} // namespace regard

#pragma once

#include <map>
#include <optional>

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

    void setFile(const QString &file);
    /// Replaces heads and sublayers as in the interventions, one undo step, once the means are there; meanwhile
    /// everything stays. What is still awaited comes with it, except for parts that were changed since it was asked
    /// for. The file is the one chosen, else that of the present means, else the last one; where none is known it is
    /// asked for.
    void apply(const Interventions &interventions, const QString &text);
    /// What an earlier run could not read is said no longer: the user does something else.
    void forgetProblem();
    /// Whether the mean over the present sentence is chosen where tokens do not see later ones, and whether the mean
    /// over other sentences is.
    void setChosen(bool isSentenceMean, bool isMeanOver);

    bool isRunning() const;
    void waitUntilDone();
    void cancel();
    QLabel *note() const { return m_note; }
    QPushButton *again() const { return m_again; }
    QPushButton *other() const { return m_other; }

signals:
    void ended(); ///< a run, however

private:
    /// What a part was replaced by when a change was asked for, and what it is to be; nothing: as computed.
    struct Change {
        std::optional<Replacement> from;
        std::optional<Replacement> to;
    };
    template <typename Part>
    using Changes = std::map<Part, Change>;

    bool choose();
    QString file() const;
    void chooseOther();
    void showState();
    Interventions changed() const;
    void run(const QString &text);
    void adopt(const SharedMeans &means, const QString &text);

    Document *m_document;
    BackgroundWork *m_work;
    QString m_file; ///< absolute; the one chosen since means were last adopted
    QString m_lastFile;
    Changes<HeadRef> m_heads; ///< of a run
    Changes<Sublayer> m_sublayers;
    QString m_problem;
    bool m_isSentenceMeanChosen = false;
    bool m_isMeanOverChosen = false;
    QLabel *m_note;
    QPushButton *m_again;
    QPushButton *m_other;
    QWidget *m_running;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
};

} // namespace regard

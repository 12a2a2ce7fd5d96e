#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

class QWidget;

namespace regard {

/// What is asked before work could be lost.
class SaveQuestions {
    Q_DECLARE_TR_FUNCTIONS(SaveQuestions)

public:
    explicit SaveQuestions(QWidget *window) : m_window(window) {}

    enum class Answer { Save, Discard, Cancel };
    /// Whether the projects of these names, at least one, are to be saved.
    Answer askToSave(const QStringList &names) const;

    enum class Overwriting { Yes, No, Elsewhere, Compare };
    /// Another program has changed the file that is to be saved.
    Overwriting askToOverwrite(const QString &path) const;

    /// Says by this sentence why nothing was saved. True where another place is wanted.
    bool askForElsewhere(const QString &sentence) const;

private:
    QWidget *m_window;
};

} // namespace regard

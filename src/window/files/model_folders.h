#pragma once

#include <memory>

#include <QObject>
#include <QString>
#include <QStringList>

#include "document/comparison/pinned_state.h"

class QWidget;

namespace regard {

class BackgroundWork;
class Document;
class ProjectFiles;
class SentenceBar;

/// Models and files that the document is compared with: a model's folder is pinned and reads what the document reads,
/// whatever is typed; a file of attention shows the same sentence; a project is pinned as its file has it. And the
/// folders of one model at several steps of its training, which are gone through as a list.
class ModelFolders : public QObject {
    Q_OBJECT
public:
    /// Takes objects that outlive this, or go together with it.
    ModelFolders(Document *document, ProjectFiles *files, SentenceBar *bar, QWidget *window);

    /// Ask for a folder, or a file, and pin it. False where the user cancelled or it failed: what was pinned stays.
    bool pinFolder();
    bool pinFile();
    /// Pins a place that is known. False where it failed.
    bool pin(const QString &path);
    /// Pins the model as it was opened, which reads what the document reads.
    void pinOpened();
    bool canPinOpened() const; ///< it has changed since, by hand or in training
    /// The folders of the open model's series, by step; empty where there is none.
    const QStringList &series() const { return m_series; }
    int step() const; ///< which of them is open; −1: none
    /// Opens another one of them; sentences, what is looked at and what is pinned stay. Never more than two models are
    /// in memory. False where the user cancelled or it failed.
    bool showStep(int step);
    /// Waits until the pinned model has read the present sentence. For tests.
    void waitUntilDone();

signals:
    /// The pinned model cannot read the present sentence: why. It stays at the one before.
    void failed(const QString &sentence);

private:
    void follow();
    void take(const std::shared_ptr<const PinnedState> &state, const std::shared_ptr<const Project> &followed);
    Project atPresent(const Project &followed) const;
    bool isAtPresent() const;
    void findSeries();
    void warn(const QString &path, const QString &sentence) const;

    Document *m_document;
    ProjectFiles *m_files;
    SentenceBar *m_bar;
    QWidget *m_window;
    BackgroundWork *m_work;
    std::shared_ptr<const Project> m_followed; ///< the pinned one, where it follows the document; else null
    QString m_name;
    std::shared_ptr<const PinnedState> m_state; ///< what was pinned of it last
    bool m_isStepping = false;
    QStringList m_series;
};

} // namespace regard

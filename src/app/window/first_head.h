#pragma once

#include <QObject>
#include <QTimer>

#include "views/heads/first_picture.h"

class QPushButton;
class QStatusBar;

namespace regard {

class Document;
class ProjectFiles;

/// A model that was opened or made without a project shows one strong picture first (views/heads/first_picture.h), once
/// it has computed one, unless a head was chosen meanwhile. A button in the status line says how the head was chosen
/// for as long as it is the one in view, and shows all heads.
class FirstHead : public QObject {
    Q_OBJECT
public:
    FirstHead(Document *document, ProjectFiles *files, QStatusBar *bar);

private:
    void look();
    void choose();
    void showAll();
    void followSelection();
    bool isUntouched() const;

    Document *m_document;
    QPushButton *m_button;
    QTimer m_pause{this}; ///< a sentence is being typed: what is chosen by half of it would be chance
    bool m_waits = false;
    std::optional<FirstPicture> m_chosen;
};

} // namespace regard

#pragma once

#include <QObject>
#include <QTimer>

#include "views/base/first_picture.h"

namespace regard {

class Document;
class ProjectFiles;

/// A model that was opened or made without a project shows one strong picture first (views/base/first_picture.h), once
/// it has computed one, unless a head was chosen meanwhile.
class FirstHead : public QObject {
    Q_OBJECT
public:
    FirstHead(Document *document, ProjectFiles *files);

signals:
    void chosen(const QString &how); ///< a sentence: which head, and by what it was chosen

private:
    void chooseWhenUsable();
    void choose();
    bool isUntouched() const;

    Document *m_document;
    QTimer m_pause{this}; ///< a sentence is being typed: what is chosen by half of it would be chance
    bool m_waits = false;
};

} // namespace regard

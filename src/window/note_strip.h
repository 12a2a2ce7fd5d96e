#pragma once

#include <QFrame>

class QLabel;

namespace regard {

class Document;

/// Which parts of a checkpoint's folder are not read. A cross hides it until another project is loaded.
class NoteStrip : public QFrame {
    Q_OBJECT
public:
    NoteStrip(Document *document, QWidget *parent);

    /// Keeps notes quiet while a lesson is open, whose pages do the explaining.
    void setQuiet(bool quiet);

private:
    void readDocument();

    Document *m_document;
    QLabel *m_folder;
    bool m_dismissed = false;
    bool m_quiet = false;
};

} // namespace regard

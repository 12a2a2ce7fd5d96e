#pragma once

#include <QFrame>

class QLabel;

namespace regard {

class Document;

/// The project's note, which parts of a checkpoint's folder are not read, and where weights are random a sentence that
/// says so. A cross hides the first two until another project is loaded; the sentence about random weights stays as
/// long as it is true.
class NoteStrip : public QFrame {
    Q_OBJECT
public:
    NoteStrip(Document *document, QWidget *parent);

    /// While a lesson is open, its pages do the explaining.
    void setQuiet(bool quiet);

private:
    void readDocument();

    Document *m_document;
    QLabel *m_note;
    QLabel *m_folder;
    QLabel *m_random;
    QWidget *m_dismiss;
    bool m_dismissed = false;
    bool m_quiet = false;
};

} // namespace regard

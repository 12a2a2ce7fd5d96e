#pragma once

#include <string>
#include <vector>

#include <QWidget>

class QToolButton;

namespace regard {

class Document;

/// Keeps a matrix as it is while the others learn, or lets it learn alone. Shown while a task is chosen.
class MatrixLock : public QWidget {
    Q_OBJECT
public:
    MatrixLock(Document *document, QWidget *parent);

    /// The matrix by its full name, or "X"; empty: none.
    void setMatrix(const std::string &name);

    QToolButton *lockButton() const { return m_lock; }
    QToolButton *aloneButton() const { return m_alone; }

private:
    std::vector<std::string> parameters() const;
    void lockOthers();
    void refresh();

    Document *m_document;
    QToolButton *m_lock;
    QToolButton *m_alone;
    std::string m_parameter;
};

} // namespace regard

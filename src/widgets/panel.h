#pragma once

#include <QFrame>
#include <QString>

class QLabel;
class QHBoxLayout;
class QTimer;
class QVBoxLayout;

namespace regard {

class Document;

/// A titled card: bold title left, a quiet caption right, content below. The application's style sheet rounds it.
class Panel : public QFrame {
    Q_OBJECT
public:
    Panel(const QString &title, QWidget *parent);

    void setTitle(const QString &title);
    void setCaption(const QString &caption);
    QString caption() const { return m_captionText; }
    /// Where the content goes, below the title row.
    QVBoxLayout *content() const { return m_content; }
    /// Right of the title, before the caption, for small controls.
    QHBoxLayout *titleRow() const { return m_titleRow; }
    /// Lets the caption say "computing…" while a pass takes long enough for a person to notice.
    void showBusySignOf(Document *document);

private:
    void showCaption();

    QLabel *m_title;
    QLabel *m_caption;
    QHBoxLayout *m_titleRow;
    QVBoxLayout *m_content;
    QString m_captionText;
    QTimer *m_busySign = nullptr;
    bool m_showsBusy = false;
};

} // namespace regard

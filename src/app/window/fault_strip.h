#pragma once

#include <QFrame>

class QLabel;

namespace regard {

/// The sentence of the exception that was told last (document/fault.h), until a cross puts it away.
class FaultStrip : public QFrame {
    Q_OBJECT
public:
    explicit FaultStrip(QWidget *parent);

private:
    void show(const QString &sentence);

    QLabel *m_sentence;
};

} // namespace regard

#pragma once

#include <QFrame>

class QLabel;

namespace regard {

/// The message of the last reported exception (document/fault.h), until its cross is clicked.
class FaultStrip : public QFrame {
    Q_OBJECT
public:
    explicit FaultStrip(QWidget *parent);

private:
    void show(const QString &sentence);

    QLabel *m_sentence;
};

} // namespace regard

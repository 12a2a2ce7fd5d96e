#pragma once

#include <QFrame>

class QLabel;

namespace regard {

/// The message of the last reported exception (document/fault.h), or what else went wrong by itself, until its cross is
/// clicked.
class FaultStrip : public QFrame {
    Q_OBJECT
public:
    explicit FaultStrip(QWidget *parent);

    void showError(const QString &sentence);

private:
    QLabel *m_sentence;
};

} // namespace regard

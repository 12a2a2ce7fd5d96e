#pragma once

#include <QApplication>

#include "window/field_rules.h"

namespace regard {

/// The program's application object. No exception leaves an event handler: one that comes out of it, or out of a slot,
/// a timer or a queued call, is reported by Faults, and the event counts as handled. Every label shows its text
/// literally, unless its format says that it is HTML.
class Application : public QApplication {
    Q_OBJECT
public:
    Application(int &argc, char **argv);

    bool notify(QObject *receiver, QEvent *event) override;

private:
    FieldRules m_fieldRules;
};

} // namespace regard

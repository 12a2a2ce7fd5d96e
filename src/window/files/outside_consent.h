#pragma once

#include <vector>

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include "io/project/outside_places.h"

class QWidget;

namespace regard {

struct Settings;

/// Asks before a project or a lesson, which may come from anywhere, has anything outside of its own folder opened. What
/// was agreed to is remembered for that file and that place; a file that names another place is asked about anew.
class OutsideConsent {
    Q_DECLARE_TR_FUNCTIONS(OutsideConsent)
public:
    /// Takes objects that outlive this.
    OutsideConsent(Settings *settings, QWidget *window) : m_settings(settings), m_window(window) {}

    /// One question about all places that were not agreed to yet. True where all may be opened.
    bool ask(const QString &file, const std::vector<OutsidePlace> &places);
    /// The user saved the file with these places.
    void remember(const QString &file, const std::vector<OutsidePlace> &places);

private:
    bool isAgreed(const QString &file, const OutsidePlace &place) const;

    Settings *m_settings;
    QWidget *m_window;
};

/// Whether the file can be shown where the places are not opened: a run goes on without its sentences, but nothing is
/// shown without its model.
bool canDoWithout(const std::vector<OutsidePlace> &places);

} // namespace regard

#pragma once

#include <QString>
#include <QStringList>

namespace regard {

/// The folders beside a checkpoint's own that hold the same model at other steps of its training, with it among them:
/// `pythia-step1000`, `pythia-step2000`; `checkpoint-500`, `epoch_3`. Absolute, by number. Empty where it is alone or
/// its name does not end in such a word and a number. Opens none of them.
QStringList checkpointSeries(const QString &folder);

} // namespace regard

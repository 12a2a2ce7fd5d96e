#pragma once

#include <QString>

namespace regard {

/// What a report of a fault needs: version, system, processor and kernels, memory, platform, screens, fonts, language,
/// `key = value` a line, in English for those who read reports. `regard doctor` prints it and the window copies it.
/// Nothing private: no path, no name of a user or machine, and nothing of what is open. Needs a QGuiApplication.
QString problemReport();

} // namespace regard

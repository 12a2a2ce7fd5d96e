#pragma once

namespace regard {

/// `regard doctor`: the report on standard output. Needs a QGuiApplication.
int runDoctor();

} // namespace regard

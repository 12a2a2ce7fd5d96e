#pragma once

#include <QByteArray>

namespace regard {

/// Puts a checksum before bytes that a library reads back without looking, such as the layout of Qt's windows, whose
/// counts it believes. Empty where `bytes` is.
QByteArray sealed(const QByteArray &bytes);
/// The bytes of sealed(); empty where the checksum is not theirs.
QByteArray unsealed(const QByteArray &sealed);

} // namespace regard

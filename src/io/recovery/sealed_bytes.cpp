#include "io/recovery/sealed_bytes.h"

#include <QCryptographicHash>

namespace regard {

namespace {

QByteArray checksum(const QByteArray &bytes)
{
    constexpr qsizetype length = 8;
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).first(length);
}

} // namespace

QByteArray sealed(const QByteArray &bytes)
{
    return bytes.isEmpty() ? QByteArray() : checksum(bytes) + bytes;
}

QByteArray unsealed(const QByteArray &sealed)
{
    const QByteArray bytes = sealed.mid(checksum({}).size());
    return !bytes.isEmpty() && sealed.startsWith(checksum(bytes)) ? bytes : QByteArray();
}

} // namespace regard

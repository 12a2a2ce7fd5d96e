#pragma once

#include <QString>

namespace regard {

/// The message of the Failure that the call throws; empty where it throws nothing. Any other exception passes through.
template <typename Failure, typename Call>
QString messageOf(const Call &call)
{
    try {
        call();
    } catch (const Failure &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace regard

#include "engine/finite_check.h"

#include "engine/errors.h"

namespace regard {

void checkFinite(const Matrix &matrix, const char *what, const std::string &block)
{
    if (!matrix.allFinite())
        throw InputError(std::string(what) + " of " + block +
                         " are too large for float32; make the weights or the embedding smaller");
}

} // namespace regard

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <QString>

#include "views/cells/cell_block.h"

using namespace regard;

namespace {

bool isSame(const Matrix &a, const Matrix &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(float)) == 0;
}

void check(const QString &text, bool decimalComma)
{
    try {
        const Matrix block = parseCellBlock(text, decimalComma);
        const bool isBlock = block.rows() > 0 && block.cols() > 0 && block.allFinite() && block.rows() <= text.size() &&
                             block.cols() <= text.size();
        if (!isBlock || !isSame(parseCellBlock(cellBlockText(block), decimalComma), block))
            std::abort();
    } catch (const CellBlockError &) {
        // The one way to refuse a clipboard.
    }
}

} // namespace

/// What is pasted into the weights: any text is refused, or is a block of finite numbers that copies as itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    check(text, false);
    check(text, true);
    return 0;
}

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <QString>

#include "views/weights/cell_block.h"

using namespace regard;

namespace {

bool isSame(const Matrix &a, const Matrix &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(float)) == 0;
}

bool isBlock(const Matrix &numbers, const QString &text)
{
    return numbers.rows() > 0 && numbers.cols() > 0 && numbers.allFinite() && numbers.rows() <= text.size() &&
           numbers.cols() <= text.size();
}

void check(const QString &text, const PasteTarget &target)
{
    try {
        const CellBlock block = parseCellBlock(text, target);
        const bool areBlocks =
            isBlock(block.numbers, text) && (!block.otherwise || (block.commas && isBlock(*block.otherwise, text)));
        if (!areBlocks || !isSame(parseCellBlock(cellBlockText(block.numbers), target).numbers, block.numbers))
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
    check(text, {});
    check(text, {.hasDecimalCommas = true});
    return 0;
}

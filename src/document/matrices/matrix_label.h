#pragma once

#include <string>

#include <QString>

#include "engine/base/weight.h"
#include "engine/model/recurrent.h"

namespace regard {

/// A matrix's name for display: `encoder.0.self.w_q` is "W_Q", `decoder.0.cross.b_k` "b_K", `…w_a` "w_a", `…ffn.w_1`
/// "W_1", a norm's `….gain` and `….bias` "gain" and "bias", `output.w` and `output.b` "W_out" and "b_out", a position
/// table "P", a cell's `….w_r` "W_r". `X` and `X target`, as files call the
/// tokens' own rows, are "E" and "E target": X is what the heads read, positions added. Stack and layer are left out.
QString matrixLabel(const std::string &name);
/// "encoder 1 ←": a chain of cells, its layer counted from 1, and the way in which it goes.
QString chainLabel(const CellPlace &place);
/// `W_Q [0, 2]`: rows and columns count from 0, as in the table.
QString cellLabel(const std::string &name, int row, int column);
/// `4 × 6`
QString sizeLabel(const Matrix &matrix);
QString sizeLabel(const Weight &weight);

} // namespace regard

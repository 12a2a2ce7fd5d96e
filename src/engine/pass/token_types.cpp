#include "engine/pass/token_types.h"

namespace regard {

int typeOf(const SideTrace &side, int token)
{
    return side.types.empty() ? 0 : side.types.at(std::size_t(token));
}

Matrix typeRows(const Model &model, const std::vector<int> &types, int n)
{
    if (model.config.tokenTypes == 0)
        return {};
    const Matrix &table = model.weights.at("token_type");
    Matrix rows(n, table.cols());
    for (int i = 0; i < n; ++i)
        rows.row(i) = table.row(types.empty() ? 0 : types.at(std::size_t(i)));
    return rows;
}

} // namespace regard

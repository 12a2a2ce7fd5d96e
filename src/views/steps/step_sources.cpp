#include "views/steps/step_sources.h"

#include "document/document.h"
#include "engine/functions/rotary.h"
#include "engine/model/key_head.h"
#include "engine/model/positions.h"
#include "engine/model/sublayer.h"
#include "engine/pass/input_side.h"
#include "engine/pass/token_types.h"

namespace regard {

namespace {

constexpr const char *attentionInView = "";

std::string positionTable(const Model &model, Stack stack)
{
    if (!hasPositionTable(model.config.position))
        return {};
    return model.given.contains(positionName(stack)) ? positionName(stack) : barePosition;
}

} // namespace

StepSource rowSource(const std::string &matrix, RowRef row)
{
    return {matrix, row.row, -1, row.follows, false};
}

StepSource alongRow(const std::string &matrix, RowRef row, int first)
{
    return {matrix, row.row, first, row.follows, true};
}

StepSource alongColumn(const std::string &matrix, int column)
{
    return {matrix, 0, column, true, false};
}

StepSource columnsSource(const std::string &matrix, int first)
{
    return {matrix, -1, first, false, true};
}

StepSource cellsSource(const std::string &matrix, int first)
{
    return {matrix, 0, first, true, true};
}

StepSourceList joined(StepSourceList list, const StepSourceList &more)
{
    list.insert(list.end(), more.begin(), more.end());
    return list;
}

StepSourceList sourcesAt(const StepSourceList &list, int index)
{
    StepSourceList resolved = list;
    for (StepSource &source : resolved) {
        source.row += source.rowFollows ? index : 0;
        source.column = source.columnFollows ? source.columnAt(index) : source.column;
        source.rowFollows = source.columnFollows = false;
        source.shift = source.period = 0;
    }
    return resolved;
}

StepSourceList wholeSources(const StepSourceList &list)
{
    StepSourceList whole = list;
    for (StepSource &source : whole) {
        source.row = source.rowFollows ? -1 : source.row;
        source.column = source.columnFollows ? -1 : source.column;
        source.rowFollows = source.columnFollows = false;
        source.shift = source.period = 0;
    }
    return whole;
}

StepSourceList normSources(const Model &model, const std::string &gain, const std::string &bias)
{
    StepSourceList list{alongRow(gain, 0)};
    if (hasNormBias(model.config.normKind))
        list.push_back(alongRow(bias, 0));
    return list;
}

StepSourceList normSources(const Model &model, const std::string &name)
{
    return normSources(model, name + ".gain", name + ".bias");
}

EntrySources::EntrySources(const Model &model, const SideTrace &side, Stack stack)
    : m_model(model), m_stack(stack),
      m_embedding(sideOf(model.config, stack) == Side::Target ? targetEmbeddingMatrix : embeddingMatrix),
      m_positions(positionTable(model, stack)), m_types(model.config.tokenTypes > 0 ? "token_type" : ""), m_side(side)
{
}

StepSources::StepSources(const Model &model, const Trace &trace, const AttentionPlace &place, int head)
    : EntrySources(model, queriesOf(trace, place.attention), stackOf(place.attention)), m_place(place), m_head(head),
      m_keyHead(keyHeadOf(model.config, place.attention, head))
{
}

std::string StepSources::weight(const char *part) const
{
    return blockWeight(m_place.attention, m_place.layer, part);
}

StepSourceList EntrySources::token(RowRef row) const
{
    return {alongRow(m_embedding, row)};
}

StepSourceList EntrySources::widened(RowRef row) const
{
    return m_model.config.projectsFirst()
               ? StepSourceList{rowSource(m_embedding, row), columnsSource("embedding_projection.w")}
               : token(row);
}

StepSourceList EntrySources::position(RowRef row) const
{
    const std::optional<RowRef> place = positionRow(row);
    return place ? StepSourceList{alongRow(m_positions, *place)} : StepSourceList();
}

int EntrySources::positionOf(int token) const
{
    return positionRowOf(m_side, token);
}

/// Nothing where the rows come from no table, or do not follow the tokens.
std::optional<RowRef> EntrySources::positionRow(RowRef row) const
{
    if (m_positions.empty() || (row.follows && !m_side.positionRows.empty()))
        return std::nullopt;
    if (row.follows)
        return row;
    const int place = positionOf(row.row);
    return place < 0 ? std::nullopt : std::optional(RowRef(place));
}

int EntrySources::typeOf(int token) const
{
    return regard::typeOf(m_side, token);
}

StepSourceList EntrySources::type(RowRef row) const
{
    if (m_types.empty())
        return {};
    return {row.follows ? columnsSource(m_types) : alongRow(m_types, typeOf(row.row))};
}

StepSourceList EntrySources::added(RowRef row) const
{
    return joined(joined(widened(row), position(row)), type(row));
}

StepSourceList EntrySources::entry(RowRef row) const
{
    if (m_model.config.projectsLast())
        return joined(wholeEntry(row),
                      {columnsSource("embedding_projection.w"), alongRow("embedding_projection.b", 0)});
    if (!m_model.config.embeddingNorm)
        return added(row);
    const StepSourceList normed =
        joined(wholeEntry(row), normSources(m_model, embeddingNormWeight(m_model, m_stack, "gain"),
                                            embeddingNormWeight(m_model, m_stack, "bias")));
    return m_model.config.projectsFirst() ? joined(normed, {StepSource{"embedding_projection.w"}}) : normed;
}

bool StepSources::readsEntry() const
{
    return m_place.layer == 0 && m_place.attention != Attention::Cross;
}

StepSourceList StepSources::stream(RowRef row) const
{
    return readsEntry() ? entry(row) : StepSourceList();
}

StepSourceList StepSources::read(RowRef row) const
{
    if (normOf(m_model.config, stackOf(m_place.attention)) != Norm::Pre)
        return stream(row);
    return joined(wholeRow(row), normSources(m_model, normName(sublayerOf(m_place))));
}

StepSourceList StepSources::wholeRow(RowRef row) const
{
    return readsEntry() ? wholeEntry(row) : StepSourceList();
}

StepSourceList EntrySources::wholeEntry(RowRef row) const
{
    StepSourceList list{rowSource(m_embedding, row)};
    if (const std::optional<RowRef> place = positionRow(row))
        list.push_back(rowSource(m_positions, *place));
    if (!m_types.empty())
        list.push_back(row.follows ? rowSource(m_types, -1) : rowSource(m_types, typeOf(row.row)));
    return list;
}

bool StepSources::isRotated() const
{
    return regard::isRotated(m_model.config, m_place);
}

StepSourceList StepSources::compared(char letter, RowRef row) const
{
    return isRotated() ? rotated(letter, row) : projected(letter, row);
}

StepSourceList StepSources::projected(char letter, RowRef row) const
{
    const int width = letter == 'v' ? m_model.config.dValue : m_model.config.dKey;
    const int first = (letter == 'q' ? m_head : m_keyHead) * width;
    StepSourceList list = wholeRow(row);
    list.push_back(columnsSource(weight((std::string("w_") + letter).c_str()), first));
    if (hasQkvBias(m_model.config))
        list.push_back(alongRow(weight((std::string("b_") + letter).c_str()), 0, first));
    return list;
}

StepSourceList StepSources::rotated(char letter, RowRef row) const
{
    StepSourceList list = projected(letter, row);
    const int width = rotaryWidthOf(m_model.config);
    for (StepSource source : projected(letter, row)) {
        if (!source.columnFollows)
            continue;
        source.shift = m_model.config.rotaryInterleaved ? 0 : width / 2;
        source.period = width;
        list.push_back(std::move(source));
    }
    return list;
}

StepSourceList StepSources::pair(int query, int key) const
{
    return {{attentionInView, query, key}};
}

StepSourceList StepSources::score(int query, int key) const
{
    StepSourceList list = joined(pair(query, key), wholeRow(query));
    return key == query ? list : joined(std::move(list), wholeRow(key));
}

StepSourceList StepSources::pairs(RowRef query) const
{
    return {alongRow(attentionInView, query)};
}

StepSourceList StepSources::scores(RowRef query) const
{
    StepSourceList list = joined(pairs(query), wholeRow(query));
    // The key's row would have to follow the cell's column in a matrix, which a source cannot express.
    return query.follows ? list : joined(std::move(list), wholeRow(eachRow));
}

StepSourceList StepSources::weights(RowRef query) const
{
    return {rowSource(attentionInView, query)};
}

StepSourceList StepSources::weighted(int query, int key) const
{
    return joined(joined(pair(query, key), wholeRow(key)),
                  {columnsSource(weight("w_v"), m_keyHead * m_model.config.dValue)});
}

StepSourceList StepSources::weighed(RowRef query) const
{
    return joined(weights(query), {columnsSource(weight("w_v"), m_keyHead * m_model.config.dValue)});
}

StepSourceList StepSources::heads() const
{
    // A column of W_V belongs to several columns of the joined heads where heads share values.
    const bool isShared =
        keyValueHeadsOf(m_model.config, stackOf(m_place.attention)) != headsOf(m_model.config, m_place.attention);
    return {isShared ? rowSource(weight("w_v"), -1) : columnsSource(weight("w_v"))};
}

StepSourceList StepSources::output() const
{
    if (!m_model.config.outputProjection)
        return heads();
    StepSourceList list{columnsSource(weight("w_o"))};
    if (m_model.config.bias)
        list.push_back(alongRow(weight("b_o"), 0));
    return list;
}

} // namespace regard

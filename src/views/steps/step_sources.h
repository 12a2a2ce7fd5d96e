#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "views/steps/step_data.h"

namespace regard {

// What the numbers of the steps were made of: cells of the matrices that the document names.

using StepSourceList = std::vector<StepSource>;

/// A token's row: one for all cells, or in a matrix the row of each cell.
struct RowRef {
    int row = 0;
    bool follows = false;

    constexpr RowRef(int fixed, bool eachCell = false) : row(fixed), follows(eachCell) {}
};

inline constexpr RowRef eachRow{0, true};

/// The whole row.
StepSource rowSource(const std::string &matrix, RowRef row);
/// The cell of the row whose column is the strip's cell, counted from `first` on.
StepSource alongRow(const std::string &matrix, RowRef row, int first = 0);
/// The cell of the column whose row is the strip's cell.
StepSource alongColumn(const std::string &matrix, int column);
/// The whole column that belongs to the cell, counted from `first` on.
StepSource columnsSource(const std::string &matrix, int first = 0);
/// The cell itself, of a matrix whose first column is `first` of the named one.
StepSource cellsSource(const std::string &matrix, int first = 0);

StepSourceList joined(StepSourceList list, const StepSourceList &more);
/// The sources of the strip's cell at an index, as fixed positions.
StepSourceList sourcesAt(const StepSourceList &list, int index);
/// The sources of all cells of the strip together.
StepSourceList wholeSources(const StepSourceList &list);

/// The sources of the rows that a stack reads. Cells of a strip follow by their index.
class EntrySources {
public:
    EntrySources(const Model &model, const SideTrace &side, Stack stack);

    /// X or X target, and the table of positions (empty: the model has none that can be edited).
    const std::string &embedding() const { return m_embedding; }
    const std::string &positions() const { return m_positions; }
    /// `token_type`; empty: the model has none.
    const std::string &types() const { return m_types; }
    /// The row of it that is added to a token.
    int typeOf(int token) const;
    /// The row of the table of positions that is added to it; −1: the padding's own, which no table has.
    int positionOf(int token) const;

    /// Cells of the token's row (widened: with the projection, where that comes before anything is added), of its
    /// position's, of its type's (in a matrix the whole column, because the types do
    /// not follow the tokens), and of all (whole rows and the norm's weights where it is normed).
    StepSourceList token(RowRef row) const;
    StepSourceList widened(RowRef row) const;
    StepSourceList position(RowRef row) const;
    StepSourceList type(RowRef row) const;
    StepSourceList added(RowRef row) const;
    StepSourceList entry(RowRef row) const;
    /// The whole rows of the token, of its position and its type.
    StepSourceList wholeEntry(RowRef row) const;

protected:
    const Model &m_model;

private:
    std::optional<RowRef> positionRow(RowRef row) const;

    Stack m_stack;
    std::string m_embedding;
    std::string m_positions;
    std::string m_types;
    const SideTrace &m_side;
};

/// The sources around one attention. Cells of a strip follow by their index.
class StepSources : public EntrySources {
public:
    StepSources(const Model &model, const Trace &trace, const AttentionPlace &place, int head);

    /// The head of W_K and W_V that the head in view reads, from 0.
    int keyHead() const { return m_keyHead; }

    /// `encoder.0.self.w_q` of "w_q".
    std::string weight(const char *part) const;
    /// Cells of the stream that the attention reads, and the same where the model norms it before. Nothing from the
    /// second layer on, where it is made of everything.
    StepSourceList stream(RowRef row) const;
    StepSourceList read(RowRef row) const;
    /// The whole rows that the stream is made of. Nothing from the second layer on.
    StepSourceList wholeRow(RowRef row) const;

    /// The sources of the head's q, k or v ('q', 'k', 'v'): the token's row and the columns of the weight.
    StepSourceList projected(char letter, RowRef row) const;
    /// The sources of the q or k that are compared: as projected, and where positions rotate them, rotated.
    StepSourceList compared(char letter, RowRef row) const;
    /// One number of the attention in view; the rows of X that it compares.
    StepSourceList pair(int query, int key) const;
    StepSourceList score(int query, int key) const;
    /// A row of scores, cell by cell; in a matrix each cell its own.
    StepSourceList pairs(RowRef query) const;
    StepSourceList scores(RowRef query) const;
    /// What a weight is made of: the row of scores.
    StepSourceList weights(RowRef query) const;
    /// A value row times its weight; the sum of all of them.
    StepSourceList weighted(int query, int key) const;
    StepSourceList weighed(RowRef query) const;
    /// The heads side by side, and what the block makes of them.
    StepSourceList heads() const;
    StepSourceList output() const;

private:
    bool readsEntry() const;

    bool isRotated() const;
    StepSourceList rotated(char letter, RowRef row) const;

    AttentionPlace m_place;
    int m_head;
    int m_keyHead;
};

/// Gain and bias of a norm by their names, cell by cell; an RMS norm has no bias.
StepSourceList normSources(const Model &model, const std::string &gain, const std::string &bias);
/// normSources() of the norm of that name (`encoder.0.norm_1`).
StepSourceList normSources(const Model &model, const std::string &name);

} // namespace regard

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "engine/base/activation.h"
#include "engine/base/matrix.h"
#include "engine/model/recurrent.h"
#include "words/step_kind.h"

namespace regard {

// One weight explained stage by stage: plain data, with every number that the picture shows. In a difference
// (StepsData::isDifference) strips, bars and matrices hold now − before, with NaN where nothing was before; the
// equations are those of now.

/// What a number belongs to; each role keeps one colour throughout.
enum class StepRole { Plain, Query, Key, Value, Score };

/// Cells that a number was made of. In a strip or a matrix, where many cells share one source, the row or the column
/// can follow the cell: its index (a matrix: its row index, its column index) is added to the number given here.
struct StepSource {
    std::string matrix; ///< as the document names it ("X", `encoder.0.self.w_q`); empty: the attention in view
    int row = -1;       ///< of the attention a query; −1: all
    int column = -1;    ///< of the attention a key; −1: all
    bool rowFollows = false;
    bool columnFollows = false;
    int shift = 0;  ///< added to the index that the column follows,
    int period = 0; ///< which then starts again after this many; 0: never; without a shift neighbours swap places

    /// The column where what follows is at an index. One beyond the period is not shifted.
    int columnAt(int index) const
    {
        if (period == 0 || index >= period)
            return column + index + (period == 0 ? shift : 0);
        return column + (shift == 0 ? index ^ 1 : (index + shift) % period);
    }

    bool operator==(const StepSource &) const = default;
};

/// A number of an equation.
struct StepNumber {
    double value = 0;
    StepRole role = StepRole::Plain;
    bool isRoot = false;                  ///< its square root counts: written √value
    std::vector<StepSource> sources = {}; ///< what it was made of
    int digits = -1;                      ///< after the point, of this number alone; −1: as all numbers have
};

/// How an equation makes its result of its terms' numbers.
enum class StepOperation {
    SumOfProducts, ///< each term's numbers multiplied, the terms added
    Sigmoid,       ///< σ of that sum
    Tanh,          ///< tanh of it
    SumOfTanh,     ///< terms of three numbers w, q, k: w · tanh(q + k), added; a term of one number is added as it is
    Quotient,      ///< one term a, b: a ÷ b
    Exponential,   ///< one term a, b: exp(a − b); one term a: exp(a)
    Normed,        ///< one term x, mean, variance, ε, gain, bias: (x − mean) ÷ √(variance + ε) × gain + bias
    RmsNormed,     ///< one term x, mean of squares, ε, gain: x ÷ √(mean + ε) × gain
    Activated,     ///< one term a: the equation's activation of a
};

struct StepTerm {
    std::vector<StepNumber> numbers;
    QString name;       ///< "dim 21", a token; empty where the order tells
    int key = -1;       ///< the key token that it stands for, −1 none
    int component = -1; ///< a click on it chooses that component, −1 none
    /// A click on it chooses that cell of a weight; matrix empty: none.
    StepSource cell{};
};

/// "q[0] = 1×1 + 0×0 + … = 2", as numbers. Terms that a long sum does not name are summed in one of them, which says
/// how many they are.
struct StepEquation {
    QString name; ///< "q[0]"
    StepOperation operation = StepOperation::SumOfProducts;
    std::vector<StepTerm> terms;
    StepNumber result;
    QString formula{};              ///< in letters: "x · W_Q"
    std::optional<double> before{}; ///< of a difference: what the result was
    Activation activation{};        ///< of StepOperation::Activated
};

/// A row of numbers as coloured cells.
struct StepStrip {
    QString name;
    std::vector<double> values; ///< −infinity: forbidden
    StepRole role = StepRole::Plain;
    double limit = 1;                  ///< the largest magnitude of those that share the colours
    double length = 1;                 ///< share of the full width: a weight
    QString note{};                    ///< right of the cells: "× 0.4683"
    QStringList names{};               ///< of the cells; empty: numbered from `from`
    int from = 0;                      ///< the first cell's number: that of its column in the whole matrix
    int marked = -1;                   ///< the cell in focus
    int first = 0;                     ///< the cells of the head in view, where it has a part of the row
    int last = -1;                     ///< inclusive; below first: no part
    int key = -1;                      ///< the key token that the whole row stands for
    bool overKeys = false;             ///< each cell is a key token
    bool isComponent = false;          ///< a cell can be chosen as the component that the equations spell out
    std::vector<StepSource> sources{}; ///< of each cell
    int digits = -1;                   ///< of its numbers alone; −1: as all numbers have
    /// The name without numbers of this state: "position" for "position 3"; empty: the name.
    QString general{};
};

/// Numbers from 0 upwards as bars; of a difference signed ones, from a line in the middle.
struct StepBars {
    QStringList names;
    std::vector<double> values;
    std::vector<int> keys;             ///< the key token or the component that each stands for
    int marked = -1;                   ///< position among the bars
    bool overKeys = true;              ///< false: bars are components
    std::vector<double> exact{};       ///< "by hand": the exact number of each bar, drawn beside; empty: the values are
    std::vector<StepSource> sources{}; ///< of each bar; columnFollows adds the bar's `keys` entry
    int digits = -1;                   ///< of the values, not of the exact ones; −1: as all numbers have
};

/// A whole matrix of the matrix form, with the row and column in focus.
struct StepMatrix {
    QString name;
    std::shared_ptr<const Matrix> values; ///< −infinity: forbidden
    StepRole role = StepRole::Plain;
    int row = -1;          ///< −1 none
    int column = -1;       ///< −1 none
    QStringList rows{};    ///< names; empty: numbered from 0
    QStringList columns{}; ///< names; empty: numbered from `from`
    int from = 0;          ///< the first column's number in the matrix that this is a head's part of
    bool rowsAreKeys = false;
    bool columnsAreKeys = false;
    bool columnsAreComponents = false; ///< a column can be chosen as the component that the equations spell out
    /// Drawn transposed, as books with tokens in columns have it. All other members describe the matrix as it is
    /// stored.
    bool transposed = false;
    std::vector<StepSource> sources{}; ///< of each cell
    int digits = -1;                   ///< of its numbers alone; −1: as all numbers have
    QString general{};                 ///< as of a strip
};

/// A matrix, or the sign between two.
struct StepPiece {
    QString sign; ///< "·", "=", "+", "÷ √8"; empty: the matrix
    StepMatrix matrix{};
};

/// "X · W_Q = Q" as matrices, from left to right.
using StepLine = std::vector<StepPiece>;

struct Step {
    StepKind kind = StepKind::Embed;
    QString title;   ///< "softmax"
    QString heading; ///< one line that says what happens
    std::vector<StepStrip> strips{};
    std::optional<StepBars> bars{};
    std::vector<StepEquation> equations{};
    QStringList notes{};
    std::vector<StepLine> matrices{}; ///< the matrix form; where there is one it replaces strips and bars
    /// The strip that replaces the one before it, because something is switched off; −1: none.
    int replaced = -1;
};

/// What a stage spells out one component of.
enum class StepDetail {
    Entry,
    FirstState,
    FirstCellState,
    Reset,
    Update,
    InputGate,
    ForgetGate,
    Candidate,
    OutputGate,
    CellState,
    State,
    Read,
    Query,
    Key,
    Value,
    Weighed,
    Joined,
    Combined,
    Added,
    Hidden,
    FedForward,
    Transformed,
    Word
};

/// What the stages chose to show where they could not show everything.
struct StepExtract {
    std::map<StepDetail, int> components{};
    std::vector<int> weighedKeys{}; ///< whose value rows are shown one by one, in order
    std::vector<int> words{};       ///< that have a bar
};

struct StepsData {
    QString title;                    ///< "it → cat, layer 6 · head 12"
    int query = 0;                    ///< the token that asks; of a chain of cells alone the one that it reads
    int key = 0;                      ///< −1: there is no pair, only the chain's stages
    std::optional<CellPlace> chain{}; ///< whose cell is among the stages
    bool isChosen = true;             ///< false: nothing was in focus, query or key were taken as the rule says
    bool columns = false;             ///< tokens are columns: strips are upright, side by side
    int digits = -1;                  ///< after the point; −1: as many as each number's magnitude needs
    int handDecimals = -1;            ///< "by hand": weights rounded to this many decimals; −1: exact
    bool isDifference = false;
    StepExtract extract{};
    std::vector<Step> steps;

    /// The position of a stage; where it is left out, of the last of those that StepKind names before it. 0 where
    /// there is none.
    int positionOf(StepKind kind) const;
};

} // namespace regard

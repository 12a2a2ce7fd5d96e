#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/attention_place.h"
#include "engine/model/model_config.h"
#include "engine/model/recurrent.h"
#include "engine/model/token_list.h"
#include "engine/pass/trace_matrix.h"

namespace regard {

struct Grouping; // engine/analysis/token_groups.h

/// What one head computed for n queries and m keys, including replacements from outside (engine/model/interventions.h).
struct HeadTrace {
    Matrix q;       ///< n × d_key, rotated where positions are rotary
    Matrix k;       ///< m × d_key, rotated where positions are rotary; a copy for each query head that shares it
    Matrix v;       ///< m × d_value
    Matrix weights; ///< n × m, each row sums to 1 or, with a sink, to less; zeros where every key is masked
    Matrix output;  ///< n × d_value, weights · v
    /// The sentence that says why weights read from a file are no attention. Empty: they are.
    std::string fault{};
    bool hasEmptyRows = false; ///< rows with a number that is no weight are zeros here
    bool hasSink = false;      ///< a sink, which is no key, has what rows leave of 1
};

/// A head's scores before the softmax.
struct HeadScores {
    Matrix scores; ///< n × m, q · k or the additive score
    Matrix scaled; ///< n × m, scores / √d_key where the model scales, capped and biased as it does, else the same
    Matrix masked; ///< n × m, scaled with −infinity where the mask forbids
};

/// Heads that are read, or made, when they are asked for: those of a file. Any thread may call.
class HeadSource {
public:
    virtual ~HeadSource() = default;
    virtual std::size_t count() const = 0;
    virtual Eigen::Index queries() const = 0; ///< rows of every head's weights
    virtual Eigen::Index keys() const = 0;    ///< columns
    /// A new one each time, of weights alone. Throws Error where it cannot be read.
    virtual std::shared_ptr<const HeadTrace> read(std::size_t head) const = 0;
    /// The scores that there are; a matrix that there is not stays empty. Throws as read().
    virtual HeadScores scores(std::size_t) const { return {}; }
    virtual bool hasScores() const { return false; }
    virtual bool hasScaled() const { return false; }
    virtual bool hasMasked() const { return false; }
};

/// The heads of a block, like a vector. A head that no change reached is the same object in the lists of later passes;
/// it is copied when written to. Where they have a source, one that is asked for by its number is read and stays as
/// long as the list does; one that is gone through, or shared, does not, so that all of them need not fit memory.
class HeadTraces {
public:
    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = HeadTrace;
        using difference_type = std::ptrdiff_t;
        using pointer = const HeadTrace *;
        using reference = const HeadTrace &; ///< good until this goes on, where the heads have a source

        Iterator() = default;
        Iterator(const HeadTraces *heads, std::size_t head) : m_heads(heads), m_head(head) {}
        const HeadTrace &operator*() const
        {
            if (!m_heads->m_read)
                return *m_heads->m_heads[m_head];
            if (!m_current)
                m_current = m_heads->shared(m_head);
            return *m_current;
        }
        const HeadTrace *operator->() const { return &**this; }
        Iterator &operator++()
        {
            ++m_head;
            m_current.reset();
            return *this;
        }
        Iterator operator++(int)
        {
            Iterator before(m_heads, m_head);
            ++*this;
            return before;
        }
        bool operator==(const Iterator &other) const { return m_heads == other.m_heads && m_head == other.m_head; }

    private:
        const HeadTraces *m_heads = nullptr;
        std::size_t m_head = 0;
        mutable std::shared_ptr<const HeadTrace> m_current; ///< where the heads have a source
    };

    HeadTraces() = default;
    /// Takes computed heads, none of them null.
    explicit HeadTraces(std::vector<std::shared_ptr<const HeadTrace>> heads) : m_heads(std::move(heads)) {}
    /// Takes a source, not null, and reads nothing yet.
    explicit HeadTraces(std::shared_ptr<const HeadSource> source);

    std::size_t size() const { return m_read ? readCount() : m_heads.size(); }
    bool empty() const { return size() == 0; }
    const HeadTrace &operator[](std::size_t head) const { return m_read ? kept(head) : *m_heads[head]; }
    const HeadTrace &at(std::size_t head) const { return m_read ? kept(head) : *m_heads.at(head); }
    const HeadTrace &front() const { return (*this)[0]; }
    const HeadTrace &back() const { return (*this)[size() - 1]; }
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, size()}; }
    /// The object that several passes may share.
    std::shared_ptr<const HeadTrace> shared(std::size_t head) const;
    /// Rows and columns of every head's weights, without reading any; 0 where there is no head.
    Eigen::Index queries() const;
    Eigen::Index keys() const;
    /// The source of the heads; null: they were computed, and are all here.
    const HeadSource *source() const;
    /// Bytes of the weights that were read and stay.
    std::size_t keptBytes() const;

    /// Returns a head to write to, of heads without a source: a copy where another list holds it.
    HeadTrace &operator[](std::size_t head);
    HeadTrace &back() { return (*this)[size() - 1]; }
    void push_back(HeadTrace head) { m_heads.push_back(std::make_shared<HeadTrace>(std::move(head))); }
    HeadTrace &emplace_back();
    void resize(std::size_t count);

private:
    struct Read;

    std::size_t readCount() const;
    const HeadTrace &kept(std::size_t head) const;

    std::vector<std::shared_ptr<const HeadTrace>> m_heads;
    std::shared_ptr<Read> m_read; ///< null: the heads have no source
};

/// What one attention block computed, or its replacement.
struct BlockTrace {
    std::string name; ///< `encoder.0.self`
    HeadTraces heads;
    Matrix joined; ///< n × heads · d_value, the heads side by side
    Matrix output; ///< n × d_model, joined · W_O + b_o, or joined where there is no output projection
    Matrix stream; ///< n × d_model, what the next sublayer reads: after residual and norm, where the model has them
};

/// What one feed-forward sublayer computed, or its replacement. Its hidden numbers are not kept:
/// engine/pass/sublayer_trace.h has them.
struct FeedForwardTrace {
    Matrix output; ///< n × d_model, before residual and norm
    Matrix stream; ///< n × d_model, what the next sublayer reads
};

/// What one chain of cells computed: a row for each token, whichever way it goes through the sentence. At a token that
/// is masked out the state stays, and gates are as GateWeights::whereMasked says.
struct CellTrace {
    std::string name;          ///< `encoder.0.forward`
    Matrix input;              ///< n × cellInputOf(), what each step reads beside the state before it
    Matrix first;              ///< 1 × carriedSizeOf(), what is passed on to the first step
    std::vector<Matrix> gates; ///< n × stateSizeOf() each, in the order of gatesOf(); none of an rnn
    Matrix states;             ///< n × stateSizeOf(), h after each step, or what replaces it
    Matrix cellStates;         ///< n × stateSizeOf(), c of an lstm after each step; else empty
};

/// What is passed on before and after the step of a token, 1 × carriedSizeOf().
Matrix carriedBefore(const CellTrace &cell, Direction direction, Eigen::Index token);
Matrix carriedAfter(const CellTrace &cell, Eigen::Index token);

/// What one layer of a recurrent stack computed.
struct RecurrentTrace {
    std::vector<std::shared_ptr<const CellTrace>> directions;
    Matrix output; ///< n × d_model, the states of its directions side by side: what the next layer reads
};

/// One sentence as input.
struct SideTrace {
    std::vector<std::string> tokens;
    std::vector<int> masked;         ///< positions from 0 that no query may attend to
    std::vector<int> types;          ///< row of `token_type` of each token; empty: 0 for all
    std::vector<std::string> labels; ///< how a window shows the tokens; empty: as they are spelled
    /// The row of the table of positions that each token takes, −1: the padding's own; empty: token i takes row i.
    std::vector<int> positionRows;
    TraceMatrix embedded;  ///< n × d_model, the tokens' rows as they are in the embedding
    TraceMatrix positions; ///< n × d_model, what is added; empty where nothing is
    TraceMatrix input;     ///< n × d_model, what the first layer reads
};

/// What one pass computed. Its blocks, feed-forwards and matrices are shared between passes: what no change reached is
/// the same object.
struct Trace {
    std::uint64_t generation = 0;
    /// Whether it was read from a file: there are no weights with which more of it could be computed.
    bool isImported = false;
    Architecture architecture = Architecture::Encoder;
    SideTrace source; ///< what the encoder, or a decoder alone, reads
    SideTrace target; ///< what the decoder of an encoder-decoder reads; else empty
    /// Every attention in the order of computation; blockIndex() finds one.
    std::vector<std::shared_ptr<const BlockTrace>> blocks;
    std::vector<std::shared_ptr<const FeedForwardTrace>> encoderFeedForward; ///< one a layer, none where d_ff is 0
    std::vector<std::shared_ptr<const FeedForwardTrace>> decoderFeedForward; ///< one a layer, none where d_ff is 0
    std::vector<std::shared_ptr<const RecurrentTrace>> encoderRecurrent;     ///< one a layer of a recurrent stack
    std::vector<std::shared_ptr<const RecurrentTrace>> decoderRecurrent;     ///< one a layer of a recurrent stack
    TraceMatrix firstState; ///< 1 × carriedSizeOf(), where a recurrent decoder with an encoder begins; else empty
    /// n × d_model, the states of a recurrent decoder that ask its cross-attention: before each step (Bahdanau), after
    /// it (Luong); empty without attention.
    TraceMatrix asking;
    /// A stack's output, after its final norm: n × d_model (joined width where a last layer has no output projection);
    /// empty without the stack.
    TraceMatrix encoderOutput;
    TraceMatrix decoderOutput; ///< of a recurrent decoder with attention tanh([s; c] W_c + b_c)
    TokenList vocabulary;      ///< the token of each column of the logits; empty without an output layer
    /// n × vocabulary, of the decoder's output (or, of a masked language model, the encoder's). Empty without an output
    /// layer, and where they are too many and computed only for the rows asked for: logitsRows().
    TraceMatrix logits;
    /// The source of a trace whose tokens are groups of another one's. Else null.
    std::shared_ptr<const Grouping> grouping{};
};

using SharedTrace = std::shared_ptr<const Trace>;

/// How a window shows the tokens of a side: its labels, else its tokens.
const std::vector<std::string> &labelsOf(const SideTrace &side);

/// The sentence of the queries, and that of the keys.
const SideTrace &queriesOf(const Trace &trace, Attention attention);
const SideTrace &keysOf(const Trace &trace, Attention attention);

/// What a chain of cells of a recurrent stack computed.
const CellTrace &cellsAt(const Trace &trace, const CellPlace &place);

/// The most logits that a trace keeps by itself; beyond, logitsRows() computes those that are shown.
inline constexpr double maximumLogits = 4e6;

/// Bytes of the matrices of a trace, for sentences of that many tokens (targetTokens only of an encoder-decoder).
/// vocabulary 0: one that is derived from sentences without a repeated word, which is the most that it can be.
/// allLogits: those of every token are kept, however many they are (PassOptions).
double traceBytes(const ModelConfig &config, int sourceTokens, int targetTokens, int vocabulary = 0,
                  bool allLogits = false);

} // namespace regard

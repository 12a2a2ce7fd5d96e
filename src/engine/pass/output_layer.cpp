#include "engine/pass/output_layer.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/message.h"
#include "engine/functions/norm.h"
#include "engine/functions/score.h"
#include "engine/kernels/activate.h"
#include "engine/kernels/product.h"
#include "engine/model/initialization.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/pass_error.h"

namespace regard {

namespace {

/// Numbers at a time of a table whose rows must be converted.
constexpr int chunkNumbers = 1 << 22;

void checkColumns(const std::string &name, Eigen::Index columns, int vocabularySize)
{
    if (columns != vocabularySize)
        throw OtherVocabulary(name, int(columns), vocabularySize,
                              Message::tr("%1 has %2 columns, but the sentences make a vocabulary of %3 tokens; give "
                                          "the file a vocabulary of %2 tokens",
                                          {name, std::to_string(columns), std::to_string(vocabularySize)}));
}

/// The named weight of the output layer; drawn where it is not given.
Matrix outputMatrix(const Model &model, const char *name, int vocabularySize)
{
    if (const SharedMatrix matrix = model.weights.find(name).matrix()) {
        checkColumns(name, matrix->cols(), vocabularySize);
        return *matrix;
    }
    WeightShape shape = *weightShape(model.config, name);
    shape.columns = vocabularySize;
    return drawWeight(model.config, shape, shape.rows);
}

/// The checkpoint's output layer where it is used; null where another is.
const RowTable *outputTable(const Model &model)
{
    return model.table && !model.weights.contains("output.w") ? model.table->output.get() : nullptr;
}

/// Calls use(column, row) for each row of the embedding that the user gave and that a tied output layer reads.
template <typename Use>
void forTiedRows(const Model &model, Use use)
{
    if (!outputTable(model) || !model.table->isTied())
        return;
    for (const auto &[key, row] : model.embedding)
        if (const int column = outputRowOf(*model.table, key); column >= 0)
            use(column, *row);
}

/// Calls use(first, numbers, count) for ranges of a table's rows, from one to before another, until all are read.
template <typename Use>
void forTableRows(const RowTable &table, int begin, int end, Use use)
{
    const int rows = std::max(1, chunkNumbers / std::max(1, table.columns()));
    Matrix chunk(std::min(rows, end - begin), table.columns());
    for (int first = begin; first < end; first += rows) {
        const int count = std::min(rows, end - first);
        table.read(first, count, chunk.data());
        use(first, chunk.data(), count);
    }
}

/// The embedding's rows of the vocabulary, vocabulary × d_model.
Matrix tiedRows(const Model &model, const TokenList &vocabulary)
{
    Matrix rows(Eigen::Index(vocabulary.size()), model.config.embeddingWidth());
    for (std::size_t token = 0; token < vocabulary.size(); ++token)
        rows.row(Eigen::Index(token)) = embeddingRow(model, vocabulary[token]);
    return rows;
}

} // namespace

bool hasOutputLayer(const Model &model)
{
    const bool isMissing = model.table && !model.table->output && !model.weights.contains("output.w");
    return hasOutputLayer(model.config) && !isMissing;
}

bool predictsNext(const Model &model)
{
    return model.config.architecture != Architecture::Encoder ||
           (model.table && model.config.encoderMask == Mask::Causal);
}

bool isTied(const Model &model)
{
    return model.config.tiedOutput || (outputTable(model) && model.table->isTied());
}

bool holdsOutputWeights(const Model &model)
{
    const bool isTables = model.table && model.table->output;
    return model.weights.contains("output.w") || (!model.config.tiedOutput && !isTables);
}

bool isOutputGiven(const Model &model)
{
    if (!model.config.tiedOutput)
        return model.given.contains("output.w") || (model.table && model.table->output);
    const TokenList &tokens = model.vocabulary.tokens;
    return !tokens.empty() && std::all_of(tokens.begin(), tokens.end(),
                                          [&](const std::string &token) { return model.embedding.contains(token); });
}

void keepOutputRows(const Model &model)
{
    if (const RowTable *table = outputTable(model))
        table->keep();
}

bool keepsLogits(std::size_t tokens, std::size_t vocabulary)
{
    return double(tokens) * double(vocabulary) <= maximumLogits;
}

const TraceMatrix &readOutStream(const Trace &trace)
{
    return trace.architecture == Architecture::Encoder ? trace.encoderOutput : trace.decoderOutput;
}

Matrix logitsRows(const Model &model, const Trace &trace, int first, int count)
{
    if (trace.logits.rows() > 0)
        return trace.logits.middleRows(first, count);
    if (trace.vocabulary.empty())
        return Matrix(count, 0);
    return logitsOf(model, readOutStream(trace).middleRows(first, count), trace.vocabulary);
}

TokenList vocabularyOf(const Model &model, const Input &input)
{
    if (const TokenList words = outputWords(model); !words.empty())
        return words;
    std::vector<std::string> vocabulary;
    std::unordered_set<std::string> known;
    const auto add = [&](const std::string &token) {
        if (known.insert(token).second)
            vocabulary.push_back(token);
    };
    for (const std::string &token : input.tokens)
        add(token);
    if (model.config.architecture == Architecture::EncoderDecoder)
        for (const std::string &token : input.target)
            add(token);
    if (!model.vocabulary.end.empty())
        add(model.vocabulary.end);
    return vocabulary;
}

Matrix outputWeights(const Model &model, const TokenList &vocabulary)
{
    if (model.config.tiedOutput)
        return tiedRows(model, vocabulary).transpose();
    const RowTable *table = outputTable(model);
    if (!table)
        return outputMatrix(model, "output.w", int(vocabulary.size()));
    checkColumns("output.w", table->rows(), int(vocabulary.size()));
    Matrix weights(table->columns(), table->rows());
    forTableRows(*table, 0, table->rows(), [&](int first, const float *rows, int count) {
        weights.middleCols(first, count) = Eigen::Map<const Matrix>(rows, count, table->columns()).transpose();
    });
    forTiedRows(model, [&](int column, const Matrix &row) { weights.col(column) = row.row(0).transpose(); });
    return weights;
}

Matrix outputColumn(const Model &model, const TokenList &vocabulary, int column)
{
    if (model.config.tiedOutput)
        return embeddingRow(model, vocabulary.at(std::size_t(column))).transpose();
    const RowTable *table = outputTable(model);
    if (!table) {
        const Weight given = model.weights.find("output.w");
        return given ? given.col(column) : Matrix(outputWeights(model, vocabulary).col(column));
    }
    checkColumns("output.w", table->rows(), int(vocabulary.size()));
    Matrix row(1, table->columns());
    table->read(column, 1, row.data());
    forTiedRows(model, [&](int tied, const Matrix &edited) {
        if (tied == column)
            row = edited;
    });
    return row.transpose();
}

Matrix outputBias(const Model &model, int vocabularySize)
{
    return outputMatrix(model, "output.b", vocabularySize);
}

Matrix outputInput(const Model &model, const Matrix &stackOutput)
{
    if (narrowsOutput(model.config))
        return product(stackOutput, model.weights.weight("output.projection.w"));
    if (!transformsOutput(model.config))
        return stackOutput;
    Matrix transformed = product(stackOutput, model.weights.weight("output.transform.w")); // n × d_model
    transformed.rowwise() += model.weights.at("output.transform.b").row(0);
    activate(transformed, model.config.activationOfOutput());
    return model.config.maskedLanguageModel ? normed(model, "output.norm", transformed) : transformed;
}

LogitRanges::LogitRanges(const Model &model, const Matrix &stackOutput, const TokenList &vocabulary)
    : m_model(model), m_words(int(vocabulary.size())), m_input(outputInput(model, stackOutput)),
      m_bias(outputBias(model, m_words))
{
    if (model.config.tiedOutput)
        m_rows = tiedRows(model, vocabulary);
    else if (const RowTable *table = outputTable(model))
        checkColumns("output.w", table->rows(), m_words);
    else if ((m_weights = model.weights.find("output.w")))
        checkColumns("output.w", m_weights.cols(), m_words);
    else
        m_weights = std::make_shared<Matrix>(outputWeights(model, vocabulary));
}

/// Returns x · output.w.
Matrix LogitRanges::compared(int first, int count) const
{
    if (m_weights)
        return count == m_words ? product(m_input, m_weights) : product(m_input, m_weights.middleCols(first, count));
    if (m_model.config.tiedOutput)
        return productTransposed(m_input, m_rows.data() + first * m_rows.cols(), count);
    const RowTable &table = *outputTable(m_model);
    Matrix logits;
    if (KeptNumbers kept = table.kept(); kept.first) {
        kept += std::size_t(first) * std::size_t(table.columns());
        logits = productTransposed(m_input, kept, count);
    } else {
        logits.resize(m_input.rows(), count);
        forTableRows(table, first, first + count, [&](int begin, const float *rows, int read) {
            logits.middleCols(begin - first, read) = productTransposed(m_input, rows, read);
        });
    }
    forTiedRows(m_model, [&](int column, const Matrix &row) {
        if (column >= first && column < first + count)
            logits.col(column - first) = productTransposed(m_input, row);
    });
    return logits;
}

Matrix LogitRanges::weights(int first, int count) const
{
    if (m_weights)
        return m_weights.middleCols(first, count);
    if (m_model.config.tiedOutput)
        return m_rows.middleRows(first, count).transpose();
    Matrix columns(m_input.cols(), count);
    forTableRows(*outputTable(m_model), first, first + count, [&](int begin, const float *rows, int read) {
        columns.middleCols(begin - first, read) = Eigen::Map<const Matrix>(rows, read, columns.rows()).transpose();
    });
    forTiedRows(m_model, [&](int column, const Matrix &row) {
        if (column >= first && column < first + count)
            columns.col(column - first) = row.row(0).transpose();
    });
    return columns;
}

Matrix LogitRanges::of(int first, int count) const
{
    Matrix logits = compared(first, count); // n × count
    logits.rowwise() += m_bias.row(0).segment(first, count);
    if (m_model.config.logitsDivisor != 1)
        logits /= float(m_model.config.logitsDivisor);
    softCap(logits.array(), float(m_model.config.logitsCap));
    return logits;
}

Matrix logitsOf(const Model &model, const Matrix &stackOutput, const TokenList &vocabulary)
{
    const LogitRanges logits(model, stackOutput, vocabulary);
    return logits.of(0, logits.words());
}

} // namespace regard

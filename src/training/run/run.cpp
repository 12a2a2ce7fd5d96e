#include "training/run/run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <omp.h>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/kernels/row_kernel.h"
#include "training/run/followed_patterns.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

/// Sentences of a batch that are computed together. It decides the order of sums, so it does not depend on the threads.
constexpr std::size_t shareSize = 16;
/// Held-out sentences are evaluated so many at a time.
constexpr std::uint64_t evaluatedAtATime = 64;

std::vector<const TrainingSentence *> pointersTo(const std::vector<TrainingSentence> &sentences)
{
    std::vector<const TrainingSentence *> pointers;
    pointers.reserve(sentences.size());
    for (const TrainingSentence &sentence : sentences)
        pointers.push_back(&sentence);
    return pointers;
}

std::size_t countAsked(const std::vector<TrainingSentence> &sentences)
{
    std::size_t count = 0;
    for (const TrainingSentence &sentence : sentences)
        count +=
            sentence.asked.size() - std::size_t(std::count(sentence.asked.begin(), sentence.asked.end(), notAsked));
    return count;
}

/// A run's step changes the rate by the length of the run and the width of the model.
RateRule rateRule(const TrainingOptions &options, const ModelConfig &config)
{
    RateRule rule = options.rate;
    rule.dModel = config.dModel;
    return rule;
}

/// What was right in some sentences.
struct RightCount {
    int sentences = 0;
    std::size_t rows = 0; ///< that were asked
    std::size_t right = 0;

    /// The answers are those of a pass over these sentences.
    void add(const std::vector<int> &answers, const std::vector<TrainingSentence> &some)
    {
        std::size_t row = 0;
        for (const TrainingSentence &sentence : some) {
            bool isRight = true;
            for (const int token : sentence.asked) {
                if (token == notAsked)
                    continue;
                const bool isSame = answers[row++] == token;
                right += isSame ? 1 : 0;
                isRight = isRight && isSame;
            }
            sentences += isRight ? 1 : 0;
        }
        rows += row;
    }
};

/// Calls `with` with sentences 0 … count − 1, some at a time.
template <typename Sentence, typename With>
void forSome(int count, Sentence sentence, With with)
{
    for (int first = 0; first < count; first += int(evaluatedAtATime)) {
        std::vector<TrainingSentence> some;
        for (int i = first; i < std::min(count, first + int(evaluatedAtATime)); ++i)
            some.push_back(sentence(std::uint64_t(i)));
        with(some);
    }
}

/// Sums a measure's numbers of all heads over the sentences of one pass.
class MeasureSum {
public:
    explicit MeasureSum(const TaskMeasure &measure, const ModelConfig &config) : m_measure(&measure)
    {
        const Attention attention = measure.place.attention;
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            if (measure.place.layer < 0 || measure.place.layer == layer)
                for (int head = 0; head < headsOf(config, attention); ++head)
                    m_heads.push_back({attention, layer, head});
        m_sums.resize(m_heads.size());
    }

    void add(const NetworkPass<float> &pass, int number, const TrainingSentence &sentence)
    {
        double best = 0;
        for (std::size_t i = 0; i < m_heads.size(); ++i) {
            const HeadRef &head = m_heads[i];
            const double share =
                m_measure->of(pass.attention({head.attention, head.layer}, head.head, number), sentence);
            m_sums[i] += share;
            best = std::max(best, share);
        }
        m_best += best;
        ++m_count;
    }

    double value() const
    {
        if (m_count == 0 || m_sums.empty())
            return 0;
        const double most = *std::max_element(m_sums.begin(), m_sums.end());
        return (m_measure->takesBestOfEach ? m_best : most) / m_count;
    }

private:
    const TaskMeasure *m_measure;
    std::vector<HeadRef> m_heads;
    std::vector<double> m_sums;
    double m_best = 0;
    int m_count = 0;
};

} // namespace

std::string Divergence::text() const
{
    const std::string kept = std::to_string(keptStep);
    if (matrix.empty())
        return Message::tr("In step %1 the loss was no longer finite, so training stopped and went back to step %2; a "
                           "lower learning rate helps.",
                           {std::to_string(step), kept});
    return Message::tr("In step %1 the gradient of %2 was no longer finite, so training stopped and went back to step "
                       "%3; a lower learning rate helps.",
                       {std::to_string(step), matrix, kept});
}

Run::Run(Task task, const Model &model, const TrainingOptions &options)
    : m_task(std::move(task)), m_options(options), m_model(trainableModel(model, m_task.vocabulary, m_task.lengths)),
      m_table(m_model), m_network(m_table, m_model)
{
    checkOptions(options);
    m_state.weights = numbersOf(m_table, m_model);
    m_good = m_state;
}

void Run::setOptions(const TrainingOptions &options)
{
    checkOptions(options);
    m_options = options;
    m_divergence.reset();
}

void Run::setState(RunState state)
{
    if (state.weights.size() != m_table.size())
        throw ShapeError(Message::tr("%1 weights are given for a model of %2",
                                     {std::to_string(state.weights.size()), std::to_string(m_table.size())}));
    m_state = std::move(state);
    m_good = m_state;
    m_divergence.reset();
}

Model Run::model() const
{
    return modelWith(m_table, m_state.weights, m_model);
}

void Run::setModel(const Model &model)
{
    if (model.config != m_model.config || model.vocabulary != m_model.vocabulary)
        throw ShapeError(Message::tr("the model has other sizes or another vocabulary than the one that is trained"));
    m_state.weights = numbersOf(m_table, model);
    m_model = model;
    m_network = Network(m_table, m_model);
    m_good = m_state;
    m_divergence.reset();
}

void Run::inParallel(std::size_t count, const std::function<void(std::size_t)> &work)
{
    const int threads = m_threads > 0 ? m_threads : omp_get_max_threads();
    if (!m_workers || m_workers->threads() < threads)
        m_workers = std::make_unique<Workers>(threads);
    m_workers->run(count, threads, work);
}

void Run::makeShares()
{
    const std::size_t count = (std::size_t(m_options.batch) + shareSize - 1) / shareSize;
    while (m_shares.size() < count)
        m_shares.push_back({std::make_unique<NetworkPass<float>>(m_network), {}, 0});
    m_shares.resize(count);
}

/// Leaves the gradient of the next batch's mean loss in m_gradient and returns that loss.
double Run::computeGradient()
{
    const std::vector<TrainingSentence> sentences = taskBatch(m_task, m_options, m_state.step);
    const std::vector<const TrainingSentence *> all = pointersTo(sentences);
    const double weight = 1 / double(std::max<std::size_t>(1, countAsked(sentences)));
    makeShares();
    inParallel(m_shares.size(), [&](std::size_t i) {
        Share &share = m_shares[i];
        const std::size_t first = i * shareSize;
        const std::size_t count = std::min(shareSize, all.size() - first);
        share.gradient.assign(m_table.size(), 0);
        share.pass->forward(m_state.weights.data(), std::span(all).subspan(first, count),
                            {m_options.dropout, m_options.seed, std::uint64_t(m_state.step + 1), first});
        share.loss = share.pass->loss(m_options.smoothing, weight);
        share.pass->backward(share.gradient.data());
    });
    double loss = 0;
    m_gradient = m_shares.front().gradient;
    for (std::size_t i = 0; i < m_shares.size(); ++i) {
        loss += m_shares[i].loss;
        if (i > 0)
            addNumbers(m_gradient.data(), m_shares[i].gradient.data(), m_gradient.data(), m_gradient.size());
    }
    return loss * weight;
}

/// Names the first matrix whose numbers, of a gradient or of weights, are not finite.
void Run::stop(long long step, const std::vector<float> &numbers)
{
    Divergence divergence{step, {}, m_good.step};
    for (const Parameter &parameter : m_table.all())
        if (divergence.matrix.empty() && !areFinite(numbers.data() + parameter.offset, parameter.size()))
            divergence.matrix = parameter.name;
    m_divergence = divergence;
    m_state = m_good;
}

std::optional<StepReport> Run::step()
{
    if (m_divergence)
        return std::nullopt;
    StepReport report;
    report.step = m_state.step + 1;
    report.rate = rateAt(rateRule(m_options, m_model.config), report.step);
    report.loss = computeGradient();
    report.gradientNorm = gradientNorm(m_table, m_options.adam, m_gradient);
    if (!std::isfinite(report.loss) || !std::isfinite(report.gradientNorm)) {
        stop(report.step, m_gradient);
        return std::nullopt;
    }
    m_good = m_state;
    adamStep(m_table, m_options.adam, report.rate, m_gradient, report.gradientNorm, m_state.weights, m_state.moments);
    m_state.step = report.step;
    if (!areFinite(m_state.weights.data(), m_state.weights.size())) {
        stop(report.step, m_state.weights);
        return std::nullopt;
    }
    m_curve.push_back(report);
    return report;
}

TrainingSentence Run::heldOut(std::uint64_t number) const
{
    return m_task.sentence(m_options.seed, number, true);
}

Evaluation Run::evaluate(int sentences, bool withPatterns)
{
    NetworkPass<float> pass(m_network);
    std::vector<MeasureSum> measures;
    for (const TaskMeasure &measure : m_task.measures)
        measures.emplace_back(measure, m_model.config);
    FollowedPatterns patterns(m_model.config, m_task.vocabulary.tokens);
    double loss = 0;
    RightCount count;
    const auto sentence = [this](std::uint64_t number) { return heldOut(number); };
    forSome(sentences, sentence, [&](const std::vector<TrainingSentence> &some) {
        pass.forward(m_state.weights.data(), pointersTo(some));
        count.add(pass.answers(), some);
        for (std::size_t i = 0; i < some.size(); ++i) {
            for (MeasureSum &measure : measures)
                measure.add(pass, int(i), some[i]);
            for (std::size_t head = 0; withPatterns && head < patterns.heads().size(); ++head) {
                const HeadRef &of = patterns.heads()[head];
                patterns.add(head, pass.attention({of.attention, of.layer}, of.head, int(i)), some[i]);
            }
        }
        loss += pass.loss(0, 1);
    });
    Evaluation evaluation{
        loss / double(std::max<std::size_t>(1, count.rows)), double(count.sentences) / std::max(1, sentences), {}, {}};
    for (const MeasureSum &measure : measures)
        evaluation.measures.push_back(measure.value());
    if (withPatterns)
        evaluation.patterns = patterns.means();
    return evaluation;
}

std::vector<LengthAccuracy> Run::accuracyByLength(int sentences)
{
    std::vector<LengthAccuracy> accuracies;
    if (!m_task.byLength)
        return accuracies;
    NetworkPass<float> pass(m_network);
    for (const int length : m_task.byLength->measured) {
        RightCount count;
        const auto sentence = [&](std::uint64_t number) {
            return m_task.byLength->sentence(m_options.seed, number, true, length);
        };
        forSome(sentences, sentence, [&](const std::vector<TrainingSentence> &some) {
            pass.forward(m_state.weights.data(), pointersTo(some));
            count.add(pass.answers(), some);
        });
        accuracies.push_back({length, double(count.sentences) / std::max(1, sentences),
                              double(count.right) / double(std::max<std::size_t>(1, count.rows))});
    }
    return accuracies;
}

Run::Answer Run::answer(const TrainingSentence &sentence)
{
    NetworkPass<float> pass(m_network);
    const TrainingSentence *const only = &sentence;
    pass.forward(m_state.weights.data(), std::span(&only, 1));
    return {pass.answers(), pass.right()};
}

} // namespace regard

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include <QtTest>

#include "engine/base/errors.h"
#include "engine/model/initialization.h"
#include "engine/pass/forward.h"
#include "test_class.h"
#include "training/base/workers.h"
#include "training/layers/dropout.h"
#include "training/run/run.h"
#include "training/tasks/task_table.h"

using namespace regard;

namespace {

TrainingOptions shortOptions(const Task &task, int steps, double dropout = 0)
{
    TrainingOptions options = task.options;
    options.rate.steps = steps;
    options.rate.warmUp = 5;
    options.batch = 40; // three shares, the last smaller
    options.dropout = dropout;
    return options;
}

RunState stateAfter(const Task &task, int steps, int threads, double dropout)
{
    Run run(task, modelFor(task, 3), shortOptions(task, steps, dropout));
    run.setThreads(threads);
    for (int i = 0; i < steps; ++i)
        run.step();
    return run.state();
}

} // namespace

/// Runs of the tasks: what they learn, and that they are the same every time.
class RunTest : public QObject {
    Q_OBJECT

private slots:
    void sentencesFit_data()
    {
        QTest::addColumn<QString>("name");
        for (const Task &task : tasks())
            QTest::newRow(task.name.c_str()) << QString::fromStdString(task.name);
    }

    /// No held-out sentence is trained on, and all fit the sizes that the task names.
    void sentencesFit()
    {
        QFETCH(QString, name);
        const Task task = *findTask(name.toStdString());
        int longest = 0;
        int longestTarget = 0;
        for (std::uint64_t number = 0; number < 2000; ++number)
            for (const bool isHeldOut : {false, true}) {
                const TrainingSentence sentence = task.sentence(5, number, isHeldOut);
                QCOMPARE(task.isHeldOut(sentence), isHeldOut);
                QCOMPARE(sentence, task.sentence(5, number, isHeldOut));
                longest = std::max(longest, int(sentence.source.size()));
                longestTarget = std::max(longestTarget, int(sentence.target.size()));
                QVERIFY(std::any_of(sentence.asked.begin(), sentence.asked.end(),
                                    [](int token) { return token != notAsked; }));
                QCOMPARE(sentence.asked.size(),
                         sentence.target.empty() ? sentence.source.size() : sentence.target.size());
            }
        QCOMPARE(longest, task.lengths.source);
        QCOMPARE(longestTarget, task.lengths.target);
        QVERIFY(!(task.sentence(5, 0, false) == task.sentence(6, 0, false)));
    }

    /// 3 of each animal's 12 things.
    void thirtySixPairsAreHeldOut()
    {
        const Task task = *findTask("it");
        std::set<std::pair<int, int>> pairs[2];
        for (std::uint64_t number = 0; number < 4000; ++number)
            for (const bool isHeldOut : {false, true}) {
                const TrainingSentence sentence = task.sentence(1, number, isHeldOut);
                pairs[isHeldOut].insert(std::minmax(sentence.source[1], sentence.source[5]));
            }
        QCOMPARE(pairs[1].size(), std::size_t(36));
        QCOMPARE(pairs[0].size(), std::size_t(108));
    }

    void worksOutSums()
    {
        const Task task = *findTask("add");
        for (std::uint64_t number = 0; number < 50; ++number) {
            const TrainingSentence sentence = task.sentence(2, number, false);
            std::string text;
            for (const int token : sentence.source)
                text += task.vocabulary.tokens[std::size_t(token)];
            const int sum = std::stoi(text.substr(0, 2)) + std::stoi(text.substr(3, 2));
            QCOMPARE(text.substr(2, 1) + text.substr(5, 1), std::string("+="));
            QCOMPARE(text.substr(6), std::to_string(sum));
            QCOMPARE(task.vocabulary.tokens[std::size_t(sentence.asked.back())], std::string("</s>"));
            QCOMPARE(task.vocabulary.tokens[std::size_t(sentence.asked[5])], text.substr(6, 1));
        }
    }

    void sameBitsForAnyThreads_data() { sentencesFit_data(); }

    void sameBitsForAnyThreads()
    {
        QFETCH(QString, name);
        const Task task = *findTask(name.toStdString());
        const RunState one = stateAfter(task, 4, 1, 0.1);
        QVERIFY(one == stateAfter(task, 4, 2, 0.1));
        QVERIFY(one == stateAfter(task, 4, 3, 0.1));
        QVERIFY(!(one == stateAfter(task, 4, 1, 0)));
    }

    /// Back to the first weights, bit for bit, and on again; or on from a state in another run.
    void goesBackAndOn()
    {
        const Task task = *findTask("copy");
        Run run(task, modelFor(task, 3), shortOptions(task, 6));
        const RunState start = run.state();
        for (int i = 0; i < 3; ++i)
            run.step();
        const RunState middle = run.state();
        QCOMPARE(middle.step, 3LL);
        run.setState(start);
        run.step();
        run.step();
        run.step();
        QVERIFY(run.state() == middle);
        Run other(task, modelFor(task, 8), shortOptions(task, 6));
        other.setState(middle);
        QVERIFY(other.step().has_value());
        run.step();
        QVERIFY(other.state() == run.state());
    }

    /// Batches of one length, every length of the range among them; other tasks mix theirs.
    void batchesHaveOneLength()
    {
        const Task task = *findTask("reverse-long");
        std::set<std::size_t> lengths;
        for (long long step = 0; step < 400; ++step) {
            const std::vector<TrainingSentence> batch = taskBatch(task, task.options, step);
            QCOMPARE(int(batch.size()), task.options.batch);
            QVERIFY(std::all_of(batch.begin(), batch.end(), [&](const TrainingSentence &sentence) {
                return sentence.source.size() == batch.front().source.size() && !task.isHeldOut(sentence);
            }));
            QVERIFY(batch == taskBatch(task, task.options, step));
            lengths.insert(batch.front().source.size());
        }
        QCOMPARE(lengths.size(), std::size_t(38)); // 3 to 40
        QCOMPARE(*lengths.begin(), std::size_t(3));
        QCOMPARE(*lengths.rbegin(), std::size_t(40));
        const Task copy = *findTask("copy");
        std::set<std::size_t> mixed;
        for (const TrainingSentence &sentence : taskBatch(copy, copy.options, 3))
            mixed.insert(sentence.source.size());
        QVERIFY(mixed.size() > 3);
        QVERIFY(taskBatch(copy, copy.options, 3).front() ==
                copy.sentence(copy.options.seed, std::uint64_t(3 * copy.options.batch), false));
    }

    void reversesLongRows()
    {
        const Task task = *findTask("reverse-long");
        for (const int length : task.byLength->measured) {
            const TrainingSentence sentence = task.byLength->sentence(4, 2, true, length);
            QCOMPARE(int(sentence.source.size()), length);
            QVERIFY(task.isHeldOut(sentence));
            std::vector<int> back(sentence.source.rbegin(), sentence.source.rend());
            QVERIFY(std::equal(back.begin(), back.end(), sentence.target.begin() + 1, sentence.target.end()));
            QVERIFY(std::equal(back.begin(), back.end(), sentence.asked.begin(), sentence.asked.end() - 1));
        }
    }

    /// The counts for each length, whole sentences and tokens, equal those of one pass for each sentence.
    void measuresByLength()
    {
        Task task = *findTask("reverse-long");
        task.byLength->measured = {3, 4};
        task.model.dFf = 16;
        Run run(task, modelFor(task, 1), shortOptions(task, 20));
        for (int i = 0; i < 20; ++i)
            run.step();
        constexpr int sentences = 70; // two passes
        const std::vector<LengthAccuracy> measured = run.accuracyByLength(sentences);
        QCOMPARE(measured.size(), std::size_t(2));
        for (const LengthAccuracy &each : measured) {
            int whole = 0;
            int tokens = 0;
            for (std::uint64_t number = 0; number < sentences; ++number) {
                const Run::Answer answer =
                    run.answer(task.byLength->sentence(task.options.seed, number, true, each.length));
                QCOMPARE(int(answer.right.size()), each.length + 1);
                whole += answer.isRight() ? 1 : 0;
                for (std::size_t i = 0; i < answer.right.size(); ++i)
                    tokens += answer.right[i] == answer.given[i] ? 1 : 0;
            }
            QCOMPARE(each.accuracy, double(whole) / sentences);
            QCOMPARE(each.tokenAccuracy, double(tokens) / (sentences * (each.length + 1)));
            QVERIFY(tokens > 0 && whole < sentences);
        }
        const Task copy = *findTask("copy");
        QVERIFY(Run(copy, modelFor(copy, 1), copy.options).accuracyByLength(10).empty());
    }

    /// Names of models are different, the first is what the task wants, and a configuration finds its own again.
    void offersModels()
    {
        int offering = 0;
        for (const Task &task : tasks()) {
            std::set<std::string> names;
            for (const TaskVariant &variant : task.variants) {
                names.insert(variant.name);
                const Task chosen = *withVariant(task, variant.name);
                QVERIFY(chosen.model == variant.model && chosen.options == variant.options);
                QCOMPARE(reasonAgainst(chosen, modelFor(chosen, 1)), std::string());
                QCOMPARE(variantOf(task, modelFor(chosen, 77).config)->name, variant.name);
            }
            QCOMPARE(names.size(), task.variants.size());
            QVERIFY(!withVariant(task, "none of them"));
            QVERIFY(!variantOf(task, ModelConfig()));
            if (task.variants.empty())
                continue;
            ++offering;
            QVERIFY(task.model == task.variants.front().model && task.options == task.variants.front().options);
        }
        QCOMPARE(offering, 2);
    }

    /// Fixed numbers of steps; the goals over three seeds are a matter of `./dev bench tasks`.
    void copyIsLearned()
    {
        const Task task = *findTask("copy");
        TrainingOptions options = task.options;
        options.rate.steps = 100;
        Run run(task, modelFor(task, 1), options);
        const Evaluation before = run.evaluate(64);
        QVERIFY2(before.loss > 3, qPrintable(QString::number(before.loss)));
        for (int i = 0; i < options.rate.steps; ++i)
            QVERIFY(run.step().has_value());
        const Evaluation after = run.evaluate(64);
        QVERIFY2(after.accuracy >= 0.7, qPrintable(QString::number(after.accuracy)));
        QVERIFY2(after.measures.at(0) >= 0.8, qPrintable(QString::number(after.measures.at(0))));
        QCOMPARE(run.curve().size(), std::size_t(100));
        QVERIFY(run.answer(run.heldOut(0)).right.size() >= 4);
    }

    /// In 300 of its 2,000 steps.
    void itIsLearned()
    {
        const Task task = *findTask("it");
        TrainingOptions options = task.options;
        options.rate.steps = 300;
        Run run(task, modelFor(task, 1), options);
        QVERIFY(run.evaluate(64).accuracy < 0.2);
        for (int i = 0; i < options.rate.steps; ++i)
            QVERIFY(run.step().has_value());
        const Evaluation after = run.evaluate(64);
        QVERIFY2(after.accuracy >= 0.95, qPrintable(QString::number(after.accuracy)));
        QVERIFY2(after.measures.at(0) >= 0.7, qPrintable(QString::number(after.measures.at(0))));
        QVERIFY2(after.measures.at(1) <= 0.35, qPrintable(QString::number(after.measures.at(1))));
    }

    /// Work is done once each, by any number of threads, and what throws is thrown on when all others are done.
    void sharesWork()
    {
        for (const int threads : {1, 2, 5}) {
            Workers workers(threads);
            QCOMPARE(workers.threads(), threads);
            for (const std::size_t count : {0, 1, 3, 200}) {
                std::vector<std::atomic<int>> done(count);
                for (const int atMost : {1, 2, threads})
                    workers.run(count, atMost, [&](std::size_t i) { ++done[i]; });
                QVERIFY(std::all_of(done.begin(), done.end(), [](const auto &times) { return times == 3; }));
            }
            std::atomic<int> done = 0;
            const auto failing = [&](std::size_t i) {
                if (i == 3)
                    throw ConfigError("three");
                ++done;
            };
            QVERIFY_EXCEPTION_THROWN(workers.run(10, threads, failing), ConfigError);
            QCOMPARE(done.load(), 9);
        }
    }

    void modelIsTheRuns()
    {
        const Task task = *findTask("it");
        Run run(task, modelFor(task, 1), shortOptions(task, 3));
        for (int i = 0; i < 3; ++i)
            run.step();
        const Model model = run.model();
        QCOMPARE(model.embedding.size(), task.vocabulary.tokens.size());
        QCOMPARE(model.given.at("position").rows(), Eigen::Index(11));
        const TrainingSentence sentence = run.heldOut(0);
        Input input;
        for (const int token : sentence.source)
            input.tokens.push_back(task.vocabulary.tokens[std::size_t(token)]);
        const Matrix logits = forward(model, input)->logits;
        Eigen::Index likeliest = 0;
        logits.row(7).maxCoeff(&likeliest);
        QCOMPARE(run.answer(sentence).given, std::vector<int>{int(likeliest)});
        Run again(task, model, shortOptions(task, 3));
        QVERIFY(again.state().weights == run.state().weights);
    }

    /// One table learns from both of its ends; the model that comes out is tied, and another pass agrees with the run.
    void tiedOutputLearns()
    {
        const Task task = *findTask("repeated");
        ModelConfig config = task.model;
        config.tiedOutput = true;
        const Model first = buildModel(config, {}, {}, task.vocabulary);
        Run run(task, first, shortOptions(task, 60));
        QVERIFY(!run.parameters().find("output.w"));
        const double before = run.evaluate(20).loss;
        for (int i = 0; i < 60; ++i)
            run.step();
        QVERIFY(run.evaluate(20).loss < before);
        const Model model = run.model();
        QVERIFY(model.config.tiedOutput && !model.given.contains("output.w"));
        const TrainingSentence sentence = run.heldOut(3);
        Input input;
        for (const int token : sentence.source)
            input.tokens.push_back(task.vocabulary.tokens[std::size_t(token)]);
        const SharedTrace trace = forward(model, input);
        std::vector<int> given;
        for (std::size_t i = 0; i < sentence.asked.size(); ++i)
            if (sentence.asked[i] != notAsked) {
                Eigen::Index best = 0;
                trace->logits.row(Eigen::Index(i)).maxCoeff(&best);
                given.push_back(int(best));
            }
        QCOMPARE(run.answer(sentence).given, given);
        Matrix rows(Eigen::Index(task.vocabulary.tokens.size()), config.dModel);
        for (Eigen::Index i = 0; i < rows.rows(); ++i)
            rows.row(i) = *model.embedding.at(task.vocabulary.tokens[std::size_t(i)]);
        Matrix logits = trace->decoderOutput * rows.transpose();
        logits.rowwise() += model.given.at("output.b").row(0);
        QVERIFY(trace->logits.isApprox(logits, 1e-4F));
    }

    /// Dropout belongs to steps alone.
    void evaluatesWithoutDropout()
    {
        const Task task = *findTask("copy");
        Run without(task, modelFor(task, 1), shortOptions(task, 3));
        Run with(task, modelFor(task, 1), shortOptions(task, 3, 0.5));
        QCOMPARE(with.evaluate(16).loss, without.evaluate(16).loss);
    }

    /// If n numbers are dropped with probability p, the share's standard deviation is √(p · (1 − p) ÷ n): 0.0013
    /// here, of which five are allowed.
    void dropoutMean()
    {
        const DropoutPlace place{4, 9, 2, DroppedPart::AttentionWeights, {Stack::Decoder, 1}, 3};
        const DropoutMask mask(0.1, place);
        int dropped = 0;
        for (int row = 0; row < 250; ++row)
            for (int column = 0; column < 200; ++column) {
                const double factor = mask.at(row, column, 200);
                QVERIFY(factor == 0 || std::abs(factor - 1 / 0.9) < 1e-12);
                dropped += factor == 0 ? 1 : 0;
            }
        QVERIFY2(std::abs(dropped / 50000.0 - 0.1) < 0.0065, qPrintable(QString::number(dropped)));
    }

    /// Every part of a place has a mask of its own.
    void dropoutPlaces()
    {
        std::vector<DropoutPlace> places(8);
        places[1].seed = places[2].step = places[3].sentence = 1;
        places[4].part = DroppedPart::AttentionWeights;
        places[5].sublayer.stack = Stack::Decoder;
        places[6].sublayer.layer = 1;
        places[7].head = 1;
        std::set<std::vector<double>> masks;
        for (const DropoutPlace &place : places) {
            std::vector<double> numbers;
            for (int i = 0; i < 64; ++i)
                numbers.push_back(DropoutMask(0.5, place).at(0, i, 64));
            masks.insert(numbers);
        }
        QCOMPARE(masks.size(), places.size());
    }

    /// A rate that no model stands: the run stops, says where, and has the last finite weights.
    void stopsWhereNumbersAreNotFinite()
    {
        const Task task = *findTask("copy");
        TrainingOptions options = shortOptions(task, 100);
        options.rate.rate = 1e18;
        options.rate.warmUp = 0;
        options.adam.decay = 0;
        Run run(task, modelFor(task, 1), options);
        const RunState start = run.state();
        std::vector<RunState> states{start};
        while (run.step() && states.size() < 50)
            states.push_back(run.state());
        QVERIFY(run.divergence().has_value());
        const Divergence divergence = *run.divergence();
        QVERIFY2(divergence.text().starts_with("In step " + std::to_string(divergence.step)),
                 divergence.text().c_str());
        QVERIFY(run.state() == states.at(std::size_t(divergence.keptStep)));
        QVERIFY(divergence.keptStep < divergence.step);
        QVERIFY(run.parameters().find(divergence.matrix) != nullptr);
        QVERIFY(!run.step().has_value());
        QVERIFY(std::isfinite(run.evaluate(16).loss));
        options.rate.rate = 1e-3;
        run.setOptions(options);
        QVERIFY(run.step().has_value());
    }

    void lockedMatricesStay()
    {
        const Task task = *findTask("copy");
        TrainingOptions options = shortOptions(task, 3);
        options.adam.locked = {"encoder.0.self.w_q"};
        Run run(task, modelFor(task, 1), options);
        const Model before = run.model();
        run.step();
        run.step();
        const Model after = run.model();
        QVERIFY(after.given.at("encoder.0.self.w_q") == before.given.at("encoder.0.self.w_q"));
        QVERIFY(!(after.given.at("encoder.0.self.w_k") == before.given.at("encoder.0.self.w_k")));
    }

    /// A head that is switched off while it learns counts from the next step on.
    void followsTheModel()
    {
        const Task task = *findTask("it");
        Run run(task, modelFor(task, 1), shortOptions(task, 3));
        run.step();
        Model changed = run.model();
        changed.interventions.heads[{Attention::Encoder, 1, 2}] = Replacement::Zero;
        run.setModel(changed);
        QCOMPARE(run.model().interventions, changed.interventions);
        Run unchanged(task, modelFor(task, 1), shortOptions(task, 3));
        unchanged.step();
        QVERIFY(unchanged.state() == run.state());
        QVERIFY(unchanged.step()->loss != run.step()->loss);
        const Model other = modelFor(*findTask("copy"), 1);
        QVERIFY_EXCEPTION_THROWN(run.setModel(other), ShapeError);
    }

    void refusesModels()
    {
        const Task task = *findTask("it");
        Model silent = modelFor(task, 1);
        silent.config.maskedLanguageModel = false;
        QVERIFY_EXCEPTION_THROWN(Run(task, silent, task.options), ConfigError);
        Model brief = modelFor(task, 1);
        brief.given.set("position", Matrix(Matrix::Zero(6, brief.config.dModel)));
        QVERIFY_EXCEPTION_THROWN(Run(task, brief, task.options), InputError);
        brief.given.remove("position");
        brief.config.maximumTokens = 5;
        QVERIFY_EXCEPTION_THROWN(Run(task, brief, task.options), InputError);
    }
};

REGARD_GUILESS_TEST(RunTest)
#include "test_run.moc"

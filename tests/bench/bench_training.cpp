// Trains the tasks, without a window.
//   tasks [NAME [SEED [MODEL]]]        every task, or one, with its own options and seeds 1 to 3 (or one): goal and
//   figure begin NAME PROJECT SENTENCES N     writes what a run begins with and the sentences of its first N steps, for
//   peers turns NAME                         reads numbers of steps and answers each with its seconds and the last loss

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

#include <QCoreApplication>

#include "engine/kernels/kept_memory.h"
#include "io/project/project_file.h"
#include "io/project/task_project.h"
#include "training/run/run.h"
#include "training/tasks/task_table.h"

namespace {

using namespace regard;

constexpr int evaluated = 1000;

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Whether it reached its goal.
bool printFigure(const std::string &name, double goal, double figure, bool isUpperBound)
{
    const bool isReached = isUpperBound ? figure <= goal : figure >= goal;
    std::printf("  %s %.3f (%s %g)%s", name.c_str(), figure, isUpperBound ? "at most" : "at least", goal,
                isReached ? "" : " MISSED");
    return isReached;
}

/// The shares of whole sentences of each length; whether those of the goals are reached.
bool printLengths(Run &run, const TaskVariant &variant)
{
    bool isReached = true;
    for (const LengthAccuracy &each : run.accuracyByLength(evaluated)) {
        std::printf("\n    at %2d: sentences %.3f, tokens %.4f", each.length, each.accuracy, each.tokenAccuracy);
        for (const LengthGoal &goal : variant.goals)
            if (goal.length == each.length)
                isReached = printFigure("sentences", goal.share, each.accuracy, goal.isUpperBound) && isReached;
    }
    return isReached;
}

/// One of the models that the task offers; none: the one that it wants.
bool trainTask(const Task &task, const TaskVariant &variant, std::uint64_t seed)
{
    TrainingOptions options = task.options;
    options.seed = seed;
    const auto start = std::chrono::steady_clock::now();
    Run run(task, modelFor(task, seed), options);
    for (int step = 0; step < options.rate.steps; ++step)
        if (!run.step())
            break;
    const double seconds = secondsSince(start);
    const Evaluation evaluation = run.evaluate(evaluated);
    std::printf("%-12s %-11s seed %llu  %5d steps  %5.1f s  %4.0f steps/s", task.name.c_str(), variant.name.c_str(),
                static_cast<unsigned long long>(seed), options.rate.steps, seconds, options.rate.steps / seconds);
    bool isReached = true;
    if (task.accuracyGoal > 0)
        isReached = printFigure("accuracy", task.accuracyGoal, evaluation.accuracy, false);
    for (std::size_t i = 0; i < task.measures.size(); ++i)
        isReached = printFigure(task.measures[i].name, task.measures[i].goal, evaluation.measures[i],
                                task.measures[i].isUpperBound) &&
                    isReached;
    isReached = printLengths(run, variant) && isReached;
    std::printf("\n");
    std::fflush(stdout);
    return isReached;
}

/// Those that it offers, or without a name the one that it wants.
std::vector<TaskVariant> modelsOf(const Task &task)
{
    return task.variants.empty() ? std::vector<TaskVariant>{{}} : task.variants;
}

int runTasks(const std::string &name, int seed, const std::string &model)
{
    int missed = 0;
    for (const Task &task : tasks()) {
        if (!name.empty() && name != task.name)
            continue;
        for (const TaskVariant &variant : modelsOf(task)) {
            if (!model.empty() && model != variant.name)
                continue;
            for (int each = 1; each <= 3; ++each)
                if (seed == 0 || seed == each)
                    missed += trainTask(variant.name.empty() ? task : *withVariant(task, variant.name), variant,
                                        std::uint64_t(each))
                                  ? 0
                                  : 1;
        }
    }
    std::printf("%d missed\n", missed);
    return missed > 0 ? 1 : 0;
}

void printRow(std::ofstream &out, const std::vector<int> &tokens, char end)
{
    for (std::size_t i = 0; i < tokens.size(); ++i)
        out << (i == 0 ? "" : " ") << tokens[i];
    out << end;
}

int writeBeginning(const Task &task, const char *project, const char *sentences, int steps)
{
    writeProject(QString::fromLocal8Bit(project), taskProject(task, task.options));
    std::ofstream out(sentences);
    for (int step = 0; step < steps; ++step)
        for (const TrainingSentence &sentence : taskBatch(task, task.options, step)) {
            printRow(out, sentence.source, '|');
            printRow(out, sentence.target, '|');
            printRow(out, sentence.asked, '\n');
        }
    return 0;
}

int takeTurns(const Task &task)
{
    Run run(task, modelFor(task, task.options.seed), task.options);
    for (int steps = 0; std::cin >> steps;) {
        const auto start = std::chrono::steady_clock::now();
        double loss = 0;
        for (int i = 0; i < steps; ++i)
            loss = run.step()->loss;
        std::cout << secondsSince(start) << ' ' << loss << std::endl;
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    keepFreedMemory();
    const QCoreApplication application(argc, argv);
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (!words.empty() && words[0] == "tasks" && words.size() <= 4)
        return runTasks(words.size() > 1 ? words[1] : "", words.size() > 2 ? std::stoi(words[2]) : 0,
                        words.size() > 3 ? words[3] : "");
    const std::optional<Task> task = words.size() > 1 ? findTask(words[1]) : std::nullopt;
    if (task && words[0] == "begin" && words.size() == 5)
        return writeBeginning(*task, argv[3], argv[4], std::stoi(words[4]));
    if (task && words[0] == "turns")
        return takeTurns(*task);
    std::cerr << "usage: regard_bench_training tasks [NAME [SEED [MODEL]]] | begin NAME PROJECT SENTENCES STEPS | "
                 "turns NAME\n";
    return 2;
}

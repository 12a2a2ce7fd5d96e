// Runs passes of a checkpoint for peers.py: reads lines from standard input and answers each with one line.
//   last TOKENS             the last row of the last hidden state
//   time TOKENS SECONDS     the median milliseconds of a pass, over as many as take so long

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include <QCoreApplication>

#include "engine/kernels/kept_memory.h"
#include "engine/pass/forward.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"

namespace {

/// [CLS], words, [SEP]: what ids_of() makes in peers.py.
regard::Input inputOf(int tokens)
{
    constexpr int words = 1000;
    regard::Input input;
    input.tokens.emplace_back("[CLS]");
    for (int i = 0; i < tokens - 2; ++i)
        input.tokens.push_back("w" + std::to_string(7 * i % words));
    input.tokens.emplace_back("[SEP]");
    return input;
}

double milliseconds(const regard::Model &model, const regard::Input &input)
{
    const auto start = std::chrono::steady_clock::now();
    const regard::SharedTrace trace = regard::forward(model, input);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double medianOf(const regard::Model &model, const regard::Input &input, double seconds)
{
    milliseconds(model, input);
    std::vector<double> times;
    for (double sum = 0; times.size() < 3 || sum < seconds * 1000; sum += times.back())
        times.push_back(milliseconds(model, input));
    std::nth_element(times.begin(), times.begin() + std::ptrdiff_t(times.size() / 2), times.end());
    return times[times.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    regard::keepFreedMemory();
    const QCoreApplication application(argc, argv);
    if (argc != 2) {
        std::cerr << "usage: regard_bench_pass CHECKPOINT\n";
        return 2;
    }
    const std::shared_ptr<const regard::Checkpoint> checkpoint =
        regard::openCheckpoint(QString::fromLocal8Bit(argv[1]));
    std::string word;
    int tokens = 0;
    while (std::cin >> word >> tokens) {
        const regard::Input input = inputOf(tokens);
        if (word == "last") {
            const regard::SharedTrace trace = regard::forward(checkpoint->model, input);
            const regard::Matrix &output = trace->encoderOutput.get();
            for (Eigen::Index i = 0; i < output.cols(); ++i)
                std::cout << output(output.rows() - 1, i) << ' ';
        } else {
            double seconds = 0;
            std::cin >> seconds;
            std::cout << medianOf(checkpoint->model, input, seconds);
        }
        std::cout << std::endl;
    }
    return 0;
}

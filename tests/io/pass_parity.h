#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "expected_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"

namespace regard {

/// 5e-5 absolute plus relative; −1 where every number fits, else the first that does not.
inline Eigen::Index firstDifference(const Matrix &actual, const Matrix &expected)
{
    for (Eigen::Index i = 0; i < expected.size(); ++i) {
        const double wanted = double(expected.data()[i]);
        if (!(std::abs(double(actual.data()[i]) - wanted) <= 5e-5 * (1 + std::abs(wanted))))
            return i;
    }
    return -1;
}

inline void compareMatrix(const QString &name, const Matrix &actual, const Matrix &expected)
{
    QVERIFY2(actual.rows() == expected.rows() && actual.cols() == expected.cols(),
             qPrintable(QStringLiteral("%1 is %2 × %3 instead of %4 × %5")
                            .arg(name)
                            .arg(actual.rows())
                            .arg(actual.cols())
                            .arg(expected.rows())
                            .arg(expected.cols())));
    const Eigen::Index cell = firstDifference(actual, expected);
    if (cell < 0)
        return;
    const QString text = QStringLiteral("%1, row %2, column %3: %4 instead of %5")
                             .arg(name)
                             .arg(cell / expected.cols())
                             .arg(cell % expected.cols())
                             .arg(double(actual.data()[cell]))
                             .arg(double(expected.data()[cell]));
    QFAIL(qPrintable(text));
}

/// The matrices of a pass that a file's tensor of that name stands for; row −1: whole.
inline std::vector<Matrix> matricesOf(const Model &model, const Trace &trace, const QString &name, int row)
{
    const auto kept = [&](const Matrix &matrix) { return row < 0 ? matrix : Matrix(matrix.middleRows(row, 1)); };
    if (name == QLatin1String("encoder_output"))
        return {kept(trace.encoderOutput)};
    if (name == QLatin1String("decoder_output"))
        return {kept(trace.decoderOutput)};
    const auto &output = trace.decoderOutput.rows() > 0 ? trace.decoderOutput : trace.encoderOutput;
    if (name == QLatin1String("logits.first"))
        return {logitsRows(model, trace, 0, 1)};
    if (name == QLatin1String("logits.last"))
        return {logitsRows(model, trace, int(output.rows()) - 1, 1)};
    std::vector<Matrix> found;
    for (const auto &block : trace.blocks)
        if (QString::fromStdString(block->name) + QStringLiteral(".weights") == name)
            for (const HeadTrace &head : block->heads)
                found.push_back(kept(head.weights));
    return found;
}

inline QString words(const std::vector<std::string> &tokens)
{
    QStringList texts;
    for (const std::string &token : tokens)
        texts << QString::fromStdString(token);
    return texts.join(QLatin1Char(' '));
}

/// Reads a case's texts as a user's, runs the checkpoint's model and compares every number that the file has.
inline void comparePass(const std::shared_ptr<const Checkpoint> &checkpoint, const ExpectedFile &file, int index)
{
    const QJsonObject item = file.at(index);
    Project project = checkpointProject(checkpoint);
    project.source = item[QStringLiteral("text")].toString().toStdString();
    project.target = item[QStringLiteral("pair")].toString(item[QStringLiteral("target")].toString()).toStdString();
    project.sourceLanguage = item[QStringLiteral("source_language")].toString().toStdString();
    project.targetLanguage = item[QStringLiteral("target_language")].toString().toStdString();
    const Input input = inputOf(project);
    QCOMPARE(words(input.tokens), words(strings(item[QStringLiteral("tokens")])));
    QCOMPARE(words(input.target), words(strings(item[QStringLiteral("target_tokens")])));
    std::vector<int> types = integers(item[QStringLiteral("types")]);
    if (checkpoint->model.config.tokenTypes == 0)
        types.clear();
    types.resize(input.tokens.size());
    std::vector<int> actualTypes = input.types;
    actualTypes.resize(input.tokens.size());
    QCOMPARE(actualTypes, types);

    const int row = item[QStringLiteral("row")].toInt(-1);
    const SharedTrace trace = forward(project.model, input);
    for (const QString &name : file.names(index)) {
        const std::vector<Matrix> expected = file.matrices(index, name);
        const std::vector<Matrix> actual = matricesOf(project.model, *trace, name, row);
        QVERIFY2(actual.size() == expected.size(), qPrintable(name));
        for (std::size_t i = 0; i < actual.size(); ++i)
            compareMatrix(QStringLiteral("%1, head %2").arg(name).arg(i + 1), actual[i], expected[i]);
    }
}

} // namespace regard
